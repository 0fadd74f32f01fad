package jmx

import (
	"errors"
	"slices"
	"strings"
)

// What callers decide on; test with errors.Is.
var (
	// ErrInstanceNotFound: no such MBean, for instance a dropped table.
	ErrInstanceNotFound = errors.New("no such MBean")
	// ErrAttributeNotFound: the MBean has no such attribute in this version.
	ErrAttributeNotFound = errors.New("no such attribute")
	// ErrNoSuchOperation: this version has no operation of that signature.
	ErrNoSuchOperation = errors.New("no such operation")
	// ErrAccessDenied: the JMX role may not do that; the connection lives on.
	ErrAccessDenied = errors.New("access denied")
	// ErrExpired: the node has forgotten the connection, mostly after 120 s of
	// silence; connect anew.
	ErrExpired = errors.New("the node has dropped this JMX connection")

	// ErrCredentialsRequired: the node wants a user and a password.
	ErrCredentialsRequired = errors.New("JMX login required")
	// ErrBadCredentials: the node refused the user and password given.
	ErrBadCredentials = errors.New("JMX login refused")
	// ErrTLSPort: dialled in clear, and the port answered with TLS.
	ErrTLSPort = errors.New("the port speaks TLS")
	// ErrClearPort: dialled with TLS, and the port did not speak it.
	ErrClearPort = errors.New("the port does not speak TLS")
	// ErrTLSNeeded: the node's RMI port speaks TLS and no tls.Config was given.
	ErrTLSNeeded = errors.New("the RMI port needs TLS settings")
	// ErrClientCertificate: the node wants a client certificate, or another.
	ErrClientCertificate = errors.New("the node refused the client certificate")
	// ErrNotJMX: something answered that is not a JMX server.
	ErrNotJMX = errors.New("not a JMX port")
	// ErrTimeout: the node was silent for too long.
	ErrTimeout = errors.New("no answer in time")

	// ErrClosed: the connection was closed or broken before.
	ErrClosed = errors.New("the JMX connection is closed")
	// ErrBusy: a second user came while a call was under way.
	ErrBusy = errors.New("the JMX connection is in use")
	// ErrForbidden: refused here, before anything was sent: reading it would
	// change it for others, or the operation or its argument is not allowed.
	ErrForbidden = errors.New("refused by partop")
	// ErrMalformed: the answer is not a Java serialization stream.
	ErrMalformed = errors.New("malformed answer")
	// ErrTooLarge: the answer exceeds Limits.
	ErrTooLarge = errors.New("answer too large")
	// ErrType: the value has another type than the one asked for.
	ErrType = errors.New("unexpected type")
)

// RemoteError is an exception thrown by the node, without its stack trace.
type RemoteError struct {
	// Class is the full Java class name.
	Class string
	// Supers are the superclasses that the stream names, nearest first.
	Supers []string
	// Message is the detail message, or empty.
	Message string
	// Cause is nil when the exception has none.
	Cause *RemoteError
}

// Error gives class, message and causes in one line.
func (e *RemoteError) Error() string {
	var b strings.Builder
	for i := e; i != nil; i = i.Cause {
		if i != e {
			b.WriteString(", caused by ")
		}
		b.WriteString(i.Class)
		if i.Message != "" {
			b.WriteString(": " + i.Message)
		}
	}
	return b.String()
}

// Is maps the sentinels of this package to the Java exceptions that mean them.
func (e *RemoteError) Is(target error) bool {
	class := exceptionOf(target)
	if class == "" {
		return false
	}
	for i := e; i != nil; i = i.Cause {
		if i.Class == class || slices.Contains(i.Supers, class) {
			return true
		}
	}
	return false
}

func exceptionOf(sentinel error) string {
	switch sentinel {
	case ErrInstanceNotFound:
		return "javax.management.InstanceNotFoundException"
	case ErrAttributeNotFound:
		return "javax.management.AttributeNotFoundException"
	case ErrNoSuchOperation:
		// The MBean server wraps it in a ReflectionException.
		return "java.lang.NoSuchMethodException"
	case ErrAccessDenied:
		return "java.lang.SecurityException"
	case ErrExpired:
		return "java.rmi.NoSuchObjectException"
	}
	return ""
}

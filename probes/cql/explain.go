package cql

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"regexp"
	"strings"
	"syscall"

	gocql "github.com/apache/cassandra-gocql-driver/v2"
)

// Failure is a failure in words: what went wrong and what to try.
type Failure struct {
	Reason string
	Remedy string
	// Denied: our role may not; NoSuch: this version has no such table or column; Auth: name or password refused.
	Denied, NoSuch, Auth bool
}

// Explain puts a driver's error into words. user is the CQL role, for the GRANT.
func Explain(err error, user string) Failure {
	var req gocql.RequestError
	if errors.As(err, &req) {
		return explainRequest(req, user)
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, gocql.ErrTimeoutNoResponse), errors.Is(err, gocql.ErrNoStreams),
		strings.Contains(err.Error(), "no response to connection startup"): // the driver has no value for it
		return Failure{Reason: "no answer", Remedy: "it takes connections and is busy, stopped or cut off; name another node, or wait"}
	case IsNoConnection(err):
		return Failure{Reason: "no connection", Remedy: "check that the node runs and that its CQL port can be reached from here"}
	}
	if reason, remedy := explainTLS(err); reason != "" {
		return Failure{Reason: reason, Remedy: remedy}
	}
	if strings.Contains(err.Error(), "to connect with") { // reach says what is missing there
		return Failure{Reason: explainDial(err), Remedy: "or reach it another way (--ssh, --via, --exec)"}
	}
	if strings.Contains(err.Error(), "ssh") { // the way there, not the node: its own words say what to do
		return Failure{Reason: explainDial(err), Remedy: "ssh has to reach the host and forward connections (--ssh, --via)"}
	}
	if refused(err.Error()) {
		return Failure{Reason: "name or password refused", Remedy: authRemedy, Auth: true}
	}
	if strings.Contains(err.Error(), "authentication required") {
		return Failure{Reason: "the node asks for a name and a password", Remedy: authRemedy, Auth: true}
	}
	return Failure{Reason: explainDial(err), Remedy: "check host, port and TLS (--tls, --tls-ca)"}
}

// explainTLS tells what is wrong with a certificate, or with TLS as such; "" when it is something else.
func explainTLS(err error) (reason, remedy string) {
	var authority x509.UnknownAuthorityError
	var name x509.HostnameError
	var invalid x509.CertificateInvalidError
	var noTLS tls.RecordHeaderError
	switch text := err.Error(); {
	case strings.Contains(text, "tls: certificate required"), strings.Contains(text, "tls: bad certificate"): // alerts of RFC 8446; the type is not exported
		return "it wants a client certificate that it knows", "give --tls-cert and --tls-key"
	case errors.As(err, &authority):
		return "its certificate is signed by an authority that is not known here", "give the authority's certificate with --tls-ca FILE"
	case errors.As(err, &name):
		return "its certificate is for another name: " + name.Error(), "give the name in it with --tls-server-name"
	case errors.As(err, &invalid):
		return "its certificate is not valid: " + invalid.Error(), "the node needs a new certificate, or its clock is wrong"
	case errors.As(err, &noTLS):
		return "it does not speak TLS", "leave out --tls, or name another port with --port"
	}
	return "", ""
}

const authRemedy = "give --user and $PARTOP_PASSWORD, or a cqlshrc with credentials"

func explainRequest(err gocql.RequestError, user string) Failure {
	switch err.Code() {
	case gocql.ErrCodeUnauthorized:
		return denied(err.Message(), user)
	case gocql.ErrCodeInvalid, gocql.ErrCodeSyntax, gocql.ErrCodeConfig:
		return Failure{Reason: "this version does not have it", NoSuch: true}
	case gocql.ErrCodeCredentials:
		return Failure{Reason: "name or password refused", Remedy: authRemedy, Auth: true}
	case gocql.ErrCodeOverloaded:
		return Failure{Reason: "the node is overloaded", Remedy: "partop asks it less often"}
	case gocql.ErrCodeReadTimeout, gocql.ErrCodeUnavailable:
		return Failure{Reason: "the node could not read it in time", Remedy: "partop keeps trying"}
	}
	return Failure{Reason: err.Message()}
}

// "User plain has no SELECT permission on <table system_views.disk_usage> or any of its parents"
var deniedTable = regexp.MustCompile(`<(?:virtual )?(table|keyspace) ([\w.]+)>`)

func denied(message, user string) Failure {
	f := Failure{Reason: "no permission", Denied: true, Remedy: "GRANT SELECT on what was asked"}
	if m := deniedTable.FindStringSubmatch(message); m != nil {
		what := strings.ToUpper(m[1]) + " " + m[2]
		if m[1] == "table" {
			what = m[2]
		}
		f.Remedy = fmt.Sprintf("GRANT SELECT ON %s TO %s", what, user)
	}
	return f
}

func refused(text string) bool {
	return strings.Contains(text, "username") && strings.Contains(text, "password") && strings.Contains(text, "incorrect")
}

// explainDial shortens what a dial can say.
func explainDial(err error) string {
	var netErr net.Error
	var dns *net.DNSError
	switch {
	case errors.Is(err, syscall.ECONNREFUSED):
		return "connection refused"
	case errors.Is(err, syscall.EHOSTUNREACH), errors.Is(err, syscall.ENETUNREACH):
		return "no route to it"
	case errors.As(err, &dns):
		return "name not found: " + dns.Name
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &netErr) && netErr.Timeout():
		return "no answer in time"
	case refused(err.Error()):
		return "name or password refused"
	}
	if reason, _ := explainTLS(err); reason != "" {
		return reason
	}
	return strings.TrimPrefix(err.Error(), "gocql: ")
}

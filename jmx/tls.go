package jmx

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"syscall"
)

// secure runs the TLS handshake over conn. The stub's host plays no part: the
// certificate has to be that of the host the user named.
func (o Options) secure(ctx context.Context, conn net.Conn) (net.Conn, error) {
	if o.TLS == nil {
		return nil, ErrTLSNeeded
	}
	config := o.TLS.Clone()
	if config.ServerName == "" {
		// SplitHostPort has been tried in withDefaults.
		config.ServerName, _, _ = net.SplitHostPort(o.Address)
	}
	ctx, cancel := context.WithTimeout(ctx, o.AnswerTimeout)
	defer cancel()
	asked := false // the node wants a certificate and we have none
	if config.GetClientCertificate == nil && len(config.Certificates) == 0 {
		config.GetClientCertificate = func(*tls.CertificateRequestInfo) (*tls.Certificate, error) {
			asked = true
			return new(tls.Certificate), nil
		}
	}
	secured := tls.Client(conn, config)
	err := secured.HandshakeContext(ctx)
	if err == nil {
		return secured, nil
	}
	if asked && remoteAlert(err) != "" {
		// Up to TLS 1.2 the alert may be a mere handshake_failure (RFC 5246, 7.4.6).
		return nil, fmt.Errorf("TLS handshake: %w: %w", ErrClientCertificate, err)
	}
	return nil, explainHandshake(ctx, err)
}

func explainHandshake(ctx context.Context, err error) error {
	var record tls.RecordHeaderError
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return fmt.Errorf("TLS handshake: %w: %w", ErrTimeout, err)
	case ctx.Err() != nil:
		return fmt.Errorf("TLS handshake: %w", context.Cause(ctx))
	case refusedCertificate(err):
		return fmt.Errorf("TLS handshake: %w: %w", ErrClientCertificate, err)
	case errors.As(err, &record), errors.Is(err, io.EOF),
		errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE):
		// An RMI port in clear takes the handshake for a bad greeting and hangs up.
		return fmt.Errorf("TLS handshake: %w: %w", ErrClearPort, err)
	}
	return fmt.Errorf("TLS handshake: %w", err)
}

// refusedCertificate recognizes the alerts of a server that wants a client
// certificate. With TLS 1.3 they arrive after the handshake, with the first read.
func refusedCertificate(err error) bool {
	switch remoteAlert(err) {
	case "tls: certificate required", "tls: bad certificate", "tls: unknown certificate",
		"tls: unknown certificate authority", "tls: expired certificate":
		return true
	}
	return false
}

// remoteAlert is the text of a TLS alert that the node sent; crypto/tls does not
// export its type.
func remoteAlert(err error) string {
	var op *net.OpError
	if !errors.As(err, &op) || op.Op != "remote error" {
		return ""
	}
	return op.Err.Error()
}

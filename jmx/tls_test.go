package jmx

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"io"
	"math/big"
	"net"
	"testing"
	"time"
)

// certificate makes a self-signed one for a host, and the pool that trusts it.
func certificate(t *testing.T, host string) (tls.Certificate, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: host}, DNSNames: []string{host},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, c, c, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	if c, err = x509.ParseCertificate(der); err != nil {
		t.Fatal(err)
	}
	pool.AddCert(c)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, pool
}

// greeter is an RMI port behind TLS, up to the greeting.
func greeter(config *tls.Config) func(net.Conn) {
	return func(conn net.Conn) {
		s := tls.Server(conn, config)
		if _, err := io.ReadFull(s, make([]byte, 7)); err != nil {
			return
		}
		_, _ = io.WriteString(s, "\x4E\x00\x01h\x00\x00\x00\x01")
		_, _ = io.Copy(io.Discard, s)
	}
}

func TestTLS(t *testing.T) {
	server, pool := certificate(t, "node")
	client, clients := certificate(t, "client")
	open := &tls.Config{Certificates: []tls.Certificate{server}}
	strict := func(version uint16) *tls.Config {
		return &tls.Config{Certificates: []tls.Certificate{server}, ClientAuth: tls.RequireAndVerifyClientCert, ClientCAs: clients, MaxVersion: version}
	}
	cases := []struct {
		name  string
		serve func(net.Conn)
		ours  *tls.Config
		want  error
	}{
		{"trusted", greeter(open), &tls.Config{RootCAs: pool}, nil},
		{"client certificate", greeter(strict(tls.VersionTLS13)), &tls.Config{RootCAs: pool, Certificates: []tls.Certificate{client}}, nil},
		{"no client certificate, 1.3", greeter(strict(tls.VersionTLS13)), &tls.Config{RootCAs: pool}, ErrClientCertificate},
		{"no client certificate, 1.2", greeter(strict(tls.VersionTLS12)), &tls.Config{RootCAs: pool}, ErrClientCertificate},
		{"no settings", greeter(open), nil, ErrTLSNeeded},
		{"a port in clear that hangs up", func(c net.Conn) { _, _ = c.Read(make([]byte, 4096)) }, &tls.Config{RootCAs: pool}, ErrClearPort},
		{"a port in clear that answers", func(c net.Conn) {
			_, _ = c.Read(make([]byte, 4096))
			_, _ = io.WriteString(c, "HTTP/1.1 400 Bad Request\r\n\r\n")
		}, &tls.Config{RootCAs: pool}, ErrClearPort},
		{"silent", func(c net.Conn) { _, _ = io.Copy(io.Discard, c) }, &tls.Config{RootCAs: pool}, ErrTimeout},
	}
	for _, c := range cases {
		o := Options{Address: "node:7199", TLS: c.ours, AnswerTimeout: time.Second}
		if c.want == ErrTimeout {
			o.AnswerTimeout = 50 * time.Millisecond
		}
		err := tryOpen(t, o, c.serve)
		if !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, err, c.want)
		}
	}
	var unknown *tls.CertificateVerificationError
	if err := tryOpen(t, Options{Address: "node:7199", TLS: &tls.Config{}}, greeter(open)); !errors.As(err, &unknown) {
		t.Errorf("an unknown certificate: %v", err)
	}
	if err := tryOpen(t, Options{Address: "other:7199", TLS: &tls.Config{RootCAs: pool}}, greeter(open)); !errors.As(err, &unknown) {
		t.Errorf("a certificate of another host: %v", err)
	}
}

func tryOpen(t *testing.T, o Options, serve func(net.Conn)) error {
	t.Helper()
	o.Dial = listening(t, serve)
	o, err := o.withDefaults()
	if err != nil {
		t.Fatal(err)
	}
	w, err := o.open(t.Context(), o.Address, true)
	if w != nil {
		w.close()
	}
	return err
}

// listening is served over loopback: TLS alerts need the buffers of a socket.
func listening(t *testing.T, serve func(net.Conn)) Dialer {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	t.Cleanup(func() {
		_ = l.Close()
		<-done
	})
	go func() {
		defer close(done)
		conn, err := l.Accept()
		if err != nil {
			return
		}
		defer func() { _ = conn.Close() }()
		serve(conn)
	}()
	return func(ctx context.Context, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "tcp", l.Addr().String())
	}
}

func TestTarget(t *testing.T) {
	ref := reference{host: "10.9.9.9", port: 43381}
	for _, c := range []struct {
		o    Options
		want string
	}{
		{Options{Address: "node:7199"}, "node:43381"},
		{Options{Address: "[2001:db8::1]:7199"}, "[2001:db8::1]:43381"},
		{Options{Address: "node:7199", StubHost: true}, "10.9.9.9:43381"},
		{Options{Address: "node:7199", RMIAddress: "localhost:1"}, "localhost:1"},
	} {
		if got := c.o.target(ref); got != c.want {
			t.Errorf("%+v: %s, want %s", c.o, got, c.want)
		}
	}
}

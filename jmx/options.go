package jmx

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"strings"
	"time"
)

// Dialer opens a TCP connection, for instance through ssh.
type Dialer func(ctx context.Context, address string) (net.Conn, error)

// Credentials are a JMX user and password; empty for a node without login.
type Credentials struct{ User, Password string }

// Format prints the user alone, whatever the verb.
func (c Credentials) Format(f fmt.State, _ rune) {
	_, _ = io.WriteString(f, c.hint()) // fmt.State has nobody to report to
}

func (c Credentials) hint() string {
	if c.User == "" {
		return "no JMX login"
	}
	return "JMX user " + c.User
}

// hide takes the password out of a text that came from elsewhere.
func (c Credentials) hide(s string) string {
	if c.Password == "" {
		return s
	}
	return strings.ReplaceAll(s, c.Password, "***")
}

// Options say how to reach a node's JMX server.
type Options struct {
	// Address is host:port of the registry, 7199 by default in Cassandra.
	Address string
	// Dial opens connections; nil means a plain TCP dial.
	Dial Dialer
	// Login is sent to the RMI port, in clear unless that speaks TLS.
	Login Credentials
	// TLS is used where a port speaks TLS; nil refuses such ports. An empty
	// ServerName means the host of Address.
	TLS *tls.Config
	// RegistryTLS: the registry speaks TLS too, as Cassandra's own JMX server
	// does with com.sun.management.jmxremote.ssl; nothing announces it, but a
	// wrong guess gives ErrTLSPort or ErrClearPort.
	RegistryTLS bool
	// RMIAddress replaces host:port of the node's stub, for a forwarded port.
	RMIAddress string
	// StubHost dials the host that the stub names. By default only its port is
	// used: the host (java.rmi.server.hostname) is often wrong or private.
	StubHost bool
	// AnswerTimeout is for each answer, on top of the time a sampler blocks;
	// 10 s by default. The context's deadline holds as well.
	AnswerTimeout time.Duration
	// InFlight is how many calls may wait for answers at once; 256 by default.
	InFlight int
	// Limits of each answer.
	Limits Limits
}

// withDefaults also tries the address, so that later steps need not.
func (o Options) withDefaults() (Options, error) {
	if _, _, err := net.SplitHostPort(o.Address); err != nil {
		return o, fmt.Errorf("JMX address %q: %w", o.Address, err)
	}
	if o.Dial == nil {
		o.Dial = func(ctx context.Context, address string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "tcp", address)
		}
	}
	if o.AnswerTimeout <= 0 {
		o.AnswerTimeout = defaultAnswerTimeout
	}
	if o.InFlight <= 0 {
		o.InFlight = defaultInFlightCalls
	}
	o.Limits = o.Limits.withDefaults()
	return o, nil
}

// Package cql is the thin layer between the probes and the CQL driver: connections pinned to one node, rows as plain
// maps, failures in words. Another driver (ScyllaDB's fork, say) would replace conn.go and dial.go and nothing else.
//
// It imports the driver and the standard library, and promises: one connection a node, no retries, no speculative
// execution, no prefetch, a deadline on every statement, nothing printed, consistency LOCAL_ONE, and no statement but
// the caller's.
package cql

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"time"
)

// Config is what a connection needs.
type Config struct {
	Hosts          []string // contact points, host or host:port
	Port           int      // for hosts without one, and for peers that do not tell theirs
	User, Password string   // both empty: no authentication offered
	TLS            *tls.Config
	// Dial opens a TCP connection, here or through something; nil is here. The connection's RemoteAddr must be a
	// *net.TCPAddr: the driver panics on others.
	Dial           func(ctx context.Context, network, address string) (net.Conn, error)
	ConnectTimeout time.Duration // 0: 3 s
	Timeout        time.Duration // of a statement whose context has no deadline, 0: 2 s
	Announce       string        // how we call ourselves to the cluster, e.g. partop/1.0 (system_views.clients)
}

// Conn asks nodes. Implementations are safe for concurrent use.
type Conn interface {
	// Query runs one statement on one node (by host id; empty: any) and returns all rows, at most MaxRows.
	Query(ctx context.Context, hostID, statement string, args ...any) ([]Row, error)
	// LastDialError is the newest failure to connect to an address, "" when the last attempt worked.
	LastDialError(address string) string
	// Protocol is the version of the native protocol that was agreed on, 0 if not known.
	Protocol() int
	Close()
}

// MaxRows bounds an answer: more than this is a statement that should not have been sent.
const MaxRows = 200_000

// Sentinels for what callers decide on.
var (
	// ErrTooManyRows stops an answer that outgrows MaxRows.
	ErrTooManyRows = errors.New("more rows than partop reads")
	// ErrWrongNode means that a pinned statement was answered by another node than asked.
	ErrWrongNode = errors.New("answered by another node")
)

// The defaults of Config.
const (
	defaultConnectTimeout = 3 * time.Second
	defaultTimeout        = 2 * time.Second
	defaultPort           = 9042
)

package cql

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"strconv"
	"sync"
	"time"

	gocql "github.com/apache/cassandra-gocql-driver/v2"
)

// dialer opens the driver's connections: our dial function, TLS with the node's own name, our announcement. It
// remembers the last failure of each address, which the driver itself reports only as "no hosts available".
type dialer struct {
	cfg    *Config
	mu     sync.Mutex
	next   time.Time        // before which no new connection begins
	failed map[string]error // address -> the newest failure
}

// DialHost implements gocql.HostDialer.
func (d *dialer) DialHost(ctx context.Context, host *gocql.HostInfo) (*gocql.DialedHost, error) {
	address := net.JoinHostPort(host.ConnectAddress().String(), strconv.Itoa(host.Port()))
	if err := d.pace(ctx); err != nil {
		return nil, err
	}
	conn, err := d.open(ctx, address, host)
	if err != nil {
		d.note(address, err)
		return nil, err
	}
	return &gocql.DialedHost{Conn: &announcer{Conn: conn, name: d.cfg.Announce}}, nil
}

// dialEvery keeps new connections at 32 a second, so that a cluster of a thousand nodes is not hit at once.
const dialEvery = time.Second / 32

func (d *dialer) pace(ctx context.Context) error {
	d.mu.Lock()
	now := time.Now()
	wait := d.next.Sub(now)
	if d.next.Before(now) {
		d.next = now
	}
	d.next = d.next.Add(dialEvery)
	d.mu.Unlock()
	if wait <= 0 {
		return nil
	}
	t := time.NewTimer(wait)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (d *dialer) open(ctx context.Context, address string, host *gocql.HostInfo) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, d.cfg.ConnectTimeout)
	defer cancel()
	conn, err := d.cfg.Dial(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	if d.cfg.TLS == nil {
		return conn, nil
	}
	secure := tls.Client(conn, d.tlsFor(host))
	if err := secure.HandshakeContext(ctx); err != nil {
		_ = conn.Close() // the handshake's error is the one to report
		return nil, fmt.Errorf("TLS with %s: %w", address, err)
	}
	return secure, nil
}

// tlsFor verifies the certificate against the name that the user gave, or the node's address.
func (d *dialer) tlsFor(host *gocql.HostInfo) *tls.Config {
	c := d.cfg.TLS.Clone()
	if c.ServerName == "" {
		c.ServerName = host.ConnectAddress().String()
	}
	return c
}

// ObserveConnect implements gocql.ConnectObserver: it sees what fails after the dial, a refused password above all.
func (d *dialer) ObserveConnect(o gocql.ObservedConnect) {
	address := net.JoinHostPort(o.Host.ConnectAddress().String(), strconv.Itoa(o.Host.Port()))
	if o.Err == nil {
		d.note(address, nil)
		return
	}
	d.note(address, o.Err)
}

func (d *dialer) note(address string, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err == nil {
		delete(d.failed, address)
		return
	}
	d.failed[address] = err
}

func (d *dialer) last(address string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.failed[address]
}

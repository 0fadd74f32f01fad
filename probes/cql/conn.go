package cql

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"time"

	gocql "github.com/apache/cassandra-gocql-driver/v2"
)

// driver is Conn over the Apache driver.
type driver struct {
	session *gocql.Session
	dialer  *dialer
	timeout time.Duration
}

// Open connects to the first contact point that answers and learns of its peers. It blocks at most ConnectTimeout a
// contact point and a peer. The error says which address failed and why; see Explain for words.
func Open(ctx context.Context, cfg Config) (Conn, error) {
	cfg = cfg.withDefaults()
	d := &dialer{cfg: &cfg, failed: map[string]error{}}
	opened := make(chan result, 1)
	go func() { // CreateSession takes no context: if it outlasts ours, it is closed where it ends
		s, err := clusterConfig(&cfg, d).CreateSession()
		opened <- result{s, err}
	}()
	select {
	case r := <-opened:
		if r.err != nil {
			return nil, openError(&cfg, d, r.err)
		}
		return &driver{session: r.session, dialer: d, timeout: cfg.Timeout}, nil
	case <-ctx.Done():
		go func() {
			if r := <-opened; r.session != nil {
				r.session.Close()
			}
		}()
		return nil, fmt.Errorf("connect to %v: %w", cfg.Hosts, ctx.Err())
	}
}

type result struct {
	session *gocql.Session
	err     error
}

func (c Config) withDefaults() Config {
	if c.Port == 0 {
		c.Port = defaultPort
	}
	if c.ConnectTimeout == 0 {
		c.ConnectTimeout = defaultConnectTimeout
	}
	if c.Timeout == 0 {
		c.Timeout = defaultTimeout
	}
	if c.Dial == nil {
		c.Dial = (&net.Dialer{KeepAlive: 15 * time.Second}).DialContext
	}
	return c
}

// longestStatement bounds what no deadline bounds.
const longestStatement = 20 * time.Second

func clusterConfig(cfg *Config, d *dialer) *gocql.ClusterConfig {
	c := gocql.NewCluster(cfg.Hosts...)
	c.Port = cfg.Port
	c.Consistency = gocql.LocalOne
	c.NumConns = 1
	c.PageSize = 5000
	c.NextPagePrefetch = 0
	c.RetryPolicy = nil
	c.DefaultTimestamp = false   // we never write
	c.Timeout = longestStatement // each statement has a deadline of its own
	c.ConnectTimeout, c.WriteTimeout = cfg.ConnectTimeout, cfg.Timeout
	c.ReconnectInterval = 5 * time.Second
	c.ReconnectionPolicy = &gocql.ConstantReconnectionPolicy{MaxRetries: 1, Interval: time.Second}
	c.MaxWaitSchemaAgreement = time.Second
	c.Metadata.CacheMode = gocql.Disabled // reading the schema is our own probe
	c.HostDialer, c.ConnectObserver = d, d
	if cfg.User != "" {
		c.Authenticator = gocql.PasswordAuthenticator{Username: cfg.User, Password: cfg.Password,
			AllowedAuthenticators: nil}
	}
	return c
}

// openError prefers what our dialer saw to the driver's summary, which loses the cause.
func openError(cfg *Config, d *dialer, err error) error {
	for _, h := range cfg.Hosts {
		host, port, splitErr := net.SplitHostPort(h)
		if splitErr != nil {
			host, port = h, strconv.Itoa(cfg.Port)
		}
		for _, ip := range lookup(host) {
			if seen := d.last(net.JoinHostPort(ip, port)); seen != nil {
				return fmt.Errorf("connect to %s: %w", net.JoinHostPort(host, port), seen)
			}
		}
	}
	return fmt.Errorf("connect to %v: %w", cfg.Hosts, err)
}

func lookup(host string) []string {
	if ip := net.ParseIP(host); ip != nil {
		return []string{ip.String()}
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	addresses, err := net.DefaultResolver.LookupHost(ctx, host)
	if err != nil {
		return nil
	}
	return addresses
}

// Query implements Conn. The driver prepares each distinct text once a node, so texts are few and use bind markers.
func (c *driver) Query(ctx context.Context, hostID, statement string, args ...any) ([]Row, error) {
	if _, given := ctx.Deadline(); !given {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.timeout)
		defer cancel()
	}
	q := c.session.Query(statement, args...)
	if hostID != "" {
		q = q.SetHostID(hostID)
	}
	iter := q.IterContext(ctx)
	var rows []Row
	for len(rows) <= MaxRows {
		row := Row{}
		if !iter.MapScan(row) {
			break
		}
		rows = append(rows, row)
	}
	if err := iter.Close(); err != nil {
		return nil, err
	}
	if len(rows) > MaxRows {
		return nil, fmt.Errorf("%s: %w", statement, ErrTooManyRows)
	}
	if answered := iter.Host(); hostID != "" && answered != nil && answered.HostID() != hostID {
		return nil, fmt.Errorf("asked %s, heard %s: %w", hostID, answered.HostID(), ErrWrongNode)
	}
	return rows, nil
}

// LastDialError implements Conn.
func (c *driver) LastDialError(address string) string {
	if err := c.dialer.last(address); err != nil {
		return explainDial(err)
	}
	return ""
}

// Protocol implements Conn. The driver does not tell; 0.
func (c *driver) Protocol() int { return 0 }

// Close implements Conn. It waits for the driver's own goroutines.
func (c *driver) Close() { c.session.Close() }

// IsNoConnection reports whether a statement failed because there is no connection to its node.
func IsNoConnection(err error) bool {
	return errors.Is(err, gocql.ErrNoConnections) || errors.Is(err, gocql.ErrConnectionClosed) ||
		errors.Is(err, gocql.ErrNoConnectionsStarted)
}

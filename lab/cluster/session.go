package cluster

import (
	"context"
	"fmt"
	"time"

	gocql "github.com/apache/cassandra-gocql-driver/v2"
)

// The superuser Cassandra makes by itself (CassandraRoleManager).
const (
	superuser         = "cassandra"
	superuserPassword = "cassandra"
)

const (
	queryTimeout   = 10 * time.Second
	connectTimeout = 5 * time.Second
	peersPoll      = 300 * time.Millisecond
)

// Login is how a session presents itself.
type Login struct {
	// User and Password matter with --auth; no User means the superuser.
	User, Password string
	// TLS encrypts; ClientCert also shows the client's certificate.
	TLS, ClientCert bool
}

// Session opens a session to all nodes as the superuser, without encryption.
func (c *Cluster) Session() (*gocql.Session, error) {
	return c.SessionAs(Login{}, c.Addresses()...)
}

// SessionAs opens a CQL session to hosts. Consistency is ONE: the lab must go
// on with a node stopped.
func (c *Cluster) SessionAs(login Login, hosts ...string) (*gocql.Session, error) {
	return connect(c.config(login, hosts))
}

func (c *Cluster) config(login Login, hosts []string) *gocql.ClusterConfig {
	cfg := gocql.NewCluster(hosts...)
	cfg.Timeout, cfg.ConnectTimeout = queryTimeout, connectTimeout
	cfg.Consistency = gocql.One
	cfg.NumConns = 1
	// Full would read the whole schema at every DDL statement.
	cfg.Metadata.CacheMode = gocql.KeyspaceOnly
	cfg.PoolConfig.HostSelectionPolicy = gocql.TokenAwareHostPolicy(
		gocql.RoundRobinHostPolicy(), gocql.ShuffleReplicas())
	if login.User == "" {
		login.User, login.Password = superuser, superuserPassword
	}
	if c.Options.Auth {
		cfg.Authenticator = gocql.PasswordAuthenticator{Username: login.User, Password: login.Password}
	}
	if login.TLS {
		cfg.SslOpts = &gocql.SslOptions{CaPath: c.tlsPath("ca.pem"), EnableHostVerification: true}
		if login.ClientCert {
			cfg.SslOpts.CertPath, cfg.SslOpts.KeyPath = c.tlsPath("client.pem"), c.tlsPath("client.key")
		}
	}
	return cfg
}

func connect(cfg *gocql.ClusterConfig) (*gocql.Session, error) {
	s, err := cfg.CreateSession()
	if err != nil {
		return nil, fmt.Errorf("connect to %v: %w", cfg.Hosts, err)
	}
	return s, nil
}

// waitPeers waits until every node lists all the others with a schema version:
// gossip lags behind a join, and a statement sent before would miss replicas.
func (c *Cluster) waitPeers(ctx context.Context) error {
	if c.Options.Nodes == 1 && !c.Options.Auth {
		return nil
	}
	for {
		err := c.peersKnown(ctx)
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("wait for the nodes to know each other: %w (last: %w)", ctx.Err(), err)
		case <-time.After(peersPoll):
		}
	}
}

func (c *Cluster) peersTable() string {
	if c.Spec.VirtualTables {
		return "peers_v2"
	}
	return "peers"
}

// peersKnown also proves that the login works: the superuser is made by a task
// that runs a while after the start.
func (c *Cluster) peersKnown(ctx context.Context) error {
	s, err := c.Session()
	if err != nil {
		return err
	}
	defer s.Close()
	hosts := s.GetHosts()
	up := 0
	for _, h := range hosts {
		var peers int
		q := s.Query("SELECT count(*) FROM system." + c.peersTable()).SetHostID(h.HostID())
		if err := q.ScanContext(ctx, &peers); err != nil {
			return fmt.Errorf("read the peers of %s: %w", h.ConnectAddress(), err)
		}
		if peers == c.Options.Nodes-1 {
			up++
		}
	}
	if up != c.Options.Nodes {
		return fmt.Errorf("%d of %d nodes know all others", up, c.Options.Nodes)
	}
	return nil
}

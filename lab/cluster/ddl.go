package cluster

import (
	"context"
	"errors"
	"fmt"
	"time"

	gocql "github.com/apache/cassandra-gocql-driver/v2"

	"github.com/partop/partop/lab/node"
)

// errNoneRunning means that there is nobody to send a schema change to.
var errNoneRunning = errors.New("no node is running")

// DDL runs schema statements on one node, in order, and waits once at the end
// until all nodes agree. Left to itself the driver waits after each statement,
// about a second every time, as nodes tell schema versions by gossip only.
func (c *Cluster) DDL(ctx context.Context, statements []string) error {
	host, err := c.firstRunning()
	if err != nil {
		return err
	}
	cfg := c.config(Login{}, []string{host})
	cfg.MaxWaitSchemaAgreement = time.Nanosecond
	cfg.Metadata.CacheMode = gocql.Disabled
	s, err := connect(cfg)
	if err != nil {
		return err
	}
	defer s.Close()
	id, err := hostID(s, host)
	if err != nil {
		return err
	}
	for _, stmt := range statements {
		if err := s.Query(stmt).SetHostID(id).ExecContext(ctx); err != nil {
			return fmt.Errorf("%s: %w", stmt, err)
		}
	}
	return c.awaitAgreement(ctx)
}

// firstRunning is any node that can take schema changes: the lab may be used
// with node 1 stopped.
func (c *Cluster) firstRunning() (string, error) {
	for _, n := range c.Nodes() {
		if _, s := n.Status(); s == node.Running {
			return n.Address(), nil
		}
	}
	return "", errNoneRunning
}

func hostID(s *gocql.Session, address string) (string, error) {
	for _, h := range s.GetHosts() {
		if h.ConnectAddress().String() == address {
			return h.HostID(), nil
		}
	}
	return "", fmt.Errorf("%s is not among the nodes the driver found", address)
}

// awaitAgreement uses a session of its own, as DDL's waits for nothing.
func (c *Cluster) awaitAgreement(ctx context.Context) error {
	s, err := c.Session()
	if err != nil {
		return err
	}
	defer s.Close()
	if err := s.AwaitSchemaAgreement(ctx); err != nil {
		return fmt.Errorf("wait for the nodes to agree on the schema: %w", err)
	}
	return nil
}

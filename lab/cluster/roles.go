package cluster

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"time"

	gocql "github.com/apache/cassandra-gocql-driver/v2"
)

// roleStatements make the two people of the trials: one who may read
// everything partop reads, one who may only log in.
var roleStatements = []string{
	"CREATE ROLE IF NOT EXISTS oncall WITH PASSWORD = 'oncall' AND LOGIN = true",
	"CREATE ROLE IF NOT EXISTS plain WITH PASSWORD = 'plain' AND LOGIN = true",
	"GRANT SELECT ON ALL KEYSPACES TO oncall",
	"GRANT SELECT ON KEYSPACE system TO oncall",
	"GRANT SELECT ON KEYSPACE system_distributed TO oncall",
	"GRANT SELECT ON KEYSPACE system_traces TO oncall",
}

func (c *Cluster) roleStatements() []string {
	if !c.Spec.VirtualTables {
		return roleStatements
	}
	return append(slices.Clip(roleStatements), "GRANT SELECT ON KEYSPACE system_views TO oncall")
}

// makeRoles creates the roles; on a fresh lab it first spreads system_auth over
// all nodes, so that logins go on while one of them is down.
func (c *Cluster) makeRoles(ctx context.Context, fresh bool) error {
	s, err := c.Session()
	if err != nil {
		return err
	}
	defer s.Close()
	if fresh && c.Options.Nodes > 1 {
		if err := c.spreadAuth(ctx, s); err != nil {
			return err
		}
	}
	for _, stmt := range c.roleStatements() {
		if err := patiently(ctx, s, stmt); err != nil {
			return err
		}
	}
	c.say("roles: cassandra/cassandra (superuser), oncall/oncall (reads all), plain/plain (login only)")
	return nil
}

// spreadAuth raises the replication of system_auth; the superuser's row, which
// is there already, reaches the new replicas by repair.
func (c *Cluster) spreadAuth(ctx context.Context, s *gocql.Session) error {
	stmt := fmt.Sprintf("ALTER KEYSPACE system_auth WITH replication = "+
		"{'class': 'NetworkTopologyStrategy', 'dc1': %d}", c.ReplicationFactor())
	if err := patiently(ctx, s, stmt); err != nil {
		return err
	}
	var log bytes.Buffer
	if err := c.Nodetool(ctx, 1, &log, "repair", "--full", "system_auth"); err != nil {
		return fmt.Errorf("%w: %s", err, log.String())
	}
	return nil
}

const (
	// roleAttempts outlast nodes that have just started on a crowded machine;
	// every statement here may safely run twice.
	roleAttempts = 6
	rolePause    = 3 * time.Second
)

func patiently(ctx context.Context, s *gocql.Session, stmt string) error {
	for attempt := 1; ; attempt++ {
		err := s.Query(stmt).ExecContext(ctx)
		if err == nil {
			return nil
		}
		if attempt == roleAttempts || ctx.Err() != nil {
			return fmt.Errorf("%s: %w", stmt, err)
		}
		select {
		case <-time.After(rolePause):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

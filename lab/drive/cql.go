package drive

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	gocql "github.com/apache/cassandra-gocql-driver/v2"

	"github.com/partop/partop/lab/scenario"
)

// CQL runs operations through a driver session; it is an Executor and a
// scenario.Asker.
type CQL struct {
	Session *gocql.Session
	// DDL runs schema statements, all on one node and in order.
	DDL func(ctx context.Context, statements []string) error
	// FlushTables is called with a keyspace and perhaps a table.
	FlushTables func(ctx context.Context, keyspaceAndTables ...string) error
	// Addresses are the nodes' in order, for operations meant for one node.
	Addresses []string
}

// Create makes the scenario's keyspaces and tables anew: what an earlier load
// left would falsify the truth.
func (c CQL) Create(ctx context.Context, s scenario.Scenario, p scenario.Params) error {
	var ddl []string
	for _, k := range s.Keyspaces {
		ddl = append(ddl, "DROP KEYSPACE IF EXISTS "+k, p.KeyspaceDDL(k))
	}
	if err := c.DDL(ctx, append(ddl, s.Schema...)); err != nil {
		return fmt.Errorf("create the tables of %s: %w", s.Name, err)
	}
	return nil
}

const (
	// loadAttempts outlast a node that stands still for a while, as JVMs on
	// a crowded machine do; every load statement may safely run twice.
	loadAttempts = 5
	retryPause   = 2 * time.Second
)

// Exec implements Executor and tries again when the cluster does not answer.
func (c CQL) Exec(ctx context.Context, ops []scenario.Op) error {
	for attempt := 1; ; attempt++ {
		err := c.exec(ctx, ops)
		if err == nil || attempt == loadAttempts || ctx.Err() != nil {
			return err
		}
		if err := sleep(ctx, retryPause); err != nil {
			return err
		}
	}
}

// exec sends an unlogged batch, which within one partition is one mutation.
func (c CQL) exec(ctx context.Context, ops []scenario.Op) error {
	if len(ops) == 1 {
		return c.Session.Query(ops[0].CQL, ops[0].Args...).ExecContext(ctx)
	}
	b := c.Session.Batch(gocql.UnloggedBatch)
	for _, op := range ops {
		b.Query(op.CQL, op.Args...)
	}
	return b.ExecContext(ctx)
}

// Flush implements Executor.
func (c CQL) Flush(ctx context.Context, table string) error {
	return c.FlushTables(ctx, strings.Split(table, ".")...)
}

// Ask implements scenario.Asker.
func (c CQL) Ask(ctx context.Context, cql string, args ...any) (int, bool, error) {
	var v int
	err := c.Session.Query(cql, args...).ScanContext(ctx, &v)
	if errors.Is(err, gocql.ErrNotFound) {
		return 0, false, nil
	}
	return v, err == nil, err
}

// Do runs one traffic operation and reads all it returns.
func (c CQL) Do(ctx context.Context, op scenario.Op) error {
	q := c.Session.Query(op.CQL, op.Args...)
	if op.Kind != scenario.Read {
		return q.ExecContext(ctx)
	}
	if id := c.hostID(op.Node); id != "" {
		q = q.SetHostID(id)
	}
	iter := q.IterContext(ctx)
	for scanner := iter.Scanner(); scanner.Next(); {
	}
	return iter.Close()
}

// hostID is the host id of a node, counted from 1; empty for node 0 or one that
// is not there.
func (c CQL) hostID(node int) string {
	if node < 1 || node > len(c.Addresses) {
		return ""
	}
	for _, h := range c.Session.GetHosts() {
		if h.ConnectAddress().String() == c.Addresses[node-1] {
			return h.HostID()
		}
	}
	return ""
}

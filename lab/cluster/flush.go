package cluster

import (
	"context"
	"errors"
	"strconv"

	"github.com/partop/partop/lab/node"
)

// Flush writes memtables to SSTables on every running node, of everything or
// of a keyspace and its tables. One node after another: a JVM each costs a core.
func (c *Cluster) Flush(ctx context.Context, keyspaceAndTables ...string) error {
	return c.EachNodetool(ctx, append([]string{"flush"}, keyspaceAndTables...)...)
}

// EachNodetool runs one nodetool command on every running node in turn.
func (c *Cluster) EachNodetool(ctx context.Context, args ...string) error {
	var errs error
	for _, n := range c.Nodes() {
		if _, s := n.Status(); s != node.Running {
			continue
		}
		errs = errors.Join(errs, c.Nodetool(ctx, n.Index, c.Out, args...))
	}
	return errs
}

// Throttle sets the compaction limit of every running node, MiB/s; 0 leaves it
// alone. A node forgets it when it restarts.
func (c *Cluster) Throttle(ctx context.Context, mibPerSecond int) error {
	if mibPerSecond == 0 {
		return nil
	}
	return c.EachNodetool(ctx, "setcompactionthroughput", strconv.Itoa(mibPerSecond))
}

package probes

import (
	"context"
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/probes/cql"
)

// ping is the cheapest statement there is and tells four things: the node answers, the connection is pinned to the node that
// we think (host_id), which schema it has, and what its clock says.
func ping() Probe {
	b := base{
		id: "cql.ping", kind: cluster.NodeReached, every: 6 * time.Second,
		statement: "SELECT host_id, schema_version, release_version, toTimestamp(now()) AS clock FROM system.local",
	}
	b.run = func(ctx context.Context, t *Target, b *base, emit cluster.Emit) error {
		start := t.Now()
		rows, err := t.Conn.Query(ctx, string(t.Node), b.statement)
		if err != nil {
			return err
		}
		if len(rows) != 1 || rows[0].Text("host_id") != string(t.Node) {
			return cql.ErrWrongNode
		}
		v := &cluster.Reached{RoundTripMicros: t.Now().Sub(start).Microseconds(), Clock: rows[0].Time("clock")}
		emit([]cluster.Reading{b.reading(t, start, v)})
		return nil
	}
	return &b
}

// CapabilitiesID is the probe that tells what a node offers; its failure tells something too.
const CapabilitiesID = "cql.capabilities"

// capabilities lists the virtual tables of a node: features are detected, never guessed from a version alone.
func capabilities() Probe {
	return whole(base{
		id: CapabilitiesID, kind: cluster.NodeCapabilities, every: 5 * time.Minute,
		statement: "SELECT keyspace_name, table_name FROM system_virtual_schema.tables",
	}, func(_ *Target, rows []cql.Row) cluster.Value {
		c := &cluster.Capabilities{}
		for _, r := range rows {
			c.VirtualTables = append(c.VirtualTables, r.Text("keyspace_name")+"."+r.Text("table_name"))
		}
		return c
	})
}

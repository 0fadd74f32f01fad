package probes

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/probes/cql"
)

// keptCompactions bounds what is kept of the history: the newest, which explain the present.
const keptCompactions = 200

// compactionHistory reads a node-local table of up to a week. It has no order to read by, hence the LIMIT and the
// slow interval.
func compactionHistory() Probe {
	return whole(base{
		id: "cql.compaction_history", kind: cluster.NodeCompactionHistory, every: time.Minute,
		statement: "SELECT keyspace_name, columnfamily_name, compacted_at, bytes_in, bytes_out FROM system.compaction_history LIMIT 2000",
	}, func(_ *Target, rows []cql.Row) cluster.Value {
		v := &cluster.CompactionHistory{}
		for _, r := range rows {
			v.Entries = append(v.Entries, cluster.CompactionRecord{
				Table:       cluster.TableID{Keyspace: r.Text("keyspace_name"), Name: r.Text("columnfamily_name")},
				CompactedAt: r.Time("compacted_at"), BytesIn: r.Int("bytes_in"), BytesOut: r.Int("bytes_out"),
			})
		}
		slices.SortFunc(v.Entries, func(a, b cluster.CompactionRecord) int { return b.CompactedAt.Compare(a.CompactedAt) })
		v.Entries = v.Entries[:min(len(v.Entries), keptCompactions)]
		return v
	})
}

// topPartitions reads what full repairs left behind (4.1 on), saved hourly: old, but it names keys. Where there are no
// virtual tables it asks for ScyllaDB's tables of large data instead, of which a Cassandra before 4.0 has none either.
func topPartitions() Probe {
	return &topProbe{base{
		id: "cql.top_partitions", kind: cluster.NodeTopPartitions, every: 5 * time.Minute,
		statement: "SELECT * FROM system.top_partitions LIMIT 1000",
	}}
}

type topProbe struct{ base }

// largeStatements are of ScyllaDB. BYPASS CACHE keeps its cache for others.
func largeStatements() []string {
	return []string{
		"SELECT * FROM system.large_partitions LIMIT 1000 BYPASS CACHE",
		"SELECT * FROM system.large_rows LIMIT 1000 BYPASS CACHE",
		"SELECT * FROM system.large_cells LIMIT 1000 BYPASS CACHE",
	}
}

// Statements implements Probe.
func (p *topProbe) Statements() []string { return append([]string{p.statement}, largeStatements()...) }

// Run implements Probe.
func (p *topProbe) Run(ctx context.Context, t *Target, emit cluster.Emit) error {
	start := t.Now()
	v, err := p.ask(ctx, t)
	if err != nil {
		emit([]cluster.Reading{p.unknown(t, t.explain(err), start)})
		return err
	}
	slices.SortStableFunc(v.Entries, func(a, b cluster.TopPartition) int { return cmp.Compare(b.Value, a.Value) })
	emit([]cluster.Reading{p.reading(t, start, v)})
	return nil
}

func (p *topProbe) ask(ctx context.Context, t *Target) (*cluster.TopPartitions, error) {
	v := &cluster.TopPartitions{}
	if t.Capabilities != nil && len(t.Capabilities.VirtualTables) == 0 {
		for _, statement := range largeStatements() {
			rows, err := t.Conn.Query(ctx, string(t.Node), statement)
			if err != nil {
				return nil, err
			}
			for _, r := range rows {
				v.Entries = append(v.Entries, largeEntries(r)...)
			}
		}
		v.Large = true
		return v, nil
	}
	rows, err := t.Conn.Query(ctx, string(t.Node), p.statement)
	for _, r := range rows {
		v.Entries = append(v.Entries, topEntries(r)...)
	}
	return v, err
}

// largeEntries reads a row of any of ScyllaDB's three tables. Dead rows and range tombstones are counted in newer versions.
func largeEntries(r cql.Row) []cluster.TopPartition {
	e := cluster.TopPartition{
		Table: cluster.TableID{Keyspace: r.Text("keyspace_name"), Name: r.Text("table_name")},
		Key:   r.Text("partition_key"), Updated: r.Time("compaction_time"),
	}
	large := func(by string, size int64, parts ...string) cluster.TopPartition {
		one := e
		one.By, one.Value, one.Part = by, size, strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), " ")
		return one
	}
	switch {
	case r["cell_size"] != nil:
		return []cluster.TopPartition{large("CELLS", r.Int("cell_size"), r.Text("clustering_key"), r.Text("column_name"))}
	case r["row_size"] != nil:
		return []cluster.TopPartition{large("ROWS", r.Int("row_size"), r.Text("clustering_key"))}
	}
	out := []cluster.TopPartition{large("SIZES", r.Int("partition_size"))}
	if dead := r.Int("range_tombstones") + r.Int("dead_rows"); dead > 0 {
		out = append(out, large("TOMBSTONES", dead))
	}
	return out
}

// topEntries reads the column "top", a list of (key, value) tuples. The driver gives tuples as slices of their parts.
func topEntries(r cql.Row) []cluster.TopPartition {
	list, _ := r["top"].([][]any)
	out := make([]cluster.TopPartition, 0, len(list))
	for _, tuple := range list {
		if len(tuple) != 2 {
			continue
		}
		key, _ := tuple[0].(string)
		value, _ := tuple[1].(int64)
		out = append(out, cluster.TopPartition{
			Table: cluster.TableID{Keyspace: r.Text("keyspace_name"), Name: r.Text("table_name")},
			By:    r.Text("top_type"), Key: key, Value: value, Updated: r.Time("last_update"),
		})
	}
	return out
}

// tablesATurn bounds how many tables one turn of a table-by-table probe asks for; the next turn takes the next ones.
const tablesATurn = 20

// rotating is a probe that asks table by table, a few a turn.
type rotating struct {
	base
	older string          // the statement of versions without the virtual keyspaces
	empty cluster.Unknown // what it means that one returned no value
	one   func(ctx context.Context, t *Target, statement string, table cluster.TableID) (cluster.Value, error)
}

// Statements implements Probe.
func (p *rotating) Statements() []string { return []string{p.statement, p.older} }

// Run implements Probe: the turn is told by the clock, so that the probe itself keeps nothing.
func (p *rotating) Run(ctx context.Context, t *Target, emit cluster.Emit) error {
	statement := p.statement
	if p.older != "" && (t.Capabilities == nil || len(t.Capabilities.VirtualTables) == 0) {
		statement = p.older
	}
	round := p.every * time.Duration(turns(len(t.Tables)))
	var out []cluster.Reading
	for _, table := range turn(t.Tables, t.Now(), p.every) {
		start := t.Now()
		v, err := p.one(ctx, t, statement, table)
		r := p.reading(t, start, v)
		r.Table, r.Exactness = table, cluster.Estimate
		r.From = r.To.Add(-round) // a table's own interval is a whole round of turns
		if err != nil {
			u := t.explain(err)
			r.Value, r.Unknown = nil, &u
			emit(append(out, r))
			return fmt.Errorf("%s of %s: %w", p.id, table, err)
		}
		if v == nil {
			r.Unknown = &p.empty
		}
		out = append(out, r)
	}
	if len(out) > 0 {
		emit(out)
	}
	return nil
}

// turns is how many turns a round of all tables takes.
func turns(tables int) int { return max(1, (tables+tablesATurn-1)/tablesATurn) }

func turn(tables []cluster.TableID, now time.Time, every time.Duration) []cluster.TableID {
	if len(tables) <= tablesATurn {
		return tables
	}
	i := int(now.UnixNano()/int64(every)%int64(turns(len(tables)))) * tablesATurn
	return tables[i:min(len(tables), i+tablesATurn)]
}

// sizeEstimates sums the primary ranges only: other range types repeat the same partitions once a replica.
func sizeEstimates() Probe {
	p := &rotating{
		base: base{
			id: "cql.size_estimates", kind: cluster.TableSizeEstimate, every: 30 * time.Second,
			statement: "SELECT partitions_count, mean_partition_size FROM system.table_estimates" +
				" WHERE keyspace_name = ? AND table_name = ? AND range_type = 'local_primary'",
		},
		older: "SELECT partitions_count, mean_partition_size FROM system.size_estimates" +
			" WHERE keyspace_name = ? AND table_name = ?",
		empty: cluster.Unknown{Reason: "not estimated yet", Remedy: "the node renews its estimates every 5 minutes"},
	}
	p.one = func(ctx context.Context, t *Target, statement string, table cluster.TableID) (cluster.Value, error) {
		rows, err := t.Conn.Query(ctx, string(t.Node), statement, table.Keyspace, table.Name)
		if err != nil {
			return nil, err
		}
		v := &cluster.SizeEstimate{Ranges: len(rows)}
		for _, r := range rows {
			v.Partitions += r.Int("partitions_count")
			v.MeanPartitionBytes = max(v.MeanPartitionBytes, r.Float("mean_partition_size"))
		}
		if v.Partitions == 0 {
			return nil, nil // no row, or rows of before the first flush: not an estimate of none
		}
		return v, nil
	}
	return p
}

// repairHistory reads replicated data, so one node's answer would do for all; it is asked of each in turn so that it
// survives a node that is gone. One partition a table, newest sessions first (id is a timeuuid).
func repairHistory() Probe {
	p := &rotating{base: base{
		id: "cql.repair_history", kind: cluster.TableLastRepair, every: 5 * time.Minute,
		statement: "SELECT status, finished_at FROM system_distributed.repair_history" +
			" WHERE keyspace_name = ? AND columnfamily_name = ? ORDER BY id DESC LIMIT 50",
	}}
	p.one = func(ctx context.Context, t *Target, statement string, table cluster.TableID) (cluster.Value, error) {
		rows, err := t.Conn.Query(ctx, string(t.Node), statement, table.Keyspace, table.Name)
		if err != nil {
			return nil, err
		}
		v := &cluster.RepairSummary{Sessions: len(rows)}
		for _, r := range rows {
			at := r.Time("finished_at")
			switch {
			case r.Text("status") == "SUCCESS" && at.After(v.LastSuccess):
				v.LastSuccess = at
			case r.Text("status") == "FAILED" && at.After(v.LastFailure):
				v.LastFailure = at
			}
		}
		return v, nil
	}
	return p
}

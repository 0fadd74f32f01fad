package probes

import (
	"context"
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/probes/cql"
)

// tableMetrics are the system_views tables with one row a table (TableMetricTables). A node builds all rows whatever
// is asked for, so each is read whole, once an interval: about 2.5 ms of its CPU for 170 tables. Where JMX tells of the busy
// tables what a table says, it is left for the others.
func tableMetrics() []Probe {
	const hot, warm, cold, frozen = 5 * time.Second, 15 * time.Second, 30 * time.Second, time.Minute
	return []Probe{
		perTable("tombstones_per_read", cluster.TableTombstonesPerRead, hot, cold, cluster.AtMost, decodeDecaying),
		perTable("local_read_latency", cluster.TableLocalReadLatency, hot, warm, cluster.AtMost, decodeLatency),
		perTable("local_write_latency", cluster.TableLocalWriteLatency, hot, warm, cluster.AtMost, decodeLatency),
		perTable("local_scan_latency", cluster.TableLocalScanLatency, warm, cold, cluster.AtMost, decodeLatency),
		perTable("disk_usage", cluster.TableDiskUsage, warm, frozen, cluster.AtMost, decodeMebibytes),
		perTable("max_partition_size", cluster.TableMaxPartition, frozen, frozen, cluster.AtMost, decodeMebibytes),
		perTable("rows_per_read", cluster.TableRowsPerRead, cold, frozen, cluster.AtMost, decodeDecaying),
		perTable("coordinator_read_latency", cluster.TableCoordinatorReadLatency, cold, cold, cluster.AtMost, decodeLatency),
		perTable("coordinator_scan_latency", cluster.TableCoordinatorScanLatency, frozen, frozen, cluster.AtMost, decodeLatency),
		perTable("coordinator_write_latency", cluster.TableCoordinatorWriteLatency, frozen, frozen, cluster.AtMost, decodeLatency),
		perTable("max_sstable_size", cluster.TableMaxSSTable, frozen, frozen, cluster.AtMost, decodeMebibytes),
	}
}

func perTable(table string, kind cluster.Kind, every, besideJMX time.Duration, e cluster.Exactness,
	decode func(*Target, cql.Row) cluster.Value) Probe {
	b := base{
		id: "cql." + table, kind: kind, every: every, besideJMX: besideJMX, table: "system_views." + table,
		statement: "SELECT * FROM system_views." + table,
	}
	b.run = func(ctx context.Context, t *Target, b *base, emit cluster.Emit) error {
		start := t.Now()
		rows, err := t.Conn.Query(ctx, string(t.Node), b.statement)
		if err != nil {
			return err
		}
		head := b.reading(t, start, nil)
		head.Exactness, head.Cost.Rows = e, int64(len(rows))
		out := make([]cluster.Reading, len(rows))
		for i, row := range rows {
			out[i] = head
			out[i].Table = cluster.TableID{Keyspace: row.Text("keyspace_name"), Name: row.Text("table_name")}
			out[i].Value = decode(t, row)
		}
		if len(out) > 0 {
			emit(out)
		}
		return nil
	}
	return &b
}

func decodeDecaying(_ *Target, r cql.Row) cluster.Value {
	return &cluster.Decaying{Count: r.Int("count"), P50: r.Float("p50th"), P99: r.Float("p99th"), Max: r.Float("max")}
}

// decodeLatency knows that the columns named _ms hold milliseconds in 4.0 and seconds from 4.1 on: timers moved from
// nanoseconds to microseconds there and TableMetricTables still multiplies by NS_TO_MS. Both are rounded to three
// decimals, which leaves a step of 1 µs in 4.0 and of 1 ms since.
func decodeLatency(t *Target, r cql.Row) cluster.Value {
	micros := 1000.0
	if atLeast(t.Release, 4, 1) {
		micros = 1_000_000
	}
	return &cluster.Latency{
		Count: r.Int("count"), PerSecond: r.Float("per_second"), ResolutionMicros: micros / 1000,
		P50Micros: r.Float("p50th_ms") * micros, P99Micros: r.Float("p99th_ms") * micros, MaxMicros: r.Float("max_ms") * micros,
	}
}

// decodeMebibytes reads whole MiB, rounded up.
func decodeMebibytes(_ *Target, r cql.Row) cluster.Value {
	return &cluster.Size{Bytes: r.Int("mebibytes") << 20}
}

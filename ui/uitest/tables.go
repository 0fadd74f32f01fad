package uitest

import (
	"fmt"
	"time"

	"github.com/partop/partop/internal/cluster"
)

// load is what a table of the fixture does on each node.
type load struct {
	id                         cluster.TableID
	reads, writes              float64 // a second, on the busiest node
	readP50, readP99, writeP99 float64 // µs
	tombs                      float64 // p99 per read
	maxPart, disk              int64   // bytes
	parts                      int64
	mean                       float64
	rows                       float64
	busiest                    int // number of the node that gets most of it
	strategy                   string
	ttl, grace                 int
}

// Tables of the fixture by name, for tests.
func id(name string) cluster.TableID {
	t, _ := cluster.ParseTableID(name)
	return t
}

// tables has one table for each thing that a screen must bring out, and some that are merely there.
func (f *feeder) tables() []load {
	const mib, gib = 1 << 20, 1 << 30
	// Figures are those of the sketches that the screens were designed from, as far as they are possible
	// together.
	out := []load{
		{id("jobs.queue"), 41, 12, 190e3, 410e3, 900, 9887, 44 * mib, 4 * gib / 3, 1400, 1 << 20, 3, 1, "SizeTieredCompactionStrategy", 0, 864000},
		{id("orders.by_customer"), 820, 260, 3100, 12e3, 700, 12, 248 * mib, 73 * gib, 10_000_000, 7000, 86, 0, "LeveledCompactionStrategy", 0, 864000},
		{id("telemetry.readings"), 96, 5400, 9000, 38e3, 600, 4, 3200 * mib, 270 * gib, 4_600_000, 64000, 540, 2, "TimeWindowCompactionStrategy", 2592000, 864000},
		{id("users.by_email"), 610, 14, 400, 1100, 300, 1, 1 * mib, 32 * gib, 34_000_000, 900, 1, 0, "SizeTieredCompactionStrategy", 0, 864000},
		{id("users.sessions"), 150, 140, 500, 2100, 320, 24, 1 * mib, 10 * gib, 1_000_000, 3000, 4, 1, "SizeTieredCompactionStrategy", 86400, 3600},
		{id("audit.events"), 2, 310, 2200, 9000, 450, 1, 12 * mib, 400 * gib, 7_600_000, 50000, 70, 0, "TimeWindowCompactionStrategy", 31536000, 864000},
		{id("billing.invoices"), 4, 1, 700, 2500, 300, 1, 2 * mib, 5 * gib, 900_000, 4000, 12, 0, "SizeTieredCompactionStrategy", 0, 864000},
		{id("billing.ledger"), 1, 3, 900, 3100, 380, 1, 6 * mib, 9 * gib, 120_000, 52000, 30, 1, "LeveledCompactionStrategy", 0, 864000},
		{id("catalog.products"), 44, 0, 350, 1200, 0, 2, 1 * mib, gib / 2, 256, 9000, 1, 2, "LeveledCompactionStrategy", 0, 864000},
		{id("catalog.prices_by_region_and_currency_history"), 12, 7, 420, 1900, 310, 3, 9 * mib, 2 * gib, 4096, 31000, 9, 2, "SizeTieredCompactionStrategy", 0, 864000},
		{id("mail.outbox"), 0, 0, 0, 0, 0, 0, 3 * mib, gib / 4, 2048, 11000, 0, 0, "SizeTieredCompactionStrategy", 0, 864000},
		{id("system.local"), 1, 0, 200, 400, 90, 1, 1 * mib, 1 * mib, 128, 300, 1, 0, "SizeTieredCompactionStrategy", 0, 0},
	}
	if f.variant.Hostile {
		out = append(out, load{id("bad.\x1bP0;1|evil\x1b\\\u202egnp"), 3, 1, 300, 900, 100, 5, mib, gib, 128, 100, 1, 0, "SizeTieredCompactionStrategy", 0, 10})
	}
	for i := range f.variant.Extra {
		out = append(out, load{id(fmt.Sprintf("ks%02d.table_%04d", i%17, i)), float64(i % 7), 1, 300, 900, 200, float64(i % 9), mib, gib, 128, 100, 1, i % 3, "UnifiedCompactionStrategy", 0, 864000})
	}
	for i := range out {
		if n, ok := f.variant.Shift[out[i].id.String()]; ok {
			out[i].tombs = float64(n)
		}
	}
	return out
}

// share is how much of a table's traffic a node gets: the busiest all, the others a third.
// No two figures of a table can then agree by chance on all nodes: a test that mixes nodes up fails.
func (l *load) share(n int) float64 {
	if n%3 == l.busiest {
		return 1
	}
	return 1.0 / 3
}

// table counts up with time, so that rates come out as the load says.
func (f *feeder) table(base cluster.Reading, l load, n, i int) {
	seconds := float64(i+1) * Every.Seconds()
	s := l.share(n)
	put := func(k cluster.Kind, e cluster.Exactness, v cluster.Value) {
		r := base
		r.Table, r.Kind, r.Exactness, r.Value = l.id, k, e, v
		f.emit(r)
	}
	// Latencies go up and down by a third, so that charts have something to draw and trends must not be taken
	// for one.
	wobble := 1 + 0.15*float64(i%5-2)
	reads := int64(l.reads * s * seconds)
	put(cluster.TableTombstonesPerRead, cluster.AtMost, &cluster.Decaying{Count: reads, P50: min(l.tombs, 1+l.tombs*s*0.6), P99: l.tombs * ramp(l.tombs, s, i), Max: l.tombs * s * 1.2})
	put(cluster.TableRowsPerRead, cluster.AtMost, &cluster.Decaying{Count: reads, P50: l.rows / 2, P99: l.rows, Max: l.rows * 2})
	put(cluster.TableLocalReadLatency, cluster.AtMost, latency(reads, l.readP50*s, l.readP99*s*wobble))
	put(cluster.TableLocalScanLatency, cluster.AtMost, latency(int64(min(0.2, l.reads)*s*seconds), l.readP50, l.readP99*2))
	put(cluster.TableLocalWriteLatency, cluster.AtMost, latency(int64(l.writes*s*seconds), l.writeP99/3, l.writeP99))
	put(cluster.TableCoordinatorReadLatency, cluster.AtMost, latency(reads/2, l.readP50*1.5, l.readP99*1.3*s))
	if i%6 == 0 {
		base.From = base.To.Add(-6 * Every) // as the slow tier of a live session has it: these are not stale within half a minute
		put(cluster.TableMaxPartition, cluster.AtMost, &cluster.Size{Bytes: l.maxPart})
		put(cluster.TableMaxSSTable, cluster.AtMost, &cluster.Size{Bytes: l.disk / 4})
		put(cluster.TableSizeEstimate, cluster.Estimate, &cluster.SizeEstimate{Partitions: l.parts, MeanPartitionBytes: l.mean, Ranges: 16})
	}
	put(cluster.TableDiskUsage, cluster.AtMost, &cluster.Size{Bytes: l.disk + int64(l.writes)*int64(i)*20_000})
}

// ramp lets a table with tombstones grow them over the observation.
// The curve then has a bend, and "for how long" has an answer.
func ramp(tombs, share float64, i int) float64 {
	if tombs < 1000 {
		return 1
	}
	return share * (0.4 + 0.6*min(1, float64(i)/30))
}

// latency is what a version with whole microseconds prints.
func latency(count int64, p50, p99 float64) *cluster.Latency {
	return &cluster.Latency{Count: count, P50Micros: p50, P99Micros: p99, MaxMicros: p99 * 1.4, ResolutionMicros: 1}
}

// schema holds what the screens show of it.
// One keyspace is enough: no screen shows replication yet.
func (f *feeder) schema(at time.Time) {
	s := &cluster.Schema{Version: "5d2b", Keyspaces: []cluster.KeyspaceSchema{{Name: "jobs", Replication: map[string]string{"eu": "3"}}}}
	for _, l := range f.tables() {
		s.Tables = append(s.Tables, cluster.TableSchema{Table: l.id, ID: "id-" + l.id.Name, GCGraceSeconds: l.grace, DefaultTTLSeconds: l.ttl,
			Compaction:   map[string]string{"class": "org.apache.cassandra.db.compaction." + l.strategy, "compaction_window_size": "1", "compaction_window_unit": "DAYS"},
			PartitionKey: []cluster.ColumnSchema{{Name: "lane", Type: "text"}}})
	}
	f.emit(cluster.Reading{From: at, To: at, Kind: cluster.ClusterSchema, Scope: cluster.WholeCluster, Value: s})
}

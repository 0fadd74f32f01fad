package uitest

import (
	"fmt"
	"time"

	"github.com/partop/partop/internal/cluster"
)

// pools makes the second node the odd one: four times the reads of the others, and a queue.
func pools(n, i int) *cluster.ThreadPools {
	rate := int64(900)
	pending := int64(0)
	if n == 1 {
		rate, pending = 3600, 31
	}
	busy := int64(0)
	if n == 0 {
		busy = 2
	}
	// Completed counts rise by what a round of five seconds does, so that rates come out as the numbers above.
	return &cluster.ThreadPools{Pools: []cluster.ThreadPool{
		{Name: "ReadStage", Active: 4 + pending, ActiveLimit: 32, Pending: pending, Completed: rate * int64(i+1) * 5},
		{Name: "MutationStage", Active: 1, ActiveLimit: 32, Completed: 2100 * int64(i+1) * 5},
		{Name: "CompactionExecutor", Active: busy, ActiveLimit: 2, Pending: busy * 6, Completed: 90},
	}}
}

// tasks run on the first node: two compactions of one table that drain slowly.
// The validation begins halfway, so that a frozen screen of before and one of after differ.
func tasks(n, i int) *cluster.CompactionTasks {
	out := &cluster.CompactionTasks{}
	if n != 0 {
		return out
	}
	orders := id("orders.by_customer")
	const gib = 1 << 30
	out.Tasks = []cluster.CompactionTask{
		{ID: "c1", Table: orders, Kind: "compaction", Progress: 2*gib + int64(i)*Every.Nanoseconds()/1e9*31<<20, Total: 23 * gib, Unit: "bytes", SSTables: 32},
		{ID: "c2", Table: orders, Kind: "compaction", Progress: 1*gib + int64(i)*Every.Nanoseconds()/1e9*12<<20, Total: 9 * gib, Unit: "bytes", SSTables: 11},
	}
	if i > 20 {
		out.Tasks = append(out.Tasks, cluster.CompactionTask{ID: "v1", Table: id("audit.events"), Kind: "validation",
			Progress: int64(i-20) * 1000, Total: 400_000, Unit: "keys"})
	}
	return out
}

// history holds one compaction that purged and one that did not.
// Times are relative to the round, so that FINISHED shows the same ages whenever the fixture is cut off.
func history(at time.Time) *cluster.CompactionHistory {
	const gib = 1 << 30
	return &cluster.CompactionHistory{Entries: []cluster.CompactionRecord{
		{Table: id("users.sessions"), CompactedAt: at.Add(-4 * time.Minute), BytesIn: 3 * gib, BytesOut: gib},
		{Table: id("jobs.queue"), CompactedAt: at.Add(-40 * time.Minute), BytesIn: gib, BytesOut: gib},
	}}
}

// Key is the key that the fixture's repair found largest; tests look for it where it must not be.
const Key = "sensor-f3a1:2026-11"

// topPartitions is a day old, as it would be after a repair at night.
// All nodes tell the same keys: they are replicas of one another, and a sum over them would be three times too
// large.
func (f *feeder) topPartitions(at time.Time) *cluster.TopPartitions {
	t := &cluster.TopPartitions{Entries: []cluster.TopPartition{
		{Table: id("telemetry.readings"), By: "SIZES", Key: Key, Value: 3_300_000_000, Updated: Start().Add(-26 * time.Hour)},
		{Table: id("telemetry.readings"), By: "SIZES", Key: "sensor-77b0:2026-11", Value: 2_300_000_000, Updated: Start().Add(-26 * time.Hour)},
		{Table: id("jobs.queue"), By: "TOMBSTONES", Key: "jobs", Value: 9_999, Updated: Start().Add(-26 * time.Hour)},
	}}
	if f.variant.Hostile {
		t.Entries = append(t.Entries, cluster.TopPartition{Table: id("jobs.queue"), By: "SIZES", Key: "k\x1b]52;c;ZXZpbA==\x07\u202ex", Value: 7 << 20, Updated: at})
	}
	return t
}

// clients includes partop itself: a node lists every connection.
func (f *feeder) clients(n int) *cluster.Clients {
	user := "orders_app"
	if f.variant.Hostile {
		user = "app\x1b[2J"
	}
	c := &cluster.Clients{}
	// The same three addresses on every node: they are three clients and not nine.
	for i := range 3 {
		c.Clients = append(c.Clients, cluster.Client{Address: fmt.Sprintf("10.1.0.%d", 20+i), Port: 40000 + i, Driver: "DataStax Java driver",
			Version: "4.17.0", User: user, Requests: int64(120_000 / (i + 1))})
	}
	c.Clients = append(c.Clients, cluster.Client{Address: fmt.Sprintf("10.2.0.%d", n), Port: 5, Driver: "partop", Version: "dev", User: "ops", Requests: 90})
	return c
}

// queries holds one statement twice and one that is prepared.
func (f *feeder) queries(n, i int) *cluster.Queries {
	q := &cluster.Queries{}
	if n == 1 {
		q.Queries = []cluster.Query{
			{Thread: "t1", Task: "SELECT * FROM jobs.queue WHERE lane = 'jobs' LIMIT 1", RunningMicros: 380_000, QueuedMicros: 2000},
			{Thread: "t2", Task: "SELECT * FROM jobs.queue WHERE lane = 'jobs' LIMIT 1", RunningMicros: 210_000, QueuedMicros: 900},
		}
	}
	if n == 0 {
		q.Queries = []cluster.Query{{Thread: "t1", Task: "EXECUTE 5d41402abc4b2a76b9719d911017c592 with 2 values", RunningMicros: 12_000}}
	}
	if f.variant.Hostile {
		q.Queries = append(q.Queries, cluster.Query{Thread: "x", Task: "SELECT '\x1bPtmux;\x1b\\\u2066'"})
	}
	return q
}

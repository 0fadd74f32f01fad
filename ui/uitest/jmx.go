package uitest

import (
	"time"

	"github.com/partop/partop/cassandra/buckets"
	"github.com/partop/partop/internal/cluster"
)

// jmx is what the nodes tell over JMX in the last minute of the fixture, every five seconds: exact counts, histograms,
// collectors.
func (f *feeder) jmx() {
	end := Start().Add((Rounds - 1) * Every)
	for i := range 13 {
		at := end.Add(time.Duration(i-12) * Every)
		for n, node := range f.nodes() {
			put := func(k cluster.Kind, table cluster.TableID, v cluster.Value) {
				f.emit(cluster.Reading{From: at.Add(-Every), To: at, Node: node, Table: table, Kind: k, Source: cluster.SourceJMX, Value: v})
			}
			put(cluster.NodeJMX, cluster.TableID{}, &cluster.JMXAccess{Tier: cluster.TierSample, Release: "5.0.6"})
			put(cluster.NodePendingCompactions, cluster.TableID{}, &cluster.Number{N: int64(100 / (n*20 + 1))})
			put(cluster.NodeGC, cluster.TableID{}, &cluster.GC{CollectionMillis: int64(i * 100 * (n + 1)), Collections: int64(i)})
			for t, work := range f.tables() {
				put(cluster.TableWorkRow, work.id, workOf(work.id, t, i))
			}
			put(cluster.TableTombstoneHistogram, id("jobs.queue"), histogram("tombstones", 165, map[int]int64{
				0: 100_000 + int64(i)*200, 12: int64(i) * 40, 43: 30 + int64(i)*80}))
			put(cluster.TableFragmentSizes, id("telemetry.readings"), histogram("bytes", 156, map[int]int64{
				25: 900, 42: 5200, 55: 15_800, 68: 9400, 80: 4100, 92: 610, 99: 118, 104: 9, 112: 3}))
			put(cluster.TableFragmentCells, id("telemetry.readings"), histogram("cells", 119, map[int]int64{5: 9000, 30: 20_000, 60: 7000}))
		}
	}
}

func workOf(table cluster.TableID, t, i int) *cluster.TableWork {
	w := cluster.NewTableWork()
	w.Reads, w.ReadMicros = cluster.Count(i*500/(t+1)), cluster.Count(i*2_000_000/(t+1))
	w.Writes, w.WriteMicros = cluster.Count(i*300/(t+1)), cluster.Count(i*10_000/(t+1))
	w.Scans, w.ScanMicros, w.OverWarnings, w.OverFailures, w.SSTables = 0, 0, 0, 0, cluster.Count(9+t)
	if table == id("jobs.queue") {
		w.OverWarnings, w.ReadMicros = cluster.Count(i*20), cluster.Count(i*9_000_000)
	}
	return w
}

// histogram fills buckets by their number.
func histogram(unit string, n int, filled map[int]int64) *cluster.Buckets {
	counts := make([]int64, n)
	for i, c := range filled {
		counts[i] = c
	}
	h, err := buckets.New(buckets.Layout{Buckets: n, Unit: unit}, counts)
	if err != nil {
		panic(err) // the numbers above are wrong
	}
	return &cluster.Buckets{Histogram: h}
}

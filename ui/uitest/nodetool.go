package uitest

import (
	"fmt"
	"time"

	"github.com/partop/partop/internal/cluster"
)

// HotKey is the key that takes most reads of the fixture's samples; tests look for it where it must not be.
const HotKey = "acme:2026-11"

// nodetool is what the nodes told when nodetool was asked at the end: two windows of keys on two nodes, a refusal of the
// third, and what polling gives.
func (f *feeder) nodetool(at time.Time) {
	for n, node := range f.nodes() {
		base := cluster.Reading{From: at.Add(-10 * time.Second), To: at, Node: node, Source: cluster.SourceNodetool}
		put := func(k cluster.Kind, table cluster.TableID, e cluster.Exactness, v cluster.Value) {
			r := base
			r.Kind, r.Table, r.Exactness, r.Value = k, table, e, v
			f.emit(r)
		}
		put(cluster.NodePendingCompactions, cluster.TableID{}, cluster.Estimate, &cluster.Number{N: int64(131 / (n*n*10 + 1))})
		put(cluster.TablePendingCompactions, id("orders.by_customer"), cluster.Estimate, &cluster.Number{N: int64(120 / (n*n*10 + 1))})
		put(cluster.NodeDropped, cluster.TableID{}, cluster.Exact, &cluster.Dropped{Messages: map[string]int64{"READ_REQ": int64(12 * n), "MUTATION_REQ": 0}})
		put(cluster.TablePercentilesRow, id("telemetry.readings"), cluster.AtMost, &cluster.TablePercentiles{
			PartitionBytes: &cluster.Percentiles{P50: 103, P75: 1131, P95: 103_000, P98: 11_864_000, P99: 103_000_000, Min: 87, Max: 3_300_000_000},
			ReadMicros:     &cluster.Percentiles{P50: 446, P75: 770, P95: 2816, P98: 5722, P99: 9887 + float64(n), Min: 61, Max: 61_214},
		})
		stats := cluster.NewTableStats()
		stats.SSTables, stats.SnapshotBytes, stats.DroppableRatio, stats.RepairedPercent = cluster.Count(40+n), 1<<30, 0.12, 98
		put(cluster.TableStatsRow, id("telemetry.readings"), cluster.Exact, stats)
		if node == A3 {
			r := base
			r.Kind, r.Unknown = cluster.NodeKeySamples, &cluster.Unknown{Reason: "the JMX role may only read attributes, and samplers are operations", Remedy: "a role with readwrite access"}
			f.emit(r)
			continue
		}
		for w := range 2 {
			base.To = at.Add(time.Duration(w-1) * 20 * time.Second)
			base.From = base.To.Add(-10 * time.Second)
			put(cluster.NodeKeySamples, cluster.TableID{}, cluster.Estimate, samples(n, w))
		}
	}
}

// samples are those of one node and window.
func samples(n, w int) *cluster.KeySamples {
	orders, jobs := id("orders.by_customer"), id("jobs.queue")
	row := func(t cluster.TableID, key string, value, err int64) cluster.KeySample {
		return cluster.KeySample{Table: t, Key: key, Value: value, Error: err}
	}
	rows := []cluster.KeySample{row(orders, HotKey, int64(4000+100*n+w), 12), row(orders, "globex:2026-11", 900, 11), row(jobs, "jobs", 41, 0)}
	for i := range 12 {
		rows = append(rows, row(orders, fmt.Sprintf("customer-%02d:2026-11", i), int64(20-i), int64(i)))
	}
	return &cluster.KeySamples{WindowMillis: 10_000, Capacity: 1024, Samplers: []cluster.KeySampler{
		{Name: cluster.SamplerReads, Rows: rows},
		{Name: cluster.SamplerWrites, Rows: []cluster.KeySample{row(orders, "globex:2026-11", 120, 0)}},
		{Name: cluster.SamplerTombstones, Rows: []cluster.KeySample{row(jobs, "jobs", 5000, 0), row(jobs, "jobs", 4998, 0)}},
		{Name: cluster.SamplerReadTime, Rows: []cluster.KeySample{{Table: jobs, Query: "SELECT * FROM jobs.queue WHERE lane = 'jobs' LIMIT 50", Value: 380_000}}},
		{Name: cluster.SamplerCAS},
	}}
}

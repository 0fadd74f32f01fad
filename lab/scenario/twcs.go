package scenario

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"time"
)

// The truths of ttl-twcs: eight hourly windows, one SSTable each. The oldest
// five expire a minute after the load, and could be dropped whole a minute
// (gc_grace_seconds) later, were it not for one row without TTL in the oldest.
const (
	samplesTable    = "metrics.samples"
	windows         = 8
	expiringWindows = 5
	windowLength    = time.Hour
	shortTTL        = 60
	longTTL         = 86_400
	metricNames     = 30
	samplesEach     = 40
	blockingMetric  = "cpu-00"
	samplesInsert   = "INSERT INTO metrics.samples (metric, ts, value) VALUES (?, ?, ?) USING TIMESTAMP ? AND TTL ?"
	samplesForever  = "INSERT INTO metrics.samples (metric, ts, value) VALUES (?, ?, ?) USING TIMESTAMP ?"
)

func ttlTWCS() Scenario {
	return Scenario{
		Name:      "ttl-twcs",
		About:     "metrics.samples: hourly TWCS windows, the five oldest expire after 60 s but a row of cpu-00 without TTL blocks their removal",
		Keyspaces: []string{"metrics"},
		Schema: []string{`CREATE TABLE metrics.samples (
			metric text, ts timestamp, value double, PRIMARY KEY (metric, ts))
			WITH CLUSTERING ORDER BY (ts DESC) AND gc_grace_seconds = 60 AND default_time_to_live = 86400
			AND compaction = {'class': 'TimeWindowCompactionStrategy',
				'compaction_window_unit': 'HOURS', 'compaction_window_size': 1}`},
		Rows:    sampleRows,
		Traffic: sampleTraffic,
	}
}

// sampleRows writes the oldest window first and flushes each one: write times,
// not the moment of writing, decide the window of an SSTable.
func sampleRows(p Params) iter.Seq[Op] {
	return func(yield func(Op) bool) {
		r := p.rng(3)
		newest := p.Now.Truncate(windowLength)
		for w := windows - 1; w >= 0; w-- {
			start := newest.Add(-time.Duration(w) * windowLength)
			for _, op := range windowOps(r, start, w, p.count(samplesEach)) {
				if !yield(op) {
					return
				}
			}
			if !yield(Op{Kind: Flush, Table: samplesTable}) {
				return
			}
		}
	}
}

// windowOps are the rows of the window that lies age windows back.
func windowOps(r *rand.Rand, start time.Time, age, each int) []Op {
	ttl := longTTL
	if age >= windows-expiringWindows {
		ttl = shortTTL
	}
	var ops []Op
	for m := range metricNames {
		for i := range each {
			ops = append(ops, sample(r, metricName(m), start.Add(time.Duration(i)*time.Second), ttl))
		}
	}
	if age == windows-1 {
		ops = append(ops, Op{
			Kind: Insert, Table: samplesTable, Key: blockingMetric,
			// TTL 0 is "no TTL", also against default_time_to_live
			CQL:  samplesForever + " AND TTL 0",
			Args: []any{blockingMetric, start, 0.0, start.UnixMicro()},
		})
	}
	return ops
}

func metricName(m int) string { return fmt.Sprintf("cpu-%02d", m) }

func sample(r *rand.Rand, metric string, at time.Time, ttl int) Op {
	return Op{
		Kind: Insert, Table: samplesTable, Key: metric, CQL: samplesInsert,
		Args: []any{metric, at, r.Float64(), at.UnixMicro(), ttl},
	}
}

// sampleTraffic appends to the newest window.
func sampleTraffic(_ context.Context, p Params, _ Asker) ([]Stream, error) {
	at := p.Now
	return []Stream{
		{Weight: 60, Next: func(r *rand.Rand) Op {
			at = at.Add(10 * time.Millisecond)
			return sample(r, metricName(r.IntN(metricNames)), at, longTTL)
		}},
		{Weight: 40, Next: func(r *rand.Rand) Op {
			m := blockingMetric
			if chance(r, 50) {
				m = metricName(r.IntN(metricNames))
			}
			return Op{
				Kind: Read, Table: samplesTable, Key: m,
				CQL: "SELECT ts, value FROM metrics.samples WHERE metric = ? LIMIT 50", Args: []any{m},
			}
		}},
	}, nil
}

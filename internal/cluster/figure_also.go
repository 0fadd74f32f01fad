package cluster

import (
	"sync"

	"github.com/partop/partop/cassandra/buckets"
)

// way is one more Reading that a figure may rest on, for nodes whose first source does not tell it.
type way struct {
	kind Kind
	read func(*TableState) (float64, bool)
	// exactness is of this way, where it is not that of the Reading: nodetool prints borders of buckets beside counts.
	exactness Exactness
	// alone keeps the way out of a sum in which the first source has a part: the two count different things.
	alone bool
}

// ways are all further ways of all figures. They are asked for figure by figure, table by table and node by node, so they
// are made once.
var ways = sync.OnceValue(func() (out struct{ better, also [figureCount][]way }) {
	for f := range figureCount {
		out.better[f], out.also[f] = betterWays(f), alsoWays(f)
	}
	return out
})

// betterWays lists ways that are exact where the first source only estimates; JMX is asked beside CQL.
func betterWays(f FigureID) []way {
	switch f {
	case FigMaxPartition:
		return []way{
			{kind: TableFragmentSizes, read: func(t *TableState) (float64, bool) { return t.Cell(TableFragmentSizes).upper(1) }, exactness: AtMost},
		}
	case FigTombstones:
		return []way{histogram(TableTombstoneHistogram, 0.99)}
	case FigTombstonesMedian:
		return []way{histogram(TableTombstoneHistogram, 0.5)}
	case FigTombstonesMax:
		return []way{histogram(TableTombstoneHistogram, 1)}
	case FigRows:
		return []way{histogram(TableRowHistogram, 0.99)}
	case FigReadP99:
		return []way{histogram(TableReadHistogram, 0.99)}
	case FigReadMedian:
		return []way{histogram(TableReadHistogram, 0.5)}
	case FigWriteP99:
		return []way{histogram(TableWriteHistogram, 0.99)}
	case FigReadRate:
		return []way{{kind: TableWorkRow, read: stateOnly(workRate(func(w *TableWork) Count { return w.Reads }))}}
	case FigScanRate:
		return []way{{kind: TableWorkRow, read: stateOnly(workRate(func(w *TableWork) Count { return w.Scans }))}}
	case FigWriteRate:
		return []way{{kind: TableWorkRow, read: stateOnly(workRate(func(w *TableWork) Count { return w.Writes }))}}
	case FigSSTables:
		return []way{{kind: TableWorkRow, read: func(t *TableState) (float64, bool) {
			v := ValueOf[TableWork](t.Cell(TableWorkRow))
			if v == nil {
				return 0, false
			}
			return v.SSTables.Known()
		}}}
	}
	return nil
}

// histogram is a quantile of what was read lately: its bucket's upper border.
func histogram(k Kind, q float64) way {
	return way{kind: k, read: stateOnly(quantile(k, q)), exactness: AtMost}
}

func stateOnly(f func(*NodeState, *TableState) (float64, bool)) func(*TableState) (float64, bool) {
	return func(t *TableState) (float64, bool) { return f(nil, t) }
}

// quantile is of the last half minute to minute.
func quantile(k Kind, q float64) func(*NodeState, *TableState) (float64, bool) {
	return func(_ *NodeState, t *TableState) (float64, bool) {
		h, ok := t.Cell(k).Interval()
		if !ok {
			return 0, false
		}
		b, ok := h.Quantile(q)
		return micros(h, float64(b.Upper)), ok && !b.Unbounded
	}
}

// What a comparison with life needs: percentiles of a few reads say nothing.
const (
	fewNow  = 20
	fewLife = 200
)

// toLife is how many times a 99th percentile is now what it has been since the node started. A percentile that was zero
// counts as one, so that 0 to 1,000 tombstones is a thousand times. Unknown while either is of few reads.
func toLife(k Kind) func(*NodeState, *TableState) (float64, bool) {
	return func(_ *NodeState, t *TableState) (float64, bool) {
		now, ok := t.Cell(k).Interval()
		life, known := t.Cell(k).Life()
		if !ok || !known || now.Count() < fewNow || life.Count() < fewLife {
			return 0, false
		}
		a, ok := now.Quantile(0.99)
		b, known := life.Quantile(0.99)
		if !ok || !known || a.Unbounded || b.Unbounded {
			return 0, false
		}
		return float64(max(1, a.Upper)) / float64(max(1, b.Upper)), true
	}
}

// micros brings the timers of versions before 4.1 to the unit of all others.
func micros(h buckets.Histogram, v float64) float64 {
	if h.Layout().Unit == "nanoseconds" {
		return v / 1000
	}
	return v
}

// upper is a quantile of a histogram that is of the present and not cumulative: sizes of fragments.
func (c *Cell) upper(q float64) (float64, bool) {
	h, ok := c.Life()
	if !ok {
		return 0, false
	}
	b, ok := h.Quantile(q)
	return float64(b.Upper), ok && !b.Unbounded
}

// workRate is the difference of two exact counts over the time between them, per second.
func workRate(get func(*TableWork) Count) func(*NodeState, *TableState) (float64, bool) {
	return func(_ *NodeState, t *TableState) (float64, bool) {
		c := t.Cell(TableWorkRow)
		now, before := ValueOf[TableWork](c), prevOf[TableWork](c)
		if now == nil || before == nil {
			return 0, false
		}
		a, b := get(now), get(before)
		dt := c.Last.To.Sub(c.Prev.To).Seconds()
		if b < 0 || a < b || dt <= 0 {
			return 0, false
		}
		return float64(a-b) / dt, true
	}
}

// alsoWays lists the further ways of a figure, best first. They are what nodetool tells where CQL does not: before 4.0 all of
// it, since then pending compactions and SSTables.
func alsoWays(f FigureID) []way {
	switch f {
	case FigDisk:
		return []way{stats(func(t *TableStats) (float64, bool) { return t.TotalBytes.Known() }, Exact)}
	case FigPartitions: // counts a partition once a replica, so the sum over nodes is an upper bound
		w := stats(func(t *TableStats) (float64, bool) { return t.Partitions.Known() }, AtMost)
		w.alone = true
		return []way{w}
	case FigMeanPartition:
		return []way{stats(func(t *TableStats) (float64, bool) { return positive(t.AvgPartitionBytes.Known()) }, Estimate)}
	case FigMaxPartition:
		return []way{
			stats(func(t *TableStats) (float64, bool) { return positive(t.MaxPartitionBytes.Known()) }, AtMost),
			points(func(t *TablePercentiles) *Percentiles { return t.PartitionBytes }, maximum),
		}
	case FigTombstonesMax:
		return []way{stats(func(t *TableStats) (float64, bool) { return t.TombstonesMax.Known() }, AtMost)}
	case FigSSTables:
		return []way{stats(func(t *TableStats) (float64, bool) { return t.SSTables.Known() }, Exact)}
	case FigReadP99:
		return []way{points(func(t *TablePercentiles) *Percentiles { return t.ReadMicros }, p99)}
	case FigReadMedian:
		return []way{points(func(t *TablePercentiles) *Percentiles { return t.ReadMicros }, p50)}
	case FigWriteP99:
		return []way{points(func(t *TablePercentiles) *Percentiles { return t.WriteMicros }, p99)}
	case FigReadRate:
		return []way{{kind: TableStatsRow, read: statsRate(func(t *TableStats) Count { return t.Reads })}}
	case FigWriteRate:
		return []way{{kind: TableStatsRow, read: statsRate(func(t *TableStats) Count { return t.Writes })}}
	}
	return nil
}

func stats(read func(*TableStats) (float64, bool), e Exactness) way {
	return way{TableStatsRow, func(t *TableState) (float64, bool) {
		v := ValueOf[TableStats](t.Cell(TableStatsRow))
		if v == nil {
			return 0, false
		}
		return read(v)
	}, e, false}
}

// positive leaves a 0 out that nodetool prints where there is no SSTable to measure.
func positive(v float64, ok bool) (float64, bool) { return v, ok && v > 0 }

func points(of func(*TablePercentiles) *Percentiles, pick func(*Percentiles) float64) way {
	return way{TablePercentilesRow, func(t *TableState) (float64, bool) {
		v := ValueOf[TablePercentiles](t.Cell(TablePercentilesRow))
		if v == nil || of(v) == nil {
			return 0, false
		}
		return pick(of(v)), true
	}, AtMost, false}
}

func p50(p *Percentiles) float64     { return p.P50 }
func p99(p *Percentiles) float64     { return p.P99 }
func maximum(p *Percentiles) float64 { return p.Max }

// leastApart is how many seconds two readings must be apart for a rate: files that were copied together carry the time of
// the copying, and a difference of minutes over milliseconds would be a lie.
const leastApart = 0.9

// statsRate is the difference of two counts over the time between them, per second.
func statsRate(get func(*TableStats) Count) func(*TableState) (float64, bool) {
	return func(t *TableState) (float64, bool) {
		c := t.Cell(TableStatsRow)
		now, before := ValueOf[TableStats](c), prevOf[TableStats](c)
		if now == nil || before == nil {
			return 0, false
		}
		a, b := get(now), get(before)
		dt := c.Last.To.Sub(c.Prev.To).Seconds()
		if a < b || b < 0 || dt < leastApart {
			return 0, false
		}
		return float64(a-b) / dt, true
	}
}

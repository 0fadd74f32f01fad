package cluster

import "time"

// trendStep is the least distance of two points of a trend, trendPoints how many are kept: half an hour.
const (
	trendStep   = 5 * time.Second
	trendPoints = 360
)

// Trends are the short histories behind sparklines, one series a Measure.
type Trends struct{ series [measureCount]series }

// Measure is a figure that has a trend.
type Measure uint8

// Table measures first, then node measures.
const (
	MeasureTombstones Measure = iota // p99 of tombstones per read
	MeasureReadP99                   // µs
	MeasureReadRate                  // local reads and scans a second
	MeasureWriteRate                 // local writes a second
	MeasureDisk                      // bytes
	MeasurePending                   // compactions
	MeasureRemaining                 // bytes left in running compactions
	measureCount
)

// Point is one observation of a trend.
type Point struct {
	At    time.Time
	Value float64
}

// series is append-only within its array: a reader that holds an older header never sees a change. When it is full the
// newest half moves to a new array.
type series struct{ points []trendPoint }

type trendPoint struct {
	unixMs int64
	value  float32
}

func (s *series) add(at time.Time, v float64) {
	ms := at.UnixMilli()
	if n := len(s.points); n > 0 && ms-s.points[n-1].unixMs < trendStep.Milliseconds() {
		return
	}
	if len(s.points) >= 2*trendPoints {
		s.points = append(make([]trendPoint, 0, 2*trendPoints), s.points[len(s.points)-trendPoints:]...)
	}
	s.points = append(s.points, trendPoint{ms, float32(v)})
}

// Points returns a measure's history, oldest first, at most half an hour.
func (t *Trends) Points(m Measure) []Point {
	pts := t.series[m].points
	pts = pts[max(0, len(pts)-trendPoints):]
	out := make([]Point, len(pts))
	for i, p := range pts {
		out[i] = Point{At: time.UnixMilli(p.unixMs).UTC(), Value: float64(p.value)}
	}
	return out
}

func (t *Trends) observeTable(ts *TableState, r *Reading) {
	if !r.Known() {
		return
	}
	c := ts.Cell(r.Kind)
	switch v := r.Value.(type) {
	case *Decaying:
		if r.Kind == TableTombstonesPerRead {
			t.series[MeasureTombstones].add(r.To, v.P99)
		}
	case *Latency:
		t.observeLatency(ts, c, v, r)
	case *Size:
		if r.Kind == TableDiskUsage {
			t.series[MeasureDisk].add(r.To, float64(v.Bytes))
		}
	case *TableWork:
		if rate, ok := workRate(func(w *TableWork) Count { return w.Reads })(nil, ts); ok {
			scans, _ := workRate(func(w *TableWork) Count { return w.Scans })(nil, ts)
			t.series[MeasureReadRate].add(r.To, rate+scans)
		}
		if rate, ok := workRate(func(w *TableWork) Count { return w.Writes })(nil, ts); ok {
			t.series[MeasureWriteRate].add(r.To, rate)
		}
	case *Number:
		if r.Kind == TablePendingCompactions {
			t.series[MeasurePending].add(r.To, float64(v.N))
		}
	}
}

func (t *Trends) observeLatency(ts *TableState, c *Cell, v *Latency, r *Reading) {
	switch r.Kind {
	case TableLocalReadLatency:
		t.series[MeasureReadP99].add(r.To, v.P99Micros)
		if rate, ok := c.Rate(); ok {
			scans, _ := ts.Cell(TableLocalScanLatency).Rate()
			t.series[MeasureReadRate].add(r.To, rate+scans)
		}
	case TableLocalWriteLatency:
		if rate, ok := c.Rate(); ok {
			t.series[MeasureWriteRate].add(r.To, rate)
		}
	}
}

func (t *Trends) observeNode(n *NodeState, r *Reading) {
	if !r.Known() {
		return
	}
	switch v := r.Value.(type) {
	case *CompactionTasks:
		var left int64
		for _, task := range v.Tasks {
			if task.Unit == "bytes" {
				left += task.Remaining()
			}
		}
		t.series[MeasureRemaining].add(r.To, float64(left))
	case *ThreadPools:
		if p, ok := v.Find("CompactionExecutor"); ok {
			t.series[MeasurePending].add(r.To, float64(p.Pending))
		}
		if rate, ok := n.StageRate("ReadStage"); ok {
			t.series[MeasureReadRate].add(r.To, rate)
		}
	}
}

// Rate is the difference of the last two cumulative counts over the time between them, per second; ok is false before
// the second Reading of a baseline.
func (c *Cell) Rate() (perSecond float64, ok bool) {
	if !c.Last.Known() || c.Prev == nil {
		return 0, false
	}
	a, okA := cumulative(c.Last.Value)
	b, okB := cumulative(c.Prev.Value)
	dt := c.Last.To.Sub(c.Prev.To).Seconds()
	if !okA || !okB || dt <= 0 || a < b {
		return 0, false
	}
	return float64(a-b) / dt, true
}

// StageRate is the completed tasks a second of a stage between the last two Readings.
func (n *NodeState) StageRate(stage string) (perSecond float64, ok bool) {
	c := n.Cell(NodeThreadPools)
	now, before := ValueOf[ThreadPools](c), prevOf[ThreadPools](c)
	if now == nil || before == nil {
		return 0, false
	}
	a, okA := now.Find(stage)
	b, okB := before.Find(stage)
	dt := c.Last.To.Sub(c.Prev.To).Seconds()
	if !okA || !okB || dt <= 0 || a.Completed < b.Completed {
		return 0, false
	}
	return float64(a.Completed-b.Completed) / dt, true
}

package cluster

import "math"

// BusyMicrosPerSecond estimates how many microseconds of replica work a table costs each second: rate x mean of reads,
// scans and writes. CQL prints no mean, so it is estimated from the median and the 99th percentile, see meanMicros.
func (t *TableState) BusyMicrosPerSecond() (micros float64, ok bool) {
	if micros, ok = t.exactBusy(); ok {
		return micros, ok
	}
	for _, k := range [...]Kind{TableLocalReadLatency, TableLocalScanLatency, TableLocalWriteLatency} {
		rate, known := t.Cell(k).Rate()
		if !known {
			continue
		}
		ok = true
		micros += rate * meanMicros(ValueOf[Latency](t.Cell(k)))
	}
	if !ok {
		return t.busyByStats()
	}
	return micros, ok
}

// exactBusy is the difference of the total latencies over the time between two readings: exact, whatever the percentiles.
func (t *TableState) exactBusy() (micros float64, ok bool) {
	return workRate(func(w *TableWork) Count {
		if w.ReadMicros < 0 || w.WriteMicros < 0 {
			return UnknownCount
		}
		return w.ReadMicros + max(0, w.ScanMicros) + w.WriteMicros
	})(nil, t)
}

// busyTotal is the denominator of TIME%, and whether it is exact but for Cassandra's own tables: these are a few per cent
// of it at most, and estimated over CQL.
type busyTotal struct {
	micros float64
	exact  bool
}

func (s *Snapshot) busyOf(l Lens) busyTotal {
	out := busyTotal{exact: true}
	for _, n := range s.Under(l) {
		for id, t := range n.Tables {
			if s.outOfTurn(UnitShare, t.busyReading()) {
				continue
			}
			m, exact := t.exactBusy()
			if !exact {
				m, _ = t.BusyMicrosPerSecond()
				out.exact = out.exact && id.IsSystem()
			}
			out.micros += m
		}
	}
	return out
}

// busyReading is what a table's share of time rests on, nil where nothing does.
func (t *TableState) busyReading() *Reading {
	for _, k := range [...]Kind{TableWorkRow, TableLocalReadLatency, TableStatsRow} {
		if r := &t.Cell(k).Last; !r.To.IsZero() {
			return r
		}
	}
	return nil
}

// busyByStats does the same with the means that nodetool prints; scans are not among them.
func (t *TableState) busyByStats() (micros float64, ok bool) {
	v := ValueOf[TableStats](t.Cell(TableStatsRow))
	if v == nil {
		return 0, false
	}
	for _, side := range [...]struct {
		mean Measured
		rate func(*TableState) (float64, bool)
	}{
		{v.ReadMeanMicros, statsRate(func(t *TableStats) Count { return t.Reads })},
		{v.WriteMeanMicros, statsRate(func(t *TableStats) Count { return t.Writes })},
	} {
		if rate, known := side.rate(t); known {
			ok = true
			micros += rate * float64(max(0, side.mean)) // a mean that is not known is of a table that nobody used
		}
	}
	return micros, ok
}

// z99 is the 99th percentile of the standard normal distribution.
const z99 = 2.3263

// meanMicros is the mean of the log-normal distribution with the given median and 99th percentile, bounded by the
// largest value seen. A percentile printed as 0 lies below half of the version's rounding step; a quarter of the step
// stands for it.
func meanMicros(l *Latency) float64 {
	if l == nil {
		return 0
	}
	floor := max(l.ResolutionMicros/4, 1)
	p50, p99 := max(l.P50Micros, floor), max(l.P99Micros, floor)
	if p99 <= p50 {
		return p50
	}
	sigma := math.Log(p99/p50) / z99
	mean := p50 * math.Exp(sigma*sigma/2)
	return min(mean, max(l.MaxMicros, p99))
}

// Busy sums BusyMicrosPerSecond over all tables of all nodes under a lens, system tables included: the denominator of
// TIME%.
func (s *Snapshot) Busy(l Lens) (microsPerSecond float64) { return s.busyOf(l).micros }

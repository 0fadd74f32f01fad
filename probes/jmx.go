package probes

import (
	"errors"
	"fmt"
	"time"

	"github.com/partop/partop/cassandra/buckets"
	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/jmx"
)

// Asked is a batch of JMX reads with what to make of their answers.
type Asked struct {
	Calls []jmx.Call
	// Then is what to ask once the calls are answered; the Readings are made of its answers alone. nil where one step is enough.
	Then  func([]jmx.Result) *Asked
	takes []take
}

// take makes a Reading of some answers in a row.
type take struct {
	n       int // answers
	reading cluster.Reading
	value   func([]jmx.Result) (cluster.Value, error)
	// tables makes one Reading a table of one answer, instead of value.
	tables func(jmx.Result) (map[cluster.TableID]cluster.Value, error)
}

// add asks for something; value gets the answers in the order of the calls.
func (a *Asked) add(k cluster.Kind, table cluster.TableID, value func([]jmx.Result) (cluster.Value, error), calls ...jmx.Call) {
	a.Calls = append(a.Calls, calls...)
	a.takes = append(a.takes, take{len(calls), cluster.Reading{Kind: k, Table: table, Scope: cluster.ThisNode, Source: cluster.SourceJMX}, value, nil})
}

// Readings makes answers of the results, one a kind in the order of asking. since is when the same was last asked. A table
// that is gone gives nothing; denied says that the role may not do one of the calls.
func (a *Asked) Readings(node cluster.NodeID, since, start, now time.Time, results []jmx.Result) (answers [][]cluster.Reading, denied error) {
	place := map[cluster.Kind]int{}
	for _, t := range a.takes {
		mine := results[:t.n]
		results = results[t.n:]
		read, err := t.readings(mine)
		if errors.Is(err, jmx.ErrAccessDenied) {
			denied = err
		}
		// Any other failure is of a dropped table, or of an attribute of another version: the figure stays unknown.
		for _, r := range read {
			r.From, r.To, r.Node = since, now, node
			r.Cost = cluster.Cost{WallMicros: now.Sub(start).Microseconds()}
			i, ok := place[r.Kind]
			if !ok {
				i = len(answers)
				place[r.Kind] = i
				answers = append(answers, nil)
			}
			answers[i] = append(answers[i], r)
		}
	}
	return answers, denied
}

// readings makes those of one question.
func (t *take) readings(results []jmx.Result) ([]cluster.Reading, error) {
	if t.tables == nil {
		v, err := t.value(results)
		if err != nil {
			return nil, err
		}
		r := t.reading
		r.Value = v
		return []cluster.Reading{r}, nil
	}
	values, err := t.tables(results[0])
	out := make([]cluster.Reading, 0, len(values))
	for id, v := range values {
		r := t.reading
		r.Table, r.Value = id, v
		out = append(out, r)
	}
	return out, err
}

// metric is an MBean of CassandraMetricsRegistry about a table.
func metric(id cluster.TableID, name string) jmx.ObjectName {
	return jmx.TableMetric(id.Keyspace, id.Name, name)
}

// ReadsOfTables asks for the cumulative histograms of what reads met: operations, so a read-only role is refused.
func ReadsOfTables(tables []cluster.TableID, release string) *Asked {
	a := &Asked{}
	for _, id := range tables {
		for _, h := range []struct {
			kind   cluster.Kind
			name   string
			layout func(n int) buckets.Layout
		}{
			{cluster.TableTombstoneHistogram, "TombstoneScannedHistogram", counting("tombstones")},
			{cluster.TableRowHistogram, "LiveScannedHistogram", counting("rows")},
			{cluster.TableSSTablesPerRead, "SSTablesPerReadHistogram", zeroed("sstables")},
			{cluster.TableReadHistogram, "ReadLatency", timing(release)},
			{cluster.TableWriteHistogram, "WriteLatency", timing(release)},
		} {
			a.add(h.kind, id, bucketsOf(h.layout), jmx.Invoke(metric(id, h.name), jmx.OpValues))
		}
	}
	return a
}

// FadingOfTables asks a read-only role's node for the percentiles instead: they fade within minutes.
func FadingOfTables(tables []cluster.TableID) *Asked {
	a := &Asked{}
	for _, id := range tables {
		for _, h := range []struct {
			kind cluster.Kind
			name string
		}{{cluster.TableTombstonesPerRead, "TombstoneScannedHistogram"}, {cluster.TableRowsPerRead, "LiveScannedHistogram"}} {
			a.add(h.kind, id, fading, jmx.GetAll(metric(id, h.name), "Count", "50thPercentile", "99thPercentile", "Max"))
			a.takes[len(a.takes)-1].reading.Exactness = cluster.AtMost
		}
	}
	return a
}

func fading(r []jmx.Result) (cluster.Value, error) {
	items, ok := r[0].Value.(jmx.Items)
	if r[0].Err != nil || !ok {
		return nil, errors.Join(r[0].Err, jmx.ErrType)
	}
	n, err := items.Int64("Count")
	if err != nil {
		return nil, err
	}
	v := &cluster.Decaying{Count: n}
	for name, into := range map[string]*float64{"50thPercentile": &v.P50, "99thPercentile": &v.P99, "Max": &v.Max} {
		x, _ := items.Get(name)
		f, err := jmx.Float64(x)
		if err != nil {
			return nil, err
		}
		*into = f
	}
	return v, nil
}

// SizesOfTables asks for what changes with flushes and compactions only.
func SizesOfTables(tables []cluster.TableID) *Asked {
	a := &Asked{}
	for _, id := range tables {
		a.add(cluster.TableFragmentSizes, id, bucketsOf(counting("bytes")), jmx.Get(metric(id, "EstimatedPartitionSizeHistogram"), "Value"))
		a.add(cluster.TableFragmentCells, id, bucketsOf(counting("cells")), jmx.Get(metric(id, "EstimatedColumnCountHistogram"), "Value"))
		a.add(cluster.TableStatsRow, id, sizes,
			jmx.Get(metric(id, "LiveDiskSpaceUsed"), "Count"), jmx.Get(metric(id, "TotalDiskSpaceUsed"), "Count"),
			jmx.Get(metric(id, "MaxPartitionSize"), "Value"), jmx.Get(metric(id, "MeanPartitionSize"), "Value"),
			jmx.Get(metric(id, "MinPartitionSize"), "Value"), jmx.Get(metric(id, "EstimatedPartitionCount"), "Value"),
			jmx.Get(metric(id, "LiveSSTableCount"), "Value"), jmx.Get(metric(id, "PercentRepaired"), "Value"),
			jmx.Get(metric(id, "CompressionRatio"), "Value"), jmx.Get(metric(id, "BloomFilterFalseRatio"), "Value"),
			jmx.Get(jmx.TableMBean(id.Keyspace, id.Name), "DroppableTombstoneRatio"),
			jmx.Get(jmx.TableMBean(id.Keyspace, id.Name), "SSTableCountPerLevel"))
	}
	return a
}

func sizes(r []jmx.Result) (cluster.Value, error) {
	if _, err := r[0].Int64(); err != nil {
		return nil, err
	}
	s := cluster.NewTableStats()
	for i, into := range map[int]*cluster.Count{0: &s.LiveBytes, 1: &s.TotalBytes, 2: &s.MaxPartitionBytes, 3: &s.AvgPartitionBytes,
		4: &s.MinPartitionBytes, 5: &s.Partitions, 6: &s.SSTables} {
		if n, err := r[i].Float64(); err == nil && n >= 0 {
			*into = cluster.Count(n)
		}
	}
	for i, into := range map[int]*cluster.Measured{7: &s.RepairedPercent, 8: &s.CompressionRatio, 9: &s.BloomFalseRatio, 10: &s.DroppableRatio} {
		if f, err := r[i].Float64(); err == nil && f >= 0 { // NaN is no number of anything
			*into = cluster.Measured(f)
		}
	}
	if levels, err := r[11].Int64s(); err == nil {
		s.Levels = trimmed(levels)
	}
	return s, nil
}

// trimmed drops the empty levels at the end; every leveled table has nine.
func trimmed(levels []int64) []int64 {
	for len(levels) > 1 && levels[len(levels)-1] == 0 {
		levels = levels[:len(levels)-1]
	}
	return levels
}

// The layouts by what is counted; the length is the node's own, since it differs between versions.
func counting(unit string) func(int) buckets.Layout {
	return func(n int) buckets.Layout { return buckets.Layout{Buckets: n, Unit: unit} }
}

func zeroed(unit string) func(int) buckets.Layout {
	return func(n int) buckets.Layout { return buckets.Layout{Buckets: n, Unit: unit, Zero: true} }
}

// timing is in microseconds from 4.1 on; before, values() of timers are nanoseconds while their percentiles are not.
func timing(release string) func(int) buckets.Layout {
	unit := "microseconds"
	if !atLeast(release, 4, 1) {
		unit = "nanoseconds"
	}
	return counting(unit)
}

func bucketsOf(layout func(int) buckets.Layout) func([]jmx.Result) (cluster.Value, error) {
	return func(r []jmx.Result) (cluster.Value, error) {
		counts, err := r[0].Int64s()
		if err != nil {
			return nil, err
		}
		h, err := buckets.New(layout(len(counts)), counts)
		if err != nil {
			return nil, fmt.Errorf("histogram of %d buckets: %w", len(counts), err)
		}
		return &cluster.Buckets{Histogram: h}, nil
	}
}

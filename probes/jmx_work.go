package probes

import (
	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/jmx"
)

// Work remembers the exact counts of a node's tables between two looks, so that a table at rest is asked for little. The
// zero value has seen nothing. It is for one connection: a node that has started anew counts from nothing.
type Work struct {
	seen map[cluster.TableID]cluster.TableWork
}

// WorkOfTables asks for all counts of tables: nine attributes each, of any role.
func WorkOfTables(tables []cluster.TableID) *Asked {
	a := &Asked{}
	for _, id := range tables {
		w := cluster.NewTableWork()
		counts := append(countCalls(id), moreCalls(id)...)
		a.add(cluster.TableWorkRow, id, func(r []jmx.Result) (cluster.Value, error) {
			if err := setCounts(w, r); err != nil {
				return nil, err
			}
			setMore(w, r[len(countCalls(id)):])
			return w, nil
		}, counts...)
	}
	return a
}

// Ask asks for how often each table was read, scanned and written, and then, of those that were since the last look, for
// what moves with it: times, and reads beyond a threshold. Four attributes for a table at rest, nine for one that works.
func (w *Work) Ask(tables []cluster.TableID) *Asked {
	a := &Asked{Then: func(r []jmx.Result) *Asked { return w.more(tables, r) }}
	for _, id := range tables {
		a.Calls = append(a.Calls, countCalls(id)...)
	}
	return a
}

func (w *Work) more(tables []cluster.TableID, r []jmx.Result) *Asked {
	if w.seen == nil {
		w.seen = map[cluster.TableID]cluster.TableWork{}
	}
	a := &Asked{}
	for _, id := range tables {
		n := len(countCalls(id))
		now := cluster.NewTableWork()
		err := setCounts(now, r[:n])
		r = r[n:]
		if err != nil {
			delete(w.seen, id)
			a.add(cluster.TableWorkRow, id, func([]jmx.Result) (cluster.Value, error) { return nil, err })
			continue
		}
		before, known := w.seen[id]
		var calls []jmx.Call
		if known && before.Reads == now.Reads && before.Scans == now.Scans && before.Writes == now.Writes {
			sstables := now.SSTables
			*now = before
			now.SSTables = sstables
		} else {
			calls = moreCalls(id)
		}
		a.add(cluster.TableWorkRow, id, func(r []jmx.Result) (cluster.Value, error) {
			setMore(now, r)
			w.seen[id] = *now
			return now, nil
		}, calls...)
	}
	return a
}

func countCalls(id cluster.TableID) []jmx.Call {
	return []jmx.Call{jmx.Get(metric(id, "ReadLatency"), "Count"), jmx.Get(metric(id, "RangeLatency"), "Count"),
		jmx.Get(metric(id, "WriteLatency"), "Count"), jmx.Get(metric(id, "LiveSSTableCount"), "Value")}
}

func moreCalls(id cluster.TableID) []jmx.Call {
	return []jmx.Call{jmx.Get(metric(id, "ReadTotalLatency"), "Count"), jmx.Get(metric(id, "RangeTotalLatency"), "Count"),
		jmx.Get(metric(id, "WriteTotalLatency"), "Count"),
		jmx.Get(metric(id, "TombstoneWarnings"), "Count"), jmx.Get(metric(id, "TombstoneFailures"), "Count")}
}

// setCounts fails for a table that is gone.
func setCounts(w *cluster.TableWork, r []jmx.Result) error {
	if _, err := r[0].Int64(); err != nil {
		return err
	}
	set(r, &w.Reads, &w.Scans, &w.Writes, &w.SSTables)
	return nil
}

// setMore takes the answers to moreCalls, none where they were not asked.
func setMore(w *cluster.TableWork, r []jmx.Result) {
	set(r, &w.ReadMicros, &w.ScanMicros, &w.WriteMicros, &w.OverWarnings, &w.OverFailures)
}

func set(r []jmx.Result, into ...*cluster.Count) {
	for i := range r[:min(len(r), len(into))] {
		if n, err := r[i].Int64(); err == nil && n >= 0 {
			*into[i] = cluster.Count(n)
		}
	}
}

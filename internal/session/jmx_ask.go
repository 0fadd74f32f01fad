package session

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/jmx"
	"github.com/partop/partop/probes"
)

// question is one thing to ask repeatedly.
type question struct {
	name  string
	every time.Duration
	ask   func() *probes.Asked
	// tables: it is about the tables, and asked of a node that has its turn.
	tables bool
	// fixed: what the node has of it does not change while it runs.
	fixed bool
}

// questions in the order of urgency.
func (n *jmxNode) questions() []question {
	info := n.info.Load()
	old := !probes.HasVirtualTables(info.Release)
	out := []question{
		{"totals", jmxTotalsEvery, func() *probes.Asked { return probes.NodeTotals(n.owing(), old) }, false, true},
		{"work", jmxWorkEvery, n.askWork, true, false},
		{"sizes", jmxSizesEvery, func() *probes.Asked { return probes.SizesOfTables(n.tables()) }, true, false},
		{"reads", jmxReadsEvery, n.reads, true, false},
		{"dropped", jmxDroppedEvery, probes.DroppedMessages, false, true},
	}
	if old {
		out = append(out, question{"pools", jmxWorkEvery, probes.ThreadPoolsOf, false, true})
	}
	return out
}

func (n *jmxNode) tables() []cluster.TableID {
	if t := n.live.tables.Load(); t != nil {
		return *t
	}
	return nil
}

// some are the tables that a turn asks for: all of a few, else the busiest and the next of the others.
func (n *jmxNode) some(busiest, others int, turn *int) []cluster.TableID {
	tables := n.tables()
	if len(tables) <= busiest+others {
		return tables
	}
	out := slices.Clone(n.busy[:min(len(n.busy), busiest)])
	for i := range others {
		if t := tables[(*turn*others+i)%len(tables)]; !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	*turn++
	return out
}

// askWork asks for the counts, of all tables at first: only then is it known which are busy.
func (n *jmxNode) askWork() *probes.Asked {
	if n.workTurn < 2 { // two looks make the first rates
		n.workTurn++
		return n.work.Ask(n.tables())
	}
	return n.work.Ask(n.some(jmxWorkTables, jmxWorkOthers, &n.workTurn))
}

// reads asks for the histograms of what reads met.
func (n *jmxNode) reads() *probes.Asked {
	tables := n.some(jmxTables, jmxOthers, &n.turn)
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.tier == cluster.TierRead {
		if probes.HasVirtualTables(n.info.Load().Release) {
			return &probes.Asked{} // CQL tells the same percentiles
		}
		return probes.FadingOfTables(tables)
	}
	return probes.ReadsOfTables(tables, n.info.Load().Release)
}

// answer asks in as many steps as it takes, and leaves out of a fixed question what the node is known not to have.
func (n *jmxNode) answer(ctx context.Context, asked *probes.Asked, fixed bool) (*probes.Asked, []jmx.Result, error) {
	do := n.do
	if fixed {
		do = n.doPresent
	}
	results, err := do(ctx, asked.Calls)
	for err == nil && asked.Then != nil {
		asked = asked.Then(results)
		results, err = do(ctx, asked.Calls)
	}
	return asked, results, err
}

// doPresent does not ask twice for what is not there.
func (n *jmxNode) doPresent(ctx context.Context, calls []jmx.Call) ([]jmx.Result, error) {
	out := make([]jmx.Result, len(calls))
	var ask []jmx.Call
	var place []int
	for i, c := range calls {
		if err, ok := n.absent[c.String()]; ok {
			out[i].Err = err
			continue
		}
		ask, place = append(ask, c), append(place, i)
	}
	results, err := n.do(ctx, ask)
	for i := range results {
		out[place[i]] = results[i]
		if e := results[i].Err; errors.Is(e, jmx.ErrInstanceNotFound) || errors.Is(e, jmx.ErrAttributeNotFound) {
			n.absent[ask[i].String()] = e
		}
	}
	return out, err
}

// owing are the tables of which it is worth saying that nothing is pending: all while the node has its turn, else those that
// had something pending the last time.
func (n *jmxNode) owing() []cluster.TableID {
	if n.live.tiers.ofTables(n.id()) {
		return n.tables()
	}
	return n.pending
}

// notePending keeps which tables had something pending.
func (n *jmxNode) notePending(answer []cluster.Reading) {
	n.pending = n.pending[:0]
	for i := range answer {
		if v, ok := answer[i].Value.(*cluster.Number); ok && v.N > 0 {
			n.pending = append(n.pending, answer[i].Table)
		}
	}
}

// note keeps which tables are busy, for the turns of the histograms, and which owe compactions.
func (n *jmxNode) note(answer []cluster.Reading) {
	if len(answer) > 0 && answer[0].Kind == cluster.TablePendingCompactions {
		n.notePending(answer)
	}
	if len(answer) == 0 || answer[0].Kind != cluster.TableWorkRow {
		return
	}
	if n.done == nil {
		n.done = map[cluster.TableID]cluster.Count{}
	}
	lately := map[cluster.TableID]cluster.Count{}
	for i := range answer {
		w, ok := answer[i].Value.(*cluster.TableWork)
		if !ok {
			continue
		}
		id := answer[i].Table
		now := max(0, w.Reads) + max(0, w.Scans) + max(0, w.Writes)
		if before, known := n.done[id]; known && now > before {
			lately[id] = now - before
		}
		n.done[id] = now
	}
	n.busy = n.busy[:0]
	for id := range lately {
		n.busy = append(n.busy, id)
	}
	slices.SortFunc(n.busy, func(a, b cluster.TableID) int {
		return cmp.Or(cmp.Compare(lately[b], lately[a]), cmp.Compare(a.String(), b.String()))
	})
}

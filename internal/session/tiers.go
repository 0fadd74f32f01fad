package session

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/probes"
)

// How many nodes are asked about their tables at once. A small cluster is asked whole; of a large one the nodes that stand
// out from their data centre, the node that somebody looks at, and the next of the others in turn.
const (
	tableNodes    = 24
	standingOut   = 12
	turnEvery     = time.Minute // long enough for two looks at everything but sizes
	gossipNodes   = 3           // two have to agree on who is down; each tells of all nodes
	outFromMedian = 2           // times the median, from which a node stands out
)

// tiers decides whose tables are asked for. Its zero value asks everybody.
type tiers struct {
	mu    sync.Mutex
	nodes []cluster.NodeInfo
	signs map[cluster.NodeID]*sign
	asked map[cluster.NodeID]bool // nil: all
	order []cluster.NodeID        // of the turns, shuffled once: neighbours in a list are often neighbours in a rack
	next  int
	since time.Time
	focus cluster.NodeID
}

// sign is what the first tier tells of a node, each beside the median of its data centre.
type sign struct{ waiting, compactions float64 }

// Below these nothing stands out, however quiet the others are.
const (
	fewWaiting     = 20
	fewCompactions = 40
)

// note takes from an answer what makes a node stand out.
func (t *tiers) note(answer []cluster.Reading) {
	r := &answer[0]
	waiting, compactions := -1.0, -1.0
	switch v := r.Value.(type) {
	case *cluster.ThreadPools:
		waiting = 0
		for _, p := range v.Pools {
			if p.Name == "ReadStage" || p.Name == "MutationStage" {
				waiting += float64(p.Pending)
			}
		}
	case *cluster.Number:
		if r.Kind != cluster.NodePendingCompactions {
			return
		}
		compactions = float64(v.N)
	default:
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.signs == nil {
		t.signs = map[cluster.NodeID]*sign{}
	}
	s := t.signs[r.Node]
	if s == nil {
		s = &sign{}
		t.signs[r.Node] = s
	}
	if waiting >= 0 {
		s.waiting = waiting
	}
	if compactions >= 0 {
		s.compactions = compactions
	}
}

// lookAt has a node asked from the next moment on; "" lets go of it.
func (t *tiers) lookAt(id cluster.NodeID) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.focus = id
	if id != "" && t.asked != nil {
		t.asked[id] = true
	}
}

// ofTables reports whether a node is asked about its tables now.
func (t *tiers) ofTables(id cluster.NodeID) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.asked == nil || t.asked[id]
}

// ofGossip reports whether a node is asked what it believes of the others.
func (t *tiers) ofGossip(id cluster.NodeID) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.asked == nil {
		return true
	}
	return slices.Contains(t.order[:min(len(t.order), gossipNodes)], id)
}

// turn chooses whose tables are asked for from now on, and says how many of how many; ok is false while it is still the last
// choice's time.
func (t *tiers) turn(nodes []cluster.NodeInfo, now time.Time) (asked, of int, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.nodes = nodes
	if len(nodes) <= tableNodes {
		changed := t.asked != nil
		t.asked = nil
		return len(nodes), len(nodes), changed
	}
	if t.asked != nil && now.Sub(t.since) < turnEvery {
		return len(t.asked), len(nodes), false
	}
	t.since, t.asked = now, map[cluster.NodeID]bool{}
	t.shuffle()
	for _, id := range t.outstanding() {
		t.asked[id] = true
	}
	if t.focus != "" {
		t.asked[t.focus] = true
	}
	for range t.order {
		if len(t.asked) >= tableNodes {
			break
		}
		t.asked[t.order[t.next%len(t.order)]] = true
		t.next++
	}
	return len(t.asked), len(nodes), true
}

// shuffle keeps the order of those that are still there, and mixes new ones in.
func (t *tiers) shuffle() {
	there := map[cluster.NodeID]bool{}
	for i := range t.nodes {
		there[cluster.NodeID(t.nodes[i].HostID)] = true
	}
	t.order = slices.DeleteFunc(t.order, func(id cluster.NodeID) bool { return !there[id] })
	for _, id := range t.order {
		delete(there, id)
	}
	for i := range t.nodes { // in the order of the list, so that only the dice decide
		if id := cluster.NodeID(t.nodes[i].HostID); there[id] {
			t.order = slices.Insert(t.order, rand.IntN(len(t.order)+1), id)
		}
	}
}

// outstanding are the nodes that wait or owe the most, against the median of their data centre, worst first.
func (t *tiers) outstanding() []cluster.NodeID {
	type score struct {
		id    cluster.NodeID
		times float64
	}
	var out []score
	for _, group := range t.byDataCenter() {
		waiting := median(group, func(s *sign) float64 { return s.waiting })
		compactions := median(group, func(s *sign) float64 { return s.compactions })
		for id, s := range group {
			times := max(s.waiting/max(waiting, fewWaiting), s.compactions/max(compactions, fewCompactions))
			if times >= outFromMedian {
				out = append(out, score{id, times})
			}
		}
	}
	slices.SortFunc(out, func(a, b score) int { return cmp.Or(cmp.Compare(b.times, a.times), cmp.Compare(a.id, b.id)) })
	ids := make([]cluster.NodeID, 0, standingOut)
	for _, s := range out[:min(len(out), standingOut)] {
		ids = append(ids, s.id)
	}
	return ids
}

func (t *tiers) byDataCenter() map[string]map[cluster.NodeID]*sign {
	out := map[string]map[cluster.NodeID]*sign{}
	for i := range t.nodes {
		n := &t.nodes[i]
		s := t.signs[cluster.NodeID(n.HostID)]
		if s == nil {
			continue
		}
		if out[n.DataCenter] == nil {
			out[n.DataCenter] = map[cluster.NodeID]*sign{}
		}
		out[n.DataCenter][cluster.NodeID(n.HostID)] = s
	}
	return out
}

func median(group map[cluster.NodeID]*sign, of func(*sign) float64) float64 {
	values := make([]float64, 0, len(group))
	for _, s := range group {
		values = append(values, of(s))
	}
	if len(values) == 0 {
		return 0
	}
	slices.Sort(values)
	return values[len(values)/2]
}

// noting is an intake that lets the tiers see what passes.
type noting struct {
	Intake
	tiers *tiers
}

// Emit implements Intake.
func (n noting) Emit(answer []cluster.Reading) {
	if len(answer) > 0 {
		n.tiers.note(answer)
	}
	n.Intake.Emit(answer)
}

// asks reports whether a probe has its turn on a node.
func (t *tiers) asks(p probes.Probe, id cluster.NodeID) bool {
	switch p.Tier() {
	case probes.EveryNode:
		return true
	case probes.FewNodes:
		return t.ofGossip(id)
	}
	return t.ofTables(id)
}

package screen

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/internal/triage"
	"github.com/partop/partop/ui/format"
)

// skewFactor is how far from the median of the others a figure has to be before words are made of it (triage's SkewFactor
// is for findings; on screen a smaller difference is already worth a look). Twice is where a person sees it in a column.
const skewFactor = 2

// trait is a figure in which a node can differ from its peers.
type trait struct {
	name  string
	least float64 // below it differences are noise
	get   func(*cluster.NodeFigures) *cluster.Figure
	// byRing compares per share of the ring: a node that owns twice as much is asked twice as often.
	byRing bool
}

// traits lists in what nodes are compared: a new one is one line here.
func traits() []trait {
	least := triage.Default().SkewMinPerSecond
	return []trait{
		{"coordinator reads p99", 1000, func(n *cluster.NodeFigures) *cluster.Figure { return &n.CoordinatorP99 }, false},
		{"replica reads p99", 1000, func(n *cluster.NodeFigures) *cluster.Figure { return &n.ReadP99 }, false},
		{"reads", least, func(n *cluster.NodeFigures) *cluster.Figure { return &n.Reads }, true},
		{"writes", least, func(n *cluster.NodeFigures) *cluster.Figure { return &n.Writes }, true},
		{"pending reads", 4, func(n *cluster.NodeFigures) *cluster.Figure { return &n.ReadPending }, false},
		{"queued compactions", 4, func(n *cluster.NodeFigures) *cluster.Figure { return &n.Queued }, false},
		{"disk", 1 << 30, func(n *cluster.NodeFigures) *cluster.Figure { return &n.Disk }, true},
	}
}

// difference is how many times the median of the others in its data centre a node's figure is.
type difference struct {
	name  string
	times float64 // +Inf where the median is zero
}

// leastPeers is how many other nodes it takes to tell which of them is the odd one; triage's node-skew rule asks the same.
const leastPeers = 2

// differences lists in what a node stands out, the largest first, against the other nodes of its data centre that answer.
func differences(n *cluster.NodeFigures, dc []*cluster.NodeFigures) []difference {
	var out []difference
	for _, t := range traits() {
		own := t.get(n)
		if !own.Known || own.Value < t.least {
			continue
		}
		var others []float64
		for _, p := range dc {
			if fig := t.get(p); fig.Known && p.Node.ID != n.Node.ID {
				others = append(others, fig.Value*t.ringFactor(n, p))
			}
		}
		if len(others) < leastPeers {
			continue
		}
		if times := own.Value / median(others); times >= skewFactor {
			out = append(out, difference{t.name, times})
		}
	}
	slices.SortStableFunc(out, func(a, b difference) int { return cmp.Compare(b.times, a.times) })
	return out
}

// ringFactor scales a peer's figure to what it would be with the node's own share of the ring.
func (t *trait) ringFactor(n, peer *cluster.NodeFigures) float64 {
	a, b := n.Node.Info(), peer.Node.Info()
	if !t.byRing || a == nil || b == nil || a.OwnsShare <= 0 || b.OwnsShare <= 0 {
		return 1
	}
	return a.OwnsShare / b.OwnsShare
}

// sameDC are the nodes of a data centre that answer.
// Data centres differ by design (another load, another hardware), so nodes are never compared across them.
func sameDC(nodes []*cluster.NodeFigures, dc string) []*cluster.NodeFigures {
	var out []*cluster.NodeFigures
	for _, n := range nodes {
		if n.Node.DataCenter() == dc && n.Silent == "" {
			out = append(out, n)
		}
	}
	return out
}

// skewWords says the two largest differences.
func skewWords(diffs []difference, dc string) string {
	var parts []string
	for _, d := range diffs[:min(2, len(diffs))] {
		// A ratio to nothing has no number, and "infinitely more" is no word for 31 waiting reads.
		if math.IsInf(d.times, 0) {
			parts = append(parts, d.name+" where most of the others have none")
			continue
		}
		parts = append(parts, d.name+" "+format.Times(d.times)+" the median of the others")
	}
	s := strings.Join(parts, ", ")
	if dc != "" {
		s += " in " + dc
	}
	return s
}

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

// skewFactor is how far from the median a figure has to be before words are made of it (triage's SkewFactor is for
// findings; on screen a smaller difference is already worth a look).
const skewFactor = 2

// trait is a figure in which a node can differ from its peers.
type trait struct {
	name  string
	least float64 // below it differences are noise
	get   func(*cluster.NodeFigures) *cluster.Figure
}

// traits lists in what nodes are compared: a new one is one line here.
func traits() []trait {
	return []trait{
		{"coordinator reads p99", 1000, func(n *cluster.NodeFigures) *cluster.Figure { return &n.CoordinatorP99 }},
		{"replica reads p99", 1000, func(n *cluster.NodeFigures) *cluster.Figure { return &n.ReadP99 }},
		{"reads", triage.Default().SkewMinPerSecond, func(n *cluster.NodeFigures) *cluster.Figure { return &n.Reads }},
		{"writes", triage.Default().SkewMinPerSecond, func(n *cluster.NodeFigures) *cluster.Figure { return &n.Writes }},
		{"pending reads", 4, func(n *cluster.NodeFigures) *cluster.Figure { return &n.ReadPending }},
		{"queued compactions", 4, func(n *cluster.NodeFigures) *cluster.Figure { return &n.Queued }},
		{"disk", 1 << 30, func(n *cluster.NodeFigures) *cluster.Figure { return &n.Disk }},
	}
}

// difference is how many times the median of its data centre a node's figure is.
type difference struct {
	name  string
	times float64 // +Inf where the median is zero
}

// differences lists in what a node stands out, the largest first. Medians are of the nodes that answer.
func differences(n *cluster.NodeFigures, dc []*cluster.NodeFigures) []difference {
	var out []difference
	for _, t := range traits() {
		own := t.get(n)
		if !own.Known || own.Value < t.least || len(dc) < 2 {
			continue
		}
		var values []float64
		for _, p := range dc {
			if fig := t.get(p); fig.Known {
				values = append(values, fig.Value)
			}
		}
		if times := own.Value / median(values); times >= skewFactor {
			out = append(out, difference{t.name, times})
		}
	}
	slices.SortStableFunc(out, func(a, b difference) int { return cmp.Compare(b.times, a.times) })
	return out
}

// sameDC are the nodes of a data centre that answer.
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
		if math.IsInf(d.times, 0) {
			parts = append(parts, d.name+" where the median has none")
			continue
		}
		parts = append(parts, d.name+" "+format.Times(d.times)+" the median")
	}
	s := strings.Join(parts, ", ")
	if dc != "" {
		s += " of " + dc
	}
	return s
}

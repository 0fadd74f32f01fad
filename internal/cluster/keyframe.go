package cluster

import (
	"cmp"
	"iter"
	"slices"
)

// Keyframe gives the State back as Readings, in answers as they came: applied to an empty State they rebuild it, all
// but trends and events. The Reading before the last goes along where a rate needs it.
// How many answers there are is known before the first is asked for; each is made as it is, since a State of a thousand nodes
// has a million Readings.
func (s *State) Keyframe() (answers int, each iter.Seq[[]Reading]) {
	all := make([]*Reading, 0, s.cells())
	all = appendCell(appendCell(all, s.schema), s.turn)
	for _, n := range s.nodes {
		for i := range n.Cells {
			all = appendCell(all, n.Cells[i])
		}
		all = appendSamples(all, n)
		for _, missing := range n.Missing {
			if missing != nil {
				all = append(all, missing)
			}
		}
		for _, t := range n.Tables {
			for i := range t.Cells {
				all = appendCell(all, t.Cells[i])
			}
		}
	}
	slices.SortFunc(all, func(a, b *Reading) int {
		return cmp.Or(a.To.Compare(b.To), cmp.Compare(a.Seq, b.Seq), cmp.Compare(a.Node, b.Node),
			cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Table.Keyspace, b.Table.Keyspace), cmp.Compare(a.Table.Name, b.Table.Name))
	})
	starts := starts(all)
	return len(starts), func(yield func([]Reading) bool) {
		for i, from := range starts {
			to := len(all)
			if i+1 < len(starts) {
				to = starts[i+1]
			}
			answer := make([]Reading, 0, to-from)
			for _, r := range all[from:to] {
				answer = append(answer, *r)
			}
			if !yield(answer) {
				return
			}
		}
	}
}

// cells is about how many Readings are known.
func (s *State) cells() int {
	n := 2
	for _, node := range s.nodes {
		n += len(node.Cells) + 8*len(node.Tables)
	}
	return n
}

// appendSamples adds the windows of the tally; the last one is in its cell, unless a failure took its place.
func appendSamples(all []*Reading, n *NodeState) []*Reading {
	last := n.Cell(NodeKeySamples).Last
	for _, r := range n.Samples {
		if r.Seq != last.Seq || !r.To.Equal(last.To) {
			all = append(all, r)
		}
	}
	return all
}

func appendCell(all []*Reading, c *Cell) []*Reading {
	if c == nil {
		return all
	}
	if c.Prev != nil {
		all = append(all, c.Prev)
	}
	return append(all, &c.Last)
}

// starts are where sorted Readings change their head: each begins an answer.
func starts(all []*Reading) []int {
	var out []int
	for i := range all {
		if i == 0 || !sameAnswer(all[i-1], all[i]) {
			out = append(out, i)
		}
	}
	return out
}

func sameAnswer(a, b *Reading) bool {
	return a.Seq == b.Seq && a.Kind == b.Kind && a.Node == b.Node && a.To.Equal(b.To) && a.From.Equal(b.From) &&
		a.Source == b.Source && a.Exactness == b.Exactness && a.Scope == b.Scope && a.Coverage == b.Coverage && a.Cost == b.Cost
}

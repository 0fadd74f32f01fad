package cluster

import (
	"cmp"
	"slices"
)

// Keyframe gives the State back as Readings, in answers as they came: applied to an empty State they rebuild it, all
// but trends and events. The Reading before the last goes along where a rate needs it.
func (s *State) Keyframe() [][]Reading {
	var all []Reading
	all = appendCell(appendCell(all, s.schema), s.turn)
	for _, n := range s.nodes {
		for i := range n.Cells {
			all = appendCell(all, n.Cells[i])
		}
		all = appendSamples(all, n)
		for _, missing := range n.Missing {
			if missing != nil {
				all = append(all, *missing)
			}
		}
		for _, t := range n.Tables {
			for i := range t.Cells {
				all = appendCell(all, t.Cells[i])
			}
		}
	}
	slices.SortFunc(all, func(a, b Reading) int {
		return cmp.Or(a.To.Compare(b.To), cmp.Compare(a.Seq, b.Seq), cmp.Compare(a.Node, b.Node),
			cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Table.Keyspace, b.Table.Keyspace), cmp.Compare(a.Table.Name, b.Table.Name))
	})
	return answers(all)
}

// appendSamples adds the windows of the tally; the last one is in its cell, unless a failure took its place.
func appendSamples(all []Reading, n *NodeState) []Reading {
	last := n.Cell(NodeKeySamples).Last
	for _, r := range n.Samples {
		if r.Seq != last.Seq || !r.To.Equal(last.To) {
			all = append(all, *r)
		}
	}
	return all
}

func appendCell(all []Reading, c *Cell) []Reading {
	if c == nil {
		return all
	}
	if c.Prev != nil {
		all = append(all, *c.Prev)
	}
	return append(all, c.Last)
}

// answers cuts sorted Readings where the head changes.
func answers(all []Reading) [][]Reading {
	var out [][]Reading
	start := 0
	for i := range all {
		if i > start && !sameAnswer(&all[i-1], &all[i]) {
			out = append(out, all[start:i])
			start = i
		}
	}
	if start < len(all) {
		out = append(out, all[start:])
	}
	return out
}

func sameAnswer(a, b *Reading) bool {
	return a.Seq == b.Seq && a.Kind == b.Kind && a.Node == b.Node && a.To.Equal(b.To) && a.From.Equal(b.From) &&
		a.Source == b.Source && a.Exactness == b.Exactness && a.Scope == b.Scope && a.Coverage == b.Coverage && a.Cost == b.Cost
}

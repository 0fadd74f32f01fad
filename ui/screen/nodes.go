package screen

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/internal/triage"
	"github.com/partop/partop/themes"
	"github.com/partop/partop/ui/format"
	"github.com/partop/partop/ui/widget"
)

// nodes answers: is it one node? One list, the most different first; the line of words says in what:
//
//	!  10.0.0.13  eu/r3  DN     ?     ?    ?    ?  not answering comes first
//	!  10.0.0.12  eu/r2  UN ~34ms ~34ms 3.6k   31  reads 4.0x the median of the others
//	   10.0.0.11  eu/r1  UN ~11ms ~11ms  900    0
type nodes struct {
	base
	diffs map[cluster.NodeID][]difference
}

// nodesColumns keep coordinator and replica latency apart: they share a unit and nothing else.
func nodesColumns() []widget.Column {
	right := func(title string, width, priority int) widget.Column {
		return widget.Column{Title: title, Width: width, Priority: priority}
	}
	return []widget.Column{
		{Title: "", Width: 2, Left: true, NoSort: true},
		{Title: "NODE", Width: 11, Left: true, Flex: true, Middle: true},
		{Title: "DC/RACK", Width: 9, Left: true, Priority: 6, Middle: true},
		{Title: "ST", Width: 2, Left: true, Priority: 1},
		right("RD99co", 6, 2), right("RD99loc", 7, 3), right("READS", 5, 4), right("WRITES", 6, 7), right("PEND", 4, 5),
		right("COMP", 5, 8), right("DISK", 5, 9), right("owns", 5, 10),
		right("QUEUED", 6, 11), right("LEFT", 5, 12), right("WR99", 6, 13), right("BUSY", 5, 14), right("RTT", 6, 15),
		right("CLIENTS", 7, 16), {Title: "RELEASE", Width: 8, Left: true, Priority: 17},
		{Title: "READS 30m", Width: sparkWidth, Left: true, Priority: 18, NoSort: true},
		right("DROP", 5, 11), right("GC%", 4, 10),
	}
}

// newNodes has one list: the question of this screen is a comparison.
func newNodes() *nodes { return &nodes{base: base{list: widget.Table{Columns: nodesColumns()}}} }

// Build orders by distance from the median of the others in each node's own data centre; nodes that do not answer come first.
func (s *nodes) Build(f *Frame, hold bool) {
	s.f = f
	s.diffs = map[cluster.NodeID][]difference{}
	byDC := map[string][]*cluster.NodeFigures{}
	for _, dc := range f.View.DataCenters() {
		byDC[dc] = sameDC(f.Nodes, dc)
	}
	for _, n := range f.Nodes {
		if n.Silent == "" {
			s.diffs[n.Node.ID] = differences(n, byDC[n.Node.DataCenter()])
		}
	}
	sorted := slices.Clone(f.Nodes)
	slices.SortStableFunc(sorted, func(a, b *cluster.NodeFigures) int { return cmp.Compare(s.distance(b), s.distance(a)) })
	rows := make([]widget.Row, len(sorted))
	for i, n := range sorted {
		rows[i] = s.row(n)
	}
	s.list.SetRows(rows, hold)
}

// distance ranks a node: silence above findings above differences.
// The three are kept apart by factors of a thousand and more, so that no difference, however large, passes a finding.
func (s *nodes) distance(n *cluster.NodeFigures) float64 {
	if n.Silent != "" {
		return 1e12 // above all others: a node that says nothing may be anything
	}
	d := float64(s.f.nodeMarks[n.Node.ID].Now) * 1e9
	if diffs := s.diffs[n.Node.ID]; len(diffs) > 0 {
		d += min(diffs[0].times, 1e6)
	}
	return d
}

// row marks a node that is silent or far from its peers even without a finding: the order alone is too quiet.
func (s *nodes) row(n *cluster.NodeFigures) widget.Row {
	mark := s.f.nodeMarks[n.Node.ID]
	if mark.Now == 0 && (n.Silent != "" || len(s.diffs[n.Node.ID]) > 0) {
		mark.Now = triage.Medium
	}
	st := widget.Named(n.Status.Code)
	if n.Status.Down {
		st.Role = themes.Bad
	}
	r := widget.Row{ID: string(n.Node.ID), Cells: []widget.Cell{
		markCell(mark), widget.Named(s.f.Text(n.Node.Name())), widget.Named(dcRack(s.f, n.Node)), st}}
	fig := func(f *cluster.Figure) { r.Cells = append(r.Cells, nodeCell(n, f)) }
	fig(&n.CoordinatorP99)
	fig(&n.ReadP99)
	fig(&n.Reads)
	fig(&n.Writes)
	fig(&n.ReadPending)
	r.Cells = append(r.Cells, slotsCell(n))
	fig(diskOf(n))
	r.Cells = append(r.Cells, ownsCell(n.Node))
	fig(&n.Queued)
	fig(&n.Remaining)
	fig(&n.WriteP99)
	r.Cells = append(r.Cells, busyCell(n), rttCell(n), clientsCell(n), releaseCell(s.f, n.Node), readsTrend(n),
		nodeCell(n, &n.Dropped), nodeCell(n, &n.GC))
	return r
}

// diskOf is the share used of the node's fullest data directory where df tells it, else what its tables take.
func diskOf(n *cluster.NodeFigures) *cluster.Figure {
	if n.DiskShare.Known {
		return &n.DiskShare
	}
	return &n.Disk
}

// nodeCell shows a node's figure, unless the node is silent: what it said last is not what it is now.
// It stays "?" and not the last figure with an age: a row of old figures among new ones is read as new.
func nodeCell(n *cluster.NodeFigures, fig *cluster.Figure) widget.Cell {
	if n.Silent != "" {
		return widget.Unknown()
	}
	return cellOf(fig, themes.Text)
}

// Draw lists the nodes.
func (s *nodes) Draw(width, height int) []widget.Drawn {
	if s.list.Total() == 0 {
		return emptyList(width, "No node is known yet: the first one that answers names the others (system.peers).",
			"If nothing comes, the line at the top says what was tried.")
	}
	return s.stack(width, height, nil, max(6, height-10), fixed(nodeDetails(s.f, s.f.nodeFigures(s.Target().Node), width)))
}

// Words says why a node is not heard, or in what it differs.
func (s *nodes) Words() widget.Line {
	n := s.f.nodeFigures(s.Target().Node)
	if n == nil {
		return nothingHere(&s.list, "nodes")
	}
	name := s.f.Text(n.Node.Name())
	if n.Silent != "" {
		return say(name, silence(s.f, n))
	}
	if m := s.f.nodeMarks[n.Node.ID]; m.Title != "" {
		return say(name, s.f.Text(m.Title)+nodeCaveats(s.f, n))
	}
	if d := s.diffs[n.Node.ID]; len(d) > 0 {
		return say(name, skewWords(d, s.f.Text(n.Node.DataCenter()))+nodeCaveats(s.f, n))
	}
	return say(name, n.Status.Text+"; no figure is twice the median of the others in "+s.f.Text(n.Node.DataCenter())+nodeCaveats(s.f, n))
}

// silence says how long a node has not been heard and why. "Down" is for gossip to say.
// The reason comes first, since it decides what to do: a refused password and a dead host look alike in a
// cell.
func silence(f *Frame, n *cluster.NodeFigures) string {
	if f.View.Mode.Saved != nil {
		return "? none of the saved outputs is of it, or none that partop shows"
	}
	words := "? " + f.Text(n.Silent)
	if !n.LastGood.IsZero() {
		words += fmt.Sprintf(" for %s (last good %s)", format.Age(f.View.Clock.Sub(n.LastGood)), format.Clock(n.LastGood))
	}
	if n.Status.Down {
		return words + "; " + n.Status.Text
	}
	return words + "; not reached from here, which is not down"
}

// Target is the node under the cursor.
func (s *nodes) Target() Target { return Target{Node: cluster.NodeID(s.list.Selected())} }

// Copy is the node's address.
func (s *nodes) Copy() string { return s.f.NodeName(s.Target().Node) }

// nodeFigures is nil for a node that is not under the lens.
func (f *Frame) nodeFigures(id cluster.NodeID) *cluster.NodeFigures {
	for _, n := range f.Nodes {
		if n.Node.ID == id {
			return n
		}
	}
	return nil
}

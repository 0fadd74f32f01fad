package screen

import (
	"fmt"
	"strings"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/themes"
	"github.com/partop/partop/ui/format"
	"github.com/partop/partop/ui/widget"
)

// Provenance says where the figures of a row are from: of each figure what it is, then each node's share of it with
// source, age and exactness, or why there is none and what would show it.
// It answers "can I trust this number?", the one question that no figure answers about itself.
func Provenance(f *Frame, t Target, width int) []widget.Line {
	switch {
	case t.Node != "" && t.Table.IsZero():
		return nodeProvenance(f, t.Node, width)
	case !t.Table.IsZero():
		l := f.Lens
		if t.Node != "" {
			l = cluster.Lens{Node: t.Node}
		}
		return tableProvenance(f, t.Table, l, width)
	}
	return nil
}

// tableProvenance lists figures in the order of the columns, which is the order in which they are looked for.
func tableProvenance(f *Frame, id cluster.TableID, l cluster.Lens, width int) []widget.Line {
	out := []widget.Line{widget.In(themes.Title, " Where the figures of "+f.Text(id.String())+" are from")}
	row := f.View.Table(id, l)
	ages := nodeAges{f: f, table: id}
	for _, c := range allFigures() {
		fig := &row.Figures[c.figure]
		_, title, _ := c.figure.Info()
		out = append(out, nil, widget.In(themes.Strong, " "+widget.Left(c.Title, 8)+" "+format.Bound(fig)).
			Add(themes.Dim, "  "+title+ofNodes(fig)))
		// Where no node knows, one reason for all is enough; nodes that gave a reason of their own follow.
		if !fig.Known {
			out = append(out, reasonLines(f, "   ", fig.Missing, width)...)
		}
		for _, p := range f.View.Provenance(c.figure, id, l) {
			if !fig.Known && p.Last == nil {
				continue
			}
			out = append(out, contributionLines(f, c.figure, &p, ages.stale(p.Node.ID, c.figure), width)...)
		}
	}
	return out
}

// contributionLines tells "never read" from "refused" from "not in the answer": each has another remedy.
func contributionLines(f *Frame, id cluster.FigureID, p *cluster.Contribution, stale bool, width int) []widget.Line {
	_, _, unit := id.Info()
	name := "   " + widget.Left(widget.CutMiddle(f.Text(p.Node.Name()), 18), 18) + " "
	switch {
	case p.Last == nil:
		return []widget.Line{widget.Plain(name).Add(themes.Unknown, "? nothing read yet")}
	case !p.Known && p.Last.Unknown != nil:
		return reasonLines(f, name, *p.Last.Unknown, width)
	case !p.Known:
		return []widget.Line{widget.Plain(name).Add(themes.Unknown, "? the table is not in the node's answer")}
	}
	l := widget.Plain(name).Add(themes.Text, widget.Right(p.Exactness.Sign()+format.Value(unit, p.Value), 9))
	l = l.Add(themes.Text, "  "+source(f, p.Last)+", "+exactness(id, p.Exactness))
	if p.Silent {
		return []widget.Line{l.Add(themes.Warn, "  ! node silent: left out")}
	}
	return []widget.Line{staleMark(l, stale)}
}

// staleMark says that a figure has outlived its intervals; the age before it says by how much.
func staleMark(l widget.Line, stale bool) widget.Line {
	if !stale {
		return l
	}
	return l.Add(themes.Warn, "  ! stale")
}

// ofNodes says how many nodes a partial sum is of.
func ofNodes(fig *cluster.Figure) string {
	if !fig.Known || fig.Nodes >= fig.Of {
		return ""
	}
	return fmt.Sprintf("; of %d of %d nodes", fig.Nodes, fig.Of)
}

// nodeAges asks of each node whether its share of a figure is stale. The cluster judges that when it merges, so each node
// is merged on its own, once, and only when a line needs it.
type nodeAges struct {
	f     *Frame
	table cluster.TableID
	rows  map[cluster.NodeID]*cluster.TableFigures
}

// stale reports whether a node's share has outlived its intervals.
func (a *nodeAges) stale(node cluster.NodeID, id cluster.FigureID) bool {
	if a.rows == nil {
		a.rows = map[cluster.NodeID]*cluster.TableFigures{}
	}
	if a.rows[node] == nil {
		a.rows[node] = a.f.View.Table(a.table, cluster.Lens{Node: node})
	}
	return a.rows[node].Figures[id].Stale
}

// source is the way a Reading came and how old it is.
func source(f *Frame, r *cluster.Reading) string {
	return sourceName(f, r.Source) + " " + format.Age(f.View.Clock.Sub(r.To)) + " ago"
}

// exactness says how a figure stands to the truth, and how it was made where its name does not say that.
func exactness(id cluster.FigureID, e cluster.Exactness) string {
	switch _, _, unit := id.Info(); unit {
	case cluster.UnitPerSecond:
		return e.String() + " (difference of counts)"
	case cluster.UnitShare:
		if e == cluster.Exact {
			return "exact (difference of total latencies)"
		}
		return e.String() + " (rate x mean)"
	case cluster.UnitTimes:
		return e.String() + " (of two bucket borders)"
	case cluster.UnitCount, cluster.UnitBytes, cluster.UnitMicros:
	}
	return e.String()
}

// reasonLines wraps: a GRANT statement that is cut off at the edge helps nobody.
// It is indented below its lead, so that a remedy of three lines is not taken for three nodes.
func reasonLines(f *Frame, lead string, u cluster.Unknown, width int) []widget.Line {
	text := "? " + u.Reason
	if u.Remedy != "" {
		text += "; " + u.Remedy
	}
	var out []widget.Line
	indent := lead
	for _, line := range widget.Wrap(f.Text(text), max(20, width-widget.Width(lead)-1)) {
		out = append(out, widget.Plain(indent).Add(themes.Unknown, line))
		indent = strings.Repeat(" ", widget.Width(lead))
	}
	return out
}

// nodeProvenance shows the host id, which is what survives when the address does not.
// A node's figures have one source each, so a line is enough for them.
func nodeProvenance(f *Frame, id cluster.NodeID, width int) []widget.Line {
	n := f.nodeFigures(id)
	if n == nil {
		return nil
	}
	out := []widget.Line{widget.In(themes.Title, " Where the figures of "+f.Text(n.Node.Name())+" are from"),
		widget.Plain(" host id " + f.Text(string(id)) + ", " + n.Status.Text)}
	if n.Silent != "" {
		out = append(out, widget.In(themes.Warn, " ! "+silence(f, n)))
	}
	out = append(out, nil)
	for _, p := range nodeFigureList(n) {
		out = append(out, figureProvenance(f, p.name, p.fig, width)...)
	}
	return out
}

// namedFigure is a node's figure under the title of its column.
type namedFigure struct {
	name string
	fig  *cluster.Figure
}

// nodeFigureList are a node's figures in the order of the columns.
func nodeFigureList(n *cluster.NodeFigures) []namedFigure {
	out := []namedFigure{
		{"RD99co", &n.CoordinatorP99}, {"RD99loc", &n.ReadP99}, {"WR99", &n.WriteP99}, {"READS", &n.Reads}, {"WRITES", &n.Writes},
		{"PEND", &n.ReadPending}, {"COMP", &n.Running}, {"slots", &n.Slots}, {"QUEUED", &n.Queued}, {"LEFT", &n.Remaining},
		{"DISK", &n.Disk}, {"BUSY a s", &n.Busy}, {"pending", &n.Pending}, {"DROP", &n.Dropped}, {"GC%", &n.GC},
	}
	if !n.Node.Cell(cluster.NodeDisk).Last.To.IsZero() {
		out = append(out, namedFigure{"DISK used", &n.DiskShare}, namedFigure{"DISK free", &n.DiskFree})
	}
	return out
}

// sourceName is how a source is written: CQL and JMX in capitals, "df over ssh" as it is.
func sourceName(f *Frame, s cluster.Source) string {
	if strings.Contains(string(s), " ") {
		return f.Text(string(s))
	}
	return f.Text(strings.ToUpper(string(s)))
}

// figureProvenance is one line for a node's figure: there is nothing to break it down into.
// Its age is that of the oldest reading in it, which is what can make it wrong.
func figureProvenance(f *Frame, name string, fig *cluster.Figure, width int) []widget.Line {
	lead := "   " + widget.Left(name, 10) + " "
	if !fig.Known {
		return reasonLines(f, lead, fig.Missing, width)
	}
	words := fig.Exactness.String()
	if !fig.At.IsZero() {
		words = fmt.Sprintf("%s %s ago, %s", sourceName(f, fig.Source), format.Age(f.View.Clock.Sub(fig.At)), words)
	}
	l := widget.Plain(lead).Add(themes.Text, widget.Right(format.Figure(fig), 9)+"  "+words)
	return []widget.Line{staleMark(l, fig.Stale)}
}

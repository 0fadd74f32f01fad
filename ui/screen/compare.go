package screen

import (
	"cmp"
	"slices"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/internal/triage"
	"github.com/partop/partop/themes"
	"github.com/partop/partop/ui/format"
	"github.com/partop/partop/ui/widget"
)

// compared are the figures for which one node is set beside the median of the others in its data centre.
func compared() []comparedFigure {
	least := triage.Default()
	return []comparedFigure{
		{cluster.FigReadP99, "reads p99", 1000}, {cluster.FigReadRate, "reads", least.SkewMinPerSecond},
		{cluster.FigTombstones, "tombstones a read", 100}, {cluster.FigWriteRate, "writes", least.SkewMinPerSecond},
		{cluster.FigDisk, "disk", 1 << 30}, {cluster.FigMaxPartition, "largest fragment", 10 << 20},
	}
}

// comparedFigure is a figure and the value below which a difference is noise.
// The floors are those of the rules where a rule has one: below it triage would not look either.
type comparedFigure struct {
	figure cluster.FigureID
	name   string
	least  float64
}

// compareColumns hold "this node / median" and the largest ratio, which orders the rows.
func compareColumns() []widget.Column {
	out := append(nameColumns(), widget.Column{Title: "WORST", Width: 6, Priority: 1})
	for i, c := range compared() {
		col := columnOf(c.figure, i+2)
		col.Width, col.Title = 13, col.Title+"/med"
		out = append(out, col)
	}
	return out
}

// compareRows makes a row of every table that the node or its data centre knows, the most different first.
func compareRows(f *Frame) []widget.Row {
	others := peers(f)
	rows := make([]widget.Row, 0, len(f.Tables))
	for _, t := range f.Tables {
		rows = append(rows, compareRow(f, t, others))
	}
	slices.SortStableFunc(rows, func(a, b widget.Row) int { return cmp.Compare(b.Cells[2].Sort, a.Cells[2].Sort) })
	return rows
}

// maxPeers bounds the cost of a median in a data centre of hundreds of nodes.
const maxPeers = 24

// peers are the other nodes of the same data centre that answer. The node itself is none of them: in a data centre of
// three it would pull the median towards itself.
func peers(f *Frame) []cluster.NodeID {
	n, ok := f.View.Node(f.Lens.Node)
	if !ok {
		return nil
	}
	var out []cluster.NodeID
	for _, p := range f.View.Under(cluster.Lens{DataCenter: n.DataCenter()}) {
		if len(out) < maxPeers && p.ID != n.ID && p.DataCenter() == n.DataCenter() {
			out = append(out, p.ID)
		}
	}
	return out
}

// compareRow counts only figures above a floor: three reads a second against one are no skew.
func compareRow(f *Frame, t *cluster.TableFigures, others []cluster.NodeID) widget.Row {
	r := widget.Row{ID: t.Table.String(), Cells: []widget.Cell{markCell(f.marks[t.Table]), widget.Named(f.Text(t.Table.String())), {}}}
	figures := figuresOf(f, t.Table, others)
	worst := 0.0
	for _, c := range compared() {
		own, med := idleFigure(t, c.figure), medianFigure(figures, c.figure)
		r.Cells = append(r.Cells, comparedCell(&own, &med))
		worst = max(worst, timesOthers(&own, &med, c.least))
	}
	r.Cells[2] = numberCell(worst, format.Times(worst))
	if worst == 0 {
		r.Cells[2].Text = "-" // nothing of it is large enough to compare
	}
	if worst >= skewFactor {
		r.Cells[2].Role = themes.Strong
	}
	return r
}

// comparedCell writes both halves as Tables writes a cell, sign and all. It orders as an unknown only when neither half
// tells anything: "?/3" is worth reading.
// It sorts by the node's own value: the ratio has a column of its own.
func comparedCell(own, med *cluster.Figure) widget.Cell {
	c := cellOf(own, themes.Text)
	if !own.Known && (med.Known || med.Idle) {
		c.Sort = -1
	}
	c.Text = format.Figure(own) + "/" + format.Figure(med)
	return c
}

// timesOthers is how many times the median of the others a figure is; 0 where that cannot be said or is noise.
func timesOthers(own, med *cluster.Figure, least float64) float64 {
	if !own.Known || own.Idle || !med.Known || med.Idle || med.Value <= 0 || own.Value < least {
		return 0
	}
	return own.Value / med.Value
}

// compareWords says in what one node's share of a table differs most from its data centre.
func compareWords(f *Frame, t *cluster.TableFigures) widget.Line {
	others := peers(f)
	name := f.Text(t.Table.String())
	if len(others) == 0 {
		return say(name, "no other node of "+f.Text(dcOf(f))+" answers: there is nothing to compare with")
	}
	figures := figuresOf(f, t.Table, others)
	// Only the largest difference is told. The others stand in the row, and a second number would need a
	// second look.
	words, worst := "nothing is twice the median of the others in "+f.Text(dcOf(f)), float64(skewFactor)
	for _, c := range compared() {
		own, med := idleFigure(t, c.figure), medianFigure(figures, c.figure)
		if times := timesOthers(&own, &med, c.least); times >= worst {
			worst = times
			words = c.name + " " + format.Figure(&own) + " against " + format.Figure(&med) +
				", the median of the others in " + f.Text(dcOf(f)) + ": " + format.Times(worst)
		}
	}
	return say(name, words)
}

// dcOf names the data centre for a sentence.
func dcOf(f *Frame) string {
	if n, ok := f.View.Node(f.Lens.Node); ok && n.DataCenter() != "" {
		return n.DataCenter()
	}
	return "its data centre"
}

// figuresOf are a table's figures node by node.
func figuresOf(f *Frame, id cluster.TableID, nodes []cluster.NodeID) []*cluster.TableFigures {
	out := make([]*cluster.TableFigures, len(nodes))
	for i, n := range nodes {
		out[i] = f.View.Table(id, cluster.Lens{Node: n})
	}
	return out
}

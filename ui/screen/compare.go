package screen

import (
	"cmp"
	"math"
	"slices"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/internal/triage"
	"github.com/partop/partop/themes"
	"github.com/partop/partop/ui/format"
	"github.com/partop/partop/ui/widget"
)

// compared are the figures for which one node is set beside the median of its data centre.
func compared() []comparedFigure {
	least := triage.Default()
	return []comparedFigure{
		{cluster.FigReadP99, "reads p99", 1000}, {cluster.FigReadRate, "reads", least.SkewMinPerSecond},
		{cluster.FigTombstones, "tombstones a read", 100}, {cluster.FigWriteRate, "writes", least.SkewMinPerSecond},
		{cluster.FigDisk, "disk", 1 << 30}, {cluster.FigMaxPartition, "largest fragment", 10 << 20},
	}
}

// comparedFigure is a figure and the value below which a difference is noise.
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
		col.Width, col.Title = 11, col.Title+"/med"
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

// peers are the nodes of the same data centre that answer, the node itself included.
func peers(f *Frame) []cluster.NodeID {
	n, ok := f.View.Node(f.Lens.Node)
	if !ok {
		return nil
	}
	var out []cluster.NodeID
	for _, p := range f.View.Under(cluster.Lens{DataCenter: n.DataCenter()}) {
		if len(out) < maxPeers {
			out = append(out, p.ID)
		}
	}
	return out
}

// compareRow counts only figures above a floor: three reads a second against one are no skew.
func compareRow(f *Frame, t *cluster.TableFigures, others []cluster.NodeID) widget.Row {
	r := widget.Row{ID: t.Table.String(), Cells: []widget.Cell{markCell(f.marks[t.Table]), widget.Named(f.Text(t.Table.String())), {}}}
	figures := make([]*cluster.TableFigures, len(others))
	for i, id := range others {
		figures[i] = f.View.Table(t.Table, cluster.Lens{Node: id})
	}
	worst := 0.0
	for _, c := range compared() {
		own := &t.Figures[c.figure]
		med, ok := medianOf(figures, c.figure)
		cell := widget.Unknown()
		if own.Known && ok {
			cell = numberCell(own.Value, format.Value(own.Unit, own.Value)+"/"+format.Value(own.Unit, med))
			if med > 0 && own.Value >= c.least {
				worst = max(worst, own.Value/med)
			}
		}
		r.Cells = append(r.Cells, cell)
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

// compareWords says in what one node's share of a table differs most from its data centre.
func compareWords(f *Frame, t *cluster.TableFigures) widget.Line {
	var figures []*cluster.TableFigures
	for _, id := range peers(f) {
		figures = append(figures, f.View.Table(t.Table, cluster.Lens{Node: id}))
	}
	words, worst := "nothing stands out against the median of its data centre", float64(skewFactor)
	for _, c := range compared() {
		own := &t.Figures[c.figure]
		if med, ok := medianOf(figures, c.figure); ok && own.Known && med > 0 && own.Value >= c.least && own.Value/med >= worst {
			worst = own.Value / med
			words = c.name + " " + format.Value(own.Unit, own.Value) + " against " + format.Value(own.Unit, med) +
				", the median of " + f.Text(dcOf(f)) + ": " + format.Times(worst)
		}
	}
	return say(f.Text(t.Table.String()), words)
}

// dcOf names the data centre for a sentence.
func dcOf(f *Frame) string {
	if n, ok := f.View.Node(f.Lens.Node); ok && n.DataCenter() != "" {
		return n.DataCenter()
	}
	return "its data centre"
}

// medianOf leaves nodes out that do not know the figure; zero would pull the median down.
func medianOf(figures []*cluster.TableFigures, id cluster.FigureID) (float64, bool) {
	var values []float64
	for _, t := range figures {
		if t.Figures[id].Known {
			values = append(values, t.Figures[id].Value)
		}
	}
	m := median(values)
	return m, !math.IsNaN(m)
}

// median is NaN without values; of an even number it is the lower one, which is a value that some node has.
func median(values []float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	slices.Sort(values)
	return values[(len(values)-1)/2]
}

package screen

import (
	"cmp"
	"slices"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/themes"
	"github.com/partop/partop/ui/format"
	"github.com/partop/partop/ui/widget"
)

// The screens about one table show, before one is opened, all tables ordered by the figure that they are about.

// listColumns are the columns of such a list.
// What decides how long data and their tombstones stay (gc_grace, ttl, strategy) follows the figures: it is
// the usual explanation of them.
func listColumns(ids ...cluster.FigureID) []widget.Column {
	out := nameColumns()
	for i, id := range ids {
		out = append(out, columnOf(id, i+1))
	}
	return append(out, widget.Column{Title: "gc_grace", Width: 8, Priority: len(ids) + 1},
		widget.Column{Title: "ttl", Width: 6, Priority: len(ids) + 2},
		widget.Column{Title: "COMPACTION", Width: 11, Left: true, Priority: len(ids) + 3})
}

// columnOf is a figure's column with another priority.
func columnOf(id cluster.FigureID, priority int) widget.Column {
	for _, c := range allFigures() {
		if c.figure == id {
			c.Priority = priority
			return c.Column
		}
	}
	return widget.Column{Title: "?", Width: 6, Priority: priority}
}

// allFigures are those of the first screen, then those that only other screens show.
func allFigures() []figureColumn { return append(tableFigures(), extraFigures()...) }

// extraFigures have columns only on the screens about them.
func extraFigures() []figureColumn {
	return []figureColumn{
		{widget.Column{Title: "TOMB50", Width: 7}, cluster.FigTombstonesMedian},
		{widget.Column{Title: "TOMBMAX", Width: 7}, cluster.FigTombstonesMax},
		{widget.Column{Title: "RD50", Width: 6}, cluster.FigReadMedian},
	}
}

// listRows makes a row of every table, the largest figure first, unknown ones last.
// The mark does not lead here as it does on the first screen: whoever chose this screen asks for the largest.
func listRows(f *Frame, by cluster.FigureID, ids ...cluster.FigureID) []widget.Row {
	sorted := slices.Clone(f.Tables)
	// Unknown goes below zero: a table that nobody knows of must not stand above one that is known to be fine.
	rank := func(t *cluster.TableFigures) float64 {
		if !t.Figures[by].Known {
			return -1
		}
		return t.Figures[by].Value
	}
	slices.SortStableFunc(sorted, func(a, b *cluster.TableFigures) int { return cmp.Compare(rank(b), rank(a)) })
	rows := make([]widget.Row, 0, len(sorted))
	for _, t := range sorted {
		rows = append(rows, listRow(f, t, ids))
	}
	return rows
}

// listRow adds what decides how long a tombstone stays.
func listRow(f *Frame, t *cluster.TableFigures, ids []cluster.FigureID) widget.Row {
	mark := f.marks[t.Table]
	r := widget.Row{ID: t.Table.String(), Cells: []widget.Cell{markCell(mark), widget.Named(f.Text(t.Table.String()))}}
	for _, id := range ids {
		r.Cells = append(r.Cells, tableCell(t, id, figureRole(id, &t.Figures[id], mark)))
	}
	s := t.Schema
	if s == nil {
		return widget.Row{ID: r.ID, Cells: append(r.Cells, widget.Unknown(), widget.Unknown(), widget.Unknown())}
	}
	r.Cells = append(r.Cells, numberCell(float64(s.GCGraceSeconds), format.Seconds(s.GCGraceSeconds)),
		numberCell(float64(s.DefaultTTLSeconds), format.Seconds(s.DefaultTTLSeconds)), widget.Named(f.Text(strategy(s))))
	return r
}

// perNodeRows makes a row of every node for one table; nodes that do not answer keep their place with "?".
func perNodeRows(f *Frame, id cluster.TableID, by cluster.FigureID, ids ...cluster.FigureID) []widget.Row {
	type ranked struct {
		row  widget.Row
		rank float64
	}
	var out []ranked
	for _, n := range f.Nodes {
		t := f.View.Table(id, cluster.Lens{Node: n.Node.ID})
		r := widget.Row{ID: string(n.Node.ID), Cells: []widget.Cell{markCell(f.nodeMarks[n.Node.ID]), widget.Named(f.Text(n.Node.Name()))}}
		for _, fig := range ids {
			cell := tableCell(t, fig, themes.Text)
			// Its last figures are still held, but beside current ones they would be compared with them.
			if n.Silent != "" {
				cell = widget.Unknown()
			}
			r.Cells = append(r.Cells, cell)
		}
		rank := -1.0
		if n.Silent == "" && t.Figures[by].Known {
			rank = t.Figures[by].Value
		}
		out = append(out, ranked{r, rank})
	}
	slices.SortStableFunc(out, func(a, b ranked) int { return cmp.Compare(b.rank, a.rank) })
	rows := make([]widget.Row, len(out))
	for i := range out {
		rows[i] = out[i].row
	}
	return rows
}

// perNodeColumns are the columns of one table node by node.
func perNodeColumns(ids ...cluster.FigureID) []widget.Column {
	out := nodeNameColumns("NODE")
	for i, id := range ids {
		out = append(out, columnOf(id, i+1))
	}
	return out
}

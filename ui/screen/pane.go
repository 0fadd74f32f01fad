package screen

import (
	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/internal/triage"
	"github.com/partop/partop/themes"
	"github.com/partop/partop/ui/widget"
)

// pane is what is known of the row under the cursor, in the room that a list of tables leaves: its finding, then the
// table node by node. It remembers the last one drawn, since a cursor rests more often than it moves.
type pane struct {
	frame *Frame
	table cluster.TableID
	size  [2]int
	drawn section
}

// height is how many lines a screen reserves for the pane even when the list is long.
// Below 24 lines the list takes all: rows that cannot be seen are worse than evidence that takes a key more.
func (p *pane) height(screen int) int {
	if screen < 24 {
		return 0
	}
	return min(16, screen/3)
}

// of draws the pane of a table in room lines; nil when there is no table.
func (p *pane) of(f *Frame, id cluster.TableID, width, room int) section {
	if id.IsZero() || room < 2 {
		return nil
	}
	// A frame is made anew with every view and choice, so the pointer alone tells whether the drawn lines
	// still hold.
	key := [2]int{width, room}
	if p.frame == f && p.table == id && p.size == key {
		return p.drawn
	}
	var out section
	if fi := worstFinding(f, id); fi != nil {
		out = append(out, findingLines(f, fi, width, room > fullFinding)...)
	}
	if left := room - len(out) - 1; len(f.Nodes) > 1 && left > min(3, len(f.Nodes)) {
		if len(out) > 0 {
			out = append(out, widget.Drawn{})
		}
		out = append(out, nodeBreakdown(f, id, width, left)...)
	}
	out = append(out, paneCharts(f, id, width, room-len(out))...)
	out = out[:min(len(out), room)]
	p.frame, p.table, p.size, p.drawn = f, id, key, out
	return out
}

// fullFinding is the room from which a pane shows a finding's limits and doubts too, chartLines what a curve takes.
const fullFinding, chartLines = 20, 9

// paneCharts draws the curves that fit: tombstones where there are some, then reads.
// A curve is worth its nine lines only where the list needs none of them.
func paneCharts(f *Frame, id cluster.TableID, width, room int) section {
	var out section
	width = min(width, 120) // wider curves only stretch: a trend has a point every five seconds
	add := func(fig cluster.FigureID, m cluster.Measure, title string) {
		if room-len(out) > chartLines {
			if c := trendChart(f, id, fig, m, title, width, chartLines); c != nil {
				out = append(append(out, widget.Drawn{}), c...)
			}
		}
	}
	if f.TableRow(id).Figures[cluster.FigTombstones].Value >= 100 {
		add(cluster.FigTombstones, cluster.MeasureTombstones, "tombstones per read p99")
	}
	add(cluster.FigReadP99, cluster.MeasureReadP99, "replica reads p99")
	add(cluster.FigReadRate, cluster.MeasureReadRate, "reads and scans a second")
	return out
}

// worstFinding is the first open finding of a table under the lens: the session lists them worst first.
// It is the one that the mark and the words are about, so the pane below explains just these.
func worstFinding(f *Frame, id cluster.TableID) *triage.Finding {
	for i := range f.View.Findings {
		if fi := &f.View.Findings[i]; fi.Table == id && !f.Acked[fi.ID()] && f.Concerns(fi) {
			return fi
		}
	}
	return nil
}

// breakdownFigures are the columns of a table's node by node view.
// Figures that sum up over a cluster without meaning on one node (shares, SSTables told by nobody over CQL)
// are left out.
func breakdownFigures() []figureColumn {
	var out []figureColumn
	for _, c := range tableFigures() {
		switch c.figure {
		case cluster.FigDisk, cluster.FigMaxPartition, cluster.FigTombstones, cluster.FigReadRate, cluster.FigWriteRate,
			cluster.FigReadP99, cluster.FigWriteP99, cluster.FigRows, cluster.FigRunning, cluster.FigRemaining,
			cluster.FigPartitions, cluster.FigMeanPartition, cluster.FigScanRate, cluster.FigScanP99,
			cluster.FigCoordinatorReadP99:
			out = append(out, c)
		}
	}
	return out
}

// maxBreakdown bounds the work of a node by node view: a cluster of a thousand nodes shows the first dozen.
const maxBreakdown = 12

// nodeBreakdown lists a table's figures of each node, at most lines lines with the heading.
// It answers "is it one node?" without leaving the table; n or the nodes screen go on from there.
func nodeBreakdown(f *Frame, id cluster.TableID, width, lines int) section {
	if lines < 2 {
		return nil
	}
	t := widget.Table{Columns: nodeNameColumns("NODE")}
	for _, c := range breakdownFigures() {
		t.Columns = append(t.Columns, c.Column)
	}
	var rows []widget.Row
	for _, n := range f.Nodes {
		if len(rows) == min(maxBreakdown, lines-1) {
			break
		}
		rows = append(rows, breakdownRow(f, n, id))
	}
	t.SetRows(rows, false)
	return t.Draw(width, lines, false, f.ASCII)
}

// nodeNameColumns stand before figures in every list of nodes.
func nodeNameColumns(title string) []widget.Column {
	return []widget.Column{
		{Title: "", Width: 2, Left: true, NoSort: true},
		{Title: title, Width: 14, Left: true, Flex: true, Middle: true},
	}
}

// breakdownRow gives a silent node its line, so that it is missed.
func breakdownRow(f *Frame, n *cluster.NodeFigures, id cluster.TableID) widget.Row {
	name := widget.Named(f.Text(n.Node.Name()))
	r := widget.Row{ID: string(n.Node.ID), Cells: []widget.Cell{markCell(f.nodeMarks[n.Node.ID]), name}}
	figures := f.View.Table(id, cluster.Lens{Node: n.Node.ID})
	for _, c := range breakdownFigures() {
		if n.Silent != "" {
			r.Cells = append(r.Cells, widget.Unknown())
			continue
		}
		r.Cells = append(r.Cells, tableCell(figures, c.figure, themes.Text))
	}
	return r
}

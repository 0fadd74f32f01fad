package screen

import (
	"fmt"
	"math"
	"strconv"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/internal/triage"
	"github.com/partop/partop/themes"
	"github.com/partop/partop/ui/format"
	"github.com/partop/partop/ui/widget"
)

// tombstones answers: what do reads wade through, and when will it go? For the table that was opened:
//
//	table, compaction, ttl, gc_grace
//	NODE  TOMB/RD  TOMB50  TOMBMAX … LIMITS     against each node's own limits
//	curve of the worst node                     events below it
//	TOMB ON AGE KEY                             keys of the last repair
type tombstones struct {
	base
	pane pane
}

// newTombstones leaves its columns to Build: they differ with and without a table.
func newTombstones() *tombstones { return &tombstones{} }

// tombstoneFigures hold the rows beside the tombstones: their ratio is what a read pays for nothing.
func tombstoneFigures() []cluster.FigureID {
	return []cluster.FigureID{cluster.FigTombstones, cluster.FigTombstonesMedian, cluster.FigTombstonesMax, cluster.FigRows,
		cluster.FigReadRate, cluster.FigReadP99, cluster.FigScanRate, cluster.FigScanP99}
}

// Build lists the nodes of the table that was opened, against their limits; without a table, all tables.
func (s *tombstones) Build(f *Frame, hold bool) {
	if f.Table.IsZero() {
		s.use(f, listColumns(tombstoneFigures()...))
		s.list.SetRows(listRows(f, cluster.FigTombstones, tombstoneFigures()...), hold)
		return
	}
	s.use(f, append(perNodeColumns(tombstoneFigures()...), widget.Column{Title: "LIMITS warn/fail", Width: 16, Priority: 4}))
	rows := perNodeRows(f, f.Table, cluster.FigTombstones, tombstoneFigures()...)
	for i := range rows {
		n := f.nodeFigures(cluster.NodeID(rows[i].ID))
		warn, fail := tombstoneLimits(n)
		rows[i].Cells[2] = overLimit(rows[i].Cells[2], warn, fail)
		rows[i].Cells = append(rows[i].Cells, limitsCell(warn, fail))
	}
	s.list.SetRows(rows, hold)
}

// overLimit puts a sign beside a figure above the node's own limit.
func overLimit(c widget.Cell, warn, fail float64) widget.Cell {
	switch {
	case c.IsUnknown():
	case fail > 0 && c.Sort > fail:
		c.Text, c.Role = "!!"+c.Text, themes.Bad
	case warn > 0 && c.Sort > warn:
		c.Text, c.Role = "!"+c.Text, themes.Warn
	}
	return c
}

// tombstoneLimits reads a node's settings; NaN when it did not tell them. Before 4.1 the failure limit has the same
// name (Config.tombstone_failure_threshold).
// Each node has its own: a cluster in the middle of a change of settings warns on some nodes only.
func tombstoneLimits(n *cluster.NodeFigures) (warn, fail float64) {
	if n == nil {
		return math.NaN(), math.NaN()
	}
	v := cluster.ValueOf[cluster.Settings](n.Node.Cell(cluster.NodeSettings))
	if v == nil {
		return math.NaN(), math.NaN()
	}
	return setting(v, "tombstone_warn_threshold"), setting(v, "tombstone_failure_threshold")
}

// setting is NaN for what is not a number: 4.1 on prints null for a default.
func setting(s *cluster.Settings, name string) float64 {
	n, err := strconv.ParseFloat(s.Values[name], 64)
	if err != nil {
		return math.NaN()
	}
	return n
}

// limitsCell shows what the node is set to, never the default in its place.
func limitsCell(warn, fail float64) widget.Cell {
	if math.IsNaN(warn) && math.IsNaN(fail) {
		return widget.Unknown()
	}
	return numberCell(warn, format.Count(warn)+"/"+format.Count(fail))
}

// Draw shows the nodes, the curve of the worst of them above the events, and the keys that a repair found.
func (s *tombstones) Draw(width, height int) []widget.Drawn {
	f := s.f
	if f.Table.IsZero() {
		if s.list.Total() == 0 {
			return emptyList(width, "No table is known yet; the first answers come within two seconds of reaching a node.")
		}
		head := section{{Line: heading("Tombstones that reads pass, by table", "  enter opens one")}}
		return s.stack(width, height, head, max(6, height-max(6, s.pane.height(height))), fixed(fadingWords(f, width)),
			func(room int) section { return s.pane.of(f, s.Target().Table, width, room) })
	}
	head := section{{Line: tableHead(f, f.Table)}}
	if t := f.View.TableSchema(f.Table); t != nil {
		head = append(head, widget.Drawn{Line: widget.In(themes.Dim, " Tombstones may go "+format.Seconds(t.GCGraceSeconds)+
			" (gc_grace) after they were written, when compacted.")})
	}
	if bars := readSection(f, f.Table, cluster.TableTombstoneHistogram, "tombstones per read", warnLimit(f), width, min(11, height/2)); bars != nil {
		head = append(append(head, overLine(f)...), append(bars, widget.Drawn{})...)
	}
	chart := func(room int) section {
		return trendChart(f, f.Table, cluster.FigTombstones, cluster.MeasureTombstones, "tombstones per read p99", width,
			min(room, max(8, height/3)))
	}
	return s.stack(width, height, head, min(s.list.Len(), 6),
		tombstoneLog(f, f.Table, width), chart,
		topBlock(f, f.Table, byTombstones, "PARTITIONS WITH MOST TOMBSTONES", width), fixed(fadingWords(f, width)))
}

// warnLimit is the lowest warning threshold of the nodes; 0 when none is known.
func warnLimit(f *Frame) float64 {
	lowest := 0.0
	for _, n := range f.Nodes {
		if warn, _ := tombstoneLimits(n); warn > 0 && (lowest == 0 || warn < lowest) {
			lowest = warn
		}
	}
	return lowest
}

// overLine counts the reads beyond the nodes' own limits: a percentile hides one bad partition in two hundred reads, this
// does not.
func overLine(f *Frame) section {
	fig := &f.TableRow(f.Table).Figures[cluster.FigOverWarn]
	if !fig.Known {
		return nil
	}
	role := themes.Text
	if fig.Value > 0 {
		role = themes.Warn
	}
	return section{{Line: widget.In(role, " "+format.Figure(fig)+"/s").Add(themes.Text, " reads pass the tombstone warning or failure threshold").
		Add(themes.Dim, "  exact, JMX")}}
}

// fadingWords explain the figure, which misleads whoever does not know it.
// They stand on the screen itself: nobody looks up in help what a familiar word means.
func fadingWords(f *Frame, width int) section {
	var out section
	if !f.Table.IsZero() && f.View.Histogram(cluster.TableTombstoneHistogram, f.Table, f.Lens).Nodes > 0 {
		return nil // nothing fades in a difference of counts
	}
	for _, l := range widget.Wrap("Percentiles fade within minutes without reads and are borders of buckets (5,000 shows as 5,722); "+
		"1 stands for 0 and 1. JMX tells the exact number of reads over the limit.", width-2) {
		out = append(out, widget.Drawn{Line: widget.In(themes.Dim, " "+l)})
	}
	return out
}

// trendChart draws a table's trend on its worst node with the events below, in lines lines at most.
// One node, named in the title: a line made of the worst node at each moment would jump between nodes.
func trendChart(f *Frame, id cluster.TableID, fig cluster.FigureID, m cluster.Measure, title string, width, lines int) section {
	worst := f.TableRow(id).Figures[fig].Worst
	points := tablePoints(f, id, worst, m)
	if len(points) < 2 || lines < 5 || flat(points) {
		return nil
	}
	_, _, unit := fig.Info()
	from, to := span(points)
	cells := max(1, width-9)
	chart := widget.Chart(series(points, from, to, cells), width, lines-3, func(v float64) string { return format.Value(unit, v) })
	if chart == nil {
		return nil
	}
	out := section{{Line: heading(title, "  "+f.NodeName(worst)+", "+format.Duration(to.Sub(from)))}}
	out = append(out, widget.Lines(chart...)...)
	return append(out, widget.Lines(widget.Lane(marksOf(f, id), from, to, width),
		widget.Scale(format.Clock(from), format.Clock(to), width))...)
}

// flat reports a series that never leaves 0 to 1: Cassandra's histograms print 1 for 0 and 1 alike (EstimatedHistogram's
// first bucket), so such a curve tells nothing and takes nine lines to do it.
func flat(points []cluster.Point) bool {
	for _, p := range points {
		if p.Value > 1 {
			return false
		}
	}
	return true
}

// Words compares the figure under the cursor with the node's own limit.
func (s *tombstones) Words() widget.Line {
	t := s.Target()
	if s.list.Selected() == "" {
		return nothingHere(&s.list, "tables")
	}
	if t.Node == "" {
		return s.tableWords(t.Table)
	}
	n := s.f.nodeFigures(t.Node)
	own := s.f.View.Table(t.Table, cluster.Lens{Node: t.Node}).Figures[cluster.FigTombstones]
	if n == nil || n.Silent != "" || !own.Known {
		return nodeTableWords(s.f, t.Node, t.Table, cluster.FigTombstones)
	}
	warn, fail := tombstoneLimits(n)
	if math.IsNaN(warn) {
		return say(s.f.NodeName(t.Node), "p99 "+format.Figure(&own)+" tombstones a read; the node's limits are not known (default 1,000/100,000)")
	}
	return say(s.f.NodeName(t.Node), limitWords(&own, warn, fail))
}

// tableWords is about this screen's figure first: why it is missing comes before any other finding.
func (s *tombstones) tableWords(id cluster.TableID) widget.Line {
	row := s.f.TableRow(id)
	if !row.Figures[cluster.FigTombstones].Known {
		return say(s.f.Text(id.String()), s.f.missing(&row.Figures[cluster.FigTombstones]))
	}
	return tableWords(s.f, row, noFigure)
}

// limitWords says how far from the limits, since "high" is a matter of settings.
// Cassandra counts the cells and rows that one read passes (ReadCommand.withMetricsRecording); over the second
// limit it throws TombstoneOverwhelmingException.
func limitWords(own *cluster.Figure, warn, fail float64) string {
	switch {
	case own.Value > fail:
		return fmt.Sprintf("p99 %s a read is over the failure limit %s: such reads fail", format.Figure(own), format.Count(fail))
	case own.Value > warn:
		return fmt.Sprintf("p99 %s a read is %s the warn limit %s; reads fail at %s", format.Figure(own),
			format.Times(own.Value/warn), format.Count(warn), format.Count(fail))
	}
	return fmt.Sprintf("p99 %s a read, below the warn limit %s", format.Figure(own), format.Count(warn))
}

// Target is the node or table under the cursor.
func (s *tombstones) Target() Target { return targetOf(s.f, s.list.Selected(), nil) }

// Copy is the name of what is under the cursor.
func (s *tombstones) Copy() string { return copyOf(s.f, s.Target()) }

// Help explains the tombstones screen.
func (s *tombstones) Help() []widget.Line {
	d := triage.Default()
	return append(figureHelp(tombstoneFigures()...),
		legend("LIMITS", fmt.Sprintf("the node's tombstone_warn/failure_threshold (default %s/%s): ! over the first, !! over the second",
			format.Count(float64(d.TombstoneWarn)), format.Count(float64(d.TombstoneFail)))),
		legend("events", "n note, R restart, S schema, x not reached, o back, C compaction, P repair, D dropped"))
}

package screen

import (
	"cmp"
	"slices"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/internal/triage"
	"github.com/partop/partop/themes"
	"github.com/partop/partop/ui/widget"
)

// tables answers: which table is hurting? One list, worst first, and in the room below it all that is known of the row:
//
//	!! jobs.queue   ~57%  4.0G ~4.2k  ≤44M ≤9,887   68   20 ≤533ms
//	!  orders.by…   ~22%  220G  ~30M ≤248M    ≤12 1.4k  434  ≤16ms
//
//	    evidence  means  next            of its worst finding
//	   NODE  SIZE  MAXFRAG  TOMB/RD …    node by node
//	   curves                            with the event lane, on tall screens
//
// It is the first screen, so it has to answer within a look: the list is sorted by what is wrong, and what is
// known of the worst row stands below it without a key.
type tables struct {
	base
	pane pane
}

// newTables begins without compare mode.
func newTables() *tables { return &tables{base: base{list: widget.Table{Columns: tablesColumns()}}} }

// Build makes a row of every table, worst first.
func (s *tables) Build(f *Frame, hold bool) {
	if f.Compare && f.Lens.Node != "" {
		s.use(f, compareColumns())
		s.list.SetRows(compareRows(f), hold)
		return
	}
	s.use(f, tablesColumns())
	sorted := worstFirst(f)
	rows, columns := make([]widget.Row, len(sorted)), tableFigures()
	for i, t := range sorted {
		rows[i] = tableRow(f, t, columns)
	}
	s.list.SetRows(rows, hold)
}

// worstFirst orders by what is wrong now, then by the share of replica time, then by name.
// Shares of time settle the rest because they add up to all the work there is; disk settles the idle tables.
func worstFirst(f *Frame) []*cluster.TableFigures {
	out := slices.Clone(f.Tables)
	slices.SortStableFunc(out, func(a, b *cluster.TableFigures) int {
		return cmp.Or(cmp.Compare(f.marks[b.Table].Now, f.marks[a.Table].Now),
			cmp.Compare(b.Figures[cluster.FigTimeShare].Value, a.Figures[cluster.FigTimeShare].Value),
			cmp.Compare(b.Figures[cluster.FigDisk].Value, a.Figures[cluster.FigDisk].Value))
	})
	return out
}

// tableRow takes the columns from its caller: they are the same for hundreds of rows.
func tableRow(f *Frame, t *cluster.TableFigures, columns []figureColumn) widget.Row {
	mark := f.marks[t.Table]
	r := widget.Row{ID: t.Table.String(), Cells: make([]widget.Cell, 0, len(columns)+5)}
	name := widget.Named(f.Text(t.Table.String()))
	if mark.Now >= triage.High {
		name.Role = themes.Strong
	}
	r.Cells = append(r.Cells, markCell(mark), name)
	for _, c := range columns {
		r.Cells = append(r.Cells, tableCell(t, c.figure, figureRole(c.figure, &t.Figures[c.figure], mark)))
	}
	return trendCells(f, t, r)
}

// figureRole colours the figure that a mark is about, so that the eye finds it; without a mark nothing is coloured.
// Limits are the rules' own defaults, so that a figure never shines where no finding is made.
func figureRole(id cluster.FigureID, fig *cluster.Figure, mark triage.Mark) themes.Role {
	limits := triage.Default()
	switch {
	case id == cluster.FigTombstones && fig.Value >= float64(limits.TombstoneWarn):
		return max(markRole(mark.Now), themes.Strong)
	case id == cluster.FigMaxPartition && fig.Value >= float64(limits.PartitionCritical):
		return themes.Strong
	}
	return themes.Text
}

// trendCells takes one node for a curve: a sum over nodes would drop whenever one of them is late.
func trendCells(f *Frame, t *cluster.TableFigures, r widget.Row) widget.Row {
	for _, m := range []struct {
		measure cluster.Measure
		figure  cluster.FigureID
	}{
		{cluster.MeasureTombstones, cluster.FigTombstones},
		{cluster.MeasureReadRate, cluster.FigReadRate},
		{cluster.MeasureDisk, cluster.FigDisk},
	} {
		c := widget.Unknown()
		if values := tableTrend(f, t.Table, t.Figures[m.figure].Worst, m.measure); len(values) > 1 {
			c = widget.Cell{Text: widget.Spark(values, sparkWidth), Role: themes.Bar, Sort: 0}
		}
		r.Cells = append(r.Cells, c)
	}
	return r
}

// Draw gives the room that the list does not need to what is known of the row under the cursor.
func (s *tables) Draw(width, height int) []widget.Drawn {
	if s.list.Total() == 0 {
		return emptyList(width, "No table is known yet. The first answers come within two seconds of reaching a node.",
			"If nothing comes, the line at the top says why: host, port, TLS, name and password.")
	}
	least := max(6, height-s.pane.height(height))
	return s.stack(width, height, nil, least, func(room int) section { return s.pane.of(s.f, s.Target().Table, width, room) })
}

// Target is the table under the cursor.
func (s *tables) Target() Target {
	id, _ := cluster.ParseTableID(s.list.Selected())
	return Target{Table: id}
}

// Words says what is wrong with the table, or its plainest facts.
func (s *tables) Words() widget.Line {
	id := s.Target().Table
	if id.IsZero() {
		return nothingHere(&s.list, "tables")
	}
	if s.f.Compare && s.f.Lens.Node != "" {
		return compareWords(s.f, s.f.TableRow(id))
	}
	return tableWords(s.f, s.f.TableRow(id), s.sortFigure)
}

// sortFigure is the figure of the column that orders the rows, if there is one.
func (s *tables) sortFigure() (id cluster.FigureID, ok bool) {
	title, _ := s.list.Order()
	for _, c := range tableFigures() {
		if c.Title == title {
			return c.figure, true
		}
	}
	return 0, false
}

// Copy is the table's name, as nodetool and CQL take it.
func (s *tables) Copy() string { return s.f.Text(s.list.Selected()) }

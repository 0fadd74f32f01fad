package screen

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/themes"
	"github.com/partop/partop/ui/format"
	"github.com/partop/partop/ui/widget"
)

// compactions answers: is it keeping up, and if not, why? From the whole to the particular:
//
//	NODE  SLOTS QUEUED LEFT RATE ETA TREND LIMIT     is there room to work?
//	RUNNING  node table ███▍ 34% 7.9G/23G            what is worked on?
//	TABLE  RUN LEFT RATE ETA TREND SIZE GROWTH       the list: whose is it, does it drain?
//	FINISHED  in > out                               did it give anything back?
type compactions struct{ base }

// compactionColumns keep PEND although CQL never fills it: its place says that there is such a figure, and help
// where.
func compactionColumns() []widget.Column {
	return append(nameColumns(),
		widget.Column{Title: "COMPACTION", Width: 11, Left: true, Priority: 5},
		widget.Column{Title: "RUN", Width: 3, Priority: 1},
		widget.Column{Title: "LEFT", Width: 5, Priority: 2},
		widget.Column{Title: "RATE", Width: 7, Priority: 4},
		widget.Column{Title: "ETA", Width: 6, Priority: 6},
		widget.Column{Title: "TREND", Width: 8, Left: true, Priority: 3},
		widget.Column{Title: "SIZE", Width: 5, Priority: 7},
		widget.Column{Title: "GROWTH", Width: 8, Priority: 8},
		widget.Column{Title: "PEND", Width: 4, Priority: 9},
		widget.Column{Title: "DISK 30m", Width: sparkWidth, Left: true, Priority: 10, NoSort: true})
}

// newCompactions begins with the list of tables; nodes and tasks above it have no cursor.
func newCompactions() *compactions {
	return &compactions{base{list: widget.Table{Columns: compactionColumns()}}}
}

// Build lists tables: those with running tasks first, by what is left.
func (s *compactions) Build(f *Frame, hold bool) {
	s.f = f
	sorted := slices.Clone(f.Tables)
	slices.SortStableFunc(sorted, func(a, b *cluster.TableFigures) int {
		return cmp.Or(cmp.Compare(b.Figures[cluster.FigRemaining].Value, a.Figures[cluster.FigRemaining].Value),
			cmp.Compare(b.Figures[cluster.FigRunning].Value, a.Figures[cluster.FigRunning].Value),
			cmp.Compare(b.Figures[cluster.FigDisk].Value, a.Figures[cluster.FigDisk].Value))
	})
	rows := make([]widget.Row, len(sorted))
	for i, t := range sorted {
		rows[i] = compactionRow(f, t)
	}
	s.list.SetRows(rows, hold)
}

// compactionRow takes growth from the largest node: sums would jump whenever a node stops answering.
func compactionRow(f *Frame, t *cluster.TableFigures) widget.Row {
	left := &t.Figures[cluster.FigRemaining]
	p := tablePaceOf(f, t.Table)
	strat := widget.Unknown()
	if t.Schema != nil {
		strat = widget.Named(f.Text(strategy(t.Schema)))
	}
	trend := widget.Cell{Text: p.word(), ByText: true}
	if left.Known && left.Value == 0 {
		trend.Text = "-"
	}
	disk := widget.Unknown()
	if v := tableTrend(f, t.Table, t.Figures[cluster.FigDisk].Worst, cluster.MeasureDisk); v != nil {
		disk = widget.Cell{Text: widget.Spark(v, sparkWidth), Role: themes.Bar}
	}
	return widget.Row{ID: t.Table.String(), Cells: []widget.Cell{
		markCell(f.marks[t.Table]), widget.Named(f.Text(t.Table.String())), strat,
		cellOf(&t.Figures[cluster.FigRunning], themes.Text), cellOf(left, themes.Text),
		rateCell(p.pace, left), etaCell(left, p.last, p.certain), trend, cellOf(&t.Figures[cluster.FigDisk], themes.Text), growthCell(f, t),
		cellOf(&t.Figures[cluster.FigPending], themes.Text), disk,
	}}
}

// rateCell is an estimate by nature: it comes from a trend of whole readings.
func rateCell(p pace, left *cluster.Figure) widget.Cell {
	switch {
	case left.Known && left.Value == 0:
		return numberCell(0, "-")
	case !left.Known || math.IsNaN(p.perSecond):
		return widget.Unknown()
	}
	return numberCell(p.perSecond, "~"+format.Size(p.perSecond)+"/s")
}

// etaCell rather shows ? than a time that the next minute proves wrong.
func etaCell(left *cluster.Figure, d time.Duration, ok bool) widget.Cell {
	if left.Known && left.Value == 0 {
		return numberCell(0, "-")
	}
	if !left.Known || !ok || d <= 0 {
		return widget.Unknown()
	}
	return numberCell(d.Seconds(), "~"+etaText(d.Seconds()))
}

// growthCell is how much the table grew on disk over its trend, on its largest node.
func growthCell(f *Frame, t *cluster.TableFigures) widget.Cell {
	points := tablePoints(f, t.Table, t.Figures[cluster.FigDisk].Worst, cluster.MeasureDisk)
	if len(points) < 2 {
		return widget.Unknown()
	}
	by := points[len(points)-1].Value - points[0].Value
	switch {
	case by > 0:
		return numberCell(by, "+"+format.Size(by))
	case by < 0:
		return numberCell(by, "-"+format.Size(-by))
	}
	return numberCell(0, "0")
}

// Draw shows nodes, running tasks, tables and what finished lately.
func (s *compactions) Draw(width, height int) []widget.Drawn {
	f := s.f
	if len(f.Nodes) == 0 {
		return emptyList(width, "No node is known yet; the first answers come within two seconds of reaching one.")
	}
	head := nodeCompactions(f, width, 1+min(6, max(2, height/5)))
	head = append(head, widget.Drawn{})
	running := runningTasks(f, width, 1+max(3, height/5))
	head = append(append(head, running...), widget.Drawn{})
	return s.stack(width, height, head, max(4, height/4), fixed(section{{Line: widget.In(themes.Dim, " "+pendingWords)}}),
		func(room int) section { return finishedTasks(f, width, min(room, 1+max(4, height/6))) })
}

const pendingWords = "PEND needs JMX or nodetool; LEFT is of the tasks that run."

// Words says why nothing is known, or what runs on the table.
func (s *compactions) Words() widget.Line {
	id := s.Target().Table
	if id.IsZero() {
		return nothingHere(&s.list, "tables")
	}
	t := s.f.TableRow(id)
	name := s.f.Text(id.String())
	run, left := &t.Figures[cluster.FigRunning], &t.Figures[cluster.FigRemaining]
	switch {
	case !run.Known:
		return say(name, s.f.missing(run))
	case s.f.marks[id].Title != "":
		return say(name, s.f.Text(s.f.marks[id].Title))
	case run.Value == 0:
		return say(name, "nothing runs; what waits is not known (PEND ? "+t.Figures[cluster.FigPending].Missing.Remedy+")")
	}
	p := tablePaceOf(s.f, id)
	words := fmt.Sprintf("%s running, %s left, %s", format.Count(run.Value), format.SizeWords(left.Value), p.word())
	if p.certain && p.last > 0 {
		words += ", about " + etaText(p.last.Seconds()) + " at this pace"
	} else {
		words += ", no honest estimate yet"
	}
	return say(name, words+" (worst "+s.f.NodeName(left.Worst)+")")
}

// Target is the table under the cursor.
func (s *compactions) Target() Target {
	id, _ := cluster.ParseTableID(s.list.Selected())
	return Target{Table: id}
}

// Copy is the table's name.
func (s *compactions) Copy() string { return s.f.Text(s.list.Selected()) }

// Help explains the compactions screen.
func (s *compactions) Help() []widget.Line {
	return []widget.Line{
		legend("SLOTS", "compactions that run / threads of CompactionExecutor; QUEUED tasks wait for one"),
		legend("LEFT", "bytes left in the tasks that run, uncompressed; what only waits is not in it"),
		legend("RATE", "what the last three minutes worked off; steps up (new tasks) do not count against it"),
		legend("ETA", "LEFT / RATE; ? while the trend is short, stands still or grows"),
		legend("LIMIT", "the node's compaction_throughput; 0 is unlimited"),
		legend("GROWTH", "on disk over the trend shown, on the largest node"),
		legend("PEND", "not told over CQL: JMX or nodetool compactionstats"),
	}
}

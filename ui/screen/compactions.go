package screen

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/internal/triage"
	"github.com/partop/partop/themes"
	"github.com/partop/partop/ui/format"
	"github.com/partop/partop/ui/widget"
)

// compactions answers: is it keeping up, and if not, why? From the whole to the particular:
//
//	NODE  SLOTS QUEUED LEFT RATE ETA TREND LIMIT     is there room to work?
//	RUNNING  node table ███▍ 34% 7.9G/23G            what is worked on?
//	TABLE  RUN LEFT TREND GROWTH SIZE RATE ETA       the list: whose is it, does it grow?
//	FINISHED  in > out                               did it give anything back?
type compactions struct{ base }

// compactionColumns keep PEND although CQL never fills it: its place says that there is such a figure, and the words
// below how to get it. GROWTH comes before RATE and ETA: it holds for what waits too.
func compactionColumns() []widget.Column {
	return append(nameColumns(),
		widget.Column{Title: "PEND", Width: 4, Priority: 1},
		widget.Column{Title: "RUN", Width: 3, Priority: 1},
		widget.Column{Title: "LEFT", Width: 5, Priority: 2},
		widget.Column{Title: "TREND", Width: 8, Left: true, Priority: 3},
		widget.Column{Title: "GROWTH", Width: 6, Priority: 4},
		widget.Column{Title: "SIZE", Width: 5, Priority: 5},
		widget.Column{Title: "RATE", Width: 7, Priority: 6},
		widget.Column{Title: "ETA", Width: 6, Priority: 7},
		widget.Column{Title: "COMPACTION", Width: 11, Left: true, Priority: 8},
		widget.Column{Title: "DISK 30m", Width: sparkWidth, Left: true, Priority: 10, NoSort: true})
}

// newCompactions begins with the list of tables; nodes and tasks above it have no cursor.
func newCompactions() *compactions {
	return &compactions{base{list: widget.Table{Columns: compactionColumns()}}}
}

// Build lists tables: those with a finding that compactions are part of first, then those that grow, then by what is left.
// A table that only reads badly belongs to the first screen.
func (s *compactions) Build(f *Frame, hold bool) {
	s.f = f
	grown := make(map[cluster.TableID]growth, len(f.Tables))
	for _, t := range f.Tables {
		grown[t.Table] = growthOf(f, t.Table)
	}
	sorted := slices.Clone(f.Tables)
	slices.SortStableFunc(sorted, func(a, b *cluster.TableFigures) int {
		return cmp.Or(cmp.Compare(concern(f, b), concern(f, a)),
			cmp.Compare(grown[b.Table].rank(), grown[a.Table].rank()),
			cmp.Compare(b.Figures[cluster.FigPending].Value, a.Figures[cluster.FigPending].Value),
			cmp.Compare(b.Figures[cluster.FigRemaining].Value, a.Figures[cluster.FigRemaining].Value),
			cmp.Compare(b.Figures[cluster.FigRunning].Value, a.Figures[cluster.FigRunning].Value),
			cmp.Compare(b.Figures[cluster.FigDisk].Value, a.Figures[cluster.FigDisk].Value))
	})
	rows := make([]widget.Row, len(sorted))
	for i, t := range sorted {
		rows[i] = compactionRow(f, t, grown[t.Table])
	}
	s.list.SetRows(rows, hold)
}

// concern is the severity of what is wrong now with a table that compacts or should.
func concern(f *Frame, t *cluster.TableFigures) triage.Severity {
	if f.growing[t.Table] || t.Figures[cluster.FigRunning].Value > 0 {
		return f.marks[t.Table].Now
	}
	return triage.Low
}

// compactionRow puts what tells a backlog before what tells the pace of single tasks.
func compactionRow(f *Frame, t *cluster.TableFigures, g growth) widget.Row {
	left := &t.Figures[cluster.FigRemaining]
	p := tablePaceOf(f, t)
	strat := widget.Unknown()
	if t.Schema != nil {
		strat = widget.Named(f.Text(strategy(t.Schema)))
	}
	disk := widget.Unknown()
	if v := tableTrend(f, t.Table, t.Figures[cluster.FigDisk].Worst, cluster.MeasureDisk); v != nil {
		disk = widget.Cell{Text: widget.Spark(v, sparkWidth), Role: themes.Bar}
	}
	return widget.Row{ID: t.Table.String(), Cells: []widget.Cell{
		markCell(f.marks[t.Table]), widget.Named(f.Text(t.Table.String())),
		cellOf(&t.Figures[cluster.FigPending], themes.Text), cellOf(&t.Figures[cluster.FigRunning], themes.Text), cellOf(left, themes.Text), trendCell(p.pace, left), g.cell(),
		cellOf(&t.Figures[cluster.FigDisk], themes.Text), rateCell(p.pace, left), etaCell(left, p.last, p.certain), strat, disk,
	}}
}

// rateCell is an estimate by nature: it comes from a trend of whole readings.
// Nothing left is no rate of zero: a table that does not compact is not slow.
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

// Draw shows nodes, running tasks, tables and what finished lately.
func (s *compactions) Draw(width, height int) []widget.Drawn {
	f := s.f
	if len(f.Nodes) == 0 {
		return emptyList(width, "No node is known yet; the first answers come within two seconds of reaching one.")
	}
	// A fifth of the lines each for nodes and tasks: on a tall screen they grow, on a small one the list below
	// stays usable.
	head := nodeCompactions(f, width, 1+min(6, max(2, height/5)))
	head = append(head, widget.Drawn{})
	running := runningTasks(f, width, 1+max(3, height/5))
	head = append(append(head, running...), widget.Drawn{})
	return s.stack(width, height, head, max(4, height/4), fixed(pendingSection(f, width)),
		func(room int) section { return finishedTasks(f, width, min(room, 1+max(4, height/6))) })
}

// pendingSection sums up what is pending, or says how to know it.
func pendingSection(f *Frame, width int) section {
	total, nodes := 0.0, 0
	oldest := f.View.Clock
	for _, n := range f.Nodes {
		if n.Silent == "" && n.Pending.Known {
			total, nodes = total+n.Pending.Value, nodes+1
			if n.Pending.At.Before(oldest) {
				oldest = n.Pending.At
			}
		}
	}
	if nodes == 0 {
		for _, n := range f.Nodes {
			if u := n.Node.Cell(cluster.NodePendingCompactions).Last.Unknown; u != nil {
				l := widget.In(themes.Warn, " ! ").Add(themes.Text, "PEND "+f.missing(&cluster.Figure{Missing: *u}))
				return widget.Lines(widget.WrapLine(l, width-1, 3, 4)...)
			}
		}
		return section{{Line: widget.In(themes.Dim, " PEND is not told over CQL: :nodetool asks once a minute. LEFT is of the tasks that run.")}}
	}
	return section{{Line: widget.In(themes.Strong, fmt.Sprintf(" %s pending on %d of %d nodes", format.Count(total), nodes, len(f.Nodes))).
		Add(themes.Dim, fmt.Sprintf("  estimates, running ones included; %s ago", format.Age(max(0, f.View.Clock.Sub(oldest)))))}}
}

// Words says why nothing is known, or what runs on the table.
// Why a figure is missing comes first, then what is wrong, then what runs: each makes the next one pointless.
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
		return say(name, s.f.Text(s.f.marks[id].Title)+caveats(s.f, t))
	case run.Value == 0 && t.Figures[cluster.FigPending].Known:
		return say(name, "nothing runs, "+format.Count(t.Figures[cluster.FigPending].Value)+" pending"+caveats(s.f, t))
	case run.Value == 0:
		return say(name, "nothing runs; what waits is not known (PEND ? "+t.Figures[cluster.FigPending].Missing.Remedy+")")
	}
	p := tablePaceOf(s.f, t)
	words := fmt.Sprintf("%s running, %s left in them, %s", format.Count(run.Value), format.SizeWords(left.Value), p.word())
	switch {
	case p.growing:
		words += s.growthWords(id) + "; no end in sight"
	case p.certain && p.last > 0:
		words += ", about " + etaText(p.last.Seconds()) + " at this pace"
	default:
		words += ", no honest estimate yet"
	}
	return say(name, words+" (most left on "+s.f.NodeName(left.Worst)+")"+caveats(s.f, t))
}

// growthWords say by how much, where the disk tells it.
func (s *compactions) growthWords(id cluster.TableID) string {
	g := growthOf(s.f, id)
	if !g.known || g.bytes <= 0 {
		return ""
	}
	return ": " + format.SizeWords(g.bytes) + " more on disk than up to " + format.Duration(growthWindow) + " ago"
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
		legend("TREND", "growing: the disk grows noticeably while tasks run, tasks queue up, or a finding says so; else where LEFT goes"),
		legend("GROWTH", "on disk, all nodes that answer, within the last ten minutes"),
		legend("ETA", "LEFT / RATE on the slowest node, coarsely; ? under three readings, without progress, when growing, over 30 days"),
		legend("LIMIT", "the node's compaction_throughput; 0 is unlimited"),
		legend("PEND", "the strategy's estimate of compactions to do, running ones included (nodetool compactionstats; :nodetool)"),
	}
}

package screen

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/themes"
	"github.com/partop/partop/ui/format"
	"github.com/partop/partop/ui/widget"
)

// hotKeys answers, as far as CQL can: who gets the traffic?
//
//	RUN ON LONGEST QUEUED STATEMENT     the list: what ran at the last look
//	REQUESTS CONNS USER FROM DRIVER     who is connected
//	SIZE ON AGE TABLE KEY               keys of the last repair
type hotKeys struct {
	base
	tasks map[string]*taskGroup
}

// taskGroup is one statement that runs now, over all nodes.
// Statements are grouped over nodes since a client spreads one over all its coordinators.
type taskGroup struct {
	text    string
	running int
	nodes   map[cluster.NodeID]bool
	longest int64 // µs
	queued  int64 // µs
}

// newHotKeys lists statements; Cassandra tells keys only to its own sampler.
func newHotKeys() *hotKeys {
	return &hotKeys{base: base{list: widget.Table{Columns: []widget.Column{
		{Title: "RUN", Width: 4}, {Title: "ON", Width: 3, Priority: 3}, {Title: "LONGEST", Width: 7, Priority: 1},
		{Title: "QUEUED", Width: 6, Priority: 2}, {Title: "STATEMENT", Width: 30, Left: true, Flex: true},
	}}}}
}

// Build groups running statements by text; masked, statements that differ only in their literals become one.
func (s *hotKeys) Build(f *Frame, hold bool) {
	s.f = f
	s.tasks = map[string]*taskGroup{}
	for _, n := range f.Nodes {
		if q := cluster.ValueOf[cluster.Queries](n.Node.Cell(cluster.NodeQueries)); q != nil && n.Silent == "" {
			for i := range q.Queries {
				s.add(n.Node.ID, &q.Queries[i])
			}
		}
	}
	groups := make([]*taskGroup, 0, len(s.tasks))
	for _, g := range s.tasks {
		groups = append(groups, g)
	}
	slices.SortFunc(groups, func(a, b *taskGroup) int {
		return cmp.Or(cmp.Compare(b.running, a.running), cmp.Compare(b.longest, a.longest), cmp.Compare(a.text, b.text))
	})
	rows := make([]widget.Row, len(groups))
	for i, g := range groups {
		rows[i] = widget.Row{ID: g.text, Cells: []widget.Cell{
			numberCell(float64(g.running), fmt.Sprint(g.running)), numberCell(float64(len(g.nodes)), fmt.Sprint(len(g.nodes))),
			numberCell(float64(g.longest), format.Micros(float64(g.longest))),
			numberCell(float64(g.queued), format.Micros(float64(g.queued))), widget.Named(g.text)}}
	}
	s.list.SetRows(rows, hold)
}

// add makes the text safe first: two statements that differ only in what must not be shown are one row.
func (s *hotKeys) add(node cluster.NodeID, q *cluster.Query) {
	text := s.f.Statement(q.Task)
	if text == "" {
		text = "(no text)"
	}
	g := s.tasks[text]
	if g == nil {
		g = &taskGroup{text: text, nodes: map[cluster.NodeID]bool{}}
		s.tasks[text] = g
	}
	g.running++
	g.nodes[node] = true
	g.longest, g.queued = max(g.longest, q.RunningMicros), max(g.queued, q.QueuedMicros)
}

// Draw shows what runs at this instant, who is connected, and the keys that repairs found.
func (s *hotKeys) Draw(width, height int) []widget.Drawn {
	head := section{{Line: heading("RUNNING AT THE LAST LOOK", "  a glimpse"+s.sampleHint())}}
	if s.list.Total() == 0 {
		head = append(head, widget.Drawn{Line: widget.Plain(" " + widget.Cut(s.nothing(), width-2))})
	}
	return s.stack(width, height, head, max(3, height/3), fixed(s.samplerWords(width)),
		func(room int) section { return clientsSection(s.f, width, min(room, max(5, height/3))) },
		topBlock(s.f, s.f.Table, bySize, "LARGEST PARTITIONS", width))
}

// sampleHint offers the key only where it does something: a recording cannot be asked again.
func (s *hotKeys) sampleHint() string {
	if s.f.View.Mode.Replay {
		return ""
	}
	return "; s samples ten seconds (light)"
}

// nothing says why there is no statement to show.
// One node that refuses is reason enough to name it: the others would refuse too, or the list would not be
// empty.
func (s *hotKeys) nothing() string {
	for _, n := range s.f.Nodes {
		if c := n.Node.Cell(cluster.NodeQueries); c.Last.Unknown != nil {
			return s.f.missing(&cluster.Figure{Missing: *c.Last.Unknown})
		}
	}
	return "No statement was running when the nodes were asked" + s.sampleHint() + "."
}

// samplerWords say what this screen would show with more access, and what the access is.
// Rather than an empty section of keys: Cassandra has them, and it is this session that cannot ask
// (StorageServiceMBean.samplePartitions).
func (s *hotKeys) samplerWords(width int) section {
	var out section
	for _, l := range widget.Wrap("Keys by traffic come from the node's own sampler (toppartitions): it needs JMX or nodetool, "+
		"which this session does not have. CQL shows statements, and no values of prepared ones.", width-2) {
		out = append(out, widget.Drawn{Line: widget.In(themes.Dim, " "+l)})
	}
	return out
}

// Words is the whole statement, as far as it fits.
// The names of the nodes are what the row has no room for: they tell a hot client from a hot node.
func (s *hotKeys) Words() widget.Line {
	g := s.tasks[s.list.Selected()]
	if g == nil {
		return nothingHere(&s.list, "running statements")
	}
	names := make([]string, 0, len(g.nodes))
	for _, n := range s.f.Nodes {
		if g.nodes[n.Node.ID] {
			names = append(names, s.f.Text(n.Node.Name()))
		}
	}
	return say(fmt.Sprintf("%d running", g.running), "longest "+format.Micros(float64(g.longest))+" on "+strings.Join(names, ", "))
}

// Target is the table that was opened.
func (s *hotKeys) Target() Target { return Target{Table: s.f.Table} }

// Copy is the statement.
func (s *hotKeys) Copy() string { return s.list.Selected() }

// Help explains the hot keys screen.
func (s *hotKeys) Help() []widget.Line {
	return []widget.Line{
		legend("RUN", "how many of this statement ran at the last look (system_views.queries, 4.1 on)"),
		legend("LONGEST", "the longest of them so far; QUEUED: the longest wait for a thread"),
		legend("s", "looks five times a second for ten seconds (light): slow statements are seen more often"),
		legend("EXECUTE", "a prepared statement; Cassandra does not show its values"),
		legend("m", "masks keys and every literal of a statement"),
	}
}

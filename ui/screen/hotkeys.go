package screen

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/themes"
	"github.com/partop/partop/ui/format"
	"github.com/partop/partop/ui/widget"
)

// hotKeys answers: who gets the traffic? Until the nodes' samplers were asked it shows what CQL tells:
//
//	RUN ON LONGEST QUEUED STATEMENT          the list: what ran at the last look
//	REQUESTS CONNS USER FROM DRIVER          who is connected
//	SIZE ON AGE TABLE KEY                    keys of the last repair
//
// and afterwards keys, one sampler's list at a time:
//
//	READS/s ± ▇▇▇ %TABLE %NODE ON TABLE KEY  the list
//	TOMBST 5,000 in one read  jobs.queue …   the first of each other list
type hotKeys struct {
	base
	tasks map[string]*taskGroup
	keys  *cluster.HotKeys
	made  samplesOf
	shown string // the sampler whose list has the cursor; statementList for the statements
}

// samplesOf tells whether a tally at hand is still the one of a frame: it costs too much to be made with every view.
type samplesOf struct {
	lens    cluster.Lens
	table   cluster.TableID
	system  bool
	newest  time.Time
	windows int
	failed  int
}

// statementList is the list of what CQL tells, among the samplers' names.
const statementList = "STATEMENTS"

// taskGroup is one statement that runs now, over all nodes.
// Statements are grouped over nodes since a client spreads one over all its coordinators.
type taskGroup struct {
	text    string
	running int
	nodes   map[cluster.NodeID]bool
	longest int64 // µs
	queued  int64 // µs
}

// newHotKeys leaves the columns to Build: they differ from list to list.
func newHotKeys() *hotKeys { return &hotKeys{shown: cluster.SamplerReads} }

// statementColumns are of the statements that run.
func statementColumns() []widget.Column {
	return []widget.Column{
		{Title: "RUN", Width: 4}, {Title: "ON", Width: 3, Priority: 3}, {Title: "LONGEST", Width: 7, Priority: 1},
		{Title: "QUEUED", Width: 6, Priority: 2}, {Title: "STATEMENT", Width: 30, Left: true, Flex: true},
	}
}

// Build tallies the samples when there are new ones.
func (s *hotKeys) Build(f *Frame, hold bool) {
	s.f = f
	if now := stateOfSamples(f); s.keys == nil || now != s.made {
		s.keys, s.made = f.View.HotKeys(f.Lens, f.Table, f.System), now
	}
	s.tasks = map[string]*taskGroup{}
	if l := s.current(); l != nil {
		s.buildKeys(l, hold)
		return
	}
	s.buildStatements(hold)
}

func stateOfSamples(f *Frame) samplesOf {
	out := samplesOf{lens: f.Lens, table: f.Table, system: f.System}
	for _, n := range f.View.All(f.Lens) {
		out.windows += len(n.Samples)
		if len(n.Samples) > 0 {
			if at := n.Samples[len(n.Samples)-1].To; at.After(out.newest) {
				out.newest = at
			}
		}
		if n.Cell(cluster.NodeKeySamples).Last.Unknown != nil {
			out.failed++
		}
	}
	return out
}

// current is the sampler's list that has the cursor; nil for the statements.
func (s *hotKeys) current() *cluster.HotList {
	for i := range s.keys.Lists {
		if s.keys.Lists[i].Sampler == s.shown {
			return &s.keys.Lists[i]
		}
	}
	return nil
}

// NextList goes round the samplers' lists that hold something, and the statements.
func (s *hotKeys) NextList() {
	names := []string{}
	for i := range s.keys.Lists {
		if l := &s.keys.Lists[i]; len(l.Keys) > 0 || l.Sampler == s.shown {
			names = append(names, l.Sampler)
		}
	}
	names = append(names, statementList)
	s.shown = names[(slices.Index(names, s.shown)+1)%len(names)]
}

func (s *hotKeys) buildKeys(l *cluster.HotList, hold bool) {
	withTable := s.f.Table.IsZero()
	s.retitle(keyColumns(l, withTable))
	top := 0.0
	for i := range l.Keys {
		v, _ := samplerFigure(l.Sampler, &l.Keys[i])
		top = max(top, v)
	}
	rows := make([]widget.Row, len(l.Keys))
	for i := range l.Keys {
		rows[i] = keyRow(s.f, l, &l.Keys[i], top, withTable)
	}
	s.list.SetRows(rows, hold)
}

// retitle makes a new list when its first column is another: an order by reads means nothing among tombstones.
func (s *hotKeys) retitle(columns []widget.Column) {
	if len(s.list.Columns) != len(columns) || s.list.Columns[0].Title != columns[0].Title {
		filter := s.list.Filter()
		s.list = widget.Table{Columns: columns}
		s.list.SetFilter(filter)
	}
}

// buildStatements groups running statements by text; masked, statements that differ only in their literals become one.
func (s *hotKeys) buildStatements(hold bool) {
	s.retitle(statementColumns())
	for _, n := range s.f.Nodes {
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

// Draw shows keys where there are some, else what runs at this instant.
func (s *hotKeys) Draw(width, height int) []widget.Drawn {
	if l := s.current(); l != nil {
		return s.drawKeys(l, width, height)
	}
	head := section{}
	if len(s.keys.Nodes) == 0 && len(s.keys.Failed) > 0 {
		head = append(failedNodes(s.f, s.keys, width), widget.Drawn{})
	}
	head = append(head, widget.Drawn{Line: heading("RUNNING AT THE LAST LOOK", "  a glimpse")})
	if s.list.Total() == 0 {
		head = append(head, widget.Drawn{Line: widget.Plain(" " + widget.Cut(s.nothing(), width-2))})
	}
	return s.stack(width, height, head, max(3, height/3), fixed(s.samplerWords(width)),
		func(room int) section { return clientsSection(s.f, width, min(room, max(5, height/3))) },
		topBlock(s.f, s.f.Table, bySize, "LARGEST PARTITIONS", width))
}

func (s *hotKeys) drawKeys(l *cluster.HotList, width, height int) []widget.Drawn {
	head := sampleHead(s.f, s.keys, width)
	if nothingRecorded(s.keys) {
		return append(head, emptyList(width, "Nothing was read or written in the window on the nodes that were sampled"+s.ofTable()+".", "s samples again; T counts Cassandra's own tables in.")...)
	}
	if len(l.Keys) == 0 {
		title, _ := samplerWord(l.Sampler)
		head = append(head, widget.Drawn{}, widget.Drawn{Line: widget.Plain(" " + title + ": nothing recorded in the window; b shows the other lists")})
	}
	others := otherLists(s.f, s.keys, l.Sampler, width)
	return s.stack(width, height, head, max(3, height-len(head)-len(others)-2), fixed(others),
		topBlock(s.f, s.f.Table, bySize, "LARGEST PARTITIONS", width))
}

func (s *hotKeys) ofTable() string {
	if s.f.Table.IsZero() {
		return ""
	}
	return ", in " + s.f.Text(s.f.Table.String())
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
	return "No statement was running when the nodes were asked."
}

// samplerWords say what s would show, and what it costs. A recording cannot be asked again.
func (s *hotKeys) samplerWords(width int) section {
	how := "light; starts nodetool on this host, after a question"
	if s.overJMX() {
		how = "light, over JMX"
	}
	text := fmt.Sprintf("No keys sampled yet. s asks the samplers of %d nodes for ten seconds (%s). While one runs, nobody else's can on those tables.",
		len(s.f.Nodes), how)
	switch {
	case s.f.View.Mode.Replay && len(s.keys.Nodes) == 0:
		text = "No keys were sampled in this recording: CQL alone tells statements, and no values of prepared ones."
	case len(s.keys.Nodes) > 0:
		text = "Keys were sampled: b goes on to them."
	}
	var out section
	for _, l := range widget.Wrap(text, width-2) {
		out = append(out, widget.Drawn{Line: widget.In(themes.Dim, " "+l)})
	}
	return out
}

// overJMX reports whether every node answers over JMX.
func (s *hotKeys) overJMX() bool {
	for _, n := range s.f.Nodes {
		if !n.Node.Cell(cluster.NodeJMX).Last.Known() {
			return false
		}
	}
	return len(s.f.Nodes) > 0
}

// selected is the key under the cursor, nil for a statement.
func (s *hotKeys) selected() (*cluster.HotList, *cluster.HotKey) {
	l := s.current()
	if l == nil {
		return nil, nil
	}
	for i := range l.Keys {
		if k := &l.Keys[i]; k.Table.String()+"\x00"+k.Key+"\x00"+k.Query == s.list.Selected() {
			return l, k
		}
	}
	return l, nil
}

// Words is about the key, or the whole statement, as far as it fits.
// The names of the nodes are what the row has no room for: they tell a hot client from a hot node.
func (s *hotKeys) Words() widget.Line {
	if l, k := s.selected(); k != nil {
		return hotKeyWords(s.f, l, k)
	} else if l != nil {
		return nothingHere(&s.list, "keys")
	}
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

// Target is the key under the cursor, else the table that was opened.
func (s *hotKeys) Target() Target {
	if _, k := s.selected(); k != nil {
		return Target{Table: k.Table, Key: k.Key}
	}
	return Target{Table: s.f.Table}
}

// Copy is a statement that finds the key, or the statement itself.
func (s *hotKeys) Copy() string {
	if _, k := s.selected(); k != nil {
		if k.Query != "" {
			return s.f.Statement(k.Query)
		}
		return s.f.WhereOf(k.Table, k.Key)
	}
	if s.current() != nil {
		return ""
	}
	return s.list.Selected()
}

// Help explains the hot keys screen.
func (s *hotKeys) Help() []widget.Line {
	return []widget.Line{
		legend("s", "asks the nodes' samplers (nodetool toppartitions, profileload) for ten seconds; several windows add up"),
		legend("b", "the next list: reads, writes, tombstones, rows, SSTables, sizes, slowest reads, statements"),
		legend("READS/s", "replica reads of the key: a QUORUM read counts once a replica, a paged one once a page; absent keys are not counted"),
		legend("±", "how much too high the count may be; a key whose count is no more than that has ≤ and no rank"),
		legend("%TABLE", "of all such operations on its table during the windows, on the nodes sampled; %NODE: on its busiest node"),
		legend("ON", "on how many of the table's replicas the key was seen; sums for counts, the largest for all else"),
		legend("SEEN", "how many of the recorded events named it"),
		legend("RUN", "how many of this statement ran at the last look (system_views.queries, 4.1 on)"),
		legend("LONGEST", "the longest of them so far; QUEUED: the longest wait for a thread"),
		legend("m", "masks keys and every literal of a statement"),
	}
}

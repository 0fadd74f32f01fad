package cluster

import "time"

// TableFigures is a table's row: every figure merged over the nodes under a lens.
type TableFigures struct {
	Table   TableID
	Schema  *TableSchema // nil while unknown
	Figures [figureCount]Figure
}

// Table merges one table's figures. It costs a look at all tables, for their shares.
func (s *Snapshot) Table(id TableID, l Lens) *TableFigures {
	return s.merging(l).table(id)
}

// lately are the nodes that answer; when none does, all of them: what was known last stays on screen, and is stale.
func (s *Snapshot) lately(l Lens) []*NodeState {
	if nodes := s.Under(l); len(nodes) > 0 {
		return nodes
	}
	return s.All(l)
}

// Tables merges all tables under a lens; system tables only when asked for, though they count for the shares.
// They are made once a snapshot and shared: nobody changes them.
func (s *Snapshot) Tables(l Lens, system bool) []*TableFigures {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := merged{l, system}
	if out, ok := s.merged[key]; ok {
		return out
	}
	out := s.mergeTables(l, system)
	if s.merged == nil {
		s.merged = map[merged][]*TableFigures{}
	}
	s.merged[key] = out
	return out
}

// merged says of which nodes and tables figures are.
type merged struct {
	lens   Lens
	system bool
}

func (s *Snapshot) mergeTables(l Lens, system bool) []*TableFigures {
	m := s.merging(l)
	ids := s.TableIDs(l, system)
	out := make([]*TableFigures, len(ids))
	for i, id := range ids {
		out[i] = m.table(id)
	}
	return out
}

// merging is what all tables under a lens share. A thousand nodes of which a few have told of a table must not be asked for
// it one by one.
type merging struct {
	*Snapshot
	nodes []*NodeState
	of    int
	busy  busyTotal
	tasks map[TableID]bool // those that some node compacts
	idle  map[FigureID]Figure
}

func (s *Snapshot) merging(l Lens) *merging {
	m := &merging{Snapshot: s, nodes: s.lately(l), of: len(s.All(l)), busy: s.busyOf(l), tasks: map[TableID]bool{}, idle: map[FigureID]Figure{}}
	for _, n := range m.nodes {
		if v := ValueOf[CompactionTasks](n.Cell(NodeCompactionTasks)); v != nil {
			for i := range v.Tasks {
				m.tasks[v.Tasks[i].Table] = true
			}
		}
	}
	for _, f := range [...]FigureID{FigRunning, FigRemaining} {
		m.idle[f] = m.merge(f, nobodys, m.nodes)
	}
	return m
}

func (m *merging) table(id TableID) *TableFigures {
	tf := &TableFigures{Table: id, Schema: m.tables[id]}
	told := make([]*NodeState, 0, len(m.nodes))
	for _, n := range m.nodes {
		if n.Tables[id] != nil {
			told = append(told, n)
		}
	}
	for f := FigureID(0); f < figureCount; f++ {
		switch idle, ofNodes := m.idle[f]; {
		case ofNodes && m.tasks[id]:
			tf.Figures[f] = m.merge(f, id, m.nodes)
		case ofNodes:
			tf.Figures[f] = idle
		default:
			tf.Figures[f] = m.merge(f, id, told)
		}
	}
	return tf
}

// nobodys is a table that no node compacts: no keyspace has such a name.
var nobodys = TableID{Keyspace: "\x00"}

// why is what a node says of a kind of figure that it does not tell of any table.
func (m *merging) why(k Kind) (Unknown, bool) {
	for _, n := range m.nodes {
		if r := n.Missing[k]; r != nil && r.Unknown != nil {
			return *r.Unknown, true
		}
	}
	return Unknown{}, false
}

// Contribution is what one node adds to a figure: the provenance behind it.
type Contribution struct {
	Node   *NodeState
	Value  float64
	Known  bool
	Last   *Reading // the Reading it rests on; nil if there never was one
	Silent bool     // known, but the node is silent and the value left the merge
	// Exactness is of the value: that of the Reading, unless the way it was read says otherwise.
	Exactness Exactness
	alone     bool
}

// Provenance lists every node under the lens with what it adds to a table's figure.
func (s *Snapshot) Provenance(f FigureID, id TableID, l Lens) []Contribution {
	busy := s.busyOf(l)
	nodes := s.All(l)
	out := make([]Contribution, len(nodes))
	for i, n := range nodes {
		out[i] = contribution(f, id, n, busy)
		out[i].Silent = s.silent(n)
	}
	return out
}

// contribution is a node's share of a figure. Rates are differences of exact counts, whatever the percentiles beside them are.
func contribution(f FigureID, id TableID, n *NodeState, busy busyTotal) Contribution {
	c := reported(f, id, n, busy)
	switch {
	case f == FigTimeShare && !busy.exact:
		c.Exactness = Estimate
	case f == FigTimeShare, figureTable[f].Unit == UnitPerSecond:
		c.Exactness = Exact
	case figureTable[f].Unit == UnitTimes: // of two borders of buckets, each up to a fifth above the truth
		c.Exactness = Estimate
	}
	return c
}

// reported is what the node's best source says of a figure.
func reported(f FigureID, id TableID, n *NodeState, busy busyTotal) Contribution {
	info, w := &figureTable[f], ways()
	t := n.Tables[id]
	c := Contribution{Node: n}
	cell := t.Cell(info.kind)
	if !info.kind.AboutTable() {
		cell = n.Cell(info.kind)
	}
	switch {
	case !cell.Last.To.IsZero():
		c.Last = &cell.Last
	case info.kind.AboutTable():
		c.Last = n.Missing[info.kind]
	}
	switch f {
	case FigTimeShare:
		c.Value, c.Known = t.BusyMicrosPerSecond()
		if r := &t.Cell(TableStatsRow).Last; c.Last == nil && c.Known && !r.To.IsZero() {
			c.Last = r
		}
		if _, exact := t.exactBusy(); exact {
			c.Last = &t.Cell(TableWorkRow).Last
		}
		if busy.micros > 0 {
			c.Value /= busy.micros
		}
	case FigRunning:
		c.Value, _, c.Known = running(n, id)
	case FigRemaining:
		_, c.Value, c.Known = running(n, id)
	default:
		if better := w.better[f]; t != nil && !outdated(info, better, t) && c.by(better, t) {
			return c
		}
		if t != nil {
			c.Value, c.Known = info.read(n, t)
		}
	}
	if c.Last != nil {
		c.Exactness = c.Last.Exactness
	}
	if !c.Known && t != nil {
		c.by(w.also[f], t)
	}
	return c
}

// freshness is how much older a better source may be than the first one, of what changes by the second.
const freshness = 15 * time.Second

// outdated reports whether a better source has fallen behind: exact figures of a minute ago say less than estimates of now.
func outdated(info *figureInfo, ways []way, t *TableState) bool {
	if info.Unit != UnitPerSecond && info.Unit != UnitMicros || len(ways) == 0 {
		return false
	}
	first, other := t.Cell(info.kind), t.Cell(ways[0].kind)
	return first.Last.Known() && first.Last.To.Sub(other.Last.To) > freshness
}

// by tries ways of a figure. What the first source said of its failure stays if none of them knows.
func (c *Contribution) by(ways []way, t *TableState) bool {
	for _, w := range ways {
		if v, ok := w.read(t); ok {
			c.Value, c.Known, c.Last, c.Exactness, c.alone = v, true, &t.Cell(w.kind).Last, w.exactness, w.alone
			return true
		}
	}
	return false
}

// running counts a table's tasks on a node and the bytes left in them.
func running(n *NodeState, id TableID) (tasks, bytesLeft float64, ok bool) {
	v := ValueOf[CompactionTasks](n.Cell(NodeCompactionTasks))
	if v == nil {
		return 0, 0, false
	}
	for _, t := range v.Tasks {
		if t.Table != id {
			continue
		}
		tasks++
		if t.Unit == "bytes" {
			bytesLeft += float64(t.Remaining())
		}
	}
	return tasks, bytesLeft, true
}

func (m *merging) merge(f FigureID, id TableID, nodes []*NodeState) Figure {
	info := &figureTable[f]
	out := Figure{Unit: info.Unit, Of: m.of, Scope: Replicas, Exactness: Exact}
	worst := -1.0
	parts, first := contributions(f, id, nodes, m.busy)
	for i, n := range nodes {
		c := parts[i]
		if !c.Known || c.alone && first || m.outOfTurn(info.Unit, c.Last) {
			out.missing(&c)
			continue
		}
		out.take(info, &c)
		out.Stale = out.Stale || stale(c.Last, m.Now)
		if c.Value > worst {
			worst, out.Worst = c.Value, n.ID
		}
	}
	if info.merge == bySum && f != FigTimeShare && out.Known && out.Nodes < out.Of {
		out.Exactness = AtLeast // whatever it is of each node, the sum misses some
	}
	if !out.Known && out.Missing.Reason == "" && info.kind.AboutTable() {
		out.Missing, _ = m.why(info.kind)
	}
	if !out.Known && out.Missing.Reason == "" {
		out.Missing = defaultMissing(f)
	}
	return out
}

// bygone is how old a figure of the moment may be where nodes are asked in turns.
const bygone = 2 * time.Minute

// outOfTurn reports whether a figure of the moment is of a node that is not asked at present: it would be taken for now. What
// is on disk stays, with its age.
func (s *Snapshot) outOfTurn(u Unit, r *Reading) bool {
	return s.Turn.Partial() && u != UnitBytes && u != UnitCount && r != nil && s.Now.Sub(r.To) > bygone
}

// contributions are of all nodes; first is whether one of them is of the figure's first source.
func contributions(f FigureID, id TableID, nodes []*NodeState, busy busyTotal) (parts []Contribution, first bool) {
	parts = make([]Contribution, len(nodes))
	for i, n := range nodes {
		parts[i] = contribution(f, id, n, busy)
		first = first || parts[i].Known && !parts[i].alone
	}
	return parts, first
}

// stale reports whether a Reading has outlived three of its intervals; a first one, which has none yet, half a minute.
func stale(r *Reading, now time.Time) bool {
	if r == nil {
		return false
	}
	interval := r.To.Sub(r.From)
	if interval < time.Second {
		interval = 10 * time.Second
	}
	return now.Sub(r.To) > 3*interval+5*time.Second
}

func (fig *Figure) missing(c *Contribution) {
	if c.Last != nil && c.Last.Unknown != nil && fig.Missing.Reason == "" {
		fig.Missing = *c.Last.Unknown
	}
}

func (fig *Figure) take(info *figureInfo, c *Contribution) {
	fig.Nodes++
	if info.merge == byMax {
		fig.Value = max(fig.Value, c.Value)
	} else {
		fig.Value += c.Value
	}
	fig.Known = true
	if c.Last == nil {
		return
	}
	fig.Source = c.Last.Source
	if c.Exactness != Exact {
		fig.Exactness = c.Exactness
	}
	fig.At = earlier(fig.At, c.Last.To)
}

func earlier(a, b time.Time) time.Time {
	if a.IsZero() || b.Before(a) {
		return b
	}
	return a
}

// defaultMissing says what would show a figure that nobody has reported.
func defaultMissing(f FigureID) Unknown {
	switch f {
	case FigPending:
		return Unknown{"CQL does not tell pending compactions per table", "JMX, or :nodetool (compactionstats)"}
	case FigSSTables:
		return Unknown{"CQL does not tell the number of SSTables", "JMX, or :nodetool (tablestats)"}
	case FigOverWarn:
		return Unknown{"CQL does not count reads over the warning", "JMX on the node"}
	case FigSSTablesPerRead:
		return Unknown{"CQL does not tell SSTables per read", "JMX on the node, or :percentiles"}
	case FigReadToLife, FigTombstonesToLife, FigSSTablesToLife:
		return Unknown{"a comparison of now with the node's life needs its histograms, twenty reads now and 200 before", "JMX on the node"}
	case FigTimeShare, FigReadRate, FigScanRate, FigWriteRate:
		return Unknown{"a rate needs two readings", "the next refresh"}
	}
	return Unknown{"no node has reported it yet", "wait for the next refresh"}
}

package cluster

import "time"

// Apply folds the Readings of one answer. Order matters only within a node and kind; an older Reading than the one
// held is dropped.
func (s *State) Apply(readings []Reading) {
	for i := range readings {
		s.applyOne(&readings[i])
	}
}

func (s *State) applyOne(r *Reading) {
	if s.started.IsZero() {
		s.started = r.To
	}
	s.now = later(s.now, r.To)
	s.seq = max(s.seq, r.Seq)
	switch {
	case r.Kind == ClusterSchema:
		s.applySchema(r)
	case r.Kind == ClusterNote:
		if n, ok := r.Value.(*Note); ok {
			s.addEvent(Event{At: r.To, Kind: EventNote, Node: r.Node, Table: r.Table, Text: n.Text})
		}
	case r.Kind == ClusterTurn:
		s.turn = &Cell{Last: *r, Good: r.To}
	case r.Node == "":
		return // a node's Reading without a node cannot be placed
	case r.Kind.AboutTable():
		s.applyTable(r)
	default:
		s.applyNode(r)
	}
	if r.Node != "" && r.Known() && r.Scope == ThisNode {
		n := s.node(r.Node, r.To)
		n.Heard = later(n.Heard, r.To)
	}
}

// applyTable takes a Reading about a table; an unknown without a table holds for all tables of the node.
func (s *State) applyTable(r *Reading) {
	n := s.node(r.Node, r.To)
	if r.Table.IsZero() {
		if r.Unknown != nil {
			held := *r
			n.Missing[r.Kind] = &held
		}
		return
	}
	n.Missing[r.Kind] = nil
	t := s.table(n, r.Table)
	if c, taken := t.Cells[r.Kind].with(r); taken {
		t.Cells[r.Kind] = c
		t.Trend.observeTable(t, r)
	}
}

func (s *State) applyNode(r *Reading) {
	n := s.node(r.Node, r.To)
	before := n.Cell(r.Kind)
	c, taken := n.Cells[r.Kind-lastTableKind-1].with(r)
	if !taken {
		return
	}
	n.Cells[r.Kind-lastTableKind-1] = c
	n.Trend.observeNode(n, r)
	switch v := r.Value.(type) {
	case *CompactionTasks:
		s.observeTasks(n, v, r.To)
	case *GossipView:
		n.hear(v, r.To)
	case *KeySamples:
		n.keepSamples(r)
	}
	s.eventsOf(n, before, r)
}

func (s *State) applySchema(r *Reading) {
	before := ValueOf[Schema](s.schema)
	c, taken := s.schema.with(r)
	if !taken {
		return
	}
	s.schema = c
	now := ValueOf[Schema](c)
	if before != nil && now != nil && before.Version != now.Version {
		s.addEvent(Event{At: r.To, Kind: EventSchema, Text: schemaChange(before, now)})
	}
	if now != nil {
		s.forgetDropped(now)
	}
}

// observeTasks keeps the history of what is left to compact of each table. Once a table has compacted, an idle moment is
// a point too: how much of the time it is busy is what tells a backlog.
func (s *State) observeTasks(n *NodeState, now *CompactionTasks, at time.Time) {
	left := map[TableID]int64{}
	for id, t := range n.Tables {
		if len(t.Trend.series[MeasureRemaining].points) > 0 {
			left[id] = 0
		}
	}
	for _, t := range now.Tasks {
		if t.Unit == "bytes" {
			left[t.Table] += t.Remaining()
		}
	}
	for id, bytes := range left {
		s.table(n, id).Trend.series[MeasureRemaining].add(at, float64(bytes))
	}
}

// forgetDropped removes user tables that the schema no longer has; virtual tables print a dropped table for a while.
func (s *State) forgetDropped(schema *Schema) {
	have := make(map[TableID]bool, len(schema.Tables))
	for i := range schema.Tables {
		have[schema.Tables[i].Table] = true
	}
	for id, n := range s.nodes {
		for t := range n.Tables {
			if !t.IsSystem() && !have[t] {
				delete(s.node(id, n.Since).Tables, t)
			}
		}
	}
}

// with gives the Cell that follows c, and whether the Reading was taken: not if it is older than what is held, or is the
// very same, as the keyframes of a recording repeat it. A Reading without a value keeps Prev, so that a rate resumes
// after a gap over the whole gap.
func (c *Cell) with(r *Reading) (next *Cell, taken bool) {
	if c == nil {
		next = &Cell{Last: *r}
		if r.Known() {
			next.Good = r.To
		}
		return next, true
	}
	if r.To.Before(c.Last.To) || r.Seq != 0 && r.Seq <= c.Last.Seq {
		return c, false
	}
	next = &Cell{Last: *r, Prev: c.Prev, Good: c.Good, Base: c.Base, next: c.next}
	if c.Last.Known() && counts(c.Last.Value) {
		prev := c.Last // a copy: a pointer into c would keep c, and its Prev, and so on for ever
		next.Prev = &prev
	}
	if r.Known() {
		next.Good = r.To
		if next.Prev != nil && restarted(next.Prev.Value, r.Value) {
			next.Prev = nil
		}
		next.rebase(c)
	}
	return next, true
}

// baseAge is how old the next base must be to take the place of the one before.
const baseAge = 30 * time.Second

// rebase keeps a base for the interval of a histogram; a restart begins a new one.
func (c *Cell) rebase(before *Cell) {
	if _, ok := c.Last.Value.(*Buckets); !ok {
		return
	}
	if before.Last.Known() && restarted(before.Last.Value, c.Last.Value) {
		c.Base, c.next = nil, nil
		return
	}
	last := before.Last
	switch {
	case !last.Known():
	case c.Base == nil:
		c.Base, c.next = &last, nil
	case c.next == nil:
		c.next = &last
	case c.Last.To.Sub(c.next.To) >= baseAge:
		c.Base, c.next = c.next, &last
	}
}

// counts reports whether differences of such values mean something.
func counts(v Value) bool {
	switch v.(type) {
	case *Decaying, *Latency, *ThreadPools, *TableStats, *TableWork, *GC:
		return true
	}
	return false
}

// restarted reports whether a cumulative count fell, which only a restart (or a table made anew) explains.
func restarted(before, after Value) bool {
	b, okB := cumulative(before)
	a, okA := cumulative(after)
	return okA && okB && a < b
}

func cumulative(v Value) (int64, bool) {
	switch v := v.(type) {
	case *Decaying:
		return v.Count, true
	case *Latency:
		return v.Count, true
	case *TableStats:
		return int64(max(0, v.Reads) + max(0, v.Writes)), true
	case *TableWork:
		return int64(max(0, v.Reads) + max(0, v.Writes) + max(0, v.Scans)), true
	case *Buckets:
		return v.Count(), true
	case *GC:
		return v.Collections, true
	}
	return 0, false
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

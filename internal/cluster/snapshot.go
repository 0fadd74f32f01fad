package cluster

import (
	"cmp"
	"slices"
	"sync"
	"time"
)

// Snapshot is a State at one moment. It is immutable and may be read by any number of goroutines.
type Snapshot struct {
	Now     time.Time // the time of the latest Reading
	Started time.Time // the time of the first
	Seq     uint64
	Nodes   []*NodeState // by data centre, rack and name; read only
	Events  []Event      // oldest first
	Schema  *Schema      // nil while unknown
	Turn    Turn         // whose tables are asked for; zero where it is everybody's

	tables map[TableID]*TableSchema

	mu     sync.Mutex // of merged alone; all else never changes
	merged map[merged][]*TableFigures
}

// Snapshot freezes what is known. Cost: one pointer a node; what changes afterwards is copied first.
func (s *State) Snapshot() *Snapshot {
	s.gen++
	snap := &Snapshot{Now: s.now, Started: s.started, Seq: s.seq, Schema: ValueOf[Schema](s.schema)}
	if t := ValueOf[Turn](s.turn); t != nil {
		snap.Turn = *t
	}
	snap.Nodes = make([]*NodeState, 0, len(s.nodes))
	for _, n := range s.nodes {
		snap.Nodes = append(snap.Nodes, n)
	}
	slices.SortFunc(snap.Nodes, func(a, b *NodeState) int { return cmp.Compare(a.sortKey(), b.sortKey()) })
	snap.Events = s.events[:len(s.events):len(s.events)]
	snap.tables = map[TableID]*TableSchema{}
	if snap.Schema != nil {
		for i := range snap.Schema.Tables {
			snap.tables[snap.Schema.Tables[i].Table] = &snap.Schema.Tables[i]
		}
	}
	return snap
}

func (n *NodeState) sortKey() string {
	if info := n.Info(); info != nil {
		return info.DataCenter + "\x00" + info.Rack + "\x00" + info.Address
	}
	return "\xff" + string(n.ID)
}

// Info is who the node is, nil before anybody said.
func (n *NodeState) Info() *NodeInfo { return ValueOf[NodeInfo](n.Cell(NodeIdentity)) }

// Name is what a person calls the node: its address, or its host id's first part.
func (n *NodeState) Name() string {
	if info := n.Info(); info != nil && info.Address != "" {
		return info.Address
	}
	if len(n.ID) > 8 {
		return string(n.ID[:8])
	}
	return string(n.ID)
}

// DataCenter is the node's data centre, empty while unknown.
func (n *NodeState) DataCenter() string {
	if info := n.Info(); info != nil {
		return info.DataCenter
	}
	return ""
}

// Node finds a node by id.
func (s *Snapshot) Node(id NodeID) (*NodeState, bool) {
	for _, n := range s.Nodes {
		if n.ID == id {
			return n, true
		}
	}
	return nil, false
}

// TableSchema is a table's definition, nil while unknown (virtual tables are never known).
func (s *Snapshot) TableSchema(id TableID) *TableSchema { return s.tables[id] }

// Silent reports whether a node has not answered for three of its intervals, with the reason and since when. Its
// figures then leave all merges.
func (s *Snapshot) Silent(id NodeID) (reason string, since time.Time, silent bool) {
	n, ok := s.Node(id)
	if !ok || !s.silent(n) {
		return "", time.Time{}, false
	}
	switch c := n.Cell(NodeReached); {
	case c.Last.Unknown != nil:
		reason = c.Last.Unknown.Reason
	case n.Heard.IsZero():
		reason = "not asked yet"
	default:
		reason = "no answer"
	}
	return reason, n.Heard, true
}

// silent judges by any answer, not by the ping alone: a node under load answers late, not never.
func (s *Snapshot) silent(n *NodeState) bool {
	since := s.Now.Sub(n.Heard)
	c := n.Cell(NodeReached)
	if c.Last.To.IsZero() { // nobody asks it: saved outputs are as old as they are, and none is missed
		return n.Heard.IsZero()
	}
	if c.Last.Unknown != nil {
		return since > minSilence // the interval of a failure is the time to the next try
	}
	return n.Heard.IsZero() || since > max(3*c.Last.To.Sub(c.Last.From), minSilence)
}

// minSilence, three intervals of two seconds, keeps one slow answer from dropping a node.
const minSilence = 6 * time.Second

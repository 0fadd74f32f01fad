package cluster

import (
	"maps"
	"time"
)

// State folds Readings into what is known now, with short trends. It belongs to one goroutine; what it hands out
// (Snapshot) is immutable and free to share.
type State struct {
	now     time.Time
	started time.Time
	seq     uint64
	gen     uint64 // rises with every snapshot: whatever is older is shared and must be copied before a change
	nodes   map[NodeID]*NodeState
	schema  *Cell // nil while unknown
	turn    *Cell // nil where all nodes are asked
	events  []Event
}

// NodeState is what is known of one node.
type NodeState struct {
	gen    uint64
	ID     NodeID
	Cells  [kindCount - lastTableKind]*Cell // by kind, see Cell; nil before the first Reading
	Tables map[TableID]*TableState
	// Missing says why a kind of figure is not known of any table here: the last attempt failed. Values that were read
	// before stay, with their age.
	Missing [lastTableKind + 1]*Reading
	Trend   Trends
	// Samples are the windows of the key samplers, oldest first, see HotKeys.
	Samples []*Reading
	// Since is when the node was first heard of; Restarted is when its present generation began, if that was seen.
	Since, Restarted time.Time
	// Heard is when the node last answered anything at all.
	Heard time.Time
	heard map[NodeID]heartbeat // what this node's gossip last heard of the others
}

// TableState is what is known of one table on one node.
type TableState struct {
	gen   uint64
	Cells [lastTableKind + 1]*Cell
	Trend Trends
}

// Cell is the latest Reading of a kind and when one last carried a value. Where differences of counts are taken, the
// Reading before it is kept too. A Cell is replaced, never changed: snapshots share it.
type Cell struct {
	Last Reading
	Prev *Reading // the Reading before Last, if both carry values of one baseline; nil for kinds without counts
	Good time.Time
	// Base is a Reading of thirty to sixty seconds ago, of cumulative histograms only: an interval of one poll would hold
	// too few reads. next is the one that follows it.
	Base, next *Reading
}

// NewState returns an empty State.
func NewState() *State { return &State{nodes: map[NodeID]*NodeState{}, gen: 1} }

// Cell returns what is known of a kind about this node.
func (n *NodeState) Cell(k Kind) *Cell {
	if n == nil || k <= lastTableKind || k >= kindCount {
		return noCell
	}
	return orEmpty(n.Cells[k-lastTableKind-1])
}

// Cell returns what is known of a kind about this table on this node.
func (t *TableState) Cell(k Kind) *Cell {
	if t == nil || !k.AboutTable() {
		return noCell
	}
	return orEmpty(t.Cells[k])
}

// noCell is what is known before anybody said anything. Cells are replaced, never changed, so one serves for all.
var noCell = &Cell{}

func orEmpty(c *Cell) *Cell {
	if c == nil {
		return noCell
	}
	return c
}

// ValueOf returns a cell's value as its type, nil if unknown.
func ValueOf[T any](c *Cell) *T {
	if c == nil || !c.Last.Known() {
		return nil
	}
	v, _ := any(c.Last.Value).(*T)
	return v
}

func prevOf[T any](c *Cell) *T {
	if c == nil || c.Prev == nil {
		return nil
	}
	v, _ := any(c.Prev.Value).(*T)
	return v
}

// node returns a node that may be changed now.
func (s *State) node(id NodeID, at time.Time) *NodeState {
	n := s.nodes[id]
	switch {
	case n == nil:
		n = &NodeState{gen: s.gen, ID: id, Tables: map[TableID]*TableState{}, Since: at}
	case n.gen == s.gen:
		return n
	default:
		c := *n
		c.gen, c.Tables = s.gen, maps.Clone(n.Tables)
		n = &c
	}
	s.nodes[id] = n
	return n
}

// table returns a table of n that may be changed now.
func (s *State) table(n *NodeState, id TableID) *TableState {
	t := n.Tables[id]
	switch {
	case t == nil:
		t = &TableState{gen: s.gen}
	case t.gen == s.gen:
		return t
	default:
		c := *t
		c.gen = s.gen
		t = &c
	}
	n.Tables[id] = t
	return t
}

// Now is the time of the latest Reading.
func (s *State) Now() time.Time { return s.now }

// Seq is the highest sequence number applied.
func (s *State) Seq() uint64 { return s.seq }

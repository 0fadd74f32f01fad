package cluster

import (
	"cmp"
	"slices"
)

// Lens restricts what is merged: to one node, to one data centre, or not at all.
type Lens struct {
	Node       NodeID
	DataCenter string
}

// IsZero reports whether the lens shows the whole cluster.
func (l Lens) IsZero() bool { return l == Lens{} }

// Under returns the nodes that a lens shows and that have answered lately.
func (s *Snapshot) Under(l Lens) []*NodeState {
	out := make([]*NodeState, 0, len(s.Nodes))
	for _, n := range s.All(l) {
		if !s.silent(n) {
			out = append(out, n)
		}
	}
	return out
}

// All returns the nodes that a lens shows, silent ones included.
func (s *Snapshot) All(l Lens) []*NodeState {
	out := make([]*NodeState, 0, len(s.Nodes))
	for _, n := range s.Nodes {
		if (l.Node == "" || n.ID == l.Node) && (l.DataCenter == "" || n.DataCenter() == l.DataCenter) {
			out = append(out, n)
		}
	}
	return out
}

// DataCenters lists the data centres in order.
func (s *Snapshot) DataCenters() []string {
	var out []string
	for _, n := range s.Nodes {
		if dc := n.DataCenter(); dc != "" && !slices.Contains(out, dc) {
			out = append(out, dc)
		}
	}
	slices.Sort(out)
	return out
}

// TableIDs lists the tables that any node under the lens has told something about, or that the schema knows.
func (s *Snapshot) TableIDs(l Lens, system bool) []TableID {
	seen := map[TableID]bool{}
	for id := range s.tables {
		seen[id] = true
	}
	for _, n := range s.All(l) {
		for id := range n.Tables {
			seen[id] = true
		}
		if top := ValueOf[TopPartitions](n.Cell(NodeTopPartitions)); top != nil && top.Large { // all that may be known of ScyllaDB
			for i := range top.Entries {
				seen[top.Entries[i].Table] = true
			}
		}
	}
	out := make([]TableID, 0, len(seen))
	for id := range seen {
		if system || !id.IsSystem() {
			out = append(out, id)
		}
	}
	slices.SortFunc(out, func(a, b TableID) int {
		return cmp.Or(cmp.Compare(a.Keyspace, b.Keyspace), cmp.Compare(a.Name, b.Name))
	})
	return out
}

package cluster

import (
	"cmp"
	"slices"
	"time"
)

// keptSamples bounds how many windows of a node are tallied: with windows of ten seconds, the last minutes of work on one
// incident.
const keptSamples = 24

// keepSamples appends to an array of its own: snapshots share the old one.
func (n *NodeState) keepSamples(r *Reading) {
	held := *r
	kept := n.Samples[max(0, len(n.Samples)-keptSamples+1):]
	n.Samples = append(slices.Clone(kept), &held)
}

// HotKeys is the tally of all windows of all nodes under a lens.
type HotKeys struct {
	From, To time.Time     // of the first window's beginning and the last one's end; zero: nothing was sampled yet
	Windows  int           // the most that one node has
	Window   time.Duration // of the newest
	Capacity int           // of the newest
	Nodes    []NodeID      // that gave samples
	Of       int           // nodes under the lens
	Lists    []HotList     // one a sampler, in the order of Cassandra's samplers
	Failed   []FailedNode  // whose last attempt gave nothing
}

// FailedNode is a node whose last sample failed, and why.
type FailedNode struct {
	Node NodeID
	Why  Unknown
	At   time.Time
}

// HotList is what one sampler tells of the keys, the largest first, those that cannot be ranked last.
type HotList struct {
	Sampler string
	Keys    []HotKey
	Counts  bool // the sampler counts events; else it keeps the largest
}

// HotKey is a key, or for SamplerReadTime a query, merged over nodes and windows.
type HotKey struct {
	Table TableID
	Key   string // as Cassandra printed it
	Query string

	// Count and Error are summed over windows and nodes: the truth lies between Count - Error and Count. PerSecond and
	// ErrorPerSecond are the same as a rate: replica operations, so a QUORUM read counts once for each replica asked.
	Count, Error              int64
	PerSecond, ErrorPerSecond float64
	// Largest is of a sampler that keeps the largest: the maximum over nodes, since replicas hold the same partition.
	Largest int64
	Events  int // rows that named it: repeats in 5.0's maximum samplers are one key here

	On        []NodeID // who named it, the most first
	TableRate float64  // all operations of that kind on its table, on the nodes sampled, a second; 0: not known
	NodeRate  float64  // all operations of that kind on On[0], a second; 0: not known
	NodeOwn   float64  // those on this key on On[0], a second
}

// Ranked reports whether the count says more than its error: else any key may stand at this place.
func (k *HotKey) Ranked() bool { return k.Error < k.Count }

type keyPlace struct {
	sampler    string
	table      TableID
	key, query string
}

// tally is a key's sum on the way.
type tally struct {
	HotKey
	byNode map[NodeID]*nodeTally
}

type nodeTally struct {
	count, err int64
	largest    int64
}

// HotKeys merges the windows of the nodes under a lens. A zero table means all; system tables only when asked for.
func (s *Snapshot) HotKeys(l Lens, table TableID, system bool) *HotKeys {
	out := &HotKeys{}
	keys := map[keyPlace]*tally{}
	ran := map[string]bool{}
	for _, n := range s.All(l) {
		out.Of++
		if c := n.Cell(NodeKeySamples); c.Last.Unknown != nil {
			out.Failed = append(out.Failed, FailedNode{n.ID, *c.Last.Unknown, c.Last.To})
		}
		out.add(n, keys, ran, func(id TableID) bool {
			return (table.IsZero() || id == table) && (system || !id.IsSystem() || id == table)
		})
	}
	for _, name := range samplerOrder() {
		if ran[name] {
			out.Lists = append(out.Lists, s.hotList(name, keys, out))
		}
	}
	return out
}

// samplerOrder puts what is asked first on top: who gets the traffic, then who wades through what.
func samplerOrder() []string {
	return []string{SamplerReads, SamplerWrites, SamplerTombstones, SamplerRows, SamplerSSTables, SamplerWriteSize, SamplerReadTime, SamplerCAS}
}

// add books the windows of one node.
func (h *HotKeys) add(n *NodeState, keys map[keyPlace]*tally, ran map[string]bool, wanted func(TableID) bool) {
	if len(n.Samples) == 0 {
		return
	}
	h.Nodes = append(h.Nodes, n.ID)
	h.Windows = max(h.Windows, len(n.Samples))
	for _, r := range n.Samples {
		v, ok := r.Value.(*KeySamples)
		if !ok {
			continue
		}
		if h.From.IsZero() || r.From.Before(h.From) {
			h.From = r.From
		}
		if r.To.After(h.To) {
			h.To, h.Window, h.Capacity = r.To, v.Window(), v.Capacity
		}
		for i := range v.Samplers {
			ran[v.Samplers[i].Name] = true
			for j := range v.Samplers[i].Rows {
				if row := &v.Samplers[i].Rows[j]; wanted(row.Table) {
					book(keys, n.ID, v.Samplers[i].Name, row)
				}
			}
		}
	}
}

func book(keys map[keyPlace]*tally, node NodeID, sampler string, row *KeySample) {
	p := keyPlace{sampler, row.Table, row.Key, row.Query}
	t := keys[p]
	if t == nil {
		t = &tally{HotKey: HotKey{Table: row.Table, Key: row.Key, Query: row.Query}, byNode: map[NodeID]*nodeTally{}}
		keys[p] = t
	}
	at := t.byNode[node]
	if at == nil {
		at = &nodeTally{}
		t.byNode[node] = at
	}
	at.count += row.Value
	at.err += row.Error
	at.largest = max(at.largest, row.Value)
	t.Events++
}

// hotList ends the sums of one sampler and puts them in order.
func (s *Snapshot) hotList(name string, keys map[keyPlace]*tally, h *HotKeys) HotList {
	out := HotList{Sampler: name, Counts: (&KeySampler{Name: name}).Counts()}
	for p, t := range keys {
		if p.sampler != name {
			continue
		}
		s.finish(t, name, h.Nodes)
		out.Keys = append(out.Keys, t.HotKey)
	}
	slices.SortFunc(out.Keys, func(a, b HotKey) int {
		if out.Counts && a.Ranked() != b.Ranked() {
			return cmp.Compare(btoi(b.Ranked()), btoi(a.Ranked()))
		}
		return cmp.Or(cmp.Compare(b.PerSecond, a.PerSecond), cmp.Compare(b.Count, a.Count), cmp.Compare(b.Largest, a.Largest), cmp.Compare(a.Table.String(), b.Table.String()),
			cmp.Compare(a.Key, b.Key), cmp.Compare(a.Query, b.Query))
	})
	return out
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// finish sums a key over its nodes; the rates are over the windows in which its table was sampled.
func (s *Snapshot) finish(t *tally, sampler string, sampled []NodeID) {
	counts := (&KeySampler{Name: sampler}).Counts()
	rates := map[NodeID]float64{}
	for id, at := range t.byNode {
		t.On = append(t.On, id)
		t.Largest = max(t.Largest, at.largest)
		if !counts {
			rates[id] = float64(at.largest)
			continue
		}
		t.Count += at.count
		t.Error += at.err
		n, _ := s.Node(id)
		rates[id] = float64(at.count) // for the order, where the length of the window is not known
		if seconds := n.sampledSeconds(t.Table); seconds > 0 {
			rates[id] = float64(at.count) / seconds
			t.PerSecond += rates[id]
			t.ErrorPerSecond += float64(at.err) / seconds
		}
	}
	slices.SortFunc(t.On, func(a, b NodeID) int { return cmp.Or(cmp.Compare(rates[b], rates[a]), cmp.Compare(a, b)) })
	if !counts {
		return
	}
	t.Largest = 0
	if t.PerSecond == 0 {
		return // of saved outputs, which do not tell how long the window was
	}
	t.NodeOwn = rates[t.On[0]]
	m := MeasureReadRate
	if sampler != SamplerReads {
		m = MeasureWriteRate
	}
	for _, id := range sampled {
		n, _ := s.Node(id)
		t.TableRate += n.rateDuring(t.Table, m)
	}
	hottest, _ := s.Node(t.On[0])
	for id := range hottest.Tables {
		t.NodeRate += hottest.rateDuring(id, m)
	}
}

// sampledSeconds is for how long the node's windows watched a table.
func (n *NodeState) sampledSeconds(id TableID) (seconds float64) {
	for _, r := range n.Samples {
		if v, ok := r.Value.(*KeySamples); ok && (v.Table.IsZero() || v.Table == id) {
			seconds += v.Window().Seconds()
		}
	}
	return seconds
}

// rateDuring is a table's mean rate during the windows that watched it, from the trend; where the trend has no point in
// them, the rate of now.
func (n *NodeState) rateDuring(id TableID, m Measure) float64 {
	t := n.Tables[id]
	if t == nil {
		return 0
	}
	sum, points := 0.0, 0
	for _, p := range t.Trend.Points(m) {
		for _, r := range n.Samples {
			// a rate is over the time before its point, so the first one after a window's begin is of the time before it
			if p.At.After(r.From.Add(trendStep/2)) && !p.At.After(r.To.Add(trendStep/2)) {
				sum += p.Value
				points++
				break
			}
		}
	}
	if points > 0 {
		return sum / float64(points)
	}
	fig := FigReadRate
	if m == MeasureWriteRate {
		fig = FigWriteRate
	}
	c := contribution(fig, id, n, busyTotal{})
	return c.Value
}

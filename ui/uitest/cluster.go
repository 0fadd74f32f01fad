package uitest

import (
	"fmt"
	"time"

	"github.com/partop/partop/internal/cluster"
)

// Start is when the fixture's observation begins; Rounds answers of every node follow, Every apart.
const (
	Every  = 5 * time.Second
	Rounds = 40
)

// Start is a fixed moment in UTC.
func Start() time.Time { return time.Date(2026, 11, 30, 13, 58, 56, 0, time.UTC) }

// Node identities of the fixture.
const (
	A1 cluster.NodeID = "11111111-aaaa-4000-8000-000000000001"
	A2 cluster.NodeID = "22222222-aaaa-4000-8000-000000000002"
	A3 cluster.NodeID = "33333333-aaaa-4000-8000-000000000003"
)

// Variant changes the fixture.
type Variant struct {
	SilentA3 bool             // a3 stops answering for the last rounds
	Hostile  bool             // names, keys and statements hold escape sequences and bidi controls
	Extra    int              // so many more idle tables
	Nodes    int              // so many nodes instead of three
	Until    time.Time        // no Readings after this moment
	Shift    map[string]int64 // tombstones per read by table, instead of the usual
	JMX      bool             // the nodes answer over JMX: exact counts and histograms
	Sampled  bool             // nodetool was asked: samples of keys, pending compactions, dropped messages, percentiles
}

// Feed folds the fixture's Readings into a State.
func Feed(v Variant) *cluster.State {
	s := cluster.NewState()
	f := &feeder{state: s, variant: v}
	f.schema(Start())
	for i := range Rounds {
		at := Start().Add(time.Duration(i) * Every)
		if !v.Until.IsZero() && at.After(v.Until) {
			break
		}
		f.round(i, at)
	}
	if v.JMX {
		f.jmx()
	}
	if v.Sampled {
		f.nodetool(Start().Add((Rounds - 1) * Every))
	}
	return s
}

// feeder folds Readings with rising sequence numbers, as a session does.
type feeder struct {
	state   *cluster.State
	variant Variant
	seq     uint64
}

// nodes are three, or more for tests of size.
func (f *feeder) nodes() []cluster.NodeID {
	out := []cluster.NodeID{A1, A2, A3}
	for i := 3; i < f.variant.Nodes; i++ {
		out = append(out, cluster.NodeID(fmt.Sprintf("44444444-aaaa-4000-8000-%012d", i)))
	}
	return out
}

// emit folds one Reading; a nil value with a reason is an unknown.
// A session numbers Readings in the order in which they came, and the state drops what it has seen; the
// fixture must look the same.
func (f *feeder) emit(r cluster.Reading) {
	f.seq++
	r.Seq = f.seq
	if r.Source == "" {
		r.Source = cluster.SourceCQL
	}
	f.state.Apply([]cluster.Reading{r})
}

// round is one poll of every node.
func (f *feeder) round(i int, at time.Time) {
	for n, id := range f.nodes() {
		base := cluster.Reading{From: at.Add(-2 * time.Second), To: at, Node: id}
		// Six rounds of five seconds are well over three intervals of two seconds, after which a node counts
		// as silent.
		if f.variant.SilentA3 && id == A3 && i >= Rounds-6 {
			base.Kind, base.Unknown = cluster.NodeReached, &cluster.Unknown{Reason: "no answer on port 9042", Remedy: "check the node, or the path to it"}
			f.emit(base)
			continue
		}
		f.node(base, n, i)
		for _, t := range f.tables() {
			f.table(base, t, n, i)
		}
	}
}

// node tells what rarely changes only now and then, as the tiers of a live session do.
func (f *feeder) node(base cluster.Reading, n, i int) {
	put := func(k cluster.Kind, v cluster.Value) {
		r := base
		r.Kind, r.Value = k, v
		f.emit(r)
	}
	put(cluster.NodeReached, &cluster.Reached{RoundTripMicros: 900 + int64(n)*310})
	put(cluster.NodeGossip, f.gossip(i))
	put(cluster.NodeThreadPools, pools(n, i))
	put(cluster.NodeCompactionTasks, tasks(n, i))
	put(cluster.NodeQueries, f.queries(n, i))
	if i%12 == 0 {
		base.From = base.To.Add(-12 * Every)
		put(cluster.NodeIdentity, f.identity(n))
		put(cluster.NodeSettings, &cluster.Settings{Values: map[string]string{"tombstone_warn_threshold": "1000",
			"tombstone_failure_threshold": "100000", "compaction_throughput": "64MiB/s"}})
		put(cluster.NodeCaches, &cluster.Caches{Caches: []cluster.Cache{
			{Name: "keys", CapacityBytes: 100 << 20, SizeBytes: 80 << 20, Hits: 90, Requests: 100, HitRatio: 0.9}}})
		put(cluster.NodeTopPartitions, f.topPartitions(base.To))
		put(cluster.NodeClients, f.clients(n))
		put(cluster.NodeCompactionHistory, history(base.To))
	}
}

// identity gives every node the same share, so that no skew comes from ownership.
func (f *feeder) identity(n int) *cluster.NodeInfo {
	dc := "eu"
	if f.variant.Hostile && n == 2 {
		dc = "eu\x1b[31m\u202e"
	}
	return &cluster.NodeInfo{HostID: string(f.nodes()[n]), Address: fmt.Sprintf("10.0.0.%d", 11+n), CQLPort: 9042, DataCenter: dc,
		Rack: fmt.Sprintf("r%d", n%3+1), Release: "5.0.6", Tokens: 16, OwnsShare: 1 / float64(len(f.nodes())), ClusterName: "prod-eu"}
}

// gossip lets heartbeats rise, but for a silent node: that is what makes it down and not only unreachable.
func (f *feeder) gossip(i int) *cluster.GossipView {
	g := &cluster.GossipView{}
	for _, id := range f.nodes() {
		p := cluster.GossipPeer{HostID: string(id), Generation: 1764000000, Heartbeat: int64(1000 + i), Status: "NORMAL"}
		if f.variant.SilentA3 && id == A3 && i >= Rounds-6 {
			p.Heartbeat = int64(1000 + Rounds - 6)
		}
		g.Peers = append(g.Peers, p)
	}
	return g
}

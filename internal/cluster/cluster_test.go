package cluster

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

var (
	epoch  = time.Date(2026, 11, 30, 14, 0, 0, 0, time.UTC)
	queue  = TableID{"jobs", "queue"}
	orders = TableID{"orders", "by_customer"}
)

// at is an instant of the tests' clock.
func at(seconds float64) time.Time { return epoch.Add(time.Duration(seconds * float64(time.Second))) }

// feeder gives Readings sequence numbers and reach, as a session does.
type feeder struct {
	*State
	seq uint64
}

func newFeeder() *feeder { return &feeder{State: NewState()} }

func (f *feeder) say(readings ...Reading) {
	f.seq++
	for i := range readings {
		readings[i].Seq = f.seq
		if readings[i].From.IsZero() {
			readings[i].From = readings[i].To
		}
	}
	f.Apply(readings)
}

func (f *feeder) reached(node NodeID, t float64) {
	f.say(Reading{Node: node, Kind: NodeReached, To: at(t), From: at(t - 2), Value: &Reached{RoundTripMicros: 500}})
}

func (f *feeder) identify(node NodeID, dc string) {
	f.say(Reading{Node: node, Kind: NodeIdentity, To: at(0), Value: &NodeInfo{HostID: string(node), Address: string(node), DataCenter: dc}})
}

func reads(node NodeID, table TableID, t float64, count int64, p99 float64) Reading {
	return Reading{Node: node, Table: table, Kind: TableLocalReadLatency, To: at(t), Source: SourceCQL, Exactness: AtMost,
		Value: &Latency{Count: count, P50Micros: p99 / 2, P99Micros: p99, MaxMicros: p99, ResolutionMicros: 1000}}
}

func TestRateIsADifferenceOfCounts(t *testing.T) {
	f := newFeeder()
	f.reached("a", 0)
	f.say(reads("a", queue, 0, 1000, 5000))
	if fig := f.Snapshot().Table(queue, Lens{}).Figures[FigReadRate]; fig.Known {
		t.Errorf("a rate of %v from a single reading", fig.Value)
	}
	f.reached("a", 5)
	f.say(reads("a", queue, 5, 1050, 5000))
	fig := f.Snapshot().Table(queue, Lens{}).Figures[FigReadRate]
	if !fig.Known || fig.Value != 10 || fig.Exactness != Exact {
		t.Errorf("rate = %+v, want exactly 10/s", fig)
	}
}

func TestRestartBeginsANewBaseline(t *testing.T) {
	f := newFeeder()
	f.say(reads("a", queue, 0, 1000, 0))
	f.say(reads("a", queue, 5, 1050, 0))
	f.say(reads("a", queue, 10, 7, 0)) // counts start again
	if rate, ok := f.nodes["a"].Tables[queue].Cell(TableLocalReadLatency).Rate(); ok {
		t.Errorf("a rate of %v across a restart", rate)
	}
	f.say(reads("a", queue, 15, 17, 0))
	if rate, ok := f.nodes["a"].Tables[queue].Cell(TableLocalReadLatency).Rate(); !ok || rate != 2 {
		t.Errorf("rate after the restart = %v, %v, want 2", rate, ok)
	}
}

func TestUnknownIsNeverZero(t *testing.T) {
	f := newFeeder()
	f.reached("a", 0)
	f.say(Reading{Node: "a", Kind: TableTombstonesPerRead, To: at(0), Unknown: &Unknown{"no permission", "GRANT SELECT ON system_views.tombstones_per_read TO plain"}})
	f.say(reads("a", queue, 0, 1, 0))
	fig := f.Snapshot().Table(queue, Lens{}).Figures[FigTombstones]
	if fig.Known || fig.Missing.Reason != "no permission" || fig.Missing.Remedy == "" {
		t.Errorf("figure = %+v, want unknown with reason and remedy", fig)
	}
	pending := f.Snapshot().Table(queue, Lens{}).Figures[FigPending]
	if pending.Known || pending.Missing.Remedy == "" {
		t.Errorf("pending = %+v, want unknown with a remedy", pending)
	}
}

func TestGrantedLater(t *testing.T) {
	f := newFeeder()
	f.reached("a", 0)
	f.say(Reading{Node: "a", Kind: TableDiskUsage, To: at(0), Unknown: &Unknown{Reason: "no permission"}})
	f.say(Reading{Node: "a", Table: queue, Kind: TableDiskUsage, To: at(5), Value: &Size{Bytes: 5 << 20}})
	if fig := f.Snapshot().Table(queue, Lens{}).Figures[FigDisk]; !fig.Known || fig.Value != 5<<20 {
		t.Errorf("disk = %+v after the grant", fig)
	}
	if f.nodes["a"].Missing[TableDiskUsage] != nil {
		t.Error("the refusal is still held")
	}
}

func TestMerge(t *testing.T) {
	f := newFeeder()
	for i, node := range []NodeID{"a", "b"} {
		f.identify(node, "dc1")
		f.reached(node, 5)
		f.say(Reading{Node: node, Table: queue, Kind: TableDiskUsage, To: at(float64(i)), Exactness: AtMost, Value: &Size{Bytes: int64(i+1) << 20}})
		f.say(Reading{Node: node, Table: queue, Kind: TableMaxPartition, To: at(5), Exactness: AtMost, Value: &Size{Bytes: int64(i+1) << 20}})
	}
	row := f.Snapshot().Table(queue, Lens{})
	disk, biggest := row.Figures[FigDisk], row.Figures[FigMaxPartition]
	if disk.Value != 3<<20 || disk.Nodes != 2 || disk.Exactness != AtMost || !disk.At.Equal(at(0)) {
		t.Errorf("disk = %+v, want the sum, of the older reading's age", disk)
	}
	if biggest.Value != 2<<20 || biggest.Worst != "b" {
		t.Errorf("largest = %+v, want node b's", biggest)
	}
	lens := f.Snapshot().Table(queue, Lens{Node: "a"}).Figures[FigDisk]
	if lens.Value != 1<<20 || lens.Of != 1 {
		t.Errorf("under the lens of a: %+v", lens)
	}
}

func TestSilentNodeLeavesTheMerge(t *testing.T) {
	f := newFeeder()
	for _, node := range []NodeID{"a", "b"} {
		f.reached(node, 0)
		f.say(Reading{Node: node, Table: queue, Kind: TableDiskUsage, To: at(0), Value: &Size{Bytes: 1 << 20}})
	}
	f.reached("a", 20)
	f.say(Reading{Node: "b", Kind: NodeReached, From: at(18), To: at(20), Unknown: &Unknown{Reason: "no answer"}})
	s := f.Snapshot()
	if fig := s.Table(queue, Lens{}).Figures[FigDisk]; fig.Value != 1<<20 || fig.Nodes != 1 || fig.Of != 2 {
		t.Errorf("disk = %+v, want a's alone, 1 of 2 nodes", fig)
	}
	reason, since, silent := s.Silent("b")
	if !silent || reason != "no answer" || !since.Equal(at(0)) {
		t.Errorf("Silent(b) = %q, %v, %v", reason, since, silent)
	}
	if p := s.Provenance(FigDisk, queue, Lens{}); len(p) != 2 || !p[1].Silent || p[0].Silent {
		t.Errorf("provenance does not name the silent node: %+v", p)
	}
}

func TestTimeShareSumsToOne(t *testing.T) {
	f := newFeeder()
	f.reached("a", 10)
	for _, c := range []struct {
		t float64
		n int64
	}{{0, 0}, {10, 100}} {
		f.say(reads("a", queue, c.t, 3*c.n, 10_000))
		f.say(reads("a", orders, c.t, c.n, 10_000))
	}
	s := f.Snapshot()
	a, b := s.Table(queue, Lens{}).Figures[FigTimeShare], s.Table(orders, Lens{}).Figures[FigTimeShare]
	if math.Abs(a.Value-0.75) > 1e-9 || math.Abs(b.Value-0.25) > 1e-9 || a.Exactness != Estimate {
		t.Errorf("shares %v and %v, want ~0.75 and ~0.25", a, b)
	}
}

func TestMeanIsBetweenMedianAndMax(t *testing.T) {
	for _, c := range []struct{ p50, p99, most, low, high float64 }{
		{1000, 1000, 1000, 1000, 1000},
		{1000, 10_000, 12_000, 1000, 12_000},
		{0, 0, 0, 250, 250}, // below the step: a quarter of it
		{1000, 1_000_000, 2_000_000, 1000, 2_000_000},
	} {
		got := meanMicros(&Latency{P50Micros: c.p50, P99Micros: c.p99, MaxMicros: c.most, ResolutionMicros: 1000})
		if got < c.low || got > c.high {
			t.Errorf("mean of p50 %v p99 %v = %v, want %v to %v", c.p50, c.p99, got, c.low, c.high)
		}
	}
}

func TestSnapshotNeverChanges(t *testing.T) {
	f := newFeeder()
	f.reached("a", 0)
	f.say(reads("a", queue, 0, 10, 0))
	before := f.Snapshot()
	for i := 1; i < 200; i++ {
		f.say(reads("a", queue, float64(6*i), int64(10+i), 0))
		f.say(Reading{Node: "a", Table: TableID{"k", fmt.Sprint(i)}, Kind: TableDiskUsage, To: at(float64(i)), Value: &Size{1}})
	}
	if got := len(before.Nodes[0].Tables); got != 1 {
		t.Errorf("the old snapshot has %d tables now", got)
	}
	if v := ValueOf[Latency](before.Nodes[0].Tables[queue].Cell(TableLocalReadLatency)); v.Count != 10 {
		t.Errorf("the old snapshot counts %d", v.Count)
	}
	if n := len(before.Nodes[0].Tables[queue].Trend.Points(MeasureReadP99)); n != 1 {
		t.Errorf("the old snapshot's trend has %d points", n)
	}
}

func TestTrendIsBounded(t *testing.T) {
	f := newFeeder()
	for i := range 5000 {
		f.say(reads("a", queue, float64(i)*5, int64(i), float64(i)))
	}
	pts := f.nodes["a"].Tables[queue].Trend.Points(MeasureReadP99)
	if len(pts) != trendPoints || pts[len(pts)-1].Value != 4999 || pts[0].Value != 5000-trendPoints {
		t.Errorf("%d points from %v to %v", len(pts), pts[0].Value, pts[len(pts)-1].Value)
	}
}

func gossip(observer NodeID, t float64, heartbeat int64, status string, generation int64) Reading {
	return Reading{Node: observer, Kind: NodeGossip, To: at(t), Value: &GossipView{Peers: []GossipPeer{
		{HostID: "c", Generation: generation, Heartbeat: heartbeat, Status: status}}}}
}

func TestDownNeedsTwoNodesGossip(t *testing.T) {
	f := newFeeder()
	for _, n := range []NodeID{"a", "b", "c"} {
		f.identify(n, "dc1")
	}
	for i := range 8 { // a hears c to the end, b only at first
		now := float64(5 * i)
		f.reached("a", now)
		f.reached("b", now)
		f.say(gossip("a", now, int64(100+i), "NORMAL", 1))
		f.say(gossip("b", now, 100, "NORMAL", 1))
	}
	if st := f.Snapshot().StatusOf("c"); st.Down || st.Code != "UN" {
		t.Errorf("status = %+v with one node's word, want UN", st)
	}
	for i := range 6 {
		now := float64(40 + 5*i)
		f.reached("a", now)
		f.reached("b", now)
		f.say(gossip("a", now, 107, "NORMAL", 1))
		f.say(gossip("b", now, 100, "NORMAL", 1))
	}
	if st := f.Snapshot().StatusOf("c"); !st.Down || st.Code != "DN" {
		t.Errorf("status = %+v when both hold it for down", st)
	}
}

func TestOldGossipIsNoProof(t *testing.T) {
	f := newFeeder()
	for _, n := range []NodeID{"a", "b"} {
		f.reached(n, 0)
		f.say(gossip(n, 0, 5, "NORMAL", 1))
		f.reached(n, 40) // the nodes answer, but nobody asked for their gossip since
	}
	if st := f.Snapshot().StatusOf("c"); st.Down || st.Code != "UN" {
		t.Errorf("status = %+v on gossip of 40 s ago", st)
	}
	for _, n := range []NodeID{"a", "b"} {
		f.reached(n, 400)
	}
	if st := f.Snapshot().StatusOf("c"); st.Down || st.Code != "?N" {
		t.Errorf("status = %+v on gossip of 400 s ago", st)
	}
}

func TestShutdownIsDownAtOnce(t *testing.T) {
	f := newFeeder()
	for _, n := range []NodeID{"a", "b"} {
		f.reached(n, 0)
		f.say(gossip(n, 0, 5, "shutdown", 1))
	}
	if st := f.Snapshot().StatusOf("c"); !st.Down {
		t.Errorf("status = %+v", st)
	}
	if st := f.Snapshot().StatusOf("nobody"); st.Down || st.Code != "?N" {
		t.Errorf("status of a stranger = %+v, want ?N", st)
	}
}

func TestEvents(t *testing.T) {
	f := newFeeder()
	f.reached("a", 0)
	f.say(gossip("a", 0, 1, "NORMAL", 100))
	f.say(gossip("a", 5, 1, "NORMAL", 200)) // c started anew
	f.say(Reading{Node: "a", Kind: NodeReached, To: at(6), Unknown: &Unknown{Reason: "no answer"}})
	f.reached("a", 9)
	f.say(Reading{Kind: ClusterSchema, To: at(10), Value: &Schema{Version: "1", Tables: []TableSchema{{Table: queue, ID: "x"}}}})
	f.say(Reading{Kind: ClusterSchema, To: at(11), Value: &Schema{Version: "2", Tables: []TableSchema{{Table: queue, ID: "x"}, {Table: orders}}}})
	var kinds []EventKind
	for _, e := range f.Snapshot().Events {
		kinds = append(kinds, e.Kind)
		if e.Kind.Sign() == "" || e.Kind.Word() == "" || e.Text == "" {
			t.Errorf("event %+v has no sign, word or text", e)
		}
	}
	if diff := cmp.Diff([]EventKind{EventRestart, EventLost, EventBack, EventSchema}, kinds); diff != "" {
		t.Error(diff)
	}
}

func TestDroppedTableIsForgotten(t *testing.T) {
	f := newFeeder()
	f.reached("a", 0)
	f.say(reads("a", queue, 0, 1, 0), reads("a", TableID{"system", "local"}, 0, 1, 0))
	f.say(Reading{Kind: ClusterSchema, To: at(1), Value: &Schema{Version: "2", Tables: []TableSchema{{Table: orders}}}})
	ids := f.Snapshot().TableIDs(Lens{}, true)
	if diff := cmp.Diff([]TableID{orders, {"system", "local"}}, ids); diff != "" {
		t.Error(diff)
	}
}

func TestLinesComeBack(t *testing.T) {
	in := []Reading{
		reads("a", queue, 5, 17, 12_000), reads("a", orders, 5, 18, 13_000),
	}
	for i := range in {
		in[i].From, in[i].Seq, in[i].Cost = at(0), 9, Cost{WallMicros: 1200, Rows: 2}
	}
	b, err := EncodeLine(in)
	if err != nil {
		t.Fatal(err)
	}
	out, err := DecodeLine(b)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(in, out, cmpopts.EquateEmpty()); diff != "" {
		t.Error(diff)
	}
}

func TestEveryKindHasANameAndAValue(t *testing.T) {
	seen := map[string]bool{}
	for k := KindNone + 1; k < kindCount; k++ {
		name := k.String()
		if name == "" || seen[name] {
			t.Errorf("kind %d has the name %q", k, name)
		}
		seen[name] = true
		if back, ok := ParseKind(name); !ok || back != k {
			t.Errorf("%q reads back as %v", name, back)
		}
		if kindTable[k].zero() == nil {
			t.Errorf("%s has no value", name)
		}
	}
}

func TestKeyframeRebuildsTheState(t *testing.T) {
	f := newFeeder()
	for i := range 3 {
		f.reached("a", float64(5*i))
		f.say(reads("a", queue, float64(5*i), int64(100*i), 9000))
	}
	f.say(Reading{Node: "a", Kind: TableDiskUsage, To: at(11), Unknown: &Unknown{Reason: "no permission"}})
	copied := NewState()
	for answer := range keyframe(f) {
		b, err := EncodeLine(answer)
		if err != nil {
			t.Fatal(err)
		}
		readings, err := DecodeLine(b)
		if err != nil {
			t.Fatalf("%s: %v", b, err)
		}
		copied.Apply(readings)
	}
	want, got := f.Snapshot().Table(queue, Lens{}), copied.Snapshot().Table(queue, Lens{})
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("rebuilt figures differ:\n%s", diff)
	}
	before := copied.Snapshot().Table(queue, Lens{})
	for answer := range keyframe(f) { // once more, as the next frame of a recording would
		copied.Apply(answer)
	}
	if diff := cmp.Diff(before, copied.Snapshot().Table(queue, Lens{})); diff != "" {
		t.Errorf("a repeated keyframe changed the figures:\n%s", diff)
	}
}

func FuzzDecodeLine(f *testing.F) {
	good, err := EncodeLine([]Reading{reads("a", queue, 5, 17, 12_000)})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add([]byte(`{"v":1,"kind":"node.reached","items":[{"unknown":{"reason":"x"}}]}`))
	f.Add([]byte(`{"v":2}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		readings, err := DecodeLine(b)
		if err != nil || len(readings) == 0 {
			return
		}
		s := NewState()
		s.Apply(readings)
		s.Snapshot().Tables(Lens{}, true)
		again, err := EncodeLine(readings)
		if err != nil {
			t.Fatalf("decoded %s but cannot encode it: %v", b, err)
		}
		if bytes.Contains(again, []byte("\n")) {
			t.Error("a line holds a newline")
		}
	})
}

func TestNewerLinesAreRefused(t *testing.T) {
	_, err := DecodeLine([]byte(`{"v":99,"kind":"node.reached","items":[]}`))
	if !errors.Is(err, ErrNewer) {
		t.Errorf("error %v is not ErrNewer", err)
	}
	if r, err := DecodeLine([]byte(`{"v":1,"kind":"node.of_a_later_release","items":[{}]}`)); err != nil || len(r) != 0 {
		t.Errorf("an unknown kind gave %v, %v", r, err)
	}
}

func TestReplicationFactor(t *testing.T) {
	s := &Schema{Keyspaces: []KeyspaceSchema{
		{"n", map[string]string{"class": "NetworkTopologyStrategy", "eu": "3", "us": "3/1"}},
		{"s", map[string]string{"class": "SimpleStrategy", "replication_factor": "2"}},
		{"l", map[string]string{"class": "LocalStrategy"}},
	}}
	for _, c := range []struct {
		keyspace, dc string
		rf           int
		ok           bool
	}{{"n", "eu", 3, true}, {"n", "us", 3, true}, {"n", "asia", 0, false}, {"s", "eu", 2, true}, {"l", "eu", 0, false}, {"x", "eu", 0, false}} {
		if rf, ok := s.ReplicationFactor(c.keyspace, c.dc); rf != c.rf || ok != c.ok {
			t.Errorf("%s in %s: %d, %v, want %d, %v", c.keyspace, c.dc, rf, ok, c.rf, c.ok)
		}
	}
}

func keyframe(s interface {
	Keyframe() (int, iter.Seq[[]Reading])
}) iter.Seq[[]Reading] {
	_, each := s.Keyframe()
	return each
}

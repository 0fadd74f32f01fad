package triage

import (
	"strings"
	"testing"
	"time"

	"github.com/partop/partop/internal/cluster"
)

var (
	epoch  = time.Date(2026, 11, 30, 14, 0, 0, 0, time.UTC)
	queue  = cluster.TableID{Keyspace: "jobs", Name: "queue"}
	orders = cluster.TableID{Keyspace: "orders", Name: "by_customer"}
	names  = []cluster.NodeID{"a", "b", "c"}
)

func at(seconds int) time.Time { return epoch.Add(time.Duration(seconds) * time.Second) }

// world builds a State of three nodes in one data centre.
type world struct {
	state *cluster.State
	seq   uint64
}

func newWorld() *world {
	w := &world{state: cluster.NewState()}
	for _, n := range names {
		w.say(n, cluster.TableID{}, cluster.NodeIdentity, 0, &cluster.NodeInfo{HostID: string(n), Address: "10.0.0." + string(n), DataCenter: "dc1", OwnsShare: 1. / 3})
	}
	w.alive(0)
	return w
}

func (w *world) say(n cluster.NodeID, t cluster.TableID, k cluster.Kind, second int, v cluster.Value) {
	w.seq++
	r := cluster.Reading{Seq: w.seq, Node: n, Table: t, Kind: k, From: at(second - 2), To: at(second), Source: cluster.SourceCQL, Value: v}
	if v == nil {
		r.Unknown = &cluster.Unknown{Reason: "no answer", Remedy: "wait"}
	}
	w.state.Apply([]cluster.Reading{r})
}

func (w *world) alive(second int, except ...cluster.NodeID) {
	for _, n := range names {
		if len(except) > 0 && except[0] == n {
			continue
		}
		w.say(n, cluster.TableID{}, cluster.NodeReached, second, &cluster.Reached{})
	}
}

func (w *world) rules(t *testing.T) map[string]Finding {
	t.Helper()
	out := map[string]Finding{}
	for _, f := range Findings(w.state.Snapshot(), Default()) {
		out[f.Rule] = f
		if f.Title == "" || f.Means == "" || f.Limits == "" || f.Confidence == "" || len(f.Next) == 0 || len(f.Evidence) == 0 {
			t.Errorf("%s is incomplete: %+v", f.Rule, f)
		}
		for _, e := range f.Evidence {
			if e.Text == "" || e.At.IsZero() || e.Source == "" {
				t.Errorf("%s has evidence without text, source or age: %+v", f.Rule, e)
			}
		}
	}
	return out
}

func TestHealthyClusterHasNoFindings(t *testing.T) {
	w := newWorld()
	for _, n := range names {
		w.say(n, queue, cluster.TableTombstonesPerRead, 1, &cluster.Decaying{Count: 10, P50: 1, P99: 12, Max: 179})
		w.say(n, queue, cluster.TableMaxPartition, 1, &cluster.Size{Bytes: 24 << 20})
	}
	if got := w.rules(t); len(got) != 0 {
		t.Errorf("findings on a healthy cluster: %v", got)
	}
}

func TestTombstoneScan(t *testing.T) {
	for _, c := range []struct {
		name          string
		p50, p99, max float64
		severity      Severity
		found         bool
	}{
		{"near miss", 900, 999, 999, 0, false},
		{"some reads", 1, 12, 1331, Medium, true},
		{"one in a hundred", 1, 9887, 9887, High, true},
		{"most", 9887, 9887, 9887, High, true},
		{"aborts", 9887, 9887, 105_778, Critical, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld()
			w.say("b", queue, cluster.TableTombstonesPerRead, 1, &cluster.Decaying{Count: 10, P50: c.p50, P99: c.p99, Max: c.max})
			f, found := w.rules(t)["tombstone-scan"]
			if found != c.found || f.Severity != c.severity {
				t.Fatalf("found %v with severity %s", found, f.Severity)
			}
			if found && (!f.Now || f.Table != queue || !strings.Contains(f.Evidence[0].Text, "10.0.0.b")) {
				t.Errorf("finding = %+v", f)
			}
		})
	}
}

func TestTombstoneLimitsAreTheNodesOwn(t *testing.T) {
	w := newWorld()
	w.say("b", cluster.TableID{}, cluster.NodeSettings, 1, &cluster.Settings{Values: map[string]string{
		"tombstone_warn_threshold": "20000", "tombstone_failure_threshold": "50000"}})
	w.say("b", queue, cluster.TableTombstonesPerRead, 1, &cluster.Decaying{Count: 10, P50: 9887, P99: 9887, Max: 9887})
	if f, found := w.rules(t)["tombstone-scan"]; found {
		t.Errorf("found below the node's own threshold: %+v", f)
	}
}

func TestAdviceFitsTheOldestNode(t *testing.T) {
	for release, sampler := range map[string]bool{"5.0.6": true, "4.1.10": false, "3.11.19": false, "6.0-alpha2": true} {
		w := newWorld()
		w.say("a", cluster.TableID{}, cluster.NodeIdentity, 1, &cluster.NodeInfo{HostID: "a", Address: "a", Release: "6.0.1"})
		w.say("b", cluster.TableID{}, cluster.NodeIdentity, 1, &cluster.NodeInfo{HostID: "b", Address: "b", Release: release})
		w.say("b", queue, cluster.TableTombstonesPerRead, 1, &cluster.Decaying{Count: 10, P50: 9887, P99: 9887, Max: 9887})
		next := w.rules(t)["tombstone-scan"].Next[0]
		if strings.Contains(next, "READ_TOMBSTONE_COUNT") != sampler || !strings.Contains(next, "system.log") {
			t.Errorf("on %s: %s", release, next)
		}
	}
}

func TestMissingDataMakeNoFinding(t *testing.T) {
	w := newWorld()
	for _, k := range []cluster.Kind{cluster.TableTombstonesPerRead, cluster.TableMaxPartition, cluster.TableLocalReadLatency} {
		w.say("a", cluster.TableID{}, k, 1, nil)
	}
	for _, k := range []cluster.Kind{cluster.NodeCompactionTasks, cluster.NodeThreadPools, cluster.NodeSettings} {
		w.say("a", cluster.TableID{}, k, 1, nil)
	}
	if got := w.rules(t); len(got) != 0 {
		t.Errorf("findings of nothing: %v", got)
	}
}

// backlogAt feeds one refresh of a node that compacts.
func (w *world) backlogAt(second int, left, disk int64, active, limit int64) {
	w.alive(second)
	var tasks []cluster.CompactionTask
	if left > 0 {
		tasks = []cluster.CompactionTask{{ID: "1", Table: orders, Kind: "compaction", Total: left, Unit: "bytes", SSTables: 19}}
	}
	w.say("a", cluster.TableID{}, cluster.NodeThreadPools, second, &cluster.ThreadPools{Pools: []cluster.ThreadPool{
		{Name: "CompactionExecutor", Active: active, ActiveLimit: limit}}})
	w.say("a", orders, cluster.TableDiskUsage, second, &cluster.Size{Bytes: disk})
	w.say("a", cluster.TableID{}, cluster.NodeCompactionTasks, second, &cluster.CompactionTasks{Tasks: tasks})
}

func TestPendingGrowing(t *testing.T) {
	for _, c := range []struct {
		name          string
		seconds       int
		busyOf10      int
		active, limit int64
		severity      Severity
		found         bool
	}{
		{"watched too short", 40, 10, 2, 2, 0, false},
		{"a slot is free", 300, 10, 1, 2, 0, false},
		{"busy half the time", 300, 5, 2, 2, 0, false},
		{"busy for two minutes", 120, 10, 2, 2, Medium, true},
		{"busy for eleven minutes", 660, 10, 2, 2, High, true},
		{"the window is full a moment later", 655, 10, 2, 2, High, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld()
			for s := 0; s <= c.seconds; s += 5 {
				left := int64(0)
				if s/5%10 < c.busyOf10 || s == c.seconds {
					left = 40 << 20
				}
				w.backlogAt(s, left, int64(100+s)<<20, c.active, c.limit)
			}
			f, found := w.rules(t)["pending-growing"]
			if found != c.found || f.Severity != c.severity {
				t.Fatalf("found %v with severity %s: %+v", found, f.Severity, f)
			}
			if found && (f.Table != orders || f.Node != "a" || !strings.Contains(f.Evidence[1].Text, "on its disk +")) {
				t.Errorf("finding = %+v", f)
			}
		})
	}
}

func TestPendingGrowingAtTheThroughputLimit(t *testing.T) {
	for _, c := range []struct {
		name  string
		limit string
		grow  int64 // MiB a minute
		found bool
	}{
		{"at the limit and growing", "1MiB/s", 20, true},
		{"at the limit in the old spelling", "", 20, true},
		{"far below the limit", "64MiB/s", 20, false},
		{"no limit", "0MiB/s", 20, false},
		{"at the limit, not growing", "1MiB/s", 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld()
			settings := map[string]string{"compaction_throughput": c.limit, "compaction_throughput_mb_per_sec": "1"}
			w.say("a", cluster.TableID{}, cluster.NodeSettings, 1, &cluster.Settings{Values: settings})
			h := &cluster.CompactionHistory{}
			for s := 0; s <= 180; s += 5 {
				w.backlogAt(s, 2<<20, (100+c.grow*int64(s)/60)<<20, 1, 2)
				h.Entries = append(h.Entries, cluster.CompactionRecord{Table: orders, CompactedAt: at(s), BytesIn: 5 << 20})
			}
			w.say("a", cluster.TableID{}, cluster.NodeCompactionHistory, 180, h)
			f, found := w.rules(t)["pending-growing"]
			if found != c.found {
				t.Fatalf("found %v: %+v", found, f)
			}
			if found && !strings.Contains(f.Title, "throughput limit") {
				t.Errorf("does not name the limit: %s", f.Title)
			}
		})
	}
}

// busyNode feeds two refreshes in which a node serves reads a second at a latency.
func (w *world) busyNode(n cluster.NodeID, reads int64, p99 float64) {
	for i, second := range []int{0, 10} {
		w.say(n, queue, cluster.TableLocalReadLatency, second, &cluster.Latency{Count: reads * int64(10*i), P50Micros: p99, P99Micros: p99, MaxMicros: p99})
		w.say(n, cluster.TableID{}, cluster.NodeThreadPools, second, &cluster.ThreadPools{Pools: []cluster.ThreadPool{
			{Name: "ReadStage", Completed: reads * int64(10*i)}}})
	}
}

func TestNodeSkew(t *testing.T) {
	for _, c := range []struct {
		name  string
		reads [3]int64
		p99   [3]float64
		word  string
	}{
		{"alike", [3]int64{100, 110, 90}, [3]float64{12_000, 12_000, 14_000}, ""},
		{"just under", [3]int64{290, 100, 100}, [3]float64{12_000, 12_000, 12_000}, ""},
		{"more reads", [3]int64{400, 100, 100}, [3]float64{12_000, 12_000, 12_000}, "reads 4.0x"},
		{"slower", [3]int64{100, 100, 100}, [3]float64{60_000, 12_000, 12_000}, "local read latency 5.0x"},
		{"idle", [3]int64{2, 0, 0}, [3]float64{100, 100, 100}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld()
			for i, n := range names {
				w.busyNode(n, c.reads[i], c.p99[i])
			}
			w.alive(10)
			f, found := w.rules(t)["node-skew"]
			if found != (c.word != "") || !strings.HasPrefix(f.Title, c.word) {
				t.Errorf("found %v: %q", found, f.Title)
			}
			if found && f.Node != "a" {
				t.Errorf("blames %s", f.Node)
			}
		})
	}
}

func TestPartitionTooBig(t *testing.T) {
	for _, c := range []struct {
		mib      int64
		severity Severity
		found    bool
	}{{99, 0, false}, {124, Medium, true}, {1100, High, true}} {
		w := newWorld()
		w.say("c", orders, cluster.TableMaxPartition, 1, &cluster.Size{Bytes: c.mib << 20})
		w.say("c", cluster.TableID{}, cluster.NodeSettings, 1, &cluster.Settings{Values: map[string]string{"partition_size_warn_threshold": ""}})
		f, found := w.rules(t)["partition-too-big"]
		if found != c.found || f.Severity != c.severity || f.Now {
			t.Errorf("%d MiB: found %v, %s, now %v", c.mib, found, f.Severity, f.Now)
		}
		if found && !strings.Contains(f.Evidence[1].Text, "logs nothing") {
			t.Errorf("does not say that the node logs nothing: %+v", f.Evidence)
		}
	}
}

func TestLostNodeIsNotDown(t *testing.T) {
	w := newWorld()
	w.alive(20, "c")
	w.say("c", cluster.TableID{}, cluster.NodeReached, 20, nil)
	got := w.rules(t)
	if f, found := got["node-not-reached"]; !found || f.Node != "c" || !strings.Contains(f.Title, "last good") {
		t.Errorf("not reached: %v %+v", found, f)
	}
	if f, found := got["node-down"]; found {
		t.Errorf("called down without gossip: %+v", f)
	}
	for _, n := range names[:2] {
		w.say(n, cluster.TableID{}, cluster.NodeGossip, 21, &cluster.GossipView{Peers: []cluster.GossipPeer{{HostID: "c", Heartbeat: 7, Status: "shutdown"}}})
	}
	got = w.rules(t)
	if _, found := got["node-down"]; !found {
		t.Error("not down although two nodes say so")
	}
	if _, found := got["node-not-reached"]; found {
		t.Error("said twice")
	}
}

func TestOrderAndMarks(t *testing.T) {
	w := newWorld()
	w.say("a", orders, cluster.TableMaxPartition, 1, &cluster.Size{Bytes: 2 << 30})
	w.say("b", queue, cluster.TableTombstonesPerRead, 1, &cluster.Decaying{Count: 10, P50: 1, P99: 1, Max: 1331})
	list := Findings(w.state.Snapshot(), Default())
	if len(list) != 2 || !list[0].Now || list[1].Now {
		t.Fatalf("NOW does not come first: %+v", list)
	}
	marks := TableMarks(list)
	if m := marks[queue]; m.Now != Medium || m.Now.Sign() != "!" || m.Hygiene {
		t.Errorf("mark of the queue: %+v", m)
	}
	if m := marks[orders]; m.Now != Low || !m.Hygiene || m.Title == "" {
		t.Errorf("mark of orders: %+v", m)
	}
}

func TestEveryRuleIsDescribed(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range Rules() {
		if r.ID == "" || r.Says == "" || r.Source == "" || r.Judge == nil || seen[r.ID] {
			t.Errorf("rule %+v is incomplete or there twice", r)
		}
		seen[r.ID] = true
	}
}

package cluster

import (
	"slices"
	"testing"
	"time"
)

var keyTable = TableID{Keyspace: "orders", Name: "by_customer"}

// window is one sample of ten seconds that ends at a second of the fixture's minute.
func window(node NodeID, second int, samplers ...KeySampler) Reading {
	to := time.Date(2026, 11, 30, 14, 0, second, 0, time.UTC)
	return Reading{Seq: uint64(second), From: to.Add(-10 * time.Second), To: to, Node: node, Kind: NodeKeySamples, Source: SourceNodetool,
		Value: &KeySamples{WindowMillis: 10_000, Capacity: 1024, Samplers: samplers}}
}

func readsOf(rows ...KeySample) KeySampler { return KeySampler{Name: SamplerReads, Rows: rows} }

func key(k string, value, err int64) KeySample {
	return KeySample{Table: keyTable, Key: k, Value: value, Error: err}
}

func TestCountsAddUpOverNodesAndWindows(t *testing.T) {
	s := NewState()
	s.Apply([]Reading{window("a", 10, readsOf(key("acme", 1000, 10), key("rare", 5, 5)))})
	s.Apply([]Reading{window("b", 11, readsOf(key("acme", 500, 0)))})
	s.Apply([]Reading{window("a", 30, readsOf(key("acme", 3000, 0)))})
	h := s.Snapshot().HotKeys(Lens{}, TableID{}, false)
	if h.Windows != 2 || h.Of != 2 || len(h.Nodes) != 2 || len(h.Lists) != 1 || h.Window != 10*time.Second || h.Capacity != 1024 {
		t.Fatalf("%+v", h)
	}
	if want := time.Date(2026, 11, 30, 14, 0, 0, 0, time.UTC); !h.From.Equal(want) {
		t.Errorf("tally since %s", h.From)
	}
	acme := h.Lists[0].Keys[0]
	if acme.Key != "acme" || acme.Count != 4500 || acme.Error != 10 || !acme.Ranked() {
		t.Errorf("%+v", acme)
	}
	// a: 4,000 in 20 s, b: 500 in 10 s
	if acme.PerSecond != 250 || acme.ErrorPerSecond != 0.5 || acme.NodeOwn != 200 || !slices.Equal(acme.On, []NodeID{"a", "b"}) {
		t.Errorf("%+v", acme)
	}
	rare := h.Lists[0].Keys[1]
	if rare.Key != "rare" || rare.Ranked() {
		t.Errorf("an error as large as the count has no rank: %+v", rare)
	}
}

func TestKeysThatCannotBeRankedComeLast(t *testing.T) {
	s := NewState()
	s.Apply([]Reading{window("a", 10, readsOf(key("doubtful", 900, 900), key("small", 3, 0)))})
	keys := s.Snapshot().HotKeys(Lens{}, TableID{}, false).Lists[0].Keys
	if keys[0].Key != "small" || keys[1].Key != "doubtful" {
		t.Errorf("%+v", keys)
	}
}

func TestMaximaAreTakenOnceAKey(t *testing.T) {
	s := NewState()
	scans := func(values ...int64) KeySampler {
		out := KeySampler{Name: SamplerTombstones}
		for _, v := range values {
			out.Rows = append(out.Rows, key("jobs", v, 0))
		}
		return out
	}
	s.Apply([]Reading{window("a", 10, scans(5000, 4998, 4000))})
	s.Apply([]Reading{window("b", 10, scans(4999))})
	list := s.Snapshot().HotKeys(Lens{}, TableID{}, false).Lists[0]
	if list.Counts || len(list.Keys) != 1 {
		t.Fatalf("%+v", list)
	}
	k := list.Keys[0]
	if k.Largest != 5000 || k.Events != 4 || k.Count != 0 || len(k.On) != 2 {
		t.Errorf("%+v", k)
	}
}

func TestSharesAreOfTheTrafficOfTheWindow(t *testing.T) {
	s := NewState()
	for i, count := range []int64{0, 1000, 2000, 3000} { // 200 reads a second
		at := time.Date(2026, 11, 30, 14, 0, 5*i, 0, time.UTC)
		r := Reading{Seq: uint64(i + 1), From: at.Add(-5 * time.Second), To: at, Node: "a", Table: keyTable, Kind: TableLocalReadLatency,
			Source: SourceCQL, Value: &Latency{Count: count}}
		s.Apply([]Reading{r})
	}
	w := window("a", 15, readsOf(key("acme", 500, 0)))
	w.Seq = 99
	s.Apply([]Reading{w})
	k := s.Snapshot().HotKeys(Lens{}, TableID{}, false).Lists[0].Keys[0]
	if k.TableRate != 200 || k.NodeRate != 200 || k.PerSecond != 50 {
		t.Errorf("%+v", k)
	}
}

func TestLensTableAndSystemRestrict(t *testing.T) {
	s := NewState()
	own := KeySample{Table: TableID{Keyspace: "system", Name: "paxos"}, Key: "00", Value: 9}
	s.Apply([]Reading{window("a", 10, readsOf(key("acme", 10, 0), own))})
	s.Apply([]Reading{window("b", 10, readsOf(key("acme", 20, 0)))})
	snap := s.Snapshot()
	for _, c := range []struct {
		lens   Lens
		table  TableID
		system bool
		count  int64
		keys   int
	}{
		{Lens{}, TableID{}, false, 30, 1}, {Lens{}, TableID{}, true, 30, 2}, {Lens{Node: "b"}, TableID{}, true, 20, 1},
		{Lens{}, keyTable, true, 30, 1}, {Lens{}, own.Table, false, 9, 1},
	} {
		keys := snap.HotKeys(c.lens, c.table, c.system).Lists[0].Keys
		if len(keys) != c.keys || keys[0].Count != c.count {
			t.Errorf("%+v: %+v", c, keys)
		}
	}
}

func TestAFailedSampleKeepsTheTally(t *testing.T) {
	s := NewState()
	s.Apply([]Reading{window("a", 10, readsOf(key("acme", 10, 0)))})
	failed := window("a", 20)
	failed.Value, failed.Unknown = nil, &Unknown{Reason: "refused", Remedy: "a role"}
	s.Apply([]Reading{failed})
	h := s.Snapshot().HotKeys(Lens{}, TableID{}, false)
	if len(h.Failed) != 1 || h.Failed[0].Why.Reason != "refused" || h.Lists[0].Keys[0].Count != 10 {
		t.Errorf("%+v", h)
	}
}

func TestTheTallyIsBoundedAndSurvivesAKeyframe(t *testing.T) {
	s := NewState()
	for i := range keptSamples + 5 {
		s.Apply([]Reading{window("a", i+1, readsOf(key("acme", 1, 0)))})
	}
	before := s.Snapshot()
	if n := len(before.Nodes[0].Samples); n != keptSamples {
		t.Fatalf("%d windows kept", n)
	}
	again := NewState()
	for answer := range keyframe(s) {
		again.Apply(answer)
	}
	want, got := before.HotKeys(Lens{}, TableID{}, false), again.Snapshot().HotKeys(Lens{}, TableID{}, false)
	if got.Windows != want.Windows || got.Lists[0].Keys[0].Count != want.Lists[0].Keys[0].Count || !got.From.Equal(want.From) {
		t.Errorf("after a keyframe %+v, before it %+v", got, want)
	}
	s.Apply([]Reading{window("a", 59, readsOf(key("acme", 1000, 0)))})
	if before.HotKeys(Lens{}, TableID{}, false).Lists[0].Keys[0].Count != keptSamples {
		t.Error("a snapshot changed afterwards")
	}
}

func TestStatsFillWhatTheFirstSourceDoesNotTell(t *testing.T) {
	at := time.Date(2026, 11, 30, 14, 0, 0, 0, time.UTC)
	s := NewState()
	row := func(node NodeID, second int, reads Count) {
		v := NewTableStats()
		v.Reads, v.ReadMeanMicros, v.SSTables, v.TotalBytes, v.Partitions, v.TombstonesMax = reads, 500, 7, 4096, 90, 12
		to := at.Add(time.Duration(second) * time.Second)
		s.Apply([]Reading{{Seq: uint64(second + 1), From: to, To: to, Node: node, Table: keyTable, Kind: TableStatsRow, Source: SourceNodetool, Value: v}})
	}
	row("a", 0, 1000)
	row("b", 1, 0)
	row("a", 60, 7000)
	t1 := s.Snapshot().Table(keyTable, Lens{})
	for fig, want := range map[FigureID]float64{FigSSTables: 14, FigDisk: 8192, FigPartitions: 180, FigTombstonesMax: 12, FigReadRate: 100} {
		if got := t1.Figures[fig]; !got.Known || got.Value != want || got.Source != SourceNodetool {
			name, _, _ := fig.Info()
			t.Errorf("%s: %+v", name, got)
		}
	}
	if got := t1.Figures[FigPartitions]; got.Exactness != AtMost {
		t.Errorf("partitions of all replicas are %s", got.Exactness)
	}
	if got := t1.Figures[FigTimeShare]; !got.Known || got.Value != 1 {
		t.Errorf("time share %+v", got)
	}
	// Where one node tells the primary estimate, replicas of another must not be added to it.
	s.Apply([]Reading{{Seq: 200, From: at, To: at.Add(time.Minute), Node: "a", Table: keyTable, Kind: TableSizeEstimate, Source: SourceCQL, Exactness: Estimate,
		Value: &SizeEstimate{Partitions: 50, Ranges: 1}}})
	if got := s.Snapshot().Table(keyTable, Lens{}).Figures[FigPartitions]; got.Value != 50 || got.Nodes != 1 {
		t.Errorf("%+v", got)
	}
}

func TestUnknownCountsAreLeftOutAndComeBackUnknown(t *testing.T) {
	v := NewTableStats()
	v.SSTables = 0
	r := Reading{Seq: 1, From: time.Unix(1, 0), To: time.Unix(2, 0), Node: "a", Table: keyTable, Kind: TableStatsRow, Source: SourceNodetool, Value: v}
	line, err := EncodeLine([]Reading{r})
	if err != nil {
		t.Fatal(err)
	}
	back, err := DecodeLine(line)
	if err != nil {
		t.Fatal(err)
	}
	got := back[0].Value.(*TableStats)
	if got.SSTables != 0 || got.Reads != UnknownCount || got.ReadMeanMicros != UnknownMeasure {
		t.Errorf("%s became %+v", line, got)
	}
}

func TestSamplesComeBackFromARecording(t *testing.T) {
	for _, table := range []TableID{{}, keyTable} {
		w := window("a", 10, readsOf(key("acme", 1000, 10)), KeySampler{Name: SamplerReadTime, Rows: []KeySample{{Query: "SELECT 1", Value: 7}}})
		w.Value.(*KeySamples).Table = table
		line, err := EncodeLine([]Reading{w})
		if err != nil {
			t.Fatal(err)
		}
		back, err := DecodeLine(line)
		if err != nil {
			t.Fatal(err)
		}
		got, ok := back[0].Value.(*KeySamples)
		if !ok || got.Table != table || got.Samplers[0].Rows[0] != (KeySample{Table: keyTable, Key: "acme", Value: 1000, Error: 10}) || got.Samplers[1].Rows[0].Query != "SELECT 1" {
			t.Errorf("%s became %+v", line, got)
		}
	}
	var old TableID
	if err := old.UnmarshalText([]byte(".")); err != nil || !old.IsZero() {
		t.Errorf("%v, %v", old, err)
	}
}

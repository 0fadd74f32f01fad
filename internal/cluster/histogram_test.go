package cluster

import (
	"testing"
	"time"

	"github.com/partop/partop/cassandra/buckets"
)

func scanned(t *testing.T, small, large int64) *Buckets {
	t.Helper()
	counts := make([]int64, 165)
	counts[0], counts[40] = small, large // ≤1 and ≤4768
	h, err := buckets.New(buckets.Layout{Buckets: 165, Unit: "tombstones"}, counts)
	if err != nil {
		t.Fatal(err)
	}
	return &Buckets{h}
}

func feed(s *State, node NodeID, second int, k Kind, table TableID, v Value) {
	to := time.Date(2026, 11, 30, 14, 0, 0, 0, time.UTC).Add(time.Duration(second) * time.Second)
	s.Apply([]Reading{{Seq: s.Seq() + 1, From: to.Add(-5 * time.Second), To: to, Node: node, Table: table, Kind: k, Source: SourceJMX, Value: v}})
}

func TestIntervalIsTheDifferenceOfHalfAMinuteToAMinute(t *testing.T) {
	s := NewState()
	for i := range 25 { // every five seconds ten small reads; the large ones began after a minute and a half
		large := int64(max(0, i-18)) * 5
		feed(s, "a", 5*i, TableTombstoneHistogram, keyTable, scanned(t, 1000+int64(i)*10, large))
	}
	c := s.Snapshot().Nodes[0].Tables[keyTable].Cell(TableTombstoneHistogram)
	now, ok := c.Interval()
	if age := c.Last.To.Sub(c.Base.To); !ok || age < 30*time.Second || age > 65*time.Second {
		t.Errorf("the interval is %s long", age)
	}
	if over, _ := now.CountAbove(1000); over != 30 || now.Count() < 60 {
		t.Errorf("%d of %d beyond 1,000", over, now.Count())
	}
	if life, _ := c.Life(); life.Count() != 1000+240+30 {
		t.Errorf("life %d", life.Count())
	}
	fig := s.Snapshot().Table(keyTable, Lens{}).Figures[FigTombstones]
	if !fig.Known || fig.Value != 3311 || fig.Exactness != AtMost || fig.Source != SourceJMX {
		t.Errorf("%+v", fig)
	}
}

func TestNowIsComparedWithLife(t *testing.T) {
	for _, c := range []struct {
		name         string
		small, large int64 // before, and in the last minute
		want         float64
		known        bool
	}{
		{"tombstones appear", 10_000, 50, 3311, true},
		{"as ever", 10_000, 0, 1, true},
		{"life is short", 10, 40, 0, false},
	} {
		s := NewState()
		for i := range 14 {
			feed(s, "a", 5*i, TableTombstoneHistogram, keyTable, scanned(t, c.small+int64(i)*10, c.large*int64(i)/13))
		}
		fig := s.Snapshot().Table(keyTable, Lens{}).Figures[FigTombstonesToLife]
		if fig.Known != c.known || fig.Known && (fig.Value != c.want || fig.Exactness != Estimate) {
			t.Errorf("%s: %+v", c.name, fig)
		}
		if !fig.Known && fig.Missing.Remedy == "" {
			t.Errorf("%s: no word of what is missing", c.name)
		}
	}
}

func TestARestartBeginsANewInterval(t *testing.T) {
	s := NewState()
	feed(s, "a", 0, TableTombstoneHistogram, keyTable, scanned(t, 5000, 9))
	feed(s, "a", 5, TableTombstoneHistogram, keyTable, scanned(t, 5010, 9))
	feed(s, "a", 10, TableTombstoneHistogram, keyTable, scanned(t, 3, 0))
	c := s.Snapshot().Nodes[0].Tables[keyTable].Cell(TableTombstoneHistogram)
	if _, ok := c.Interval(); ok {
		t.Error("counts that fell are no interval")
	}
	feed(s, "a", 15, TableTombstoneHistogram, keyTable, scanned(t, 8, 0))
	if now, ok := s.Snapshot().Nodes[0].Tables[keyTable].Cell(TableTombstoneHistogram).Interval(); !ok || now.Count() != 5 {
		t.Errorf("%d, %t", now.Count(), ok)
	}
}

func TestHistogramsOfNodesAreMerged(t *testing.T) {
	s := NewState()
	feed(s, "a", 0, TableFragmentSizes, keyTable, scanned(t, 10, 1))
	feed(s, "b", 1, TableFragmentSizes, keyTable, scanned(t, 20, 2))
	other, err := buckets.New(buckets.Layout{Buckets: 156, Unit: "tombstones"}, make([]int64, 156))
	if err != nil {
		t.Fatal(err)
	}
	feed(s, "c", 2, TableFragmentSizes, keyTable, &Buckets{other})
	h := s.Snapshot().Histogram(TableFragmentSizes, keyTable, Lens{})
	if h.Life.Count() != 33 || h.Nodes != 2 || h.Of != 3 || h.Missing.Reason == "" {
		t.Errorf("%+v", h)
	}
	if one := s.Snapshot().Histogram(TableFragmentSizes, keyTable, Lens{Node: "b"}); one.Life.Count() != 22 {
		t.Errorf("%+v", one)
	}
	if none := s.Snapshot().Histogram(TableFragmentCells, keyTable, Lens{}); none.Nodes != 0 || none.Missing.Remedy == "" {
		t.Errorf("%+v", none)
	}
}

func TestTimeIsExactWhereTotalsAreTold(t *testing.T) {
	s := NewState()
	busy := TableID{Keyspace: "jobs", Name: "queue"}
	for i := range 2 {
		for id, micros := range map[TableID]Count{busy: 900_000, keyTable: 100_000} {
			w := NewTableWork()
			w.Reads, w.ReadMicros, w.Writes, w.WriteMicros, w.OverWarnings = Count(100*i), micros*Count(i), 0, 0, Count(40*i)
			feed(s, "a", 10*i, TableWorkRow, id, w)
		}
	}
	fig := s.Snapshot().Table(busy, Lens{}).Figures
	if share := fig[FigTimeShare]; !share.Known || share.Value != 0.9 || share.Exactness != Exact || share.Source != SourceJMX {
		t.Errorf("%+v", share)
	}
	if over := fig[FigOverWarn]; !over.Known || over.Value != 4 {
		t.Errorf("%+v", over)
	}
	if rate := fig[FigReadRate]; rate.Value != 10 || rate.Exactness != Exact {
		t.Errorf("%+v", rate)
	}
}

func TestGCIsAShareOfTheTime(t *testing.T) {
	s := NewState()
	feed(s, "a", 0, NodeGC, TableID{}, &GC{CollectionMillis: 1000, Collections: 5})
	if g := s.Snapshot().NodeRows(Lens{})[0].GC; g.Known || g.Missing.Reason == "" {
		t.Errorf("%+v", g)
	}
	feed(s, "a", 10, NodeGC, TableID{}, &GC{CollectionMillis: 1500, Collections: 7})
	if g := s.Snapshot().NodeRows(Lens{})[0].GC; !g.Known || g.Value != 0.05 {
		t.Errorf("%+v", g)
	}
}

package screen

import (
	"strings"
	"testing"
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/internal/session"
	"github.com/partop/partop/ui/mask"
	"github.com/partop/partop/ui/uitest"
)

func TestLogsNameKeysAndQueries(t *testing.T) {
	id, _ := cluster.ParseTableID("jobs.queue")
	at := uitest.Start()
	s := cluster.NewState()
	for i, node := range []cluster.NodeID{uitest.A1, uitest.A2} {
		s.Apply([]cluster.Reading{{From: at, To: at, Node: node, Kind: cluster.NodeReached, Seq: uint64(i + 1), Value: &cluster.Reached{}}})
		s.Apply([]cluster.Reading{{From: at, To: at, Node: node, Kind: cluster.NodeLog, Seq: uint64(i + 10), Value: &cluster.LogEvents{Events: []cluster.LogEvent{
			{Kind: "tombstone_warning", Table: id, Query: "SELECT * FROM jobs.queue WHERE lane = 'emails' LIMIT 10", Bytes: -1, Tombstones: cluster.Count(2000 + i),
				Last: at.Add(-time.Duration(i+1) * time.Minute), Count: 5},
			{Kind: "large_partition", Table: id, Key: "emails", Bytes: 300 << 20, Tombstones: -1, Last: at, Count: 1},
		}}}})
	}
	snap := s.Snapshot()
	view := &session.View{Snapshot: snap, Clock: snap.Now}
	f := NewFrame(Prepare(view, cluster.Lens{}, false), Options{})
	got := loggedOf(f, id, "tombstone_warning")
	if len(got) != 1 || got[0].count != 10 || got[0].tombstones != 2001 || got[0].nodes != 2 || !got[0].last.Equal(at.Add(-time.Minute)) {
		t.Fatalf("%+v", got)
	}
	if large := loggedOf(f, id, "large_partition"); len(large) != 1 || large[0].what != "emails" {
		t.Errorf("%+v", large)
	}
	var text strings.Builder
	for _, l := range tombstoneLog(f, id, 80)(10) {
		text.WriteString(l.Line.Text() + "\n")
	}
	for _, want := range []string{"READS OVER A TOMBSTONE LIMIT", "2,001", "1m", "SELECT * FROM jobs.queue WHERE lane = 'emails'"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("%q is not in\n%s", want, text.String())
		}
	}
	masked := NewFrame(Prepare(view, cluster.Lens{}, false), Options{Mask: mask.New()})
	for _, kinds := range []string{"tombstone_warning", "large_partition"} {
		if got := loggedOf(masked, id, kinds); len(got) != 1 || strings.Contains(got[0].what, "emails") {
			t.Errorf("masked: %+v", got[0])
		}
	}
}

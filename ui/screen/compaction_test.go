package screen

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/internal/session"
	"github.com/partop/partop/internal/triage"
	"github.com/partop/partop/ui/uitest"
)

const mib = 1 << 20

// backlog is a cluster of one data centre whose tables have so many MiB on disk at each step, ten seconds apart. Tables
// named in running have one task on the first node, whose bytes left fall from step to step: looked at alone, it drains.
func backlog(disk map[string][]int64, running ...string) *session.View {
	s := cluster.NewState()
	var seq uint64
	emit := func(at time.Time, node cluster.NodeID, table cluster.TableID, k cluster.Kind, v cluster.Value) {
		seq++
		s.Apply([]cluster.Reading{{From: at.Add(-10 * time.Second), To: at, Node: node, Table: table, Kind: k, Seq: seq, Source: cluster.SourceCQL, Value: v}})
	}
	steps := 0
	for _, sizes := range disk {
		steps = max(steps, len(sizes))
	}
	for i := range steps {
		at := uitest.Start().Add(time.Duration(i) * 10 * time.Second)
		for n, node := range []cluster.NodeID{uitest.A1, uitest.A2} {
			emit(at, node, cluster.TableID{}, cluster.NodeReached, &cluster.Reached{})
			tasks := &cluster.CompactionTasks{}
			for name, sizes := range disk {
				id, _ := cluster.ParseTableID(name)
				emit(at, node, id, cluster.TableDiskUsage, &cluster.Size{Bytes: sizes[min(i, len(sizes)-1)] * mib})
				if n == 0 && slices.Contains(running, name) {
					tasks.Tasks = append(tasks.Tasks, cluster.CompactionTask{Table: id, Unit: "bytes", Progress: int64(i+1) * 10 * mib, Total: 200 * mib})
				}
			}
			emit(at, node, cluster.TableID{}, cluster.NodeCompactionTasks, tasks)
		}
	}
	snap := s.Snapshot()
	return &session.View{Snapshot: snap, Clock: snap.Now}
}

func TestTrendFollowsTheDiskNotTheTask(t *testing.T) {
	for _, c := range []struct {
		name          string
		disk          []int64
		runs          bool
		finding       bool
		growth, trend string
		eta           bool
	}{
		{"the disk doubles while a task drains", []int64{100, 150, 200, 260}, true, false, "+320M", "growing", false},
		{"the disk stands still", []int64{100, 100, 100, 100}, true, false, "0", "draining", true},
		{"the disk shrinks", []int64{200, 180, 150, 100}, true, false, "-200M", "draining", true},
		{"a hundredth more is ingest", []int64{10_000, 10_010, 10_050, 10_100}, true, false, "+200M", "draining", true},
		{"a small table's flush is no backlog", []int64{2, 3, 4, 5}, true, false, "+6.0M", "draining", true},
		{"growth without tasks is ingest", []int64{100, 150, 200, 260}, false, false, "+320M", "-", false},
		{"a rule knows better", []int64{100, 100, 100, 100}, true, true, "0", "growing", false},
		{"a rule knows of what waits", []int64{100, 100, 100, 100}, false, true, "0", "growing", false},
	} {
		var running []string
		if c.runs {
			running = []string{"k.t"}
		}
		v := backlog(map[string][]int64{"k.t": c.disk}, running...)
		if c.finding {
			v.Findings = []triage.Finding{{Rule: backlogRule, Now: true, Severity: triage.Medium, Table: table(t, "k.t"), Node: uitest.A1}}
		}
		f := frameOf(v, Options{})
		row := compactionRow(f, f.TableRow(table(t, "k.t")), growthOf(f, table(t, "k.t")))
		if got := row.Cells[5].Text; got != c.trend {
			t.Errorf("%s: trend %q, want %q", c.name, got, c.trend)
		}
		if got := row.Cells[6].Text; got != c.growth {
			t.Errorf("%s: growth %q, want %q", c.name, got, c.growth)
		}
		if eta := row.Cells[9].Text; strings.HasPrefix(eta, "~") != c.eta {
			t.Errorf("%s: eta %q", c.name, eta)
		}
		if node := nodeCompactionRow(f, f.nodeFigures(uitest.A1), false); c.runs && (node.Cells[8].Text == "growing") != (c.trend == "growing") {
			t.Errorf("%s: the node says %q, its table %q", c.name, node.Cells[8].Text, c.trend)
		}
	}
}

func TestCompactionsPutBacklogsFirst(t *testing.T) {
	v := backlog(map[string][]int64{"a.reads": {10}, "b.drains": {5000}, "c.grows": {100, 200, 300}, "d.found": {10}, "e.idle": {9000}},
		"b.drains", "c.grows")
	v.Findings = []triage.Finding{
		{Rule: "tombstone-scan", Now: true, Severity: triage.High, Table: table(t, "a.reads")},
		{Rule: backlogRule, Now: true, Severity: triage.Medium, Table: table(t, "d.found"), Node: uitest.A1},
	}
	s := New(CompactionsID)
	s.Build(frameOf(v, Options{}), false)
	if got := s.List().IDs(); !slices.Equal(got, []string{"d.found", "c.grows", "b.drains", "e.idle", "a.reads"}) {
		t.Errorf("order %v", got)
	}
	s.List().Select("c.grows")
	if words := s.Words().Text(); !strings.Contains(words, "growing: 400 MiB more on disk") || strings.Contains(words, "at this pace") {
		t.Error(words)
	}
	text := textOf(s.Draw(80, 20))
	if !strings.Contains(text, "GROWTH") {
		t.Errorf("no GROWTH at 80 columns:\n%s", text)
	}
}

func TestUnknownIsNotNothing(t *testing.T) {
	f := normal(Options{})
	n := *f.nodeFigures(uitest.A2)
	n.Remaining, n.Queued = cluster.Figure{Unit: cluster.UnitBytes}, cluster.Figure{}
	for i, c := range nodeCompactionRow(f, &n, false).Cells[4:9] {
		if c.Text != "?" {
			t.Errorf("cell %d of a node that does not tell its tasks is %q", i+4, c.Text)
		}
	}
	idle := nodeCompactionRow(f, f.nodeFigures(uitest.A2), false)
	if got := idle.Cells[8].Text; got != "-" {
		t.Errorf("an idle node's trend is %q", got)
	}
}

func TestMarkedNodesAreNotAmongTheRest(t *testing.T) {
	v := uitest.View(uitest.Variant{Nodes: 6})
	v.Findings = []triage.Finding{{Rule: "node-skew", Now: true, Severity: triage.Medium, Node: v.Nodes[4].ID}}
	text := textOf(nodeCompactions(frameOf(v, Options{}), 60, 3))
	if !strings.Contains(text, "+4") || !strings.Contains(text, "!  "+v.Nodes[4].Name()) {
		t.Error(text)
	}
	if first := strings.Split(text, "\n")[0]; len([]rune(first)) > 60 {
		t.Errorf("the count is cut off: %q", first)
	}
}

func TestETALegendSaysWhatTheCodeDoes(t *testing.T) {
	var text strings.Builder
	for _, l := range newCompactions().Help() {
		text.WriteString(l.Text() + "\n")
	}
	for _, want := range []string{"slowest node", "growing", "30 days", "three readings"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("help lacks %q", want)
		}
	}
}

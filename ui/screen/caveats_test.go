package screen

import (
	"strings"
	"testing"
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/internal/triage"
	"github.com/partop/partop/themes"
	"github.com/partop/partop/ui/uitest"
	"github.com/partop/partop/ui/widget"
)

func TestPartialSumsSayOfHowManyNodes(t *testing.T) {
	f := frameOf(uitest.View(uitest.Variant{SilentA3: true}), Options{})
	row := f.TableRow(table(t, "users.by_email"))
	if got := tableCell(row, cluster.FigDisk, themes.Text).Text; !strings.HasPrefix(got, "≥") {
		t.Errorf("a sum of two of three nodes is shown as %q", got)
	}
	if words := tableWords(f, row, noFigure).Text(); !strings.Contains(words, "sums are of 2 of 3 nodes") {
		t.Error(words)
	}
	if words := tableWords(normal(Options{}), normal(Options{}).TableRow(row.Table), noFigure).Text(); strings.Contains(words, "sums") {
		t.Errorf("all nodes answer: %s", words)
	}
	one := *normal(Options{}).TableRow(row.Table)
	one.Figures[cluster.FigPartitions].Exactness, one.Figures[cluster.FigPartitions].Nodes = cluster.AtLeast, 1
	if words := partialWords(&one); words != "; PARTS of 1 of 3 nodes" {
		t.Error(words)
	}
	ascii := frameOf(uitest.View(uitest.Variant{SilentA3: true}), Options{ASCII: true})
	s := New(TablesID)
	s.Build(ascii, false)
	if text := widget.ASCII(textOf(s.Draw(80, 20))); !strings.Contains(text, ">=") {
		t.Errorf("no >= in ASCII:\n%s", text)
	}
	var why strings.Builder
	for _, l := range Provenance(f, Target{Table: row.Table}, 100) {
		why.WriteString(l.Text() + "\n")
	}
	if !strings.Contains(why.String(), "; of 2 of 3 nodes") {
		t.Error(why.String())
	}
}

func TestStaleFiguresAreDimAndTold(t *testing.T) {
	f := normal(Options{})
	row := *f.TableRow(table(t, "jobs.queue"))
	for _, id := range []cluster.FigureID{cluster.FigDisk, cluster.FigMaxPartition} {
		row.Figures[id].Stale, row.Figures[id].At = true, f.View.Clock.Add(-4*time.Minute)
	}
	if got := tableCell(&row, cluster.FigDisk, themes.Strong).Role; got != themes.Dim {
		t.Errorf("a stale cell has role %d", got)
	}
	if got := tableCell(&row, cluster.FigReadRate, themes.Strong).Role; got != themes.Strong {
		t.Errorf("a fresh cell has role %d", got)
	}
	if words := tableWords(f, &row, noFigure).Text(); !strings.Contains(words, "reads pass 9,887") || !strings.HasSuffix(words, "; stale: SIZE, MAXFRAG, up to 4m old") {
		t.Error(words)
	}
	unknown := cluster.Figure{Stale: true}
	if got := cellOf(&unknown, themes.Text); got.Role != themes.Unknown {
		t.Errorf("an unknown is %+v", got)
	}
}

func TestManyStaleFiguresAreCounted(t *testing.T) {
	var s staleness
	now := uitest.Start()
	for i, name := range []string{"A", "B", "C", "D", "E", "F"} {
		s.add(name, &cluster.Figure{Known: true, Stale: true, At: now.Add(-time.Duration(i+1) * time.Minute)})
	}
	s.add("fresh", &cluster.Figure{Known: true, At: now})
	if got := s.words(now); got != "; stale: A, B, C, D and 2 more, up to 6m old" {
		t.Error(got)
	}
	if got := (&staleness{}).words(now); got != "" {
		t.Errorf("nothing stale: %q", got)
	}
}

func TestProvenanceMarksStaleShares(t *testing.T) {
	v := uitest.View(uitest.Variant{})
	later := *v
	s := uitest.Feed(uitest.Variant{})
	at := v.Clock.Add(10 * time.Minute)
	for _, n := range []cluster.NodeID{uitest.A1, uitest.A2, uitest.A3} { // the nodes answer, but tell nothing of tables any more
		s.Apply([]cluster.Reading{{Node: n, Kind: cluster.NodeReached, From: at.Add(-2 * time.Second), To: at, Seq: 1 << 40, Value: &cluster.Reached{}}})
	}
	later.Snapshot, later.Clock = s.Snapshot(), at
	f := frameOf(&later, Options{})
	text := textOf(widget.Lines(Provenance(f, Target{Table: table(t, "jobs.queue")}, 100)...))
	if !strings.Contains(text, "CQL 10m ago, at most  ! stale") {
		t.Error(text)
	}
	if words := tableWords(f, f.TableRow(table(t, "jobs.queue")), noFigure).Text(); !strings.Contains(words, "up to 10m old") {
		t.Error(words)
	}
}

func TestConcerns(t *testing.T) {
	v := uitest.View(uitest.Variant{})
	on := func(n cluster.NodeID) *triage.Finding { return &triage.Finding{Node: n} }
	for _, c := range []struct {
		lens cluster.Lens
		f    *triage.Finding
		want bool
	}{
		{cluster.Lens{}, on(uitest.A1), true},
		{cluster.Lens{Node: uitest.A1}, on(uitest.A1), true},
		{cluster.Lens{Node: uitest.A1}, on(uitest.A2), false},
		{cluster.Lens{Node: uitest.A1}, on(""), true},
		{cluster.Lens{DataCenter: "eu"}, on(uitest.A2), true},
		{cluster.Lens{DataCenter: "us"}, on(uitest.A2), false},
		{cluster.Lens{DataCenter: "eu"}, on("gone"), false},
	} {
		if got := Prepare(v, c.lens, false).Concerns(c.f); got != c.want {
			t.Errorf("lens %+v, finding on %q: %t", c.lens, c.f.Node, got)
		}
	}
}

func TestFlatSeriesAreNotDrawn(t *testing.T) {
	at := uitest.Start()
	points := func(values ...float64) []cluster.Point {
		var out []cluster.Point
		for i, v := range values {
			out = append(out, cluster.Point{At: at.Add(time.Duration(i) * time.Minute), Value: v})
		}
		return out
	}
	for _, c := range []struct {
		in   []cluster.Point
		want bool
	}{{nil, true}, {points(0, 0), true}, {points(1, 1), true}, {points(0, 1), true}, {points(1, 1, 3), false}} {
		if got := flat(c.in); got != c.want {
			t.Errorf("%v: %t", c.in, got)
		}
	}
	f := normal(Options{})
	if got := trendChart(f, table(t, "audit.events"), cluster.FigTombstones, cluster.MeasureTombstones, "x", 80, 12); got != nil {
		t.Errorf("a table without tombstones has a curve:\n%s", textOf(got))
	}
	if got := trendChart(f, table(t, "jobs.queue"), cluster.FigTombstones, cluster.MeasureTombstones, "x", 80, 12); got == nil {
		t.Error("a table with tombstones has none")
	}
}

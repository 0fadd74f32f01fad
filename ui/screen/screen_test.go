package screen

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/internal/session"
	"github.com/partop/partop/internal/triage"
	"github.com/partop/partop/ui/mask"
	"github.com/partop/partop/ui/uitest"
	"github.com/partop/partop/ui/widget"
)

func frameOf(v *session.View, o Options) *Frame {
	return NewFrame(Prepare(v, cluster.Lens{}, false), o)
}

func normal(o Options) *Frame { return frameOf(uitest.View(uitest.Variant{}), o) }

func table(t *testing.T, name string) cluster.TableID {
	t.Helper()
	id, ok := cluster.ParseTableID(name)
	if !ok {
		t.Fatalf("no table name: %s", name)
	}
	return id
}

func textOf(lines []widget.Drawn) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(l.Line.Text() + "\n")
	}
	return b.String()
}

func TestTablesPutNowBeforeTimeBeforeTheRest(t *testing.T) {
	s := New(TablesID)
	s.Build(normal(Options{}), false)
	ids := s.List().IDs()
	if !slices.Equal(ids[:3], []string{"jobs.queue", "orders.by_customer", "telemetry.readings"}) {
		t.Errorf("order %v", ids[:3])
	}
	s.Build(normal(Options{Acked: map[string]bool{"tombstone-scan|jobs.queue|": true}}), false)
	if got := s.List().IDs()[0]; got != "orders.by_customer" {
		t.Errorf("an acknowledged finding still leads: %s", got)
	}
}

func TestTableWordsPreferReasonThenFindingThenFacts(t *testing.T) {
	f := normal(Options{})
	pending := func() (cluster.FigureID, bool) { return cluster.FigPending, true }
	for _, c := range []struct {
		table  string
		sorted func() (cluster.FigureID, bool)
		want   string
	}{
		{"jobs.queue", pending, "? CQL does not tell pending compactions per table; JMX, or :nodetool"},
		{"jobs.queue", noFigure, "jobs.queue: reads pass 9,887 tombstones"},
		{"users.by_email", noFigure, "reads/s"},
		{"mail.outbox", noFigure, "idle: no reads or writes"},
	} {
		got := tableWords(f, f.TableRow(table(t, c.table)), c.sorted).Text()
		if !strings.Contains(got, c.want) {
			t.Errorf("%s: %q lacks %q", c.table, got, c.want)
		}
	}
}

func TestIdleTablesShowNoLatency(t *testing.T) {
	f := normal(Options{})
	row := f.TableRow(table(t, "mail.outbox"))
	for id, want := range map[cluster.FigureID]string{cluster.FigReadP99: "-", cluster.FigReadRate: "0", cluster.FigTombstones: "-"} {
		if got := tableCell(row, id, 0).Text; got != want {
			t.Errorf("figure %d: %q, want %q", id, got, want)
		}
	}
}

func TestTopKeysTakeTheLargestReplicaNeverTheSum(t *testing.T) {
	keys := topKeys(normal(Options{}), cluster.TableID{}, bySize)
	if len(keys) != 2 || keys[0].key != uitest.Key || keys[0].value != 3_300_000_000 || len(keys[0].nodes) != 3 {
		t.Errorf("keys %+v", keys)
	}
	if got := topKeys(normal(Options{}), table(t, "jobs.queue"), byTombstones); len(got) != 1 || got[0].value != 9999 {
		t.Errorf("keys %+v", got)
	}
	if words := topMissing(normal(Options{}), table(t, "jobs.queue")); !strings.Contains(words, "only a full repair fills it") {
		t.Error(words)
	}
}

func TestLimitWords(t *testing.T) {
	for value, want := range map[float64]string{5: "below the warn limit 1,000", 1000: "below the warn limit",
		9887: "9.9x the warn limit 1,000; reads fail at 100k", 100_001: "over the failure limit 100k: such reads fail"} {
		fig := cluster.Figure{Known: true, Value: value}
		if got := limitWords(&fig, 1000, 100_000); !strings.Contains(got, want) {
			t.Errorf("%v: %q lacks %q", value, got, want)
		}
	}
	for _, c := range []struct {
		value float64
		text  string
	}{{5, "5"}, {2000, "!5"}, {200_000, "!!5"}} {
		if got := overLimit(widget.Cell{Text: "5", Sort: c.value}, 1000, 100_000); got.Text != c.text {
			t.Errorf("%v is shown as %q", c.value, got.Text)
		}
	}
	if got := overLimit(widget.Unknown(), 1000, 100_000); got.Text != "?" {
		t.Errorf("an unknown is shown as %q", got.Text)
	}
	if got := overLimit(widget.Cell{Text: "5", Sort: 2000}, math.NaN(), math.NaN()); got.Text != "5" {
		t.Errorf("without limits: %q", got.Text)
	}
	if warn, _ := tombstoneLimits(nil); !math.IsNaN(warn) {
		t.Error("a node that is not known has a limit")
	}
}

func TestPace(t *testing.T) {
	at := uitest.Start()
	points := func(values ...float64) []cluster.Point {
		out := make([]cluster.Point, len(values))
		for i, v := range values {
			out[i] = cluster.Point{At: at.Add(time.Duration(i) * 10 * time.Second), Value: v}
		}
		return out
	}
	for _, c := range []struct {
		name   string
		points []cluster.Point
		word   string
		rate   float64
		eta    time.Duration
		ok     bool
	}{
		{"nothing", nil, "?", math.NaN(), 0, false},
		{"too short", points(100, 50), "?", math.NaN(), 0, false},
		{"drains", points(1000, 800, 600), "draining", 20, 30 * time.Second, true},
		{"stands still", points(1000, 1000, 1000), "steady", 0, 0, false},
		{"grows in spite of work", points(1000, 900, 3000), "growing", 5, 0, false},
		{"a new task is no work undone", points(1000, 500, 600, 100), "draining", 1000.0 / 30, 3 * time.Second, true},
		{"only the last minutes count", append(points(9e9), append([]cluster.Point{}, shift(points(1000, 800, 600), time.Hour)...)...), "draining", 20, 30 * time.Second, true},
	} {
		p := paceOf(c.points)
		if p.word() != c.word || !(math.IsNaN(c.rate) && math.IsNaN(p.perSecond)) && math.Abs(p.perSecond-c.rate) > 0.01 {
			t.Errorf("%s: %s at %v a second", c.name, p.word(), p.perSecond)
		}
		left := 0.0
		if n := len(c.points); n > 0 {
			left = c.points[n-1].Value
		}
		if d, ok := p.eta(left); ok != c.ok || ok && (d-c.eta).Abs() > time.Second {
			t.Errorf("%s: eta %v %v", c.name, d, ok)
		}
	}
}

func shift(points []cluster.Point, by time.Duration) []cluster.Point {
	for i := range points {
		points[i].At = points[i].At.Add(by)
	}
	return points
}

func TestTablePaceAddsNodesAndWaitsForTheSlowest(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		name    string
		nodes   []pace
		left    []float64
		rate    float64
		last    time.Duration
		certain bool
	}{
		{"nobody compacts", nil, nil, nan, 0, true},
		{"two drain", []pace{{perSecond: 10, draining: true}, {perSecond: 2, draining: true}}, []float64{100, 100}, 12, 50 * time.Second, true},
		{"one cannot tell", []pace{{perSecond: 10}, {perSecond: nan}}, []float64{100, 100}, 10, 10 * time.Second, false},
		{"one is done", []pace{{perSecond: 10}, {perSecond: 5}}, []float64{100, 0}, 15, 10 * time.Second, true},
		{"one grows", []pace{{perSecond: 10}, {perSecond: 5, growing: true}}, []float64{100, 10}, 15, 10 * time.Second, false},
	} {
		got := tablePace{pace: pace{perSecond: nan}, certain: true}
		for i, p := range c.nodes {
			got.add(p, c.left[i])
		}
		if got.perSecond != c.rate && !(math.IsNaN(got.perSecond) && math.IsNaN(c.rate)) || got.last != c.last || got.certain != c.certain {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
	f := normal(Options{})
	p := tablePaceOf(f, f.TableRow(table(t, "orders.by_customer")))
	if p.certain || p.word() != "growing" || math.Abs(p.perSecond-43*(1<<20)) > 1<<20 {
		t.Errorf("the fixture's compactions go at %+v", p)
	}
}

func TestSeriesKeepsPeaksAndShowsGaps(t *testing.T) {
	at := uitest.Start()
	to := at.Add(100 * time.Second)
	got := series([]cluster.Point{{At: at, Value: 1}, {At: at.Add(time.Second), Value: 9}, {At: to, Value: 4}}, at, to, 10)
	if got[0] != 9 || got[9] != 4 || got[1] != 9 || !math.IsNaN(got[6]) {
		t.Errorf("%v", got)
	}
	for _, n := range []int{0, -1} {
		if got := series(nil, at, to, n); len(got) != 0 {
			t.Errorf("%v", got)
		}
	}
	if got := series([]cluster.Point{{At: at, Value: 1}}, at, at, 3); len(got) != 3 || !math.IsNaN(got[0]) {
		t.Errorf("no time: %v", got)
	}
}

func TestDifferencesAreToTheMedianOfTheDataCentre(t *testing.T) {
	f := normal(Options{})
	dc := sameDC(f.Nodes, "eu")
	a2, a3 := f.nodeFigures(uitest.A2), f.nodeFigures(uitest.A3)
	diffs := differences(a2, dc)
	if len(diffs) == 0 || diffs[0].name != "pending reads" || !math.IsInf(diffs[0].times, 1) {
		t.Errorf("a2 differs in %+v", diffs)
	}
	if words := skewWords(diffs, "eu"); !strings.Contains(words, "reads 4.0x the median of the others in eu") {
		t.Error(words)
	}
	if diffs := differences(a3, dc); len(diffs) != 0 {
		t.Errorf("a3 differs in %+v", diffs)
	}
	if diffs := differences(a2, []*cluster.NodeFigures{a2}); diffs != nil {
		t.Errorf("a lone node differs from itself in %+v", diffs)
	}
}

func TestMedian(t *testing.T) {
	for _, c := range []struct {
		in   []float64
		want float64
	}{{[]float64{3}, 3}, {[]float64{9, 1}, 5}, {[]float64{4, 9, 1, 2}, 3}, {[]float64{9, 1, 4}, 4}} {
		if got := median(c.in); got != c.want {
			t.Errorf("%v: %v", c.in, got)
		}
	}
	if !math.IsNaN(median(nil)) {
		t.Error("a median of nothing")
	}
}

func TestSilentNodesLeadAndShowNoFigures(t *testing.T) {
	f := frameOf(uitest.View(uitest.Variant{SilentA3: true}), Options{})
	s := New(NodesID)
	s.Build(f, false)
	row, _ := s.List().SelectedRow()
	if row.ID != string(uitest.A3) {
		t.Fatalf("first is %s", row.ID)
	}
	for i, c := range row.Cells[4:11] {
		if c.Text != "?" {
			t.Errorf("cell %d of a silent node is %q", i+4, c.Text)
		}
	}
	if words := s.Words().Text(); !strings.Contains(words, "last good 14:01:41") {
		t.Error(words)
	}
}

func TestProvenanceNamesEveryNode(t *testing.T) {
	f := frameOf(uitest.View(uitest.Variant{SilentA3: true}), Options{})
	var b strings.Builder
	for _, l := range Provenance(f, Target{Table: table(t, "jobs.queue")}, 100) {
		b.WriteString(l.Text() + "\n")
	}
	for _, want := range []string{"TOMB/RD  ≤9,887", "10.0.0.11", "! node silent: left out", "exact (difference of counts)",
		"? CQL does not tell the number of SSTables", "CQL 0s ago, at most", "estimate"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("lacks %q:\n%s", want, b.String())
		}
	}
	if got := Provenance(f, Target{}, 80); got != nil {
		t.Errorf("nothing has a provenance: %v", got)
	}
	if got := Provenance(f, Target{Node: "unknown"}, 80); got != nil {
		t.Errorf("an unknown node has a provenance: %v", got)
	}
	node := Provenance(f, Target{Node: uitest.A3}, 100)
	if text := textOf(widget.Lines(node...)); !strings.Contains(text, "! ? no answer on port 9042") || !strings.Contains(text, "JMX on the node") {
		t.Error(text)
	}
}

func TestMarkdownOfAFinding(t *testing.T) {
	f := normal(Options{})
	got := Markdown(f, &f.View.Findings[0])
	for _, want := range []string{"### !! jobs.queue: reads pass 9,887", "- **evidence:** p99 at most", "(CQL 0s)", "- **next:** or bucket",
		"- **limits:** tombstone_warn_threshold", "severity:** high", "_rule tombstone-scan, seen 2026-11-30 14:02Z by partop"} {
		if !strings.Contains(got, want) {
			t.Errorf("lacks %q:\n%s", want, got)
		}
	}
}

func TestMaskedFramesHideKeysInFreeText(t *testing.T) {
	f := normal(Options{Mask: mask.New()})
	if got := f.Text("scan of " + uitest.Key); strings.Contains(got, "sensor") {
		t.Error(got)
	}
	if f.Key("a") == "a" || strings.Contains(f.Statement("k='secret'"), "secret") {
		t.Error("keys or statements are shown")
	}
	open := normal(Options{})
	if open.Key("a") != "a" || open.Statement("k='x'") != "k='x'" {
		t.Error("keys are hidden without a mask")
	}
}

func TestReasonsFromServersAreMadeSafe(t *testing.T) {
	f := normal(Options{})
	got := f.missing(&cluster.Figure{Missing: cluster.Unknown{Reason: "denied\x1b[2J", Remedy: "grant\u202e"}})
	if strings.ContainsAny(got, "\x1b\u202e") || !strings.Contains(got, "denied") {
		t.Errorf("%q", got)
	}
	if got := f.missing(&cluster.Figure{}); got != "? not known" {
		t.Errorf("%q", got)
	}
}

func TestEveryScreenHelpsAndSurvivesEverySize(t *testing.T) {
	frames := map[string]*Frame{"normal": normal(Options{}), "empty": frameOf(uitest.Empty(), Options{}),
		"opened": normal(Options{Table: table(t, "jobs.queue")}), "gone": normal(Options{Table: table(t, "no.such")}),
		"keys": normal(Options{Table: table(t, "telemetry.readings")}), "silent": frameOf(uitest.View(uitest.Variant{SilentA3: true}), Options{})}
	for id := TablesID; id <= FindingsID; id++ {
		s := New(id)
		if len(s.Help()) < 3 || id.Title() == "?" {
			t.Errorf("screen %d has no help", id)
		}
		for name, f := range frames {
			s.Build(f, false)
			for _, size := range [][2]int{{60, 11}, {80, 20}, {200, 46}, {60, 1}, {80, 3}} {
				got := s.Draw(size[0], size[1])
				if len(got) > max(size[1], 5) && size[1] >= 11 {
					t.Errorf("%s on %s draws %d lines into %d", name, id.Title(), len(got), size[1])
				}
			}
			if s.Words().Width() == 0 {
				t.Errorf("%s on %s has no words", name, id.Title())
			}
			_ = s.Copy()
			_ = s.Target()
		}
	}
	if ID(0).Title() != "?" || ID(99).Title() != "?" {
		t.Error("a screen that is none has a title")
	}
}

func TestCompareFindsTheOddTable(t *testing.T) {
	v := uitest.View(uitest.Variant{})
	f := NewFrame(Prepare(v, cluster.Lens{Node: uitest.A2}, false), Options{Compare: true})
	s := New(TablesID)
	s.Build(f, false)
	if got := s.List().IDs()[0]; got != "jobs.queue" {
		t.Errorf("first is %s", got)
	}
	if words := s.Words().Text(); !strings.Contains(words, "the median of the others in eu: 3.0x") {
		t.Error(words)
	}
}

func TestMarksNeverDependOnColour(t *testing.T) {
	for s, want := range map[triage.Severity]string{triage.Critical: "!!", triage.High: "!!", triage.Medium: "!"} {
		if got := markCell(triage.Mark{Now: s}).Text; got != want {
			t.Errorf("%v: %q", s, got)
		}
	}
	if got := markCell(triage.Mark{Hygiene: true}).Text; got != "·" {
		t.Errorf("hygiene: %q", got)
	}
	if got := markCell(triage.Mark{}).Text; got != "" {
		t.Errorf("nothing: %q", got)
	}
}

func TestClientsAreGroupedOverNodes(t *testing.T) {
	groups := clientGroups(normal(Options{}))
	if len(groups) != 6 || groups[0].requests != 360_000 || groups[0].connections != 3 {
		t.Errorf("%d groups, first %+v", len(groups), groups[0])
	}
}

func TestETATextIsCoarse(t *testing.T) {
	for seconds, want := range map[float64]string{3: "10s", 42: "40s", 290: "4m", 4000: "1h", 9000: "2h30m"} {
		if got := etaText(seconds); got != want {
			t.Errorf("%v: %q, want %q", seconds, got, want)
		}
	}
}

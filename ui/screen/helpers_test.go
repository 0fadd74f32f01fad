package screen

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/internal/triage"
	"github.com/partop/partop/themes"
	"github.com/partop/partop/ui/uitest"
)

func TestWithinTakesTheNewest(t *testing.T) {
	at := uitest.Start()
	points := []cluster.Point{{At: at, Value: 1}, {At: at.Add(time.Minute), Value: 2}, {At: at.Add(2 * time.Minute), Value: 3}}
	for span, want := range map[time.Duration]int{0: 1, time.Minute: 2, 90 * time.Second: 2, time.Hour: 3} {
		if got := within(points, span); len(got) != want || got[len(got)-1].Value != 3 {
			t.Errorf("within %v: %v", span, got)
		}
	}
	if got := within(nil, time.Hour); len(got) != 0 {
		t.Errorf("of nothing: %v", got)
	}
}

func TestGrowthIsNoticeableByBothMeasures(t *testing.T) {
	for _, c := range []struct {
		g    growth
		want bool
		text string
	}{
		{growth{}, false, "?"},
		{growth{known: true}, false, "0"},
		{growth{known: true, bytes: 15 * mib, from: mib}, false, "+15M"},
		{growth{known: true, bytes: 16 * mib, from: mib}, true, "+16M"},
		{growth{known: true, bytes: 100 * mib, from: 10_000 * mib}, false, "+100M"},
		{growth{known: true, bytes: 500 * mib, from: 10_000 * mib}, true, "+500M"},
		{growth{known: true, bytes: -500 * mib, from: 1000 * mib}, false, "-500M"},
	} {
		if got := c.g.noticeable(); got != c.want || c.g.cell().Text != c.text || (c.g.rank() > 0) != c.want {
			t.Errorf("%+v: noticeable %t, %q, rank %v", c.g, got, c.g.cell().Text, c.g.rank())
		}
	}
}

func TestTrendCell(t *testing.T) {
	known := func(left float64) *cluster.Figure { return &cluster.Figure{Known: true, Value: left} }
	for _, c := range []struct {
		name string
		p    pace
		left *cluster.Figure
		want string
	}{
		{"not told", pace{perSecond: 5}, &cluster.Figure{}, "?"},
		{"too early to tell", pace{perSecond: math.NaN()}, known(9), "?"},
		{"nothing left", pace{perSecond: math.NaN()}, known(0), "-"},
		{"nothing left, but the queue grows", pace{perSecond: 0, growing: true}, known(0), "growing"},
		{"growing before a pace is known", pace{perSecond: math.NaN(), growing: true}, known(9), "growing"},
		{"growing beats draining", pace{perSecond: 5, growing: true, draining: true}, known(9), "growing"},
		{"draining", pace{perSecond: 5, draining: true}, known(9), "draining"},
		{"steady", pace{perSecond: 5}, known(9), "steady"},
	} {
		if got := trendCell(c.p, c.left).Text; got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestQueuesStandOut(t *testing.T) {
	for _, c := range []struct {
		n    cluster.NodeFigures
		text string
		role themes.Role
	}{
		{cluster.NodeFigures{Queued: cluster.Figure{Known: true, Value: 12}}, "12", themes.Strong},
		{cluster.NodeFigures{Queued: cluster.Figure{Known: true}}, "0", themes.Text},
		{cluster.NodeFigures{Queued: cluster.Figure{Known: true, Value: 12, Stale: true}}, "12", themes.Dim},
		{cluster.NodeFigures{}, "?", themes.Unknown},
		{cluster.NodeFigures{Silent: "no answer", Queued: cluster.Figure{Known: true, Value: 12}}, "?", themes.Unknown},
	} {
		if got := queuedCell(&c.n); got.Text != c.text || got.Role != c.role {
			t.Errorf("%+v: %q in role %d", c.n.Queued, got.Text, got.Role)
		}
	}
}

func TestWhereNamesThePlace(t *testing.T) {
	v := uitest.View(uitest.Variant{})
	jobs := table(t, "jobs.queue")
	for _, c := range []struct {
		lens cluster.Lens
		f    triage.Finding
		want string
	}{
		{cluster.Lens{}, triage.Finding{}, "cluster"},
		{cluster.Lens{}, triage.Finding{Table: jobs}, "jobs.queue"},
		{cluster.Lens{}, triage.Finding{Node: uitest.A2}, "10.0.0.12"},
		{cluster.Lens{}, triage.Finding{Table: jobs, Node: uitest.A2}, "jobs.queue on 10.0.0.12"},
		{cluster.Lens{Node: uitest.A1}, triage.Finding{Node: uitest.A2}, "10.0.0.12 (outside the lens)"},
		{cluster.Lens{Node: uitest.A2}, triage.Finding{Node: uitest.A2}, "10.0.0.12"},
	} {
		f := NewFrame(Prepare(v, c.lens, false), Options{})
		if got := where(f, &c.f); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
		if got := Markdown(f, &c.f); strings.Contains(got, "lens") {
			t.Errorf("a ticket names the lens: %q", got)
		}
	}
}

func TestSettingsAndStrategies(t *testing.T) {
	s := &cluster.Settings{Values: map[string]string{"a": "1000", "b": "null", "c": ""}}
	for name, want := range map[string]float64{"a": 1000, "b": math.NaN(), "c": math.NaN(), "d": math.NaN()} {
		if got := setting(s, name); got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	for _, c := range []struct{ class, size, want string }{
		{"TimeWindowCompactionStrategy", "1", "TWCS 1 DAYS"}, {"TimeWindowCompactionStrategy", "", "TWCS"},
		{"LeveledCompactionStrategy", "1", "LCS"}, {"SizeTieredCompactionStrategy", "", "STCS"},
	} {
		schema := &cluster.TableSchema{Compaction: map[string]string{"class": c.class, "compaction_window_size": c.size, "compaction_window_unit": "DAYS"}}
		if got := strategy(schema); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}

func TestATaskIsDrawnInItsUnit(t *testing.T) {
	f := normal(Options{})
	for _, c := range []struct {
		task cluster.CompactionTask
		want string
	}{
		{cluster.CompactionTask{Unit: "bytes", Kind: "compaction", Progress: 512 * mib, Total: 1024 * mib}, " 50%   512M/1.0G compaction"},
		{cluster.CompactionTask{Unit: "keys", Kind: "validation", Progress: 100, Total: 400}, " 25%     100/400 validation in keys"},
		{cluster.CompactionTask{Unit: "bytes", Kind: "cleanup"}, "  0%       0B/0B cleanup"},
	} {
		c.task.Table = table(t, "jobs.queue")
		got := taskLine(f, &task{c.task, uitest.A1}, 80)
		if !strings.HasSuffix(got.Text(), c.want) || got.Width() > 80 {
			t.Errorf("%q lacks %q or is %d wide", got.Text(), c.want, got.Width())
		}
	}
}

func TestAReplayOffersNoSampling(t *testing.T) {
	v := uitest.View(uitest.Variant{})
	v.Mode.Replay = true
	for _, replay := range []bool{true, false} {
		v.Mode.Replay = replay
		s := New(HotKeysID)
		s.Build(frameOf(v, Options{}), false)
		if got := strings.Contains(textOf(s.Draw(80, 20)), "s asks the samplers"); got == replay {
			t.Errorf("replay %t: offered %t", replay, got)
		}
	}
}

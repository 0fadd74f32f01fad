package screen

import (
	"math"
	"strings"
	"testing"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/ui/uitest"
)

func underNode(v uitest.Variant, id cluster.NodeID) *Frame {
	return NewFrame(Prepare(uitest.View(v), cluster.Lens{Node: id}, false), Options{Compare: true})
}

func TestComparedHalvesAreWrittenAsOnTables(t *testing.T) {
	f := underNode(uitest.Variant{}, uitest.A2)
	others := peers(f)
	if len(others) != 2 {
		t.Fatalf("peers %v", others)
	}
	for name, want := range map[string][]string{
		"jobs.queue":  {"≤533ms/≤178ms", "41/14", "≤9,887/≤3,296"},
		"mail.outbox": {"-/-", "0/0", "-/-"},
	} {
		row := compareRow(f, f.TableRow(table(t, name)), others)
		for i, w := range want {
			if got := row.Cells[i+3].Text; got != w {
				t.Errorf("%s, figure %d: %q, want %q", name, i, got, w)
			}
		}
	}
}

func TestComparedUnknownAndIdle(t *testing.T) {
	known := cluster.Figure{Known: true, Value: 7}
	for _, c := range []struct {
		own, med cluster.Figure
		text     string
		unknown  bool
		times    float64
	}{
		{known, cluster.Figure{}, "7/?", false, 0},
		{cluster.Figure{}, known, "?/7", false, 0},
		{cluster.Figure{}, cluster.Figure{}, "?/?", true, 0},
		{cluster.Figure{Idle: true}, known, "-/7", false, 0},
		{known, cluster.Figure{Idle: true}, "7/-", false, 0},
		{cluster.Figure{Known: true, Value: 14, Exactness: cluster.AtMost}, known, "≤14/7", false, 2},
		{known, cluster.Figure{Known: true}, "7/0", false, 0},
	} {
		got := comparedCell(&c.own, &c.med)
		if got.Text != c.text || got.IsUnknown() != c.unknown {
			t.Errorf("%q unknown %t, want %q %t", got.Text, got.IsUnknown(), c.text, c.unknown)
		}
		if got := timesOthers(&c.own, &c.med, 1); got != c.times {
			t.Errorf("%s: %v times", c.text, got)
		}
	}
	loud := cluster.Figure{Known: true, Value: 14}
	if got := timesOthers(&loud, &known, 100); got != 0 {
		t.Errorf("below the floor: %v times", got)
	}
}

func TestTheMedianIsOfTheOthers(t *testing.T) {
	row := func(figs ...cluster.Figure) []*cluster.TableFigures {
		var out []*cluster.TableFigures
		for _, f := range figs {
			t := &cluster.TableFigures{}
			t.Figures[cluster.FigDisk] = f
			out = append(out, t)
		}
		return out
	}
	known := func(v float64) cluster.Figure { return cluster.Figure{Known: true, Value: v} }
	idle := cluster.Figure{Known: true, Idle: true}
	for _, c := range []struct {
		name   string
		in     []*cluster.TableFigures
		want   float64
		ok, no bool
	}{
		{"nobody", nil, 0, false, false},
		{"nobody knows", row(cluster.Figure{}, cluster.Figure{}), 0, false, false},
		{"an unknown is no zero", row(known(8), cluster.Figure{}, known(8)), 8, true, false},
		{"even", row(known(2), known(4)), 3, true, false},
		{"odd", row(known(9), known(1), known(4)), 4, true, false},
		{"all idle", row(idle, idle), 0, false, true},
		{"one idle", row(idle, known(6)), 6, true, false},
	} {
		got := medianFigure(c.in, cluster.FigDisk)
		if got.Value != c.want || got.Known != c.ok || got.Idle != c.no {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
}

func TestADataCentreOfOneHasNothingToCompareWith(t *testing.T) {
	v := uitest.View(uitest.Variant{})
	f := NewFrame(Prepare(v, cluster.Lens{Node: "gone"}, false), Options{Compare: true})
	if got := peers(f); got != nil {
		t.Errorf("peers of a node that left: %v", got)
	}
	if words := compareWords(f, f.TableRow(table(t, "jobs.queue"))).Text(); !strings.Contains(words, "no other node") {
		t.Error(words)
	}
}

func TestSkewIsPerShareOfTheRing(t *testing.T) {
	f := normal(Options{})
	n, peer := *f.nodeFigures(uitest.A1), *f.nodeFigures(uitest.A3)
	reads, pending := traits()[2], traits()[4]
	if got := reads.ringFactor(&n, &peer); math.Abs(got-1) > 1e-9 {
		t.Errorf("equal shares: %v", got)
	}
	if got := pending.ringFactor(&n, &peer); got != 1 {
		t.Errorf("a queue is not owned: %v", got)
	}
	if words := skewWords([]difference{{"reads", 4}}, ""); words != "reads 4.0x the median of the others" {
		t.Error(words)
	}
}

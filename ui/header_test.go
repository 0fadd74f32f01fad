package ui

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/internal/session"
	"github.com/partop/partop/ui/uitest"
)

func (b *bench) firstLine() string { return firstLine(b.text()) }

// later is the view some time after another, with the same figures.
func later(v *session.View, by time.Duration) *session.View {
	out := *v
	out.Clock = v.Clock.Add(by)
	return &out
}

func TestWarningsStayInTheHeader(t *testing.T) {
	silent := uitest.View(uitest.Variant{SilentA3: true})
	silent.Title = "a-cluster-with-a-very-long-name-of-its-own"
	for _, lens := range []cluster.Lens{{}, {Node: uitest.A2}, {DataCenter: "eu"}} {
		for _, width := range []int{60, 64, 70, 80, 90, 100, 140} {
			for _, frozen := range []bool{false, true} {
				b := newBench(t, silent, Options{})
				b.Update(tea.WindowSizeMsg{Width: width, Height: 24})
				b.setLens(lens)
				if frozen {
					b.press("space")
					b.fake.Show(later(silent, 3*time.Minute))
				}
				b.Update(b.fetch()())
				line := b.firstLine()
				if !strings.Contains(line, "! reached 2") || !strings.Contains(line, "! up 2/3") || frozen != strings.Contains(line, "FROZEN 14:02:11Z") {
					t.Errorf("%d wide, lens %+v, frozen %t: %q", width, lens, frozen, line)
				}
			}
		}
	}
}

func TestTheTitleGivesWayBeforeAWarning(t *testing.T) {
	silent := uitest.View(uitest.Variant{SilentA3: true})
	silent.Title = "queue-and-backlog"
	b := newBench(t, silent, Options{})
	b.want(t, " partop queue-", "! up 2/3 (gossip)  ! reached 2 of 3", "LIVE 2s")
	b.Update(tea.WindowSizeMsg{Width: 200, Height: 24})
	b.want(t, "queue-and-backlog 5.0.6", "CQL no JMX")
}

func TestNobodyReachedIsNotLive(t *testing.T) {
	waiting := uitest.Empty()
	waiting.Notice, waiting.Mode.Sources = "connecting to 10.0.0.11:9042", []cluster.Source{cluster.SourceCQL}
	failed := uitest.Empty()
	failed.Notice, failed.Mode.Sources = "10.0.0.11:9042: connection refused", waiting.Mode.Sources
	for _, c := range []struct {
		name      string
		view      *session.View
		want, not string
	}{
		{"at first", waiting, "connecting", "LIVE"},
		{"after a failure", failed, "NOT REACHED", "LIVE"},
		{"all lost later", lostView(), "NOT REACHED", "LIVE"},
		{"answering", normal(), "LIVE 2s", "NOT REACHED"},
	} {
		b := newBench(t, c.view, Options{})
		if line := b.firstLine(); !strings.Contains(line, c.want) || strings.Contains(line, c.not) {
			t.Errorf("%s: %q", c.name, line)
		}
		works := strings.Contains(b.sources().Text(), "CQL ?")
		if want := c.want != "LIVE 2s"; works != want {
			t.Errorf("%s: sources %q", c.name, b.sources().Text())
		}
	}
}

// lostView is of a session in which every node answered once and none does now.
func lostView() *session.View {
	s := uitest.Feed(uitest.Variant{})
	at := uitest.Start().Add(time.Hour)
	for _, n := range []cluster.NodeID{uitest.A1, uitest.A2, uitest.A3} {
		s.Apply([]cluster.Reading{{Node: n, Kind: cluster.NodeReached, From: at.Add(-2 * time.Second), To: at, Seq: 1 << 40,
			Source: cluster.SourceCQL, Unknown: &cluster.Unknown{Reason: "no answer"}}})
	}
	v := uitest.View(uitest.Variant{})
	v.Snapshot = s.Snapshot()
	v.Clock = at
	return v
}

func TestAFrozenScreenIsStillWithinAMinute(t *testing.T) {
	v := normal()
	b := newBench(t, v, Options{})
	b.press("space")
	b.now = b.now.Add(time.Hour)
	before := b.content
	for _, by := range []time.Duration{time.Second, 17 * time.Second, 59 * time.Second} {
		b.fake.Show(later(v, by))
		b.Update(b.fetch()())
		if b.content != before {
			t.Fatalf("after %v a frozen screen reads %q", by, b.firstLine())
		}
	}
	b.fake.Show(later(v, 3*time.Minute+20*time.Second))
	b.Update(b.fetch()())
	b.want(t, "FROZEN 14:02:11Z, 3m ago")
	before = b.content
	b.fake.Show(later(v, 3*time.Minute+50*time.Second))
	b.Update(b.fetch()())
	if b.content != before {
		t.Error("half a minute changed a frozen screen")
	}
}

func TestFindingsAreCountedWhenTheyAreNow(t *testing.T) {
	v := normal()
	b := newBench(t, v, Options{})
	b.want(t, "7Findings 2!")
	quiet := *v
	quiet.Findings = v.Findings[2:] // HYGIENE alone
	b = newBench(t, &quiet, Options{})
	b.want(t, "7Findings ")
	b.wantNot(t, "!")
	b.press("?")
	b.want(t, "7Findings 2!", "HYGIENE is not")
}

package ui

import (
	"strings"
	"testing"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/internal/session"
	"github.com/partop/partop/ui/screen"
	"github.com/partop/partop/ui/uitest"
)

func sampled() *session.View { return uitest.View(uitest.Variant{Sampled: true}) }

func TestHotKeysAreRankedWithTheirErrors(t *testing.T) {
	b := newBench(t, sampled(), Options{Screen: screen.HotKeysID})
	b.want(t, "sampled 2 x 10s on 2 of 3 nodes since", "capacity 1,024", "! 10.0.0.13: the JMX role may only read attributes",
		"READS/s", "orders.by_customer", "acme", "TOMBST", "5,000 tombstones in one read")
	rows := strings.Split(b.text(), "\n")
	first := ""
	for i, l := range rows {
		if strings.Contains(l, "READS/s") {
			first = rows[i+1]
			break
		}
	}
	if !strings.Contains(first, "acme") || !strings.Contains(first, "810") || !strings.Contains(first, "2.4") {
		t.Errorf("the first key is %q", first)
	}
	b.press("G") // the last one: its error is as large as its count
	b.want(t, "not ranked", "sample longer", "≤")
}

func TestNodesThatGaveNothingSayWhy(t *testing.T) {
	b := newBench(t, sampled(), Options{Screen: screen.HotKeysID})
	b.setLens(cluster.Lens{Node: uitest.A3})
	b.Update(b.fetch()())
	b.want(t, "! 10.0.0.13: the JMX role may only read attributes", "readwrite", "No keys sampled yet")
	b.wantNot(t, "saved samples")
}

func TestListsGoRound(t *testing.T) {
	b := newBench(t, sampled(), Options{Screen: screen.HotKeysID})
	for _, want := range []string{"WRITES/s", "SEEN", "QUERY", "RUNNING AT THE LAST LOOK", "READS/s"} {
		b.press("b")
		b.want(t, want)
	}
	b.press("1", "b")
	if !strings.Contains(b.flash, "HotKeys") {
		t.Errorf("b elsewhere says %q", b.flash)
	}
}

func TestSampledKeysAreMaskedEverywhere(t *testing.T) {
	b := newBench(t, sampled(), Options{Screen: screen.HotKeysID, Mask: true})
	for range 5 {
		b.wantNot(t, "acme", "globex", "lane = 'jobs'")
		b.press("b")
	}
	b.press("enter")
	b.wantNot(t, "acme", "globex")
}

func TestAQuestionIsAnsweredByAYesAlone(t *testing.T) {
	b := newBench(t, normal(), Options{Screen: screen.HotKeysID})
	b.fake.Price = "Starts nodetool on this host for 3 nodes."
	b.finish(b.press("s"))
	b.want(t, "sample keys?", "Starts nodetool on this host", "y start it")
	b.press("enter")
	if called(b, "submit nodetool.sample 10s") || !strings.Contains(b.flash, "y starts it") {
		t.Errorf("enter is no yes: %v, %q", b.fake.Calls(), b.flash)
	}
	b.press("n")
	b.wantNot(t, "sample keys?")
	b.finish(b.press("s"))
	b.finish(b.press("y"))
	if !called(b, "submit nodetool.sample 10s") {
		t.Errorf("%v", b.fake.Calls())
	}
	b.wantNot(t, "sample keys?")
}

func TestWithoutKeysStatementsAreLookedAt(t *testing.T) {
	b := newBench(t, normal(), Options{Screen: screen.HotKeysID})
	b.fake.Refuse = true
	b.finish(b.press("s"))
	if !called(b, "submit nodetool.sample 10s") || !called(b, "submit cql.queries.sample 10s") || !strings.Contains(b.flash, "no node offers") {
		t.Errorf("%v, %q", b.fake.Calls(), b.flash)
	}
}

func TestCommandsOfNodetool(t *testing.T) {
	for _, c := range []struct{ command, call, flash string }{
		{"sample 20s", "submit nodetool.sample 20s", "for 20s on 3 nodes"},
		{"sample 5m", "", "1s to 30s"},
		{"nodetool", "submit nodetool 0s", "once a minute"},
		{"nodetool off", "submit nodetool.off 0s", ""},
		{"nodetool now", "", "nodetool off"},
		{"percentiles", "submit nodetool.table 0s", "jobs.queue"},
		{"files", "", "no saved outputs"},
	} {
		b := newBench(t, normal(), Options{})
		b.command(c.command)
		if c.call != "" != called(b, c.call) && c.call != "" || !strings.Contains(b.flash, c.flash) {
			t.Errorf(":%s calls %v and says %q", c.command, b.fake.Calls(), b.flash)
		}
	}
}

func TestWhatNodetoolAddsIsShown(t *testing.T) {
	b := newBench(t, sampled(), Options{Width: 100, Height: 40})
	b.press("5")
	b.want(t, "PEND", "145 pending on 3 of 3 nodes")
	b.press("1", "/", "r", "e", "a", "d", "i", "n", "g", "s", "enter", "enter", "2")
	b.want(t, "PERCENTILES  largest of 3 nodes, nodetool", "≤3.1G", "nodetool SSTables 123", "repaired at least 98%")
	b.wantNot(t, "█") // percentiles are points and never drawn as bars
}

func TestSavedOutputsSaySo(t *testing.T) {
	v := sampled()
	v.Mode = session.Mode{Replay: true, Ended: true, Saved: []string{"3 outputs of 1 nodes used, of 4 found", "left out  x.txt: \x1b[31mnot a known output"}}
	b := newBench(t, v, Options{})
	b.want(t, "SAVED")
	b.command("files")
	b.want(t, "3 outputs of 1 nodes", "left out  x.txt")
	if strings.Contains(b.content, "\x1b[31mnot") {
		t.Error("a file's words reach the terminal unescaped")
	}
}

package ui

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/partop/partop/internal/session"
	"github.com/partop/partop/ui/screen"
	"github.com/partop/partop/ui/uitest"
)

// command types a command and runs it.
func (b *bench) command(text string) {
	b.press(":")
	for _, r := range text {
		if r == ' ' {
			b.press("space")
			continue
		}
		b.press(string(r))
	}
	b.finish(b.press("enter"))
}

func TestPaletteCompletes(t *testing.T) {
	for _, c := range []struct{ typed, want string }{
		{"the", "theme default"}, {"theme m", "theme mono"}, {"tomb", "tombstones"}, {"fr", "freeze"},
		{"table jq", "table jobs.queue"}, {"node 12", "node 10.0.0.12"}, {"not", "note "},
	} {
		b := newBench(t, normal(), Options{})
		b.press(":")
		b.prompt.set(b.Model, c.typed)
		b.press("tab")
		if got := b.prompt.text; got != c.want {
			t.Errorf("%q completes to %q, want %q", c.typed, got, c.want)
		}
	}
}

func TestPaletteChoosesWithArrows(t *testing.T) {
	b := newBench(t, normal(), Options{})
	b.press(":")
	b.prompt.set(b.Model, "theme ")
	b.press("down", "down", "down", "enter")
	if b.theme.Name != "mono" {
		t.Errorf("theme %s", b.theme.Name)
	}
	b.press(":")
	b.prompt.set(b.Model, "theme ")
	b.press("up", "enter")
	if b.theme.Name != "mono" {
		t.Errorf("up from the first is the last: theme %s", b.theme.Name)
	}
}

func TestCommands(t *testing.T) {
	for _, c := range []struct {
		command string
		check   func(*bench) bool
	}{
		{"theme mono", func(b *bench) bool { return b.theme.Name == "mono" }},
		{"compactions", func(b *bench) bool { return b.place.screen == screen.CompactionsID }},
		{"dc eu", func(b *bench) bool { return b.place.lens.DataCenter == "eu" }},
		{"node 10.0.0.11", func(b *bench) bool { return b.place.lens.Node == uitest.A1 }},
		{"table audit.events", func(b *bench) bool { return b.place.table.Name == "events" }},
		{"mask", func(b *bench) bool { return b.masked }},
		{"ascii", func(b *bench) bool { return b.options.ASCII }},
		{"system", func(b *bench) bool { return b.system }},
		{"freeze", func(b *bench) bool { return b.frozen != nil }},
		{"help", func(b *bench) bool { return b.Model.text != nil }},
		{"goto 14:00:00", func(b *bench) bool { return b.shown().Clock.Format("15:04:05") == "13:59:56" }},
		{"goto noon", func(b *bench) bool { return strings.Contains(b.flash, "goto 14:02:11") }},
		{"interval 5s", func(b *bench) bool { return called(b, "interval 5s") }},
		{"interval 1ms", func(b *bench) bool { return len(b.fake.Calls()) == 0 && strings.Contains(b.flash, "1s to 1m") }},
		{"note rolled back", func(b *bench) bool { return called(b, "note rolled back") }},
		{"sample", func(b *bench) bool { return called(b, "submit nodetool.sample 10s") }},
		{"xyzzy", func(b *bench) bool { return strings.Contains(b.flash, "no such command: xyzzy") }},
	} {
		b := newBench(t, normal(), Options{})
		b.command(c.command)
		if !c.check(b) {
			t.Errorf(":%s did not do it; flash %q, calls %v, place %+v", c.command, b.flash, b.fake.Calls(), b.place)
		}
	}
}

func called(b *bench, want string) bool {
	for _, c := range b.fake.Calls() {
		if c == want {
			return true
		}
	}
	return false
}

func TestACommandThatNeedsWordsWaitsForThem(t *testing.T) {
	b := newBench(t, normal(), Options{})
	b.command("note")
	if b.prompt == nil || b.prompt.text != "note " {
		t.Fatalf("prompt %+v", b.prompt)
	}
	if len(b.fake.Calls()) != 0 {
		t.Errorf("called %v", b.fake.Calls())
	}
}

func TestCancelKnowsRunningJobs(t *testing.T) {
	v := normal()
	v.Jobs = []session.Job{{ID: 7, Title: "sample of queries", State: session.JobRunning, Done: 3, Of: 10}, {ID: 6, Title: "old"}}
	v.Jobs[1].State = session.JobDone
	b := newBench(t, v, Options{})
	b.want(t, "job 7 sample of queries", "30%", ":cancel ends it")
	b.command("cancel 7")
	if !called(b, "cancel 7") {
		t.Errorf("calls %v", b.fake.Calls())
	}
}

func TestTheEndOfAJobIsTold(t *testing.T) {
	for state, want := range map[session.JobState]string{session.JobDone: "job 7 done: sample", session.JobFailed: "job 7 failed: denied; GRANT SELECT",
		session.JobCancelled: "job 7 cancelled"} {
		v := normal()
		v.Jobs = []session.Job{{ID: 7, Title: "sample", State: session.JobRunning}}
		b := newBench(t, v, Options{})
		b.wantNot(t, want)
		after := *v
		after.Jobs = []session.Job{{ID: 7, Title: "sample", State: state, Err: "denied; GRANT SELECT"}}
		b.fake.Show(&after)
		b.Update(b.fetch()())
		b.want(t, want)
	}
}

func TestPasteGoesIntoThePromptOnly(t *testing.T) {
	b := newBench(t, normal(), Options{})
	b.Update(tea.PasteMsg{Content: "q4x"})
	if b.prompt != nil || b.place.screen != screen.TablesID {
		t.Error("a paste outside a prompt did something")
	}
	b.press("/")
	b.Update(tea.PasteMsg{Content: "jobs\n\x1b[31m\u202e" + strings.Repeat("é", 500)})
	if f := b.screen().List().Filter(); strings.ContainsAny(f, "\n\x1b\u202e") || len(f) > maxPrompt || !strings.HasPrefix(f, "jobs") {
		t.Errorf("filter %q", f)
	}
	for range 600 {
		b.press("backspace")
	}
	if b.prompt != nil {
		t.Error("backspace on an empty line does not leave")
	}
}

func TestIntervalKeys(t *testing.T) {
	b := newBench(t, normal(), Options{})
	b.finish(b.press("+"))
	b.finish(b.press("-"))
	if got := strings.Join(b.fake.Calls(), ", "); got != "interval 5s, interval 1s" {
		t.Errorf("calls %s", got)
	}
}

func TestSampleSaysWhyItCannot(t *testing.T) {
	b := newBench(t, normal(), Options{})
	b.fake.Refuse = true
	b.finish(b.press("s"))
	b.want(t, "no node offers system_views.queries")
}

func TestIdlePausesAndAnyKeyResumes(t *testing.T) {
	b := newBench(t, normal(), Options{IdleAfter: 30 * time.Minute})
	b.now = b.now.Add(29 * time.Minute)
	b.Update(idleMsg{})
	b.wantNot(t, "PAUSED")
	b.Update(tea.FocusMsg{})
	b.now = b.now.Add(31 * time.Minute)
	b.Update(idleMsg{})
	b.wantNot(t, "PAUSED") // the terminal says that somebody looks at it
	b.Update(tea.BlurMsg{})
	b.now = b.now.Add(31 * time.Minute)
	_, cmd := b.Update(idleMsg{})
	b.finish(cmd)
	b.want(t, "PAUSED, any key goes on")
	b.finish(b.press("q"))
	b.wantNot(t, "PAUSED")
	if got := strings.Join(b.fake.Calls(), ", "); got != "paused true, paused false" {
		t.Errorf("calls %s", got)
	}
}

func TestReplayAndEndAreNamed(t *testing.T) {
	v := normal()
	v.Mode = session.Mode{Replay: true, Speed: 1}
	newBench(t, v, Options{}).want(t, "REPLAY 14:02:11Z")
	v.Mode.Ended = true
	newBench(t, v, Options{}).want(t, "ENDED 14:02:11Z")
}

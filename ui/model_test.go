package ui

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/internal/session"
	"github.com/partop/partop/ui/screen"
	"github.com/partop/partop/ui/uitest"
)

// bench is a model with a session and a clock that tests turn by hand.
type bench struct {
	*Model
	fake *uitest.Fake
	now  time.Time
}

func newBench(t testing.TB, v *session.View, o Options) *bench {
	t.Helper()
	b := &bench{fake: uitest.NewFake(v), now: uitest.Start()}
	o.Now = func() time.Time { return b.now }
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	b.Model = newModel(ctx, b.fake, o)
	b.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	b.Update(b.fetch()())
	return b
}

// press sends keys and returns the command of the last one.
func (b *bench) press(keys ...string) tea.Cmd {
	var cmd tea.Cmd
	for _, k := range keys {
		_, cmd = b.Update(keyOf(k))
	}
	return cmd
}

// finish runs a command and what it asks for, but for timers, and feeds the answers back.
func (b *bench) finish(cmd tea.Cmd) {
	for _, msg := range answers(cmd) {
		b.Update(msg)
	}
}

// answers runs a command and all that are batched in it; those that wait (timers) are given up on.
func answers(cmd tea.Cmd) []tea.Msg {
	if cmd == nil {
		return nil
	}
	done := make(chan tea.Msg, 1)
	go func() { done <- cmd() }()
	select {
	case msg := <-done:
		if batch, ok := msg.(tea.BatchMsg); ok {
			var out []tea.Msg
			for _, c := range batch {
				out = append(out, answers(c)...)
			}
			return out
		}
		if msg == nil {
			return nil
		}
		return []tea.Msg{msg}
	case <-time.After(100 * time.Millisecond):
		return nil
	}
}

func (b *bench) text() string { return ansi.Strip(b.content) }

func (b *bench) want(t *testing.T, parts ...string) {
	t.Helper()
	for _, p := range parts {
		if !strings.Contains(b.text(), p) {
			t.Errorf("the screen lacks %q:\n%s", p, b.text())
		}
	}
}

func (b *bench) wantNot(t *testing.T, parts ...string) {
	t.Helper()
	for _, p := range parts {
		if strings.Contains(b.text(), p) {
			t.Errorf("the screen holds %q:\n%s", p, b.text())
		}
	}
}

func normal() *session.View { return uitest.View(uitest.Variant{}) }

func TestEveryFrameFillsTheScreenExactly(t *testing.T) {
	b := newBench(t, normal(), Options{})
	for _, size := range []struct{ w, h int }{{60, 16}, {61, 17}, {80, 24}, {100, 30}, {133, 43}, {200, 50}, {300, 90}} {
		b.Update(tea.WindowSizeMsg{Width: size.w, Height: size.h})
		for _, k := range []string{"1", "2", "3", "4", "5", "6", "7", "?", "esc", "1", "i", "esc", ":", "esc", "/", "esc", "enter", "2", "esc"} {
			b.press(k)
			lines := strings.Split(b.content, "\n")
			if len(lines) != size.h {
				t.Fatalf("%dx%d after %s: %d lines", size.w, size.h, k, len(lines))
			}
			for i, l := range lines {
				if w := ansi.StringWidth(l); w != size.w {
					t.Fatalf("%dx%d after %s: line %d is %d wide: %q", size.w, size.h, k, i, w, ansi.Strip(l))
				}
			}
		}
	}
}

func TestTooSmallSaysWhatItNeeds(t *testing.T) {
	b := newBench(t, normal(), Options{})
	for _, size := range [][2]int{{1, 1}, {59, 24}, {80, 15}, {3, 90}} {
		b.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		b.press("j", "G", "2", "?", "esc", "1")
		if got := ansi.StringWidth(b.content); got > size[0] {
			t.Errorf("%v: %d wide", size, got)
		}
		if size[0] > 40 && !strings.Contains(b.content, "need 60x16") {
			t.Errorf("%v: %q", size, b.content)
		}
	}
	b.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	b.want(t, "jobs.queue")
}

func TestSortKeepsTheCursorOnItsRow(t *testing.T) {
	b := newBench(t, normal(), Options{})
	b.press("j", "j")
	id := b.screen().List().Selected()
	if id != "telemetry.readings" {
		t.Fatalf("third row is %s", id)
	}
	for _, k := range []string{">", ">", "I", "<", ">", "I"} {
		b.press(k)
		if got := b.screen().List().Selected(); got != id {
			t.Errorf("after %s the cursor is on %s", k, got)
		}
	}
}

func TestRowsStayForASecondAfterAKey(t *testing.T) {
	b := newBench(t, normal(), Options{})
	b.press("4") // tables by tombstones
	first := b.screen().List().IDs()
	moved := uitest.View(uitest.Variant{Shift: map[string]int64{"users.sessions": 900_000}})
	b.press("j")
	b.fake.Show(moved)
	b.Update(b.fetch()())
	if got := b.screen().List().IDs(); got[0] != first[0] {
		t.Fatalf("rows moved within the second: %v", got[:2])
	}
	if !b.hold.waiting {
		t.Fatal("nothing will settle the order")
	}
	b.now = b.now.Add(2 * time.Second)
	b.Update(settleMsg{})
	list := b.screen().List()
	if got := list.IDs(); got[0] != "users.sessions" {
		t.Errorf("after the hold the first row is %s", got[0])
	}
	if got := list.Selected(); got != first[1] {
		t.Errorf("the cursor left its row: %s, want %s", got, first[1])
	}
}

func TestAnUntouchedCursorStaysOnTheWorstRow(t *testing.T) {
	b := newBench(t, normal(), Options{Screen: screen.TombstonesID})
	b.fake.Show(uitest.View(uitest.Variant{Shift: map[string]int64{"audit.events": 900_000}}))
	b.Update(b.fetch()())
	if got := b.screen().List().Selected(); got != "audit.events" {
		t.Errorf("cursor on %s", got)
	}
}

func TestFilter(t *testing.T) {
	b := newBench(t, normal(), Options{})
	b.press("/", "u", "s", "e", "r")
	b.want(t, "users.by_email", "2 of 11")
	b.wantNot(t, "jobs.queue ")
	b.press("enter", "1")
	if got := b.screen().List().Filter(); got != "user" {
		t.Errorf("filter %q after enter", got)
	}
	b.press("esc")
	b.want(t, "jobs.queue")
	b.press("/", "!", "u", "s", "e", "r", "enter")
	b.want(t, "jobs.queue")
	b.wantNot(t, "users.by_email")
	b.press("/", "x", "esc")
	if got := b.screen().List().Filter(); got != "!user" {
		t.Errorf("esc while typing left the filter %q", got)
	}
	b.press("esc", "/", "z", "z", "z", "enter")
	b.want(t, "none of 11 tables match", "esc clears")
}

func TestFreezeKeepsTheScreenAndItsDrill(t *testing.T) {
	b := newBench(t, normal(), Options{})
	b.press("space")
	b.want(t, "FROZEN 14:02:11")
	later := uitest.View(uitest.Variant{Shift: map[string]int64{"jobs.queue": 77_777}})
	later.Clock = later.Clock.Add(12 * time.Second)
	b.fake.Show(later)
	b.Update(b.fetch()())
	b.want(t, "FROZEN 14:02:11Z ", "9,887")
	b.wantNot(t, "77,777", "LIVE")
	b.press("j", ">", "/", "o", "enter", "enter")
	b.want(t, "FROZEN")
	b.press("space")
	b.wantNot(t, "FROZEN")
	b.press("esc", "esc", "1")
	b.want(t, "77,777", "LIVE 2s")
}

func TestTimeTravelDropsStaleAnswers(t *testing.T) {
	b := newBench(t, normal(), Options{})
	first := b.press("[")
	second := b.press("[")
	b.finish(second)
	if got := b.shown().Clock.Format("15:04:05"); got != "14:01:51" {
		t.Fatalf("two steps back are at %s", got)
	}
	b.finish(first)
	if got := b.shown().Clock.Format("15:04:05"); got != "14:01:51" {
		t.Errorf("the stale answer was taken: %s", got)
	}
	b.want(t, "FROZEN 14:01:51Z ")
	b.finish(b.press("{"))
	b.want(t, "FROZEN 14:00:51Z, 1m ago")
	b.finish(b.press("}"))
	b.finish(b.press("}"))
	b.want(t, "LIVE 2s")
}

func TestTimeTravelErrorsSayWhatToTry(t *testing.T) {
	b := newBench(t, normal(), Options{})
	b.finish(b.press("]"))
	b.want(t, "this is now")
	b.press(":", "g", "o", "t", "o", "space")
	for _, r := range "13:00:00" {
		b.press(string(r))
	}
	b.finish(b.press("enter"))
	b.want(t, "nothing is recorded at 13:00:00Z; there is 13:58:56Z to 14:02:11Z")
	b.fake.Past = func(time.Time) (*session.View, error) { return nil, errors.New("torn \x1b[31mframe") }
	b.finish(b.press("["))
	b.want(t, "going to 14:02:01Z: torn")
	if strings.Contains(b.content, "\x1b[31mframe") {
		t.Error("an error's escape sequence reached the screen")
	}
}

func TestGotoTakesATimeOfDay(t *testing.T) {
	now := time.Date(2026, 11, 30, 14, 2, 11, 0, time.UTC)
	for _, c := range []struct {
		in, want string
		ok       bool
	}{
		{"14:00:05", "2026-11-30 14:00:05", true},
		{"14:02", "2026-11-30 14:02:00", true},
		{"14:02z", "2026-11-30 14:02:00", true},
		{"14:00:05Z", "2026-11-30 14:00:05", true},
		{"23:59:59", "2026-11-29 23:59:59", true},
		{"25:00", "", false}, {"soon", "", false}, {"", "", false},
	} {
		got, ok := parseClock(c.in, now)
		if ok != c.ok || ok && got.Format("2006-01-02 15:04:05") != c.want {
			t.Errorf("%q: %v %v", c.in, got, ok)
		}
	}
}

func TestNodeLens(t *testing.T) {
	b := newBench(t, normal(), Options{Screen: screen.NodesID})
	b.press("j", "enter")
	b.want(t, "NODE 10.0.0.12")
	if b.place.screen != screen.TablesID || b.place.lens.Node != uitest.A2 {
		t.Fatalf("at %+v", b.place)
	}
	b.press("x")
	b.want(t, "WORST", "RD99/med")
	b.press("x", "esc")
	b.wantNot(t, "NODE 10.0.0.12")
	if b.place.screen != screen.NodesID {
		t.Errorf("esc led to %v", b.place.screen)
	}
	b.press("1", "x")
	b.want(t, "n picks the node first")
}

func TestNodePickerByKey(t *testing.T) {
	b := newBench(t, normal(), Options{})
	b.press("n", "1", "0", ".", "0", ".", "0", ".", "1", "3", "enter")
	b.want(t, "NODE 10.0.0.13")
	b.press(":", "d", "c", "space", "e", "u", "enter")
	b.want(t, "DC eu")
	b.press("n", "a", "l", "l", "enter")
	b.want(t, "reached 3")
}

func TestEnterAndEscWalkThroughPlaces(t *testing.T) {
	b := newBench(t, normal(), Options{})
	b.press("enter")
	if b.place.screen != screen.TombstonesID || b.place.table.String() != "jobs.queue" {
		t.Fatalf("enter led to %+v", b.place)
	}
	b.want(t, "jobs.queue  compaction STCS", "LIMITS")
	b.press("2")
	b.want(t, "largest fragment")
	b.press("esc")
	if b.place.screen != screen.TablesID || !b.place.table.IsZero() {
		t.Errorf("esc led to %+v", b.place)
	}
	b.press("esc")
	b.want(t, "q quits")
}

func TestMaskHidesKeysEverywhere(t *testing.T) {
	v := normal()
	v.Notice = "slow key " + uitest.Key
	v.Findings[2].Title = "partition " + uitest.Key + " is at most 3.1 GiB"
	b := newBench(t, v, Options{Mask: true})
	b.Update(tea.WindowSizeMsg{Width: 200, Height: 50})
	for _, k := range []string{"1", "2", "3", "4", "5", "6", "7", "enter"} {
		b.press(k)
		b.wantNot(t, uitest.Key, "'jobs'", "5d41402abc4b2a76")
	}
	b.press("3")
	b.want(t, "key-", "lane = ? LIMIT ?")
	before := keyIn(b.text())
	b.press("1", "j", "j", "enter", "2", "/", "s", "e", "n", "s")
	b.want(t, "0 of 2") // a filter must not find what is hidden
	b.press("esc", "esc", "3")
	b.press("m")
	b.want(t, uitest.Key, "lane = 'jobs'")
	b.press("m")
	if after := keyIn(b.text()); after != before || after == "" {
		t.Errorf("the pseudonym changed from %q to %q", before, after)
	}
}

func keyIn(s string) string {
	_, rest, _ := strings.Cut(s, "key-")
	return rest[:min(8, len(rest))]
}

func TestAcknowledge(t *testing.T) {
	b := newBench(t, normal(), Options{})
	b.want(t, "!! jobs.queue", "7Findings 2!")
	b.press("a")
	b.want(t, "7Findings 1!", "acknowledged 1")
	b.wantNot(t, "!! jobs.queue")
	b.press("7", "G")
	b.press("g", "j")
	b.want(t, " a  jobs.queue")
	b.press("a", "1")
	b.want(t, "!! jobs.queue", "7Findings 2!")
}

func TestFindingsUnfold(t *testing.T) {
	b := newBench(t, normal(), Options{Screen: screen.FindingsID})
	b.wantNot(t, "evidence")
	b.press("enter")
	b.want(t, "evidence", "means", "next", "limits", "settles")
	b.press("enter")
	b.wantNot(t, "evidence")
}

func TestHelpAndWholeTextsScroll(t *testing.T) {
	b := newBench(t, normal(), Options{Version: "1.2.3"})
	b.press("?")
	b.want(t, "Tables: keys, then columns", "1 to 19 of")
	b.press("G")
	b.want(t, "partop 1.2.3, read-only")
	b.press("g", "j", "pgdown", "k", "esc")
	b.wantNot(t, "keys, then columns")
	b.press("3", "enter")
	b.want(t, "statement", "SELECT * FROM jobs.queue WHERE lane = 'jobs' LIMIT 1")
	b.press("q")
	b.want(t, "RUNNING AT THE LAST LOOK")
	b.press("1", "j", "j", "enter", "2", "enter")
	b.want(t, "partition key of telemetry.readings")
}

func TestProvenanceOfNothingSaysWhereToGo(t *testing.T) {
	b := newBench(t, normal(), Options{Screen: screen.HotKeysID})
	b.press("i")
	b.want(t, "no figures here to explain")
}

func TestScanSaysWhatItNeeds(t *testing.T) {
	b := newBench(t, normal(), Options{})
	b.press("S")
	b.want(t, "a scan of the SSTable files is not in this version")
}

func TestSystemTables(t *testing.T) {
	b := newBench(t, normal(), Options{})
	b.wantNot(t, "system.local")
	b.press("T")
	b.want(t, "system.local")
}

func TestWhatIsNotKnownSaysWhy(t *testing.T) {
	b := newBench(t, normal(), Options{})
	b.Update(tea.WindowSizeMsg{Width: 200, Height: 50})
	b.press("i")
	b.press("pgdown")
	b.want(t, "PEND", "? CQL does not tell pending compactions per table; JMX, or :nodetool")
}

func TestHostileTextsAreEscaped(t *testing.T) {
	v := uitest.View(uitest.Variant{Hostile: true})
	v.Title, v.Notice = "prod\x1b]0;evil\x07", "torn\u202etail\x1bP1"
	v.Jobs = []session.Job{{ID: 1, Title: "x\x1b[2J", State: session.JobRunning}}
	b := newBench(t, v, Options{})
	b.Update(tea.WindowSizeMsg{Width: 200, Height: 50})
	for _, k := range []string{"1", "2", "3", "4", "5", "6", "7", "1", "i", "esc", ":", "esc", "n", "esc"} {
		b.press(k)
		assertSafe(t, k, b.content)
	}
}

// assertSafe finds what must never reach a terminal: anything but SGR sequences, and bidi controls.
func assertSafe(t *testing.T, where, content string) {
	t.Helper()
	for _, bad := range []string{"\x1bP", "\x1b]", "\x1b_", "\x1b^", "\x1b\\", "\x07", "\x9b", "\u202e", "\u2066", "\x1b[2J", "\x00"} {
		if strings.Contains(content, bad) {
			t.Errorf("%s: %q reached the screen", where, bad)
		}
	}
	if strings.ContainsAny(strings.ReplaceAll(ansi.Strip(content), "\n", ""), "\x1b\r\t\b") {
		t.Errorf("%s: a control character reached the screen", where)
	}
}

func TestEmptyScreensSayWhatWouldFillThem(t *testing.T) {
	b := newBench(t, uitest.Empty(), Options{})
	for _, k := range []string{"1", "2", "3", "4", "5", "6", "7"} {
		b.press(k, "j", "G", "enter", "y", "a", "i", "esc", k)
		lines := strings.Count(strings.Join(strings.Fields(b.text()), " "), ". ")
		if lines == 0 {
			t.Errorf("screen %s explains nothing:\n%s", k, b.text())
		}
	}
	b.want(t, "connecting")
}

func TestASilentNodeIsNamedWithReason(t *testing.T) {
	b := newBench(t, uitest.View(uitest.Variant{SilentA3: true}), Options{Screen: screen.NodesID})
	b.want(t, "! reached 2 of 3", "10.0.0.13: ? no answer on port 9042 for 30s (last good 14:01:41Z)", "gossip of 2 of 2 nodes", "DN")
}

func TestNilViewIsNothingKnownYet(t *testing.T) {
	b := newBench(t, nil, Options{})
	b.want(t, "No table is known yet")
}

func TestLensOfANodeThatLeftShowsNothing(t *testing.T) {
	b := newBench(t, normal(), Options{})
	b.setLens(cluster.Lens{Node: "no such node"})
	b.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	for _, k := range []string{"1", "x", "2", "3", "4", "5", "6", "7"} {
		b.press(k)
	}
	b.want(t, "NODE no such node")
}

package ui

import (
	"regexp"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"github.com/partop/partop/ui/screen"
	"github.com/partop/partop/ui/uitest"
)

func TestLongWordsTakeASecondLine(t *testing.T) {
	v := normal()
	v.Findings[0].Title = strings.Repeat("long ", 14) + "and at its end what matters"
	b := newBench(t, v, Options{})
	for _, ascii := range []bool{false, true} {
		b.options.ASCII = ascii
		for _, size := range [][2]int{{60, 16}, {80, 24}, {100, 30}} {
			b.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			lines := strings.Split(b.text(), "\n")
			if len(lines) != size[1] {
				t.Fatalf("%v: %d lines", size, len(lines))
			}
			end := strings.Join(strings.Fields(strings.Join(lines[size[1]-3:size[1]-1], " ")), " ")
			if !strings.HasPrefix(end, "jobs.queue: long") || !strings.HasSuffix(end, "what matters") {
				t.Errorf("%v: %q", size, end)
			}
		}
	}
}

func TestWordsTakeTwoLinesOfASmallTerminalAndThreeOfAUsualOne(t *testing.T) {
	b := newBench(t, normal(), Options{})
	for height, most := range map[int]int{16: 2, 24: 3} {
		b.Update(tea.WindowSizeMsg{Width: 80, Height: height})
		b.Update(flashMsg(strings.Repeat("word ", 80)))
		lines := strings.Split(b.text(), "\n")
		if last := height - 2; !strings.Contains(lines[last], "…") || !strings.Contains(lines[last-most+1], "word") || strings.Contains(lines[last-most], "word") {
			t.Errorf("%d lines: %q", height, lines[height-6:])
		}
	}
}

func TestTheCursorOfAPromptLooksUntyped(t *testing.T) {
	b := newBench(t, normal(), Options{})
	b.press("/", "a")
	b.want(t, " /a    ")
	b.wantNot(t, "/a_")
}

func TestOverlaysWrapInsteadOfCutting(t *testing.T) {
	b := newBench(t, uitest.View(uitest.Variant{SilentA3: true}), Options{})
	for _, key := range []string{"i", "?"} {
		for _, width := range []int{60, 80} {
			b.Update(tea.WindowSizeMsg{Width: width, Height: 24})
			b.press("1", key)
			for range 8 {
				for _, l := range strings.Split(b.text(), "\n")[2:22] {
					if strings.HasSuffix(strings.TrimRight(l, " "), "…") {
						t.Errorf("%s at %d is cut: %q", key, width, l)
					}
				}
				b.press("pgdown")
			}
			b.press("esc")
		}
	}
}

// TestOnlyCommandsThatExistAreNamed looks for "partop VERB" in everything that can be on screen.
func TestOnlyCommandsThatExistAreNamed(t *testing.T) {
	known := map[string]bool{"demo": true, "record": true, "replay": true, "calls": true}
	named := regexp.MustCompile(`partop ([a-z]+)`)
	check := func(where, text string) {
		for _, m := range named.FindAllStringSubmatch(text, -1) {
			if !known[m[1]] && m[1] != "dev" && m[1] != "prod" { // a driver's version and the fixture's title
				t.Errorf("%s names %q", where, m[0])
			}
		}
	}
	for _, view := range []uitest.Variant{{}, {SilentA3: true}} {
		b := newBench(t, uitest.View(view), Options{})
		b.Update(tea.WindowSizeMsg{Width: 200, Height: 50})
		for id := screen.TablesID; id <= screen.FindingsID; id++ {
			for _, key := range []string{"", "S", "?", "esc", "i", "pgdown", "esc", "enter", "s"} {
				if key == "" {
					key = string(rune('0' + id))
				}
				b.finish(b.press(key))
				check(id.Title()+" "+key, b.text())
			}
			b.press("esc", "esc")
		}
	}
	check("the manual", KeysMarkdown())
}

func TestEnterOnCompactionsShowsTheTable(t *testing.T) {
	b := newBench(t, normal(), Options{Screen: screen.CompactionsID})
	b.press("1", "/", "j", "o", "b", "s", "enter", "5", "enter")
	if b.place.screen != screen.TablesID || b.screen().List().Selected() != "orders.by_customer" {
		t.Fatalf("enter led to %+v, cursor on %q", b.place, b.screen().List().Selected())
	}
	b.want(t, "evidence 2 of 2 slots, 12 queued")
	b.press("esc")
	if b.place.screen != screen.CompactionsID {
		t.Errorf("esc led to %+v", b.place)
	}
}

func TestALensLeavesOtherNodesFindingsOut(t *testing.T) {
	b := newBench(t, normal(), Options{})
	b.press("n", "1", "0", ".", "0", ".", "0", ".", "1", "2", "enter")
	b.want(t, "NODE 10.0.0.12", "!! jobs.queue") // a finding of the table itself stays
	b.wantNot(t, "!  orders.by_customer")
	b.press("j")
	b.wantNot(t, "all compaction slots")
	b.press("7")
	b.want(t, "orders.by_customer on 10.0.0.11 (outside the lens): all compaction slots")
	b.press("n", "1", "0", ".", "0", ".", "0", ".", "1", "1", "enter", "7")
	b.want(t, "orders.by_customer on 10.0.0.11: all compaction slots")
}

func TestAcknowledgingUnderALensTakesOnlyItsFindings(t *testing.T) {
	b := newBench(t, normal(), Options{})
	b.press("n", "1", "0", ".", "0", ".", "0", ".", "1", "2", "enter")
	b.screen().List().Select("orders.by_customer")
	b.press("a")
	b.want(t, "no finding here to acknowledge")
}

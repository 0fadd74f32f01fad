package widget

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"github.com/partop/partop/themes"
)

func painter(ascii bool) Painter {
	th, _ := themes.Find("default")
	return Painter{Theme: th, ASCII: ascii}
}

func TestPaintFillsTheWidth(t *testing.T) {
	lines := []Line{nil, Plain("short"), Plain("exactly10!"), Plain("much longer than ten"), In(themes.Bad, "≤9").Add(themes.Dim, " of many more"),
		Plain("日本語日本語日本語"), Plain("exactly10!").Add(themes.Dim, "more")}
	for _, l := range lines {
		for _, selected := range []bool{false, true} {
			for _, ascii := range []bool{false, true} {
				got := painter(ascii).Paint(l, 10, selected)
				if w := ansi.StringWidth(got); w != 10 {
					t.Errorf("%q selected %v ascii %v: %d cells: %q", l.Text(), selected, ascii, w, got)
				}
			}
		}
	}
	for in, want := range map[string]string{"much longer": "much long…", "0123456789": "0123456789", "012345678 ": "012345678 "} {
		if got := ansi.Strip(painter(false).Paint(Plain(in), 10, false)); got != want {
			t.Errorf("%q was painted %q", in, got)
		}
	}
}

func TestASCIIKeepsNothingAbove7E(t *testing.T) {
	for in, want := range map[string]string{"plain": "plain", "≤9 µs…": "<=9 us~", "█▌▏": "##-", "日é": "??", "↑↓ ·": "^v ."} {
		if got := ASCII(in); got != want {
			t.Errorf("%q became %q, want %q", in, got, want)
		}
	}
}

func TestCuts(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Cut("abcdef", 6), "abcdef"}, {Cut("abcdef", 4), "abc…"}, {Cut("abcdef", 1), "a"}, {Cut("abcdef", 0), ""}, {Cut("abc", -1), ""},
		{CutMiddle("catalog.prices_history", 22), "catalog.prices_history"}, {CutMiddle("catalog.prices_history", 12), "cata…history"},
		{CutMiddle("catalog.prices", 5), "cata…"}, {Right("ab", 4), "  ab"}, {Left("ab", 4), "ab  "}, {Right("abcdef", 3), "ab…"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
	for _, l := range Wrap("one two three_very_long_word four", 9) {
		if Width(l) > 9 {
			t.Errorf("a line of %d: %q", Width(l), l)
		}
	}
	if Wrap("x", 0) != nil {
		t.Error("wrapped into nothing")
	}
}

func TestBar(t *testing.T) {
	for _, c := range []struct {
		share float64
		width int
		want  string
	}{
		{0, 4, "    "}, {0.001, 4, "▏   "}, {0.5, 4, "██  "}, {0.999, 4, "███▉"}, {1, 4, "████"}, {7, 4, "████"}, {-1, 4, "    "},
		{math.NaN(), 4, "    "}, {0.5, 0, ""}, {0.5, -3, ""}, {math.Inf(1), 2, "██"},
	} {
		if got := Bar(c.share, c.width); got != c.want {
			t.Errorf("Bar(%v, %d) = %q, want %q", c.share, c.width, got, c.want)
		}
	}
}

func TestSpark(t *testing.T) {
	for _, c := range []struct {
		values []float64
		width  int
		want   string
	}{
		{nil, 3, "   "}, {[]float64{0, 0}, 3, " ▁▁"}, {[]float64{0, 4, 8}, 3, "▁▅█"}, {[]float64{8, math.NaN(), 8}, 3, "▅ ▅"}, {[]float64{100, 98, 99}, 3, "▅▄▄"},
		{[]float64{1, 9, 1, 1, 1, 1}, 3, "█▂▂"}, {[]float64{math.Inf(1), 1}, 2, " ▅"}, {[]float64{1}, 0, ""},
	} {
		if got := Spark(c.values, c.width); got != c.want {
			t.Errorf("Spark(%v) = %q, want %q", c.values, got, c.want)
		}
	}
}

func label(v float64) string {
	return strings.TrimSuffix(strings.TrimRight(time.Duration(v).String(), "ns"), "µ")
}

func TestChartSurvivesEveryInput(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, values := range [][]float64{nil, {}, {nan, nan}, {inf, -inf}, {1}, {1, inf}, {nan, 1, nan}, {0, 0}, {-1, -2}, {1e308, 1e308},
		{5, 5}, {1, 2, nan, 3}, make([]float64, 5000)} {
		for _, size := range [][2]int{{0, 0}, {10, 5}, {18, 2}, {40, 6}, {200, 30}, {40, 1}, {-5, -5}} {
			lines := Chart(values, size[0], size[1], func(float64) string { return "9,887" })
			if len(lines) > max(0, size[1]) {
				t.Errorf("%v in %v: %d lines", values, size, len(lines))
			}
			for _, l := range lines {
				if l.Width() > size[0] {
					t.Errorf("%d values in %v: a line of %d", len(values), size, l.Width())
				}
			}
		}
	}
	if Chart([]float64{nan, 1, inf}, 40, 6, label) != nil {
		t.Error("one number made a curve")
	}
	lines := Chart([]float64{0, 5, 10}, 40, 5, func(v float64) string { return Left("", 0) + string(rune('0'+int(v)/2)) })
	if len(lines) != 5 || !strings.HasPrefix(strings.TrimSpace(lines[0].Text()), "5 ") || !strings.HasPrefix(strings.TrimSpace(lines[4].Text()), "0 ") {
		t.Errorf("scale: %q … %q", lines[0].Text(), lines[4].Text())
	}
}

func TestLaneStandsUnderTheCurve(t *testing.T) {
	from := time.Date(2026, 11, 30, 14, 0, 0, 0, time.UTC)
	to := from.Add(100 * time.Second)
	marks := []Mark{{from, "R"}, {from.Add(50 * time.Second), "C"}, {to, "S"}, {to.Add(time.Hour), "x"}, {from.Add(-1), "x"}}
	got := Lane(marks, from, to, axisWidth+10).Text()
	if got != "  events R····C···S" {
		t.Errorf("%q", got)
	}
	if Lane(marks, to, from, 40) != nil || Lane(marks, from, to, 3) != nil {
		t.Error("a lane without time or room")
	}
	if got := Scale("a", "b", axisWidth+10).Text(); got != "         a        b" {
		t.Errorf("%q", got)
	}
	if Scale("14:00:00", "14:01:40", 20) != nil {
		t.Error("a scale without room")
	}
}

// FuzzPaint feeds texts that nobody made safe: not one byte may act on the terminal.
func FuzzPaint(f *testing.F) {
	for _, s := range []string{"\x1b]52;c;x\x07", "\x9b31m", "a\u202eb", "\u2066", "\xff\xfe", "tab\there\r\n", "日本", "e\u0301"} {
		f.Add(s, 12)
	}
	f.Fuzz(func(t *testing.T, s string, width int) {
		width = max(1, min(width, 300))
		for _, ascii := range []bool{false, true} {
			got := (Painter{Theme: &themes.Theme{}, ASCII: ascii}).Paint(In(themes.Text, s).Add(themes.Dim, s), width, false)
			if strings.ContainsFunc(got, func(r rune) bool {
				return r < 0x20 || r >= 0x7f && r < 0xa0 || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
			}) {
				t.Errorf("%q was painted %q", s, got)
			}
			if w := ansi.StringWidth(got); w != width {
				t.Errorf("%q in %d cells takes %d: %q", s, width, w, got)
			}
		}
	})
}

package widget

import (
	"slices"
	"strings"
	"testing"

	"github.com/partop/partop/themes"
)

func TestWrapLine(t *testing.T) {
	for _, c := range []struct {
		name                string
		in                  string
		width, indent, most int
		want                []string
	}{
		{"fits", "one two", 10, 2, 0, []string{"one two"}},
		{"breaks at a blank", "one two three four", 10, 2, 0, []string{"one two", "  three", "  four"}},
		{"the blank may be the cell after the edge", "one two three", 7, 0, 0, []string{"one two three"}}, // too narrow to wrap
		{"cuts a word that is too long", "abcdefghijklmnop", 10, 2, 0, []string{"abcdefghij", "  klmnop"}},
		{"stops", "one two three four five six", 10, 0, 2, []string{"one two", "three four five six"}},
		{"wide signs", "≤≤≤≤≤ µµµµµ ≥≥≥≥≥", 11, 0, 0, []string{"≤≤≤≤≤ µµµµµ", "≥≥≥≥≥"}},
		{"nothing", "", 10, 2, 2, []string{""}},
	} {
		var got []string
		for _, l := range WrapLine(Plain(c.in), c.width, c.indent, c.most) {
			got = append(got, l.Text())
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestWrapLineKeepsRoles(t *testing.T) {
	l := In(themes.Strong, "name: ").Add(themes.Text, "some words ").Add(themes.Warn, "! stale")
	got := WrapLine(l, 17, 1, 0)
	if len(got) != 2 || got[0].Text() != "name: some words" || got[1].Text() != " ! stale" {
		t.Fatalf("%q", got)
	}
	if got[0][0].Role != themes.Strong || got[1][len(got[1])-1].Role != themes.Warn {
		t.Errorf("roles are lost: %+v", got)
	}
}

func TestHanging(t *testing.T) {
	for _, c := range []struct {
		l    Line
		want int
	}{
		{Plain("words"), 1}, {nil, 1},
		{In(themes.Strong, " ETA      ").Add(themes.Text, " left"), 11},
		{In(themes.Strong, strings.Repeat("x", 60)).Add(themes.Text, " y"), 1},
	} {
		if got := c.l.Hanging(80); got != c.want {
			t.Errorf("%q: %d, want %d", c.l.Text(), got, c.want)
		}
	}
}

func FuzzWrapLine(f *testing.F) {
	f.Add("one two three ≤4 five six seven", 12, 3)
	f.Add("\u65e5\u672c\u8a9e \u65e5\u672c\u8a9e\u65e5\u672c\u8a9e", 9, 0)
	f.Fuzz(func(t *testing.T, s string, width, indent int) {
		width, indent = 8+abs(width)%200, abs(indent)%20
		words := func(s string) string { return strings.Join(strings.Fields(s), "") }
		var all strings.Builder
		for _, l := range WrapLine(Plain(s), width, indent, 0) {
			all.WriteString(l.Text())
		}
		if words(all.String()) != words(s) {
			t.Errorf("%q became %q", s, all.String())
		}
	})
}

func abs(n int) int { return max(n, -n, 0) }

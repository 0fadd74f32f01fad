package cqltype

import (
	"strings"
	"testing"
	"unicode"
)

func TestWidth(t *testing.T) {
	tests := []struct {
		s    string
		want int
	}{
		{"", 0},
		{"abc", 3},
		{"é", 1},
		{"Ω", 1},
		{"…", 1},
		{"─", 1},
		{"א", 1},
		{"中", 2},
		{"한글", 4},
		{"ひらがな", 8},
		{"ｶﾅ", 2},  // half-width kana
		{"ＡＢ", 4},  // full-width Latin
		{"￦", 2},   // full-width sign
		{"👍", 2},   // emoji by default
		{"❤", 1},   // text by default: wide only with a selector, which is escaped
		{"𠀀", 2},   // second plane
		{"a中b", 4}, // mixed
		{`\u{1b}`, 6},
	}
	for _, tt := range tests {
		if got := Width(tt.s); got != tt.want {
			t.Errorf("%q: %d, want %d", tt.s, got, tt.want)
		}
	}
}

// A cut never halves a wide character: the cell that is left over stays empty.
func TestCapWide(t *testing.T) {
	tests := []struct {
		s        string
		width    int
		ellipsis string
		want     string
	}{
		{"", 0, "…", ""},
		{"", 5, "…", ""},
		{"abc", 3, "…", "abc"},
		{"abc", 2, "…", "a…"},
		{"abc", 1, "…", "…"},
		{"abc", 0, "…", ""},
		{"abc", -1, "…", ""},
		{"中文", 4, "…", "中文"},
		{"中文", 3, "…", "中…"},
		{"中文", 2, "…", "…"},
		{"中文", 1, "…", "…"},
		{"中文", 3, "", "中"},
		{"中文", 1, "", ""},
		{"a中", 2, "", "a"},
		{"a中", 3, "", "a中"},
		{"中文字", 4, "..", "中.."},
		{"中文字", 5, "...", "中..."},
		{"中文字", 2, "...", "中"}, // the ellipsis is wider than the room
		{"中文字", 2, "中", "中"},   // and may be wide itself
		{"ééé", 3, "…", "ééé"}, // six bytes, three cells
		{"éééé", 3, "…", "éé…"},
	}
	for _, tt := range tests {
		got := Cap(tt.s, tt.width, tt.ellipsis)
		if got != tt.want {
			t.Errorf("Cap(%q, %d, %q) = %q, want %q", tt.s, tt.width, tt.ellipsis, got, tt.want)
		}
		if Width(got) > max(tt.width, 0) {
			t.Errorf("Cap(%q, %d, %q) is %d wide", tt.s, tt.width, tt.ellipsis, Width(got))
		}
	}
}

// The tables are searched by bisection, which needs them sorted.
func TestTablesAreSorted(t *testing.T) {
	for _, table := range []struct {
		name string
		runs [][2]uint32
	}{{"wide", runs(wide.R16, wide.R32)}, {"invisible", runs(invisible.R16, invisible.R32)}} {
		last := uint32(0)
		for _, r := range table.runs {
			if r[0] <= last || r[1] < r[0] {
				t.Errorf("%s: %x after %x", table.name, r, last)
			}
			last = r[1]
		}
	}
}

// runs joins both halves of a table.
func runs(r16 []unicode.Range16, r32 []unicode.Range32) [][2]uint32 {
	var out [][2]uint32
	for _, r := range r16 {
		out = append(out, [2]uint32{uint32(r.Lo), uint32(r.Hi)})
	}
	for _, r := range r32 {
		out = append(out, [2]uint32{r.Lo, r.Hi})
	}
	return out
}

// Capping what SafeText returns may cut inside an escape, never inside a rune.
func TestCapOfEscapes(t *testing.T) {
	safe := SafeText("\x1b[2J" + strings.Repeat("中", 3))
	for width := range Width(safe) + 2 {
		got := Cap(safe, width, "…")
		if Width(got) > width || strings.ContainsRune(got, '\ufffd') || SafeText(got) != got {
			t.Errorf("width %d: %q", width, got)
		}
	}
}

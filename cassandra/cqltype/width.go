package cqltype

import (
	"strings"
	"unicode"
)

// wide are the characters that take two cells: East Asian Width W and F of
// Unicode, with gaps of a few characters closed. Too wide is the safe side:
// Cap then cuts a little early and a row never overflows.
var wide = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x1100, 0x115f, 1}, {0x231a, 0x231b, 1}, {0x2329, 0x232a, 1}, {0x23e9, 0x23f3, 1},
		{0x25fd, 0x25fe, 1}, {0x2614, 0x2615, 1}, {0x2630, 0x2637, 1}, {0x2648, 0x2653, 1},
		{0x267f, 0x267f, 1}, {0x268a, 0x2693, 1}, {0x26a1, 0x26a1, 1}, {0x26aa, 0x26ab, 1},
		{0x26bd, 0x26be, 1}, {0x26c4, 0x26c5, 1}, {0x26ce, 0x26ce, 1}, {0x26d4, 0x26d4, 1},
		{0x26ea, 0x26ea, 1}, {0x26f2, 0x26fd, 1}, {0x2705, 0x2705, 1}, {0x270a, 0x270b, 1},
		{0x2728, 0x2728, 1}, {0x274c, 0x274e, 1}, {0x2753, 0x2757, 1}, {0x2795, 0x2797, 1},
		{0x27b0, 0x27b0, 1}, {0x27bf, 0x27bf, 1}, {0x2b1b, 0x2b1c, 1}, {0x2b50, 0x2b55, 1},
		{0x2e80, 0x303e, 1}, {0x3041, 0xa4cf, 1}, {0xa960, 0xa97f, 1}, {0xac00, 0xd7a3, 1},
		{0xf900, 0xfaff, 1}, {0xfe10, 0xfe19, 1}, {0xfe30, 0xfe6f, 1}, {0xff01, 0xff60, 1},
		{0xffe0, 0xffe6, 1},
	},
	R32: []unicode.Range32{
		{0x16fe0, 0x1b2ff, 1}, {0x1d300, 0x1d376, 1}, {0x1f004, 0x1f004, 1}, {0x1f0cf, 0x1f0cf, 1},
		{0x1f18e, 0x1f19a, 1}, {0x1f1e6, 0x1f64f, 1}, {0x1f680, 0x1f6ff, 1}, {0x1f7e0, 0x1f7f0, 1},
		{0x1f90c, 0x1faff, 1}, {0x20000, 0x3fffd, 1},
	},
}

// Width returns the cells that text from SafeText or SafeASCII takes: two for
// wide characters, else one. Text that did not pass through them has no width.
func Width(s string) int {
	n := 0
	for _, r := range s {
		n += runeWidth(r)
	}
	return n
}

// runeWidth takes all below Hangul as narrow, which they are.
//
// Ambiguous characters (East Asian Width A: Greek, Cyrillic, box drawing) count
// as one, as terminals draw them unless set to a legacy East Asian encoding.
func runeWidth(r rune) int {
	if r >= 0x1100 && unicode.Is(wide, r) {
		return 2
	}
	return 1
}

// Cap cuts safe text to at most width cells; what is cut is marked with the
// ellipsis, whose cells count, unless it is wider than width itself.
func Cap(s string, width int, ellipsis string) string {
	if len(s) <= width || Width(s) <= width {
		return s
	}
	room := width - Width(ellipsis)
	if room < 0 {
		room, ellipsis = width, ""
	}
	var b strings.Builder
	for _, r := range s {
		if room -= runeWidth(r); room < 0 {
			break
		}
		b.WriteRune(r)
	}
	return b.String() + ellipsis
}

package cqltype

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// SafeText makes text from outside fit for a terminal cell: what prints stays,
// everything that could move the cursor, start an escape sequence, reorder or
// hide text is written as \u{NNNN}, bytes that are not UTF-8 as \xNN. Escaped
// are controls (C0, DEL, C1), bidirectional and other format characters, line
// and paragraph separators, blanks but the plain one, combining and other
// zero-width characters, private, unassigned and non-characters.
//
// A backslash stays as it is, so SafeText of its own output changes nothing;
// the result is for eyes, not for parsing back.
func SafeText(s string) string { return escape(s, printable) }

// SafeASCII is SafeText that also escapes everything beyond ASCII: the default
// for keys, where look-alikes and complex scripts mislead.
func SafeASCII(s string) string {
	return escape(s, func(r rune) bool { return r >= 0x20 && r < 0x7f })
}

// escape copies nothing while the text is clean, the common case by far.
func escape(s string, keep func(rune) bool) string {
	clean := 0
	for clean < len(s) {
		r, size := utf8.DecodeRuneInString(s[clean:])
		if r == utf8.RuneError && size == 1 || !keep(r) {
			break
		}
		clean += size
	}
	if clean == len(s) {
		return s
	}
	var b strings.Builder
	b.WriteString(s[:clean])
	for rest := s[clean:]; rest != ""; {
		r, size := utf8.DecodeRuneInString(rest)
		switch {
		case r == utf8.RuneError && size == 1:
			const digits = "0123456789abcdef"
			b.WriteString(`\x` + digits[rest[0]>>4:rest[0]>>4+1] + digits[rest[0]&15:rest[0]&15+1])
		case keep(r):
			b.WriteRune(r)
		default:
			b.WriteString(`\u{` + strconv.FormatInt(int64(r), 16) + "}")
		}
		rest = rest[size:]
	}
	return b.String()
}

// printable is true for characters that take one or two cells of their own.
// unicode.IsPrint already refuses the categories C and Z but for the blank. All
// marks go, the spacing ones (Mc) too: a terminal that forms grapheme clusters
// (UAX #29) gives them no cell, one that does not gives them one.
func printable(r rune) bool {
	if r < 0x80 {
		return r >= 0x20 && r < 0x7f
	}
	return unicode.IsPrint(r) && !unicode.Is(unicode.M, r) && !unicode.Is(invisible, r)
}

// invisible are printable by category, yet draw nothing or join with their
// neighbour, so that terminals disagree about their width.
var invisible = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x00ad, 0x00ad, 1}, // soft hyphen
		{0x0d4e, 0x0d4e, 1}, // Malayalam dot reph, joins what follows
		{0x0e33, 0x0e33, 1}, // Thai sara am, joins what precedes
		{0x0eb3, 0x0eb3, 1}, // Lao am, likewise
		{0x1100, 0x11ff, 1}, // Hangul jamo: several make one syllable
		{0x17b4, 0x17b5, 1}, // Khmer inherent vowels
		{0x2800, 0x2800, 1}, // blank braille pattern
		{0x3164, 0x3164, 1}, // Hangul filler
		{0xa960, 0xa97f, 1}, // more Hangul jamo
		{0xd7b0, 0xd7ff, 1}, // and more
		{0xff9e, 0xff9f, 1}, // half-width voicing marks join the kana before
		{0xffa0, 0xffa0, 1}, // half-width Hangul filler
		{0xfffc, 0xfffc, 1}, // object replacement
	},
	R32: []unicode.Range32{
		{0x111c2, 0x111c3, 1}, // Prepend of UAX #29: Sharada,
		{0x1193f, 0x11941, 1}, // Dives Akuru,
		{0x11a84, 0x11a89, 1}, // Soyombo,
		{0x11d46, 0x11d46, 1}, // Masaram Gondi,
		{0x11f02, 0x11f02, 1}, // Kawi
		{0x1f1e6, 0x1f1ff, 1}, // regional indicators: two make a flag
		{0x1f3fb, 0x1f3ff, 1}, // skin tones join the emoji before them
	},
}

package cqltype

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestSafeText(t *testing.T) {
	tests := []struct{ in, safe, ascii string }{
		{"plain text", "plain text", "plain text"},
		{`back\slash`, `back\slash`, `back\slash`},
		{"a\x1b[31mb", `a\u{1b}[31mb`, `a\u{1b}[31mb`},
		{"tab\tnl\n\x7f", `tab\u{9}nl\u{a}\u{7f}`, `tab\u{9}nl\u{a}\u{7f}`},
		{"c1\u0085\u009b", `c1\u{85}\u{9b}`, `c1\u{85}\u{9b}`},
		{"raw\x9b\xff", `raw\x9b\xff`, `raw\x9b\xff`},
		{"é中👍", "é中👍", `\u{e9}\u{4e2d}\u{1f44d}`},
		{"abc\u202edef\u2066", `abc\u{202e}def\u{2066}`, `abc\u{202e}def\u{2066}`},
		{"zw\u200b\u200d\ufeff", `zw\u{200b}\u{200d}\u{feff}`, `zw\u{200b}\u{200d}\u{feff}`},
		{"e\u0301", `e\u{301}`, `e\u{301}`}, {"nb\u00a0sp", `nb\u{a0}sp`, `nb\u{a0}sp`},
		{"\ufdd0\uffff\U0010ffff", `\u{fdd0}\u{ffff}\u{10ffff}`, `\u{fdd0}\u{ffff}\u{10ffff}`},
		{"\ue000\u0378", `\u{e000}\u{378}`, `\u{e000}\u{378}`}, {"\u3164\u2028", `\u{3164}\u{2028}`, `\u{3164}\u{2028}`},
		{"\U000e0041", `\u{e0041}`, `\u{e0041}`}, {"", "", ""},
	}
	for _, tt := range tests {
		if got := SafeText(tt.in); got != tt.safe {
			t.Errorf("SafeText(%q) = %q, want %q", tt.in, got, tt.safe)
		}
		if got := SafeASCII(tt.in); got != tt.ascii {
			t.Errorf("SafeASCII(%q) = %q, want %q", tt.in, got, tt.ascii)
		}
	}
}

func TestCap(t *testing.T) {
	tests := []struct {
		in       string
		width    int
		ellipsis string
		want     string
	}{
		{"partition", 9, "…", "partition"}, {"partition", 5, "…", "part…"}, {"partition", 5, "...", "pa..."},
		{"partition", 2, "...", "pa"}, {"partition", 0, "…", ""}, {"partition", -3, "", ""},
		{"中中中", 6, "…", "中中中"}, {"中中中", 5, "…", "中中…"}, {"中中中", 4, "…", "中…"}, {"中", 1, "", ""},
	}
	for _, tt := range tests {
		if got := Cap(tt.in, tt.width, tt.ellipsis); got != tt.want {
			t.Errorf("Cap(%q, %d, %q) = %q, want %q", tt.in, tt.width, tt.ellipsis, got, tt.want)
		}
	}
}

func FuzzSafeText(f *testing.F) {
	for _, s := range []string{"a", "\x1bP\x1b\\", "\u202e", "\xff\xfe", "e\u0301", "👩‍👩‍👧", `\u{1b}`} {
		f.Add(s, 5)
	}
	f.Fuzz(func(t *testing.T, s string, width int) {
		safe, ascii := SafeText(s), SafeASCII(s)
		for _, out := range []string{safe, ascii} {
			if !utf8.ValidString(out) {
				t.Fatalf("%q is not UTF-8", out)
			}
			for _, r := range out {
				if r < 0x20 || r >= 0x7f && r < 0xa0 || unicode.In(r, unicode.Cf, unicode.Mn, unicode.Me, unicode.Bidi_Control, unicode.Zl, unicode.Zp) {
					t.Fatalf("%q lets %U through", out, r)
				}
			}
		}
		if strings.IndexFunc(ascii, func(r rune) bool { return r > 0x7e }) >= 0 {
			t.Fatalf("%q is not ASCII", ascii)
		}
		if SafeText(safe) != safe || SafeASCII(ascii) != ascii {
			t.Fatalf("not stable: %q, %q", safe, ascii)
		}
		width %= 200
		if got := Cap(safe, width, "…"); width >= 0 && Width(got) > width {
			t.Fatalf("%q is wider than %d", got, width)
		}
	})
}

package cqltype

import (
	"strings"
	"testing"
	"unicode"
)

// What a hostile client could put into a key to take over the terminal of the
// one who looks at it. None may leave a byte that a terminal acts upon.
func TestSafeTextTraps(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"colour", "\x1b[31mred\x1b[0m", `\u{1b}[31mred\u{1b}[0m`},
		{"clear the screen", "\x1b[2J\x1b[H", `\u{1b}[2J\u{1b}[H`},
		{"window title", "\x1b]0;title\x07", `\u{1b}]0;title\u{7}`},
		{"title ended by ST", "\x1b]0;t\x1b\\", `\u{1b}]0;t\u{1b}\`},
		{"clipboard", "\x1b]52;c;cm0gLXJm\x07", `\u{1b}]52;c;cm0gLXJm\u{7}`},
		{"hyperlink", "\x1b]8;;http://x\x1b\\y", `\u{1b}]8;;http://x\u{1b}\y`},
		{"DCS", "\x1bP$qm\x1b\\", `\u{1b}P$qm\u{1b}\`},
		{"APC and PM", "\x1b_x\x1b^y", `\u{1b}_x\u{1b}^y`},
		{"CSI as one C1 character", "\u009b31m", `\u{9b}31m`},
		{"OSC as one C1 character", "\u009d0;t\u009c", `\u{9d}0;t\u{9c}`},
		{"CSI as one raw byte", "\x9b31m", `\x9b31m`},
		{"cursor", "a\rb\bc\vd\fe", `a\u{d}b\u{8}c\u{b}d\u{c}e`},
		{"new line and tab", "a\nb\tc", `a\u{a}b\u{9}c`},
		{"shift out", "\x0e\x0f", `\u{e}\u{f}`},
		{"NUL and DEL", "\x00\x7f", `\u{0}\u{7f}`},
		{"override", "user\u202etxt.exe", `user\u{202e}txt.exe`},
		{"embeddings", "\u202a\u202b\u202c\u202d", `\u{202a}\u{202b}\u{202c}\u{202d}`},
		{"isolates", "\u2066\u2067\u2068\u2069", `\u{2066}\u{2067}\u{2068}\u{2069}`},
		{"direction marks", "\u200e\u200f\u061c", `\u{200e}\u{200f}\u{61c}`},
		{"zero width", "a\u200bb\u200cc\u200dd\u2060e\ufeff", `a\u{200b}b\u{200c}c\u{200d}d\u{2060}e\u{feff}`},
		{"invisible letters", "\u115f\u1160\u3164\uffa0\u2800", `\u{115f}\u{1160}\u{3164}\u{ffa0}\u{2800}`},
		{"variation selectors", "\u2764\ufe0f\U000e0100", "\u2764" + `\u{fe0f}\u{e0100}`},
		{"tags", "\U000e0001\U000e0061", `\u{e0001}\u{e0061}`},
		{"combining", "e\u0301\u20dd\u0489", `e\u{301}\u{20dd}\u{489}`},
		{"spacing marks", "\u0915\u093f", "\u0915" + `\u{93f}`},
		{"Thai sara am", "\u0e01\u0e33", "\u0e01" + `\u{e33}`},
		{"conjoining Hangul", "\u1100\u1161", `\u{1100}\u{1161}`},
		{"voicing mark", "\uff76\uff9e", "\uff76" + `\u{ff9e}`},
		{"emoji sequence", "👩\u200d👧", `👩\u{200d}👧`},
		{"skin tone", "👍🏽", `👍\u{1f3fd}`},
		{"flag", "🇨🇭", `\u{1f1e8}\u{1f1ed}`},
		{"blanks", "\u00a0\u2003\u3000\u1680", `\u{a0}\u{2003}\u{3000}\u{1680}`},
		{"separators", "\u2028\u2029", `\u{2028}\u{2029}`},
		{"soft hyphen", "a\u00adb", `a\u{ad}b`},
		{"private", "\ue0b0\U000f0000", `\u{e0b0}\u{f0000}`},
		{"non-characters", "\ufdd0\ufffe\U0001ffff", `\u{fdd0}\u{fffe}\u{1ffff}`},
		{"interlinear", "\ufff9\ufffa\ufffb\ufffc", `\u{fff9}\u{fffa}\u{fffb}\u{fffc}`},
		// The replacement character itself is text; the bytes it stands for are not.
		{"replacement", "\ufffd\xff", "\ufffd" + `\xff`},
	}
	for _, tt := range tests {
		if got := SafeText(tt.in); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// Bytes that are not UTF-8 are shown one by one, what follows them intact.
func TestSafeTextInvalidUTF8(t *testing.T) {
	tests := []struct{ in, want string }{
		{"\x80", `\x80`},
		{"\xc3", `\xc3`},
		{"\xc3(", `\xc3(`},
		{"a\xe4\xb8b", `a\xe4\xb8b`},
		{"\xe4\xb8\xad\xe4\xb8", "中" + `\xe4\xb8`},
		{"\xc0\x80", `\xc0\x80`},         // NUL written long
		{"\xc0\x9b", `\xc0\x9b`},         // ESC written long
		{"\xed\xa0\x80", `\xed\xa0\x80`}, // half a surrogate pair
		{"\xf4\x90\x80\x80", `\xf4\x90\x80\x80`},
		{"\xf0\x9f\x91", `\xf0\x9f\x91`},
		{"\xfe\xff", `\xfe\xff`},
	}
	for _, tt := range tests {
		if got := SafeText(tt.in); got != tt.want {
			t.Errorf("SafeText(%q) = %q, want %q", tt.in, got, tt.want)
		}
		ascii := strings.ReplaceAll(tt.want, "中", `\u{4e2d}`)
		if got := SafeASCII(tt.in); got != ascii {
			t.Errorf("SafeASCII(%q) = %q, want %q", tt.in, got, ascii)
		}
	}
}

// Every code point alone: what stays is printable and takes its cells, what
// goes is plain ASCII.
func TestSafeTextEveryRune(t *testing.T) {
	kept := 0
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if r >= 0xd800 && r < 0xe000 {
			continue // surrogates are not text
		}
		s := string(r)
		got := SafeText(s)
		if got != s {
			if !strings.HasPrefix(got, `\u{`) || len(got) != Width(got) {
				t.Fatalf("%U becomes %q", r, got)
			}
			continue
		}
		kept++
		if !unicode.IsGraphic(r) || unicode.IsMark(r) || unicode.IsSpace(r) && r != ' ' {
			t.Fatalf("%U stays", r)
		}
	}
	// Letters of living scripts must stay, or the function would be no use.
	if kept < 100_000 {
		t.Errorf("only %d code points stay", kept)
	}
	for _, s := range []string{"Zürich", "Ελλάδα", "Москва", "東京", "서울", "עברית", "€", "½", "→", "👍"} {
		if got := SafeText(s); got != s {
			t.Errorf("%s becomes %q", s, got)
		}
	}
}

// Clean text is returned as it is, without a copy: keys are drawn often.
func TestSafeTextDoesNotCopyCleanText(t *testing.T) {
	s := strings.Repeat("clean 中 ", 20)
	if n := testing.AllocsPerRun(100, func() { SafeText(s) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

package widget

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// printable drops what would act on a terminal instead of being shown. Texts are made safe where they enter the UI;
// this is the last guard, for the one that was forgotten.
func printable(s string) string {
	clean := true
	for i := range len(s) {
		if s[i] < 0x20 || s[i] >= 0x7f {
			clean = false
			break
		}
	}
	if clean {
		return s
	}
	// Dropped and not replaced: the place where text enters the UI has shown them in a readable form already.
	return strings.Map(func(r rune) rune {
		// Cf holds the bidi controls and zero-width signs, Cc the controls of both ASCII and Latin-1.
		if r == utf8.RuneError || unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) {
			return -1
		}
		return r
	}, s)
}

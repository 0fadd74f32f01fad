package widget

import "strings"

// asciiFor gives the plain form of every sign that the screens use.
var asciiFor = map[rune]string{
	'≤': "<=", '≥': ">=", '…': "~", '·': ".", '×': "x", 'µ': "u", '±': "+-",
	'█': "#", '▉': "#", '▊': "#", '▋': "#", '▌': "#", '▍': "=", '▎': "=", '▏': "-", '░': ".",
	'▁': "_", '▂': ".", '▃': ".", '▄': ":", '▅': ":", '▆': "|", '▇': "|",
	'─': "-", '│': "|", '┤': "|", '┼': "+", '╭': "/", '╮': "\\", '╰': "\\", '╯': "/", '╴': "-", '╶': "-",
	'└': "+", '┬': "+", '┌': "+", '┐': "+", '┘': "+",
	'↑': "^", '↓': "v", '→': "->", '←': "<-", '▲': "^", '▼': "v", '▸': ">", '▾': "v",
	'–': "-", '—': "-", '“': "\"", '”': "\"", '’': "'",
}

// ASCII replaces signs by their plain form and whatever else is not ASCII by "?": in this mode nothing above 0x7e
// reaches the terminal.
func ASCII(s string) string {
	plain := true
	for i := range len(s) {
		if s[i] >= 0x80 {
			plain = false
			break
		}
	}
	if plain {
		return s
	}
	// Most cells are plain already, so the loop above saves a copy of every one of them in every frame.
	var b strings.Builder
	for _, r := range s {
		switch sign, ok := asciiFor[r]; {
		case r < 0x80:
			b.WriteRune(r)
		case ok:
			b.WriteString(sign)
		default:
			b.WriteByte('?')
		}
	}
	return b.String()
}

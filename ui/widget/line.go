package widget

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"github.com/partop/partop/themes"
)

// Span is a run of text in one role. The text holds no escape sequences.
type Span struct {
	Role themes.Role
	Text string
}

// Line is one line of the screen, unpainted, so that its width is that of its text.
type Line []Span

// Plain makes a line of one text.
func Plain(text string) Line { return Line{{themes.Text, text}} }

// In makes a line of one text in a role.
func In(role themes.Role, text string) Line { return Line{{role, text}} }

// Add appends a text in a role and returns the longer line.
func (l Line) Add(role themes.Role, text string) Line {
	if text == "" {
		return l
	}
	return append(l, Span{role, text})
}

// Text is the line without roles.
func (l Line) Text() string {
	var b strings.Builder
	for _, s := range l {
		b.WriteString(s.Text)
	}
	return b.String()
}

// ASCII is the line in plain signs, for whoever has to know its width before it is painted.
func (l Line) ASCII() Line {
	out := make(Line, len(l))
	for i, s := range l {
		out[i] = Span{s.Role, ASCII(s.Text)}
	}
	return out
}

// Width is how many cells the line takes.
func (l Line) Width() int {
	n := 0
	for _, s := range l {
		n += Width(s.Text)
	}
	return n
}

// Width is how many cells a text takes. Pure ASCII, which most cells are, is counted without decoding.
func Width(s string) int {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return ansi.StringWidth(s)
		}
	}
	return len(s)
}

// Painter turns lines into text for the terminal.
type Painter struct {
	Theme *themes.Theme
	ASCII bool
}

// Paint cuts or pads a line to a width and applies the theme. A selected line is one reverse run: nested attributes
// would end the reverse video in the middle of the row.
func (p Painter) Paint(l Line, width int, selected bool) string {
	var b strings.Builder
	b.Grow(width * 2)
	left := width
	// One role for the whole row: reverse video that stops at every coloured cell is hard to follow across a wide screen.
	if selected {
		text := fit(p.text(Cut(p.text(l.Text()), width)), width)
		return p.Theme.Paint(themes.Selection, text)
	}
	for i, s := range l {
		text := p.text(s.Text)
		w := Width(text)
		if w > left || w == left && p.more(l[i+1:]) {
			text = fit(p.text(Cut(text+" ", left)), left)
			w = left
		}
		b.WriteString(p.Theme.Paint(s.Role, text))
		if left -= w; left <= 0 {
			break
		}
	}
	if left > 0 {
		b.WriteString(spaces(left))
	}
	return b.String()
}

// more reports whether spans hold anything that would be cut off.
func (p Painter) more(rest Line) bool { return strings.TrimSpace(rest.Text()) != "" }

// text is what may reach the terminal.
func (p Painter) text(s string) string {
	s = printable(s)
	if p.ASCII {
		return ASCII(s)
	}
	return s
}

// fit cuts or pads a text to exactly width cells.
func fit(s string, width int) string {
	w := Width(s)
	if w > width {
		s = ansi.Truncate(s, width, "")
		w = Width(s)
	}
	return s + spaces(width-w)
}

// spaces takes a negative width for none: callers subtract.
func spaces(n int) string { return strings.Repeat(" ", max(0, n)) }

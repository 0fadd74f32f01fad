package widget

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Cut shortens a text to a width, with a sign where something is missing.
// It counts cells and not bytes or runes: names may hold letters that are two cells wide.
func Cut(s string, width int) string {
	if Width(s) <= width {
		return s
	}
	if width <= 1 {
		return ansi.Truncate(s, max(0, width), "")
	}
	return ansi.Truncate(s, width, "…")
}

// CutMiddle shortens a name but keeps both its ends: table names of one keyspace share their beginning, and versions
// of one table their end.
func CutMiddle(s string, width int) string {
	w := Width(s)
	if w <= width {
		return s
	}
	if width < 8 {
		return Cut(s, width)
	}
	head := (width - 1) * 2 / 5
	tail := width - 1 - head
	return ansi.Truncate(s, head, "") + "…" + ansi.TruncateLeft(s, w-tail, "")
}

// Right pads a text on its left to a width, or cuts it.
func Right(s string, width int) string {
	w := Width(s)
	if w > width {
		return Cut(s, width)
	}
	return spaces(width-w) + s
}

// Left pads a text on its right to a width, or cuts it.
func Left(s string, width int) string {
	w := Width(s)
	if w > width {
		return Cut(s, width)
	}
	return s + spaces(width-w)
}

// Wrap breaks a text into lines of at most width cells, at blanks where it can.
func Wrap(s string, width int) []string {
	if width < 1 {
		return nil
	}
	var out []string
	for _, paragraph := range splitLines(s) {
		for _, l := range WrapLine(Plain(paragraph), width, 0, 0) {
			out = append(out, Cut(l.Text(), width))
		}
	}
	return out
}

// splitLines keeps empty lines: they separate paragraphs.
func splitLines(s string) []string {
	var out []string
	start := 0
	for i := range len(s) {
		if s[i] == '\n' {
			out = append(out, s[start:i])
			start = i + 1
		}
	}
	return append(out, s[start:])
}

// WrapLine breaks a line of spans at blanks into lines of at most width cells; lines after the first begin with indent
// blanks. With most > 0 there are at most so many lines, and the last one is cut.
// Roles survive the break, so that a warning at the end of a long line is still seen as one.
func WrapLine(l Line, width, indent, most int) []Line {
	var out []Line
	for room := width; most <= 0 || len(out) < most-1; room = width - indent {
		if l.Width() <= room || room < 8 {
			break
		}
		at := breakAt(l.Text(), room)
		head, tail := l.split(at)
		out = append(out, indented(head, indent, len(out)))
		l = tail.trimLeft()
	}
	return append(out, indented(l, indent, len(out)))
}

// indented sets every line but the first in.
func indented(l Line, indent, number int) Line {
	if number == 0 {
		return l
	}
	return append(Plain(spaces(indent)), l...)
}

// breakAt is the byte at which a text is best broken to fit: after the last blank, else wherever the room ends. A break
// that would leave less than a third of the line is none: a long address is rather cut in two.
func breakAt(s string, room int) int {
	fits := min(len(s), len(ansi.Truncate(s, room, ""))) // bytes that are no text may come back longer
	if fits < len(s) && s[fits] == ' ' {
		return fits
	}
	if i := strings.LastIndexByte(s[:fits], ' '); i > fits/3 {
		return i
	}
	return max(1, fits)
}

// split divides a line at a byte of its text.
func (l Line) split(at int) (head, tail Line) {
	for _, s := range l {
		n := min(max(0, at), len(s.Text))
		head = head.Add(s.Role, s.Text[:n])
		tail = tail.Add(s.Role, s.Text[n:])
		at -= len(s.Text)
	}
	return head, tail
}

// trimLeft drops the blanks at which a line was broken.
func (l Line) trimLeft() Line {
	for len(l) > 0 {
		text := strings.TrimLeft(l[0].Text, " ")
		if text != "" {
			return append(Line{{l[0].Role, text}}, l[1:]...)
		}
		l = l[1:]
	}
	return l
}

// Hanging is the indent under which the second lines of a list of terms stand: below where the explanation began. It is
// 1 for a line that does not begin with a short term of its own.
func (l Line) Hanging(width int) int {
	if len(l) < 2 {
		return 1
	}
	first, rest := Width(l[0].Text), l[1].Text
	first += len(rest) - len(strings.TrimLeft(rest, " "))
	if first > width/2 {
		return 1
	}
	return first
}

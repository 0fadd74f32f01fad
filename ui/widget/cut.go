package widget

import "github.com/charmbracelet/x/ansi"

// Cut shortens a text to a width, with a sign where something is missing.
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
	for _, line := range splitLines(ansi.Wrap(s, width, "")) {
		out = append(out, Cut(line, width))
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

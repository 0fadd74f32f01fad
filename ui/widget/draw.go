package widget

import "github.com/partop/partop/themes"

// Drawn is a line with whether the cursor is on it.
type Drawn struct {
	Line     Line
	Selected bool
}

// Lines turns plain lines into drawn ones.
func Lines(lines ...Line) []Drawn {
	out := make([]Drawn, len(lines))
	for i, l := range lines {
		out[i].Line = l
	}
	return out
}

// Resize tells how many lines the table gets, its heading included, so that pages and scrolling fit.
func (t *Table) Resize(height int) {
	t.height = max(0, height-1)
	t.scroll()
}

// Draw returns the heading and the visible rows, at most height lines. Without focus no row is selected.
// Columns are chosen anew for each draw: the terminal may have been resized, and a column may just have learnt
// its first figure.
func (t *Table) Draw(width, height int, focus, ascii bool) []Drawn {
	if height < 1 || width < 1 {
		return nil
	}
	rows := t.visible(height - 1)
	columns := t.Columns
	if ascii {
		columns = t.wider()
	}
	cols := pick(columns, t.unknown, width)
	widths := t.widths(columns, cols, width, ascii)
	out := make([]Drawn, 0, height)
	out = append(out, Drawn{Line: t.heading(cols, widths)})
	for _, n := range rows {
		r := &t.rows[n]
		sel := focus && r.ID == t.Selected()
		out = append(out, Drawn{Line: t.line(r, cols, widths, ascii), Selected: sel})
	}
	return out
}

// visible is the window of rows; only these are formatted and painted.
// The window is clamped here too: rows may have gone since the last scroll.
func (t *Table) visible(height int) []int {
	top := max(0, min(t.top, len(t.shown)-height))
	return t.shown[top:min(len(t.shown), top+height)]
}

// wider are the columns with room for ASCII signs, which take more cells: "<=533ms" is one longer than with a sign.
// Two cells at most: beyond that the column would push others out for the sake of one odd value.
func (t *Table) wider() []Column {
	out := append([]Column(nil), t.Columns...)
	for c := range out {
		for _, n := range t.shown {
			if w := Width(ASCII(cellAt(&t.rows[n], c).Text)); !out[c].Left && w > out[c].Width {
				out[c].Width = min(w, t.Columns[c].Width+2)
			}
		}
	}
	return out
}

// widths gives the flexible column what is left, but no more than its longest cell needs.
func (t *Table) widths(columns []Column, cols []int, width int, ascii bool) []int {
	out := make([]int, len(cols))
	left, flex := width, -1
	for i, c := range cols {
		out[i] = columns[c].Width
		left -= out[i]
		if i > 0 {
			left--
		}
		if t.Columns[c].Flex {
			flex = i
		}
	}
	if flex < 0 || left <= 0 {
		return out
	}
	// All rows count, not only the visible ones: the columns must not move while scrolling.
	longest := out[flex]
	for _, n := range t.shown {
		longest = max(longest, Width(cellText(cellAt(&t.rows[n], cols[flex]), ascii)))
	}
	out[flex] = min(longest, out[flex]+left)
	return out
}

// heading underlines the column that orders the rows.
func (t *Table) heading(cols, widths []int) Line {
	var l Line
	for i, c := range cols {
		col := &t.Columns[c]
		title, blank := Cut(col.Title, widths[i]), " "
		if i == 0 {
			blank = ""
		}
		// The natural order has no arrow: it is not one column that makes it.
		if t.sort != c+1 {
			l = l.Add(themes.Title, blank+align(title, widths[i], col.Left))
			continue
		}
		// The arrow takes the blank before the column: it must show on terminals that cannot underline.
		if col.Left {
			l = l.Add(themes.Title, blank).Add(themes.Sorted, title+t.arrow())
			l = l.Add(themes.Title, spaces(widths[i]-Width(title)-1))
			continue
		}
		l = l.Add(themes.Title, spaces(widths[i]-Width(title))+t.arrow()).Add(themes.Sorted, title)
	}
	return l
}

// align pads as the column does, so that a title stands over its figures.
func align(s string, width int, left bool) string {
	if left {
		return Left(s, width)
	}
	return Right(s, width)
}

// arrow points down for the natural direction of numbers: largest first.
func (t *Table) arrow() string {
	if t.invert {
		return "▲"
	}
	return "▼"
}

// line writes one row in spans, a role each, so that a cell can be coloured without knowing its neighbours.
// A name is cut where its column says; figures are never cut in the middle, since half a number is another
// number.
func (t *Table) line(r *Row, cols, widths []int, ascii bool) Line {
	l := make(Line, 0, 2*len(cols))
	for i, c := range cols {
		if i > 0 {
			l = l.Add(themes.Text, " ")
		}
		cell := cellAt(r, c)
		text := cellText(cell, ascii)
		if t.Columns[c].Left {
			if t.Columns[c].Middle {
				text = CutMiddle(text, widths[i])
			}
			l = l.Add(cell.Role, Left(text, widths[i]))
			continue
		}
		l = l.Add(cell.Role, Right(text, widths[i]))
	}
	return l
}

// cellText is the text whose width counts.
func cellText(c Cell, ascii bool) string {
	if ascii {
		return ASCII(c.Text)
	}
	return c.Text
}

package widget

// Selected is the ID of the row under the cursor, empty in an empty table.
func (t *Table) Selected() string {
	if t.at < 0 || t.at >= len(t.shown) {
		return ""
	}
	return t.rows[t.shown[t.at]].ID
}

// SelectedRow is the row under the cursor.
func (t *Table) SelectedRow() (Row, bool) {
	if t.Selected() == "" {
		return Row{}, false
	}
	return t.rows[t.shown[t.at]], true
}

// Select puts the cursor on a row, if it is shown.
func (t *Table) Select(id string) bool {
	for i, n := range t.shown {
		if t.rows[n].ID == id {
			t.at, t.cursor, t.touched = i, id, true
			t.scroll()
			return true
		}
	}
	return false
}

// Move moves the cursor by rows, stopping at both ends.
func (t *Table) Move(by int) {
	t.at = min(max(0, t.at+by), max(0, len(t.shown)-1))
	t.cursor, t.touched = t.Selected(), true
	t.scroll()
}

// Page is how many rows a page key moves.
func (t *Table) Page() int { return max(1, t.height-1) }

// First and Last jump to the ends. At the first place the cursor stays there while rows change below it: whoever
// looks at the worst row wants the worst row.
func (t *Table) First() {
	t.at, t.top, t.touched = 0, 0, false
	t.cursor = t.Selected()
}

// Last jumps to the last row.
func (t *Table) Last() { t.Move(len(t.shown)) }

// follow finds the cursor's row after the rows changed. An untouched cursor stays on the first place.
func (t *Table) follow() {
	if !t.touched {
		t.at = 0
		t.cursor = t.Selected()
		t.scroll()
		return
	}
	for i, n := range t.shown {
		if t.rows[n].ID == t.cursor {
			t.at = i
			t.scroll()
			return
		}
	}
	t.at = min(t.at, max(0, len(t.shown)-1))
	t.scroll()
}

// scroll moves the window only when the cursor would leave it.
func (t *Table) scroll() {
	if t.height <= 0 {
		return
	}
	t.top = min(t.top, t.at)
	t.top = max(t.top, t.at-t.height+1)
	t.top = max(0, min(t.top, len(t.shown)-t.height))
}

// IDs lists the rows that pass the filter, in order.
func (t *Table) IDs() []string { return t.ids() }

package widget

// SortBy orders by the next (by > 0) or previous column that can be sorted, round over the natural order.
// The natural order is one of the stops, so that it can be found again without a key of its own.
func (t *Table) SortBy(by int) {
	n := len(t.Columns) + 1
	for range n {
		t.sort = (t.sort + by + n) % n
		if t.sort == 0 || !t.Columns[t.sort-1].NoSort && !t.unknownAt(t.sort-1) {
			break
		}
	}
	t.invert = false
	t.arrange()
	t.follow()
}

// unknownAt keeps < and > from stopping at a column that could order nothing.
func (t *Table) unknownAt(col int) bool { return col < len(t.unknown) && t.unknown[col] }

// Invert turns the order round.
func (t *Table) Invert() {
	t.invert = !t.invert
	t.arrange()
	t.follow()
}

// Order names the column that orders the rows, empty for the natural order.
func (t *Table) Order() (title string, inverted bool) {
	if t.sort == 0 {
		return "", t.invert
	}
	return t.Columns[t.sort-1].Title, t.invert
}

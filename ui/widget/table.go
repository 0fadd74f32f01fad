package widget

import (
	"slices"
	"strings"
)

// Order on screen is decided in three steps, each remembered: rows come worst first; a filter leaves some out; a column
// may order the rest. A hold keeps the last result on screen while new figures flow into the rows.
//
// Table is a list of rows with a cursor, a filter and an order. Rows come in their natural order, worst first; the
// table never moves them until it is told to (Settle), so that nothing jumps under the operator's hands.
type Table struct {
	Columns []Column

	rows    []Row // in natural order, all of them
	shown   []int // numbers of rows, filtered and ordered
	unknown []bool
	cursor  string // the ID under the cursor
	at      int    // its place, for when the row has gone
	top     int    // first visible place
	height  int    // rows visible at the last Draw
	sort    int    // column number + 1; 0 is the natural order
	invert  bool
	filter  string
	touched bool // the cursor was moved by hand: it follows its row, not the first place
}

// SetRows replaces the rows. With hold the rows that are on screen keep their places and new ones go to the end.
func (t *Table) SetRows(rows []Row, hold bool) {
	before := t.ids()
	t.rows = rows
	t.unknown = unknownColumns(len(t.Columns), rows)
	t.arrange()
	if hold {
		t.restore(before)
	}
	t.follow()
}

// ids is the order on screen.
func (t *Table) ids() []string {
	out := make([]string, len(t.shown))
	for i, n := range t.shown {
		out[i] = t.rows[n].ID
	}
	return out
}

// arrange filters and orders.
func (t *Table) arrange() {
	t.shown = t.shown[:0]
	for i := range t.rows {
		if t.matches(&t.rows[i]) {
			t.shown = append(t.shown, i)
		}
	}
	if t.sort == 0 {
		if t.invert {
			slices.Reverse(t.shown)
		}
		return
	}
	col := t.sort - 1
	slices.SortStableFunc(t.shown, func(a, b int) int {
		ca, cb := cellAt(&t.rows[a], col), cellAt(&t.rows[b], col)
		switch {
		case before(ca, cb, t.invert):
			return -1
		case before(cb, ca, t.invert):
			return 1
		}
		return 0
	})
}

// cellAt makes a row that is too short unknown at its end instead of wrong.
func cellAt(r *Row, col int) Cell {
	if col < len(r.Cells) {
		return r.Cells[col]
	}
	return Unknown()
}

// restore puts the rows back where they were a moment ago.
// New rows go to the end for that second, whatever they say: the row under the finger must stay where it is.
func (t *Table) restore(ids []string) {
	place := make(map[string]int, len(ids))
	for i, id := range ids {
		place[id] = i
	}
	slices.SortStableFunc(t.shown, func(a, b int) int {
		pa, okA := place[t.rows[a].ID]
		pb, okB := place[t.rows[b].ID]
		switch {
		case okA && okB:
			return pa - pb
		case okA:
			return -1
		case okB:
			return 1
		}
		return 0
	})
}

// Settle re-orders after a hold.
func (t *Table) Settle() { t.arrange(); t.follow() }

// SetFilter shows only rows that contain a text; with a leading "!" only those that do not.
// The cursor stays on its row while that passes, else it takes the place nearest to where it was.
func (t *Table) SetFilter(f string) {
	t.filter = f
	t.arrange()
	t.follow()
}

// Filter is the text that SetFilter was given.
func (t *Table) Filter() string { return t.filter }

// matches ignores case: nobody remembers how a keyspace is spelled at three in the morning.
func (t *Table) matches(r *Row) bool {
	want, inverse := strings.CutPrefix(strings.ToLower(t.filter), "!")
	if want == "" {
		return true
	}
	return strings.Contains(strings.ToLower(r.text()), want) != inverse
}

// Len is how many rows pass the filter, Total how many there are.
func (t *Table) Len() int { return len(t.shown) }

// Total is how many rows there are before the filter.
func (t *Table) Total() int { return len(t.rows) }

// unknownColumns finds the columns in which no row has a figure.
func unknownColumns(n int, rows []Row) []bool {
	out := make([]bool, n)
	for c := range out {
		out[c] = len(rows) > 0 && !slices.ContainsFunc(rows, func(r Row) bool { return !cellAt(&r, c).IsUnknown() })
	}
	return out
}

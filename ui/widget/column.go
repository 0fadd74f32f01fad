package widget

// Column is how a table shows one figure of its rows.
type Column struct {
	Title string
	Width int  // cells, without the blank before it
	Left  bool // names are left-aligned, numbers right
	// Priority tells which columns a narrow table keeps: lower goes first, 0 always stays.
	Priority int
	// Flex marks the one column that takes the room that is left, up to its longest cell; Width is its least.
	Flex bool
	// Middle cuts long cells in the middle instead of at the end.
	Middle bool
	// NoSort excludes a column from < and >: marks, sparklines, bars.
	NoSort bool
}

// pick chooses the columns that fit, in their own order. A column in which no row knows anything gives way to all
// others: its place is worth more to a figure.
func pick(cols []Column, unknown []bool, width int) []int {
	keep := make([]bool, len(cols))
	room := width + 1
	for _, want := range order(cols, unknown) {
		if need := cols[want].Width + 1; need <= room {
			keep[want] = true
			room -= need
		} else if cols[want].Priority > 0 {
			break
		}
	}
	var out []int
	for i, k := range keep {
		if k {
			out = append(out, i)
		}
	}
	return out
}

// order lists column numbers, the most wanted first.
func order(cols []Column, unknown []bool) []int {
	out := make([]int, 0, len(cols))
	for i := range cols {
		at := len(out)
		for at > 0 && rank(cols, unknown, i) < rank(cols, unknown, out[at-1]) {
			at--
		}
		out = append(out, 0)
		copy(out[at+1:], out[at:])
		out[at] = i
	}
	return out
}

// rank moves an unknown column behind every known one but never drops the columns that always stay.
func rank(cols []Column, unknown []bool, i int) int {
	r := cols[i].Priority
	if r > 0 && i < len(unknown) && unknown[i] {
		r += 1000
	}
	return r
}

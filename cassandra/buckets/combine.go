package buckets

import "fmt"

// Merge adds the counts of two histograms, of two nodes or tables. It fails
// with ErrLayout when their borders or units differ, for no bucket of one then
// fits one of the other, and with ErrInvalid when the sum leaves 64 bits.
func Merge(a, b Histogram) (Histogram, error) {
	switch {
	case a.layout == (Layout{}):
		return b, nil
	case b.layout == (Layout{}):
		return a, nil
	case a.layout != b.layout:
		return Histogram{}, layoutError(a.layout, b.layout)
	}
	out := Histogram{layout: a.layout, cells: make([]cell, 0, max(len(a.cells), len(b.cells)))}
	x, y := a.cells, b.cells
	for len(x) > 0 || len(y) > 0 {
		switch {
		case len(y) == 0 || len(x) > 0 && x[0].index < y[0].index:
			out.cells, x = append(out.cells, x[0]), x[1:]
		case len(x) == 0 || y[0].index < x[0].index:
			out.cells, y = append(out.cells, y[0]), y[1:]
		default:
			out.cells = append(out.cells, cell{x[0].index, x[0].count + y[0].count})
			x, y = x[1:], y[1:]
		}
	}
	return out, out.validate()
}

// Sub returns later minus earlier: the histogram of the time between two reads
// of a cumulative one. When a count went down or the layout changed, the node
// was restarted or the metric cleared: reset is true and the result is later
// itself, which counts from then on. An earlier Histogram without layout gives
// later, without reset.
func Sub(later, earlier Histogram) (diff Histogram, reset bool) {
	if earlier.layout == (Layout{}) {
		return later, false
	}
	if later.layout != earlier.layout {
		return later, true
	}
	for _, c := range earlier.cells {
		if later.at(c.index) < c.count {
			return later, true
		}
	}
	diff.layout = later.layout
	for _, c := range later.cells {
		if n := c.count - earlier.at(c.index); n > 0 {
			diff.cells = append(diff.cells, cell{c.index, n})
		}
	}
	return diff, false
}

func layoutError(a, b Layout) error {
	return fmt.Errorf("%d buckets of %q (zero bucket %t) and %d of %q (%t): %w",
		a.Buckets, a.Unit, a.Zero, b.Buckets, b.Unit, b.Zero, ErrLayout)
}

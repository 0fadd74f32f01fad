package widget

import (
	"math"

	"github.com/partop/partop/themes"
)

// Cell is one figure of a row.
type Cell struct {
	Text string
	Role themes.Role
	// Sort orders the rows; NaN is unknown and goes last in either direction. Cells that sort by name leave it 0.
	Sort float64
	// ByText orders by Text instead.
	ByText bool
}

// Row is one line of a table. ID is what the row is about: the cursor follows it through every re-sort.
type Row struct {
	ID    string
	Cells []Cell
}

// Named makes a cell that sorts by its text.
func Named(text string) Cell { return Cell{Text: text, ByText: true} }

// Unknown makes a cell for a figure that nobody knows. It is never a zero.
// NaN and not a flag, so that no sum or comparison can use it by mistake.
func Unknown() Cell { return Cell{Text: "?", Role: themes.Unknown, Sort: math.NaN()} }

// IsUnknown reports whether a cell carries no figure.
func (c Cell) IsUnknown() bool { return !c.ByText && math.IsNaN(c.Sort) }

// text is the row's names in one string, for filters. The ID is left out: it may be a key that is masked on screen.
func (r *Row) text() string {
	s := ""
	for i := range r.Cells {
		if r.Cells[i].ByText {
			s += " " + r.Cells[i].Text
		}
	}
	return s
}

// before reports whether a goes above b under a column, largest figure first, names from A on.
func before(a, b Cell, invert bool) bool {
	if a.IsUnknown() || b.IsUnknown() {
		return !a.IsUnknown() && b.IsUnknown()
	}
	switch {
	case a.ByText && a.Text != b.Text:
		return (a.Text < b.Text) != invert
	case !a.ByText && a.Sort != b.Sort:
		return (a.Sort > b.Sort) != invert
	}
	return false
}

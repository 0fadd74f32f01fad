package sstable

import (
	"fmt"

	"github.com/partop/partop/cassandra/cqltype"
)

// column is what a reader of cells must know of a column.
type column struct {
	// fixed is the length of a value, -1 when it stands before the value.
	fixed int
	// complex columns have a cell per element.
	complex bool
}

// rowLayout is how the rows of a table are laid out.
type rowLayout struct {
	clustering      []int // lengths as in column.fixed
	static, regular []column
	// frozenUDTs is the other reading of static and regular, in which every
	// bare UserType is frozen; nil when there is no doubt.
	frozenUDTs *rowLayout
}

// newRowLayout reads the header. It fails with ErrUnsupported for a type that
// was not understood: the length of its values is not known then.
//
// Cassandra 3.0 to 3.5 names a frozen UDT as a bare UserType, which later means
// one that is not frozen. Within a header columns are sorted simple ones first,
// so a bare UserType before a simple column is a frozen one; otherwise the rows
// must show which reading fits.
func newRowLayout(v Version, h *Header) (*rowLayout, error) {
	l := &rowLayout{}
	for _, t := range h.Clusterings {
		if t.Type.Kind == cqltype.Invalid {
			return nil, fmt.Errorf("clustering type %q: %w", t.Text, ErrUnsupported)
		}
		l.clustering = append(l.clustering, fixedLength(t.Type))
	}
	if err := l.columns(h, false); err != nil {
		return nil, err
	}
	if !v.has(bareUDT) || !bareUDTs(h.Static) && !bareUDTs(h.Regular) {
		return l, nil
	}
	frozen := &rowLayout{clustering: l.clustering}
	if err := frozen.columns(h, true); err != nil {
		return nil, err
	}
	if !simpleFirst(l.static) || !simpleFirst(l.regular) {
		return frozen, nil
	}
	l.frozenUDTs = frozen
	return l, nil
}

func (l *rowLayout) columns(h *Header, frozenUDTs bool) (err error) {
	if l.static, err = layOut(h.Static, frozenUDTs); err != nil {
		return err
	}
	l.regular, err = layOut(h.Regular, frozenUDTs)
	return err
}

func layOut(cols []HeaderColumn, frozenUDTs bool) ([]column, error) {
	out := make([]column, 0, len(cols))
	for _, c := range cols {
		if c.Type.Kind == cqltype.Invalid {
			return nil, fmt.Errorf("type %q of column %q: %w", c.Text, c.Name, ErrUnsupported)
		}
		complex := c.Type.IsMultiCell() && !(frozenUDTs && c.Type.Kind == cqltype.UDT)
		out = append(out, column{fixedLength(c.Type), complex})
	}
	return out, nil
}

func fixedLength(t cqltype.Type) int {
	if n, ok := t.FixedLength(); ok {
		return n
	}
	return -1
}

func bareUDTs(cols []HeaderColumn) bool {
	for _, c := range cols {
		if c.Type.Kind == cqltype.UDT && !c.Type.Frozen {
			return true
		}
	}
	return false
}

func simpleFirst(cols []column) bool {
	for i := 1; i < len(cols); i++ {
		if cols[i-1].complex && !cols[i].complex {
			return false
		}
	}
	return true
}

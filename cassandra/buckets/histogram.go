package buckets

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"sort"
)

// cell is one filled bucket.
type cell struct {
	index int32
	count int64
}

// Histogram is a set of counts with their layout. The zero Histogram is empty,
// has no layout, and merges with anything.
type Histogram struct {
	layout Layout
	cells  []cell // by index, counts > 0
}

// New takes the array as the node gives it: layout.Buckets counts, the last
// being the overflow. It fails with ErrInvalid on a wrong length, a negative
// count, or a total beyond 64 bits.
func New(layout Layout, counts []int64) (Histogram, error) {
	if err := layout.validate(); err != nil {
		return Histogram{}, err
	}
	if len(counts) != layout.Buckets {
		return Histogram{}, fmt.Errorf("%d counts for %d buckets: %w", len(counts), layout.Buckets, ErrInvalid)
	}
	h := Histogram{layout: layout}
	for i, n := range counts {
		if n != 0 {
			h.cells = append(h.cells, cell{int32(i), n})
		}
	}
	return h, h.validate()
}

func (h Histogram) validate() error {
	var total int64
	last := int32(-1)
	for _, c := range h.cells {
		switch {
		case c.index <= last || int(c.index) >= h.layout.Buckets:
			return fmt.Errorf("bucket %d after %d of %d: %w", c.index, last, h.layout.Buckets, ErrInvalid)
		case c.count <= 0:
			return fmt.Errorf("count %d in bucket %d: %w", c.count, c.index, ErrInvalid)
		case c.count > math.MaxInt64-total:
			return fmt.Errorf("counts beyond 64 bits: %w", ErrInvalid)
		}
		total += c.count
		last = c.index
	}
	return nil
}

// Layout returns what the buckets stand for.
func (h Histogram) Layout() Layout { return h.layout }

// Count returns the number of values, overflow included.
func (h Histogram) Count() int64 {
	var n int64
	for _, c := range h.cells {
		n += c.count
	}
	return n
}

// Overflow returns the number of values above the last border.
func (h Histogram) Overflow() int64 {
	if n := len(h.cells); n > 0 && int(h.cells[n-1].index) == h.layout.Buckets-1 {
		return h.cells[n-1].count
	}
	return 0
}

// Equal compares layout and counts.
func (h Histogram) Equal(o Histogram) bool {
	return h.layout == o.layout && slices.Equal(h.cells, o.cells)
}

// Dense returns the counts as a node gives them.
func (h Histogram) Dense() []int64 {
	out := make([]int64, h.layout.Buckets)
	for _, c := range h.cells {
		out[c.index] = c.count
	}
	return out
}

// All yields the filled buckets in order, with their counts.
func (h Histogram) All() iter.Seq2[Bounds, int64] {
	return func(yield func(Bounds, int64) bool) {
		offsets := h.layout.Offsets()
		for _, c := range h.cells {
			if !yield(boundsOf(offsets, int(c.index)), c.count) {
				return
			}
		}
	}
}

// at returns the count of a bucket.
func (h Histogram) at(index int32) int64 {
	i := sort.Search(len(h.cells), func(i int) bool { return h.cells[i].index >= index })
	if i < len(h.cells) && h.cells[i].index == index {
		return h.cells[i].count
	}
	return 0
}

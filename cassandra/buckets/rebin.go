package buckets

import "math"

// Row is one line of a drawing: adjacent buckets merged. Its bounds are exact
// borders of the node's buckets, so no count is split.
type Row struct {
	Bounds Bounds
	Count  int64
}

// Rebin merges the buckets from the first to the last filled one into at most n
// rows, empty ones between included, borders as near as the buckets allow below
// round numbers: 1, 2, 5, 10, ... or for bytes powers of two. The finest series
// that fits is taken. Overflow has a row of its own unless n is 1. Nil without
// values or for n < 1.
func (h Histogram) Rebin(n int) []Row {
	if len(h.cells) == 0 || n < 1 {
		return nil
	}
	offsets := h.layout.Offsets()
	for _, s := range seriesFor(h.layout.Unit) {
		if rows := h.rows(cuts(offsets, s), offsets); len(rows) <= n {
			return rows
		}
	}
	return h.coarsest(n, offsets)
}

// coarsest is what is left when no series fits: one row, and one for overflow.
func (h Histogram) coarsest(n int, offsets []int64) []Row {
	first, last := int(h.cells[0].index), int(h.cells[len(h.cells)-1].index)
	over := h.Overflow()
	if over == 0 || n == 1 || first == last {
		end := boundsOf(offsets, last)
		end.Lower = boundsOf(offsets, first).Lower
		return []Row{{end, h.Count()}}
	}
	below := Bounds{Lower: boundsOf(offsets, first).Lower, Upper: offsets[len(offsets)-1]}
	return []Row{{below, h.Count() - over}, {boundsOf(offsets, last), over}}
}

// series makes round numbers: base^k * m for each m of steps; no base keeps
// all borders.
type series struct {
	base  int64
	steps []int64
}

// seriesFor lists the series from fine to coarse. The last one has one border.
func seriesFor(unit string) []series {
	if unit == "bytes" {
		return []series{
			{}, {2, []int64{1}}, {4, []int64{1}}, {1024, []int64{1, 16, 128}}, {1024, []int64{1, 32}},
			{1024, []int64{1}}, {1 << 20, []int64{1}}, {1 << 40, []int64{1}},
		}
	}
	return []series{
		{}, {10, []int64{1, 2, 3, 5, 7}}, {10, []int64{1, 2, 5}}, {10, []int64{1, 3}}, {10, []int64{1}},
		{100, []int64{1}}, {1000, []int64{1}}, {1_000_000, []int64{1}}, {1_000_000_000_000, []int64{1}},
	}
}

// cuts picks the borders to keep: for each round number the largest border not
// above it. The result holds indexes of offsets.
func cuts(offsets []int64, s series) map[int]bool {
	keep := map[int]bool{}
	if s.base == 0 {
		for i := range offsets {
			keep[i] = true
		}
		return keep
	}
	// Zeros stay apart from ones where the node keeps them apart.
	keep[0] = offsets[0] == 0
	i := 0
	for power := int64(1); ; power *= s.base {
		for _, step := range s.steps {
			if power > math.MaxInt64/step {
				return keep
			}
			for i+1 < len(offsets) && offsets[i+1] <= power*step {
				i++
			}
			if offsets[i] > 0 {
				keep[i] = true
			}
		}
		if power > math.MaxInt64/s.base {
			return keep
		}
	}
}

// rows merges the filled stretch of buckets between the borders to keep; the
// last border, before the overflow, is always one.
func (h Histogram) rows(keep map[int]bool, offsets []int64) []Row {
	first, last := int(h.cells[0].index), int(h.cells[len(h.cells)-1].index)
	for first > 0 && first < len(offsets) && !keep[first-1] {
		first--
	}
	var rows []Row
	row := Row{Bounds: boundsOf(offsets, first)}
	for i := first; i < h.layout.Buckets; i++ {
		b := boundsOf(offsets, i)
		row.Bounds.Upper, row.Bounds.Unbounded = b.Upper, b.Unbounded
		row.Count += h.at(int32(i))
		if !keep[i] && i < len(offsets)-1 {
			continue
		}
		rows = append(rows, row)
		if i >= last {
			break
		}
		row = Row{Bounds: Bounds{Lower: b.Upper}}
	}
	return rows
}

package buckets

import "math"

// Quantile returns the bucket that holds the value at q, 0 to 1: the value with
// rank ceil(q * count), the smallest for q = 0. It is false for an empty
// histogram and for q out of range. Where Cassandra prints the upper border,
// up to 20 % above the truth, and fails or lies on overflow, this is the range.
func (h Histogram) Quantile(q float64) (Bounds, bool) {
	total := h.Count()
	if total == 0 || !(q >= 0 && q <= 1) {
		return Bounds{}, false
	}
	// Clamped: the product may round past the count.
	rank := min(max(1, math.Ceil(q*float64(total))), float64(total))
	var seen int64
	for b, n := range h.All() {
		if seen += n; float64(seen) >= rank {
			return b, true
		}
	}
	return Bounds{}, false
}

// Range is an interval of real numbers, ends included; AtLeastOnly says that
// High is not known, because values overflowed.
type Range struct {
	Low, High   float64
	AtLeastOnly bool
}

// Mean returns between which values the mean lies; false when there are none.
func (h Histogram) Mean() (Range, bool) {
	total := float64(h.Count())
	if total == 0 {
		return Range{}, false
	}
	var r Range
	for b, n := range h.All() {
		share := float64(n) / total
		r.Low += share * (float64(b.Lower) + 1)
		r.High += share * float64(b.Upper)
		r.AtLeastOnly = r.AtLeastOnly || b.Unbounded
	}
	if r.AtLeastOnly {
		r.High = math.Inf(1)
	}
	return r, true
}

// CountAbove returns how many values are larger than limit: atLeast are for
// sure, atMost at the outside. They differ by the bucket limit falls into.
func (h Histogram) CountAbove(limit int64) (atLeast, atMost int64) {
	for b, n := range h.All() {
		if b.Lower >= limit {
			atLeast += n
		}
		if b.Unbounded || b.Upper > limit {
			atMost += n
		}
	}
	return atLeast, atMost
}

// Share returns CountAbove as parts of all values, 0 to 1; 0, 0 without values.
func (h Histogram) Share(limit int64) (atLeast, atMost float64) {
	total := h.Count()
	if total == 0 {
		return 0, 0
	}
	low, high := h.CountAbove(limit)
	return float64(low) / float64(total), float64(high) / float64(total)
}

package sstable

import (
	"fmt"
	"math"
	"slices"

	"github.com/partop/partop/cassandra/buckets"
)

// Histogram counts partitions by a size, in buckets whose borders grow by 20 %
// (utils.EstimatedHistogram). Counts has one entry more than Offsets:
//
//	Counts[0]    values up to Offsets[0]
//	Counts[i]    values above Offsets[i-1], up to Offsets[i]
//	the last     values above all offsets
type Histogram struct {
	Offsets []int64
	Counts  []int64
}

// Count returns the number of values, overflow included: of partitions, exactly.
func (h Histogram) Count() int64 {
	var n int64
	for _, c := range h.Counts {
		n += c
	}
	return n
}

// Overflow returns the values beyond all offsets, which Cassandra's own
// percentiles leave out.
func (h Histogram) Overflow() int64 {
	if len(h.Counts) == 0 {
		return 0
	}
	return h.Counts[len(h.Counts)-1]
}

// Percentile returns the offset of the bucket that holds quantile q (0 to 1),
// as EstimatedHistogram does: an upper bound. It is 0 without values and
// math.MaxInt64 in the overflow.
func (h Histogram) Percentile(q float64) int64 {
	k := int64(math.Ceil(float64(h.Count()) * q))
	if k <= 0 {
		return 0
	}
	var sum int64
	for i, c := range h.Counts {
		if sum += c; sum >= k {
			if i < len(h.Offsets) {
				return h.Offsets[i]
			}
			break
		}
	}
	return math.MaxInt64
}

// Buckets converts to the common histogram type; unit is plural, as bytes. It
// fails for borders other than Cassandra's, which ScyllaDB may write.
func (h Histogram) Buckets(unit string) (buckets.Histogram, error) {
	layout := buckets.Layout{Buckets: len(h.Counts), Unit: unit}
	if !slices.Equal(layout.Offsets(), h.Offsets) {
		return buckets.Histogram{}, fmt.Errorf("histogram of %d buckets with borders of its own: %w", len(h.Counts), buckets.ErrLayout)
	}
	return buckets.New(layout, h.Counts)
}

// histogram reads i32 n, n x (i64 offset, i64 count). The offset beside count i
// is that of count i-1; the first is written twice.
func (d *decoder) histogram(what string) Histogram {
	n := d.count(16, what)
	h := Histogram{Counts: make([]int64, 0, n), Offsets: make([]int64, 0, max(0, n-1))}
	for i := range n {
		offset, count := d.i64(what), d.i64(what)
		if count < 0 {
			d.fail(what, "counts of 0 or more", fmt.Sprint(count))
			return Histogram{}
		}
		if i > 0 {
			h.Offsets = append(h.Offsets, offset)
		}
		h.Counts = append(h.Counts, count)
	}
	return h
}

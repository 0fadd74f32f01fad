package buckets

import (
	"errors"
	"fmt"
	"math"
)

// MaxBuckets is the longest array this package takes, so that all borders fit
// in 64 bits. Nodes send 115 to 166.
const MaxBuckets = 238

// ErrLayout says that two histograms have different borders or units.
var ErrLayout = errors.New("histograms of different layout")

// ErrInvalid says that counts or JSON are not a histogram.
var ErrInvalid = errors.New("not a histogram")

// Layout tells what the buckets of a histogram stand for.
type Layout struct {
	// Buckets is the length of the array as the node gives it, overflow included.
	Buckets int
	// Zero is set when bucket 0 counts zeros only, as in SSTablesPerRead;
	// without it zeros fall into the bucket of 1.
	Zero bool
	// Unit names what was measured, in the plural: bytes, microseconds.
	// Bytes are drawn in powers of two (Rebin).
	Unit string
}

func (l Layout) validate() error {
	if l.Buckets < 2 || l.Buckets > MaxBuckets {
		return fmt.Errorf("%d buckets, allowed are 2 to %d: %w", l.Buckets, MaxBuckets, ErrInvalid)
	}
	return nil
}

// Offsets returns the upper borders of all buckets but the overflow: 1, 2, 3,
// ... growing by 20 % rounded, by 1 at least, after a 0 with the zero bucket
// (EstimatedHistogram.newOffsets). It is nil for an invalid layout.
func (l Layout) Offsets() []int64 {
	if l.validate() != nil {
		return nil
	}
	return newOffsets(l.Buckets-1, l.Zero)
}

// newOffsets returns size borders, a leading 0 included.
func newOffsets(size int, considerZeroes bool) []int64 {
	offsets := make([]int64, 0, size)
	if considerZeroes {
		offsets = append(offsets, 0)
	}
	for last := int64(1); len(offsets) < size; {
		offsets = append(offsets, last)
		// Java's Math.round: floor(x + 1/2) without the error of adding.
		grown := math.Floor(float64(last) * 1.2)
		if float64(last)*1.2-grown >= 0.5 {
			grown++
		}
		if grown >= math.MaxInt64 {
			last = math.MaxInt64
			continue
		}
		last = max(last+1, int64(grown))
	}
	return offsets
}

// Bounds is a range of values: above Lower, not above Upper. Unbounded means
// the overflow bucket: Upper is then the largest long and says nothing.
type Bounds struct {
	Lower, Upper int64
	Unbounded    bool
}

// Contains tells whether v lies in the range.
func (b Bounds) Contains(v int64) bool { return v > b.Lower && (b.Unbounded || v <= b.Upper) }

// boundsOf returns the range of bucket i. Values are never negative, so the
// first bucket begins above -1.
func boundsOf(offsets []int64, i int) Bounds {
	b := Bounds{Lower: -1, Upper: math.MaxInt64}
	if i > 0 {
		b.Lower = offsets[i-1]
	}
	if i < len(offsets) {
		b.Upper = offsets[i]
	} else {
		b.Unbounded = true
	}
	return b
}

package sstable

import "math"

// TombstoneHistogram is StatsMetadata.estimatedTombstoneDropTime: how much can
// be dropped when. Points are local deletion times in seconds, ascending; with
// more than 100 of them the writer has merged neighbours.
//
// It counts everything that has a local deletion time: live cells that will
// expire, row liveness, all deletions, and both sides of a boundary.
type TombstoneHistogram struct {
	Points []int64
	Counts []int64
}

// liveBin is where Cassandra 3.0.0 to 3.0.7 counted cells that never expire.
const liveBin = math.MaxInt32 - 1

// Real returns the histogram without the live cells that the first 3.0 versions
// count into it.
func (h TombstoneHistogram) Real() TombstoneHistogram {
	n := len(h.Points)
	for n > 0 && h.Points[n-1] >= liveBin && h.Points[n-1] <= math.MaxInt32 {
		n--
	}
	return TombstoneHistogram{h.Points[:n], h.Counts[:n]}
}

// Count returns the sum of all bins.
func (h TombstoneHistogram) Count() int64 {
	var n int64
	for _, c := range h.Counts {
		n += c
	}
	return n
}

// SumBefore estimates how many have a local deletion time up to second b, by
// the trapezoid rule between bins (TombstoneHistogram.sum, after Ben-Haim and
// Tom-Tov).
func (h TombstoneHistogram) SumBefore(b int64) float64 {
	var sum float64
	for i, p := range h.Points {
		if p <= b {
			sum += float64(h.Counts[i])
			continue
		}
		if i == 0 {
			return 0
		}
		before, after := float64(h.Counts[i-1]), float64(h.Counts[i])
		weight := float64(b-h.Points[i-1]) / float64(p-h.Points[i-1])
		middle := before + (after-before)*weight
		return sum - before + (before+middle)*weight/2 + before/2
	}
	return sum
}

// tombstoneHistogram reads i32 maximum, i32 n, and n bins: f64 point with i64
// count up to nb, i64 point with i32 count since oa.
func (d *decoder) tombstoneHistogram(v Version) TombstoneHistogram {
	const what = "tombstone drop times"
	d.i32(what)
	size := 16
	if v.has(uintDeletionTime) {
		size = 12
	}
	n := d.count(size, what)
	h := TombstoneHistogram{make([]int64, 0, n), make([]int64, 0, n)}
	for range n {
		var point, count int64
		if v.has(uintDeletionTime) {
			point, count = d.i64(what), int64(d.i32(what))
		} else {
			point, count = int64(d.f64(what)), d.i64(what)
		}
		h.Points = append(h.Points, point)
		h.Counts = append(h.Counts, count)
	}
	return h
}

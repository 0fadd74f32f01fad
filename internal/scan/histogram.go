package scan

import "math/bits"

// Histogram counts partitions by merged size, in powers of two: entry i holds those of 2^(i-1) to 2^i-1 bytes.
type Histogram [64]int64

// Add counts a partition.
func (h *Histogram) Add(sizeBytes int64) {
	h[bits.Len64(uint64(max(0, sizeBytes)))]++
}

// Bar is a line of a drawn histogram: partitions from LowBytes on and below HighBytes.
type Bar struct {
	LowBytes   int64 `json:"low_bytes"`
	HighBytes  int64 `json:"high_bytes"`
	Partitions int64 `json:"partitions"`
}

// Bars merges the powers from the first filled to the last into at most n lines, each of as many powers.
func (h *Histogram) Bars(n int) []Bar {
	first, last := 0, -1
	for i, c := range h {
		if c == 0 {
			continue
		}
		if last < 0 {
			first = i
		}
		last = i
	}
	if last < 0 || n < 1 {
		return nil
	}
	step := (last - first + n) / n
	var out []Bar
	for i := first; i <= last; i += step {
		bar := Bar{LowBytes: power(i - 1), HighBytes: power(i + step - 1)}
		for j := i; j < min(i+step, len(h)); j++ {
			bar.Partitions += h[j]
		}
		out = append(out, bar)
	}
	return out
}

// power is 2^i within 63 bits; nothing is smaller than 2^-1.
func power(i int) int64 {
	switch {
	case i < 0:
		return 0
	case i > 62:
		return 1<<63 - 1
	}
	return 1 << i
}

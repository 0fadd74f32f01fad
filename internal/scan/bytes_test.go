package scan

import (
	"math"
	"testing"
)

func TestParseBytes(t *testing.T) {
	for s, want := range map[string]int64{
		"0": 0, "1048576": 1 << 20, "10KiB": 10 << 10, "20MiB": 20 << 20, "30GiB": 30 << 30, "7B": 7, "2TiB": 2 << 40,
		"": -1, "1.5MiB": -1, "-1": -1, "10MB": -1, "10 miles": -1, "9999999999EiB": -1, "MiB": -1, "1KiBB": -1,
	} {
		got, err := ParseBytes(s)
		if (err != nil) != (want < 0) || err == nil && got != want {
			t.Errorf("%q: %d, %v, want %d", s, got, err, want)
		}
	}
}

func TestFormatBytes(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0 B", 1023: "1023 B", 1024: "1.0 KiB", 1 << 20: "1.0 MiB", 1<<20 - 1: "1.0 MiB", 13120: "12.8 KiB",
		math.MaxInt64: "8.0 EiB",
	} {
		if got := FormatBytes(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

func TestFormatCount(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567", -123456: "-123,456"} {
		if got := formatCount(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

// Every value falls into the bar whose borders hold it, and none is lost.
func TestHistogram(t *testing.T) {
	values := []int64{0, 1, 2, 3, 1023, 1024, 1 << 40, math.MaxInt64}
	for n := 1; n < 70; n++ {
		var h Histogram
		for _, v := range values {
			h.Add(v)
		}
		bars, seen := h.Bars(n), int64(0)
		if len(bars) > n || len(bars) == 0 {
			t.Fatalf("%d bars, at most %d", len(bars), n)
		}
		for i, b := range bars {
			want := int64(0)
			for _, v := range values {
				if v >= b.LowBytes && (v < b.HighBytes || b.HighBytes == math.MaxInt64) {
					want++
				}
			}
			if b.Partitions != want || i > 0 && b.LowBytes != bars[i-1].HighBytes {
				t.Errorf("at most %d: bar %+v, want %d", n, b, want)
			}
			seen += b.Partitions
		}
		if seen != int64(len(values)) {
			t.Errorf("at most %d: %d of %d", n, seen, len(values))
		}
	}
	if bars := new(Histogram).Bars(10); bars != nil {
		t.Errorf("nothing is drawn as %v", bars)
	}
}

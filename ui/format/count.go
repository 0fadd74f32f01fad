package format

import (
	"math"
	"strconv"
)

// decimal are the steps of 1,000 for things that are counted.
var decimal = [...]string{"", "k", "M", "G", "T"}

// Count writes a number with separators while it is short and in thousands beyond: 9,887, 118k, 30M. Limits are round
// numbers of four to six digits, so those below 100,000 stay exact.
func Count(n float64) string {
	if math.IsNaN(n) {
		return "?"
	}
	// Beyond that two figures are all that a person compares, and the column stays narrow.
	if math.Abs(n) < 99_999.5 {
		return Thousands(int64(math.Round(n)))
	}
	v, unit := scale(n, 1000, len(decimal)-1)
	return digits(v, true) + decimal[unit]
}

// Short writes a count in at most four cells: 987, 9.9k, 118k, 30M.
func Short(n float64) string {
	v, unit := scale(n, 1000, len(decimal)-1)
	return digits(v, unit > 0) + decimal[unit]
}

// Rate writes something a second, with a decimal while it is small: 4.1, 281, 8.2k. What is not quite nothing stays
// visible as 0.01.
func Rate(perSecond float64) string {
	switch {
	case math.IsNaN(perSecond) || perSecond <= 0:
		return "0"
	case perSecond < 0.095:
		return strconv.FormatFloat(max(perSecond, 0.01), 'f', 2, 64)
	case perSecond < 9.95:
		return strconv.FormatFloat(perSecond, 'f', 1, 64)
	}
	return Short(perSecond)
}

// Thousands writes a whole number with commas.
func Thousands(n int64) string {
	s := strconv.FormatInt(n, 10)
	start := 0
	if n < 0 {
		start = 1
	}
	for i := len(s) - 3; i > start; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Share writes 0..1 as a percentage; what is not quite nothing is <1%.
func Share(v float64) string {
	switch {
	case math.IsNaN(v) || v <= 0:
		return "0%"
	case v < 0.005:
		return "<1%"
	}
	return strconv.FormatFloat(math.Round(v*100), 'f', 0, 64) + "%"
}

// Times writes a ratio for a sentence: 1.4x, 30x.
func Times(v float64) string { return digits(v, true) + "x" }

package format

import (
	"math"
	"strconv"
)

// binary are the steps of 1,024 in narrow columns.
var binary = [...]string{"B", "K", "M", "G", "T", "P", "E"}

// Size writes bytes in at most four cells: 512B, 1.0K, 44M, 4.1G, 812G.
func Size(bytes float64) string {
	v, unit := scale(bytes, 1024, len(binary)-1)
	return digits(v, unit > 0) + binary[unit]
}

// SizeWords writes bytes for a sentence: 44 MiB.
func SizeWords(bytes float64) string {
	v, unit := scale(bytes, 1024, len(binary)-1)
	if unit == 0 {
		return digits(v, false) + " bytes"
	}
	return digits(v, true) + " " + binary[unit] + "iB"
}

// scale divides by a step until at most three digits are left before the point.
func scale(v, step float64, most int) (scaled float64, unit int) {
	if math.IsNaN(v) || v < 0 {
		return 0, 0
	}
	// The step is taken at 999.5 and not at 1,024: four digits would not fit a column of four cells.
	for v >= 999.5 && unit < most {
		v /= step
		unit++
	}
	return v, unit
}

// digits writes two figures of a small number and whole ones of a larger: 4.1, 44, 812.
func digits(v float64, decimals bool) string {
	if decimals && v < 9.95 {
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	return strconv.FormatFloat(math.Round(v), 'f', 0, 64)
}

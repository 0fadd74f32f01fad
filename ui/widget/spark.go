package widget

import (
	"math"
	"strings"
)

// levels are the lower block elements.
var levels = [...]string{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"}

// Spark draws the newest values, one a cell, scaled from zero to the largest: a curve that scaled from its own minimum
// would make noise look like a cliff. Fewer values than cells leave blanks on the left, values that are no numbers gaps.
func Spark(values []float64, width int) string {
	if width < 1 {
		return ""
	}
	values = squeeze(values, width)
	top, low := 0.0, math.Inf(1)
	for _, v := range values {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			top, low = max(top, v), min(low, v)
		}
	}
	if low >= steady*top {
		top *= 2 // a value that hardly moves is a line half way up, not a wall of full blocks
	}
	var b strings.Builder
	b.WriteString(spaces(width - len(values)))
	for _, v := range values {
		b.WriteString(level(v, top))
	}
	return b.String()
}

// steady is the share of its largest value above which a curve counts as flat.
const steady = 0.95

// level gives zero the lowest block and not a blank: a blank is a gap.
func level(v, top float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return " "
	}
	// All zeros is a flat line at the bottom and not an empty cell: it was measured.
	if top <= 0 || v <= 0 {
		return levels[0]
	}
	return levels[min(len(levels)-1, int(v/top*float64(len(levels)-1)+0.5))]
}

// squeeze keeps the largest value of each bucket when there are more values than cells: a peak must not disappear
// because the terminal is narrow.
func squeeze(values []float64, width int) []float64 {
	if len(values) <= width {
		return values
	}
	out := make([]float64, width)
	for i := range out {
		from, to := i*len(values)/width, (i+1)*len(values)/width
		out[i] = values[from]
		for _, v := range values[from:to] {
			if math.IsNaN(out[i]) || v > out[i] {
				out[i] = v
			}
		}
	}
	return out
}

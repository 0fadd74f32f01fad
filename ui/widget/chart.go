package widget

import (
	"math"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/guptarohit/asciigraph"

	"github.com/partop/partop/themes"
)

// axisWidth is what the scale takes on the left of a chart, so that the event lane below can stand under the curve.
const axisWidth = 9

// Chart and Lane share their left edge, so that an event stands under the bend that it explains:
//
//	 9,887 ┤              ╭──────
//	     0 ┼──────────────╯
//	events ·······R·····C········
//	       13:58:56      14:02:11
//
// Chart draws a curve of values with a scale, in exactly height lines of at most width cells. It returns nil when there
// is nothing to draw: asciigraph panics on an empty slice and on infinities, and prints a scale of nonsense when no
// value is a number.
func Chart(values []float64, width, height int, label func(float64) string) []Line {
	values = squeeze(finite(values), max(1, width-axisWidth))
	// Two lines are the least that has a top and a bottom; below twice the width of the scale the curve is
	// narrower than its own labels.
	if height < 2 || width < 2*axisWidth || countNumbers(values) < 2 {
		return nil
	}
	top := peak(values)
	plot := asciigraph.Plot(values, asciigraph.Height(height-1), asciigraph.LowerBound(0), asciigraph.UpperBound(top),
		asciigraph.Offset(1), asciigraph.YAxisValueFormatter(func(float64) string { return "" }))
	lines := strings.Split(plot, "\n")
	out := make([]Line, 0, height)
	for i, text := range lines[:min(height, len(lines))] {
		value := top * float64(len(lines)-1-i) / float64(max(1, len(lines)-1))
		out = append(out, scaled(text, label(value), width))
	}
	return out
}

// scaled writes a value before a line of the plot, which begins with the sign of the axis. The scale is ours and not
// asciigraph's: its width must not change with the values, or the lane below would not stand under the curve.
func scaled(plot, label string, width int) Line {
	plot = strings.TrimRight(plot, " ")
	axis, curve := "┤", plot
	for _, sign := range []string{"┤", "┼"} {
		if rest, ok := strings.CutPrefix(strings.TrimLeft(plot, " "), sign); ok {
			axis, curve = sign, rest
		}
	}
	l := In(themes.Axis, Right(label, axisWidth-2)+" "+axis)
	return l.Add(themes.Bar, ansi.Truncate(curve, max(0, width-axisWidth), ""))
}

// finite makes gaps of infinities.
func finite(values []float64) []float64 {
	out := make([]float64, len(values))
	for i, v := range values {
		if out[i] = v; math.IsInf(v, 0) {
			out[i] = math.NaN()
		}
	}
	return out
}

// countNumbers tells a curve from a point: one number has no direction.
func countNumbers(values []float64) int {
	n := 0
	for _, v := range values {
		if !math.IsNaN(v) {
			n++
		}
	}
	return n
}

// peak is the upper end of the scale, never zero: a flat line at zero still needs a scale above it.
func peak(values []float64) float64 {
	top := 0.0
	for _, v := range values {
		if !math.IsNaN(v) {
			top = max(top, v)
		}
	}
	if top <= 0 {
		return 1
	}
	return top
}

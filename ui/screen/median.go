package screen

import (
	"math"
	"slices"

	"github.com/partop/partop/internal/cluster"
)

// One meaning of "median" on all screens, and the one that triage's node-skew rule has: that of the other nodes of the
// data centre. With the node itself among three, an outlier is half hidden by its own value.

// median is NaN without values; of an even number it is the mean of the middle two.
// It sorts in place: callers make the slice for it.
func median(values []float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	slices.Sort(values)
	mid := len(values) / 2
	if len(values)%2 == 0 {
		return (values[mid-1] + values[mid]) / 2
	}
	return values[mid]
}

// medianFigure is the median of a table's figure over nodes. Nodes that do not know it are left out, since zero would
// pull it down, and so are idle ones; where all that know it are idle, so is the median.
func medianFigure(figures []*cluster.TableFigures, id cluster.FigureID) cluster.Figure {
	_, _, unit := id.Info()
	out := cluster.Figure{Unit: unit, Of: len(figures)}
	var values []float64
	for _, t := range figures {
		fig := idleFigure(t, id)
		switch {
		case fig.Idle:
			out.Idle = true
		case fig.Known:
			values = append(values, fig.Value)
			out.Exactness, out.Stale = max(out.Exactness, fig.Exactness), out.Stale || fig.Stale
		}
	}
	if m := median(values); !math.IsNaN(m) {
		out.Value, out.Known, out.Idle, out.Nodes = m, true, false, len(values)
	}
	return out
}

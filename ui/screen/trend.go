package screen

import (
	"math"
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/ui/widget"
)

// carry is how long a point of a trend stands for the time after it; beyond that there is a gap.
const carry = 30 * time.Second

// series puts points on an even time axis of n cells; several points in a cell give the largest, so that a peak stays.
// The axis is time and not the number of points: a node that answered late must not make a minute look longer.
func series(points []cluster.Point, from, to time.Time, n int) []float64 {
	out := make([]float64, max(0, n))
	for i := range out {
		out[i] = math.NaN()
	}
	span := to.Sub(from)
	if span <= 0 || n < 1 {
		return out
	}
	at := func(t time.Time) int { return min(n-1, int(float64(t.Sub(from))/float64(span)*float64(n))) }
	for i, p := range points {
		if p.At.Before(from) || p.At.After(to) {
			continue
		}
		// A reading of a slow tier stands for the half minute after it; without that its curve would be dots.
		end := min(at(to), at(p.At.Add(carry)))
		// The next point ends what the one before stands for, or a peak would be drawn over what followed it.
		if i+1 < len(points) {
			end = min(end, at(points[i+1].At)-1)
		}
		for c := at(p.At); c <= max(end, at(p.At)); c++ {
			if math.IsNaN(out[c]) || p.Value > out[c] || c > at(p.At) {
				out[c] = p.Value
			}
		}
	}
	return out
}

// span is the time that points cover.
func span(points []cluster.Point) (from, to time.Time) {
	if len(points) == 0 {
		return from, to
	}
	return points[0].At, points[len(points)-1].At
}

// tableTrend is a table's trend on a node, for a sparkline.
func tableTrend(f *Frame, id cluster.TableID, node cluster.NodeID, m cluster.Measure) []float64 {
	points := tablePoints(f, id, node, m)
	if len(points) < 2 {
		return nil
	}
	from, to := span(points)
	return series(points, from, to, sparkWidth)
}

// tablePoints is empty for a table that the node does not have.
// One node and not the sum: sums of trends would need readings at the same moments.
func tablePoints(f *Frame, id cluster.TableID, node cluster.NodeID, m cluster.Measure) []cluster.Point {
	n, ok := f.View.Node(node)
	if !ok || n.Tables[id] == nil {
		return nil
	}
	return n.Tables[id].Trend.Points(m)
}

// marksOf are the events for a lane: those of a table and those of its nodes, under the lens.
// Events without a table or node are of the cluster and explain every curve.
func marksOf(f *Frame, id cluster.TableID) []widget.Mark {
	var out []widget.Mark
	for i := range f.View.Events {
		e := &f.View.Events[i]
		if !e.Table.IsZero() && !id.IsZero() && e.Table != id {
			continue
		}
		if f.Lens.Node != "" && e.Node != "" && e.Node != f.Lens.Node {
			continue
		}
		out = append(out, widget.Mark{At: e.At, Sign: e.Kind.Sign()})
	}
	return out
}

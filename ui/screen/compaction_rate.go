package screen

import (
	"math"
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/themes"
	"github.com/partop/partop/ui/widget"
)

// pace is how fast running compactions come down, told from a trend of the bytes left in them.
type pace struct {
	perSecond float64 // bytes worked off a second; NaN when the trend is too short
	growing   bool    // more is left than at the start of the window
	draining  bool
}

// paceWindow is how far back a pace looks, leastPoints how many points it needs to say anything.
const (
	paceWindow  = 3 * time.Minute
	leastPoints = 3
)

// paceOf sums what was worked off within the window: steps down are work, steps up are new tasks and no work undone.
// The last minutes count and not the whole trend: a task of an hour ago ran under another limit.
func paceOf(points []cluster.Point) pace {
	p := pace{perSecond: math.NaN()}
	if len(points) < leastPoints {
		return p
	}
	last := points[len(points)-1]
	window := within(points, paceWindow)
	seconds := last.At.Sub(window[0].At).Seconds()
	if len(window) < leastPoints || seconds <= 0 {
		return p
	}
	// Only steps down are summed: a task that starts adds its whole size at once, which would hide the work of
	// all others.
	done := 0.0
	for i := 1; i < len(window); i++ {
		done += max(0, window[i-1].Value-window[i].Value)
	}
	p.perSecond = done / seconds
	// A twentieth either way is noise: tasks begin and end between two readings.
	p.growing = last.Value > window[0].Value*1.05+1
	p.draining = last.Value < window[0].Value*0.95-1
	return p
}

// eta is how long what is left takes at this pace; ok is false when the pace cannot tell: nothing was worked off, or
// new tasks come faster than old ones go.
// No time is better than a wrong one: people plan restarts and repairs by it.
func (p pace) eta(left float64) (d time.Duration, ok bool) {
	if math.IsNaN(p.perSecond) || p.perSecond < 1 || p.growing || left <= 0 {
		return 0, false
	}
	seconds := left / p.perSecond
	// Beyond a month nobody plans by it, and it is more likely that the pace was measured during a pause.
	if seconds > 30*24*3600 {
		return 0, false
	}
	return time.Duration(seconds * float64(time.Second)), true
}

// word says where it goes. Growing comes first: it can be known before the pace is, and must not be hidden by a task that
// happens to end.
func (p pace) word() string {
	switch {
	case p.growing:
		return "growing"
	case math.IsNaN(p.perSecond):
		return "?"
	case p.draining:
		return "draining"
	}
	return "steady"
}

// tablePace is a table's pace over all nodes, which compact at the same time: rates add up, and the slowest node decides
// when it is done.
type tablePace struct {
	pace
	last    time.Duration // of the slowest node
	certain bool          // every node with something left could tell
}

// tablePaceOf leaves silent nodes out: their trend has stopped, not their compactions.
func tablePaceOf(f *Frame, row *cluster.TableFigures) tablePace {
	out := tablePace{pace: pace{perSecond: math.NaN()}, certain: true}
	for _, n := range f.Nodes {
		t := n.Node.Tables[row.Table]
		if t == nil || n.Silent != "" {
			continue
		}
		points := t.Trend.Points(cluster.MeasureRemaining)
		if len(points) == 0 {
			continue
		}
		left := points[len(points)-1].Value
		p := paceOf(points)
		out.add(p, left)
	}
	if tableGrows(f, row.Table, row.Figures[cluster.FigRunning].Value) {
		out.growing, out.certain = true, false
	}
	return out
}

// trendCell is "-" where nothing runs and nothing waits that is known of.
func trendCell(p pace, left *cluster.Figure) widget.Cell {
	switch word := p.word(); {
	case !left.Known || word == "?" && left.Value > 0:
		return widget.Unknown()
	case left.Value == 0 && !p.growing:
		return widget.Named("-")
	case p.growing:
		return widget.Cell{Text: word, Role: themes.Strong, ByText: true}
	default:
		return widget.Named(word)
	}
}

// add takes one node in.
// One node that cannot tell makes the whole uncertain: the slowest one decides, and it may be that one.
func (t *tablePace) add(p pace, left float64) {
	if !math.IsNaN(p.perSecond) {
		if math.IsNaN(t.perSecond) {
			t.perSecond = 0
		}
		t.perSecond += p.perSecond
	}
	t.growing = t.growing || p.growing
	t.draining = t.draining || p.draining
	if left <= 0 {
		return
	}
	d, ok := p.eta(left)
	t.certain = t.certain && ok
	t.last = max(t.last, d)
}

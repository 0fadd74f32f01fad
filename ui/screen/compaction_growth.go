package screen

import (
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/ui/format"
	"github.com/partop/partop/ui/widget"
)

// What is left in the tasks that run says nothing of those that wait: each of them can be nearly done while the backlog
// grows. CQL tells no backlog per table (PEND), but what is not compacted away stays on disk, so the disk is asked.

// growthWindow is how far back growth looks. Shorter, and a flush alone would look like growth; longer, and a backlog that
// is worked off by now would still be called growing.
const growthWindow = 10 * time.Minute

// Growth is noticeable from both of these on: ingest that is a hundredth of a large table is its daily life, and a small
// table doubles with every flush.
const noticeableBytes, noticeableShare = 16 << 20, 0.05

// growth is by how much a table's files grew within the window, over all nodes that answer.
type growth struct {
	bytes float64 // negative when the table shrank
	from  float64 // bytes at the start of the window
	known bool
}

// growthOf adds up what each node grew by since its own first reading in the window: sums taken at the two ends would
// jump whenever a node comes or goes.
func growthOf(f *Frame, id cluster.TableID) growth {
	var g growth
	for _, n := range f.Nodes {
		t := n.Node.Tables[id]
		if t == nil || n.Silent != "" {
			continue
		}
		points := within(t.Trend.Points(cluster.MeasureDisk), growthWindow)
		if len(points) < 2 {
			continue
		}
		g.known = true
		g.from += points[0].Value
		g.bytes += points[len(points)-1].Value - points[0].Value
	}
	return g
}

// within are the points no older than a span before the newest.
func within(points []cluster.Point, span time.Duration) []cluster.Point {
	first := len(points)
	for first > 0 && points[len(points)-1].At.Sub(points[first-1].At) <= span {
		first--
	}
	return points[first:]
}

// noticeable tells a backlog from ingest.
func (g growth) noticeable() bool {
	return g.known && g.bytes >= noticeableBytes && g.bytes >= noticeableShare*g.from
}

// rank orders tables by growth. What is not noticeable counts as none: rows that change places with every flush cannot
// be read.
func (g growth) rank() float64 {
	if !g.noticeable() {
		return 0
	}
	return g.bytes
}

// cell shows growth with its sign, and unknown before the second reading.
func (g growth) cell() widget.Cell {
	switch {
	case !g.known:
		return widget.Unknown()
	case g.bytes > 0:
		return numberCell(g.bytes, "+"+format.Size(g.bytes))
	case g.bytes < 0:
		return numberCell(g.bytes, "-"+format.Size(-g.bytes))
	}
	return numberCell(0, "0")
}

// tableGrows reports a backlog that grows: the rule that watches how rarely compactions pause says so, or the disk grows
// while they run. Without running tasks growth is only ingest.
func tableGrows(f *Frame, id cluster.TableID, running float64) bool {
	return f.growing[id] || running > 0 && growthOf(f, id).noticeable()
}

// nodeGrows reports the same of a node: its queue gets longer, or it works on a table whose backlog grows. A node that is
// done in ten seconds with one of many tasks is not draining.
func nodeGrows(f *Frame, n *cluster.NodeFigures) bool {
	queue := within(n.Node.Trend.Points(cluster.MeasurePending), paceWindow)
	if len(queue) >= leastPoints && queue[len(queue)-1].Value > queue[0].Value {
		return true
	}
	v := cluster.ValueOf[cluster.CompactionTasks](n.Node.Cell(cluster.NodeCompactionTasks))
	if v == nil {
		return false
	}
	for i := range v.Tasks {
		if tableGrows(f, v.Tasks[i].Table, 1) {
			return true
		}
	}
	return false
}

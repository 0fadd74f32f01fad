package screen

import (
	"strings"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/themes"
	"github.com/partop/partop/ui/format"
	"github.com/partop/partop/ui/widget"
)

// dcRack shortens as nodetool status groups: the data centre first.
// Both in one column: replicas are placed by rack within a data centre (NetworkTopologyStrategy), so an odd
// node is first looked up here.
func dcRack(f *Frame, n *cluster.NodeState) string {
	info := n.Info()
	if info == nil {
		return "?"
	}
	if info.DataCenter == "" && info.Rack == "" {
		return "?"
	}
	return f.Text(info.DataCenter) + "/" + f.Text(info.Rack)
}

// slotsCell shows compactions running of slots there are: 4/4 is full.
func slotsCell(n *cluster.NodeFigures) widget.Cell {
	if n.Silent != "" || !n.Running.Known {
		return widget.Unknown()
	}
	text := format.Short(n.Running.Value)
	if n.Slots.Known {
		text += "/" + format.Short(n.Slots.Value)
	}
	return numberCell(n.Running.Value, text)
}

// ownsCell is unknown until the whole ring is: a part of the tokens gives a wrong share, not a rough one.
// It is the share as first replica, which nodetool status calls "Owns" without a keyspace; replication would
// multiply it.
func ownsCell(n *cluster.NodeState) widget.Cell {
	info := n.Info()
	if info == nil || info.OwnsShare <= 0 {
		return widget.Unknown()
	}
	return numberCell(info.OwnsShare, format.Share(info.OwnsShare))
}

// busyCell shows replica work in cores' worth of time: 1.0 is one thread busy all the time.
// It is compared with the cores a node has, which CQL does not tell; whoever runs it knows.
func busyCell(n *cluster.NodeFigures) widget.Cell {
	if n.Silent != "" || !n.Busy.Known {
		return widget.Unknown()
	}
	return numberCell(n.Busy.Value, "~"+format.Rate(n.Busy.Value/1e6))
}

// rttCell is the way from here, not the node: it explains slow refreshes, never slow reads.
func rttCell(n *cluster.NodeFigures) widget.Cell {
	r := cluster.ValueOf[cluster.Reached](n.Node.Cell(cluster.NodeReached))
	if n.Silent != "" || r == nil {
		return widget.Unknown()
	}
	return numberCell(float64(r.RoundTripMicros), format.Micros(float64(r.RoundTripMicros)))
}

// clientsCell counts connections, ours included, as the node lists them.
func clientsCell(n *cluster.NodeFigures) widget.Cell {
	c := cluster.ValueOf[cluster.Clients](n.Node.Cell(cluster.NodeClients))
	if n.Silent != "" || c == nil {
		return widget.Unknown()
	}
	return numberCell(float64(len(c.Clients)), format.Short(float64(len(c.Clients))))
}

// releaseCell shows mixed versions, which is how a half-done upgrade is noticed.
// Formats of virtual tables differ between releases, so an odd figure may only be an odd release.
func releaseCell(f *Frame, n *cluster.NodeState) widget.Cell {
	if info := n.Info(); info != nil && info.Release != "" {
		return widget.Named(f.Text(info.Release))
	}
	return widget.Unknown()
}

// readsTrend is of the stage, so it includes reads of system tables.
func readsTrend(n *cluster.NodeFigures) widget.Cell {
	points := n.Node.Trend.Points(cluster.MeasureReadRate)
	if len(points) < 2 {
		return widget.Unknown()
	}
	from, to := span(points)
	return widget.Cell{Text: widget.Spark(series(points, from, to, sparkWidth), sparkWidth), Role: themes.Bar}
}

// nodeDetails are the stages and caches of the node under the cursor, for screens with room.
// They are beside the list and not in it, since each is a sentence and not a number to compare.
func nodeDetails(f *Frame, n *cluster.NodeFigures, width int) section {
	if n == nil || n.Silent != "" {
		return nil
	}
	var out section
	add := func(label, text string) {
		if text != "" {
			l := widget.In(themes.Dim, " "+widget.Left(label, 9)).Add(themes.Text, text)
			out = append(out, widget.Lines(widget.WrapLine(l, width-1, l.Hanging(width), 0)...)...)
		}
	}
	add("stages", stagesText(f, n.Node))
	add("caches", cachesText(f, n.Node))
	add("gossip", n.Status.Text)
	if !n.Node.Restarted.IsZero() {
		add("started", format.Moment(n.Node.Restarted))
	}
	return out
}

// stagesText names the stages in which something waits or was refused.
// Idle stages are left out: a node has thirty of them (Stage), and the two that matter would drown.
func stagesText(f *Frame, n *cluster.NodeState) string {
	pools := cluster.ValueOf[cluster.ThreadPools](n.Cell(cluster.NodeThreadPools))
	if pools == nil {
		return ""
	}
	var parts []string
	for _, p := range pools.Pools {
		if p.Pending == 0 && p.Blocked == 0 && p.Active == 0 {
			continue
		}
		text := f.Text(p.Name) + " " + format.Count(float64(p.Active)) + " active"
		if p.Pending > 0 {
			text += ", " + format.Count(float64(p.Pending)) + " pending"
		}
		if p.Blocked > 0 {
			text += ", " + format.Count(float64(p.Blocked)) + " blocked"
		}
		parts = append(parts, text)
	}
	if len(parts) == 0 {
		return "nothing active or waiting"
	}
	return strings.Join(parts, "; ")
}

// cachesText leaves caches out that nobody asked: a hit ratio of no requests is no ratio.
func cachesText(f *Frame, n *cluster.NodeState) string {
	caches := cluster.ValueOf[cluster.Caches](n.Cell(cluster.NodeCaches))
	if caches == nil {
		return ""
	}
	var parts []string
	for _, c := range caches.Caches {
		// A cache that is off has no capacity, and its ratio of 0 would read as a cache that never hits.
		if c.Requests > 0 && c.CapacityBytes > 0 {
			parts = append(parts, f.Text(c.Name)+" hits "+format.Share(c.HitRatio)+" of "+format.Size(float64(c.CapacityBytes)))
		}
	}
	return strings.Join(parts, "; ")
}

package triage

import (
	"fmt"
	"slices"
	"time"

	"github.com/partop/partop/internal/cluster"
)

// nodeDown is the one case in which partop says "down": other nodes agree.
func nodeDown(s snapshot, _ Limits) []Finding {
	var out []Finding
	for _, n := range s.Nodes {
		st := s.StatusOf(n.ID)
		if !st.Down {
			continue
		}
		out = append(out, Finding{
			Rule: "node-down", Severity: High, Now: true, Node: n.ID, Title: "is down: " + st.Text,
			Evidence:   []Evidence{{Text: st.Text + ", no heartbeat for 20 s or shut down", Source: cluster.SourceCQL, At: s.Now}},
			Means:      "its replicas are missing from every read and write; hints pile up on the others",
			Next:       []string{"look at system.log on " + n.Name() + ", and start it", "nodetool status on another node"},
			Limits:     "two nodes, or every node there is",
			Confidence: "high", Traps: "a network split: the node may be up for others",
		})
	}
	return out
}

// notReached keeps "not reached from here" apart from "down".
func notReached(s snapshot, _ Limits) []Finding {
	var out []Finding
	for _, n := range s.Nodes {
		reason, since, silent := s.Silent(n.ID)
		if !silent || s.StatusOf(n.ID).Down || n.Cell(cluster.NodeReached).Last.To.IsZero() {
			continue
		}
		title := "is not reached from here: " + reason
		if !since.IsZero() {
			title += since.UTC().Format(" (last good 15:04:05Z)")
		}
		remedy := ""
		if u := n.Cell(cluster.NodeReached).Last.Unknown; u != nil {
			remedy = u.Remedy
		}
		out = append(out, Finding{
			Rule: "node-not-reached", Severity: Medium, Now: true, Node: n.ID, Title: title,
			Evidence: []Evidence{{Text: reason, Source: cluster.SourceCQL, At: n.Cell(cluster.NodeReached).Last.To},
				{Text: s.StatusOf(n.ID).Text, Source: cluster.SourceCQL, At: s.Now}},
			Means: "its figures are missing from what partop shows; the cluster may be fine",
			Next:  nonEmpty(remedy, "nodetool status on another node: is it down for them too?"), Limits: "three refreshes without an answer",
			Confidence: "high", Settles: "gossip of two other nodes",
		})
	}
	return out
}

func nonEmpty(list ...string) []string {
	return slices.DeleteFunc(list, func(s string) bool { return s == "" })
}

// compared is a figure by which nodes of one data centre should be alike.
type compared struct {
	word   string
	get    func(*cluster.NodeFigures) cluster.Figure
	text   func(float64) string
	byRing bool    // compare per share of the ring
	least  float64 // below this nobody minds
}

func comparedFigures(l Limits) []compared {
	return []compared{
		{"local read latency", func(f *cluster.NodeFigures) cluster.Figure { return f.ReadP99 }, microsText, false, 5000},
		{"reads", smoothReads, perSecond, true, l.SkewMinPerSecond},
		{"coordinator read latency", func(f *cluster.NodeFigures) cluster.Figure { return f.CoordinatorP99 }, microsText, false, 10_000},
		{"compactions waiting", func(f *cluster.NodeFigures) cluster.Figure { return f.Queued }, thousands, false, 16},
		{"reads waiting in ReadStage", func(f *cluster.NodeFigures) cluster.Figure { return f.ReadPending }, thousands, false, 8},
	}
}

// smoothOver is how long reads are averaged over: one interval of two seconds would let verdicts come and go.
const smoothOver = 30 * time.Second

// smoothReads is the mean of the node's reads a second over the last half minute.
func smoothReads(f *cluster.NodeFigures) cluster.Figure {
	out := f.Reads
	sum, n := 0.0, 0
	for _, p := range f.Node.Trend.Points(cluster.MeasureReadRate) {
		if out.At.Sub(p.At) <= smoothOver {
			sum, n = sum+p.Value, n+1
		}
	}
	if out.Known && n > 1 {
		out.Value = sum / float64(n)
	}
	return out
}

// nodeSkew compares each node with the median of the others of its data centre.
func nodeSkew(s snapshot, l Limits) []Finding {
	var out []Finding
	for _, dc := range s.DataCenters() {
		rows := s.NodeRows(cluster.Lens{DataCenter: dc})
		rows = slices.DeleteFunc(rows, func(r *cluster.NodeFigures) bool { return r.Silent != "" })
		if len(rows) < 3 {
			continue
		}
		for i := range rows {
			if f, ok := skewOf(rows, i, dc, l); ok {
				out = append(out, f)
			}
		}
	}
	return out
}

func skewOf(rows []*cluster.NodeFigures, i int, dc string, l Limits) (Finding, bool) {
	f := Finding{
		Rule: "node-skew", Severity: Medium, Now: true, Node: rows[i].Node.ID,
		Means:      "one node carries what its peers do not: a hot partition, a slow disk, a repair or a backlog of its own",
		Limits:     fmt.Sprintf("%.0fx the median of the other nodes of the data centre", l.SkewFactor),
		Confidence: "medium: half a minute", Traps: "few reads, or nodes that own different shares of the ring (reads are compared per share)",
		Next:    []string{"enter on the node, then Tables: which table differs? x shows this node beside the median"},
		Settles: "the same after a minute; a hot key sample on the node",
	}
	for _, c := range comparedFigures(l) {
		ratio, value, median, ok := against(rows, i, c)
		if !ok || ratio < l.SkewFactor || value < c.least {
			continue
		}
		if f.Title == "" {
			f.Title = fmt.Sprintf("%s %.1fx the median of the others in %s", c.word, ratio, dc)
		}
		fig := c.get(rows[i])
		f.Evidence = append(f.Evidence, Evidence{Text: fmt.Sprintf("%s %s, median of the others %s", c.word, c.text(value), c.text(median)),
			Source: fig.Source, Exactness: fig.Exactness, At: fig.At})
	}
	return f, f.Title != ""
}

// against gives a node's figure over the median of its peers'. Peers without the figure are left out; with fewer than
// two there is nothing to compare with.
func against(rows []*cluster.NodeFigures, i int, c compared) (ratio, value, median float64, ok bool) {
	mine := c.get(rows[i])
	if !mine.Known {
		return 0, 0, 0, false
	}
	var others []float64
	for j, r := range rows {
		if fig := c.get(r); j != i && fig.Known {
			others = append(others, fig.Value*ringFactor(rows, i, j, c.byRing))
		}
	}
	if len(others) < 2 {
		return 0, 0, 0, false
	}
	slices.Sort(others)
	median = others[len(others)/2]
	if len(others)%2 == 0 {
		median = (others[len(others)/2-1] + median) / 2
	}
	return mine.Value / max(median, c.least/10), mine.Value, median, true
}

// ringFactor scales a peer's figure to what it would be with this node's share of the ring.
func ringFactor(rows []*cluster.NodeFigures, i, j int, byRing bool) float64 {
	a, b := rows[i].Node.Info(), rows[j].Node.Info()
	if !byRing || a == nil || b == nil || a.OwnsShare <= 0 || b.OwnsShare <= 0 {
		return 1
	}
	return a.OwnsShare / b.OwnsShare
}

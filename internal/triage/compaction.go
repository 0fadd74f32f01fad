package triage

import (
	"fmt"
	"time"

	"github.com/partop/partop/internal/cluster"
)

// pendingGrowing judges a backlog without its length, which CQL does not tell: all slots of a node are taken, a table's
// compactions are among them all the time watched, and what is left or lies on disk does not get less.
func pendingGrowing(s snapshot, l Limits) []Finding {
	var out []Finding
	for _, n := range s.Under(cluster.Lens{}) {
		v := cluster.ValueOf[cluster.CompactionTasks](n.Cell(cluster.NodeCompactionTasks))
		pools := cluster.ValueOf[cluster.ThreadPools](n.Cell(cluster.NodeThreadPools))
		if v == nil || pools == nil || len(v.Tasks) == 0 {
			continue
		}
		slots, ok := pools.Find("CompactionExecutor")
		if !ok || slots.Active < slots.ActiveLimit {
			continue
		}
		for _, id := range tablesOf(v) {
			if f, ok := backlog(s, n, id, slots, l); ok {
				out = append(out, f)
			}
		}
	}
	return worstPerTable(out)
}

func tablesOf(v *cluster.CompactionTasks) []cluster.TableID {
	var out []cluster.TableID
	seen := map[cluster.TableID]bool{}
	for _, t := range v.Tasks {
		if t.Kind == "compaction" && !seen[t.Table] && !t.Table.IsSystem() {
			seen[t.Table] = true
			out = append(out, t.Table)
		}
	}
	return out
}

// The least that must have been seen before a backlog is one: a single compaction that happens to run is healthy.
const (
	leastWatched = time.Minute
	leastBusy    = 0.8
)

func backlog(s snapshot, n *cluster.NodeState, id cluster.TableID, slots cluster.ThreadPool, l Limits) (Finding, bool) {
	t := n.Tables[id]
	if t == nil {
		return Finding{}, false
	}
	watched, busy, left := busyShare(t.Trend.Points(cluster.MeasureRemaining), s.Now.Add(-l.GrowingFor))
	grown := growth(t.Trend.Points(cluster.MeasureDisk), s.Now.Add(-l.GrowingFor))
	if watched < leastWatched || busy < leastBusy {
		return Finding{}, false
	}
	f := Finding{
		Rule: "pending-growing", Severity: Medium, Now: true, Table: id, Node: n.ID,
		Title: fmt.Sprintf("its compactions keep every slot of %s busy", n.Name()),
		Means: "SSTables pile up: reads touch more files, disk fills, and other tables' compactions wait",
		Limits: fmt.Sprintf("%d of %d compaction slots taken, this table's %.0f %% of %s (limit %s)", slots.Active, slots.ActiveLimit,
			busy*100, span(watched), span(l.GrowingFor)),
		Confidence: "medium: CQL does not tell how many compactions wait",
		Traps:      "one long compaction after a bulk load or a change of strategy looks the same for a while",
		Settles:    "pending compactions by table and SSTables per level over JMX or nodetool compactionstats and tablestats",
		Next: []string{
			"nodetool compactionstats -H on " + n.Name() + ": how many wait, and is the total falling?",
			"nodetool getcompactionthroughput: if disk and CPU have room, raise it (setcompactionthroughput) until the backlog is gone",
		},
	}
	if watched >= l.GrowingFor {
		f.Severity = High
	}
	f.Evidence = backlogEvidence(s, n, id, left, grown, watched)
	if grown > 0 {
		f.Title += fmt.Sprintf("; %s more on its disk in %s", bytesText(grown), span(watched))
	}
	return f, true
}

func backlogEvidence(s snapshot, n *cluster.NodeState, id cluster.TableID, left, grown float64, watched time.Duration) []Evidence {
	c := n.Cell(cluster.NodeCompactionTasks)
	v := cluster.ValueOf[cluster.CompactionTasks](c)
	files, tasks := 0, 0
	for _, t := range v.Tasks {
		if t.Table == id {
			tasks++
			files += t.SSTables
		}
	}
	out := []Evidence{{
		Text:   fmt.Sprintf("%d running over %d SSTables, %s left", tasks, files, bytesText(left)),
		Source: c.Last.Source, At: c.Last.To,
	}}
	if d := n.Tables[id].Cell(cluster.TableDiskUsage); d.Last.Known() {
		out = append(out, Evidence{Text: fmt.Sprintf("on disk %s%s in %s", sign(grown), bytesText(grown), span(watched)),
			Source: d.Last.Source, Exactness: cluster.AtMost, At: d.Last.To})
	}
	if set := cluster.ValueOf[cluster.Settings](n.Cell(cluster.NodeSettings)); set != nil {
		if limit := set.Values["compaction_throughput"]; limit != "" {
			out = append(out, Evidence{Text: "compaction_throughput " + limit, Source: cluster.SourceCQL, At: s.Now})
		}
	}
	return out
}

func sign(v float64) string {
	if v > 0 {
		return "+"
	}
	return ""
}

// busyShare is the part of the time since from that something was left to compact, and what is left now.
func busyShare(points []cluster.Point, from time.Time) (watched time.Duration, share, left float64) {
	busy, n := 0, 0
	var first time.Time
	for _, p := range points {
		if p.At.Before(from) {
			continue
		}
		if first.IsZero() {
			first = p.At
		}
		n++
		if p.Value > 0 {
			busy++
		}
		left = p.Value
		watched = p.At.Sub(first)
	}
	if n == 0 {
		return 0, 0, 0
	}
	return watched, float64(busy) / float64(n), left
}

// growth is the last value less the first one since from.
func growth(points []cluster.Point, from time.Time) float64 {
	first, seen := 0.0, false
	for _, p := range points {
		if p.At.Before(from) {
			continue
		}
		if !seen {
			first, seen = p.Value, true
		}
	}
	if !seen {
		return 0
	}
	return points[len(points)-1].Value - first
}

// worstPerTable keeps one finding a table: the severest, and of equals the first node's.
func worstPerTable(list []Finding) []Finding {
	best := map[cluster.TableID]int{}
	var out []Finding
	for _, f := range list {
		i, ok := best[f.Table]
		if !ok {
			best[f.Table] = len(out)
			out = append(out, f)
		} else if f.Severity > out[i].Severity {
			out[i] = f
		}
	}
	return out
}

package triage

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/partop/partop/internal/cluster"
)

// pendingGrowing judges a backlog without its length, which CQL does not tell: a table's compactions have hardly paused
// all the time watched, and what holds them back is seen: every slot is taken, or they run at the throughput limit while
// the table grows.
func pendingGrowing(s snapshot, l Limits) []Finding {
	byTable := map[cluster.TableID][]backlog{}
	for _, n := range s.Under(cluster.Lens{}) {
		v := cluster.ValueOf[cluster.CompactionTasks](n.Cell(cluster.NodeCompactionTasks))
		if v == nil {
			continue
		}
		for _, id := range tablesOf(v) {
			if b, ok := backlogOf(s, n, id, l); ok {
				byTable[id] = append(byTable[id], b)
			}
		}
	}
	var out []Finding
	for _, list := range byTable {
		out = append(out, backlogFinding(list, l))
	}
	return out
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
	leastWatched = 90 * time.Second
	leastBusy    = 0.8
	atTheLimit   = 0.7 // of compaction_throughput, by what finished
)

// backlog is what was seen of a table's compactions on a node.
type backlog struct {
	node          *cluster.NodeState
	table         cluster.TableID
	watched       time.Duration
	busy          float64 // share of the time watched with something left to compact
	left, grown   float64 // bytes
	rate, limit   float64 // bytes a second that all finished compactions of the node took in, and may; 0 unknown
	active, slots int64
	queued        int64 // tasks that wait in CompactionExecutor, of all tables
}

func backlogOf(s snapshot, n *cluster.NodeState, id cluster.TableID, l Limits) (backlog, bool) {
	t := n.Tables[id]
	if t == nil {
		return backlog{}, false
	}
	b := backlog{node: n, table: id, limit: throughputLimit(n)}
	from := s.Now.Add(-l.GrowingFor)
	b.watched, b.busy, b.left = busyShare(t.Trend.Points(cluster.MeasureRemaining), from)
	b.grown = growth(t.Trend.Points(cluster.MeasureDisk), from)
	b.rate = compactionRate(n)
	if pools := cluster.ValueOf[cluster.ThreadPools](n.Cell(cluster.NodeThreadPools)); pools != nil {
		p, _ := pools.Find("CompactionExecutor")
		b.active, b.slots, b.queued = p.Active, p.ActiveLimit, p.Pending
	}
	return b, b.watched >= leastWatched && b.busy >= leastBusy && (b.full() || b.throttled() && b.grown > 0)
}

func (b *backlog) full() bool      { return b.slots > 0 && b.active >= b.slots }
func (b *backlog) throttled() bool { return b.limit > 0 && b.rate >= atTheLimit*b.limit }

// fullVerdict allows for points of the trend being some seconds apart: a window of ten minutes never holds quite ten.
const fullVerdict = 15 * time.Second

// backlogFinding says once what is true of a table on one node or on several; the node that is worst off comes first.
func backlogFinding(list []backlog, l Limits) Finding {
	slices.SortFunc(list, func(a, b backlog) int { return cmp.Or(cmp.Compare(b.queued, a.queued), cmp.Compare(b.grown, a.grown)) })
	worst := &list[0]
	name := worst.node.Name()
	f := Finding{
		Rule: "pending-growing", Severity: Medium, Now: true, Table: worst.table,
		Title: "its compactions do not catch up on " + name,
		Means: "SSTables pile up: reads touch more files, disk fills, and other tables' compactions wait",
		Limits: fmt.Sprintf("busy %.0f %% of the time, at least %.0f %%, and all slots taken or at %.0f %% of the throughput limit; full verdict after %s",
			worst.busy*100, leastBusy*100, atTheLimit*100, span(l.GrowingFor)),
		Confidence: "medium: CQL does not tell how many compactions of a table wait",
		Traps:      "one long compaction after a bulk load or a change of strategy looks the same for a while",
		Settles:    "pending compactions by table and SSTables per level over JMX or nodetool compactionstats and tablestats",
		Next: []string{
			"nodetool compactionstats -H on " + name + ": how many wait, and is the total falling?",
			"nodetool getcompactionthroughput: if disk and CPU have room, raise it (setcompactionthroughput) until the backlog is gone",
		},
	}
	if len(list) == 1 {
		f.Node = worst.node.ID
	} else {
		f.Title = fmt.Sprintf("its compactions do not catch up on %d nodes", len(list))
	}
	if worst.throttled() {
		f.Title += ", held at the throughput limit"
	}
	if worst.watched >= l.GrowingFor-fullVerdict {
		f.Severity = High
	}
	for i := range list {
		f.Evidence = append(f.Evidence, list[i].evidence()...)
	}
	if n, told := worst.pending(); told {
		f.Confidence = "high: the strategy itself counts them as pending"
		f.Settles = "SSTables per level and of L0 (JMX, nodetool tablestats)"
		f.Next[0] = fmt.Sprintf("watch PEND on Compactions: %d on %s now; does the total fall?", n, name)
	}
	return f
}

// pending is the strategy's own estimate, where JMX or nodetool told it.
func (b *backlog) pending() (n int64, told bool) {
	v := cluster.ValueOf[cluster.Number](b.node.Tables[b.table].Cell(cluster.TablePendingCompactions))
	if v == nil {
		return 0, false
	}
	return v.N, true
}

// evidence is two lines a node.
func (b *backlog) evidence() []Evidence {
	c := b.node.Cell(cluster.NodeCompactionTasks)
	files, tasks := 0, 0
	for _, t := range cluster.ValueOf[cluster.CompactionTasks](c).Tasks {
		if t.Table == b.table {
			tasks++
			files += t.SSTables
		}
	}
	out := []Evidence{{
		Text: fmt.Sprintf("%s: %d running over %d SSTables, %s left; %d of %d slots taken, %d begun tasks queue for one",
			b.node.Name(), tasks, files, bytesText(b.left), b.active, b.slots, b.queued),
		Source: c.Last.Source, At: c.Last.To,
	}}
	if n, told := b.pending(); told {
		p := b.node.Tables[b.table].Cell(cluster.TablePendingCompactions)
		out = append(out, Evidence{Text: fmt.Sprintf("%s: %d compactions of it pending", b.node.Name(), n),
			Source: p.Last.Source, Exactness: cluster.Estimate, At: p.Last.To})
	}
	grew := Evidence{Text: fmt.Sprintf("on its disk %s%s in %s", sign(b.grown), bytesText(b.grown), span(b.watched)),
		Source: c.Last.Source, Exactness: cluster.AtMost, At: b.node.Tables[b.table].Cell(cluster.TableDiskUsage).Last.To}
	if b.rate > 0 && b.limit > 0 {
		grew.Text += fmt.Sprintf("; finished compactions took in %s/s, compaction_throughput allows %s/s", bytesText(b.rate), bytesText(b.limit))
	}
	if !grew.At.IsZero() {
		out = append(out, grew)
	}
	return out
}

// compactionRate is what the compactions that finished lately took in, a second: their inputs' size on disk, which is
// what the limiter counts (scanned bytes times the compression ratio). Fewer than three tell nothing.
func compactionRate(n *cluster.NodeState) float64 {
	c := n.Cell(cluster.NodeCompactionHistory)
	v := cluster.ValueOf[cluster.CompactionHistory](c)
	if v == nil {
		return 0
	}
	var bytes, count float64
	oldest := c.Last.To
	for _, e := range v.Entries {
		if c.Last.To.Sub(e.CompactedAt) > rateWindow {
			continue
		}
		bytes, count = bytes+float64(e.BytesIn), count+1
		if e.CompactedAt.Before(oldest) {
			oldest = e.CompactedAt
		}
	}
	seconds := c.Last.To.Sub(oldest).Seconds()
	if count < 3 || seconds < 10 {
		return 0
	}
	return bytes / seconds
}

// rateWindow is how far back finished compactions count.
const rateWindow = 5 * time.Minute

// throughputLimit reads the node's setting in either spelling: "64MiB/s" from 4.1 on, "64" (MiB) before; 0 is none.
func throughputLimit(n *cluster.NodeState) float64 {
	set := cluster.ValueOf[cluster.Settings](n.Cell(cluster.NodeSettings))
	if set == nil {
		return 0
	}
	text := set.Values["compaction_throughput"]
	if text == "" {
		text = set.Values["compaction_throughput_mb_per_sec"]
	}
	digits := text
	if i := strings.IndexFunc(text, func(r rune) bool { return r != '.' && (r < '0' || r > '9') }); i >= 0 {
		digits = text[:i]
	}
	v, err := strconv.ParseFloat(digits, 64)
	if err != nil {
		return 0
	}
	switch text[len(digits):] {
	case "", "MiB/s":
		return v * (1 << 20)
	case "KiB/s":
		return v * (1 << 10)
	case "B/s":
		return v
	}
	return 0
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

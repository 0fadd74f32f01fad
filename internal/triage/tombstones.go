package triage

import (
	"fmt"
	"strconv"

	"github.com/partop/partop/internal/cluster"
)

// tombstoneScan judges the tombstones that reads of a table pass on its worst node. The percentiles fade within
// minutes once reads stop, so a high one is of now; a low one may hide a bad partition among many good ones.
func tombstoneScan(s snapshot, l Limits) []Finding {
	var out []Finding
	for _, t := range s.Tables(cluster.Lens{}, false) {
		worst := t.Figures[cluster.FigTombstonesMax]
		if !worst.Known {
			continue
		}
		warn, fail, from := tombstoneLimits(s, worst.Worst, l)
		if worst.Value < warn {
			continue
		}
		out = append(out, tombstoneFinding(s, t, warn, fail, from))
	}
	return out
}

// tombstoneLimits prefers what the node is set to.
func tombstoneLimits(s snapshot, id cluster.NodeID, l Limits) (warn, fail float64, from string) {
	warn, fail, from = float64(l.TombstoneWarn), float64(l.TombstoneFail), "default"
	n, ok := s.Node(id)
	if !ok {
		return warn, fail, from
	}
	settings := cluster.ValueOf[cluster.Settings](n.Cell(cluster.NodeSettings))
	if settings == nil {
		return warn, fail, from
	}
	if v, err := strconv.ParseInt(settings.Values["tombstone_warn_threshold"], 10, 64); err == nil && v > 0 {
		warn, from = float64(v), "the node's setting"
	}
	if v, err := strconv.ParseInt(settings.Values["tombstone_failure_threshold"], 10, 64); err == nil && v > 0 {
		fail = float64(v)
	}
	return warn, fail, from
}

func tombstoneFinding(s snapshot, t *cluster.TableFigures, warn, fail float64, from string) Finding {
	p50, p99, worst := t.Figures[cluster.FigTombstonesMedian], t.Figures[cluster.FigTombstones], t.Figures[cluster.FigTombstonesMax]
	f := Finding{
		Rule: "tombstone-scan", Now: true, Table: t.Table, Confidence: "high",
		Means: "each such read walks the dead cells first: slow reads, garbage, and from " + thousands(fail) + " on an error",
		Limits: fmt.Sprintf("tombstone_warn_threshold %s, tombstone_failure_threshold %s (%s)",
			thousands(warn), thousands(fail), from),
		Traps:   "percentiles are upper borders of buckets (up to 20 % high) and fade within minutes without reads",
		Settles: "a sampler (READ_TOMBSTONE_COUNT, 5.0) names the key; the read thresholds count the reads exactly over JMX",
		Next:    tombstoneNext(s, t),
	}
	f.Severity, f.Title = tombstoneVerdict(p50.Value, p99.Value, worst.Value, warn, fail)
	f.Evidence = []Evidence{{
		Text: fmt.Sprintf("tombstones a read: median ≤%s, 99th percentile ≤%s, largest ≤%s on %s",
			thousands(p50.Value), thousands(p99.Value), thousands(worst.Value), nodeOf(s, worst.Worst)),
		Source: worst.Source, Exactness: cluster.AtMost, At: worst.At,
	}}
	if rate := t.Figures[cluster.FigReadRate]; rate.Known {
		text := perSecond(rate.Value) + " replica reads"
		if p99 := t.Figures[cluster.FigReadP99]; p99.Known {
			text += ", 99th percentile " + microsText(p99.Value)
		}
		f.Evidence = append(f.Evidence, Evidence{Text: text, Source: rate.Source, At: rate.At})
	}
	if g := t.Schema; g != nil {
		f.Evidence = append(f.Evidence, Evidence{Text: fmt.Sprintf("gc_grace_seconds %d, %s: the dead cells stay at least that long",
			g.GCGraceSeconds, g.Strategy()), Source: cluster.SourceCQL, At: s.Now})
	}
	return f
}

func tombstoneVerdict(p50, p99, worst, warn, fail float64) (Severity, string) {
	switch {
	case worst >= fail:
		return Critical, fmt.Sprintf("reads pass up to %s tombstones: over the failure threshold, they are aborted", thousands(worst))
	case p50 >= warn:
		return High, fmt.Sprintf("most reads pass thousands of tombstones (median ≤%s)", thousands(p50))
	case p99 >= warn:
		return High, fmt.Sprintf("one read in a hundred passes ≤%s tombstones", thousands(p99))
	}
	return Medium, fmt.Sprintf("some reads pass ≤%s tombstones", thousands(worst))
}

// tombstoneNext names the sampler only where the oldest node has it: READ_TOMBSTONE_COUNT came with 5.0
// . Before, the warnings in the log are all there is.
func tombstoneNext(s snapshot, t *cluster.TableFigures) []string {
	find := "find the key: the warnings in system.log name query and token (\"tombstone cells for query\")"
	if oldestMajor(s) >= 5 {
		find = fmt.Sprintf("find the key: s on HotKeys samples it (nodetool toppartitions %s %s 10000 -a READ_TOMBSTONE_COUNT), or the warnings in system.log", t.Table.Keyspace, t.Table.Name)
	}
	next := []string{find}
	if g := t.Schema; g != nil && len(g.Clustering) > 0 {
		c := g.Clustering[0]
		op := ">"
		if c.Descending {
			op = "<"
		}
		next = append(next, fmt.Sprintf("in the application: start each read after the last row done (AND %s %s ?), so that the dead ones before it are not read", c.Name, op))
	}
	return append(next, "or give each period a partition of its own, so that old ones are never read again")
}

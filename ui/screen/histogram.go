package screen

import (
	"fmt"

	"github.com/partop/partop/cassandra/buckets"
	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/themes"
	"github.com/partop/partop/ui/format"
	"github.com/partop/partop/ui/widget"
)

// Sizes that a fragment is judged by: 100 MB is the limit of Cassandra's own warning up to 4.0
// (compaction_large_partition_warning_threshold_mb, whose MB are MiB; 95.4 MiB is 100 MB), and from 1 GiB on a partition
// hurts whoever touches it.
const (
	largeFragment = 100_000_000
	hugeFragment  = 1 << 30
)

// barRow is a line of a histogram: its bounds, and the counts of one or two histograms in them.
type barRow struct {
	bounds buckets.Bounds
	a, b   int64
}

// barRows merges two histograms into at most n rows, the second one's values into the rows of the first and second
// together.
func barRows(a, b buckets.Histogram, n int) []barRow {
	both := b
	if sum, err := buckets.Merge(a, b); err == nil {
		both = sum
	}
	rows := both.Rebin(n)
	out := make([]barRow, len(rows))
	for i, r := range rows {
		out[i] = barRow{bounds: r.Bounds}
		out[i].a, out[i].b = insideOf(a, r.Bounds), insideOf(b, r.Bounds)
	}
	return out
}

// insideOf counts the values of whole buckets inside bounds; rows are made of whole buckets, so nothing is split.
func insideOf(h buckets.Histogram, in buckets.Bounds) (n int64) {
	for b, count := range h.All() {
		if b.Unbounded && in.Unbounded || !b.Unbounded && b.Lower >= in.Lower && (in.Unbounded || b.Upper <= in.Upper) {
			n += count
		}
	}
	return n
}

// shareText keeps what is rare from looking like nothing.
func shareText(part, all int64) string {
	switch {
	case all == 0:
		return "-"
	case part == 0:
		return "0%"
	}
	v := 100 * float64(part) / float64(all)
	switch {
	case v < 0.1:
		return "<0.1%"
	case v > 99.9 && part < all:
		return ">99.9%"
	case v < 10:
		return fmt.Sprintf("%.1f%%", v)
	}
	return fmt.Sprintf("%.0f%%", v)
}

// borderText is a row's upper border in the unit of the histogram.
func borderText(b buckets.Bounds, unit string) string {
	text := func(v int64) string {
		switch unit {
		case "bytes":
			return format.Size(float64(v))
		case "microseconds":
			return format.Micros(float64(v))
		case "nanoseconds":
			return format.Micros(float64(v) / 1000)
		}
		return format.Count(float64(v))
	}
	if b.Unbounded {
		return ">" + text(b.Lower)
	}
	return "≤" + text(b.Upper)
}

// fragmentSection draws how large the fragments of a table are; nil when no node tells a histogram. cells counts cells
// instead of bytes.
func fragmentSection(f *Frame, id cluster.TableID, cells bool, width, lines int) section {
	kind, what := cluster.TableFragmentSizes, "size"
	if cells {
		kind, what = cluster.TableFragmentCells, "cells"
	}
	h := f.View.Histogram(kind, id, f.Lens)
	if h.Nodes == 0 || lines < 4 {
		return nil
	}
	out := section{{Line: heading("FRAGMENTS BY "+upper(what), fmt.Sprintf("  once per SSTable and replica; %s, %s %s ago",
		nodesOf(h.Nodes), upper(string(h.Source)), format.Age(max(0, f.View.Clock.Sub(h.At)))))}}
	if h.Life.Count() == 0 {
		return append(out, widget.Drawn{Line: widget.In(themes.Dim, " no SSTables: all that there is lies in memtables")})
	}
	rows := barRows(buckets.Histogram{}, h.Life, min(lines-1, 10))
	most := int64(1)
	for _, r := range rows {
		most = max(most, r.b)
	}
	room := max(10, min(60, width-30))
	for _, r := range rows {
		mark, role := sizeMark(r, cells)
		l := widget.Plain(" " + widget.Right(borderText(r.bounds, h.Life.Layout().Unit), 8) + " ")
		l = l.Add(themes.Bar, widget.Bar(float64(r.b)/float64(most), room)).Add(themes.Text, widget.Right(shareText(r.b, h.Life.Count()), 7))
		if mark != "" {
			l = l.Add(themes.Text, widget.Right(format.Count(float64(r.b)), 8)).Add(role, " "+mark)
		}
		out = append(out, widget.Drawn{Line: l})
	}
	return out
}

// sizeMark marks rows that hold fragments beyond the limits for sure: their lower border is above.
func sizeMark(r barRow, cells bool) (string, themes.Role) {
	switch {
	case cells || r.b == 0:
	case r.bounds.Lower >= hugeFragment:
		return "!!", themes.Bad
	case r.bounds.Upper > largeFragment || r.bounds.Unbounded:
		return "!", themes.Warn
	}
	return "", themes.Text
}

func upper(s string) string {
	out := []byte(s)
	for i, c := range out {
		if c >= 'a' && c <= 'z' {
			out[i] = c - 'a' + 'A'
		}
	}
	return string(out)
}

// readSection draws what the reads of a table met, now beside its life; nil when no node tells a histogram.
func readSection(f *Frame, id cluster.TableID, kind cluster.Kind, title string, limit float64, width, lines int) section {
	h := f.View.Histogram(kind, id, f.Lens)
	if h.Nodes == 0 || lines < 4 {
		return nil
	}
	span := "no interval yet"
	if !h.Since.IsZero() {
		span = "now: last " + format.Age(f.View.Clock.Sub(h.Since))
	}
	out := section{{Line: heading(upper(title), fmt.Sprintf("  %s; life: since start; %s, %s", span, nodesOf(h.Nodes), upper(string(h.Source))))}}
	if h.Life.Count() == 0 {
		return append(out, widget.Drawn{Line: widget.In(themes.Dim, " no read since the nodes started")})
	}
	rows := barRows(h.Now, h.Life, min(lines-2, 9))
	room := max(10, min(50, width-34))
	out = append(out, widget.Drawn{Line: widget.In(themes.Dim, " "+widget.Right("", 8)+" "+widget.Left("now", room)+widget.Right("now", 7)+widget.Right("life", 8))})
	for _, r := range rows {
		l := widget.Plain(" " + widget.Right(borderText(r.bounds, h.Life.Layout().Unit), 8) + " ")
		share := 0.0
		if n := h.Now.Count(); n > 0 {
			share = float64(r.a) / float64(n)
		}
		l = l.Add(themes.Bar, widget.Bar(share, room)).Add(themes.Text, widget.Right(shareText(r.a, h.Now.Count()), 7)).
			Add(themes.Dim, widget.Right(shareText(r.b, h.Life.Count()), 8))
		if limit > 0 && r.a > 0 && float64(r.bounds.Lower) >= limit {
			l = l.Add(themes.Warn, " !")
		}
		out = append(out, widget.Drawn{Line: l})
	}
	return out
}

// nodesOf counts nodes in words.
func nodesOf(n int) string {
	if n == 1 {
		return "1 node"
	}
	return fmt.Sprintf("%d nodes", n)
}

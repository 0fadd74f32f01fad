package sstable

import (
	"fmt"
	"io/fs"
	"math"
	"path"
	"strings"

	"github.com/partop/partop/cassandra/buckets"
)

// compareSummary compares the table of percentiles that sstablepartitions prints
// for people: computed here from our partitions, printed as there.
func compareSummary(fsys fs.FS, folder string, table *SSTable, got []PartitionSummary, want *corpusSSTable, m *mismatches) {
	if want.FiguresFrom == "prototype" {
		return // the tool stopped inside of these files
	}
	b, err := fs.ReadFile(fsys, path.Join(folder, "summary.txt"))
	if m.err("summary", err) {
		return
	}
	index := strings.TrimPrefix(strings.TrimPrefix(table.Dir, folder), "/")
	title := fmt.Sprintf("Processing %s #%s (%s) ", index, table.ID, table.Version)
	_, text, found := strings.Cut(string(b), title)
	if !found {
		m.equal("summary", "absent", title)
		return
	}
	text, _, _ = strings.Cut(text, "Processing ")
	m.equal("summary", strings.Fields(summaryText(table, got)), strings.Fields(text))
}

// summaryText is the block behind its title; blanks do not matter here.
func summaryText(table *SSTable, got []PartitionSummary) string {
	var out strings.Builder
	fmt.Fprintf(&out, "(%s uncompressed, %s on disk)\n", sizeText(table.DataLengthBytes()), sizeText(table.OnDiskBytes()))
	out.WriteString("Partition size Row count Cell count Tombstone count\n")
	number := func(v int64) string { return fmt.Sprint(v) }
	columns := []*summaryColumn{
		newSummaryColumn(155, sizeText), newSummaryColumn(118, number), newSummaryColumn(118, number), newSummaryColumn(118, number),
	}
	for i := range got {
		p := &got[i]
		for j, v := range []int64{p.SizeBytes, p.Rows, p.Cells, p.Tombstones()} {
			columns[j].add(v)
		}
	}
	for _, q := range []struct {
		name string
		rank float64
	}{{"~p50", 0.5}, {"~p75", 0.75}, {"~p90", 0.9}, {"~p95", 0.95}, {"~p99", 0.99}, {"~p999", 0.999}} {
		summaryLine(&out, q.name, columns, func(c *summaryColumn) int64 { return c.h.Percentile(q.rank) })
	}
	summaryLine(&out, "min", columns, func(c *summaryColumn) int64 { return c.min })
	summaryLine(&out, "max", columns, func(c *summaryColumn) int64 { return c.max })
	fmt.Fprintf(&out, "count %d\n", len(got))
	return out.String()
}

func summaryLine(out *strings.Builder, name string, columns []*summaryColumn, value func(*summaryColumn) int64) {
	out.WriteString(name)
	for _, c := range columns {
		out.WriteString(" " + c.text(value(c)))
	}
	out.WriteString("\n")
}

// summaryColumn is one histogram of the tool. Its minimum takes 0 for unset, so a
// 0 is forgotten when another value follows.
type summaryColumn struct {
	h        Histogram
	min, max int64
	text     func(int64) string
}

func newSummaryColumn(offsets int, text func(int64) string) *summaryColumn {
	layout := buckets.Layout{Buckets: offsets + 2, Zero: true}
	return &summaryColumn{h: Histogram{layout.Offsets(), make([]int64, layout.Buckets)}, text: text}
}

func (c *summaryColumn) add(v int64) {
	i := 0
	for i < len(c.h.Offsets) && c.h.Offsets[i] < v {
		i++
	}
	c.h.Counts[i]++
	if c.min == 0 || v < c.min {
		c.min = v
	}
	c.max = max(c.max, v)
}

// sizeText prints a size as FBUtilities.prettyPrintMemory does: halves of the
// third decimal go up.
func sizeText(v int64) string {
	if v < 1024 {
		return fmt.Sprintf("%d B", v)
	}
	unit, n := int64(1024), 0
	for v/unit >= 1024 {
		unit *= 1024
		n++
	}
	thousandths := int64(math.Floor(float64(v)/float64(unit)*1000 + 0.5))
	return fmt.Sprintf("%d.%03d %ciB", thousandths/1000, thousandths%1000, "KMGTPE"[n])
}

package scan

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/partop/partop/cassandra/cqltype"
)

// WriteText writes a report for people: per table the totals, the histogram of sizes and the partitions.
func WriteText(w io.Writer, r *Report) error {
	out := bufio.NewWriter(w)
	if len(r.Nodes) > 0 {
		fmt.Fprintf(out, "%s: totals are sums over the nodes, every replica counted; a key's figures are the largest of its replicas\n\n",
			counted(int64(len(r.Nodes)), "node"))
	}
	for i := range r.Tables {
		if i > 0 {
			fmt.Fprintln(out)
		}
		t := &r.Tables[i]
		writeTotals(out, t)
		writeBars(out, t.SizeHistogram)
		writeRows(out, t, r.By)
	}
	if err := out.Flush(); err != nil { // it kept the first error of all above
		return fmt.Errorf("write the report: %w", err)
	}
	return nil
}

func writeTotals(w io.Writer, t *TableReport) {
	fmt.Fprintf(w, "%s  %s, %s on disk, %s uncompressed\n", cqltype.SafeText(t.Name), counted(int64(t.SSTables), "SSTable"),
		FormatBytes(t.BytesOnDisk), FormatBytes(t.SizeBytes))
	fmt.Fprintf(w, "  %s, %s in more than one SSTable", counted(t.Partitions, "partition"), share(t.PartitionsInSeveral, t.Partitions))
	if t.Figures == nil {
		if t.result.TopFirst {
			fmt.Fprint(w, "\n  rows, cells and tombstones: read of the partitions below alone (--top-first)\n")
			return
		}
		fmt.Fprint(w, "\n  rows, cells and tombstones: not read (--partitions-only)\n")
		return
	}
	fmt.Fprintf(w, ", %s deleted as a whole\n", formatCount(*t.PartitionDeletions))
	fmt.Fprintf(w, "  %s, %s, %s%s\n", counted(t.Rows, "row"), counted(t.Cells, "cell"), counted(t.Tombstones, "tombstone"),
		kinds(t.Figures))
	if t.StaticOnly {
		fmt.Fprint(w, "  all data are in static rows, which count as no rows: so COMPACT STORAGE keeps them\n")
	}
}

// kinds names the kinds of tombstones that there are.
func kinds(f *Figures) string {
	var parts []string
	for _, k := range []struct {
		name string
		n    int64
	}{
		{"row", f.RowTombstones},
		{"range", f.RangeTombstones},
		{"complex", f.ComplexTombstones},
		{"cell", f.CellTombstones},
		{"expired rows", f.RowTTLExpired},
		{"expired cells", f.CellTTLExpired},
	} {
		if k.n > 0 {
			parts = append(parts, k.name+" "+formatCount(k.n))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

const barCells = 40

func writeBars(w io.Writer, bars []Bar) {
	var most int64
	for _, b := range bars {
		most = max(most, b.Partitions)
	}
	if most == 0 {
		return
	}
	fmt.Fprintf(w, "\n  %10s  %12s\n", "SIZE BELOW", "PARTITIONS")
	for _, b := range bars {
		// What is there is seen, however little of the whole it is.
		n := int((b.Partitions*barCells + most - 1) / most)
		line := fmt.Sprintf("  %10s  %12s  %s", FormatBytes(b.HighBytes), formatCount(b.Partitions), strings.Repeat("#", n))
		fmt.Fprintln(w, strings.TrimRight(line, " "))
	}
}

func writeRows(w io.Writer, t *TableReport, by string) {
	kept := len(t.result.Top)
	if kept == 0 {
		fmt.Fprint(w, "\n  no partition to list\n")
		return
	}
	fmt.Fprintf(w, "\n  %s of %s by %s; size is the sum over the SSTables; of several it bounds the partition's own (≤)\n",
		formatCount(int64(kept)), formatCount(t.Matched), by)
	if t.result.row(0).Where != "" {
		fmt.Fprint(w, "  the files hold no names of key columns: key1, key2 and so on stand for them\n")
	}
	fmt.Fprintf(w, "\n  %4s  %11s  %10s  %10s  %10s  %8s  %-20s  %s\n", "#", "SIZE", "ROWS", "CELLS", "TOMBSTONES", "SSTABLES",
		"NEWEST WRITE", "KEY")
	for row := range t.Listed() {
		writeRow(w, &row)
	}
}

// A key may have 64 KiB; whole it is in the other formats.
const (
	keyCells   = 80
	whereCells = 400
)

func writeRow(w io.Writer, r *Row) {
	rows, cells, tombstones, newest := "?", "?", "?", "?"
	if r.Figures != nil {
		rows, cells, tombstones = formatCount(r.Rows), formatCount(r.Cells), formatCount(r.Tombstones)
		newest = "-"
	}
	if r.NewestWrite != nil {
		newest = seconds(*r.NewestWrite)
	}
	fmt.Fprintf(w, "  %4d  %11s  %10s  %10s  %10s  %8d  %-20s  %s\n", r.Rank, bound(r)+FormatBytes(r.SizeBytes), rows, cells,
		tombstones, r.SSTables, newest, cqltype.Cap(cqltype.SafeText(r.Key), keyCells, "..."))
	detail := []string{cqltype.Cap("0x"+r.KeyHex, whereCells, "...")}
	if r.Where != "" {
		detail = append([]string{cqltype.Cap("WHERE "+cqltype.SafeText(r.Where), whereCells, "...")}, detail...)
	}
	if r.Token != nil {
		detail = append(detail, fmt.Sprintf("token %d", *r.Token))
	}
	if r.Live != nil && !*r.Live {
		detail = append(detail, "deleted")
	}
	if r.Figures != nil && r.Tombstones > 0 {
		detail = append(detail, "tombstones"+kinds(r.Figures))
	}
	if r.OldestWrite != nil {
		detail = append(detail, "oldest write "+seconds(*r.OldestWrite))
	}
	fmt.Fprintf(w, "        %s\n", strings.Join(detail, "  "))
	if r.ExactError != "" {
		fmt.Fprintf(w, "        rows not merged: %s\n", r.ExactError)
	}
	if r.Exact != nil {
		writeExact(w, r.Exact)
	}
}

func writeExact(w io.Writer, e *Exact) {
	size := func(name string, s ExactSize) string {
		return fmt.Sprintf("%s %s, %s, %s", name, FormatBytes(s.SizeBytes), counted(s.Rows, "row"), counted(s.Tombstones, "tombstone"))
	}
	fmt.Fprintf(w, "        %s; %s shadowed\n        %s; %s\n", size("merged", e.Merged), FormatBytes(e.ShadowedBytes),
		size("after a compaction of all", e.Compacted), size("live", e.Live))
	fmt.Fprintf(w, "        %s droppable now, %s later (gc_grace %d s)", counted(e.DroppableNow, "tombstone"), formatCount(e.DroppableLater), e.GCGraceSeconds)
	if e.NextDrop != nil && e.LastDrop != nil {
		fmt.Fprintf(w, ", from %s to %s", seconds(*e.NextDrop), seconds(*e.LastDrop))
	}
	fmt.Fprintln(w)
	if e.LastExpiry != nil {
		fmt.Fprintf(w, "        TTL %d to %d s, the last ends %s\n", e.MinTTLSeconds, e.MaxTTLSeconds, seconds(*e.LastExpiry))
	}
	if len(e.Blockers) > 0 {
		fmt.Fprintf(w, "        droppable tombstones need these compacted along: %s\n", cqltype.SafeText(strings.Join(e.Blockers, ", ")))
	}
}

// bound is the sign of a sum: what several SSTables hold may cover each other.
func bound(r *Row) string {
	if r.SSTables > 1 {
		return "≤"
	}
	return ""
}

// seconds cuts the microseconds, for which no column has room.
func seconds(rfc3339 string) string {
	return strings.SplitN(rfc3339, ".", 2)[0] + "Z"
}

func counted(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return formatCount(n) + " " + noun + "s"
}

// share shows a part that is there as more than nothing, and one that is not all as less than all.
func share(part, whole int64) string {
	switch {
	case whole == 0 || part == 0:
		return "0%"
	case part == whole:
		return "100%"
	}
	percent := float64(part) / float64(whole) * 100
	if percent < 0.1 {
		return "<0.1%"
	}
	return fmt.Sprintf("%.1f%%", min(percent, 99.9))
}

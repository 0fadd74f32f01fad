package nodetool

import "strings"

// The form; the headers touch each other where a name fills its width:
//
// 	       Interval (ms) Max GC Elapsed (ms)Total GC Elapsed (ms)Stdev GC Elapsed (ms)   GC Reclaimed (MB)         Collections      Direct Memory Bytes
// 	              104434                  45                 168                  13          2362888432                   8                       -1

// GCStats is the output of gcstats: sums since the last call by anyone, so that two callers halve each other's.
type GCStats struct {
	IntervalMs     Figure `json:"interval_ms"`
	MaxElapsedMs   Figure `json:"max_gc_elapsed_ms"`
	TotalElapsedMs Figure `json:"total_gc_elapsed_ms"`
	// StdevElapsedMs is NaN without a collection.
	StdevElapsedMs Figure `json:"stdev_gc_elapsed_ms"`
	// ReclaimedBytes is bytes, although the header says MB.
	ReclaimedBytes Figure `json:"gc_reclaimed_bytes"`
	Collections    Figure `json:"collections"`
	// DirectMemoryBytes is -1 where the JVM does not tell.
	DirectMemoryBytes Figure `json:"direct_memory_bytes,omitzero"`
}

var gcColumns = []string{"Interval (ms)", "Max GC Elapsed (ms)", "Total GC Elapsed (ms)", "Stdev GC Elapsed (ms)",
	"GC Reclaimed (MB)", "Collections", "Direct Memory Bytes"}

// gcAlways is how many columns every version has.
const gcAlways = 6

// parseGCStats takes the numbers in the order of the headers, which touch each other ("(ms)Total").
func parseGCStats(p *page, r *report) any {
	var cols []column
	for _, l := range p.lines {
		t := strings.TrimSpace(l.text)
		switch {
		case t == "" || noise(l.text):
		case strings.HasPrefix(t, "Interval (ms)"):
			cols = columns(t, gcColumns)
		case cols != nil:
			if out := gcRow(strings.Fields(t), cols); out != nil {
				return out
			}
			r.skipped(l)
		default:
			r.skipped(l)
		}
	}
	return nil
}

// gcRow maps by order, which is safe because every cell is one word.
func gcRow(cells []string, cols []column) any {
	if len(cells) != len(cols) {
		if len(cells) < gcAlways || len(cols) < gcAlways {
			return nil
		}
		cols = cols[:gcAlways] // columns added behind these have names that cannot be told apart
	}
	out := &GCStats{}
	for i, c := range cols {
		f := wholeFigure(cells[i])
		if f.State == Words {
			return nil
		}
		switch c.name {
		case "Interval (ms)":
			out.IntervalMs = f
		case "Max GC Elapsed (ms)":
			out.MaxElapsedMs = f
		case "Total GC Elapsed (ms)":
			out.TotalElapsedMs = f
		case "Stdev GC Elapsed (ms)":
			out.StdevElapsedMs = f
		case "GC Reclaimed (MB)":
			out.ReclaimedBytes = f
		case "Collections":
			out.Collections = f
		case "Direct Memory Bytes":
			out.DirectMemoryBytes = f
		}
	}
	return out
}

func gcStatsKind() kindRow {
	return kindRow{kind: KindGCStats, parse: parseGCStats,
		marks: []mark{{"Interval (ms)", 12}}}
}

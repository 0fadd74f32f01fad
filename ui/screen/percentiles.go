package screen

import (
	"fmt"
	"strings"
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/themes"
	"github.com/partop/partop/ui/format"
	"github.com/partop/partop/ui/widget"
)

// points is a row of percentiles merged over nodes: the largest of each, since percentiles of nodes cannot be joined.
type points struct {
	title  string
	of     func(*cluster.TablePercentiles) *cluster.Percentiles
	figure func(float64) string
}

func pointRows() []points {
	return []points{
		{"fragment", func(t *cluster.TablePercentiles) *cluster.Percentiles { return t.PartitionBytes }, format.Size},
		{"cells in it", func(t *cluster.TablePercentiles) *cluster.Percentiles { return t.Cells }, format.Count},
		{"SST a read", func(t *cluster.TablePercentiles) *cluster.Percentiles { return t.SSTablesPerRead }, format.Count},
		{"read", func(t *cluster.TablePercentiles) *cluster.Percentiles { return t.ReadMicros }, format.Micros},
		{"write", func(t *cluster.TablePercentiles) *cluster.Percentiles { return t.WriteMicros }, format.Micros},
	}
}

// percentileSection shows what nodetool tablehistograms printed, as points and never as bars: between two points nothing is
// known. nil when nobody was asked.
func percentileSection(f *Frame, id cluster.TableID, width int) section {
	var nodes int
	var oldest time.Time
	merged := map[string]*cluster.Percentiles{}
	for _, n := range f.Nodes {
		c := n.Node.Tables[id].Cell(cluster.TablePercentilesRow)
		v := cluster.ValueOf[cluster.TablePercentiles](c)
		if v == nil {
			continue
		}
		nodes++
		if oldest.IsZero() || c.Last.To.Before(oldest) {
			oldest = c.Last.To
		}
		for _, row := range pointRows() {
			merged[row.title] = largest(merged[row.title], row.of(v))
		}
	}
	if nodes == 0 {
		return nil
	}
	title := heading("PERCENTILES", fmt.Sprintf("  largest of %d nodes, nodetool %s ago; points, not a shape",
		nodes, format.Age(max(0, f.View.Clock.Sub(oldest)))))
	t := widget.Table{Columns: []widget.Column{{Title: "", Width: 12, Left: true}}}
	for _, name := range []string{"50%", "75%", "95%", "98%", "99%", "max"} {
		t.Columns = append(t.Columns, widget.Column{Title: name, Width: 9})
	}
	var rows []widget.Row
	for _, row := range pointRows() {
		p := merged[row.title]
		if p == nil {
			continue
		}
		cells := []widget.Cell{widget.Named(" " + row.title)}
		for _, v := range []float64{p.P50, p.P75, p.P95, p.P98, p.P99, p.Max} {
			cells = append(cells, numberCell(v, "≤"+row.figure(v)))
		}
		rows = append(rows, widget.Row{ID: row.title, Cells: cells})
	}
	t.SetRows(rows, false)
	return append(section{{Line: title}}, t.Draw(width, len(rows)+1, false, f.ASCII)...)
}

func largest(a, b *cluster.Percentiles) *cluster.Percentiles {
	if a == nil || b == nil {
		if a == nil {
			return b
		}
		return a
	}
	return &cluster.Percentiles{
		P50: max(a.P50, b.P50), P75: max(a.P75, b.P75), P95: max(a.P95, b.P95), P98: max(a.P98, b.P98), P99: max(a.P99, b.P99),
		Min: min(a.Min, b.Min), Max: max(a.Max, b.Max),
	}
}

// statsSection is what JMX or nodetool tablestats adds to a table, over the nodes that told it; nil when nobody was asked.
func statsSection(f *Frame, id cluster.TableID, width int) section {
	var nodes []*cluster.TableStats
	source := cluster.SourceNodetool
	for _, n := range f.Nodes {
		if v := cluster.ValueOf[cluster.TableStats](n.Node.Tables[id].Cell(cluster.TableStatsRow)); v != nil {
			nodes, source = append(nodes, v), n.Node.Tables[id].Cell(cluster.TableStatsRow).Last.Source
		}
	}
	if len(nodes) == 0 {
		return nil
	}
	var parts []string
	add := func(words string, figure func(float64) string, of func(*cluster.TableStats) (float64, bool), how func(a, b float64) float64) {
		var out float64
		known := false
		for _, v := range nodes {
			if x, ok := of(v); ok && !known {
				out, known = x, true
			} else if ok {
				out = how(out, x)
			}
		}
		if known {
			parts = append(parts, words+" "+figure(out))
		}
	}
	sum := func(a, b float64) float64 { return a + b }
	larger := func(a, b float64) float64 { return max(a, b) }
	smaller := func(a, b float64) float64 { return min(a, b) }
	plain := func(v float64) string { return fmt.Sprintf("%.2f", v) }
	add("SSTables", format.Count, func(t *cluster.TableStats) (float64, bool) { return t.SSTables.Known() }, sum)
	add("snapshots", format.Size, func(t *cluster.TableStats) (float64, bool) { return t.SnapshotBytes.Known() }, sum)
	add("droppable tombstones (largest estimate)", plain, func(t *cluster.TableStats) (float64, bool) { return t.DroppableRatio.Known() }, larger)
	add("tombstones in one read, five minutes ≤", format.Count, func(t *cluster.TableStats) (float64, bool) { return t.TombstonesMax.Known() }, larger)
	add("repaired at least", func(v float64) string { return fmt.Sprintf("%.0f%%", v) }, func(t *cluster.TableStats) (float64, bool) { return t.RepairedPercent.Known() }, smaller)
	add("compressed to", func(v float64) string { return format.Share(v) }, func(t *cluster.TableStats) (float64, bool) { return positiveShare(t.CompressionRatio.Known()) }, larger)
	var out section
	for i, l := range widget.Wrap(strings.Join(parts, "; "), width-11) {
		lead := "          "
		if i == 0 {
			lead = " " + widget.Left(string(source), 9)
		}
		out = append(out, widget.Drawn{Line: widget.In(themes.Dim, lead).Add(themes.Text, l)})
	}
	return out
}

// positiveShare leaves out the 0 that ScyllaDB prints for a ratio it does not know.
func positiveShare(v float64, ok bool) (float64, bool) { return v, ok && v > 0 }

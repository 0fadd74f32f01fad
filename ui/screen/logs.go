package screen

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/ui/format"
	"github.com/partop/partop/ui/widget"
)

// logged is a line that nodes wrote to their logs about one key or query, merged over them.
type logged struct {
	what       string // key or query, fit for the screen
	count      int64
	tombstones cluster.Count
	bytes      cluster.Count
	last       time.Time
	nodes      int
}

// loggedOf merges what the nodes under the lens logged of a table, the latest first.
func loggedOf(f *Frame, id cluster.TableID, kinds ...string) []*logged {
	found := map[string]*logged{}
	for _, n := range f.Nodes {
		v := cluster.ValueOf[cluster.LogEvents](n.Node.Cell(cluster.NodeLog))
		if v == nil {
			continue
		}
		here := map[string]bool{}
		for i := range v.Events {
			e := &v.Events[i]
			if e.Table != id || !slices.Contains(kinds, e.Kind) {
				continue
			}
			what := logWhat(f, e)
			l := found[what]
			if l == nil {
				l = &logged{what: what, tombstones: cluster.UnknownCount, bytes: cluster.UnknownCount}
				found[what] = l
			}
			l.count += e.Count
			l.tombstones, l.bytes = max(l.tombstones, e.Tombstones), max(l.bytes, e.Bytes)
			if e.Last.After(l.last) {
				l.last = e.Last
			}
			if !here[what] {
				here[what] = true
				l.nodes++
			}
		}
	}
	out := make([]*logged, 0, len(found))
	for _, l := range found {
		out = append(out, l)
	}
	slices.SortFunc(out, func(a, b *logged) int { return cmp.Or(b.last.Compare(a.last), cmp.Compare(a.what, b.what)) })
	return out
}

// logWhat prefers the key: a query names it among much else.
func logWhat(f *Frame, e *cluster.LogEvent) string {
	if e.Key != "" {
		return f.Key(e.Key)
	}
	return f.Statement(e.Query)
}

// tombstoneLog and sizeLog draw what the logs say of a table, nothing where they say nothing: no other source names the query.
func tombstoneLog(f *Frame, id cluster.TableID, width int) block {
	return logBlock(f, id, "READS OVER A TOMBSTONE LIMIT", "TOMB", width, func(l *logged) widget.Cell { return countCell(l.tombstones, format.Count) },
		"tombstone_warning", "tombstone_abort", "many_tombstones")
}

func sizeLog(f *Frame, id cluster.TableID, width int) block {
	return logBlock(f, id, "LARGE PARTITIONS", "SIZE", width, func(l *logged) widget.Cell { return countCell(l.bytes, format.Size) }, "large_partition")
}

func logBlock(f *Frame, id cluster.TableID, title, measure string, width int, value func(*logged) widget.Cell, kinds ...string) block {
	return func(room int) section {
		lines := loggedOf(f, id, kinds...)
		if len(lines) == 0 || room < 3 {
			return nil
		}
		t := widget.Table{Columns: []widget.Column{{Title: measure, Width: 7}, {Title: "TIMES", Width: 5}, {Title: "ON", Width: 3, Priority: 2},
			{Title: "AGE", Width: 4, Priority: 1}, {Title: "KEY OR QUERY", Width: 16, Left: true, Flex: true}}}
		var rows []widget.Row
		for i, l := range lines[:min(len(lines), room-2, maxTopLines)] {
			age := f.View.Clock.Sub(l.last)
			rows = append(rows, widget.Row{ID: fmt.Sprint(i), Cells: []widget.Cell{value(l),
				numberCell(float64(l.count), format.Count(float64(l.count))), numberCell(float64(l.nodes), fmt.Sprint(l.nodes)),
				numberCell(age.Seconds(), format.Age(age)), widget.Named(l.what)}})
		}
		t.SetRows(rows, false)
		out := section{{Line: heading(title, "  as the nodes logged it")}}
		return append(out, t.Draw(width, len(rows)+1, false, f.ASCII)...)
	}
}

// countCell is "-" for what the line does not tell.
func countCell(n cluster.Count, write func(float64) string) widget.Cell {
	if v, ok := n.Known(); ok {
		return numberCell(v, write(v))
	}
	return numberCell(-1, "-")
}

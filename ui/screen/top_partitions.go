package screen

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/themes"
	"github.com/partop/partop/ui/format"
	"github.com/partop/partop/ui/widget"
)

// What system.top_partitions ranks by.
const (
	bySize       = "SIZES"
	byTombstones = "TOMBSTONES"
)

// What ScyllaDB notes beside partitions, by the bytes of one.
const (
	byRow  = "ROWS"
	byCell = "CELLS"
)

// topKey is a partition key that a full repair found among the largest, merged over the nodes that told it.
// The node ranks them by bytes of a partition over all its SSTables, measured while a validation reads them
// (TopPartitionTracker, CASSANDRA-16310, 4.1 on).
type topKey struct {
	table   cluster.TableID
	key     string
	value   int64 // the largest that a node told: replicas hold the same partition, so a sum would lie
	nodes   []cluster.NodeID
	updated time.Time
	large   bool // ScyllaDB's: of one SSTable, so the partition is no smaller
}

// topKeys merges system.top_partitions over the nodes under the lens; a zero table means all user tables.
func topKeys(f *Frame, id cluster.TableID, by string) []topKey {
	type place struct {
		table cluster.TableID
		key   string
	}
	// Cost: nodes times ten entries; it is made anew for a frame rather than kept, since a repair may end at
	// any time.
	found := map[place]*topKey{}
	for _, n := range f.Nodes {
		top := cluster.ValueOf[cluster.TopPartitions](n.Node.Cell(cluster.NodeTopPartitions))
		if top == nil {
			continue
		}
		for _, e := range top.Entries {
			if e.By != by || !id.IsZero() && e.Table != id || id.IsZero() && e.Table.IsSystem() && !f.System {
				continue
			}
			p := place{e.Table, e.Key + "\x00" + e.Part}
			k := found[p]
			if k == nil {
				k = &topKey{table: e.Table, key: strings.TrimSpace(e.Key + "  " + e.Part), large: top.Large}
				found[p] = k
			}
			k.value = max(k.value, e.Value)
			if !slices.Contains(k.nodes, n.Node.ID) { // ScyllaDB notes a key once for each SSTable
				k.nodes = append(k.nodes, n.Node.ID)
			}
			// The newest node decides the age: the others hold an older measure of the same partition.
			if e.Updated.After(k.updated) {
				k.updated = e.Updated
			}
		}
	}
	out := make([]topKey, 0, len(found))
	for _, k := range found {
		out = append(out, *k)
	}
	slices.SortFunc(out, func(a, b topKey) int {
		return cmp.Or(cmp.Compare(b.value, a.value), cmp.Compare(a.table.String(), b.table.String()), cmp.Compare(a.key, b.key))
	})
	return out
}

// topMissing says why there are no such keys. The table fills only by full repairs and previews of repaired data, and
// is saved hourly (TopPartitionTracker, CASSANDRA-16310).
func topMissing(f *Frame, id cluster.TableID) string {
	for _, n := range f.Nodes {
		c := n.Node.Cell(cluster.NodeTopPartitions)
		if c.Last.Unknown != nil {
			return f.missing(&cluster.Figure{Missing: *c.Last.Unknown})
		}
		if top := cluster.ValueOf[cluster.TopPartitions](c); top != nil && top.Large {
			return "? none in system.large_partitions: ScyllaDB notes a partition when one SSTable holds more than the threshold of it (1,000 MB, 100,000 rows)"
		}
	}
	what := "no table"
	if !id.IsZero() {
		what = f.Text(id.String()) + " not"
	}
	return fmt.Sprintf("? %s in system.top_partitions: only a full repair fills it (4.1 on), hourly, from 1 MiB or 5,000 tombstones up", what)
}

// topColumns are the columns of a list of keys.
// ON tells a key of all its replicas from one that a single node found: the others may not have been repaired.
func topColumns(value string, withTable bool) []widget.Column {
	out := []widget.Column{{Title: value, Width: 8}, {Title: "ON", Width: 3, Priority: 2}, {Title: "AGE", Width: 4, Priority: 3}}
	if withTable {
		out = append(out, widget.Column{Title: "TABLE", Width: 20, Left: true, Priority: 1, Middle: true})
	}
	return append(out, widget.Column{Title: "KEY", Width: 16, Left: true, Flex: true})
}

// topRow marks sizes as bounds: Cassandra sums a partition over SSTables, uncompressed, shadowed data included.
func topRow(f *Frame, k *topKey, bytes, withTable bool) widget.Row {
	text := format.Count(float64(k.value))
	switch {
	case k.large && bytes:
		text = "≥" + format.Size(float64(k.value))
	case bytes:
		text = "≤" + format.Size(float64(k.value))
	}
	age := widget.Unknown()
	if !k.updated.IsZero() {
		d := f.View.Clock.Sub(k.updated)
		age = numberCell(-d.Seconds(), format.Age(d))
	}
	cells := []widget.Cell{numberCell(float64(k.value), text), numberCell(float64(len(k.nodes)), fmt.Sprint(len(k.nodes))), age}
	if withTable {
		cells = append(cells, widget.Named(f.Text(k.table.String())))
	}
	return widget.Row{ID: k.table.String() + "\x00" + k.key, Cells: append(cells, widget.Named(f.Key(k.key)))}
}

// topBlock draws keys below a list, with a heading that says how old they may be.
func topBlock(f *Frame, id cluster.TableID, by, title string, width int) block {
	return func(room int) section { return topSection(f, id, by, title, width, min(room, maxTopLines)) }
}

// maxTopLines keeps one list of keys from taking the room of all else; Cassandra keeps ten of each kind by default.
const maxTopLines = 12

// topSection gives the reason its place when there are no keys: an empty list would read as "no large partitions".
func topSection(f *Frame, id cluster.TableID, by, title string, width, lines int) section {
	keys := topKeys(f, id, by)
	if lines < 3 {
		return nil
	}
	if len(keys) == 0 {
		var out section
		for _, l := range widget.Wrap(topMissing(f, id), width-2) {
			out = append(out, widget.Drawn{Line: widget.In(themes.Dim, " "+l)})
		}
		return append(section{{Line: heading(title, "")}}, out...)
	}
	unit := "SIZE"
	if by == byTombstones {
		unit = "TOMB"
	}
	t := widget.Table{Columns: topColumns(unit, id.IsZero())}
	var rows []widget.Row
	for i := range keys[:min(len(keys), max(0, lines-2))] {
		rows = append(rows, topRow(f, &keys[i], by != byTombstones, id.IsZero()))
	}
	t.SetRows(rows, false)
	out := section{{Line: heading(title, foundBy(keys))}}
	return append(out, t.Draw(width, len(rows)+1, false, f.ASCII)...)
}

// foundBy says how the keys became known.
func foundBy(keys []topKey) string {
	if len(keys) > 0 && keys[0].large {
		return "  noted by ScyllaDB, largest in one SSTable"
	}
	return "  found by repair, as old as AGE says"
}

// largeBlock draws ScyllaDB's large rows or cells, nothing where there are none.
func largeBlock(f *Frame, id cluster.TableID, by, title string, width int) block {
	return func(room int) section {
		if len(topKeys(f, id, by)) == 0 {
			return nil
		}
		return topSection(f, id, by, title, width, min(room, maxTopLines))
	}
}

// keyWords says what a repair told of a key, and who told it.
// The date is of the newest repair that saw it: what grew since then is not in the figure.
func keyWords(f *Frame, k *topKey, bytes bool) widget.Line {
	what := format.Count(float64(k.value)) + " tombstones"
	if bytes {
		what = "at most " + format.SizeWords(float64(k.value)) + " uncompressed, over its SSTables"
	}
	if k.large {
		what = "at least " + format.SizeWords(float64(k.value)) + " in one SSTable"
		if !bytes {
			what = format.Count(float64(k.value)) + " dead rows and range tombstones in one SSTable"
		}
	}
	names := ""
	for i, n := range k.nodes {
		if i > 0 {
			names += ", "
		}
		names += f.NodeName(n)
	}
	told := "told by the repair of"
	if k.large {
		told = "noted when it was written,"
	}
	return say("key", fmt.Sprintf("%s on %s; %s %s", what, names, told, format.Moment(k.updated)))
}

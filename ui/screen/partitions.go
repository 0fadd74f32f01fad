package screen

import (
	"slices"
	"strings"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/themes"
	"github.com/partop/partop/ui/format"
	"github.com/partop/partop/ui/widget"
)

// partitions answers: how big are they, and which are the big ones? CQL gives the largest fragment, an estimate of count
// and mean, and the keys of the last repair; it gives no distribution, and the screen says so:
//
//	table, compaction, ttl, gc_grace
//	≤3.1G largest fragment   ~14M partitions   ~63K mean
//	NODE MAXFRAG PARTS MEAN …       node by node
//	SIZE ON AGE KEY                 the list, if a repair found keys; else the nodes are the list
type partitions struct {
	base
	pane  pane
	keys  []topKey
	cells bool // the histogram counts cells instead of bytes
}

// NextList changes the unit of the histogram.
func (s *partitions) NextList() { s.cells = !s.cells }

// newPartitions leaves its columns to Build: they differ with and without a table.
func newPartitions() *partitions { return &partitions{} }

// partitionFigures are all that CQL tells about sizes.
func partitionFigures() []cluster.FigureID {
	return []cluster.FigureID{cluster.FigMaxPartition, cluster.FigPartitions, cluster.FigMeanPartition, cluster.FigDisk,
		cluster.FigMaxSSTable, cluster.FigRows, cluster.FigReadRate, cluster.FigReadP99}
}

// Build lists the keys of the table that was opened; where there are none, its nodes; without a table, all tables.
// Keys beat nodes, nodes beat nothing: the list is always of the most particular thing that is known.
func (s *partitions) Build(f *Frame, hold bool) {
	s.keys = nil
	switch {
	case f.Table.IsZero():
		s.use(f, listColumns(partitionFigures()...))
		s.list.SetRows(listRows(f, cluster.FigMaxPartition, partitionFigures()...), hold)
	default:
		s.keys = topKeys(f, f.Table, bySize)
		if len(s.keys) == 0 {
			s.use(f, perNodeColumns(partitionFigures()...))
			s.list.SetRows(perNodeRows(f, f.Table, cluster.FigMaxPartition, partitionFigures()...), hold)
			return
		}
		s.use(f, topColumns("SIZE", false))
		rows := make([]widget.Row, len(s.keys))
		for i := range s.keys {
			rows[i] = topRow(f, &s.keys[i], true, false)
		}
		s.list.SetRows(rows, hold)
	}
}

// Draw shows what CQL tells of sizes, and says that the shape is not among it.
func (s *partitions) Draw(width, height int) []widget.Drawn {
	f := s.f
	if f.Table.IsZero() {
		if s.list.Total() == 0 {
			return emptyList(width, "No table is known yet; the first answers come within two seconds of reaching a node.")
		}
		head := section{{Line: heading("Largest fragment of a partition, by table", "  enter opens one")}}
		return s.stack(width, height, head, max(6, height-max(6, s.pane.height(height))), fixed(shapeWords(f, width)),
			func(room int) section { return s.pane.of(f, s.Target().Table, width, room) })
	}
	head := section{{Line: tableHead(f, f.Table)}, {Line: estimateLine(f)}}
	if bars := fragmentSection(f, f.Table, s.cells, width, min(11, height/2)); bars != nil {
		head = append(append(head, bars...), widget.Drawn{})
	}
	if len(s.keys) == 0 {
		return s.stack(width, height, head, 4, fixed(percentileSection(f, f.Table, width)), fixed(statsSection(f, f.Table, width)),
			sizeLog(f, f.Table, width), topBlock(f, f.Table, bySize, "LARGEST PARTITIONS", width), largeBlock(f, f.Table, byRow, "LARGEST ROWS", width),
			largeBlock(f, f.Table, byCell, "LARGEST CELLS", width), fixed(shapeWords(f, width)))
	}
	nodes := widget.Table{Columns: perNodeColumns(partitionFigures()...)}
	nodes.SetRows(perNodeRows(f, f.Table, cluster.FigMaxPartition, partitionFigures()...), false)
	head = append(head, nodes.Draw(width, 1+min(nodes.Len(), max(1, height/4)), false, f.ASCII)...)
	head = append(head, widget.Drawn{}, widget.Drawn{Line: heading("LARGEST PARTITIONS", foundBy(s.keys))})
	return s.stack(width, height, head, 4, sizeLog(f, f.Table, width), largeBlock(f, f.Table, byRow, "LARGEST ROWS", width), largeBlock(f, f.Table, byCell, "LARGEST CELLS", width),
		fixed(percentileSection(f, f.Table, width)), fixed(statsSection(f, f.Table, width)), fixed(shapeWords(f, width)))
}

// estimateLine sums up what the nodes tell, with the floor of the estimate: a token range tells 128 partitions or a
// multiple of it, so a small table looks larger (SizeEstimatesRecorder).
func estimateLine(f *Frame) widget.Line {
	t := f.TableRow(f.Table)
	l := widget.Plain(" ")
	for _, p := range []struct {
		id    cluster.FigureID
		words string
	}{{cluster.FigMaxPartition, " largest fragment"}, {cluster.FigPartitions, " partitions (floor 128 a range)"},
		{cluster.FigMeanPartition, " mean"}} {
		fig := &t.Figures[p.id]
		role := themes.Strong
		if !fig.Known {
			role = themes.Unknown
		}
		l = l.Add(role, format.Bound(fig)).Add(themes.Dim, p.words+"   ")
	}
	return l
}

// shapeWords say what CQL leaves open.
// Without them the largest fragment is taken for the largest partition, which is how wide rows over many
// SSTables are missed.
func shapeWords(f *Frame, width int) section {
	var out section
	if !f.Table.IsZero() && f.View.Histogram(cluster.TableFragmentSizes, f.Table, f.Lens).Nodes > 0 {
		return nil // the shape is there
	}
	if f.Table.IsZero() && slices.ContainsFunc(f.Nodes, func(n *cluster.NodeFigures) bool { return n.Node.Cell(cluster.NodeJMX).Last.Known() }) {
		return section{{Line: widget.In(themes.Dim, " MAXFRAG is the largest fragment in one SSTable: a partition over several is larger. enter shows the histogram.")}}
	}
	text := "MAXFRAG is the largest fragment in one SSTable, in whole MiB: a partition over " +
		"several SSTables is larger. CQL tells no histogram: :percentiles asks nodetool; JMX shows the shape, a scan of the files the keys."
	if f.View.Mode.Saved != nil {
		text = "MAXFRAG is the largest fragment in one SSTable, the border of a bucket: a partition over several SSTables is larger. " +
			"Saved outputs hold percentiles at most; JMX shows the shape, a scan of the files the keys."
	}
	for _, line := range widget.Wrap(text, width-2) {
		out = append(out, widget.Drawn{Line: widget.In(themes.Dim, " "+line)})
	}
	return out
}

// Words is about the key, the node or the table under the cursor.
func (s *partitions) Words() widget.Line {
	if s.list.Selected() == "" {
		return nothingHere(&s.list, "partitions")
	}
	if k := s.selectedKey(); k != nil {
		return keyWords(s.f, k, true)
	}
	t := s.Target()
	if t.Node != "" {
		return nodeTableWords(s.f, t.Node, s.f.Table, cluster.FigMaxPartition)
	}
	row := s.f.TableRow(t.Table)
	if !row.Figures[cluster.FigMaxPartition].Known {
		return say(s.f.Text(t.Table.String()), s.f.missing(&row.Figures[cluster.FigMaxPartition]))
	}
	return tableWords(s.f, row, noFigure)
}

// selectedKey is nil while the list shows nodes or tables.
func (s *partitions) selectedKey() *topKey {
	for i := range s.keys {
		if s.keys[i].table.String()+"\x00"+s.keys[i].key == s.list.Selected() {
			return &s.keys[i]
		}
	}
	return nil
}

// Target is the key, node or table under the cursor.
func (s *partitions) Target() Target { return targetOf(s.f, s.list.Selected(), s.selectedKey()) }

// targetOf tells what a row's ID stands for on the screens about one table.
// Rows of three kinds share these screens, and each has an ID of its own form; only here they are told apart.
func targetOf(f *Frame, id string, key *topKey) Target {
	switch {
	case key != nil:
		return Target{Table: key.table, Key: key.key}
	case id == "":
		return Target{Table: f.Table}
	case !f.Table.IsZero():
		return Target{Table: f.Table, Node: cluster.NodeID(id)}
	}
	t, _ := cluster.ParseTableID(id)
	return Target{Table: t}
}

// nodeTableWords says a table's figure on one node, and how it stands against the other nodes.
// A silent node has its silence told instead: that comes before any figure it once gave.
func nodeTableWords(f *Frame, node cluster.NodeID, id cluster.TableID, fig cluster.FigureID) widget.Line {
	name := f.NodeName(node)
	if n := f.nodeFigures(node); n != nil && n.Silent != "" {
		return say(name, silence(f, n))
	}
	own := f.View.Table(id, cluster.Lens{Node: node})
	if !own.Figures[fig].Known {
		return say(name, f.missing(&own.Figures[fig]))
	}
	return say(name, strings.TrimSuffix(tableFacts(f, own), noFinding)+caveats(f, own)) // findings are of the table
}

// Copy is the key as Cassandra printed it, or the name of what is under the cursor.
func (s *partitions) Copy() string { return copyOf(s.f, s.Target()) }

// copyOf takes the most particular thing under the cursor.
func copyOf(f *Frame, t Target) string {
	switch {
	case t.Key != "":
		return strings.TrimSpace(f.Key(t.Key))
	case t.Node != "":
		return f.NodeName(t.Node)
	case !t.Table.IsZero():
		return f.Text(t.Table.String())
	}
	return ""
}

// Help explains the partitions screen.
func (s *partitions) Help() []widget.Line {
	return append(figureHelp(partitionFigures()...),
		legend("KEY", "from system.top_partitions: filled by full repairs only, saved hourly"),
		legend("ON", "how many nodes told the key; the size is the largest of theirs, never the sum"))
}

// figureHelp explains the columns of figures.
// The words are those of the figure table itself, so that help and provenance say the same.
func figureHelp(ids ...cluster.FigureID) []widget.Line {
	var out []widget.Line
	for _, id := range ids {
		_, title, _ := id.Info()
		out = append(out, legend(columnOf(id, 0).Title, title))
	}
	return out
}

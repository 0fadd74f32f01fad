package screen

import (
	"fmt"
	"strings"

	"github.com/partop/partop/cassandra/cqltype"
	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/themes"
	"github.com/partop/partop/ui/format"
	"github.com/partop/partop/ui/widget"
)

// sampledKeys lists the keys and queries of a node's windows, so that free text that holds one is masked.
func sampledKeys(n *cluster.NodeState) []string {
	var out []string
	for _, r := range n.Samples {
		v, ok := r.Value.(*cluster.KeySamples)
		if !ok {
			continue
		}
		for i := range v.Samplers {
			for j := range v.Samplers[i].Rows {
				if row := &v.Samplers[i].Rows[j]; !row.Table.IsSystem() { // those of system tables are names of tables
					out = append(out, row.Key)
				}
			}
		}
	}
	return out
}

// samplerWord is what a sampler's figure is called: a column's heading, and in a sentence.
func samplerWord(name string) (heading, unit string) {
	switch name {
	case cluster.SamplerReads:
		return "READS/s", "replica reads a second"
	case cluster.SamplerWrites:
		return "WRITES/s", "replica writes a second"
	case cluster.SamplerCAS:
		return "CAS/s", "contended lightweight transactions a second"
	case cluster.SamplerWriteSize:
		return "WRITTEN", "in one mutation"
	case cluster.SamplerReadTime:
		return "LONGEST", "for one read"
	case cluster.SamplerRows:
		return "ROWS", "rows in one read"
	case cluster.SamplerTombstones:
		return "TOMBST", "tombstones in one read"
	case cluster.SamplerSSTables:
		return "SSTABLES", "SSTables in one read"
	}
	return name, strings.ToLower(name)
}

// listWords are those of its sampler. Where the length of the window is not known, there are counts instead of rates.
func listWords(l *cluster.HotList) (heading, unit string) {
	heading, unit = samplerWord(l.Sampler)
	if l.Counts && len(l.Keys) > 0 && l.Keys[0].PerSecond == 0 {
		return strings.TrimSuffix(heading, "/s"), "counted"
	}
	return heading, unit
}

// samplerFigure is the sampler's own number.
func samplerFigure(name string, k *cluster.HotKey) (value float64, text string) {
	switch name {
	case cluster.SamplerReads, cluster.SamplerWrites, cluster.SamplerCAS:
		if k.PerSecond == 0 && k.Count > 0 { // how long the window was is not known
			return float64(k.Count), format.Thousands(k.Count)
		}
		return k.PerSecond, format.Rate(k.PerSecond)
	case cluster.SamplerWriteSize:
		return float64(k.Largest), format.Size(float64(k.Largest))
	case cluster.SamplerReadTime:
		return float64(k.Largest), format.Micros(float64(k.Largest))
	}
	return float64(k.Largest), format.Count(float64(k.Largest))
}

// keyColumns are the columns of a sampler's list.
func keyColumns(l *cluster.HotList, withTable bool) []widget.Column {
	heading, _ := listWords(l)
	out := []widget.Column{{Title: heading, Width: 8}}
	if l.Counts {
		out = append(out, widget.Column{Title: "±", Width: 5, Priority: 4}, widget.Column{Title: "", Width: keyBar, Left: true, Priority: 7, NoSort: true},
			widget.Column{Title: "%TABLE", Width: 6, Priority: 2}, widget.Column{Title: "%NODE", Width: 5, Priority: 5})
	} else {
		out = append(out, widget.Column{Title: "SEEN", Width: 5, Priority: 5})
	}
	out = append(out, widget.Column{Title: "ON", Width: 5, Priority: 3})
	if withTable {
		out = append(out, widget.Column{Title: "TABLE", Width: 18, Left: true, Priority: 1, Middle: true})
	}
	name := "KEY"
	if l.Sampler == cluster.SamplerReadTime {
		name = "QUERY"
	}
	return append(out, widget.Column{Title: name, Width: 32, Left: true, Flex: true, Middle: true}) // a key that is cut finds nothing
}

// keyBar is the width of the bars beside counts.
const keyBar = 10

// keyRow shows a count with its error; one that its error eats up has a bound and no rank.
func keyRow(f *Frame, l *cluster.HotList, k *cluster.HotKey, top float64, withTable bool) widget.Row {
	value, text := samplerFigure(l.Sampler, k)
	r := widget.Row{ID: k.Table.String() + "\x00" + k.Key + "\x00" + k.Query}
	switch {
	case l.Counts && !k.Ranked():
		dim := func(text string) widget.Cell {
			return widget.Cell{Text: text, Role: themes.Dim, Sort: -1}
		}
		r.Cells = append(r.Cells, dim("≤"+text), dim(errorText(k)), dim(""), widget.Unknown(), widget.Unknown())
	case l.Counts:
		r.Cells = append(r.Cells, numberCell(value, text), numberCell(float64(k.Error), errorText(k)),
			widget.Cell{Text: widget.Bar(value/max(top, 1e-9), keyBar), Role: themes.Bar}, shareCell(k.PerSecond, k.TableRate), shareCell(k.NodeOwn, k.NodeRate))
	default:
		r.Cells = append(r.Cells, numberCell(value, text), numberCell(float64(k.Events), format.Count(float64(k.Events))))
	}
	r.Cells = append(r.Cells, onCell(f, k))
	if withTable {
		r.Cells = append(r.Cells, widget.Named(f.Text(k.Table.String())))
	}
	if k.Query != "" {
		return widget.Row{ID: r.ID, Cells: append(r.Cells, widget.Named(f.Statement(k.Query)))}
	}
	r.Cells = append(r.Cells, widget.Named(f.KeyOf(k.Table, k.Key)))
	return r
}

// errorText is the error in the unit of the count.
func errorText(k *cluster.HotKey) string {
	if k.PerSecond == 0 {
		return format.Thousands(k.Error)
	}
	return format.Rate(k.ErrorPerSecond)
}

// shareCell is a share of all; more than all is two clocks that disagree by a little, and shown as all.
func shareCell(part, all float64) widget.Cell {
	if all <= 0 || part <= 0 {
		return widget.Unknown()
	}
	share := min(1, part/all)
	return numberCell(share, "~"+format.Share(share))
}

// onCell says on how many of its replicas a key was seen; where the replication is not known, on how many nodes.
func onCell(f *Frame, k *cluster.HotKey) widget.Cell {
	n := len(k.On)
	if of := replicas(f, k.Table); of >= n {
		return numberCell(float64(n), fmt.Sprintf("%d/%d", n, of))
	}
	return numberCell(float64(n), fmt.Sprint(n))
}

// replicas is how many nodes hold a key of a table; 0 when it is not known.
func replicas(f *Frame, id cluster.TableID) int {
	all := 0
	for _, dc := range f.View.DataCenters() {
		rf, ok := f.View.Schema.ReplicationFactor(id.Keyspace, dc)
		if !ok {
			return 0
		}
		all += min(rf, nodesIn(f, dc))
	}
	return all
}

func nodesIn(f *Frame, dc string) int {
	n := 0
	for _, node := range f.View.Nodes {
		if node.DataCenter() == dc {
			n++
		}
	}
	return n
}

// KeyOf makes a key of a table fit for the screen: its columns by name where the schema is known, as Cassandra printed it
// where it is not.
func (f *Frame) KeyOf(id cluster.TableID, text string) string {
	if f.Mask != nil {
		return f.Mask.Key(text)
	}
	cols, values, ok := f.keyParts(id, text)
	if !ok {
		return cqltype.SafeText(text)
	}
	parts := make([]string, len(cols))
	for i := range cols {
		v, err := cqltype.KeyText(cols[i:i+1], values[i])
		if err != nil {
			return cqltype.SafeText(text)
		}
		parts[i] = cols[i].Name + "=" + v
	}
	return cqltype.SafeText(strings.Join(parts, " "))
}

// WhereOf is the condition that finds a key, for pasting into cqlsh; the key as printed where the schema is not known.
func (f *Frame) WhereOf(id cluster.TableID, text string) string {
	if f.Mask != nil {
		return f.Mask.Key(text)
	}
	cols, _, ok := f.keyParts(id, text)
	if !ok {
		return cqltype.SafeText(text)
	}
	key, err := cqltype.ParseKeyText(cols, text)
	if err != nil {
		return cqltype.SafeText(text)
	}
	where, err := cqltype.Where(cols, key)
	if err != nil {
		return cqltype.SafeText(text)
	}
	return cqltype.SafeText("SELECT * FROM " + cqltype.QuoteIdentifier(id.Keyspace) + "." + cqltype.QuoteIdentifier(id.Name) + " WHERE " + where + " LIMIT 10;")
}

// keyParts splits a key as Cassandra prints it by the schema's types.
func (f *Frame) keyParts(id cluster.TableID, text string) (cols []cqltype.Column, values [][]byte, ok bool) {
	t := f.View.TableSchema(id)
	if t == nil {
		return nil, nil, false
	}
	for _, c := range t.PartitionKey {
		typ, err := cqltype.ParseCQL(c.Type, nil)
		if err != nil {
			return nil, nil, false
		}
		cols = append(cols, cqltype.Column{Name: c.Name, Type: typ})
	}
	key, err := cqltype.ParseKeyText(cols, text)
	if err != nil {
		return nil, nil, false
	}
	values, err = cqltype.SplitKey(cols, key)
	return cols, values, err == nil && len(values) == len(cols)
}

// sampleHead says what was sampled, and how far it can be trusted.
func sampleHead(f *Frame, h *cluster.HotKeys, width int) section {
	return append(section{{Line: sampleLine(f, h)}}, failedNodes(f, h, width)...)
}

func sampleLine(f *Frame, h *cluster.HotKeys) widget.Line {
	if h.Window == 0 {
		return widget.Plain(fmt.Sprintf(" saved samples of %d of %d nodes", len(h.Nodes), h.Of)).
			Add(themes.Dim, "   the length of the window is not saved: counts")
	}
	times := format.Duration(h.Window)
	if h.Windows > 1 {
		times = fmt.Sprintf("%d x %s", h.Windows, times)
	}
	l := widget.Plain(fmt.Sprintf(" sampled %s on %d of %d nodes since %s, ended %s ago", times, len(h.Nodes), h.Of, format.Clock(h.From),
		format.Age(max(0, f.View.Clock.Sub(h.To)))))
	return l.Add(themes.Dim, "   capacity "+format.Thousands(int64(h.Capacity)))
}

// failedNodes say why they gave no samples, and what to do.
func failedNodes(f *Frame, h *cluster.HotKeys, width int) section {
	var out section
	for i, n := range h.Failed {
		if i == maxFailed {
			return append(out, widget.Drawn{Line: widget.In(themes.Dim, fmt.Sprintf("   and %d more nodes", len(h.Failed)-maxFailed))})
		}
		why := n.Why.Reason
		if n.Why.Remedy != "" {
			why += "; " + n.Why.Remedy
		}
		l := widget.In(themes.Warn, " ! ").Add(themes.Text, f.NodeName(n.Node)+": "+f.Text(why))
		out = append(out, widget.Lines(widget.WrapLine(l, width-1, 3, 5)...)...) // the remedy stands at the end
	}
	return out
}

// maxFailed bounds the lines about nodes that gave no samples.
const maxFailed = 2

// nothingRecorded reports whether no sampler saw an event.
func nothingRecorded(h *cluster.HotKeys) bool {
	for i := range h.Lists {
		if len(h.Lists[i].Keys) > 0 {
			return false
		}
	}
	return true
}

// otherLists are the first keys of the samplers that are not the list at the moment.
func otherLists(f *Frame, h *cluster.HotKeys, shown string, width int) section {
	out := section{{Line: heading("OTHER LISTS", "  b shows them one after the other")}}
	for i := range h.Lists {
		l := &h.Lists[i]
		if l.Sampler == shown {
			continue
		}
		title, unit := listWords(l)
		line := widget.In(themes.Dim, " "+widget.Left(title, 9))
		if len(l.Keys) == 0 {
			out = append(out, widget.Drawn{Line: line.Add(themes.Dim, "nothing recorded")})
			continue
		}
		k := &l.Keys[0]
		_, value := samplerFigure(l.Sampler, k)
		key := f.KeyOf(k.Table, k.Key)
		if k.Query != "" {
			key = f.Statement(k.Query)
		} else {
			key += "  " + f.Text(k.Table.String()) // the key first: it is what must not be cut
		}
		room := max(10, width-13-widget.Width(value)-widget.Width(unit))
		out = append(out, widget.Drawn{Line: line.Add(themes.Text, value).Add(themes.Dim, " "+unit+"  ").Add(themes.Text, widget.Cut(key, room))})
	}
	return out
}

// hotKeyWords say what a row means, and what it does not.
func hotKeyWords(f *Frame, l *cluster.HotList, k *cluster.HotKey) widget.Line {
	_, unit := samplerWord(l.Sampler)
	_, text := samplerFigure(l.Sampler, k)
	name := f.KeyOf(k.Table, k.Key)
	if k.Query != "" {
		name = "query"
	}
	names := make([]string, 0, 3)
	for i, id := range k.On {
		if i == 3 {
			names = append(names, fmt.Sprintf("%d more", len(k.On)-i))
			break
		}
		names = append(names, f.NodeName(id))
	}
	on := " on " + strings.Join(names, ", ")
	switch {
	case l.Counts && !k.Ranked():
		return say(name, fmt.Sprintf("not ranked: counted %d with an error of %d, so any key may stand here; sample longer", k.Count, k.Error))
	case l.Counts:
		counted := format.Thousands(k.Count) + " counted"
		if k.Error > 0 {
			counted = format.Thousands(k.Count-k.Error) + " to " + counted
		}
		words := fmt.Sprintf("%s, %s %s%s", counted, text, unit, on)
		if k.PerSecond == 0 {
			words = counted + on
		}
		if k.TableRate > 0 {
			words += fmt.Sprintf("; ~%s of the table's", format.Share(min(1, k.PerSecond/k.TableRate)))
		}
		return say(name, words)
	}
	return say(name, text+" "+unit+on+"; the most that was seen, not a mean")
}

package screen

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/themes"
	"github.com/partop/partop/ui/format"
	"github.com/partop/partop/ui/widget"
)

// nodeCompactions is a line a node: slots, queue, what is left and how fast it goes. Where there is no room for all nodes,
// those with a mark come first: the one that is looked for must not be among the "+1".
func nodeCompactions(f *Frame, width, lines int) section {
	t := widget.Table{Columns: []widget.Column{
		{Title: "", Width: 2, Left: true}, {Title: "NODE", Width: 14, Left: true, Flex: true, Middle: true},
		{Title: "PEND", Width: 5, Priority: 1}, {Title: "SLOTS", Width: 5, Priority: 2}, {Title: "QUEUED", Width: 6, Priority: 1}, {Title: "LEFT", Width: 5, Priority: 4},
		{Title: "RATE", Width: 7, Priority: 5}, {Title: "ETA", Width: 6, Priority: 6}, {Title: "TREND", Width: 8, Left: true, Priority: 3},
		{Title: "LIMIT", Width: 9, Priority: 7}, {Title: "DISK", Width: 5, Priority: 8},
	}}
	free := slices.ContainsFunc(f.Nodes, func(n *cluster.NodeFigures) bool { return n.DiskFree.Known })
	if free { // what compactions need is room
		t.Columns[len(t.Columns)-1].Title = "FREE"
	}
	nodes := slices.Clone(f.Nodes)
	slices.SortStableFunc(nodes, func(a, b *cluster.NodeFigures) int {
		return cmp.Or(cmp.Compare(f.nodeMarks[b.Node.ID].Now, f.nodeMarks[a.Node.ID].Now), cmp.Compare(b.Pending.Value, a.Pending.Value),
			cmp.Compare(b.Queued.Value, a.Queued.Value),
			cmp.Compare(b.Remaining.Value, a.Remaining.Value))
	})
	var rows []widget.Row
	for _, n := range nodes[:min(len(nodes), lines-1)] {
		rows = append(rows, nodeCompactionRow(f, n, free))
	}
	t.SetRows(rows, false)
	more := len(nodes) - len(rows)
	if more > 0 {
		width -= len(" +999") // the count stands at the end of the heading and must not be cut
	}
	out := section(t.Draw(width, lines, false, f.ASCII))
	if more > 0 && len(out) > 0 {
		out[0].Line = out[0].Line.Add(themes.Dim, fmt.Sprintf(" +%d", more))
	}
	return out
}

// nodeCompactionRow shows nothing of a silent node: a compaction of a minute ago may be done or dead.
func nodeCompactionRow(f *Frame, n *cluster.NodeFigures, free bool) widget.Row {
	disk := &n.Disk
	if free {
		disk = &n.DiskFree
	}
	p := paceOf(n.Node.Trend.Points(cluster.MeasureRemaining))
	p.growing = p.growing || nodeGrows(f, n)
	d, ok := p.eta(n.Remaining.Value)
	cells := []widget.Cell{markCell(f.nodeMarks[n.Node.ID]), widget.Named(f.Text(n.Node.Name())), nodeCell(n, &n.Pending), slotsCell(n),
		queuedCell(n), nodeCell(n, &n.Remaining), rateCell(p, &n.Remaining), etaCell(&n.Remaining, d, ok), trendCell(p, &n.Remaining),
		throughputCell(f, n), nodeCell(n, disk)}
	if n.Silent != "" {
		for i := 2; i < len(cells); i++ {
			cells[i] = widget.Unknown()
		}
	}
	return widget.Row{ID: string(n.Node.ID), Cells: cells}
}

// queuedCell stands out as soon as anything waits: tasks that run are life, tasks that wait are the backlog.
func queuedCell(n *cluster.NodeFigures) widget.Cell {
	c := nodeCell(n, &n.Queued)
	if n.Silent == "" && n.Queued.Known && n.Queued.Value > 0 && !n.Queued.Stale {
		c.Role = themes.Strong
	}
	return c
}

// throughputCell is the node's limit as its settings print it: "64MiB/s" from 4.1 on, a number of MiB/s before.
// A backlog that works at this rate is held by the setting, not by the disk, and the setting is what nodetool
// setcompactionthroughput changes.
func throughputCell(f *Frame, n *cluster.NodeFigures) widget.Cell {
	v := cluster.ValueOf[cluster.Settings](n.Node.Cell(cluster.NodeSettings))
	if v == nil {
		return widget.Unknown()
	}
	if s, ok := v.Values["compaction_throughput"]; ok && s != "" {
		return widget.Named(f.Text(s))
	}
	if s, ok := v.Values["compaction_throughput_mb_per_sec"]; ok && s != "" {
		return widget.Named(f.Text(s) + "MiB/s")
	}
	return widget.Unknown()
}

// task is a running task and where.
type task struct {
	cluster.CompactionTask
	node cluster.NodeID
}

// runningTasks draws the tasks with the most left.
// Tasks of every kind are among them: validations and cleanups take slots of CompactionExecutor just as
// compactions do.
func runningTasks(f *Frame, width, lines int) section {
	tasks := allTasks(f)
	if len(tasks) == 0 {
		return section{{Line: heading("RUNNING", "  "+nothingRuns(f))}}
	}
	more := ""
	if len(tasks) > lines-1 {
		more = fmt.Sprintf("  %d tasks, the %d with most left", len(tasks), lines-1)
	}
	out := section{{Line: heading("RUNNING", more)}}
	for i := range tasks[:min(len(tasks), lines-1)] {
		out = append(out, widget.Drawn{Line: taskLine(f, &tasks[i], width)})
	}
	return out
}

// nothingRuns tells no task from no answer.
func nothingRuns(f *Frame) string {
	why := "no node has told yet"
	for _, n := range f.Nodes {
		c := n.Node.Cell(cluster.NodeCompactionTasks)
		if c.Last.Known() && n.Silent == "" {
			return "nothing, on the nodes that told"
		}
		if c.Last.Unknown != nil {
			why = f.missing(&cluster.Figure{Missing: *c.Last.Unknown})
		}
	}
	return why
}

// allTasks puts the tasks with the most left first: they are what the cluster waits for.
func allTasks(f *Frame) []task {
	var out []task
	for _, n := range f.Nodes {
		v := cluster.ValueOf[cluster.CompactionTasks](n.Node.Cell(cluster.NodeCompactionTasks))
		// What a silent node ran may be done or dead by now, and half a bar would be taken for progress.
		if v == nil || n.Silent != "" {
			continue
		}
		for _, t := range v.Tasks {
			out = append(out, task{t, n.Node.ID})
		}
	}
	slices.SortStableFunc(out, func(a, b task) int { return cmp.Compare(b.Remaining(), a.Remaining()) })
	return out
}

// taskLine shows progress in the unit of the task: validations count keys or ranges, and bytes made of them would be
// invented.
func taskLine(f *Frame, t *task, width int) widget.Line {
	// Some tasks print no total: nothing of them can be shown as done, and a full bar would be a lie.
	share := 0.0
	if t.Total > 0 {
		share = float64(t.Progress) / float64(t.Total)
	}
	done := format.Short(float64(t.Progress)) + "/" + format.Short(float64(t.Total))
	if t.Unit == "bytes" {
		done = format.Size(float64(t.Progress)) + "/" + format.Size(float64(t.Total))
	}
	room := min(44, max(16, width-62)) // leaves "validation in keys" whole at 80 columns
	l := widget.Plain(" " + widget.Left(widget.CutMiddle(f.NodeName(t.node), 12), 12) + " ")
	l = l.Add(themes.Text, widget.Left(widget.CutMiddle(f.Text(t.Table.String()), room), room)+" ")
	l = l.Add(themes.Bar, widget.Bar(share, 10)).Add(themes.Text, widget.Right(format.Share(share), 5))
	l = l.Add(themes.Text, " "+widget.Right(done, 11)).Add(themes.Dim, " "+f.Text(t.Kind))
	if t.Unit != "bytes" {
		l = l.Add(themes.Dim, " in "+f.Text(t.Unit))
	}
	return l
}

// finishedTasks draws the newest entries of the nodes' compaction history.
// The history is the nodes' own (system.compaction_history) and reaches back further than the session does.
func finishedTasks(f *Frame, width, lines int) section {
	type record struct {
		cluster.CompactionRecord
		node cluster.NodeID
	}
	var all []record
	for _, n := range f.Nodes {
		if v := cluster.ValueOf[cluster.CompactionHistory](n.Node.Cell(cluster.NodeCompactionHistory)); v != nil {
			for _, e := range v.Entries {
				if f.System || !e.Table.IsSystem() {
					all = append(all, record{e, n.Node.ID})
				}
			}
		}
	}
	if len(all) == 0 || lines < 2 {
		return nil
	}
	slices.SortStableFunc(all, func(a, b record) int { return b.CompactedAt.Compare(a.CompactedAt) })
	out := section{{Line: heading("FINISHED", "  in > out: what went away")}}
	for i := range all[:min(len(all), lines-1)] {
		out = append(out, widget.Drawn{Line: recordLine(f, all[i].node, &all[i].CompactionRecord, width)})
	}
	return out
}

// recordLine says what a compaction gave back, which is what distinguishes one that purges from one that only moves.
func recordLine(f *Frame, node cluster.NodeID, r *cluster.CompactionRecord, width int) widget.Line {
	room := min(44, max(20, width-52))
	l := widget.Plain(" " + widget.Left(widget.CutMiddle(f.NodeName(node), 12), 12) + " ")
	l = l.Add(themes.Text, widget.Left(widget.CutMiddle(f.Text(r.Table.String()), room), room)+" ")
	l = l.Add(themes.Text, widget.Right(format.Size(float64(r.BytesIn)), 5)+" > "+widget.Left(format.Size(float64(r.BytesOut)), 5))
	// Output may be larger than input: overlapping rows are kept with their newer metadata. That is no gain
	// either.
	saved := "none reclaimed"
	if r.BytesIn > r.BytesOut {
		saved = format.Share(1-float64(r.BytesOut)/float64(r.BytesIn)) + " reclaimed"
	}
	return l.Add(themes.Dim, " "+widget.Left(saved, 14)+" "+format.Age(f.View.Clock.Sub(r.CompactedAt))+" ago")
}

// etaText is coarse: an estimate to the second would promise too much.
// Ten seconds, a minute, ten minutes are the steps: finer ones would change with every refresh without a
// reason.
func etaText(seconds float64) string {
	d := time.Duration(seconds) * time.Second
	switch {
	case d < time.Minute:
		return format.Duration(max(10*time.Second, d.Round(10*time.Second)))
	case d < time.Hour:
		return format.Age(d)
	}
	return format.Duration(d.Truncate(10 * time.Minute))
}

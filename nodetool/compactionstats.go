package nodetool

import (
	"regexp"
	"strings"
)

// The forms, oldest first:
//
// 	pending tasks: 5                                                    1.1 to 2.1: right aligned, no id
// 	          compaction type        keyspace           table       completed           total      unit  progress
// 	               Compaction       Keyspace1       Standard1       282310680       302170540     bytes    93.43%
// 	Active compaction remaining time :   0h00m16s
//
// 	pending tasks: 2                                                    3.2 to 4.1: left aligned, counts by table
// 	- ks.table: 2
//
// 	id                                   compaction type     keyspace table completed  total      unit  progress
// 	9287e040-ecda-11f1-b59a-7ba38b56d717 Remove deleted data ks       t     272.49 KiB 345.92 KiB bytes 78.77%
//
// 	concurrent compactors            2                                  5.0: all in one padded table, no colons
// 	pending tasks                    4
// 	ks                               t         4
// 	compactions completed            154
// 	...
// 	active compaction remaining time 0h00m25s
//
// Types and human sizes hold blanks, so cells are cut by the offsets of their headers, not at blanks. With -V (4.1+) the
// columns are those of system_views.sstable_tasks, where "progress" is bytes and "completion ratio" the percentage.

// CompactionStats is the output of compactionstats, of any version and with -H or -V.
type CompactionStats struct {
	// PendingTasks is an estimate; it differs from the sum of the rows by the running ones, and ScyllaDB 3.0 once said
	// 858,255.
	PendingTasks Figure `json:"pending tasks,omitzero"`
	// PendingByTable is keyed "keyspace.table"; since 3.2.
	PendingByTable map[string]int64 `json:"pending_by_table"`
	// Values are the further lines of 5.0 by their labels: "compactions completed", "mean rate", ...
	Values map[string]Figure `json:"values"`
	// AsPrinted are those of Values whose text says more than the number: "3.57/minute", "3.31 MiB".
	AsPrinted map[string]string `json:"as_printed,omitempty"`
	// Rows are the running tasks.
	Rows []CompactionRow `json:"rows"`
	// Remaining is remaining bytes over throttle, in seconds: 0 or unknown is normal while work runs.
	Remaining Figure `json:"remaining,omitzero"`
}

// CompactionRow is one running task, whatever the names of its columns in this version.
type CompactionRow struct {
	// ID is empty where the version prints none (before 2.2) or "<none>" (ScyllaDB).
	ID       string `json:"id"`
	Type     string `json:"type"`
	Keyspace string `json:"keyspace"`
	Table    string `json:"table"`
	// Completed and Total are bytes before compression; ScyllaDB counts keys (Unit says so).
	Completed     Figure `json:"completed,omitzero"`
	CompletedText string `json:"completed_text,omitempty"`
	Total         Figure `json:"total,omitzero"`
	TotalText     string `json:"total_text,omitempty"`
	Unit          string `json:"unit"`
	// Percent is the printed share done, 0 to 100.
	Percent Figure `json:"percent,omitzero"`
	// SSTables and TargetDirectory are of -V (4.1 and 5.0); a task that is starting has no directory yet.
	SSTables        Figure `json:"sstables,omitzero"`
	TargetDirectory string `json:"target_directory,omitempty"`
	// VTable says that the row is of -V, whose columns differ.
	VTable bool `json:"vtable,omitempty"`
}

// compactionColumns are the headers of every version; 1.1 said "column family" and "bytes compacted".
var compactionColumns = []string{"id", "task id", "compaction type", "kind", "keyspace", "table", "column family", "completed",
	"bytes compacted", "total", "bytes total", "unit", "progress", "completion ratio", "sstables", "target directory"}

// compactionLabels are the lines of 5.0's padded table, which have no colon. An unknown line of the same form (two
// columns, the second a number) is kept, too.
var compactionLabels = []string{"concurrent compactors", "compactions completed", "data compacted",
	"compressed data compacted", "compactions aborted", "compactions reduced", "sstables dropped from compaction",
	"15 minute rate", "mean rate", "compaction throughput (MiB/s)", "compaction throughput"}

var (
	pendingTasks  = regexp.MustCompile(`(?:^|[\s:])pending tasks\s*:?\s+([\d.,-]+)\s*$`)
	pendingTable  = regexp.MustCompile(`^\s*-\s+([^\s.]+)\.(\S+):\s*(-?\d+)\s*$`)
	pendingTable5 = regexp.MustCompile(`^(\S+)\s+(\S+)\s+(-?\d+)$`)
	remainingTime = regexp.MustCompile(`(?i)active compaction remaining time\s*:?\s+(\S+)\s*$`)
	paddedValue   = regexp.MustCompile(`^(\S+(?: \S+)*?)\s{1,}([\d.,]+(?:/\w+| ?[A-Za-z]+)?|NaN|n/a)$`)
)

type compactionText struct {
	out  *CompactionStats
	r    *report
	cols []column
	rows []line
	any  bool
}

// parseCompactionStats collects the rows first: how to cut them shows only when all are seen.
func parseCompactionStats(p *page, r *report) any {
	c := &compactionText{r: r, out: &CompactionStats{PendingByTable: map[string]int64{},
		Values: map[string]Figure{}, Rows: []CompactionRow{}}}
	for _, l := range p.lines {
		c.line(l)
	}
	if !c.any {
		return nil
	}
	c.cutRows()
	c.hint()
	for label, f := range c.out.Values {
		if !f.plain() {
			c.out.AsPrinted = keep(c.out.AsPrinted, label, f.Text)
		}
	}
	return c.out
}

// line looks for sentences before rows, because the last line of 5.0 stands in the same table as the rows.
func (c *compactionText) line(l line) {
	t := strings.TrimSpace(l.text)
	if t == "" {
		return
	}
	if m := pendingTasks.FindStringSubmatch(t); m != nil {
		c.out.PendingTasks, c.any = wholeFigure(m[1]), true
		return
	}
	if m := pendingTable.FindStringSubmatch(l.text); m != nil {
		c.pending(m[1]+"."+m[2], m[3])
		return
	}
	if m := remainingTime.FindStringSubmatch(t); m != nil {
		c.out.Remaining, c.any = figure(m[1]), true
		return
	}
	switch {
	case compactionHeader(t):
		c.cols, c.any = columns(l.text, compactionColumns), true
	case c.cols != nil:
		c.rows = append(c.rows, l)
	case !c.padded(t):
		c.foreign(l)
	}
}

// compactionHeader tells the header of the rows: it names a table, a unit and the share done.
func compactionHeader(t string) bool {
	return strings.Contains(t, "keyspace") && (strings.Contains(t, "progress")) &&
		(strings.Contains(t, "compaction type") || strings.Contains(t, "task id"))
}

func (c *compactionText) pending(table, n string) {
	if v, ok := wholeFigure(n).Int64(); ok {
		c.out.PendingByTable[table] = v
	}
}

// padded reads a line of 5.0's table: a label and a value, or a pending count as keyspace, table, number.
func (c *compactionText) padded(t string) bool {
	for _, label := range compactionLabels {
		if rest, ok := strings.CutPrefix(t, label); ok && strings.HasPrefix(rest, " ") {
			c.out.Values[label], c.any = figure(rest), true
			return true
		}
	}
	if !c.out.PendingTasks.Printed() {
		return false
	}
	if m := pendingTable5.FindStringSubmatch(t); m != nil && len(c.out.Values) <= 1 {
		c.pending(m[1]+"."+m[2], m[3])
		return true
	}
	m := paddedValue.FindStringSubmatch(t)
	if m != nil {
		c.out.Values[m[1]] = figure(m[2])
	}
	return m != nil
}

// foreign passes over what stands before the first known line: logs and prompts.
func (c *compactionText) foreign(l line) {
	if c.any && !noise(l.text) {
		c.r.skipped(l)
	}
}

// cutRows cuts the collected rows by the offsets of the header. Before 3.0 the columns were right aligned; the way
// that makes more rows whole is the right one.
func (c *compactionText) cutRows() {
	best, bestScore := []CompactionRow(nil), -1
	var bestBad []line
	for _, cut := range []cutter{cutLeft, cutRight, cutWords} {
		rows, bad := c.readRows(cut)
		if len(rows) > bestScore {
			best, bestBad, bestScore = rows, bad, len(rows)
		}
	}
	c.out.Rows = append(c.out.Rows, best...)
	for _, l := range bestBad {
		c.r.skipped(l)
	}
}

// cutter cuts a row into as many cells as there are columns.
type cutter func(row string, cols []column) ([]string, bool)

// readRows keeps the rows that this way of cutting makes whole.
func (c *compactionText) readRows(cut cutter) (rows []CompactionRow, bad []line) {
	for _, l := range c.rows {
		cells, ok := cut(l.text, c.cols)
		if !ok {
			bad = append(bad, l)
			continue
		}
		if row, ok := compactionRow(c.cols, cells); ok {
			rows = append(rows, row)
		} else {
			bad = append(bad, l)
		}
	}
	return rows, bad
}

// cutWords is for rows that a paste or a type wider than its column ("Anticompaction after repair") has shifted off the
// header: every column is one word, a size two with its unit, and the type takes what is left between them.
func cutWords(row string, cols []column) ([]string, bool) {
	out := make([]string, len(cols))
	words := strings.Fields(row)
	typ := len(cols)
	for i, c := range cols {
		if c.name == "compaction type" || c.name == "kind" {
			typ = i
			break
		}
		if len(words) == 0 {
			return out, false
		}
		out[i], words = words[0], words[1:]
	}
	for i := len(cols) - 1; i > typ; i-- {
		n := 1
		if len(words) > 1 && isSizeColumn(cols[i]) && figure(strings.Join(words[len(words)-2:], " ")).Unit != "" &&
			figure(words[len(words)-1]).State == Words {
			n = 2
		}
		if len(words) < n {
			return out, false
		}
		out[i], words = strings.Join(words[len(words)-n:], " "), words[:len(words)-n]
	}
	if typ == len(cols) {
		return out, len(words) == 0
	}
	out[typ] = strings.Join(words, " ")
	return out, len(words) > 0
}

// isSizeColumn says whether -H gives the column's values a unit.
func isSizeColumn(c column) bool {
	switch c.name {
	case "completed", "total", "bytes compacted", "bytes total", "progress":
		return true
	}
	return false
}

// compactionRow maps cells to the row by the header's words; false when the numbers are none, i.e. the cut was wrong.
func compactionRow(cols []column, cells []string) (CompactionRow, bool) {
	var row CompactionRow
	names := map[string]string{}
	for i, c := range cols {
		names[c.name] = cells[i]
	}
	_, row.VTable = names["completion ratio"]
	first := func(keys ...string) string {
		for _, k := range keys {
			if v := names[k]; v != "" {
				return v
			}
		}
		return ""
	}
	row.ID, row.Type = first("task id", "id"), first("compaction type", "kind")
	row.Keyspace, row.Table = names["keyspace"], first("table", "column family")
	row.Total, row.Unit = figure(first("total", "bytes total")), first("unit")
	row.SSTables, row.TargetDirectory = figure(names["sstables"]), names["target directory"]
	if row.VTable {
		row.Percent, row.Completed = figure(names["completion ratio"]), figure(names["progress"])
	} else {
		row.Percent, row.Completed = figure(names["progress"]), figure(first("completed", "bytes compacted"))
	}
	row.CompletedText, row.TotalText = sizeText(row.Completed), sizeText(row.Total)
	return row, row.whole()
}

// whole says whether every cell holds what its column can hold.
func (row CompactionRow) whole() bool {
	if row.Type == "" || strings.Contains(row.Keyspace, " ") || strings.Contains(row.Table, " ") || strings.Contains(row.ID, " ") {
		return false
	}
	done := row.Percent.State == Number && row.Percent.Unit == "%" || row.Percent.State == NotAvailable ||
		row.Percent.State == NotANumber
	return done && row.Completed.State == Number && row.Total.State == Number &&
		row.SSTables.State != Words && row.Keyspace != ""
}

// sizeText is a humanised size as printed; the number beside it is only as exact as its last digit.
func sizeText(f Figure) string {
	if f.Unit == "" {
		return ""
	}
	return f.Text
}

// hint tells the version by the form: a padded table without colons is 5.0, ids came in 2.2, left alignment in 3.0.
func (c *compactionText) hint() {
	id, left := false, true
	for i, col := range c.cols {
		id = id || col.name == "id" || col.name == "task id"
		left = left && (i > 0 || col.start == 0)
	}
	switch {
	case len(c.out.Values) > 0:
		c.r.hint = "5.0+"
	case len(c.out.Rows) > 0 && strings.HasPrefix(c.out.Rows[0].ID, "<"):
		c.r.hint = "scylla"
	case len(c.out.Rows) > 0 && c.out.Rows[0].VTable:
		c.r.hint = "4.1"
	case c.cols != nil && !id:
		c.r.hint = "1.x-2.1"
	case c.cols != nil && !left:
		c.r.hint = "2.2"
	case c.cols != nil || len(c.out.PendingByTable) > 0:
		c.r.hint = "3.0-4.1"
	}
}

func compactionStatsKind() kindRow {
	return kindRow{
		kind: KindCompactionStats,
		marks: []mark{{"pending tasks", 9}, {"Active compaction remaining time", 9}, {"active compaction remaining time", 9},
			{"concurrent compactors  ", 6}, {"compactions completed  ", 6}, {"data compacted  ", 4}},
		detect: func(p *page) int {
			for _, l := range p.head(detectLines) {
				if strings.Contains(l.text, "pending tasks") && pendingTasks.MatchString(l.text) || compactionHeader(l.text) {
					return 8
				}
			}
			return 0
		},
		parse: parseCompactionStats,
	}
}

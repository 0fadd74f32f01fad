package nodetool

import (
	"regexp"
	"strings"
)

// Reading goes line by line with at most one keyspace and one table open:
//
// 	heading ("Total number", "Keyspace", "Table")  opens a block
// 	dashes                                          close the table
// 	"label: value"                                  belongs to the open table, else to the keyspace, else is loose
// 	"label:"                                        waits for its value on the next line (wrapped pastes)
// 	no colon                                        may be the first half of a wrapped label, else is not understood

// statsText is the state of reading the text form. Blocks nest by their words, never by indentation: pastes lose it,
// and 2.1 printed "Table:" at the depth of the keyspace's lines.
type statsText struct {
	out      *TableStats
	r        *report
	keyspace string
	// ks and table are the open blocks; at most one takes lines, table first.
	ks     *Keyspace
	table  *Table
	labels labelIndex
	ksOnly labelIndex
	// waiting is a label whose value did not stand on its line: a wrapped paste puts it on the next.
	waiting string
	since   int
	// broken is a line without a colon: a narrow terminal wraps inside long labels.
	broken line
	// closed says that a blank line or dashes followed the last line of a table.
	closed bool
}

var (
	totalTables = regexp.MustCompile(`^Total number of tables:\s*(\S+)(.*)$`)
	keyspaceIs  = regexp.MustCompile(`^Keyspace\s*:\s*(\S+)$`)
	tableIs     = regexp.MustCompile(`^(Table|Column Family)(\s*\(index\))?\s*:\s*(\S+)$`)
)

// parseTableStats reads the text form of any version.
func parseTableStats(p *page, r *report) any {
	s := &statsText{out: newTableStats(), r: r, keyspace: "?",
		labels: tableIndex(), ksOnly: keyspaceIndex()}
	for _, l := range p.lines {
		s.line(l)
	}
	s.endTable()
	s.giveUp()
	if s.waiting != "" {
		s.r.warnf(s.since, "no value for %s", quote(s.waiting))
		r.truncated = true
	}
	if s.out.empty() {
		return nil
	}
	s.hint(p)
	s.checkEnd(p)
	return s.out
}

// line sends a line where its form says.
func (s *statsText) line(l line) {
	t := strings.TrimSpace(l.text)
	s.closed = strings.Trim(t, "-") == ""
	switch {
	case t == "":
	case s.closed:
		s.endTable()
	case s.heading(t, l.no):
		s.waiting = ""
	case s.waiting != "" && !strings.Contains(t, ":"):
		label := s.waiting
		s.waiting = ""
		s.field(label, t, line{s.since, t})
	default:
		s.labelled(l, t)
	}
}

// heading opens a block if the line is the title of one.
func (s *statsText) heading(t string, no int) bool {
	if m := totalTables.FindStringSubmatch(t); m != nil {
		s.out.TotalNumberOfTables = wholeFigure(m[1])
		return true
	}
	if m := keyspaceIs.FindStringSubmatch(t); m != nil {
		s.endTable()
		s.keyspace = m[1]
		s.ks = s.out.Keyspaces[m[1]]
		if s.ks == nil {
			s.ks = &Keyspace{Fields: Fields{}}
			s.out.Keyspaces[m[1]] = s.ks
		}
		return true
	}
	m := tableIs.FindStringSubmatch(t)
	if m == nil {
		return false
	}
	s.endTable()
	s.openTable(m[3], m[2] != "", no)
	return true
}

// openTable begins a table. With -s there are no keyspace blocks and the name is "keyspace.table"; 3.0 doubled the name
// of an index without a separator.
func (s *statsText) openTable(name string, index bool, no int) {
	keyspace := s.keyspace
	if index {
		name = halve(name)
	}
	if ks, rest, dotted := strings.Cut(name, "."); dotted && s.ks == nil && (!index || strings.Contains(rest, ".")) {
		keyspace, name = ks, rest
	}
	s.table = newTable(keyspace, name, no)
	s.table.IsIndex = index
}

// halve undoes the doubling of an index name ("inode.idxinode.idx") of 3.0 and DSE 5.
func halve(name string) string {
	if n := len(name); n%2 == 0 && name[:n/2] == name[n/2:] && strings.Contains(name[:n/2], ".") {
		return name[:n/2]
	}
	return name
}

// join puts a wrapped label together if that makes a known one.
func (s *statsText) join(label string) string {
	whole := strings.TrimSpace(s.broken.text) + " " + label
	if _, ok := s.labels.text(whole); ok {
		s.broken = line{}
		return whole
	}
	s.giveUp()
	return label
}

// giveUp says that a line without a colon was not understood.
func (s *statsText) giveUp() {
	if s.broken.no > 0 {
		s.r.skipped(s.broken)
	}
	s.broken = line{}
}

// endTable files the open table; what follows belongs to the keyspace until the next title.
func (s *statsText) endTable() {
	if s.table != nil {
		s.out.addTable(s.table, s.r)
		s.table = nil
	}
}

// labelled takes "label: value", or waits for the other half of it.
func (s *statsText) labelled(l line, t string) {
	if s.waiting != "" {
		s.r.warnf(s.since, "no value for %s", quote(s.waiting))
		s.waiting = ""
	}
	label, value, ok := labelled(t)
	switch {
	case noise(l.text):
		return
	case !ok:
		s.giveUp()
		s.broken = l
		return
	case s.broken.no > 0:
		label = s.join(label)
	}
	if value == "" {
		s.waiting, s.since = label, l.no
		return
	}
	s.field(label, value, l)
}

// field files one value where its label belongs: to the open table, else to the keyspace, else to the loose lines of a
// grep. Fields of a fragment before the first title are loose, too.
func (s *statsText) field(label, value string, l line) {
	if s.table == nil && s.ks != nil {
		if row, ok := s.ksOnly.text(label); ok {
			s.ks.Fields.set(row.label, s.value(row, value, l), l.no, s.r)
			return
		}
	}
	row, ok := s.labels.text(label)
	if !ok {
		row, ok = saiLabel(label)
	}
	t := s.table
	switch {
	case !ok && t == nil:
		s.r.skipped(l)
		return
	case !ok:
		t.Other = keep(t.Other, label, value)
		return
	case t == nil:
		t = s.loose()
	}
	if strings.HasPrefix(value, "[") && !strings.HasSuffix(value, "]") {
		s.unclosed(t, row.label, value, l)
		return
	}
	t.Fields.set(row.label, s.value(row, value, l), l.no, s.r)
	if row.label == SSTablesInEachLevel {
		t.Levels = levels(value, l.no, s.r)
	}
}

// unclosed is a list that ScyllaDB 0.x printed without its end and without a line break before the next label.
func (s *statsText) unclosed(t *Table, label Label, value string, l line) {
	s.r.warnf(l.no, "%s is cut: %s", label, quote(value))
	s.r.truncated = true
	t.Fields.set(label, Figure{Text: "[", State: NotAvailable}, l.no, s.r)
	if next, v, ok := labelled(strings.TrimLeft(value, "[ \t")); ok && v != "" {
		s.field(next, v, l)
	}
}

// loose opens the nameless table of a fragment.
func (s *statsText) loose() *Table {
	if s.out.Loose == nil {
		s.out.Loose = newTable("?", "?", 0)
	}
	return s.out.Loose
}

// value reads a figure and doubts words where a number should stand.
func (s *statsText) value(row labelRow, value string, l line) Figure {
	f := figureOf(value, row.whole)
	if f.State == Words && row.whole {
		s.r.warnf(l.no, "no number for %s: %s", row.label, quote(value))
		return Figure{}
	}
	return f
}

// saiLabel gives the SAI lines of 5.0 a place of their own; their wording changed between 5.0 releases.
func saiLabel(label string) (labelRow, bool) {
	return labelRow{label: Label(label)}, strings.HasPrefix(label, "SAI ")
}

func keep(m map[string]string, label, value string) map[string]string {
	if m == nil {
		m = map[string]string{}
	}
	m[label] = value
	return m
}

// hint tells the version by words that came and went: 5.0 dropped "Dropped Mutations" and the blank before the colon.
func (s *statsText) hint(p *page) {
	switch {
	case p.has("Max SSTable size:") || p.has("Local read/write ratio:"):
		s.r.hint = "5.0+"
	case p.has("Failed Replication Count:"):
		s.r.hint = "dse-6"
	case p.has("SSTable bytes in each level:"):
		s.r.hint = "4.1"
	case p.has("Old SSTable count:") || p.has("Bytes repaired:"):
		s.r.hint = "4.0-4.1"
	case p.has("Column Family:"):
		s.r.hint = "1.x"
	case p.has("Space used (live), bytes:"):
		s.r.hint = "2.0"
	case p.has("Keyspace :") && p.has("Speculative retries:"):
		s.r.hint = "3.11"
	case p.has("Number of keys (estimate):"):
		s.r.hint = "2.1-3.0"
	}
}

// checkEnd says whether the last table looks whole: a paste cut by head or a screen ends mid-table.
func (s *statsText) checkEnd(p *page) {
	if s.out.Loose != nil {
		s.r.warnf(0, "lines before the first table's name belong to an unnamed table")
		s.r.truncated = true
	}
	if len(s.out.Order) == 0 {
		return
	}
	last := s.out.Tables[s.out.Order[len(s.out.Order)-1]]
	if last == nil || s.closed || last.Fields[CompactedPartitionMaximum].Printed() || !last.Fields[SSTableCount].Printed() {
		return
	}
	s.r.warnf(last.line, "the text stops inside table %s.%s", last.Keyspace, last.Name)
	s.r.truncated = true
}

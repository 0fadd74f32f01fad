package nodetool

import (
	"regexp"
	"strconv"
	"strings"
)

// Before 4.0:
//
// 	READS Sampler:
// 	  Cardinality: ~2 (256 capacity)
// 	  Top 10 partitions:
// 		Partition                 Count       +/-
// 		tenant-001:2025-11-22         6         0
//
// Since 4.0, a list for each sampler, with the table:
//
// 	Frequency of reads by partition:
// 	   Table             Partition             Count +/-
// 	   nt_lab.events_lcs tenant-001:2025-11-22 6     0
//
// 	Partitions read with the most tombstones:
// 	   Nothing recorded during sampling period...
//
// Keys are printed raw. A line break in one cuts its row in two, so lines are joined until one ends in the numbers that
// the header announces; blanks and tabs are kept by taking the numbers from the right.

// TopPartitions is the output of toppartitions or profileload.
type TopPartitions struct {
	Samplers []Sampler `json:"samplers"`
}

// Sampler is one list. It saw what this node read or wrote locally in the window, not what it coordinated.
type Sampler struct {
	// Title is as printed, without the colon: "READS Sampler" before 4.0, "Frequency of reads by partition" since.
	Title string `json:"title"`
	// Sampler is the name that -a takes: READS, WRITES, WRITE_SIZE, ...; empty for an unknown title.
	Sampler string `json:"sampler,omitempty"`
	// Measure is the header of the number: Count, Bytes, Rows, Tombstones, SSTables, Microseconds.
	Measure string `json:"measure,omitempty"`
	// NothingRecorded says that the sampler saw no event, which is not the same as not having run.
	NothingRecorded bool `json:"nothing_recorded"`
	// Cardinality (before 4.0) is unusable: about 1 for 10 keys. Capacity is -s.
	Cardinality *int64      `json:"cardinality,omitempty"`
	Capacity    *int64      `json:"capacity,omitempty"`
	Rows        []SampleRow `json:"rows"`
}

// SampleRow is one row. A frequency sampler has one for each key, its true count between Value-Error and Value; a
// maximum sampler has one for each event, so that a key may be there many times, and -k + 1 rows.
type SampleRow struct {
	// Table is "keyspace.table"; before 4.0 it is not printed.
	Table string `json:"table,omitempty"`
	// Partition is the key as printed: raw text, which may hold blanks and line breaks; components joined by ":".
	Partition string `json:"partition,omitempty"`
	// Query is CQL with its values in it, of the sampler of read times.
	Query string `json:"query,omitempty"`
	Value int64  `json:"value"`
	// Error is the column +/-; nil where the sampler has none.
	Error *int64 `json:"error,omitempty"`
}

// samplerTitles are the titles of 4.0 and 5.0 in lower case with the names of -a (Sampler.SamplerType).
var samplerTitles = map[string]string{
	"frequency of reads by partition":            "READS",
	"frequency of writes by partition":           "WRITES",
	"frequency of cas contentions by partition":  "CAS_CONTENTIONS",
	"frequency of cas contention by partition":   "CAS_CONTENTIONS",
	"max mutation size by partition":             "WRITE_SIZE",
	"longest read query times":                   "LOCAL_READ_TIME",
	"partitions read with the most rows":         "READ_ROW_COUNT",
	"partitions read with the most tombstones":   "READ_TOMBSTONE_COUNT",
	"partitions read with the most sstables":     "READ_SSTABLE_COUNT",
	"partitions read with the most live sstable": "READ_SSTABLE_COUNT",
}

var (
	oldSampler  = regexp.MustCompile(`^\s*([A-Z_]+) Sampler:\s*$`)
	cardinality = regexp.MustCompile(`^\s*Cardinality: ~(-?\d+) \((\d+) capacity\)\s*$`)
	topLine     = regexp.MustCompile(`^\s*Top \d+ partitions:\s*$`)
	titleLine   = regexp.MustCompile(`^([A-Z][A-Za-z ]+[a-z]):\s*$`)
	sampleHead  = regexp.MustCompile(`^\s+(?:Table\s+Partition|Partition|Query)\s+.*$`)
	nothing     = "Nothing recorded during sampling period"
)

var sampleColumns = []string{"Table", "Partition", "Query", "Count", "+/-", "Bytes", "Rows", "Tombstones", "SSTables", "Microseconds"}

// sampleText is the state of reading: the open sampler, its header and the beginning of a row whose key holds a line
// break.
type sampleText struct {
	out   *TopPartitions
	r     *report
	cols  []column
	part  string
	since int
	gap   bool
}

// parseTopPartitions gives a sampler that saw nothing a place of its own: that it ran is a finding.
func parseTopPartitions(p *page, r *report) any {
	s := &sampleText{out: &TopPartitions{Samplers: []Sampler{}}, r: r}
	for _, l := range p.lines {
		s.line(l)
	}
	s.drop()
	if len(s.out.Samplers) == 0 {
		return nil
	}
	r.hint = "2.1-3.11"
	if !strings.HasSuffix(s.out.Samplers[0].Title, " Sampler") {
		r.hint = s.hint()
	}
	return s.out
}

// hint tells 5.0 from 4.x by its samplers of rows and by the spelling of the CAS title.
func (s *sampleText) hint() string {
	for _, t := range s.out.Samplers {
		switch {
		case strings.HasPrefix(t.Title, "Partitions read with"), strings.Contains(t.Title, "CAS contention"):
			return "5.0+"
		case strings.Contains(t.Title, "cas contentions"):
			return "4.0-4.1"
		}
	}
	return "4.0+"
}

func (s *sampleText) open() *Sampler {
	if n := len(s.out.Samplers); n > 0 {
		return &s.out.Samplers[n-1]
	}
	return nil
}

// line looks for titles first, because a list ends with the next title even when its last row is broken.
func (s *sampleText) line(l line) {
	cur := s.open()
	switch {
	case s.title(l):
	case cur == nil:
	case strings.Contains(l.text, nothing):
		cur.NothingRecorded = true
	case cardinality.MatchString(l.text):
		m := cardinality.FindStringSubmatch(l.text)
		cur.Cardinality, cur.Capacity = whole(m[1]), whole(m[2])
	case topLine.MatchString(l.text):
	case s.cols == nil && sampleHead.MatchString(l.text):
		s.header(l)
	case s.cols == nil || s.gap && s.part == "":
		if !l.blank() && !noise(l.text) {
			s.r.skipped(l)
		}
	case l.blank():
		s.blank()
	default:
		s.row(l)
	}
}

// blank ends a list, unless a key with an empty line in it is open.
func (s *sampleText) blank() {
	if s.part != "" {
		s.part += "\n"
		return
	}
	s.gap = true
}

// title opens a sampler. A line of a key can look like a title only if a row is open, and then the header decides.
func (s *sampleText) title(l line) bool {
	t := ""
	var name string
	if m := oldSampler.FindStringSubmatch(l.text); m != nil {
		t, name = m[1]+" Sampler", m[1]
	} else if m := titleLine.FindStringSubmatch(l.text); m != nil {
		t, name = m[1], samplerTitles[strings.ToLower(m[1])]
		if name == "" && s.part != "" {
			return false
		}
	}
	if t == "" {
		return false
	}
	s.drop()
	s.out.Samplers = append(s.out.Samplers, Sampler{Title: t, Sampler: name, Rows: []SampleRow{}})
	s.cols, s.gap = nil, false
	return true
}

// header names the measure by the one column that is neither a name nor the error.
func (s *sampleText) header(l line) {
	s.cols = columns(l.text, sampleColumns)
	cur := s.open()
	for _, c := range s.cols {
		if c.name != "Table" && c.name != "Partition" && c.name != "Query" && c.name != "+/-" {
			cur.Measure = c.name
		}
	}
}

// row joins lines until one ends in the numbers of the header: a key may hold line breaks.
func (s *sampleText) row(l line) {
	text := l.text
	if s.part != "" {
		text = s.part + "\n" + text
	}
	numbers := 0
	for _, c := range s.cols {
		if c.name != "Table" && c.name != "Partition" && c.name != "Query" {
			numbers++
		}
	}
	rest, cells, ok := lastFields(lastLine(text), numbers)
	row := SampleRow{}
	if ok {
		row, ok = sampleNumbers(cells)
	}
	if !ok {
		s.hold(text, l)
		return
	}
	if i := strings.LastIndexByte(text, '\n'); i >= 0 {
		rest = text[:i+1] + rest
	}
	s.part = ""
	if !s.names(&row, rest) {
		s.r.skipped(l)
		return
	}
	cur := s.open()
	cur.Rows = append(cur.Rows, row)
}

// lastLine is where the numbers of a joined row stand.
func lastLine(s string) string { return s[strings.LastIndexByte(s, '\n')+1:] }

// hold keeps the beginning of a broken row; what grows without end, or is the ellipsis of an author, is given up.
func (s *sampleText) hold(text string, l line) {
	if t := strings.TrimSpace(text); t == "…" || t == "..." {
		s.r.warnf(l.no, "rows left out by the author")
		s.r.truncated = true
		return
	}
	if s.part == "" {
		s.since = l.no
	}
	s.part = text
	if len(text) > maxLineBytes || strings.Count(text, "\n") > 1000 {
		s.drop()
	}
}

// drop gives up an open row.
func (s *sampleText) drop() {
	if strings.TrimSpace(s.part) != "" {
		s.r.warnf(s.since, "a row without its numbers: %s", quote(s.part))
	}
	s.part = ""
}

// sampleNumbers wants whole numbers: a key may end in words.
func sampleNumbers(cells []string) (SampleRow, bool) {
	var row SampleRow
	for i, c := range cells {
		n, ok := wholeFigure(c).Int64()
		if !ok {
			return row, false
		}
		if i == 0 {
			row.Value = n
		} else {
			row.Error = &n
		}
	}
	return row, true
}

// names cuts what stands before the numbers. A table has no blanks; the key begins under its header, or, in a paste
// that lost its columns, after the blanks.
func (s *sampleText) names(row *SampleRow, rest string) bool {
	rest = strings.TrimRight(rest, " ")
	if s.cols[0].name != "Table" {
		key := strings.TrimLeft(rest, " \t")
		if s.cols[0].name == "Query" {
			row.Query = key
		} else {
			row.Partition = key
		}
		return true
	}
	rest = strings.TrimLeft(rest, " \t")
	table, key, _ := strings.Cut(rest, " ")
	if !strings.Contains(table, ".") {
		return false
	}
	row.Table = table
	if len(s.cols) > 1 && s.cols[1].name == "Partition" {
		if pad := s.cols[1].start - s.cols[0].start - len(table) - 1; pad > 0 && pad <= len(key) && strings.TrimSpace(key[:pad]) == "" {
			key = key[pad:]
		} else {
			key = strings.TrimLeft(key, " ")
		}
	}
	row.Partition = key
	return true
}

// whole reads a whole number; nil when it is none.
func whole(s string) *int64 {
	s = strings.TrimSpace(s)
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return &n
	}
	n, ok := wholeFigure(s).Int64()
	if !ok {
		return nil
	}
	return &n
}

// SamplingList is the output of profileload -l: the scheduled samplings of 5.0.
type SamplingList struct {
	Tables []string `json:"tables"`
}

// samplingListKind is the list of profileload -l, whose rows are not samples.
func samplingListKind() kindRow {
	return kindRow{
		kind: KindSamplingList, marks: []mark{{"KEYSPACE TABLE", 10}},
		parse: func(p *page, r *report) any {
			out := &SamplingList{Tables: []string{}}
			seen := false
			for _, l := range p.lines {
				w := strings.Fields(l.text)
				switch {
				case len(w) == 2 && w[0] == "KEYSPACE":
					seen = true
				case seen && len(w) == 2:
					out.Tables = append(out.Tables, w[0]+"."+w[1])
				case seen && len(w) > 0:
					r.skipped(l)
				}
			}
			if !seen {
				return nil
			}
			r.hint = "5.0+"
			return out
		},
	}
}

func topPartitionsKind() kindRow {
	row := kindRow{kind: KindTopPartitions, commands: []string{"profileload"}, parse: parseTopPartitions,
		empty: func() any { return &TopPartitions{Samplers: []Sampler{}} }, // profileload -i: results go to the node's log
		marks: []mark{{"Frequency of ", 10}, {"READS Sampler:", 10}, {"WRITES Sampler:", 10}, {nothing, 8}, {"Cardinality: ~", 6},
			{"Longest read query times:", 10}, {"Max mutation size by partition:", 10}, {"Partitions read with", 10}}}
	return row
}

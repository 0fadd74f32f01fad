package nodetool

import (
	"regexp"
	"strings"
)

// The form since 2.1; 4.0 moved SSTables behind the latencies and kept the words:
//
// 	nt_lab/events_lcs histograms
// 	Percentile      Read Latency     Write Latency          SSTables    Partition Size        Cell Count
// 	                    (micros)          (micros)                             (bytes)
// 	50%                   179.00              7.00              1.00               535                 4
// 	...
// 	Max                  5722.00             29.00              1.00          30130992             88148
//
// proxyhistograms has the title "proxy histograms" and six latency columns. Before the title may stand the sentence "No
// SSTables exists, unable to calculate ...", and then sizes and cells are NaN. ScyllaDB prints 0 there instead.

// Histograms is the output of tablehistograms (cfhistograms before 3.0) or proxyhistograms: percentiles, no bars.
type Histograms struct {
	// Sections are the tables as printed; 4.0 and 4.1 without arguments print each table many times.
	Sections []Histogram `json:"histograms"`
	// NoSSTablesSentence says that "No SSTables exists, ..." stood in the text: sizes and cells of some table are NaN.
	NoSSTablesSentence bool `json:"no_sstables_sentence"`
}

// Histogram is one table of percentiles.
type Histogram struct {
	// Table is "keyspace.table", empty for proxyhistograms.
	Table string `json:"table,omitempty"`
	// Columns are the headers as printed; the order changed in 4.0.
	Columns []string `json:"columns"`
	// Units are the second header line by column: "micros", "bytes".
	Units map[string]string `json:"units"`
	// Rows are keyed "50%", "75%", "95%", "98%", "99%", "Min", "Max", then by column. Latencies are microseconds and
	// decaying; sizes and cell counts are upper bounds of buckets about a fifth apart.
	Rows map[string]map[string]Figure `json:"rows"`
	// Buckets is the form before 2.1, which printed whole histograms by offset; empty else.
	Buckets map[string][]Bucket `json:"buckets,omitempty"`
	line    int
}

// Bucket is one bucket of the form before 2.1: Count events with a value up to Offset.
type Bucket struct {
	Offset int64 `json:"offset"`
	Count  int64 `json:"count"`
}

// DistinctTables counts the tables, each once.
func (h *Histograms) DistinctTables() int {
	seen := map[string]bool{}
	for _, s := range h.Sections {
		seen[s.Table] = true
	}
	return len(seen)
}

var (
	histogramTitle = regexp.MustCompile(`^\s*(?:(\S+?)[/.](\S+) histograms?|(proxy) histograms)\s*:?\s*$`)
	percentileRow  = regexp.MustCompile(`^\s*(?:(\d{1,2}(?:[.,]\d+)?%)|(Min|Max|min|max))\s+(\S.*)$`)
	offsetRow      = regexp.MustCompile(`^\s*(\d+)\s*(us|bytes|cells|sstables|micros)?\s*:\s*(\d+)\s*$`)
	offsetTitle    = regexp.MustCompile(`^\s*(SSTables per Read|Write Latency|Read Latency|Partition Size|Row Size|Cell Count per Partition|Column Count)\b[^:\d]*$`)
	unitWord       = regexp.MustCompile(`\(([a-z]+)\)`)
)

// percentileColumns are the headers of both commands.
var percentileColumns = []string{"Percentile", "Offset", "SSTables", "Write Latency", "Read Latency", "Partition Size", "Cell Count",
	"Row Size", "Column Count", "Range Latency", "CAS Read Latency", "CAS Write Latency", "View Write Latency"}

// histogramText is the state of reading: the open section and the section of the form before 2.1.
type histogramText struct {
	out     *Histograms
	r       *report
	cols    []column
	offsets string
	byRows  bool
}

// parseHistograms drops sections without rows: a title alone says nothing.
func parseHistograms(p *page, r *report) *Histograms {
	h := &histogramText{out: &Histograms{Sections: []Histogram{}}, r: r}
	for _, l := range p.lines {
		h.line(l)
	}
	sections := h.out.Sections[:0]
	for _, s := range h.out.Sections {
		if len(s.Rows)+len(s.Buckets) == 0 {
			r.warnf(s.line, "no rows for %s", quote(s.Table))
			r.truncated = true
			continue
		}
		if _, whole := s.Rows["Max"]; !whole && len(s.Buckets) == 0 {
			r.warnf(s.line, "the percentiles of %s stop before Max", quote(s.Table))
			r.truncated = true
		}
		sections = append(sections, s)
	}
	h.out.Sections = sections
	if len(sections) == 0 {
		return nil
	}
	h.hint()
	return h.out
}

// line asks for a row first, because a whole node has a thousand of them.
func (h *histogramText) line(l line) {
	t := strings.TrimSpace(l.text)
	switch m := percentileRow.FindStringSubmatch(l.text); {
	case t == "" || noise(l.text):
	case m != nil:
		h.row(m[1]+m[2], strings.Fields(m[3]), l)
	case strings.HasPrefix(t, "Percentile") || strings.HasPrefix(t, "Offset"):
		h.header(t, l)
	case strings.HasPrefix(t, "No SSTables exist"):
		h.out.NoSSTablesSentence = true
	case strings.HasPrefix(t, "("):
		h.units(l)
	case histogramTitle.MatchString(l.text):
		h.title(l)
	default:
		h.rest(l)
	}
}

// title forgets the header: a section that lost its own must not use the last one.
func (h *histogramText) title(l line) {
	m := histogramTitle.FindStringSubmatch(l.text)
	s := Histogram{Rows: map[string]map[string]Figure{}, Units: map[string]string{}, line: l.no}
	if m[3] == "" {
		s.Table = m[1] + "." + m[2]
	}
	h.out.Sections = append(h.out.Sections, s)
	h.cols, h.offsets, h.byRows = nil, "", false
}

// section is the open one; a paste without a title gets one without a name.
func (h *histogramText) section(no int) *Histogram {
	if n := len(h.out.Sections); n > 0 {
		return &h.out.Sections[n-1]
	}
	h.out.Sections = append(h.out.Sections,
		Histogram{Rows: map[string]map[string]Figure{}, Units: map[string]string{}, line: no})
	return &h.out.Sections[0]
}

// header takes the column names. Between two names stand two blanks at least, except where a long name fills its
// width, so known names are matched first.
func (h *histogramText) header(t string, l line) {
	cols := columns(l.text, percentileColumns)
	h.byRows = strings.HasPrefix(t, "Offset")
	h.cols = cols[1:]
	s := h.section(l.no)
	s.Columns = nil
	for _, c := range h.cols {
		s.Columns = append(s.Columns, c.name)
	}
}

// units maps "(micros)" to the column whose right edge it stands at.
func (h *histogramText) units(l line) {
	s := h.section(l.no)
	for _, m := range unitWord.FindAllStringSubmatchIndex(l.text, -1) {
		for _, c := range h.cols {
			if c.end == m[1] || c.start <= m[0] && m[0] < c.end {
				s.Units[c.name] = l.text[m[2]:m[3]]
				break
			}
		}
	}
}

// row wants as many cells as the header has columns, since a missing one would shift the others.
func (h *histogramText) row(name string, cells []string, l line) {
	switch name {
	case "min":
		name = "Min"
	case "max":
		name = "Max"
	}
	s := h.section(l.no)
	if len(cells) != len(h.cols) || len(h.cols) == 0 {
		h.r.skipped(l)
		return
	}
	values := map[string]Figure{}
	for i, c := range h.cols {
		f := figure(cells[i])
		if f.State == Words || f.State == NotAvailable {
			h.r.warnf(l.no, "no number for %s %s: %s", name, c.name, quote(cells[i]))
			continue
		}
		values[c.name] = f
	}
	if _, twice := s.Rows[name]; twice {
		h.r.warnf(l.no, "row %s a second time", name)
		return
	}
	s.Rows[name] = values
}

// rest reads the form before 2.1: titled lists of "offset unit: count", or one table of rows by offset.
func (h *histogramText) rest(l line) {
	if m := offsetTitle.FindStringSubmatch(l.text); m != nil {
		h.offsets = m[1]
		return
	}
	if m := offsetRow.FindStringSubmatch(l.text); m != nil && h.offsets != "" {
		h.bucket(h.offsets, m[1], m[3], l)
		return
	}
	cells := strings.Fields(l.text)
	if h.byRows && len(cells) == len(h.cols)+1 {
		for i, c := range h.cols {
			h.bucket(c.name, cells[0], cells[i+1], l)
		}
		return
	}
	if len(h.out.Sections) > 0 {
		h.r.skipped(l)
	}
}

func (h *histogramText) bucket(column, offset, count string, l line) {
	o, ok1 := wholeFigure(offset).Int64()
	n, ok2 := wholeFigure(count).Int64()
	if !ok1 || !ok2 {
		h.r.skipped(l)
		return
	}
	s := h.section(l.no)
	if s.Buckets == nil {
		s.Buckets = map[string][]Bucket{}
	}
	s.Buckets[column] = append(s.Buckets[column], Bucket{o, n})
}

// hint tells the dialect by the order of the columns.
func (h *histogramText) hint() {
	s := h.out.Sections[0]
	switch {
	case len(s.Buckets) > 0:
		h.r.hint = "1.x-2.0"
	case s.Table != "" && len(s.Columns) > 0 && s.Columns[0] == "SSTables":
		h.r.hint = "2.1-3.11"
	case s.Table != "" && len(s.Columns) > 0 && s.Columns[0] == "Read Latency":
		h.r.hint = "4.0+"
	}
}

// tableHistogramsKind recognises a section without its title by its rows.
func tableHistogramsKind() kindRow {
	return kindRow{
		kind: KindTableHistograms, commands: []string{"cfhistograms"},
		marks: []mark{{"Percentile  ", 3}, {"No SSTables exist", 4}, {"SSTables per Read", 8}},
		detect: func(p *page) int {
			score := 0
			for _, l := range p.head(detectLines) {
				switch m := histogramTitle.FindStringSubmatch(l.text); {
				case m != nil && m[3] == "":
					return 10
				case percentileRow.MatchString(l.text), strings.Contains(l.text, "Partition Size"):
					score = min(score+1, 6)
				}
			}
			return score
		},
		parse: func(p *page, r *report) any { return orNil(parseHistograms(p, r)) },
	}
}

// proxyHistogramsKind has "Range Latency" to itself; pastes often lose the title.
func proxyHistogramsKind() kindRow {
	return kindRow{
		kind:  KindProxyHistograms,
		marks: []mark{{"proxy histograms", 12}},
		detect: func(p *page) int {
			if _, ok := p.find(func(s string) bool { return strings.Contains(s, "Range Latency") }); ok {
				return 11
			}
			return 0
		},
		parse: func(p *page, r *report) any { return orNil(parseHistograms(p, r)) },
	}
}

// orNil turns a typed nil into no data.
func orNil[T any](v *T) any {
	if v == nil {
		return nil
	}
	return v
}

package nodetool

import (
	"regexp"
	"strings"
)

// The form is "label: value", with lists and histograms between; the value with a date turned around in 5.0:
//
// 	SSTable: /var/lib/cassandra/data/ks/table-<id>/nb-2-big
// 	Minimum timestamp: 1796055188304195 (11/30/2026 16:13:08)          4.x; the bare number in 3.x
// 	Minimum timestamp: 11/30/2026 15:27:38 (1796052458609802)          5.0
// 	First token: -4069959284402364209 (key=1)                          3.x; "(1)" since 4.0
// 	Estimated tombstone drop times:
// 	   Drop Time                        | Count  (%)  Histogram
// 	   1796055240 (11/30/2026 16:14:00) |  5700 (100) OOOOOOOO         "1796055840:      3441" in 3.x
// 	   Percentiles
// 	   50th      1996099046 (04/02/2033 23:57:26)
//
// Dates are in the zone of the JVM that ran the tool and in US order, so only the numbers are used.

// Metadata is the output of sstablemetadata.
type Metadata struct {
	SSTables []SSTableMetadata `json:"sstables"`
	// Missing are the files that do not exist: the tool says so on stdout and exits with 0.
	Missing []string `json:"missing,omitempty"`
}

// SSTableMetadata is one sstable.
type SSTableMetadata struct {
	// SSTable is the path without "-Data.db".
	SSTable string
	// Values are the lines "label: value". A value with a date (before the number in 5.0, behind it in 4.x) is the
	// number, its Text the whole. "no tombstones" is unknown.
	Values map[string]Figure
	// FirstToken and LastToken are the ends of the range with their keys as printed.
	FirstToken, LastToken TokenKey
	// DropTimes count cells and markers by second, rounded up to 60 s; an expiring row counts twice.
	DropTimes []Bucket
	// PartitionSizes are partitions by size in bytes, ColumnCounts by cells.
	PartitionSizes, ColumnCounts []Bucket
	// Leaders are the lists of -s by title: "Widest Partitions", "Largest Partitions", "Tombstone Leaders".
	Leaders map[string][]Leader
	// Percentiles are those under a histogram, by its title and then by name.
	Percentiles map[string]map[string]Figure
}

// TokenKey is a token and the key that stands beside it.
type TokenKey struct {
	Token string `json:"token"`
	Key   string `json:"key"`
	Text  string `json:"text"`
}

// Leader is one partition of a list of -s.
type Leader struct {
	Key   string `json:"key"`
	Value Figure `json:"value"`
}

// MarshalJSON writes the values by their labels under "values", with as_printed where the text says more.
func (m SSTableMetadata) MarshalJSON() ([]byte, error) {
	out := map[string]any{"sstable": m.SSTable, "values": m.Values}
	printed := map[string]string{}
	for label, f := range m.Values {
		if f.State != Words && f.Text != "" && !f.plain() {
			printed[label] = f.Text
		}
	}
	for key, v := range map[string]any{"drop_times": m.DropTimes, "partition_sizes": m.PartitionSizes,
		"column_counts": m.ColumnCounts} {
		if len(v.([]Bucket)) > 0 {
			out[key] = v
		}
	}
	if m.FirstToken.Text != "" {
		out["first_token"], out["last_token"] = m.FirstToken, m.LastToken
	}
	if len(m.Leaders) > 0 {
		out["leaders"] = m.Leaders
	}
	if len(m.Percentiles) > 0 {
		out["percentiles"] = m.Percentiles
	}
	if len(printed) > 0 {
		out["as_printed"] = printed
	}
	return encode(out)
}

var (
	noSuchFile    = regexp.MustCompile(`^No such file: (.+)$`)
	sstableIs     = regexp.MustCompile(`^SSTable: (\S.*)$`)
	numberedDate  = regexp.MustCompile(`^(-?\d+) \(.+\)$`)
	datedNumber   = regexp.MustCompile(`^[^(]*\((-?\d+)\)$`)
	tokenKey      = regexp.MustCompile(`^(-?\d+|\S+) \((?:key=)?(.*)\)$`)
	leaderLine    = regexp.MustCompile(`^\[(.*)\]\s+(\d+)(?: \(.*\))?$`)
	barLine       = regexp.MustCompile(`^(-?\d+)(?: \([^|]*\))?\s*\|\s*(\d+) \(\s*\d+\)`)
	plainDrop     = regexp.MustCompile(`^(-?\d+)\s*:\s+(\d+)$`)
	oldHistogram  = regexp.MustCompile(`^(\d+)\s+(\d+)(?:\s+(\d+))?$`)
	percentileIs  = regexp.MustCompile(`^(\d+th|Min|Max)\s+(\S.*)$`)
	dropTitle     = "Estimated tombstone drop times"
	sizeTitle     = "Partition Size"
	columnTitle   = "Column Count"
	metadataTitle = regexp.MustCompile(`^([A-Z][A-Za-z ]+):$`)
)

type metadataText struct {
	out *Metadata
	r   *report
	// section is the open list or histogram.
	section string
}

func parseMetadata(p *page, r *report) any {
	m := &metadataText{out: &Metadata{SSTables: []SSTableMetadata{}}, r: r}
	for _, l := range p.lines {
		if t := strings.TrimSpace(l.text); t != "" {
			m.line(l, t)
		}
	}
	if len(m.out.SSTables)+len(m.out.Missing) == 0 {
		return nil
	}
	m.hint()
	return m.out
}

// line asks the open list first, because its lines may hold colons.
func (m *metadataText) line(l line, t string) {
	if f := noSuchFile.FindStringSubmatch(t); f != nil {
		m.out.Missing = append(m.out.Missing, f[1])
		return
	}
	if f := sstableIs.FindStringSubmatch(t); f != nil {
		m.out.SSTables = append(m.out.SSTables, SSTableMetadata{SSTable: f[1], Values: map[string]Figure{}})
		m.section = ""
		return
	}
	if len(m.out.SSTables) == 0 {
		return
	}
	cur := &m.out.SSTables[len(m.out.SSTables)-1]
	if m.listed(cur, t) {
		return
	}
	if f := metadataTitle.FindStringSubmatch(t); f != nil && !emptyLabel(f[1]) {
		m.section = f[1]
		return
	}
	label, value, ok := labelled(t)
	switch {
	case ok:
		m.section = ""
		m.value(cur, label, value, l)
	case strings.HasPrefix(t, "Count ") && strings.HasSuffix(t, "Cell Count"):
		m.section = "Count"
	case t == "Percentiles" || strings.Contains(t, "Count  (%)  Histogram"):
	default:
		m.r.skipped(l)
	}
}

// emptyLabel are the labels that may have no value and are no titles.
func emptyLabel(label string) bool {
	return label == "StaticColumns" || label == "RegularColumns" || label == "ClusteringTypes"
}

// listed reads a line of the open list or histogram; false when the line does not belong there.
func (m *metadataText) listed(cur *SSTableMetadata, t string) bool {
	if m.section == "" {
		return false
	}
	if f := barLine.FindStringSubmatch(t); f != nil {
		m.bucket(cur, m.section, f[1], f[2])
		return true
	}
	if f := plainDrop.FindStringSubmatch(t); f != nil && m.section == dropTitle {
		m.bucket(cur, dropTitle, f[1], f[2])
		return true
	}
	if f := oldHistogram.FindStringSubmatch(t); f != nil && m.section == "Count" {
		m.bucket(cur, sizeTitle, f[1], f[2])
		m.bucket(cur, columnTitle, f[1], f[3]) // the second histogram has fewer buckets
		return true
	}
	if f := leaderLine.FindStringSubmatch(t); f != nil {
		if cur.Leaders == nil {
			cur.Leaders = map[string][]Leader{}
		}
		cur.Leaders[m.section] = append(cur.Leaders[m.section], Leader{f[1], wholeFigure(f[2])})
		return true
	}
	f := percentileIs.FindStringSubmatch(t)
	if f == nil {
		return false
	}
	if cur.Percentiles == nil {
		cur.Percentiles = map[string]map[string]Figure{}
	}
	if cur.Percentiles[m.section] == nil {
		cur.Percentiles[m.section] = map[string]Figure{}
	}
	cur.Percentiles[m.section][f[1]] = dated(f[2])
	return true
}

// bucket files what is not zero: the old form prints all 150 buckets.
func (m *metadataText) bucket(cur *SSTableMetadata, section, offset, n string) {
	at, c := whole(offset), whole(n)
	if at == nil || c == nil || *c == 0 {
		return
	}
	switch b := (Bucket{*at, *c}); section {
	case dropTitle:
		cur.DropTimes = append(cur.DropTimes, b)
	case sizeTitle:
		cur.PartitionSizes = append(cur.PartitionSizes, b)
	case columnTitle:
		cur.ColumnCounts = append(cur.ColumnCounts, b)
	}
}

// value keeps the first of two equal labels: leaders and histograms come between.
func (m *metadataText) value(cur *SSTableMetadata, label, value string, l line) {
	switch label {
	case "First token":
		cur.FirstToken = tokenOf(value)
	case "Last token":
		cur.LastToken = tokenOf(value)
	default:
		if noise(l.text) {
			return
		}
		if _, twice := cur.Values[label]; !twice {
			cur.Values[label] = dated(value)
		}
	}
}

// tokenOf takes the key in the last brackets; it is as printed and may hold brackets itself.
func tokenOf(text string) TokenKey {
	t := TokenKey{Token: text, Text: text}
	if f := tokenKey.FindStringSubmatch(text); f != nil {
		t.Token, t.Key = f[1], f[2]
	}
	return t
}

// dated reads a number with a date, a duration or a size beside it. The largest time a format can hold means that
// there is none: "no tombstones (9223372036854775807)" in 5.0.
func dated(text string) Figure {
	if strings.HasPrefix(text, "no ") {
		return Figure{Text: text, State: NotAvailable}
	}
	for _, re := range []*regexp.Regexp{numberedDate, datedNumber} {
		if f := re.FindStringSubmatch(text); f != nil {
			n := wholeFigure(f[1])
			n.Text, n.Unit = text, "date"
			return n
		}
	}
	return figure(text)
}

// hint tells the version by the labels: 5.0 has "Covered clusterings", 4.x "minClusteringValues", 3.x the misspelling.
func (m *metadataText) hint() {
	if len(m.out.SSTables) == 0 {
		return
	}
	v := m.out.SSTables[0].Values
	switch {
	case v["Covered clusterings"].Printed() || v["Duration"].Printed():
		m.r.hint = "5.0+"
	case v["minClusteringValues"].Printed() || v["IsTransient"].Printed():
		m.r.hint = "4.0-4.1"
	case v["minClustringValues"].Printed():
		m.r.hint = "3.x"
	}
}

func metadataKind() kindRow {
	return kindRow{kind: KindSSTableMetadata, parse: parseMetadata,
		marks: []mark{{"SSTable: ", 6}, {"Partitioner: ", 3}, {"Bloom Filter FP chance", 6}, {"Minimum timestamp", 6},
			{"Estimated droppable tombstones", 6}, {"Estimated tombstone drop times", 6}, {"No such file: ", 8}}}
}

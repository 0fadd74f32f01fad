package nodetool

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// The text form of sstablepartitions, for each sstable:
//
// 	Processing [Backup:NAME ][Snapshot:NAME ]ks.table[.index]-<id> #gen (big-nb) (29.150 MiB uncompressed, 28.433 MiB on disk)
// 	  Partition: 'key' (6b6579) live, size: 24.211 MiB, rows: 80000, cells: 160000, tombstones: 3 (row:1, range:0, ...)
// 	Summary of ks.table-<id> #gen (big-nb):
// 	  File: /var/lib/cassandra/data/ks/table-<id>/nb-1-big-Data.db
// 	  1 partitions match
// 	  Keys: key
// 	               Partition size            Row count           Cell count      Tombstone count
// 	  ~p50                  535 B                    4                    8                    0
// 	  max              24.211 MiB                80000               160000                    3
// 	  count                   860
//
// Partition lines and the summary stand there only with a threshold; with -y there is only the size column.

// PartitionScan is the text output of sstablepartitions, 5.0+.
type PartitionScan struct {
	SSTables []ScannedSSTable `json:"sstables"`
}

// ScannedSSTable is one sstable. Sizes are before compression.
type ScannedSSTable struct {
	Keyspace   string `json:"keyspace"`
	Table      string `json:"table"`
	Index      string `json:"index,omitempty"`
	TableID    string `json:"table_id"`
	Snapshot   string `json:"snapshot,omitempty"`
	Backup     string `json:"backup,omitempty"`
	Generation string `json:"generation"`
	// Format is "big-nb", "bti-da", ...
	Format           string `json:"format"`
	Uncompressed     Figure `json:"uncompressed"`
	UncompressedText string `json:"uncompressed_text"`
	OnDisk           Figure `json:"on_disk"`
	OnDiskText       string `json:"on_disk_text"`
	File             string `json:"file,omitempty"`
	// Partitions are those beyond a threshold; without a threshold none is listed.
	Partitions []ScannedPartition `json:"partitions"`
	// Match is the count that the summary gives, nil without a summary.
	Match *int64 `json:"match,omitempty"`
	// Columns are the headers of Stats: "Partition size", "Row count", "Cell count", "Tombstone count".
	Columns []string `json:"columns"`
	// Stats are by row and column: "~p50" to "~p999" are bounds of buckets, "min" and "max" are exact, "count" is the
	// partitions and stands under the first column.
	Stats map[string]map[string]Figure `json:"stats"`
}

// ScannedPartition is one listed partition.
type ScannedPartition struct {
	// Key is as printed, KeyHex the serialized key; only KeyHex is safe for keys with quotes or line breaks.
	Key    string `json:"key"`
	KeyHex string `json:"key_hex"`
	// Live is false when the partition itself is deleted.
	Live     bool   `json:"live"`
	Size     Figure `json:"size"`
	SizeText string `json:"size_text"`
	// Counts are rows, cells and tombstones, and those by sort: row, range, complex, cell, row-TTLd, cell-TTLd. Empty
	// with -y.
	Counts ScanCounts `json:"counts,omitempty"`
	// Text is the line as printed, a line break of the key kept.
	Text string `json:"text"`
}

// ScanCounts are counts sorted by name; as JSON an object. A scan lists thousands of partitions, and a map of
// each takes longer than all the rest of it.
type ScanCounts []ScanCount

// ScanCount is "rows: 80000".
type ScanCount struct {
	Name string
	N    int64
}

// Of returns the count of a name.
func (c ScanCounts) Of(name string) (n int64, ok bool) {
	for i := range c {
		if c[i].Name == name {
			return c[i].N, true
		}
	}
	return 0, false
}

// MarshalJSON writes an object.
func (c ScanCounts) MarshalJSON() ([]byte, error) {
	out := make([]byte, 0, 24*len(c)+2)
	for i := range c {
		name, err := json.Marshal(c[i].Name)
		if err != nil {
			return nil, err
		}
		out = append(append(out, ','), name...)
		out = strconv.AppendInt(append(out, ':'), c[i].N, 10)
	}
	if len(out) == 0 {
		return []byte("{}"), nil
	}
	out[0] = '{'
	return append(out, '}'), nil
}

var (
	processing  = regexp.MustCompile(`^Processing (?:Backup:(.*?) ?)?(?:Snapshot:(.*?) )?([^\s.]+)\.(.+?)-([0-9a-f]{32}) #(\S+) \(([^)]+)\) \((.+) uncompressed, (.+) on disk\)$`)
	matchLine   = regexp.MustCompile(`^(\d+) partitions? match(?:es)?$`)
	statsRow    = regexp.MustCompile(`^(~p\d+|min|max|count)\s+(\S.*)$`)
	statsCell   = regexp.MustCompile(`[\d.,]+ ?[KMGTPE]?i?B\b|-?[\d.,]+|n/a|NaN`)
	scanColumns = []string{"Partition size", "Row count", "Cell count", "Tombstone count"}
)

// scanText is the state of reading: the open sstable, and a partition line whose key holds a line break.
type scanText struct {
	out   *PartitionScan
	r     *report
	part  string
	since int
	keys  bool
}

func parsePartitionScan(p *page, r *report) any {
	s := &scanText{out: &PartitionScan{SSTables: []ScannedSSTable{}}, r: r}
	for _, l := range p.lines {
		s.line(l, strings.TrimSpace(l.text))
	}
	if s.part != "" {
		r.warnf(s.since, "a partition line without its end: %s", quote(s.part))
		r.truncated = true
	}
	if len(s.out.SSTables) == 0 {
		return nil
	}
	r.hint = "5.0+"
	return s.out
}

// line passes over the keys of the summary, which are printed raw over any number of lines.
func (s *scanText) line(l line, t string) {
	if m := processing.FindStringSubmatch(t); m != nil {
		s.openTable(m)
		return
	}
	if len(s.out.SSTables) == 0 {
		return
	}
	cur := &s.out.SSTables[len(s.out.SSTables)-1]
	switch {
	case s.part != "" || strings.HasPrefix(t, "Partition: '"):
		s.partition(cur, l, t)
	case t == "" || strings.HasPrefix(t, "Summary of "):
		s.keys = false
	case strings.HasPrefix(t, "File: "):
		cur.File = strings.TrimPrefix(t, "File: ")
	case matchLine.MatchString(t):
		cur.Match = whole(matchLine.FindStringSubmatch(t)[1])
	case strings.HasPrefix(t, "Keys: "):
		s.keys = true
	case strings.HasPrefix(t, "Partition size"):
		s.keys = false
		for _, c := range columns(t, scanColumns) {
			cur.Columns = append(cur.Columns, c.name)
		}
	case statsRow.MatchString(t) && len(cur.Columns) > 0:
		s.stats(cur, l, t)
	case !s.keys && !noise(l.text):
		s.r.skipped(l)
	}
}

// openTable begins an sstable; an index stands behind the first dot of the table.
func (s *scanText) openTable(m []string) {
	s.keys, s.part = false, ""
	table, index, _ := strings.Cut(m[4], ".")
	s.out.SSTables = append(s.out.SSTables, ScannedSSTable{
		Backup: m[1], Snapshot: m[2], Keyspace: m[3], Table: table, Index: index, TableID: m[5], Generation: m[6], Format: m[7],
		Uncompressed: figure(m[8]), UncompressedText: m[8], OnDisk: figure(m[9]), OnDiskText: m[9],
		Partitions: []ScannedPartition{}, Columns: []string{}, Stats: map[string]map[string]Figure{}})
}

// partition joins lines until the pattern holds: the key is printed raw and may hold line breaks.
func (s *scanText) partition(cur *ScannedSSTable, l line, t string) {
	if s.part != "" && strings.HasPrefix(t, "Partition: '") {
		if _, whole := scannedPartition(t); whole {
			s.r.warnf(s.since, "a partition line without its end: %s", quote(s.part)) // damaged, not a key with a line break
			s.part = ""
		}
	}
	if s.part == "" {
		s.part, s.since = t, l.no
	} else {
		s.part += "\n" + l.text
	}
	row, ok := scannedPartition(s.part)
	if !ok {
		if len(s.part) > maxLineBytes || strings.Count(s.part, "\n") > 100 {
			s.r.warnf(s.since, "a partition line without its end: %s", quote(s.part))
			s.part = ""
		}
		return
	}
	cur.Partitions = append(cur.Partitions, row)
	s.part = ""
}

// scannedPartition reads "Partition: 'key' (hex) live, size: S, rows: N, cells: N, tombstones: N (row:N, ...)" from its
// last quote: the key may hold quotes. It is by hand because a list of 2,558 partitions has to take milliseconds.
func scannedPartition(text string) (ScannedPartition, bool) {
	row := ScannedPartition{Text: text}
	end := strings.LastIndex(text, "' (")
	start := strings.IndexByte(text, '\'') + 1
	if start == 0 || end < start {
		return row, false
	}
	hex, rest, ok := strings.Cut(text[end+len("' ("):], ") ")
	if !ok || !isHex(hex) {
		return row, false
	}
	state, rest, ok := strings.Cut(rest, ", size: ")
	if !ok || state != "live" && state != "not live" {
		return row, false
	}
	row.Key, row.KeyHex, row.Live = text[start:end], hex, state == "live"
	row.SizeText, rest, _ = strings.Cut(rest, ", rows: ")
	row.Size = figure(row.SizeText)
	if rest != "" {
		row.Counts = counts("rows: " + rest)
	}
	return row, row.Size.State == Number
}

// counts reads "rows: 1, cells: 2, tombstones: 0 (row:0, range:0)".
func counts(s string) ScanCounts {
	out := make(ScanCounts, 0, 9)
	for s != "" {
		part := s
		if i := strings.IndexAny(s, ",()"); i < 0 {
			s = ""
		} else {
			part, s = s[:i], s[i+1:]
		}
		name, value, _ := strings.Cut(part, ":")
		name = strings.TrimSpace(name)
		if _, twice := out.Of(name); twice {
			continue // a member of an object stands there once
		}
		if n := whole(value); n != nil {
			out = append(out, ScanCount{name, *n})
		}
	}
	slices.SortFunc(out, func(a, b ScanCount) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// stats cuts sizes with their units, which are the only cells that hold a blank.
func (s *scanText) stats(cur *ScannedSSTable, l line, t string) {
	m := statsRow.FindStringSubmatch(t)
	cells := statsCell.FindAllString(m[2], -1)
	if len(cells) != len(cur.Columns) && !(m[1] == "count" && len(cells) == 1) {
		s.r.skipped(l)
		return
	}
	values := map[string]Figure{}
	for i, c := range cells {
		values[cur.Columns[i]] = wholeFigure(c)
	}
	cur.Stats[m[1]] = values
}

func partitionsKind() kindRow {
	return kindRow{kind: KindSSTablePartitions, parse: parsePartitionScan,
		empty: func() any { return &PartitionScan{SSTables: []ScannedSSTable{}} },
		detect: func(p *page) int {
			if _, ok := p.find(func(s string) bool { return processing.MatchString(strings.TrimSpace(s)) }); ok {
				return 12
			}
			return 0
		}}
}

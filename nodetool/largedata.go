package nodetool

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// ScyllaDB keeps what it found large while it wrote an SSTable in three tables of each node, which operators save from
// cqlsh (docs.scylladb.com, troubleshooting: large partitions, large rows and large cells; not run here):
//
//	 keyspace_name | table_name | sstable_name     | partition_size | partition_key | compaction_time
//	---------------+------------+------------------+----------------+---------------+---------------------------------
//	    mykeyspace |         gr | md-6-big-Data.db |     1206115481 |             1 | 2019-06-14 13:03:24.039000+0000
//
//	(1 rows)
//
// Keys are printed raw and may hold the separator. A row is then cut where the line of dashes is.

// LargeData is what cqlsh printed of system.large_partitions, large_rows or large_cells.
type LargeData struct {
	// Of is partitions, rows or cells.
	Of      string      `json:"of"`
	Entries []LargeItem `json:"entries"`
}

// LargeItem is one partition, row or cell in one SSTable. The same one stands there once for each SSTable.
type LargeItem struct {
	Keyspace      string `json:"keyspace"`
	Table         string `json:"table"`
	SSTable       string `json:"sstable,omitempty"`
	PartitionKey  string `json:"partition_key"`
	ClusteringKey string `json:"clustering_key,omitempty"`
	Column        string `json:"column,omitempty"`
	SizeBytes     int64  `json:"size_bytes"`
	// Rows, RangeTombstones and DeadRows are of newer versions; nil where they were not printed.
	Rows            *int64    `json:"rows,omitempty"`
	RangeTombstones *int64    `json:"range_tombstones,omitempty"`
	DeadRows        *int64    `json:"dead_rows,omitempty"`
	Elements        *int64    `json:"collection_elements,omitempty"`
	Compacted       time.Time `json:"compaction_time,omitzero"`
}

// largeSizes tell the tables apart.
var largeSizes = map[string]string{"partition_size": "partitions", "row_size": "rows", "cell_size": "cells"}

// largeHeader finds the header line and its names.
func largeHeader(p *page) (at int, names []string, of string) {
	for i, l := range p.lines[:min(len(p.lines), detectLines)] {
		if !strings.Contains(l.text, "keyspace_name") || !strings.Contains(l.text, "|") {
			continue
		}
		names = strings.Split(l.text, "|")
		for j := range names {
			names[j] = strings.TrimSpace(names[j])
			if large := largeSizes[names[j]]; large != "" {
				of = large
			}
		}
		if of != "" && slices.Contains(names, "table_name") && slices.Contains(names, "partition_key") {
			return i, names, of
		}
	}
	return 0, nil, ""
}

func parseLargeData(p *page, r *report) any {
	at, names, of := largeHeader(p)
	if of == "" {
		return nil
	}
	r.hint = "scylla"
	out := &LargeData{Of: of, Entries: []LargeItem{}}
	var cuts []int
	for _, l := range p.lines[at+1:] {
		t := strings.TrimSpace(l.text)
		switch {
		case t == "" || strings.HasPrefix(t, "---MORE---"):
		case strings.HasPrefix(t, "(") && strings.HasSuffix(t, "rows)"):
			return out
		case strings.Trim(t, "-+") == "":
			cuts = crossings(l.text)
		case slices.Equal(trimmedFields(l.text), names): // cqlsh repeats the header on each page
		default:
			cells, ok := largeCells(l.text, len(names), cuts)
			if !ok {
				r.skipped(l)
				continue
			}
			if item, ok := largeItem(names, cells); ok {
				out.Entries = append(out.Entries, item)
			} else {
				r.skipped(l)
			}
		}
	}
	r.truncated = true // the count of rows ends it
	return out
}

func trimmedFields(s string) []string {
	out := strings.Split(s, "|")
	for i := range out {
		out[i] = strings.TrimSpace(out[i])
	}
	return out
}

// crossings are where the columns end, in characters.
func crossings(dashes string) []int {
	var out []int
	for i, c := range []rune(dashes) {
		if c == '+' {
			out = append(out, i)
		}
	}
	return out
}

// largeCells cuts a row at its separators; where a key holds one, at the columns' ends.
func largeCells(row string, n int, cuts []int) ([]string, bool) {
	if cells := trimmedFields(row); len(cells) == n {
		return cells, true
	}
	if len(cuts) != n-1 || utf8.RuneCountInString(row) > maxLineBytes {
		return nil, false
	}
	text, from := []rune(row), 0
	out := make([]string, 0, n)
	for _, c := range append(cuts, len(text)) {
		if c > len(text) || c < from || c < len(text) && text[c] != '|' {
			return nil, false
		}
		out = append(out, strings.TrimSpace(string(text[from:c])))
		from = min(c+1, len(text))
	}
	return out, true
}

// largeItem fails without a size: the row is no row then.
func largeItem(names, cells []string) (LargeItem, bool) {
	var v LargeItem
	sized := false
	for i, name := range names {
		cell := cells[i]
		number := func() *int64 {
			n, err := strconv.ParseInt(cell, 10, 64)
			if err != nil {
				return nil // null, or a column of another version
			}
			return &n
		}
		switch name {
		case "keyspace_name":
			v.Keyspace = cell
		case "table_name":
			v.Table = cell
		case "sstable_name":
			v.SSTable = cell
		case "partition_key":
			v.PartitionKey = cell
		case "clustering_key":
			v.ClusteringKey = cell
		case "column_name":
			v.Column = cell
		case "partition_size", "row_size", "cell_size":
			if n := number(); n != nil && *n >= 0 {
				v.SizeBytes, sized = *n, true
			}
		case "rows":
			v.Rows = number()
		case "range_tombstones":
			v.RangeTombstones = number()
		case "dead_rows":
			v.DeadRows = number()
		case "collection_elements":
			v.Elements = number()
		case "compaction_time":
			v.Compacted = cqlshTime(cell)
		}
	}
	return v, sized && v.Keyspace != "" && v.Table != ""
}

// cqlshTime reads the notations of cqlsh's versions; the zero time where it is none of them.
func cqlshTime(s string) time.Time {
	for _, layout := range []string{"2006-01-02 15:04:05.999999-0700", "2006-01-02 15:04:05-0700", time.RFC3339Nano} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.UTC()
		}
	}
	return time.Time{}
}

func largeDataKind() kindRow {
	return kindRow{kind: KindLargeData, parse: parseLargeData, detect: func(p *page) int {
		if _, _, of := largeHeader(p); of != "" {
			return sureScore
		}
		return 0
	}}
}

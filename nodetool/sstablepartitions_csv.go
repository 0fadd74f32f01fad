package nodetool

import (
	"encoding/hex"
	"strings"
)

// PartitionCSV is the output of sstablepartitions -m. It is no valid CSV: quotes in keys are not doubled and line breaks
// are kept, so a record is found by its ",hex,true,number,number," and its key should be taken from KeyHex.
type PartitionCSV struct {
	Header  []string       `json:"header"`
	Records []PartitionRow `json:"records"`
}

// PartitionRow is one partition of one sstable.
type PartitionRow struct {
	Key    string `json:"key"`
	KeyHex string `json:"key_hex"`
	Live   bool   `json:"live"`
	// Counts are the columns that hold numbers, by header: offset, size, rowCount, cellCount, tombstoneCount, ...
	Counts map[string]int64 `json:"counts"`
	// Words are the others: directory (the Data.db file), keyspace, table, index, snapshot, backup, format, version.
	Words map[string]string `json:"words"`
}

const csvHead = "key,keyBinary,live,offset,size,"

// csvKeyHex is the column by which a record is found, csvDirectory the one that takes commas that are too many.
const (
	csvKeyHex    = 1
	csvDirectory = "directory"
)

// parsePartitionCSV without records is no error: without a threshold the tool prints the header only.
func parsePartitionCSV(p *page, r *report) any {
	r.format = FormatCSV
	var out *PartitionCSV
	part, since := "", 0
	for _, l := range p.lines {
		switch {
		case out == nil:
			if t := strings.TrimSpace(l.text); strings.HasPrefix(t, csvHead) {
				out = &PartitionCSV{Header: strings.Split(t, ","), Records: []PartitionRow{}}
			}
			continue
		case part == "" && l.blank():
			continue
		case part == "":
			part, since = l.text, l.no
		default:
			if damagedBefore(part, l.text, out.Header) {
				r.warnf(since, "no record: %s", quote(part))
				part, since = l.text, l.no
			} else {
				part += "\n" + l.text
			}
		}
		if row, ok := csvEnd(part, l.text, out.Header); ok {
			out.Records = append(out.Records, row)
			part = ""
		} else if len(part) > maxLineBytes || strings.Count(part, "\n") > 100 {
			r.warnf(since, "no record: %s", quote(part))
			part = ""
		}
	}
	if part != "" {
		r.warnf(since, "no record: %s", quote(part))
		r.truncated = true
	}
	if out != nil {
		r.hint = "5.0+"
	}
	return orNil(out)
}

// csvEnd reads a record if its last line can end one: everything behind the key stands on one line.
func csvEnd(part, last string, header []string) (PartitionRow, bool) {
	if !strings.Contains(last, ",true,") && !strings.Contains(last, ",false,") {
		return PartitionRow{}, false
	}
	return csvRow(part, header)
}

// damagedBefore says whether the lines held so far are a damaged record rather than the beginning of a key with a line
// break: the next line is a record by itself, and its hexadecimal key is not that of the text joined.
func damagedBefore(held, next string, header []string) bool {
	if _, alone := csvEnd(next, next, header); !alone || !strings.HasPrefix(next, `"`) {
		return false
	}
	joined, ok := csvRow(held+"\n"+next, header)
	return !ok || hex.EncodeToString([]byte(joined.Key)) != joined.KeyHex
}

// csvRow finds the hexadecimal key before "true" or "false" and two numbers, from the right, because only the key can
// hold all of that before them.
func csvRow(part string, header []string) (PartitionRow, bool) {
	cells := strings.Split(part, ",")
	after := len(header) - csvKeyHex
	for i := len(cells) - after; i > 0; i-- {
		if len(cells) < i+4 || !isHex(cells[i]) || cells[i+1] != "true" && cells[i+1] != "false" ||
			whole(cells[i+2]) == nil || whole(cells[i+3]) == nil {
			continue
		}
		key := strings.Join(cells[:i], ",")
		row := PartitionRow{Key: strings.TrimSuffix(strings.TrimPrefix(key, `"`), `"`), KeyHex: cells[i],
			Live: cells[i+1] == "true", Counts: map[string]int64{}, Words: map[string]string{}}
		return row, row.fill(header[csvKeyHex+2:], cells[i+2:])
	}
	return PartitionRow{}, false
}

// fill maps what follows the key; a comma in the folder's name makes its column wider.
func (row *PartitionRow) fill(header, cells []string) bool {
	if extra := len(cells) - len(header); extra > 0 {
		for i, name := range header {
			if name == csvDirectory {
				merged := append([]string{}, cells[:i]...)
				merged = append(merged, strings.Join(cells[i:i+extra+1], ","))
				cells = append(merged, cells[i+extra+1:]...)
				break
			}
		}
	}
	if len(cells) != len(header) {
		return false
	}
	for i, v := range cells {
		if n := whole(v); n != nil && header[i] != "generation" {
			row.Counts[header[i]] = *n
		} else {
			row.Words[header[i]] = v
		}
	}
	return true
}

func isHex(s string) bool {
	for i := 0; i < len(s); i++ {
		if (s[i] < '0' || s[i] > '9') && (s[i] < 'a' || s[i] > 'f') {
			return false
		}
	}
	return true
}

func partitionsCSVKind() kindRow {
	return kindRow{kind: KindSSTablePartitionsCSV, parse: parsePartitionCSV, marks: []mark{{csvHead, 14}}}
}

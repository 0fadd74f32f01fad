package scan

import (
	"bytes"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/partop/partop/cassandra/cqltype"
	"github.com/partop/partop/sstable"
)

// oddKeys end lines, fields, quotes and terminals' patience, or are no text at all.
var oddKeys = []string{"plain", "", "a,b", `say "no"`, "two\nlines\r\n", "\x1b]0;owned\a", "it's", "=1+1", "\xff\xfe", "\u202eevil", " pad "}

// oddReport is of a table with such keys, made up.
func oddReport(keys ...string) *Report {
	r := &Result{
		Table:   Table{Location: sstable.Location{Keyspace: "k", Table: "t", TableID: tableID, Snapshot: "a,\"b\"\n"}, Dirs: []string{"/d"}},
		Columns: []cqltype.Column{{Name: "key1", Type: cqltype.Scalar(cqltype.Text)}},
		Murmur3: true,
	}
	for i, k := range keys {
		p := sstable.MergedPartition{Key: []byte(k), SSTables: 1, SizeBytes: int64(100 + i), Times: sstable.NoTimes()}
		p.Rows, p.RowTombstones = int64(i), 2
		r.count(&p)
		r.Top = append(r.Top, p)
	}
	r.Matched = int64(len(keys))
	return &Report{Schema: SchemaVersion, Complete: true, By: "size", NowSeconds: 1, Tables: []TableReport{r.Report()}, Skipped: []SkipReport{}}
}

func written(t testing.TB, write func(*bytes.Buffer) error) string {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// checkCSV reads a CSV back with a reader that takes RFC 4180 strictly, one line a record.
func checkCSV(t testing.TB, text string, keys []string) {
	t.Helper()
	records, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(records) != len(keys)+1 {
		t.Fatalf("%d records of %d keys: %v", len(records), len(keys), err)
	}
	if lines := strings.Count(text, "\n"); lines != len(records) || strings.ContainsFunc(strings.ReplaceAll(text, "\n", ""), unicode.IsControl) {
		t.Errorf("%d records in %d lines, or controls among them", len(records), lines)
	}
	column := slices.Index(records[0], "key_hex")
	for i, k := range keys {
		if got := records[i+1][column]; got != hex.EncodeToString([]byte(k)) {
			t.Errorf("key %q came back as %s", k, got)
		}
	}
}

func TestCSV(t *testing.T) {
	r := oddReport(oddKeys...)
	text := written(t, func(b *bytes.Buffer) error { return WriteCSV(b, r) })
	checkCSV(t, text, oddKeys)
	records, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	row := map[string]string{}
	for i, name := range records[0] {
		row[name] = records[4][i]
	}
	for name, want := range map[string]string{
		"key": `'say "no"'`, "where": `key1 = 'say "no"'`, "rank": "4", "size_bytes": "103", "rows": "3", "tombstones": "2",
		"row_tombstones": "2", "live": "false", "oldest_write": "", "keyspace": "k",
	} {
		if row[name] != want {
			t.Errorf("%s is %q, want %q", name, row[name], want)
		}
	}
}

// The header is a promise: what stands here may only grow at the end.
func TestCSVHeader(t *testing.T) {
	const want = "keyspace,table,table_id,index,snapshot,backup,directory,rank,key,where,key_hex,token,live,size_bytes," +
		"largest_fragment_bytes,sstables,rows,cells,tombstones,row_tombstones,range_tombstones,complex_tombstones," +
		"cell_tombstones,row_ttl_expired,cell_ttl_expired,oldest_write,newest_write\n"
	if got := written(t, func(b *bytes.Buffer) error { return WriteCSV(b, &Report{}) }); got != want {
		t.Errorf("%s", got)
	}
}

func keysOf(t *testing.T, v any) []string {
	t.Helper()
	m, ok := v.(map[string]any)
	if !ok {
		t.Fatalf("%v is no object", v)
	}
	return slices.Sorted(maps.Keys(m))
}

var figureNames = []string{"rows", "cells", "tombstones", "row_tombstones", "range_tombstones", "complex_tombstones",
	"cell_tombstones", "row_ttl_expired", "cell_ttl_expired"}

// The names of the JSON schema, with counts and without.
func TestJSONSchema(t *testing.T) {
	root, _ := plantTable(t)
	for _, sizesOnly := range []bool{false, true} {
		result := scanOne(t, root, Options{Min: NoThresholds(), PartitionsOnly: sizesOnly})
		r := &Report{Schema: SchemaVersion, Tables: []TableReport{result.Report()}, Skipped: []SkipReport{}}
		var doc map[string]any
		if err := json.Unmarshal([]byte(written(t, func(b *bytes.Buffer) error { return WriteJSON(b, r) })), &doc); err != nil {
			t.Fatal(err)
		}
		table := doc["tables"].([]any)[0].(map[string]any)
		tableNames := []string{"name", "keyspace", "table", "table_id", "damaged_places", "damages", "directories", "sstables", "bytes_on_disk", "size_bytes",
			"partitions", "partitions_in_several_sstables", "size_histogram", "matched", "top", "skipped"}
		rowNames := []string{"rank", "key", "where", "key_hex", "token", "size_bytes", "largest_fragment_bytes", "sstables"}
		if !sizesOnly {
			tableNames = append(append(tableNames, "partition_deletions"), figureNames...)
			rowNames = append(append(rowNames, "live", "oldest_write", "newest_write", "oldest_write_micros", "newest_write_micros"), figureNames...)
		}
		for _, c := range []struct {
			what      any
			wantNames []string
		}{
			{doc, []string{"schema", "complete", "interrupted", "by", "now_seconds", "tables", "skipped"}},
			{table, tableNames},
			{table["top"].([]any)[0], rowNames},
			{table["size_histogram"].([]any)[0], []string{"low_bytes", "high_bytes", "partitions"}},
		} {
			slices.Sort(c.wantNames)
			if got := keysOf(t, c.what); !slices.Equal(got, c.wantNames) {
				t.Errorf("sizes only %t: names\n%v, want\n%v", sizesOnly, got, c.wantNames)
			}
		}
	}
}

func TestJSONL(t *testing.T) {
	r := oddReport(oddKeys...)
	lines := strings.Split(strings.TrimSuffix(written(t, func(b *bytes.Buffer) error { return WriteJSONL(b, r) }), "\n"), "\n")
	var types []string
	for _, l := range lines {
		var o map[string]any
		if err := json.Unmarshal([]byte(l), &o); err != nil {
			t.Fatal(err)
		}
		types = append(types, o["type"].(string))
		if o["schema"] != float64(SchemaVersion) || o["top"] != nil || o["tables"] != nil {
			t.Errorf("%s", l)
		}
	}
	want := append(slices.Repeat([]string{"partition"}, len(oddKeys)), "table", "scan")
	if !slices.Equal(types, want) {
		t.Errorf("lines %v", types)
	}
}

func TestText(t *testing.T) {
	root, dir := plantTable(t)
	plant(t, dir, "nb/cnt", "8") // tombstones, and keys of another type: shown as hex
	result := scanOne(t, root, Options{By: BySSTables, Min: NoThresholds()})
	text := written(t, func(b *bytes.Buffer) error {
		return WriteText(b, &Report{By: "sstables", Tables: []TableReport{result.Report()}})
	})
	for _, want := range []string{
		"shop.orders  4 SSTables, ", "in more than one SSTable, 0 deleted as a whole\n", "2 tombstones (row 1, cell 1)\n", "≤",
		"WHERE key1 = 5  0x00000005  token -7509452495886106294", "by sstables", "oldest write 20", "\n        0x7030  token ",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

func TestTextOfSizesOnly(t *testing.T) {
	root, _ := plantTable(t)
	result := scanOne(t, root, Options{Min: NoThresholds(), PartitionsOnly: true})
	text := written(t, func(b *bytes.Buffer) error {
		return WriteText(b, &Report{By: "size", Tables: []TableReport{result.Report()}})
	})
	if !strings.Contains(text, "not read (--partitions-only)") || !strings.Contains(text, "         ?           ?           ?         3  ?") {
		t.Errorf("unknown figures are not shown as such:\n%s", text)
	}
}

func TestShare(t *testing.T) {
	for _, c := range []struct {
		part, whole int64
		want        string
	}{{0, 0, "0%"}, {0, 5, "0%"}, {5, 5, "100%"}, {1, 1e6, "<0.1%"}, {999_999, 1e6, "99.9%"}, {1, 3, "33.3%"}} {
		if got := share(c.part, c.whole); got != c.want {
			t.Errorf("%d of %d: %s, want %s", c.part, c.whole, got, c.want)
		}
	}
}

// Timestamps are any number that a client chose.
func TestWriteTime(t *testing.T) {
	for micros, want := range map[int64]string{
		0: "1970-01-01T00:00:00.000000Z", 1796052589988991: "2026-11-30T15:29:49.988991Z", 1 << 62: "", -1 << 62: "",
	} {
		got := ""
		if s := writeTime(micros); s != nil {
			got = *s
		}
		if got != want {
			t.Errorf("%d: %q, want %q", micros, got, want)
		}
	}
}

// Whatever a key is, the outputs stay what they are.
func FuzzKeys(f *testing.F) {
	for _, k := range oddKeys {
		f.Add(k)
	}
	f.Fuzz(func(t *testing.T, key string) {
		r := oddReport(key)
		checkCSV(t, written(t, func(b *bytes.Buffer) error { return WriteCSV(b, r) }), []string{key})
		if text := written(t, func(b *bytes.Buffer) error { return WriteJSON(b, r) }); !json.Valid([]byte(text)) {
			t.Errorf("no JSON: %s", text)
		}
		text := written(t, func(b *bytes.Buffer) error { return WriteText(b, r) })
		if strings.ContainsFunc(strings.ReplaceAll(text, "\n", ""), unicode.IsControl) {
			t.Errorf("controls in %q", text)
		}
	})
}

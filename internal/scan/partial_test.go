package scan

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/partop/partop/sstable"
)

func partialOf(t *testing.T, node string, tables ...PartialTable) *Partial {
	t.Helper()
	return &Partial{Node: node, Tables: tables, End: PartialEnd{Complete: true}}
}

func partition(key string, size, rows, tombstones int64) sstable.MergedPartition {
	return sstable.MergedPartition{Key: []byte(key), SSTables: 1, SizeBytes: size, LargestBytes: size, Counts: sstable.Counts{Rows: rows, RowTombstones: tombstones}}
}

// Replicas hold the same partition: the largest of each figure, never the sum; a key that one node alone lists stays.
func TestCombineTakesTheLargestReplica(t *testing.T) {
	table := func(dir string, top ...sstable.MergedPartition) PartialTable {
		return PartialTable{Location: sstable.Location{Keyspace: "shop", Table: "orders", TableID: strings.Repeat("0", 32)}, Dirs: []string{dir}, SSTables: 2,
			Totals: Totals{Partitions: 10, SizeBytes: 1000}, Columns: []string{"text"}, Matched: 2, Top: top}
	}
	r := Combine([]*Partial{
		partialOf(t, "a1", table("/a", partition("k1", 100, 5, 9), partition("k2", 90, 1, 0))),
		partialOf(t, "a2", table("/b", partition("k1", 80, 7, 3), partition("k3", 95, 2, 0))),
	}, Options{By: BySize, Top: 2})
	if len(r.Tables) != 1 || !r.Complete || strings.Join(r.Nodes, " ") != "a1 a2" {
		t.Fatalf("%+v", r)
	}
	got := r.Tables[0]
	if got.Partitions != 20 || got.SSTables != 4 || strings.Join(got.Dirs, " ") != "a1:/a a2:/b" || got.Matched != 3 {
		t.Errorf("totals %+v", got)
	}
	var rows []Row
	for row := range got.Listed() {
		rows = append(rows, row)
	}
	if len(rows) != 2 || rows[0].Key != "'k1'" || rows[0].SizeBytes != 100 || rows[0].Rows != 7 || rows[0].Tombstones != 9 || rows[1].Key != "'k3'" {
		t.Errorf("%+v", rows)
	}
	var text bytes.Buffer
	if err := WriteText(&text, &r); err != nil || !strings.Contains(text.String(), "largest of its replicas") {
		t.Errorf("%v\n%s", err, text.String())
	}
}

func TestReadPartialTakesNothingForGranted(t *testing.T) {
	good := `{"Partial":1}
{"Table":{"Keyspace":"a","Table":"b","TableID":"x","Dirs":["/d"],"SSTables":1,"Totals":{"Partitions":1},"Matched":1}}
{"Partition":{"Key":"a2V5","SizeBytes":5}}
{"End":{"Complete":true}}
`
	p, err := ReadPartial(strings.NewReader(good), "a1")
	if err != nil || len(p.Tables) != 1 || string(p.Tables[0].Top[0].Key) != "key" {
		t.Fatalf("%+v, %v", p, err)
	}
	for name, text := range map[string]string{
		"nothing":         "",
		"another version": strings.Replace(good, `{"Partial":1}`, `{"Partial":2}`, 1),
		"no version":      strings.Replace(good, `{"Partial":1}`, `{}`, 1),
		"cut":             strings.Replace(good, `{"End":{"Complete":true}}`, "", 1),
		"more":            good + `{"Table":{"Dirs":["/d"]}}`,
		"negative":        strings.Replace(good, `"SizeBytes":5`, `"SizeBytes":-5`, 1),
		"too large":       strings.Replace(good, `"Partitions":1`, `"Partitions":9000000000000000000`, 1),
		"no table":        "{\"Partial\":1}\n{\"Partition\":{}}\n",
		"no folder":       strings.Replace(good, `"Dirs":["/d"],`, "", 1),
		"no JSON":         "Welcome to a1\n" + good,
		"a long line":     "{\"Partial\":1}\n" + strings.Repeat(" ", maxPartialLine+1),
	} {
		if _, err := ReadPartial(strings.NewReader(text), "a1"); !errors.Is(err, ErrPartial) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzReadPartial(f *testing.F) {
	f.Add([]byte("{\"Partial\":1}\n{\"Table\":{\"Keyspace\":\"a\",\"Dirs\":[\"/d\"],\"Columns\":[\"text\"]}}\n{\"Partition\":{\"Key\":\"a2V5\"}}\n{\"End\":{}}\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		p, err := ReadPartial(bytes.NewReader(b), "a1")
		if err != nil {
			return
		}
		r := Combine([]*Partial{p, p}, Options{By: BySize, Top: 3})
		var out bytes.Buffer
		if err := errors.Join(WriteText(&out, &r), WriteJSONL(&out, &r), WriteCSV(&out, &r)); err != nil {
			t.Fatal(err)
		}
	})
}

package scan

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// Copies of the same partitions merge to one of them: the others are shadowed.
func TestExact(t *testing.T) {
	root := t.TempDir()
	for i := range 3 {
		plant(t, root+"/shop/orders-"+tableID, "nb/z_zstd", string(rune('1'+i)))
	}
	for _, first := range []bool{false, true} {
		r := scanOne(t, root, Options{Min: NoThresholds(), Top: 5, Exact: true, TopFirst: first, GCGraceSeconds: DefaultGCGraceSeconds})
		if len(r.ExactErrors) > 0 || len(r.Exact) != 5 {
			t.Fatal(len(r.Exact), r.ExactErrors)
		}
		for i := range r.Top {
			row := r.row(i)
			e := row.Exact
			if e.Merged.Rows*3 != row.Rows || e.Merged.Cells*3 != row.Cells || e.ShadowedBytes <= row.SizeBytes/2 || e.Live.Rows == 0 {
				t.Errorf("%+v of %d rows, %d bytes", e, row.Rows, row.SizeBytes)
			}
			// Times are stored relative to what a compaction would choose, so bytes may differ by a few.
			if d := e.Merged.SizeBytes*3 - row.SizeBytes; d > row.SizeBytes/50 || d < -row.SizeBytes/50 {
				t.Errorf("%d bytes merged of %d", e.Merged.SizeBytes, row.SizeBytes)
			}
		}
		report := &Report{Tables: []TableReport{r.Report()}}
		text := written(t, func(b *bytes.Buffer) error { return WriteText(b, report) })
		if !strings.Contains(text, "after a compaction of all") || !strings.Contains(text, "gc_grace 864000 s") {
			t.Error(text)
		}
		var doc Report
		if err := json.Unmarshal([]byte(written(t, func(b *bytes.Buffer) error { return WriteJSON(b, report) })), &doc); err != nil {
			t.Fatal(err)
		}
		if got := doc.Tables[0].Top[0].Exact; got == nil || got.Merged != r.row(0).Exact.Merged {
			t.Errorf("in JSON: %+v", got)
		}
	}
}

// SSTables of different tables in one folder are no fragments of one partition; each row says so.
func TestExactOfDifferentTables(t *testing.T) {
	root := t.TempDir()
	plant(t, root+"/shop/orders-"+tableID, "nb/z_zstd", "1")
	plant(t, root+"/shop/orders-"+tableID, "nb/cnt", "2")
	r := scanOne(t, root, Options{Min: NoThresholds(), Top: 20, Exact: true})
	if len(r.Exact)+len(r.ExactErrors) != len(r.Top) {
		t.Errorf("%d merged, %d not, of %d", len(r.Exact), len(r.ExactErrors), len(r.Top))
	}
}

// Fragments take memory: with many SSTables fewer partitions are kept, and what is left out is counted.
func TestKeptAtMost(t *testing.T) {
	for _, c := range []struct {
		tables int
		o      Options
		want   int
	}{{1000, Options{}, MaxKept}, {1, Options{Exact: true}, MaxKept}, {1000, Options{Exact: true}, 1048}, {4_000_000, Options{TopFirst: true}, 1}} {
		if got := keptAtMost(c.tables, c.o); got != c.want {
			t.Errorf("%d SSTables: %d, want %d", c.tables, got, c.want)
		}
	}
	r := oddReport("a", "b", "c")
	r.Tables[0].result.limit, r.Tables[0].Matched = 3, 10
	if got := r.Tables[0].Cut(); got != 7 {
		t.Errorf("%d are left out, want 7", got)
	}
}

package nodetool

import (
	"errors"
	"reflect"
	"sort"
	"strings"
	"testing"
)

// read parses a text that has to be of one kind and returns its data.
func read[T any](t *testing.T, kind Kind, text string) (*T, *Result) {
	t.Helper()
	res, err := ParseAny([]byte(text))
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	if res.Kind != kind {
		t.Fatalf("got %s, want %s", res.Kind, kind)
	}
	data, ok := res.Data.(*T)
	if !ok {
		t.Fatalf("got %T", res.Data)
	}
	return data, res
}

// warned wants exactly these lines to have a warning.
func warned(t *testing.T, res *Result, lines ...int) {
	t.Helper()
	var got []int
	for _, w := range res.Warnings {
		got = append(got, w.Line)
	}
	if !reflect.DeepEqual(got, lines) && len(got)+len(lines) > 0 {
		t.Errorf("warnings %v, want lines %v", res.Warnings, lines)
	}
}

func wantNumber(t *testing.T, what string, f Figure, want float64) {
	t.Helper()
	if v, ok := f.Float(); !ok || !near(v, want) {
		t.Errorf("%s: got %q (%v %v), want %v", what, f.Text, v, ok, want)
	}
}

func TestTableStatsDialects(t *testing.T) {
	tests := []struct {
		name, text, hint string
		table            string
		count            float64
	}{
		{"1.x column family", `Keyspace: k
	Read Count: 7
	Pending Tasks: 0
		Column Family: t
		SSTable count: 2
		Number of Keys (estimate): 256
		Compacted row maximum size: 310

----------------
`, "1.x", "k.t", 2},
		{"2.0 bytes in labels", `Keyspace: k
	Read Latency: 6.79 ms.
		Table: t
		SSTable count: 3
		Space used (live), bytes: 5
		Compacted partition maximum bytes: 0
`, "2.0", "k.t", 3},
		{"2.1", `Keyspace: k
	Read Latency: NaN ms.
	Table: t
		SSTable count: 4
		Number of keys (estimate): 6

`, "2.1-3.0", "k.t", 4},
		{"3.11 blank before the colon", `Total number of tables: 46
----------------
Keyspace : k
	Read Count: 0
		Table: t
		SSTable count: 5
		Speculative retries: 0
		Dropped Mutations: 0

`, "3.11", "k.t", 5},
		{"4.0", `Keyspace : k
		Table: t
		SSTable count: 6
		Old SSTable count: 0

`, "4.0-4.1", "k.t", 6},
		{"4.1", `Keyspace : k
		Table: t
		SSTable count: 7
		Old SSTable count: 0
		SSTable bytes in each level: [1]

`, "4.1", "k.t", 7},
		{"5.0", `Keyspace: k
		Table: t
		SSTable count: 8
		Max SSTable size: 1B

`, "5.0+", "k.t", 8},
		{"DSE 6", `Keyspace : k
		Table: t
		SSTable count: 9
		Failed Replication Count: null

`, "dse-6", "k.t", 9},
		{"sorted: no keyspace blocks", `Total number of tables: 11 (showing top 3 by space_used_total)
----------------
	Table: k.t
	SSTable count: 10

`, "", "k.t", 10},
		{"keyspace unknown in a fragment", `		Table: t
		SSTable count: 11

`, "", "?.t", 11},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d, res := read[TableStats](t, KindTableStats, tt.text)
			if res.VersionHint != tt.hint {
				t.Errorf("hint %q, want %q", res.VersionHint, tt.hint)
			}
			if len(d.Order) != 1 || d.Order[0] != tt.table || d.TablesListed != 1 {
				t.Fatalf("tables %v", d.Order)
			}
			wantNumber(t, "SSTable count", d.Tables[tt.table].Fields[SSTableCount], tt.count)
			warned(t, res)
		})
	}
}

func TestTableStatsOldLabels(t *testing.T) {
	d, _ := read[TableStats](t, KindTableStats, `Keyspace: k
	Read Count: 7
	Read Latency: 1.25 ms.
	Pending Tasks: 3
		Column Family: t
		SSTable count: 2
		Space used (live), bytes: 12288
		Number of Keys (estimate): 256
		Memtable Columns Count: 9
		Read Count: 1
		Read Latency: 0,5 ms.
		Pending Tasks: 4
		Compacted row minimum size: 87
		Compacted row maximum size: 310
		Compacted row mean size: 210
`)
	wantNumber(t, "keyspace reads", d.Keyspaces["k"].Fields[ReadCount], 7)
	wantNumber(t, "keyspace pending", d.Keyspaces["k"].Fields[PendingFlushes], 3)
	f := d.Tables["k.t"].Fields
	for label, want := range map[Label]float64{SpaceUsedLive: 12288, NumberOfPartitions: 256, MemtableCellCount: 9, LocalReadCount: 1,
		LocalReadLatencyMs: 0.5, PendingFlushesOfTable: 4, CompactedPartitionMinimum: 87, CompactedPartitionMaximum: 310,
		CompactedPartitionMean: 210} {
		wantNumber(t, string(label), f[label], want)
	}
}

// TestUnknownIsNotZero tells apart what is absent, NaN, null, and zero.
func TestUnknownIsNotZero(t *testing.T) {
	d, _ := read[TableStats](t, KindTableStats, `Keyspace : k
	Read Count: 0
	Read Latency: NaN ms
		Table: t
		SSTable count: 0
		SSTable Compression Ratio: -1.0
		Space used (live): -1990334556
		Local read latency: nan ms
		Failed Replication Count: null

`)
	f := d.Tables["k.t"].Fields
	if v, ok := f.Number(SSTableCount); !ok || v != 0 {
		t.Errorf("a printed zero is zero: %v %v", v, ok)
	}
	for _, l := range []Label{SpaceUsedTotal, SSTableCompressionRatio, SpaceUsedLive, LocalReadLatencyMs, FailedReplicationCount} {
		if v, ok := f.Number(l); ok {
			t.Errorf("%s is unknown, got %v", l, v)
		}
	}
	if f[SpaceUsedTotal].Printed() || f[LocalReadLatencyMs].State != NotANumber || f[FailedReplicationCount].State != NotAvailable {
		t.Error("absent, NaN and null are not told apart")
	}
	doc := dataOf(t, &Result{Data: d})
	for _, want := range []string{`"Local read latency ms":null`, `"SSTable count":0`, `"Read Latency ms":null`} {
		if !strings.Contains(doc, want) {
			t.Errorf("%s is not in %s", want, doc)
		}
	}
	if strings.Contains(doc, string(SpaceUsedTotal)) {
		t.Error("an absent label is in the document")
	}
}

func TestNegativeSizeWarns(t *testing.T) {
	_, res := read[TableStats](t, KindTableStats, `Keyspace: k
		Table: t
		SSTable count: 1
		Space used (live): -5

`)
	warned(t, res, 4)
}

func TestIndexNames(t *testing.T) {
	tests := []struct{ text, key string }{
		{"Keyspace : k\n\t\tTable (index): orders.orders_idx\n", "k.orders.orders_idx"},
		{"Keyspace : k\n\t\tTable (index): inode.idxinode.idx\n", "k.inode.idx"},
		{"Total number of tables: 1\n\tTable (index): k.orders.orders_idx\n", "k.orders.orders_idx"},
		{"\t\tTable (index): orders.orders_idx\n", "?.orders.orders_idx"},
	}
	for _, tt := range tests {
		d, _ := read[TableStats](t, KindTableStats, tt.text+"\t\tSSTable count: 3\n\n")
		if table := d.Tables[tt.key]; table == nil || !table.IsIndex {
			t.Errorf("%q: got %v", tt.text, d.Order)
		}
	}
	d, _ := read[TableStats](t, KindTableStats, `Keyspace : k
		Table: by_name_index
		SSTable count: 3

`)
	if d.Tables["k.by_name_index"].IsIndex {
		t.Error("an index of ScyllaDB is printed as an ordinary table")
	}
}

func TestNestingIsByWords(t *testing.T) {
	flat := `Keyspace : a
Read Count: 1
Pending Flushes: 2
Table: t
SSTable count: 3
Pending flushes: 4

----------------
` +
		`Keyspace : b
Read Count: 5
Table: t
SSTable count: 6

`
	for name, text := range map[string]string{"flat": flat, "shifted": strings.ReplaceAll(flat, "\n", "\n            "),
		"blanks": strings.ReplaceAll(flat, "SSTable", "        SSTable")} {
		d, res := read[TableStats](t, KindTableStats, text)
		warned(t, res)
		wantNumber(t, name, d.Keyspaces["a"].Fields[PendingFlushes], 2)
		wantNumber(t, name, d.Tables["a.t"].Fields[PendingFlushesOfTable], 4)
		wantNumber(t, name, d.Keyspaces["b"].Fields[ReadCount], 5)
		wantNumber(t, name, d.Tables["b.t"].Fields[SSTableCount], 6)
		if d.Tables["a.t"].Fields[PendingFlushes].Printed() {
			t.Errorf("%s: the keyspace's label in the table", name)
		}
	}
}

func TestWrappedValues(t *testing.T) {
	d, res := read[TableStats](t, KindTableStats, `Keyspace : k
Table: t
SSTable count: 3
Percent repaired: 0.
Average live cells per slice (last five minutes):
NaN
Maximum live cells per slice (last five
minutes): 7
Maximum tombstones per slice (last five minutes):
0
Dropped Mutations: 0

`)
	f := d.Tables["k.t"].Fields
	if f[AverageLiveCellsPerSlice].State != NotANumber {
		t.Errorf("average %+v", f[AverageLiveCellsPerSlice])
	}
	wantNumber(t, "wrapped in the label", f[MaximumLiveCellsPerSlice], 7)
	wantNumber(t, "wrapped before the value", f[MaximumTombstonesPerSlice], 0)
	wantNumber(t, "cut after the dot", f[PercentRepaired], 0)
	warned(t, res)
}

func TestValueThatNeverComes(t *testing.T) {
	d, res := read[TableStats](t, KindTableStats, `Keyspace : k
Table: t
SSTable count:
Local read count: 5
Space used (live):
`)
	if d.Tables["k.t"].Fields[SSTableCount].Printed() {
		t.Error("a value out of nothing")
	}
	wantNumber(t, "the next line", d.Tables["k.t"].Fields[LocalReadCount], 5)
	warned(t, res, 3, 5)
	if !res.Truncated {
		t.Error("the end is missing")
	}
}

func TestLevels(t *testing.T) {
	tests := []struct {
		text string
		want []Level
		cut  bool
	}{
		{"[1, 0, 20/4]", []Level{{1, 0}, {0, 0}, {20, 4}}, false},
		{"[4]", []Level{{4, 0}}, false},
		{"[ ]", []Level{}, false},
		{"[]", []Level{}, false},
		{"[17/4]", []Level{{17, 4}}, false},
		{"[1, x]", nil, false},
		{"[1, 0", nil, true},
	}
	for _, tt := range tests {
		r := &report{}
		got := levels(tt.text, 1, r)
		if !reflect.DeepEqual(got, tt.want) || r.truncated != tt.cut || (got == nil) != (len(r.warnings) > 0) {
			t.Errorf("%s: got %v, warnings %v", tt.text, got, r.warnings)
		}
	}
}

// TestScyllaOpenBracket: ScyllaDB 0.x printed the bracket without its end and without a line break.
func TestScyllaOpenBracket(t *testing.T) {
	d, res := read[TableStats](t, KindTableStats, `Keyspace: a
		Table: plain
		SSTable count: 12
		SSTables in each level: [		Space used (live): 440867363
`+
		`		Compacted partition maximum bytes: 310
nodetool: For input string: "310.000000"
See 'nodetool help' or 'nodetool help <command>'.
`)
	f := d.Tables["a.plain"]
	wantNumber(t, "live", f.Fields[SpaceUsedLive], 440867363)
	wantNumber(t, "max", f.Fields[CompactedPartitionMaximum], 310)
	if f.Levels != nil || f.Fields[SSTablesInEachLevel].State != NotAvailable {
		t.Errorf("levels %v", f.Levels)
	}
	if !res.Truncated || res.Failure == nil || !errors.Is(res.Failure, ErrArguments) || res.Failure.Line != 6 {
		t.Errorf("failure %+v", res.Failure)
	}
}

func TestLooseLinesOfAGrep(t *testing.T) {
	d, res := read[TableStats](t, KindTableStats, `		SSTable count: 1
		Number of partitions (estimate): 5
		Compacted partition maximum bytes: 41.38 MB
`)
	if d.Loose == nil || !res.Truncated || len(d.Order) != 0 {
		t.Fatalf("%+v", d)
	}
	wantNumber(t, "count", d.Loose.Fields[SSTableCount], 1)
	f := d.Loose.Fields[CompactedPartitionMaximum]
	if n, _ := f.Int64(); n != 43390075 || f.Step != 10485.76 {
		t.Errorf("41.38 MB is %d at a resolution of %v", n, f.Step)
	}
}

func TestUnknownLabelsAreKept(t *testing.T) {
	d, res := read[TableStats](t, KindTableStats, `Keyspace : k
		Table: t
		SSTable count: 1
		Flux capacity: 1.21 GW
		SAI new thing: 5

`)
	if d.Tables["k.t"].Other["Flux capacity"] != "1.21 GW" {
		t.Errorf("other %v", d.Tables["k.t"].Other)
	}
	wantNumber(t, "a new SAI line", d.Tables["k.t"].Fields["SAI new thing"], 5)
	warned(t, res)
}

func TestSameTableTwice(t *testing.T) {
	d, res := read[TableStats](t, KindTableStats, `Keyspace : k
	Table: t
	SSTable count: 1

	Table: t
	SSTable count: 2

`)
	wantNumber(t, "the first holds", d.Tables["k.t"].Fields[SSTableCount], 1)
	warned(t, res, 5)
}

func TestSideBySide(t *testing.T) {
	text := `Keyspace : k                         Keyspace : k
	Table: t      |  Table: t
	SSTable count: 3        |  SSTable count: 4
`
	if _, err := ParseAny([]byte(text)); !errors.Is(err, ErrSideBySide) || !strings.Contains(err.Error(), "line 1") {
		t.Errorf("got %v", err)
	}
}

func TestTableStatsTree(t *testing.T) {
	const jsonText = `{
  "total_number_of_tables" : 2,
  "k" : {
    "write_latency_ms" : 0.12, "read_latency" : null, "read_latency_ms" : 1.5, "read_count" : 4560, "pending_flushes" : 0,
    "tables" : {
      "t" : { "sstable_count" : 1, "space_used_live" : "260292", "local_read_latency_ms" : "NaN", "twcs" : null,
        "average_live_cells_per_slice_last_five_minutes" : "NaN", "sstables_in_each_level" : [ "1", "20/4" ],
        "top_size_partitions" : { }, "max_sstable_size" : 3887262, "sai_total_queryable_index_ratio" : null,
        "sai_rows_filtered" : 0.0, "new_key" : "x" },
      "t.idx" : { "sstable_count" : 2 }
    }
  },
  "other.u" : { "sstable_count" : 3, "space_used_live" : "80,79 KiB" }
}`
	d, res := read[TableStats](t, KindTableStats, jsonText)
	warned(t, res)
	if res.Format != FormatJSON || res.VersionHint != "5.0+" {
		t.Errorf("%s %s", res.Format, res.VersionHint)
	}
	sort.Strings(d.Order)
	if !reflect.DeepEqual(d.Order, []string{"k.t", "k.t.idx", "other.u"}) {
		t.Fatalf("tables %v", d.Order)
	}
	f := d.Tables["k.t"].Fields
	wantNumber(t, "a number in a string", f[SpaceUsedLive], 260292)
	wantNumber(t, "size", f[MaxSSTableSize], 3887262)
	wantNumber(t, "keyspace latency before its duplicate", d.Keyspaces["k"].Fields[ReadLatencyMs], 1.5)
	wantNumber(t, "human and German", d.Tables["other.u"].Fields[SpaceUsedLive], 80.79*1024)
	if f[LocalReadLatencyMs].State != NotANumber || f[SSTablesTimeWindow].State != NotAvailable {
		t.Error("NaN and null")
	}
	if !reflect.DeepEqual(d.Tables["k.t"].Levels, []Level{{1, 0}, {20, 4}}) || !d.Tables["k.t.idx"].IsIndex {
		t.Errorf("levels %v", d.Tables["k.t"].Levels)
	}
	if f[SAIRowsFiltered].Printed() {
		t.Error("the zeros of a table without an SAI index are no measurement")
	}
	if d.Tables["k.t"].Other["new_key"] != "x" {
		t.Errorf("other %v", d.Tables["k.t"].Other)
	}
}

func TestPartsOfTableStatsJSON(t *testing.T) {
	d, res := read[TableStats](t, KindTableStats, `{"sstable_count": 7, "space_used_live": "5"}`)
	if d.Loose == nil || !res.Truncated {
		t.Fatalf("%+v", d)
	}
	wantNumber(t, "one table of jq", d.Loose.Fields[SSTableCount], 7)
	d, _ = read[TableStats](t, KindTableStats, `{"read_count": 7, "tables": {"t": {"sstable_count": 8}}}`)
	wantNumber(t, "one keyspace of jq", d.Tables["?.t"].Fields[SSTableCount], 8)
	wantNumber(t, "its reads", d.Keyspaces["?"].Fields[ReadCount], 7)
}

func TestTextEqualsJSON(t *testing.T) {
	texts := everyText(t)
	for _, version := range []string{"5.0.6", "3.11.19"} {
		text, err1 := ParseAny(texts["testdata/cassandra-"+version+"/tablestats.ks.txt"])
		tree, err2 := ParseAny(texts["testdata/cassandra-"+version+"/tablestats.ks-json.txt"])
		if err1 != nil || err2 != nil {
			t.Fatal(version, err1, err2)
		}
		compared := 0
		for key, table := range text.Data.(*TableStats).Tables {
			other := tree.Data.(*TableStats).Tables[key]
			if other == nil {
				t.Errorf("%s: JSON has no table %s", version, key)
				continue
			}
			for label, f := range table.Fields {
				g := other.Fields[label]
				if decays(label) {
					continue
				}
				compared++
				if !agree(f, g) {
					t.Errorf("%s %s %s: text %q, JSON %q", version, key, label, f.Text, g.Text)
				}
			}
		}
		if compared < 200 {
			t.Errorf("%s: only %d values compared", version, compared)
		}
	}
}

// decays are the labels that change between two calls on an idle node.
func decays(l Label) bool {
	return strings.Contains(string(l), "latency") || strings.HasPrefix(string(l), "Average") || strings.HasPrefix(string(l), "SAI")
}

// agree holds two forms of a value against each other within what the text shows.
func agree(f, g Figure) bool {
	a, ok1 := f.Float()
	b, ok2 := g.Float()
	switch {
	case !ok1 && !ok2 && f.State != Words:
		return g.State != Absent
	case !ok1 || !ok2:
		return f.Text == g.Text
	}
	step := max(f.Step, g.Step, 1e-5)
	return a-b <= step && b-a <= step
}

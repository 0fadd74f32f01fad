package nodetool

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

const scanText5 = `
Processing Snapshot:snap one k.t.idx-bcdf3220ecd111f1a20e6dd766c90501 #3gab_1 (bti-da) (29.150 MiB uncompressed, 28,433 MiB on disk)
  Partition: 'plain' (61) live, size: 24,211 MiB, rows: 80000, cells: 160000, tombstones: 3 (row:1, range:0, complex:0, cell:2, row-TTLd:0, cell-TTLd:0)
  Partition: 'two
lines' ('x' (6162) not live, size: 348 B, rows: 1, cells: 2, tombstones: 0 (row:0, range:0, complex:0, cell:0, row-TTLd:0, cell-TTLd:0)
  Partition: 'sizes only' (6f) live, size: 535 B
Summary of k.t.idx-bcdf3220ecd111f1a20e6dd766c90501 #3gab_1 (bti-da):
  File: /d/k/t-bcdf3220ecd111f1a20e6dd766c90501/da-3gab_1-bti-Data.db
  3 partitions match
  Keys: plain two
lines sizes only
               Partition size            Row count           Cell count      Tombstone count
  ~p50                  535 B                    4                    8                    0
  ~p999            28.735 MiB                88148               182785                    4
  min                   117 B                    1                    1                    0
  max              24.211 MiB                80000               160000                    3
  count                   860

Processing k.u-bcdf3220ecd111f1a20e6dd766c90502 #1 (big-nb) (99 B uncompressed, 56 B on disk)
               Partition size
  ~p50                   35 B
  broken
`

func TestPartitionScan(t *testing.T) {
	d, res := read[PartitionScan](t, KindSSTablePartitions, scanText5)
	warned(t, res, 22)
	if len(d.SSTables) != 2 {
		t.Fatalf("%+v", d)
	}
	s := d.SSTables[0]
	if s.Snapshot != "snap one" || s.Keyspace != "k" || s.Table != "t" || s.Index != "idx" || s.Generation != "3gab_1" || s.Format != "bti-da" ||
		s.File != "/d/k/t-bcdf3220ecd111f1a20e6dd766c90501/da-3gab_1-bti-Data.db" || *s.Match != 3 {
		t.Errorf("%+v", s)
	}
	wantNumber(t, "on disk", s.OnDisk, 28.433*(1<<20))
	wantNumber(t, "exact maximum", s.Stats["max"]["Partition size"], 24.211*(1<<20))
	wantNumber(t, "a bound above the maximum", s.Stats["~p999"]["Partition size"], 28.735*(1<<20))
	wantNumber(t, "rows", s.Stats["max"]["Row count"], 80000)
	wantNumber(t, "count", s.Stats["count"]["Partition size"], 860)
	if len(s.Partitions) != 3 {
		t.Fatalf("%+v", s.Partitions)
	}
	p := s.Partitions
	if p[0].Key != "plain" || !p[0].Live || countOf(p[0].Counts, "rows") != 80000 || countOf(p[0].Counts, "cell") != 2 || countOf(p[0].Counts, "tombstones") != 3 {
		t.Errorf("%+v", p[0])
	}
	wantNumber(t, "size", p[0].Size, 24.211*(1<<20))
	if p[1].Key != "two\nlines' ('x" || p[1].KeyHex != "6162" || p[1].Live {
		t.Errorf("%+v", p[1])
	}
	if p[2].Counts != nil || p[2].SizeText != "535 B" {
		t.Errorf("%+v", p[2])
	}
	if u := d.SSTables[1]; !reflect.DeepEqual(u.Columns, []string{"Partition size"}) || u.Match != nil || u.Snapshot != "" {
		t.Errorf("%+v", u)
	}
}

func TestPartitionScanCut(t *testing.T) {
	head := strings.Join(strings.Split(scanText5, "\n")[:4], "\n")
	d, res := read[PartitionScan](t, KindSSTablePartitions, head)
	if len(d.SSTables[0].Partitions) != 1 || !res.Truncated {
		t.Errorf("%+v", d)
	}
	warned(t, res, 4)
	d, res = read[PartitionScan](t, KindSSTablePartitions, head+"\n  Partition: 'whole' (61) live, size: 5 B\n")
	if len(d.SSTables[0].Partitions) != 2 || d.SSTables[0].Partitions[1].Key != "whole" {
		t.Errorf("the damaged line took the next: %+v", d.SSTables[0].Partitions)
	}
	warned(t, res, 4)
	for _, bad := range []string{"Partition: 'a' (zz) live, size: 5 B", "Partition: 'a' (61) dead, size: 5 B", "Partition: 'a' (61) live",
		"Partition: 'a", "Partition: 'a' (61) live, size: big"} {
		if row, ok := scannedPartition(bad); ok {
			t.Errorf("%q: got %+v", bad, row)
		}
	}
}

const csvHeader = "key,keyBinary,live,offset,size,rowCount,cellCount,tombstoneCount,rowTombstoneCount,rangeTombstoneCount,complexTombstoneCount,cellTombstoneCount,rowTtlExpired,cellTtlExpired,directory,keyspace,table,index,snapshot,backup,generation,format,version\n"

func TestPartitionCSV(t *testing.T) {
	d, res := read[PartitionCSV](t, KindSSTablePartitionsCSV, csvHeader+
		`"1",00000001,true,0,118904,4756,0,4756,4756,0,0,0,0,0,/d/k/t-1/nb-2-big-Data.db,k,t,,,,2,big,nb
"quote"s'",71,true,5,6,7,8,9,0,0,0,0,0,0,/d/k/t-1/nb-2-big-Data.db,k,t,,,,2,big,nb
"line
break",6c,false,5,6,7,8,9,0,0,0,0,0,0,/d/k/t-1/nb-2-big-Data.db,k,t,,,,2,big,nb
"a,00,true,1,2,b",61,true,5,6,7,8,9,0,0,0,0,0,0,/d/k/t-1/nb-2-big-Data.db,k,t,,,,2,big,nb
"comma",63,true,5,6,7,8,9,0,0,0,0,0,0,/d,1/k/t-1/nb-2-big-Data.db,k,t,idx,,,3gab,bti,da
`)
	warned(t, res)
	if res.Format != FormatCSV || len(d.Header) != 23 || len(d.Records) != 5 {
		t.Fatalf("%d records, %v", len(d.Records), res.Warnings)
	}
	for i, want := range []struct {
		key, hex string
		live     bool
	}{{"1", "00000001", true}, {`quote"s'`, "71", true}, {"line\nbreak", "6c", false}, {"a,00,true,1,2,b", "61", true}, {"comma", "63", true}} {
		r := d.Records[i]
		if r.Key != want.key || r.KeyHex != want.hex || r.Live != want.live {
			t.Errorf("record %d: %+v", i, r)
		}
	}
	if c := d.Records[0].Counts; c["size"] != 118904 || c["rowTombstoneCount"] != 4756 {
		t.Errorf("%v", c)
	}
	if w := d.Records[4].Words; w["directory"] != "/d,1/k/t-1/nb-2-big-Data.db" || w["index"] != "idx" || w["generation"] != "3gab" || w["version"] != "da" {
		t.Errorf("%v", w)
	}
}

func TestPartitionCSVEnds(t *testing.T) {
	d, res := read[PartitionCSV](t, KindSSTablePartitionsCSV, csvHeader)
	if len(d.Records) != 0 || res.Truncated {
		t.Errorf("only a header is no threshold: %+v", d)
	}
	_, res = read[PartitionCSV](t, KindSSTablePartitionsCSV, csvHeader+`"1",00000001,true,0,118904,4756`)
	if !res.Truncated {
		t.Error("the record is cut")
	}
	warned(t, res, 2)
	_, res = read[PartitionCSV](t, KindSSTablePartitionsCSV, csvHeader+strings.Repeat("no record\n", 150))
	warned(t, res, 2, 104)
	d, res = read[PartitionCSV](t, KindSSTablePartitionsCSV, csvHeader+"\"damaged\",x\n\"1\",01,true,0,118904,4756,0,4756,4756,0,0,0,0,0,/d/nb-2-big-Data.db,k,t,,,,2,big,nb\n")
	if len(d.Records) != 1 || d.Records[0].Key != "1" {
		t.Errorf("the damaged record took the next: %+v", d.Records)
	}
	warned(t, res, 2)
}

func TestMetadataDialects(t *testing.T) {
	const common = `Estimated droppable tombstones: 4750.0
StaticColumns: 
RegularColumns: 
`
	tests := []struct {
		name, text, hint string
		min, ldt         float64
		last             TokenKey
	}{
		{"3.x", `SSTable: /d/mc-1-big
Minimum timestamp: 1598312152252675
SSTable max local deletion time: 2147483647
Last token: 92 (key=user_b:2020:41:3)
minClustringValues: [x]
` + common,
			"3.x", 1598312152252675, 2147483647, TokenKey{"92", "user_b:2020:41:3", "92 (key=user_b:2020:41:3)"}},
		{"4.x", `SSTable: /d/nb-1-big
Minimum timestamp: 1796055188304195 (11/30/2026 16:13:08)
SSTable max local deletion time: 1796055197 (11/30/2026 16:13:17)
Last token: -4 (3)
minClusteringValues: [x]
` + common,
			"4.0-4.1", 1796055188304195, 1796055197, TokenKey{"-4", "3", "-4 (3)"}},
		{"5.0", `SSTable: /d/nb-1-big
Minimum timestamp: 11/30/2026 15:27:38 (1796052458609802)
SSTable max local deletion time: no tombstones (9223372036854775807)
Last token: 92 (a (b) c)
Covered clusterings: ALL
` + common,
			"5.0+", 1796052458609802, -1, TokenKey{"92", "a (b) c", "92 (a (b) c)"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d, res := read[Metadata](t, KindSSTableMetadata, tt.text)
			warned(t, res)
			if res.VersionHint != tt.hint || len(d.SSTables) != 1 {
				t.Fatalf("%+v, hint %s", d, res.VersionHint)
			}
			s := d.SSTables[0]
			wantNumber(t, "timestamp", s.Values["Minimum timestamp"], tt.min)
			ldt, ok := s.Values["SSTable max local deletion time"].Float()
			if ok != (tt.ldt >= 0) || ok && ldt != tt.ldt {
				t.Errorf("local deletion time %v %v", ldt, ok)
			}
			wantNumber(t, "a label after the titles", s.Values["Estimated droppable tombstones"], 4750)
			if s.LastToken != tt.last {
				t.Errorf("token %+v", s.LastToken)
			}
		})
	}
}

func TestMetadataHistograms(t *testing.T) {
	d, res := read[Metadata](t, KindSSTableMetadata, `SSTable: /d/nb-2-big
`+"\r                    \r"+`Size: 475028
Partitions: 4
Widest Partitions: 
  [key [x]] 4767
  [2] 4764
Largest Partitions: 
  [3] 176379 (172.2 kB)
Minimum timestamp: 11/30/2026 15:29:23 (1796052563683014)
TTL max: 3600 (1 hour)
Estimated tombstone drop times: 
   Drop Time                        | Count  (%)  Histogram 
   1796052600 (11/30/2026 15:30:00) |  9766 ( 51) OOOOOOOOOOOO
   1796052660 (11/30/2026 15:31:00) |  9234 ( 48) OOOOOOOOOO.
   Percentiles
   50th      1996099046 (04/02/2033 23:57:26)
   Max       1996099046 (04/02/2033 23:57:26)
Partition Size: 
   Size (bytes)      | Count  (%)  Histogram 
   126934 (124.0 kB) |     4 (100) OOOOOOOOO
   Percentiles
   99th      126934 (124.0 kB)
Column Count: 
   Columns | Count  (%)  Histogram 
   1       |     4 (100) OOOO
Local token space coverage: NaN
Estimated cardinality: 4
`)
	warned(t, res)
	s := d.SSTables[0]
	wantNumber(t, "behind the progress line", s.Values["Size"], 475028)
	wantNumber(t, "ttl", s.Values["TTL max"], 3600)
	wantNumber(t, "after the histograms", s.Values["Estimated cardinality"], 4)
	if s.Values["Local token space coverage"].State != NotANumber {
		t.Error("NaN")
	}
	if !reflect.DeepEqual(s.DropTimes, []Bucket{{1796052600, 9766}, {1796052660, 9234}}) || !reflect.DeepEqual(s.PartitionSizes, []Bucket{{126934, 4}}) ||
		!reflect.DeepEqual(s.ColumnCounts, []Bucket{{1, 4}}) {
		t.Errorf("%+v", s)
	}
	if l := s.Leaders["Widest Partitions"]; len(l) != 2 || l[0].Key != "key [x]" || len(s.Leaders["Largest Partitions"]) != 1 {
		t.Errorf("%+v", s.Leaders)
	}
	wantNumber(t, "largest", s.Leaders["Largest Partitions"][0].Value, 176379)
	wantNumber(t, "percentile", s.Percentiles["Partition Size"]["99th"], 126934)
	doc := dataOf(t, res)
	for _, want := range []string{`"TTL max":"3600 (1 hour)"`, `"TTL max":3600`, `"Local token space coverage":null`} {
		if !strings.Contains(doc, want) {
			t.Errorf("%s is not in %s", want, doc)
		}
	}
}

func TestMetadataOldHistograms(t *testing.T) {
	d, res := read[Metadata](t, KindSSTableMetadata, `SSTable: /d/me-2-big
Estimated tombstone drop times:
1602102418:      2268
1602102473:      1385
Count               Row Size        Cell Count
1                          0                 4
2                          3                 0
24                         7                  
Estimated cardinality: 4
~~~
`)
	s := d.SSTables[0]
	if !reflect.DeepEqual(s.DropTimes, []Bucket{{1602102418, 2268}, {1602102473, 1385}}) ||
		!reflect.DeepEqual(s.PartitionSizes, []Bucket{{2, 3}, {24, 7}}) || !reflect.DeepEqual(s.ColumnCounts, []Bucket{{1, 4}}) {
		t.Errorf("%+v", s)
	}
	warned(t, res, 10)
}

func TestMetadataMissingFile(t *testing.T) {
	d, _ := read[Metadata](t, KindSSTableMetadata, `No such file: /d/nope-Data.db
SSTable: /d/nb-1-big
TTL max: 0
`)
	if len(d.Missing) != 1 || d.Missing[0] != "/d/nope-Data.db" || len(d.SSTables) != 1 {
		t.Errorf("%+v", d)
	}
}

func TestExpiredBlockers(t *testing.T) {
	const one = "[BigTableReader:big(path='/d/nb-1-big-Data.db') (minTS = 17, maxTS = 18, maxLDT = 9223372036854775807)],  blocks 2 expired sstables from getting dropped: [BigTableReader:big(path='/d/nb-2-big-Data.db') (minTS = 20, maxTS = 21, maxLDT = 22)], "
	d, res := read[ExpiredBlockers](t, KindSSTableExpiredBlockers, "WARN  16:21:44,844 noise\n"+one+"[BigTableReader(path='/d/me-3-big-Data.db') (minTS = 23, maxTS = 24, maxLDT = 25)], \n")
	warned(t, res)
	b := d.Blockers[0]
	if b.Blocker != (DescribedSSTable{"/d/nb-1-big-Data.db", 17, 18, 9223372036854775807}) || b.Count != 2 || len(b.Blocked) != 2 ||
		b.Blocked[1] != (DescribedSSTable{"/d/me-3-big-Data.db", 23, 24, 25}) {
		t.Errorf("%+v", b)
	}
	_, res = read[ExpiredBlockers](t, KindSSTableExpiredBlockers, one+"\n[x],  blocks 1 expired sstables from getting dropped: \n")
	if !res.Truncated {
		t.Error("one of two is missing")
	}
	warned(t, res, 1, 2)
}

func TestDump(t *testing.T) {
	const partition1 = `{ "table kind" : "REGULAR", "partition" : { "key" : [ "a", "b" ], "position" : 7, "deletion_info" : { "marked_deleted" : "x" } },
    "rows" : [ { "type" : "static_block", "position" : 1, "cells" : [ { "name" : "s", "value" : 1 } ] },
      { "type" : "row", "position" : 2, "cells" : [ { "name" : "v", "value" : 1, "ttl" : 60 }, { "name" : "w", "deletion_info" : { } } ] },
      { "type" : "row", "position" : 3, "deletion_info" : { "marked_deleted" : "x" }, "cells" : [ ] },
      { "type" : "range_tombstone_bound", "start" : { } } ] }`
	const partition2 = `{"partition":{"key":["c"],"position":9},"rows":[]}`
	for name, text := range map[string]string{"array": "[ " + partition1 + ", " + partition2 + " ]", "lines": partition1 + "\n" + partition2 + "\n"} {
		d, res := read[Dump](t, KindSSTableDump, text)
		warned(t, res)
		if len(d.Partitions) != 2 || d.KeysOnly || res.VersionHint != "5.0+" {
			t.Fatalf("%s: %+v, hint %s", name, d, res.VersionHint)
		}
		p := d.Partitions[0]
		wantNumber(t, name, p.Position, 7)
		if !reflect.DeepEqual(p.Key, []string{"a", "b"}) || !p.Deleted || p.Rows != 2 || p.StaticRows != 1 || p.DeletedRows != 1 || p.RangeTombstones != 1 ||
			p.Cells != 2 || p.DeletedCells != 1 || p.ExpiringCells != 1 || p.TableKind != "REGULAR" {
			t.Errorf("%s: %+v", name, p)
		}
	}
	d, res := read[Dump](t, KindSSTableDump, `[ [ "emoji-🔥" ], [ "new\nline", "x" ]
]
`)
	warned(t, res)
	if !d.KeysOnly || d.Partitions[0].Key[0] != "emoji-🔥" || d.Partitions[1].Key[0] != "new\nline" || len(d.Partitions[1].Key) != 2 {
		t.Errorf("%+v", d)
	}
}

func TestDumpDebug(t *testing.T) {
	d, res := read[Dump](t, KindSSTableDump, `[a:b]@0 Row[info=[ts=1] ]: x | [v=1 ts=1]
[a:b]@20 Row[info=[ts=1] del=(x)]: y | 
[c]@40 Marker INCL_START_BOUND(x)
[c]@0 deletedAt=5, localDeletion=6
~~~
`)
	warned(t, res, 5)
	if len(d.Partitions) != 2 || d.Partitions[0].Rows != 2 || d.Partitions[0].DeletedRows != 1 || d.Partitions[1].RangeTombstones != 1 || !d.Partitions[1].Deleted {
		t.Errorf("%+v", d.Partitions)
	}
}

func TestDumpCut(t *testing.T) {
	d, res := read[Dump](t, KindSSTableDump, `[ {"partition":{"key":["a"],"position":0},"rows":[{"type":"row","cells":[{"name":"v"}]},{"type":"ro`)
	if len(d.Partitions) != 1 || d.Partitions[0].Rows != 1 || !res.Truncated {
		t.Errorf("%+v", d)
	}
}

func countOf(c ScanCounts, name string) int64 {
	n, _ := c.Of(name)
	return n
}

func TestScanCountsAreAnObject(t *testing.T) {
	for text, want := range map[string]string{
		"rows: 1, cells: 2, tombstones: 0 (row:0, row:4)": `{"cells":2,"row":0,"rows":1,"tombstones":0}`,
		`a"b: 7`: `{"a\"b":7}`,
		"":       `{}`,
	} {
		if got, err := json.Marshal(counts(text)); err != nil || string(got) != want {
			t.Errorf("%q: %s, %v", text, got, err)
		}
	}
}

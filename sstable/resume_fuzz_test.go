package sstable

import (
	"bytes"
	"context"
	"testing"
	"testing/fstest"
)

// FuzzResume merges a table whose data and index are anything: it ends, keys
// ascend, damages do not overlap, and what was read can be merged by rows.
func FuzzResume(f *testing.F) {
	files, d := onlyTable(f, "na/z_none")
	statistics := files[d.Path(StatisticsDB)].Data
	data, index := files[d.Path(DataDB)].Data, files[d.Path(IndexDB)].Data
	f.Add(data, index)
	flipped := bytes.Clone(data)
	for i := 500; i < len(flipped); i += 700 {
		flipped[i] ^= 0x15
	}
	f.Add(flipped, index)
	f.Fuzz(func(t *testing.T, data, index []byte) {
		files := fstest.MapFS{
			d.Path(StatisticsDB): {Data: statistics}, d.Path(DataDB): {Data: data}, d.Path(IndexDB): {Data: index},
		}
		m, err := NewMerge(context.Background(), files, []Descriptor{d}, MergeOptions{Fragments: true})
		if err != nil {
			t.Fatal(err)
		}
		partitions, damages := drain(t, m)
		mergeExactly(t, files, d, partitions[:min(3, len(partitions))])
		order := keyOrder{token: murmurToken}
		for i := 1; i < len(partitions); i++ {
			if order.compare(order.decorate(partitions[i-1].Key), order.decorate(partitions[i].Key)) >= 0 {
				t.Fatalf("%x before %x", partitions[i-1].Key, partitions[i].Key)
			}
		}
		end := int64(0)
		for _, x := range damages {
			if x.Start < end || x.End < x.Start || x.Partitions < 0 {
				t.Fatalf("%+v after %d", x, end)
			}
			end = x.End
		}
	})
}

func mergeExactly(t *testing.T, files fstest.MapFS, d Descriptor, partitions []MergedPartition) {
	x, err := NewExact(context.Background(), files, []Descriptor{d, d})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range partitions {
		twice := append(p.Fragments[:1:1], p.Fragments[0])
		twice[1].Table = 1
		if _, err := x.Partition(context.Background(), twice, ExactOptions{}); err != nil {
			t.Errorf("%x: %v", p.Key, err)
		}
	}
}

// FuzzSeek looks a token up by an index and a summary that are anything.
func FuzzSeek(f *testing.F) {
	eachTable(f, func(t *SSTable) {
		first, last := IndexDB, SummaryDB
		if t.Version.Format == BTI {
			first, last = PartitionsDB, RowsDB
		}
		f.Add(versionNumber(t.Version), uint64(1)<<63, t.DataLengthBytes(), content(f, t, first), content(f, t, last))
	})
	f.Fuzz(func(t *testing.T, n byte, hi uint64, length int64, index, second []byte) {
		table := &SSTable{
			Descriptor:  Descriptor{Version: fuzzVersion(n)},
			Compression: &CompressionInfo{DataLengthBytes: length},
			files: map[Component]*file{
				IndexDB: memoryFile("Index.db", index), SummaryDB: memoryFile("Summary.db", second),
				PartitionsDB: memoryFile("Partitions.db", index), RowsDB: memoryFile("Rows.db", second),
			},
		}
		order := keyOrder{token: murmurToken, murmur: true}
		s, err := table.seek(context.Background(), order, hi)
		if err == nil && s.key != nil && (order.decorate(s.key).hi < hi || s.position < 0 || s.position >= length) {
			t.Errorf("%+v for %x", s, hi)
		}
	})
}

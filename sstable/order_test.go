package sstable

import (
	"context"
	"encoding/hex"
	"errors"
	"io/fs"
	"strings"
	"testing"

	"github.com/partop/partop/cassandra/cqltype"
)

// The order of keys under each partitioner.
func TestKeyOrder(t *testing.T) {
	const dht = "org.apache.cassandra.dht."
	text := &Header{KeyType: HeaderType{Type: cqltype.Scalar(cqltype.Text)}}
	number := &Header{KeyType: HeaderType{Type: cqltype.Scalar(cqltype.Int)}}
	for _, c := range []struct {
		partitioner string
		header      *Header
		keys        []string // ascending, hex
		err         error
	}{
		{dht + "Murmur3Partitioner", nil, []string{"00000005", "00000001", "00000003"}, nil},
		{dht + "RandomPartitioner", nil, []string{"61", "63", "62"}, nil}, // MD5 0cc1..., 4a8a... and 92eb..., negated 6d14...
		{dht + "ByteOrderedPartitioner", nil, []string{"", "00", "7f", "80ff", "ff"}, nil},
		{dht + "OrderPreservingPartitioner", nil, []string{"61", "6162", "62"}, nil},
		{dht + "LocalPartitioner", number, []string{"80000000", "ffffffff", "00000000", "00000007"}, nil},
		{dht + "LocalPartitioner", text, []string{"61", "62"}, nil},
		{dht + "LocalPartitioner", nil, nil, ErrUnsupported},
		{"com.example.OwnPartitioner", text, nil, ErrUnsupported},
		{"", text, nil, ErrUnsupported},
	} {
		order, err := newKeyOrder(&Statistics{Validation: Validation{Partitioner: c.partitioner}, Header: c.header})
		if !errors.Is(err, c.err) {
			t.Errorf("%s: %v", c.partitioner, err)
			continue
		}
		for i := 1; i < len(c.keys); i++ {
			a, errA := hex.DecodeString(c.keys[i-1])
			b, errB := hex.DecodeString(c.keys[i])
			if errA != nil || errB != nil {
				t.Fatal(errA, errB)
			}
			if x, y := order.decorate(a), order.decorate(b); order.compare(x, y) >= 0 || order.compare(y, x) <= 0 || order.compare(x, x) != 0 {
				t.Errorf("%s: %s is not before %s", c.partitioner, c.keys[i-1], c.keys[i])
			}
		}
	}
}

// First and last key come out alike from Statistics.db, Summary.db and the index.
func TestKeyRangeSources(t *testing.T) {
	eachTable(t, func(table *SSTable) {
		ctx := context.Background()
		first, last, err := table.KeyRange(ctx)
		if err != nil {
			t.Fatal(table, err)
		}
		scanFirst, scanLast, err := table.scanRange(ctx)
		if err != nil || string(scanFirst) != string(first) || string(scanLast) != string(last) {
			t.Errorf("%s: %x to %x, by the index %x to %x, %v", table, first, last, scanFirst, scanLast, err)
		}
		if table.Version.Format == Big {
			sumFirst, sumLast, err := table.summaryRange()
			if err != nil || string(sumFirst) != string(first) || string(sumLast) != string(last) {
				t.Errorf("%s: %x to %x, by the summary %x to %x, %v", table, first, last, sumFirst, sumLast, err)
			}
		}
	})
}

// Summary.db is not believed either.
func TestDamagedSummary(t *testing.T) {
	files := memoryFiles(t, "nb/cnt")
	for name, f := range files {
		if strings.HasSuffix(name, string(SummaryDB)) {
			whole := f.Data
			for n := range whole {
				files[name].Data = whole[:n]
				table, err := openOnly(t, files, "nb/cnt", Options{})
				if err != nil {
					t.Fatal(err)
				}
				if _, _, err := table.KeyRange(context.Background()); !errors.Is(err, ErrCorrupt) {
					t.Fatalf("cut at %d of %d: %v", n, len(whole), err)
				}
			}
		}
	}
}

// ScyllaDB's ms tables have no index this package reads: their sizes come from
// the rows.
func TestMergeWithoutIndex(t *testing.T) {
	files := memoryFiles(t, "nb/cnt", "da/ttls")
	tables := murmurTables(t, files)
	want, _ := mergeAll(t, files, tables, MergeOptions{Depth: SizeDepth})
	for name := range files {
		for _, c := range []Component{IndexDB, SummaryDB, PartitionsDB, RowsDB} {
			if strings.HasSuffix(name, string(c)) {
				delete(files, name)
			}
		}
	}
	got, skipped := mergeAll(t, files, tables, MergeOptions{Depth: SizeDepth})
	if len(skipped) != 0 || len(got) != len(want) || len(want) < 10 {
		t.Fatalf("%d partitions, want %d, skipped %v", len(got), len(want), skipped)
	}
	for i := range got {
		if string(got[i].Key) != string(want[i].Key) || got[i].SizeBytes != want[i].SizeBytes {
			t.Errorf("got %+v, want %+v", got[i], want[i])
		}
	}
}

// A key that does not ascend costs its partition: the merge would take it for a
// partition of its own.
func TestMergeUnordered(t *testing.T) {
	files := memoryFiles(t, "na/z_none")
	tables := murmurTables(t, files)
	all := bruteMerge(t, files, tables, 0)
	d := tables[0]
	data := files[d.Path(DataDB)].Data
	// The second partition's key becomes the first one's, whose length it has.
	table, err := Open(files, d, Options{})
	if err != nil {
		t.Fatal(err)
	}
	parts, err := scanAll(table, ScanOptions{})
	if err = errors.Join(err, table.Close()); err != nil {
		t.Fatal(err)
	}
	copy(data[parts[1].Position+2:], parts[0].Key)
	m, err := NewMerge(context.Background(), files, tables, MergeOptions{Options: Options{SkipChecksums: true}})
	if err != nil {
		t.Fatal(err)
	}
	got, damages := drain(t, m)
	if len(got) != len(all)-1 || len(all) != len(parts) || len(damages) != 1 {
		t.Fatalf("%d partitions of %d, %v", len(got), len(all), damages)
	}
	d0 := damages[0]
	if !errors.Is(d0.Reason, ErrCorrupt) || d0.Start != parts[1].Position || d0.End != parts[2].Position || d0.Partitions != 1 {
		t.Errorf("%+v", d0)
	}
}

// A component can vanish between listing and opening.
func TestOpenAfterCompaction(t *testing.T) {
	files := memoryFiles(t, "nb/cnt")
	tables := murmurTables(t, files)
	for name := range files {
		delete(files, name)
	}
	if _, err := Open(files, tables[0], Options{}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

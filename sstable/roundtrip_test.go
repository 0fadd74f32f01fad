package sstable

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/partop/partop/cassandra/cqltype"
)

// writerHeader has some clustering columns, static and regular ones of all kinds.
func writerHeader(seed, clusterings, columns int) *Header {
	types := []cqltype.Type{
		intType, cqltype.Scalar(cqltype.Text), setType, cqltype.Scalar(cqltype.BigInt),
		{Kind: cqltype.Map, Params: []cqltype.Type{intType, intType}}, cqltype.Scalar(cqltype.UUID), cqltype.Scalar(cqltype.SmallInt),
	}
	h := synthetic(clusterings)
	for i := range columns {
		col := HeaderColumn{fmt.Sprint("c", i), HeaderType{Type: types[(i+seed)%len(types)]}}
		h.Regular = append(h.Regular, col)
		if seed%3 == 0 && i%4 == 0 {
			h.Static = append(h.Static, col)
		}
	}
	return h
}

// Random partitions are counted as they were written, whatever the version, the
// number of columns, and the blocks they are cut into.
func TestRandomPartitions(t *testing.T) {
	rows := int64(0)
	for seed := range 120 {
		v := fuzzVersion(byte(seed))
		h := writerHeader(seed, seed%40, []int{0, 1, 5, 31, 63, 64, 65, 130}[seed%8])
		w := newRowWriter(uint64(seed), v, h)
		w.partition("key", 1+seed%30)
		for _, block := range []int{1, 7, 4096} {
			for _, clusterings := range []bool{false, true} {
				p, err := scanBlocks(t, v, h, w.b, block, ScanOptions{NowSeconds: writerNow, Clusterings: clusterings})
				if err != nil || p.Counts != w.want || p.SizeBytes != int64(len(w.b)) {
					t.Fatalf("seed %d, version %s, blocks of %d: got %+v, want %+v, %v", seed, v, block, p.Counts, w.want, err)
				}
				if p.Times != w.times {
					t.Fatalf("seed %d, version %s: times %+v, want %+v", seed, v, p.Times, w.times)
				}
			}
		}
		rows += w.want.Rows
	}
	if rows < 1000 {
		t.Errorf("only %d rows", rows)
	}
}

func scanBlocks(t *testing.T, v Version, h *Header, data []byte, block int, o ScanOptions) (PartitionSummary, error) {
	t.Helper()
	layout, err := newRowLayout(v, h)
	if err != nil {
		t.Fatal(err)
	}
	src := newPlainSource(memoryFile("Data.db", data))
	src.block = block
	s := newScanner(context.Background(), src, v, h, layout, o)
	var p PartitionSummary
	for s.Next() && s.Summarize(&p) {
	}
	return p, s.Err()
}

// What is wrong in a row is named, with its place.
func TestCorruptRows(t *testing.T) {
	v := mustVersion(t, Big, "nb")
	long := synthetic(0)
	for range 70 {
		long.Regular = append(long.Regular, HeaderColumn{"c", HeaderType{Type: intType}})
	}
	static := synthetic(0, intType)
	static.Static = static.Regular
	const start = 15 // behind the partition's header
	for _, c := range []struct {
		what   string
		h      *Header
		row    []byte
		field  string
		offset int64
	}{
		{"row longer than the data", synthetic(0, intType), []byte{hasTimestamp, 100, 0}, "row size", start + 2},
		{"row longer than its cells", synthetic(0, intType), rowOf([]byte{hasTimestamp}, 1, 1, 0), "end of row", start + 5},
		{"row shorter than its cells", synthetic(0, intType), []byte{hasTimestamp | hasAllColumns, 2, 0, 1, cellUseRowTimestamp | cellHasEmptyValue}, "end of row", start + 5},
		{"column that does not exist", synthetic(0, intType), rowOf([]byte{hasTimestamp}, 1, 2), "column subset", start + 5},
		{"more missing columns than there are", long, rowOf([]byte{hasTimestamp}, 1, 71), "column subset", start + 5},
		{"index of no column", long, rowOf([]byte{hasTimestamp}, 1, 1, 70), "column index", start + 6},
		{"elements beyond the data", synthetic(0, setType), rowOf([]byte{hasTimestamp | hasAllColumns}, 1, 0x7f), "number of cells", start + 5},
		{"value beyond the data", synthetic(0, cqltype.Scalar(cqltype.Text)), rowOf([]byte{hasTimestamp | hasAllColumns}, 1, 0, 0, 0x7f), "cell value", start + 7},
		{"kind of bound", synthetic(0, intType), []byte{isMarker, 3, 0, 0, 1, 0}, "bound kind", start + 2},
		{"values of a bound", synthetic(1, intType), []byte{isMarker, 1, 0, 2, 0}, "bound size", start + 4},
		{"no static row", static, rowOf([]byte{hasTimestamp | hasAllColumns}, 1, 0, 0), "flags of row", start + 1},
		{"no static row at all", static, nil, "flags of static row", start + 1},
		{"marker for a static row", static, []byte{isMarker, 1, 0, 0, 1, 0}, "flags of static row", start + 1},
		{"static row in a table without", synthetic(0, intType), rowOf([]byte{extensionFlag, extStatic}, 0), "flags of row", start + 2},
	} {
		_, err := scanBytes(t, v, c.h, partitionOf(c.row), ScanOptions{Clusterings: true})
		var corrupt *CorruptError
		if !errors.As(err, &corrupt) {
			t.Errorf("%s: %v", c.what, err)
			continue
		}
		if corrupt.What != c.field || corrupt.Offset != c.offset || !corrupt.Uncompressed || corrupt.File != "Data.db" {
			t.Errorf("%s: got %q at %d (%v), want %q at %d", c.what, corrupt.What, corrupt.Offset, err, c.field, c.offset)
		}
	}
}

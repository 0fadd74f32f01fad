package sstable

import (
	"context"
	"encoding/binary"
	"errors"
	"math"
	"math/bits"
	"slices"
	"testing"

	"github.com/partop/partop/cassandra/cqltype"
)

// What no real file at hand holds is written here by hand.

// appendUvint writes VIntCoding's unsigned form.
func appendUvint(b []byte, v uint64) []byte {
	extra := 0
	for extra < 8 && bits.Len64(v) > 7*(extra+1) {
		extra++
	}
	if extra == 8 {
		return binary.BigEndian.AppendUint64(append(b, 0xff), v)
	}
	first := byte(0xff << (8 - extra))
	for i := extra; i >= 0; i-- {
		c := byte(v >> (8 * i))
		if i == extra {
			c |= first
		}
		b = append(b, c)
	}
	return b
}

func TestUvint(t *testing.T) {
	for _, v := range []uint64{0, 1, 127, 128, 16383, 16384, 1<<21 - 1, 1 << 21, 1<<28 - 1, 1 << 35, 1<<42 + 3, 1<<49 - 1, 1 << 49, 1<<56 - 1, 1 << 56, math.MaxUint64} {
		b := appendUvint(nil, v)
		d := &decoder{b: b}
		if got := d.uvint(""); got != v || d.err != nil || d.left() != 0 {
			t.Errorf("decoder: %d from % x, %v", got, b, d.err)
		}
		w := plainWindow(b)
		if got := w.uvint(""); got != v || w.err != nil || w.left() != 0 {
			t.Errorf("window: %d from % x, %v", got, b, w.err)
		}
	}
	for want, b := range map[uint64][]byte{127: {0x7f}, 128: {0x80, 0x80}, 16384: {0xc0, 0x40, 0x00}} {
		if got := (&decoder{b: b}).uvint(""); got != want {
			t.Errorf("% x: %d, want %d", b, got, want)
		}
	}
}

// plainWindow reads bytes in blocks of three, so that everything is cut.
func plainWindow(b []byte) *window {
	src := newPlainSource(memoryFile("Data.db", b))
	src.block = 3
	return &window{ctx: context.Background(), src: src}
}

func TestWindow(t *testing.T) {
	w := plainWindow([]byte("0123456789abcdef"))
	if got := string(w.take(5, "")); got != "01234" {
		t.Errorf("take: %q", got)
	}
	w.skip(4, "")
	if got := w.u8(""); got != '9' {
		t.Errorf("after skip: %c", got)
	}
	w.seek(2)
	if got := string(w.take(2, "")); got != "23" {
		t.Errorf("after seeking back: %q", got)
	}
	w.seek(14)
	w.skip(1, "")
	if w.offset() != 15 || w.left() != 1 {
		t.Errorf("at %d, %d left", w.offset(), w.left())
	}
	if w.take(2, "two bytes") != nil || !errors.Is(w.err, ErrCorrupt) {
		t.Errorf("beyond the end: %v", w.err)
	}
	if w.u8("") != 0 || w.uvint("") != 0 || w.offset() != 15 {
		t.Errorf("reads after an error, at %d", w.offset())
	}
	w = plainWindow([]byte("0123"))
	if w.skip(math.MaxUint64, "value"); !errors.Is(w.err, ErrCorrupt) {
		t.Errorf("skip beyond the end: %v", w.err)
	}
}

// synthetic is a table of one static-less layout, times based on zero.
func synthetic(clusterings int, regular ...cqltype.Type) *Header {
	h := &Header{KeyType: HeaderType{Type: cqltype.Scalar(cqltype.Int)}}
	for range clusterings {
		h.Clusterings = append(h.Clusterings, HeaderType{Type: cqltype.Scalar(cqltype.Text)})
	}
	for _, typ := range regular {
		h.Regular = append(h.Regular, HeaderColumn{"c", HeaderType{Type: typ}})
	}
	return h
}

// partitionOf frames rows as one live partition of version nb.
func partitionOf(rows ...[]byte) []byte {
	b := []byte{0, 1, 'k', 0x7f, 0xff, 0xff, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0}
	for _, r := range rows {
		b = append(b, r...)
	}
	return append(b, endOfPartition)
}

// rowOf frames a body, whose previous size is left 0.
func rowOf(head []byte, body ...byte) []byte {
	b := append(slices.Clone(head), byte(len(body)+1), 0)
	return append(b, body...)
}

func scanBytes(t *testing.T, v Version, h *Header, data []byte, o ScanOptions) (PartitionSummary, error) {
	t.Helper()
	layout, err := newRowLayout(v, h)
	if err != nil {
		t.Fatal(err)
	}
	s := newScanner(context.Background(), newPlainSource(memoryFile("Data.db", data)), v, h, layout, o)
	var p PartitionSummary
	for s.Next() && s.Summarize(&p) {
	}
	return p, s.Err()
}

var intType, setType = cqltype.Scalar(cqltype.Int), cqltype.Type{Kind: cqltype.Set, Params: []cqltype.Type{cqltype.Scalar(cqltype.Int)}}

// BTreeRow.Builder drops what a row's or a collection's own deletion covers.
func TestCoveredCellsAreDropped(t *testing.T) {
	v := mustVersion(t, Big, "nb")
	h := synthetic(0, intType, setType)
	for _, c := range []struct {
		what string
		row  []byte
		want Counts
	}{
		{
			"cell and liveness as old as the deletion",
			rowOf([]byte{hasTimestamp | hasDeletion}, 10, 10, 50, 0b10, cellUseRowTimestamp|cellHasEmptyValue),
			Counts{Rows: 1, RowTombstones: 1},
		},
		{
			"cell newer than the deletion",
			rowOf([]byte{hasTimestamp | hasDeletion}, 10, 10, 50, 0b10, cellHasEmptyValue, 11),
			Counts{Rows: 1, RowTombstones: 1, Cells: 1},
		},
		{
			"shadowable deletion older than the row",
			rowOf([]byte{extensionFlag | hasTimestamp | hasDeletion, extShadowable}, 10, 9, 50, 0b11),
			Counts{Rows: 1},
		},
		{
			"shadowable deletion as old as the row",
			rowOf([]byte{extensionFlag | hasTimestamp | hasDeletion, extShadowable}, 10, 10, 50, 0b11),
			Counts{Rows: 1, RowTombstones: 1},
		},
		{
			"ScyllaDB's second deletion",
			rowOf([]byte{extensionFlag | hasTimestamp | hasDeletion, extScyllaSecondDelete}, 10, 9, 50, 8, 50, 0b11),
			Counts{Rows: 1, RowTombstones: 1},
		},
		{
			"elements around the deletion of their set",
			rowOf([]byte{hasTimestamp | hasComplexDeletion}, 10, 0b01, 20, 60, 3,
				cellHasEmptyValue, 19, 1, 'a', cellHasEmptyValue, 20, 1, 'b', cellHasEmptyValue|cellUseRowTimestamp, 1, 'c'),
			Counts{Rows: 1, ComplexTombstones: 1, Cells: 1},
		},
	} {
		p, err := scanBytes(t, v, h, partitionOf(c.row), ScanOptions{NowSeconds: 100})
		if err != nil || p.Counts != c.want {
			t.Errorf("%s: got %+v, want %+v, %v", c.what, p.Counts, c.want, err)
		}
	}
}

// More than 32 clustering columns have a second header.
func TestManyClusterings(t *testing.T) {
	h := synthetic(35)
	const emptyAt, nullAt = 3, 33
	row := []byte{hasTimestamp | hasAllColumns}
	for i := range 35 {
		switch {
		case i == 0:
			row = appendUvint(row, 1<<(2*emptyAt))
		case i == 32:
			row = appendUvint(row, 2<<(2*(nullAt-32)))
		}
		if i != emptyAt && i != nullAt {
			row = append(row, 1, byte('A'+i))
		}
	}
	data := partitionOf(rowOf(row, 7))
	v := mustVersion(t, Big, "nb")
	if p, err := scanBytes(t, v, h, data, ScanOptions{}); err != nil || p.Rows != 1 {
		t.Fatalf("%d rows, %v", p.Rows, err)
	}
	layout, err := newRowLayout(v, h)
	if err != nil {
		t.Fatal(err)
	}
	s := newScanner(context.Background(), newPlainSource(memoryFile("Data.db", data)), v, h, layout, ScanOptions{Clusterings: true})
	if !s.Next() || !s.NextUnfiltered() {
		t.Fatal(s.Err())
	}
	got := s.Unfiltered().Clustering
	if len(got) != 35 || string(got[34]) != string(rune('A'+34)) || got[nullAt] != nil || got[emptyAt] == nil || len(got[emptyAt]) != 0 {
		t.Errorf("clustering %q", got)
	}
}

package sstable

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"runtime"
	"testing"

	"github.com/partop/partop/cassandra/cqltype"
)

// sparse is a file whose bytes are computed where they are read, so that a table
// of a terabyte needs no disk.
type sparse func(b []byte, offset int64)

func (s sparse) ReadAt(b []byte, offset int64) (int, error) {
	s(b, offset)
	return len(b), nil
}

// A terabyte in chunks of 16 KiB, each one partition whose key is its number.
const (
	hugeChunk  = 16 << 10
	hugeChunks = 1 << 40 / hugeChunk
)

// hugePartition fills a chunk: head, one row with a value, end.
func hugePartition(i uint32) []byte {
	b := binary.BigEndian.AppendUint32([]byte{0, 4}, i)
	b = append(b, 0x7f, 0xff, 0xff, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0)
	row := []byte{hasTimestamp | hasAllColumns}
	const framing = 2 + 1 + 1 + 1 + 2 + 1 // size, previous size, timestamp, cell flags, value length, end
	value := hugeChunk - len(b) - len(row) - framing
	row = appendUvint(row, uint64(value+5))
	row = append(row, 0, 5, cellUseRowTimestamp)
	row = appendUvint(row, uint64(value))
	b = append(append(b, row...), make([]byte, value)...)
	return append(b, endOfPartition)
}

// hugeTable stores its chunks as they are.
func hugeTable(t testing.TB) *SSTable {
	t.Helper()
	if n := len(hugePartition(1)); n != hugeChunk {
		t.Fatalf("a partition of %d bytes", n)
	}
	d := Descriptor{Dir: "huge", Version: mustVersion(t, Big, "nb"), ID: "1"}
	const stored = hugeChunk + crcBytes
	info := appendUTF(nil, "LZ4Compressor")
	info = append(info, 0, 0, 0, 0)
	info = binary.BigEndian.AppendUint32(info, hugeChunk)
	info = binary.BigEndian.AppendUint32(info, hugeChunk) // from this length on stored raw
	info = binary.BigEndian.AppendUint64(info, 1<<40)
	info = binary.BigEndian.AppendUint32(info, hugeChunks)
	head := len(info)
	offsets := func(b []byte, at int64) {
		for i := range b {
			p := at + int64(i)
			if p < int64(head) {
				b[i] = info[p]
				continue
			}
			n := uint64((p-int64(head))/8) * stored
			b[i] = byte(n >> (8 * (7 - (p-int64(head))%8)))
		}
	}
	data := func(b []byte, at int64) {
		for len(b) > 0 {
			i := at / stored
			n := copy(b, append(hugePartition(uint32(i)), 0, 0, 0, 0)[at%stored:])
			b, at = b[n:], at+int64(n)
		}
	}
	return &SSTable{
		Descriptor: d, Statistics: &Statistics{Header: synthetic(0, cqltype.Scalar(cqltype.Text))},
		options: Options{SkipChecksums: true},
		files: map[Component]*file{
			CompressionInfoDB: {ReaderAt: sparse(offsets), name: "CompressionInfo.db", size: int64(head) + 8*hugeChunks},
			DataDB:            {ReaderAt: sparse(data), name: "Data.db", size: hugeChunks * stored},
		},
	}
}

func appendUTF(b []byte, s string) []byte {
	return append(binary.BigEndian.AppendUint16(b, uint16(len(s))), s...)
}

// Reading anywhere in a table of a terabyte takes memory for a few chunks, not
// for the 512 MiB of its chunk offsets.
func TestTerabyte(t *testing.T) {
	table := hugeTable(t)
	var before runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	if err := table.readCompression(); err != nil {
		t.Fatal(err)
	}
	const stretch = 2000
	for _, chunk := range []int64{0, 1, hugeChunks / 2, hugeChunks - stretch} {
		s, err := table.Scan(context.Background(), ScanOptions{Start: chunk * hugeChunk, End: (chunk + stretch) * hugeChunk})
		if err != nil {
			t.Fatal(err)
		}
		var sum PartitionSummary
		n := int64(0)
		for ; s.Next() && s.Summarize(&sum); n++ {
			if n == stretch/2 {
				checkLive(t, &before, 2<<20)
			}
			if want := fmt.Sprintf("%08x", chunk+n); fmt.Sprintf("%x", sum.Key) != want || sum.SizeBytes != hugeChunk || sum.Rows != 1 {
				t.Fatalf("partition %x of %d bytes at %d, want %s", sum.Key, sum.SizeBytes, sum.Position, want)
			}
		}
		if s.Err() != nil || n != stretch {
			t.Fatalf("%d partitions from chunk %d, %v", n, chunk, s.Err())
		}
	}
}

// checkLive collects garbage and compares what is left with what was.
func checkLive(t *testing.T, before *runtime.MemStats, most int64) {
	t.Helper()
	var now runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&now)
	if live := int64(now.HeapAlloc) - int64(before.HeapAlloc); live > most {
		t.Errorf("%d KiB live, at most %d expected", live>>10, most>>10)
	}
}

// A thousand tables that all overlap take one block each, and next to nothing
// beside it.
func TestThousandTables(t *testing.T) {
	const tables = 1000
	files, d := onlyTable(t, "nb/z_snappy")
	many := make([]Descriptor, tables)
	for i := range many {
		many[i] = d
	}
	var before runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	m, err := NewMerge(context.Background(), files, many, MergeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for ; m.Next(); n++ {
		if p := m.Partition(); p.SSTables != tables {
			t.Fatalf("partition %x in %d tables", p.Key, p.SSTables)
		}
		if n == 7 {
			const each = 16<<10*17/16 + 8<<10 // a block and what scanning takes
			checkLive(t, &before, tables*each)
		}
	}
	if m.Err() != nil || len(m.Skipped()) != 0 || n < 8 {
		t.Fatal(n, m.Err(), m.Skipped())
	}
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
}

// Where blocks are so large that all of them take too much, they are given up
// between partitions, and the figures stay the same.
func TestCrowdedMerge(t *testing.T) {
	files := memoryFiles(t, "nb/z_zstd", "nb/z_snappy", "na/z_none")
	tables := murmurTables(t, files)
	want, _ := mergeAll(t, files, tables, MergeOptions{})
	p, err := NewMergePlan(context.Background(), files, tables, MergeOptions{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	m := p.Merge(context.Background(), 0, 1)
	m.shared.windowBytes = 1
	got, damages := drain(t, m)
	if len(damages) != 0 || len(got) != len(want) {
		t.Fatalf("%d partitions, want %d, %v", len(got), len(want), damages)
	}
	for i := range got {
		if !bytes.Equal(got[i].Key, want[i].Key) || got[i].SizeBytes != want[i].SizeBytes || got[i].Counts != want[i].Counts {
			t.Errorf("got %+v, want %+v", got[i], want[i])
		}
	}
}

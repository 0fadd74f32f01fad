package sstable

import (
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/partop/partop/cassandra/buckets"
)

func TestHistogram(t *testing.T) {
	h := Histogram{Offsets: []int64{1, 2, 3, 4}, Counts: []int64{1, 0, 5, 3, 1}}
	for q, want := range map[float64]int64{0: 0, 0.05: 1, 0.1: 1, 0.11: 3, 0.6: 3, 0.61: 4, 0.9: 4, 0.91: math.MaxInt64, 1: math.MaxInt64} {
		if got := h.Percentile(q); got != want {
			t.Errorf("percentile %v: %d, want %d", q, got, want)
		}
	}
	if h.Count() != 10 || h.Overflow() != 1 || (Histogram{}).Overflow() != 0 || (Histogram{}).Percentile(0.5) != 0 {
		t.Errorf("count %d, overflow %d", h.Count(), h.Overflow())
	}
	b, err := h.Buckets("bytes")
	if err != nil || b.Count() != 10 || b.Overflow() != 1 || !slices.Equal(b.Dense(), h.Counts) {
		t.Errorf("buckets %v, %v", b.Dense(), err)
	}
	odd := Histogram{Offsets: []int64{10, 100}, Counts: []int64{1, 2, 3}}
	if _, err := odd.Buckets("bytes"); !errors.Is(err, buckets.ErrLayout) {
		t.Errorf("borders of their own: %v", err)
	}
}

// The sum rule of TombstoneHistogram, by hand.
func TestTombstoneSum(t *testing.T) {
	h := TombstoneHistogram{Points: []int64{100, 200, 300}, Counts: []int64{10, 20, 40}}
	for b, want := range map[int64]float64{
		99:  0,
		100: 5,
		150: (10+15)*0.5/2 + 5,
		200: 10 + 10,
		299: 10 + (20+39.8)*0.99/2 + 10,
		300: 70,
		999: 70,
	} {
		if got := h.SumBefore(b); math.Abs(got-want) > 1e-9 {
			t.Errorf("before %d: %v, want %v", b, got, want)
		}
	}
	live := TombstoneHistogram{Points: []int64{100, liveBin, math.MaxInt32}, Counts: []int64{3, 4, 5}}
	if r := live.Real(); r.Count() != 3 || live.Count() != 12 {
		t.Errorf("real %v", r)
	}
	var none TombstoneHistogram
	if none.SumBefore(5) != 0 || none.Real().Count() != 0 {
		t.Error("an empty histogram counts")
	}
}

func TestDroppableRatio(t *testing.T) {
	s := Stats{
		CellsPerPartition: Histogram{Offsets: []int64{1, 2, 3}, Counts: []int64{2, 2, 0, 0}}, // mean 1.5, as 2
		DropTimes:         TombstoneHistogram{Points: []int64{100}, Counts: []int64{6}},
	}
	if got := s.DroppableRatio(200); got != 0.75 {
		t.Errorf("got %v, want 6 / (2 * 4)", got)
	}
	if got := (&Stats{}).DroppableRatio(200); got != 0 {
		t.Errorf("nothing: %v", got)
	}
}

// Statistics.db alone, as in a support bundle.
func TestOpenStatistics(t *testing.T) {
	files := memoryFiles(t, "da/ttls")
	var d Descriptor
	for name := range files {
		parsed, c, err := ParseName(name)
		if err == nil && c == StatisticsDB {
			d = parsed
		} else {
			delete(files, name)
		}
	}
	s, err := OpenStatistics(files, d)
	if err != nil || s.Stats.Partitions() != 8 || s.Stats.TotalRows == 0 || s.Header == nil {
		t.Fatalf("%+v, %v", s, err)
	}
	if len(s.Header.Regular) == 0 || s.Header.Regular[0].Name == "" || s.Header.KeyColumns()[0].Type.String() != "int" {
		t.Errorf("header %+v", s.Header)
	}
	if host := uuidText(s.Stats.OriginatingHost); strings.Count(host, "-") != 4 || s.Stats.PendingRepair != [16]byte{} {
		t.Errorf("host %s", host)
	}
}

// na files of 4.0 pre-releases lack fields: no corruption, but not for us.
func TestEarlyNA(t *testing.T) {
	v := mustVersion(t, Big, "nb")
	table := testTable(t, "nb/cnt")
	b := withoutChecksums(t, v, content(t, table, StatisticsDB))
	toc, err := metadataTOC(Version{features: v.features &^ metadataChecksums}, "", b)
	if err != nil {
		t.Fatal(err)
	}
	na := mustVersion(t, Big, "na")
	na.features &^= metadataChecksums
	// Cut STATS short by letting HEADER begin inside of it.
	binary.BigEndian.PutUint32(b[4+8*3+4:], uint32(toc[statsType].end-40))
	if _, err := ParseStatistics(na, "Statistics.db", b); !errors.Is(err, ErrUnsupported) {
		t.Errorf("got %v", err)
	}
}

func TestCompressionInfo(t *testing.T) {
	head := func(chunkLength, maxCompressed uint32, dataLength uint64, chunks uint32) []byte {
		b := []byte("\x00\x0dLZ4Compressor\x00\x00\x00\x01\x00\x01k\x00\x01v")
		b = binary.BigEndian.AppendUint32(b, chunkLength)
		b = binary.BigEndian.AppendUint32(b, maxCompressed)
		b = binary.BigEndian.AppendUint64(b, dataLength)
		return binary.BigEndian.AppendUint32(b, chunks)
	}
	v := mustVersion(t, Big, "nb")
	c, err := ParseCompressionInfo(v, "", head(16384, math.MaxInt32, 40000, 4))
	if err != nil || c.Compressor != "LZ4Compressor" || len(c.Options) != 1 || c.Options[0] != (CompressionOption{"k", "v"}) ||
		c.ChunkLengthBytes != 16384 || c.DataLengthBytes != 40000 || c.Chunks != 4 {
		t.Errorf("%+v, %v", c, err)
	}
	for what, b := range map[string][]byte{
		"no chunk length":      head(0, 100, 40000, 3),
		"negative length":      head(1<<31, 100, 40000, 3),
		"huge chunks":          head(1<<30, 100, 40000, 3),
		"too few chunks":       head(16384, 100, 40000, 2),
		"negative data length": head(16384, 100, 1<<63, 3),
		"data length near max": head(16384, 100, math.MaxInt64, math.MaxInt32),
		"negative chunks":      head(16384, 100, 40000, 1<<31),
		"cut":                  head(16384, 100, 40000, 3)[:30],
		"empty":                {},
		"options without end":  []byte("\x00\x00\x7f\xff\xff\xff"),
	} {
		if _, err := ParseCompressionInfo(v, "", b); !errors.Is(err, ErrCorrupt) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// Offsets that lead out of the file or backwards.
func TestChunkOffsets(t *testing.T) {
	info := &CompressionInfo{Compressor: "NoopCompressor", ChunkLengthBytes: 16, MaxCompressedBytes: math.MaxInt32, DataLengthBytes: 30, Chunks: 2}
	for what, offsets := range map[string][]uint64{
		"backwards": {20, 0}, "beyond the file": {0, 1000}, "negative": {1 << 63, 20}, "no room for a checksum": {0, 3}, "missing": {0},
	} {
		var b []byte
		for _, o := range offsets {
			b = binary.BigEndian.AppendUint64(b, o)
		}
		x := &chunkIndex{info: info, dataSize: 40, offsets: rawReader{file: memoryFile("", b)}}
		if _, _, err := x.locate(0); !errors.Is(err, ErrCorrupt) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// Raw chunks: stored at or above the maximum, the last one padded with zeros.
func TestRawChunks(t *testing.T) {
	info := &CompressionInfo{Compressor: "LZ4Compressor", ChunkLengthBytes: 8, MaxCompressedBytes: 6, DataLengthBytes: 12, Chunks: 2}
	src := &chunkSource{
		index: chunkIndex{info: info, dataSize: 22, offsets: rawReader{file: memoryFile("", binary.BigEndian.AppendUint64(make([]byte, 8), 12))}},
		raw:   rawReader{file: memoryFile("Data.db", []byte("abcdefgh....ijkl\x00\x00...."))},
		codec: lz4Codec{},
	}
	var got []byte
	for i := range int64(2) {
		var err error
		if got, err = src.appendBlock(got, i); err != nil {
			t.Fatal(err)
		}
	}
	if string(got) != "abcdefghijkl" {
		t.Errorf("got %q", got)
	}
}

// A stretch is read ahead of once reads follow each other, and not before.
func TestReadAhead(t *testing.T) {
	text := []byte(strings.Repeat("0123456789", 100))
	r := rawReader{file: memoryFile("", text), maxAhead: 64}
	for _, c := range []struct{ offset, n, buffered int }{
		{100, 10, 10}, {110, 10, 20}, {120, 10, 20}, {130, 10, 40}, {500, 10, 10}, {510, 40, 64}, {995, 5, 5}, {0, 3, 3}, {1, 2, 3},
	} {
		b, err := r.at(int64(c.offset), c.n)
		if err != nil || string(b) != string(text[c.offset:c.offset+c.n]) || len(r.buf) != c.buffered {
			t.Errorf("%d bytes at %d: %q, %d buffered, want %d, %v", c.n, c.offset, b, len(r.buf), c.buffered, err)
		}
	}
	if _, err := r.at(998, 10); !errors.Is(err, ErrCorrupt) {
		t.Errorf("beyond the end: %v", err)
	}
}

package sstable

import (
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"testing"
)

// FuzzStatistics reads Statistics.db of any version. Checksums are left out, or
// the fuzzer would never get behind them.
func FuzzStatistics(f *testing.F) {
	eachTable(f, func(t *SSTable) {
		b := content(f, t, StatisticsDB)
		f.Add(versionNumber(t.Version), b)
		if t.Version.has(metadataChecksums) {
			f.Add(versionNumber(t.Version), withoutChecksums(f, t.Version, b))
		}
	})
	f.Fuzz(func(t *testing.T, n byte, b []byte) {
		v := fuzzVersion(n)
		v.features &^= metadataChecksums
		s, err := ParseStatistics(v, "Statistics.db", b)
		if err != nil {
			if !errors.Is(err, ErrCorrupt) && !errors.Is(err, ErrUnsupported) {
				t.Errorf("error of no kind: %v", err)
			}
			return
		}
		if n := len(s.Stats.PartitionSizeBytes.Counts); n > len(b)/16 {
			t.Errorf("%d buckets out of %d bytes", n, len(b))
		}
		s.Stats.PartitionSizeBytes.Percentile(0.99)
		s.Stats.DroppableRatio(1 << 30)
		if c := s.Cardinality; c != nil {
			joined := &Sketch{}
			joined.Join(c)
			joined.Join(c)
			if joined.Estimate() < 0 {
				t.Errorf("%d keys", joined.Estimate())
			}
		}
		if _, err := s.Stats.PartitionSizeBytes.Buckets("bytes"); err == nil && len(s.Stats.PartitionSizeBytes.Counts) < 2 {
			t.Error("a histogram of no buckets was converted")
		}
		if s.Header != nil {
			s.Header.KeyColumns()
			if l, err := newRowLayout(v, s.Header); err == nil && len(l.regular) != len(s.Header.Regular) {
				t.Errorf("%d columns laid out of %d", len(l.regular), len(s.Header.Regular))
			}
		}
	})
}

// withoutChecksums writes the same components in the form without checksums.
func withoutChecksums(t testing.TB, v Version, b []byte) []byte {
	t.Helper()
	toc, err := metadataTOC(v, "", b)
	if err != nil {
		t.Fatal(err)
	}
	out := binary.BigEndian.AppendUint32(nil, uint32(len(toc)))
	at := 4 + 8*len(toc)
	for i, s := range toc {
		out = binary.BigEndian.AppendUint32(out, uint32(i))
		out = binary.BigEndian.AppendUint32(out, uint32(at))
		at += s.end - s.start
	}
	for _, s := range toc {
		out = append(out, b[s.start:s.end]...)
	}
	return out
}

// FuzzCompressionInfo reads CompressionInfo.db and, with it, chunks.
func FuzzCompressionInfo(f *testing.F) {
	eachTable(f, func(t *SSTable) {
		if data := content(f, t, DataDB); t.Compression != nil && len(data) < 1<<14 {
			f.Add(versionNumber(t.Version), content(f, t, CompressionInfoDB), data)
		}
	})
	f.Fuzz(func(t *testing.T, n byte, info, data []byte) {
		c, err := ParseCompressionInfo(fuzzVersion(n), "CompressionInfo.db", info)
		if err != nil {
			return
		}
		codec, err := newCodec(c.Compressor)
		if err != nil {
			return
		}
		src := &chunkSource{
			index: chunkIndex{info: c, dataSize: int64(len(data)), offsets: rawReader{file: memoryFile("CompressionInfo.db", info), maxAhead: 64}},
			raw:   rawReader{file: memoryFile("Data.db", data), maxAhead: 1 << 10},
			codec: codec,
		}
		readBlocks(t, src)
	})
}

// readBlocks reads the first blocks and checks their lengths.
func readBlocks(t *testing.T, src blockSource) {
	var out []byte
	for i := range min(int64(8), (src.length()+int64(src.blockBytes())-1)/int64(src.blockBytes())) {
		var err error
		out, err = src.appendBlock(out[:0], i)
		if err != nil {
			if len(out) != 0 {
				t.Errorf("block %d failed and left %d bytes", i, len(out))
			}
			continue
		}
		if want := min(int64(src.blockBytes()), src.length()-i*int64(src.blockBytes())); int64(len(out)) != want {
			t.Errorf("block %d has %d bytes, want %d", i, len(out), want)
		}
	}
}

// FuzzChunk decompresses one payload with each compressor.
func FuzzChunk(f *testing.F) {
	names := []string{"LZ4Compressor", "SnappyCompressor", "DeflateCompressor", "ZstdCompressor", "NoopCompressor"}
	eachTable(f, func(t *SSTable) {
		src, ok := mustSource(f, t).(*chunkSource)
		if !ok {
			return
		}
		offset, stored, err := src.index.locate(0)
		if err != nil {
			f.Fatal(err)
		}
		for i, name := range names {
			if name == t.Compression.Compressor {
				f.Add(byte(i), uint16(src.blockBytes()-1), content(f, t, DataDB)[offset:offset+int64(stored)])
			}
		}
	})
	f.Fuzz(func(t *testing.T, compressor byte, length uint16, payload []byte) {
		codec, err := newCodec(names[int(compressor)%len(names)])
		if err != nil {
			t.Fatal(err)
		}
		dst := make([]byte, int(length)+1)
		guard := append(dst, 0xa5)[len(dst):]
		if n, err := codec.decode(dst, payload); err == nil && (n < 0 || n > len(dst)) {
			t.Errorf("%d bytes decoded into %d", n, len(dst))
		}
		if guard[0] != 0xa5 {
			t.Error("wrote behind the chunk")
		}
	})
}

func mustSource(t testing.TB, table *SSTable) blockSource {
	t.Helper()
	src, err := table.dataSource()
	if err != nil {
		t.Fatal(err)
	}
	return src
}

// FuzzIndex reads Index.db.
func FuzzIndex(f *testing.F) {
	eachTable(f, func(t *SSTable) {
		if t.Version.Format == Big {
			f.Add(versionNumber(t.Version), t.DataLengthBytes(), content(f, t, IndexDB))
		}
	})
	f.Fuzz(func(t *testing.T, n byte, dataLength int64, b []byte) {
		v := fuzzVersion(n)
		src := &bigIndex{window{ctx: context.Background(), src: newPlainSource(memoryFile("Index.db", b))}, v}
		checkIndex(t, &IndexScanner{source: src, version: v, dataLength: dataLength})
	})
}

// checkIndex: partitions follow each other up to the end of the data.
func checkIndex(t *testing.T, s *IndexScanner) int {
	n, end := 0, int64(-1)
	for ; s.Next(); n++ {
		e := s.Entry()
		if e.SizeBytes <= 0 || end >= 0 && e.Position != end {
			t.Fatalf("entry %+v after position %d", e, end)
		}
		end = e.Position + e.SizeBytes
	}
	if s.Err() == nil && n > 0 && end != s.dataLength {
		t.Errorf("the index ends at %d, the data at %d", end, s.dataLength)
	}
	return n
}

// FuzzBTI reads Partitions.db and Rows.db.
func FuzzBTI(f *testing.F) {
	eachTable(f, func(t *SSTable) {
		if t.Version.Format == BTI {
			f.Add(t.DataLengthBytes(), content(f, t, PartitionsDB), content(f, t, RowsDB))
		}
	})
	f.Fuzz(func(t *testing.T, dataLength int64, partitions, rows []byte) {
		v := mustVersion(t, BTI, "da")
		p := memoryFile("Partitions.db", partitions)
		src, err := openBTIIndex(context.Background(), v, p, memoryFile("Rows.db", rows), nil)
		if err != nil {
			return
		}
		want := src.left
		s := &IndexScanner{source: src, version: v, dataLength: dataLength}
		if n := checkIndex(t, s); s.Err() == nil && int64(n) != want && want > 0 {
			t.Errorf("%d partitions, the footer says %d", n, want)
		}
	})
}

// FuzzData reads rows under any header. What can be read in full can be read by
// rows, with the same rows.
func FuzzData(f *testing.F) {
	eachTable(f, func(t *SSTable) {
		toc, err := metadataTOC(t.Version, "", content(f, t, StatisticsDB))
		if err != nil {
			f.Fatal(err)
		}
		header := content(f, t, StatisticsDB)[toc[headerType].start:toc[headerType].end]
		data := plainData(f, t)
		f.Add(versionNumber(t.Version), header, data[:min(len(data), 4096)])
	})
	f.Fuzz(func(t *testing.T, n byte, header, data []byte) {
		v := fuzzVersion(n)
		d := &decoder{b: header}
		h := d.header()
		layout, err := newRowLayout(v, h)
		if d.err != nil || err != nil {
			return
		}
		scan := func(o ScanOptions) ([]PartitionSummary, error) {
			src := newPlainSource(memoryFile("Data.db", data))
			src.block = 64 // so that values lie across blocks
			s := newScanner(context.Background(), src, v, h, layout, o)
			var all []PartitionSummary
			var p PartitionSummary
			for s.Next() && s.Summarize(&p) {
				all = append(all, p)
			}
			return all, s.Err()
		}
		full, err := scan(ScanOptions{Clusterings: true})
		if err != nil {
			return
		}
		rows, err := scan(ScanOptions{RowsOnly: true})
		if err != nil || len(rows) != len(full) {
			t.Fatalf("%d partitions in full, %d by rows, %v", len(full), len(rows), err)
		}
		at := int64(0)
		for i := range full {
			if full[i].Position != at || rows[i].Rows != full[i].Rows || rows[i].SizeBytes != full[i].SizeBytes {
				t.Fatalf("partition %+v at %d, by rows %+v", full[i], at, rows[i])
			}
			at += full[i].SizeBytes
		}
		if at != int64(len(data)) {
			t.Errorf("partitions end at %d, the data at %d", at, len(data))
		}
	})
}

// FuzzNames: names, transaction logs and checksums of CRC.db.
func FuzzNames(f *testing.F) {
	f.Add("nb-1-big-Data.db", []byte("ADD:[/d/nb-3-big-,0,8][1480322781]\nCOMMIT:[,0,0][2613697770]\n"))
	f.Fuzz(func(t *testing.T, name string, b []byte) {
		if d, c, err := ParseName(name); err == nil {
			d.Location()
			if again, _, err := ParseName(d.Path(c)); err != nil || again.Prefix() != d.Prefix() {
				t.Errorf("%q reads as %v, then %v, %v", name, d, again, err)
			}
		}
		parseTransactionLog(b).ruledOut()
		crc := binary.BigEndian.AppendUint32([]byte{0, 0, 0, 4}, crc32.ChecksumIEEE(b[:min(4, len(b))]))
		src := newPlainSource(memoryFile("Data.db", b))
		if err := src.withCRC(memoryFile("CRC.db", crc)); err != nil {
			t.Fatal(err)
		}
		readBlocks(t, src)
	})
}

package sstable

import (
	"encoding/binary"
	"fmt"
)

// plainSource reads a file as it is: an uncompressed Data.db, or an index. With
// CRC.db (i32 block length, u32 CRC-32 per block) it checks every block.
type plainSource struct {
	raw   rawReader
	block int
	crc   *rawReader // of CRC.db, or nil
}

func newPlainSource(f *file) *plainSource {
	return &plainSource{raw: rawReader{file: f, maxAhead: readAheadBytes}, block: plainBlockBytes}
}

// newIndexSource reads in smaller blocks: entries are small, and a merge of sizes
// has an index open for each table.
func newIndexSource(f *file, shared *memory) *plainSource {
	return &plainSource{raw: rawReader{file: f, maxAhead: readAheadBytes, shared: shared}, block: indexBlockBytes}
}

// withCRC makes the source check its blocks against a CRC.db, whose block
// length it takes over (ChecksummedSequentialWriter).
func (s *plainSource) withCRC(f *file) error {
	head := make([]byte, 4)
	if err := f.readFull(head, 0); err != nil {
		return fmt.Errorf("block length: %w", err)
	}
	n := int32(binary.BigEndian.Uint32(head))
	if n < 1 || n > maxChunkBytes {
		return &CorruptError{File: f.name, What: "block length", Expected: fmt.Sprintf("1 to %d", maxChunkBytes), Found: fmt.Sprint(n)}
	}
	s.block = int(n)
	s.crc = &rawReader{file: f, maxAhead: offsetsAheadBytes, shared: s.raw.shared}
	return nil
}

func (s *plainSource) blockBytes() int { return s.block }
func (s *plainSource) length() int64   { return s.raw.file.size }
func (s *plainSource) name() string    { return s.raw.file.name }

func (s *plainSource) appendBlock(dst []byte, i int64) ([]byte, error) {
	offset := i * int64(s.block)
	b, err := s.raw.at(offset, int(min(int64(s.block), s.length()-offset)))
	if err != nil {
		return dst, err
	}
	if s.crc != nil {
		if err := s.check(b, i, offset); err != nil {
			return dst, err
		}
	}
	return append(dst, b...), nil
}

func (s *plainSource) check(b []byte, i, offset int64) error {
	at := 4 + crcBytes*i
	if at+crcBytes > s.crc.file.size {
		return &CorruptError{File: s.crc.file.name, Offset: at, What: "checksum", Expected: "4 bytes", Found: "end of file"}
	}
	sum, err := s.crc.at(at, crcBytes)
	if err != nil {
		return fmt.Errorf("checksums: %w", err)
	}
	return checkCRC(s.name(), "block", i, offset, b, binary.BigEndian.Uint32(sum))
}

package sstable

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
)

const crcBytes = 4

// blockSource gives the uncompressed data of a file in blocks of equal length,
// the last one excepted. One scanner uses it at a time.
type blockSource interface {
	// appendBlock appends block i to dst, or fails and leaves dst as it was.
	appendBlock(dst []byte, i int64) ([]byte, error)
	blockBytes() int
	// length is that of the uncompressed data.
	length() int64
	// name is the path, for errors.
	name() string
}

// chunkSource reads a compressed Data.db: chunk by chunk
//
//	payload | u32 CRC-32 of the payload as stored
type chunkSource struct {
	index  chunkIndex
	raw    rawReader
	codec  codec
	verify bool
}

func (s *chunkSource) blockBytes() int { return s.index.info.ChunkLengthBytes }
func (s *chunkSource) length() int64   { return s.index.info.DataLengthBytes }
func (s *chunkSource) name() string    { return s.raw.file.name }

func (s *chunkSource) appendBlock(dst []byte, i int64) ([]byte, error) {
	offset, stored, err := s.index.locate(i)
	if err != nil {
		return dst, err
	}
	b, err := s.raw.at(offset, stored+crcBytes)
	if err != nil {
		return dst, err
	}
	payload := b[:stored]
	if s.verify {
		if err := checkCRC(s.name(), "chunk", i, offset, payload, binary.BigEndian.Uint32(b[stored:])); err != nil {
			return dst, err
		}
	}
	return s.unpack(dst, payload, i, offset)
}

// unpack appends the uncompressed chunk. Cassandra 4.0 stores a chunk as it is
// when compressing gained too little; it may then be padded with zeros, which
// the data length cuts (CompressedSequentialWriter).
func (s *chunkSource) unpack(dst, payload []byte, i, offset int64) ([]byte, error) {
	want := int(min(int64(s.blockBytes()), s.length()-i*int64(s.blockBytes())))
	if len(payload) >= s.index.info.MaxCompressedBytes && len(payload) >= want {
		return append(dst, payload[:want]...), nil
	}
	if int64(want) > s.codec.ratio()*int64(len(payload))+64 {
		return dst, s.bad(i, offset, want, fmt.Sprintf("%d stored bytes", len(payload)))
	}
	end := len(dst)
	dst = append(dst, make([]byte, want)...)
	n, err := s.codec.decode(dst[end:], payload)
	switch {
	case err != nil:
		return dst[:end], s.bad(i, offset, want, err.Error())
	case n != want:
		return dst[:end], s.bad(i, offset, want, fmt.Sprint(n))
	}
	return dst, nil
}

func (s *chunkSource) bad(i, offset int64, want int, found string) error {
	return &CorruptError{
		File: s.name(), Offset: offset, What: fmt.Sprintf("chunk %d (%s)", i, s.index.info.Compressor),
		Expected: fmt.Sprintf("%d bytes", want), Found: found,
	}
}

// checkCRC compares part number i of a file with its checksum.
func checkCRC(file, part string, i, offset int64, b []byte, expected uint32) error {
	found := crc32.ChecksumIEEE(b)
	if found == expected {
		return nil
	}
	return &CorruptError{
		File: file, Offset: offset, What: fmt.Sprintf("checksum of %s %d", part, i),
		Expected: fmt.Sprintf("%08x", expected), Found: fmt.Sprintf("%08x", found),
	}
}

package sstable

import (
	"encoding/binary"
	"fmt"
)

// chunkIndex finds chunks in Data.db by the offsets in CompressionInfo.db, of
// which it holds one stretch at a time.
type chunkIndex struct {
	info    *CompressionInfo
	offsets rawReader
	// dataSize is the length of Data.db as stored.
	dataSize int64
}

// locate returns where chunk i lies in Data.db, its checksum excluded: the
// writer puts four bytes of CRC behind every chunk.
func (x *chunkIndex) locate(i int64) (offset int64, stored int, err error) {
	offset, err = x.offset(i)
	if err != nil {
		return 0, 0, err
	}
	end := x.dataSize
	if i+1 < int64(x.info.Chunks) {
		if end, err = x.offset(i + 1); err != nil {
			return 0, 0, err
		}
	}
	n := end - offset - crcBytes
	if offset < 0 || end > x.dataSize || n < 0 || n > 2*maxChunkBytes {
		return 0, 0, &CorruptError{
			File: x.offsets.file.name, Offset: x.info.offsetsAt + 8*i, What: "offset of chunk",
			Expected: fmt.Sprintf("ascending up to %d", x.dataSize), Found: fmt.Sprintf("%d to %d", offset, end),
		}
	}
	return offset, int(n), nil
}

func (x *chunkIndex) offset(i int64) (int64, error) {
	at := x.info.offsetsAt + 8*i
	if at+8 > x.offsets.file.size {
		return 0, &CorruptError{
			File: x.offsets.file.name, Offset: at, What: "offset of chunk",
			Expected: "8 bytes", Found: "end of file",
		}
	}
	b, err := x.offsets.at(at, 8)
	if err != nil {
		return 0, fmt.Errorf("chunk offsets: %w", err)
	}
	return int64(binary.BigEndian.Uint64(b)), nil
}

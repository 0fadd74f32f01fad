package sstable

import (
	"fmt"
	"math"
)

// CompressionInfo is the head of CompressionInfo.db
// (io.compress.CompressionMetadata). The chunk offsets that follow it are read
// from disk when they are needed.
//
//	utf compressor | i32 n, n x (utf key, utf value) | i32 chunk length |
//	[i32 max compressed length, since na] | i64 data length | i32 chunks |
//	i64 offset per chunk | [dictionary, since pa and ea]
type CompressionInfo struct {
	// Compressor is the simple class name, such as LZ4Compressor. It is the
	// one these chunks were written with, which need not be the table's:
	// flushes use a fast one (CASSANDRA-15379).
	Compressor string
	// Options are pairs as the schema has them, in file order.
	Options []CompressionOption
	// ChunkLengthBytes is the uncompressed length of every chunk but the last.
	ChunkLengthBytes int
	// MaxCompressedBytes is the stored length from which on a chunk is raw;
	// math.MaxInt32 when no chunk is (always so before na).
	MaxCompressedBytes int
	// DataLengthBytes is the uncompressed length of Data.db.
	DataLengthBytes int64
	// Chunks is the number of chunks; compactions often add an empty one.
	Chunks int

	offsetsAt int64
}

// CompressionOption is one option of a compressor: compression_level=3.
type CompressionOption struct{ Key, Value string }

// ParseCompressionInfo reads the head of a CompressionInfo.db. The slice may
// end anywhere behind the head; file names it in errors.
func ParseCompressionInfo(v Version, file string, b []byte) (*CompressionInfo, error) {
	d := &decoder{b: b, file: file}
	c := &CompressionInfo{Compressor: d.utf("compressor name"), MaxCompressedBytes: math.MaxInt32}
	n := d.count(4, "number of options")
	if n > maxOptions {
		d.fail("number of options", fmt.Sprintf("at most %d", maxOptions), fmt.Sprint(n))
	}
	for range min(n, maxOptions) {
		c.Options = append(c.Options, CompressionOption{d.utf("option name"), d.utf("option value")})
	}
	c.ChunkLengthBytes = d.positive(maxChunkBytes, "chunk length")
	if v.has(maxCompressedLength) {
		c.MaxCompressedBytes = d.positive(math.MaxInt32, "maximum compressed length")
	}
	c.DataLengthBytes = d.i64("data length")
	c.Chunks = int(d.i32("number of chunks"))
	c.offsetsAt = int64(d.pos)
	c.check(d)
	if d.err != nil {
		return nil, v.blame(d.err)
	}
	return c, nil
}

// positive reads an int32 from 1 to limit.
func (d *decoder) positive(limit int, what string) int {
	n := int(d.i32(what))
	if d.err == nil && (n < 1 || n > limit) {
		d.fail(what, fmt.Sprintf("1 to %d", limit), fmt.Sprint(n))
		return 0
	}
	return n
}

// check compares the lengths with each other. More chunks than the data need
// are sound: writers leave an empty one behind.
func (c *CompressionInfo) check(d *decoder) {
	if d.err != nil {
		return
	}
	if c.DataLengthBytes < 0 || c.DataLengthBytes > math.MaxInt64-maxChunkBytes {
		d.fail("data length", "0 or more", fmt.Sprint(c.DataLengthBytes))
		return
	}
	need := (c.DataLengthBytes + int64(c.ChunkLengthBytes) - 1) / int64(c.ChunkLengthBytes)
	if int64(c.Chunks) < need {
		d.fail("number of chunks", fmt.Sprintf("at least %d", need), fmt.Sprint(c.Chunks))
	}
}

package sstable

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zlib"
	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
)

// codec undoes a compressor (io.compress.ICompressor). decode writes the chunk
// into dst, whose length is the chunk's, and returns how much it wrote; more
// than fits is an error.
//
// ratio is the most bytes a compressed byte can stand for, so that a damaged
// length cannot ask for memory that the payload cannot fill.
type codec interface {
	decode(dst, payload []byte) (int, error)
	ratio() int64
}

var errTooLong = errors.New("chunk longer than its header says")

// newCodec returns the codec of a compressor by its simple class name.
func newCodec(compressor string) (codec, error) {
	switch compressor {
	case "LZ4Compressor":
		return lz4Codec{}, nil
	case "SnappyCompressor":
		return snappyCodec{}, nil
	case "DeflateCompressor":
		return &deflateCodec{}, nil
	case "ZstdCompressor":
		return newZstdCodec(nil)
	case "NoopCompressor":
		return noopCodec{}, nil
	default:
		return nil, fmt.Errorf("compressor %q: %w", compressor, ErrUnsupported)
	}
}

// lz4Codec reads a raw block behind its uncompressed length, little-endian
// (LZ4Compressor.INTEGER_BYTES).
type lz4Codec struct{}

func (lz4Codec) ratio() int64 { return 255 }

func (lz4Codec) decode(dst, payload []byte) (int, error) {
	if len(payload) < 4 {
		return 0, io.ErrUnexpectedEOF
	}
	n := binary.LittleEndian.Uint32(payload)
	if uint64(n) > uint64(len(dst)) {
		return 0, errTooLong
	}
	if n == 0 {
		return 0, nil // the empty chunk: a block of one token without bytes
	}
	return lz4.UncompressBlock(payload[4:], dst[:n])
}

type snappyCodec struct{}

// ratio: the best copy makes 64 bytes of three, long literals apart.
func (snappyCodec) ratio() int64 { return 64 }

func (snappyCodec) decode(dst, payload []byte) (int, error) {
	n, err := snappy.DecodedLen(payload)
	if err != nil {
		return 0, err
	}
	if n > len(dst) {
		return 0, errTooLong
	}
	out, err := snappy.Decode(dst, payload)
	return len(out), err
}

// deflateCodec reads a zlib stream (java.util.zip.Inflater).
type deflateCodec struct {
	stream io.ReadCloser
	in     bytes.Reader
}

func (*deflateCodec) ratio() int64 { return 1032 }

func (c *deflateCodec) decode(dst, payload []byte) (n int, err error) {
	c.in.Reset(payload)
	if c.stream == nil {
		c.stream, err = zlib.NewReader(&c.in)
	} else {
		err = c.stream.(zlib.Resetter).Reset(&c.in, nil)
	}
	if err != nil {
		c.stream = nil
		return 0, err
	}
	n, err = io.ReadFull(c.stream, dst)
	if err == nil {
		return n, c.atEnd()
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		// ReadFull's way to say "shorter than dst"; the caller compares.
		err = nil
	}
	return n, err
}

// atEnd refuses a stream that goes on behind a full chunk.
func (c *deflateCodec) atEnd() error {
	var more [1]byte
	if n, _ := c.stream.Read(more[:]); n > 0 {
		return errTooLong
	}
	return nil
}

type zstdCodec struct{ decoder *zstd.Decoder }

// newZstdCodec makes a decoder without goroutines: it only decodes blocks.
func newZstdCodec(dictionary []byte) (codec, error) {
	options := append(dictionaryOption(dictionary), zstd.WithDecoderConcurrency(1),
		zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxMemory(maxChunkBytes))
	d, err := zstd.NewReader(nil, options...)
	if err != nil {
		return nil, fmt.Errorf("zstd decoder: %w", err)
	}
	return zstdCodec{d}, nil
}

// ratio: a block of four bytes may repeat one byte 128 KiB times.
func (zstdCodec) ratio() int64 { return 32 << 10 }

func (c zstdCodec) decode(dst, payload []byte) (int, error) {
	var head zstd.Header
	if err := head.Decode(payload); err != nil {
		return 0, err
	}
	if head.HasFCS && head.FrameContentSize > uint64(len(dst)) {
		return 0, errTooLong
	}
	out, err := c.decoder.DecodeAll(payload, dst[:0:len(dst)])
	if err != nil {
		return 0, err
	}
	if len(out) > len(dst) {
		return 0, errTooLong
	}
	// A frame without a size may have outgrown dst on its way.
	return copy(dst, out), nil
}

type noopCodec struct{}

func (noopCodec) ratio() int64 { return 1 }

func (noopCodec) decode(dst, payload []byte) (int, error) {
	if len(payload) > len(dst) {
		return 0, errTooLong
	}
	return copy(dst, payload), nil
}

package sstable

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"testing"

	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zlib"
	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
)

// compressors write a payload as Cassandra's do.
var compressors = map[string]func(t testing.TB, b []byte) []byte{
	"LZ4Compressor": func(t testing.TB, b []byte) []byte {
		out := make([]byte, 4+lz4.CompressBlockBound(len(b)))
		binary.LittleEndian.PutUint32(out, uint32(len(b)))
		n, err := lz4.CompressBlock(b, out[4:], nil)
		if err != nil {
			t.Fatal(err)
		}
		return out[:4+n]
	},
	"SnappyCompressor": func(_ testing.TB, b []byte) []byte { return snappy.Encode(nil, b) },
	"DeflateCompressor": func(t testing.TB, b []byte) []byte {
		var out bytes.Buffer
		w := zlib.NewWriter(&out)
		if _, err := w.Write(b); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return out.Bytes()
	},
	"ZstdCompressor": func(t testing.TB, b []byte) []byte { return zstdPayload(t, b) },
	"NoopCompressor": func(_ testing.TB, b []byte) []byte { return b },
}

func zstdPayload(t testing.TB, b []byte, options ...zstd.EOption) []byte {
	t.Helper()
	w, err := zstd.NewWriter(nil, options...)
	if err != nil {
		t.Fatal(err)
	}
	return w.EncodeAll(b, nil)
}

// Every codec gives back what was compressed, and refuses a chunk that is longer
// than it may be, or cut.
func TestCodecs(t *testing.T) {
	text := bytes.Repeat([]byte("partition key, clustering, value; "), 100)
	for name, compress := range compressors {
		c, err := newCodec(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range []int{len(text), 1} {
			payload := compress(t, text[:n])
			// Twice: decoders are used again.
			for range 2 {
				dst := make([]byte, n)
				if got, err := c.decode(dst, payload); err != nil || !bytes.Equal(dst[:got], text[:n]) {
					t.Errorf("%s: %d of %d bytes, %v", name, got, n, err)
				}
			}
			if got, err := c.decode(make([]byte, n-1), payload); err == nil {
				t.Errorf("%s: %d bytes into room for %d", name, got, n-1)
			}
			if got, err := c.decode(make([]byte, n), payload[:len(payload)/2]); err == nil && got == n {
				t.Errorf("%s: a cut payload gave all %d bytes", name, n)
			}
			if int64(n) > c.ratio()*int64(len(payload)) {
				t.Errorf("%s: ratio %d is below %d/%d", name, c.ratio(), n, len(payload))
			}
		}
	}
	if _, err := newCodec("com.example.Secret"); !errors.Is(err, ErrUnsupported) {
		t.Errorf("unknown compressor: %v", err)
	}
}

// dictionaryFile is a CompressionInfo.db of one chunk with a dictionary behind.
func dictionaryFile(dict []byte) (*CompressionInfo, *file) {
	b := make([]byte, 8)
	b = append(b, 0)
	b = binary.BigEndian.AppendUint64(b, 77)
	b = binary.BigEndian.AppendUint32(b, uint32(len(dict)))
	b = append(b, dict...)
	sum := append(binary.LittleEndian.AppendUint64([]byte{0}, 77), dict...)
	b = binary.BigEndian.AppendUint32(b, crc32.Checksum(sum, crc32.MakeTable(crc32.Castagnoli)))
	return &CompressionInfo{Chunks: 1}, memoryFile("CompressionInfo.db", b)
}

func TestDictionary(t *testing.T) {
	history := bytes.Repeat([]byte("user:account:event:payload;"), 40)
	trained, err := zstd.BuildDict(zstd.BuildDictOptions{ID: 5, History: history, Contents: samples(), Offsets: [3]int{1, 4, 8}})
	if err != nil {
		t.Fatal(err)
	}
	value := []byte("user:account:event:payload; and what is new")
	for what, c := range map[string]struct {
		dict   []byte
		option []zstd.EOption
	}{
		"trained": {trained, []zstd.EOption{zstd.WithEncoderDict(trained)}},
		"raw":     {history, []zstd.EOption{zstd.WithEncoderDictRaw(0, history)}},
		"none":    {nil, nil},
	} {
		info, f := dictionaryFile(c.dict)
		dict, err := readDictionary(info, f)
		if err != nil || !bytes.Equal(dict, c.dict) {
			t.Errorf("%s: dictionary of %d bytes, %v", what, len(dict), err)
		}
		codec, err := newZstdCodec(dict)
		if err != nil {
			t.Fatal(what, err)
		}
		dst := make([]byte, len(value))
		if _, err := codec.decode(dst, zstdPayload(t, value, c.option...)); err != nil || !bytes.Equal(dst, value) {
			t.Errorf("%s: %q, %v", what, dst, err)
		}
	}
	info, _ := dictionaryFile(nil)
	if dict, err := readDictionary(info, memoryFile("", make([]byte, 8))); dict != nil || err != nil {
		t.Errorf("no dictionary: %v, %v", dict, err)
	}
	_, f := dictionaryFile(history)
	b := make([]byte, f.size)
	if err := f.readFull(b, 0); err != nil {
		t.Fatal(err)
	}
	b[40] ^= 1
	if _, err := readDictionary(info, memoryFile("", b)); !errors.Is(err, ErrCorrupt) {
		t.Errorf("damaged dictionary: %v", err)
	}
}

func samples() [][]byte {
	var out [][]byte
	for i := range 50 {
		out = append(out, fmt.Appendf(nil, "user:account:event:payload;%d user:%d event payload %d", i*i, i, i*7))
	}
	return out
}

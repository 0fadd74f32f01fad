package sstable

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"

	"github.com/klauspost/compress/zstd"
)

// maxDictionaryBytes bounds a compression dictionary; Cassandra trains ones of
// 64 KiB by default.
const maxDictionaryBytes = 16 << 20

// dictionaryMagic begins a trained dictionary; other bytes are used as they are
// (ZDICT_MAGICNUMBER, little-endian).
const dictionaryMagic = 0xec30a437

// readDictionary reads what follows the chunk offsets since pa and ea, or nil
// (db.compression.CompressionDictionary.serialize):
//
//	u8 kind | i64 id | i32 length, bytes | u32 CRC-32C
//
// The checksum is over kind, id in little-endian order, and bytes.
func readDictionary(info *CompressionInfo, f *file) ([]byte, error) {
	const headBytes = 1 + 8 + 4
	at := info.offsetsAt + 8*int64(info.Chunks)
	if at >= f.size {
		return nil, nil
	}
	b := make([]byte, min(f.size-at, headBytes+maxDictionaryBytes+crcBytes))
	if err := f.readFull(b, at); err != nil {
		return nil, err
	}
	d := &decoder{b: b, file: f.name, base: at}
	kind, id := d.u8("dictionary kind"), d.i64("dictionary id")
	if kind != 0 {
		return nil, fmt.Errorf("%s: dictionary of kind %d: %w", f.name, kind, ErrUnsupported)
	}
	dict := d.take(d.count(1, "dictionary length"), "dictionary")
	expected := d.u32("dictionary checksum")
	if d.err != nil {
		return nil, d.err
	}
	table := crc32.MakeTable(crc32.Castagnoli)
	found := crc32.Checksum(binary.LittleEndian.AppendUint64([]byte{kind}, uint64(id)), table)
	if found = crc32.Update(found, table, dict); found != expected {
		return nil, &CorruptError{
			File: f.name, Offset: at, What: "dictionary checksum",
			Expected: fmt.Sprintf("%08x", expected), Found: fmt.Sprintf("%08x", found),
		}
	}
	return dict, nil
}

// dictionaryOption makes a decoder use the dictionary; none is fine: then the
// compressor had none yet.
func dictionaryOption(dict []byte) []zstd.DOption {
	switch {
	case len(dict) == 0:
		return nil
	case len(dict) >= 4 && binary.LittleEndian.Uint32(dict) == dictionaryMagic:
		return []zstd.DOption{zstd.WithDecoderDicts(dict)}
	default:
		return []zstd.DOption{zstd.WithDecoderDictRaw(0, dict)}
	}
}

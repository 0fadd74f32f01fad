package sstable

import (
	"context"
	"encoding/binary"
	"fmt"
)

// btiIndex reads Partitions.db, a trie from the shortest prefixes that tell keys
// apart to positions (PartitionIndex):
//
//	nodes | u16 first key, u16 last key | i64 position of the keys |
//	i64 partitions | i64 position of the root
//
// Partitions with several row-index blocks lead to an entry in Rows.db
// (TrieIndexEntry):
//
//	u16 key | uvint data position | vint root | uvint blocks | deletion time
type btiIndex struct {
	ctx     context.Context // of the scan that owns the index
	walk    *trieWalk
	rows    window
	version Version
	// left is the number of partitions the footer promises still, noCount
	// when not all of them are gone through.
	left int64
}

const noCount = -1

// btiFooter is the end of Partitions.db.
type btiFooter struct{ keys, partitions, root int64 }

const btiFooterBytes = 24

func readBTIFooter(f *file) (btiFooter, error) {
	b := make([]byte, btiFooterBytes)
	if f.size < btiFooterBytes {
		return btiFooter{}, &CorruptError{File: f.name, What: "file length", Expected: "24 bytes or more", Found: fmt.Sprint(f.size)}
	}
	if err := f.readFull(b, f.size-btiFooterBytes); err != nil {
		return btiFooter{}, err
	}
	d := &decoder{b: b, file: f.name, base: f.size - btiFooterBytes}
	foot := btiFooter{d.i64("keys"), d.i64("partitions"), d.i64("root")}
	if foot.keys < 0 || foot.keys > f.size-btiFooterBytes {
		d.fail("position of the keys", fmt.Sprintf("0 to %d", f.size-btiFooterBytes), fmt.Sprint(foot.keys))
	}
	return foot, d.err
}

func newBTIIndex(ctx context.Context, t *SSTable) (*btiIndex, error) {
	f, err := t.component(PartitionsDB)
	if err != nil {
		return nil, err
	}
	rows, err := t.component(RowsDB)
	if err != nil {
		return nil, err
	}
	return openBTIIndex(ctx, t.Version, f, rows, t.shared)
}

func openBTIIndex(ctx context.Context, v Version, partitions, rows *file, shared *memory) (*btiIndex, error) {
	foot, err := readBTIFooter(partitions)
	if err != nil {
		return nil, err
	}
	walk, err := newTrieWalk(partitions, foot.root, foot.keys)
	if err != nil {
		return nil, err
	}
	return &btiIndex{
		ctx: ctx, walk: walk, version: v, left: foot.partitions,
		rows: window{ctx: ctx, src: newIndexSource(rows, shared)},
	}, nil
}

func (x *btiIndex) next(e *IndexEntry) (bool, error) {
	if x.left&1023 == 0 && x.ctx.Err() != nil {
		return false, fmt.Errorf("read %s: %w", x.walk.pages.file.name, x.ctx.Err())
	}
	flags, payload, err := x.walk.next()
	if err != nil {
		return false, err
	}
	if x.left != noCount && (flags != 0) != (x.left > 0) {
		return false, &CorruptError{
			File: x.walk.pages.file.name, Offset: x.walk.pages.file.size - btiFooterBytes, What: "number of partitions",
			Expected: "as many as the trie has", Found: fmt.Sprintf("%d more", x.left),
		}
	}
	if flags == 0 {
		return false, nil
	}
	if x.left != noCount {
		x.left--
	}
	*e = IndexEntry{Key: e.Key[:0], Deletion: liveDeletion}
	at, err := x.position(flags, payload)
	if err != nil {
		return false, err
	}
	if at < 0 {
		e.Key, e.Position = nil, ^at
		return true, nil
	}
	return true, x.rowEntry(e, at)
}

// position reads a payload: with flag 8 a byte of the key's hash comes first.
// Negative values are the bitwise complement of a position in Data.db, others
// are positions in Rows.db.
func (x *btiIndex) position(flags byte, b []byte) (int64, error) {
	n := int(flags)
	if flags >= 8 {
		n = int(flags) - 7
		b = b[min(1, len(b)):]
	}
	if n > len(b) {
		return 0, &CorruptError{
			File: x.walk.pages.file.name, What: "trie payload",
			Expected: fmt.Sprintf("%d bytes", n), Found: fmt.Sprint(len(b)),
		}
	}
	return signed(b[:n]), nil
}

// signed reads a big-endian integer of 1 to 8 bytes (SizedInts).
func signed(b []byte) int64 {
	var v [8]byte
	copy(v[:], b)
	return int64(binary.BigEndian.Uint64(v[:])) >> (64 - 8*len(b))
}

func (x *btiIndex) rowEntry(e *IndexEntry, at int64) error {
	w := &x.rows
	if at >= w.src.length() {
		return &CorruptError{
			File: w.src.name(), What: "position of row index",
			Expected: fmt.Sprintf("0 to %d", w.src.length()-1), Found: fmt.Sprint(at),
		}
	}
	w.seek(at)
	e.Key = append(e.Key[:0], w.take(w.u16("key length"), "key")...)
	e.Position = int64(w.uvint("position"))
	w.uvint("root of row index")
	e.Blocks = int64(w.uvint("row index blocks"))
	e.Deletion = x.version.deletionTime(w)
	return w.err
}

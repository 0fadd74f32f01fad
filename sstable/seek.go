package sstable

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"slices"
)

// start is where a range of tokens begins in an SSTable.
type start struct {
	// position is in the uncompressed data; its end when the table has
	// nothing from the token on.
	position int64
	// key of the partition there, nil at the end.
	key []byte
}

// seek finds the first partition whose token is not below hi by the index, of
// which it reads little: a few entries of Summary.db and those of Index.db
// behind one of them, or one way down the trie of Partitions.db. It fails with
// fs.ErrNotExist where there is no index.
func (t *SSTable) seek(ctx context.Context, order keyOrder, hi uint64) (start, error) {
	next, err := t.entriesFrom(ctx, order, hi)
	if err != nil {
		return start{}, err
	}
	e := IndexEntry{Deletion: liveDeletion}
	for {
		ok, err := next(&e)
		if err != nil || !ok {
			return start{position: t.DataLengthBytes()}, t.Version.blame(err)
		}
		key := e.Key
		if key == nil {
			if key, err = t.KeyAt(ctx, e.Position); err != nil {
				return start{}, err
			}
		}
		if order.decorate(key).hi >= hi {
			if e.Position < 0 || e.Position >= t.DataLengthBytes() {
				return start{}, fmt.Errorf("%s: position %d outside the data: %w", t, e.Position, ErrCorrupt)
			}
			return start{e.Position, slices.Clone(key)}, nil
		}
	}
}

// entriesFrom returns a function that gives index entries in order, from one at
// or before the token on.
func (t *SSTable) entriesFrom(ctx context.Context, order keyOrder, hi uint64) (next func(*IndexEntry) (bool, error), err error) {
	if t.Version.Format == BTI {
		x, err := newBTIIndex(ctx, t)
		if err != nil {
			return nil, err
		}
		x.left = noCount
		return x.next, x.walk.seek(tokenPath(hi))
	}
	x, err := newBigIndex(ctx, t)
	if err != nil {
		return nil, err
	}
	at, err := t.summaryPosition(order, hi)
	if err != nil {
		return nil, err
	}
	if length := x.w.src.length(); at < 0 || at > length {
		return nil, &CorruptError{
			File: t.Path(SummaryDB), What: "position in Index.db", Expected: fmt.Sprintf("0 to %d", length), Found: fmt.Sprint(at),
		}
	}
	x.w.seek(at)
	return x.next, nil
}

// tokenPath is how the byte-comparable form of a key begins: a separator
// (ByteSource.NEXT_COMPONENT), then a Murmur3 token with its sign flipped.
func tokenPath(hi uint64) []byte { return binary.BigEndian.AppendUint64([]byte{0x40}, hi) }

// summaryPosition returns the position in Index.db of the last sampled partition
// whose token is below hi, or 0. Without a summary that is the start of the index.
//
// The summary is a table of little-endian offsets, from its own start, to entries
// of a key and a little-endian position (IndexSummary).
func (t *SSTable) summaryPosition(order keyOrder, hi uint64) (int64, error) {
	f, err := t.component(SummaryDB)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	s := summary{file: f}
	if err := s.open(); err != nil {
		return 0, err
	}
	low, high := int64(0), s.entries // entries before low are below hi, from high on they are not
	for low < high {
		middle := (low + high) / 2
		key, _, err := s.entry(middle)
		if err != nil {
			return 0, err
		}
		if order.decorate(key).hi < hi {
			low = middle + 1
		} else {
			high = middle
		}
	}
	if low == 0 {
		return 0, nil
	}
	_, at, err := s.entry(low - 1)
	return at, err
}

// summary is an open Summary.db.
type summary struct {
	file *file
	// entries is their number, bytes the length of offsets and entries.
	entries, bytes int64
}

const summaryHeadBytes = 24

// open reads the head; see summaryRange for the layout.
func (s *summary) open() error {
	head := make([]byte, summaryHeadBytes)
	if err := s.file.readFull(head, 0); err != nil {
		return err
	}
	d := &decoder{b: head, pos: 4, file: s.file.name}
	s.entries, s.bytes = int64(d.i32("summary entries")), d.i64("summary size")
	if s.bytes < 0 || s.bytes > s.file.size-summaryHeadBytes || s.entries < 0 || s.entries > s.bytes/4 {
		return &CorruptError{
			File: s.file.name, Offset: 4, What: "summary size", Expected: fmt.Sprintf("at most %d", s.file.size-summaryHeadBytes),
			Found: fmt.Sprintf("%d entries, %d bytes", s.entries, s.bytes),
		}
	}
	return nil
}

// entry returns the key and the position in Index.db of one sampled partition.
func (s *summary) entry(i int64) (key []byte, position int64, err error) {
	var b [8]byte
	n := min(int64(len(b)), 4*(s.entries-i))
	if err := s.file.readFull(b[:n], summaryHeadBytes+4*i); err != nil {
		return nil, 0, err
	}
	from, to := int64(binary.LittleEndian.Uint32(b[:4])), s.bytes
	if n == 8 {
		to = int64(binary.LittleEndian.Uint32(b[4:]))
	}
	if from < 4*s.entries || to > s.bytes || to-from < 8 || to-from > 8+maxKeyBytes {
		return nil, 0, &CorruptError{
			File: s.file.name, Offset: summaryHeadBytes + 4*i, What: "offset of summary entry",
			Expected: fmt.Sprintf("ascending up to %d", s.bytes), Found: fmt.Sprintf("%d to %d", from, to),
		}
	}
	entry := make([]byte, to-from)
	if err := s.file.readFull(entry, summaryHeadBytes+from); err != nil {
		return nil, 0, err
	}
	key = entry[:len(entry)-8]
	return key, int64(binary.LittleEndian.Uint64(entry[len(key):])), nil
}

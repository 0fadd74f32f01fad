package sstable

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
)

// KeyRange returns the first and the last partition key, from what is cheapest:
// Statistics.db (oa and later), Summary.db, or the index.
func (t *SSTable) KeyRange(ctx context.Context) (first, last []byte, err error) {
	first, last, err = t.cheapRange()
	if err == nil || !errors.Is(err, fs.ErrNotExist) {
		return first, last, err
	}
	return t.scanRange(ctx)
}

// cheapRange is KeyRange where it costs little, fs.ErrNotExist elsewhere.
func (t *SSTable) cheapRange() (first, last []byte, err error) {
	if s := &t.Statistics.Stats; t.Version.has(keyRange) && len(s.FirstKey) > 0 {
		return s.FirstKey, s.LastKey, nil
	}
	return t.summaryRange()
}

// firstKey is the cheaper half of KeyRange: without a summary, the start of the
// data.
func (t *SSTable) firstKey(ctx context.Context) ([]byte, error) {
	if s := &t.Statistics.Stats; t.Version.has(keyRange) && len(s.FirstKey) > 0 {
		return s.FirstKey, nil
	}
	first, _, err := t.summaryRange()
	if errors.Is(err, fs.ErrNotExist) {
		return t.KeyAt(ctx, 0)
	}
	return first, err
}

// summaryRange reads the end of Summary.db (IndexSummary.IndexSummarySerializer):
//
//	i32 interval | i32 n | i64 bytes of offsets and entries | i32 sampling |
//	i32 full size | offsets and entries | i32 first key | i32 last key
func (t *SSTable) summaryRange() (first, last []byte, err error) {
	f, err := t.component(SummaryDB)
	if err != nil {
		return nil, nil, err
	}
	const headBytes = 24
	head := make([]byte, headBytes)
	if err := f.readFull(head, 0); err != nil {
		return nil, nil, err
	}
	d := &decoder{b: head, pos: 8, file: f.name}
	entries := d.i64("summary size")
	if entries < 0 || entries > f.size-headBytes {
		return nil, nil, &CorruptError{File: f.name, Offset: 8, What: "summary size", Expected: fmt.Sprintf("at most %d", f.size-headBytes), Found: fmt.Sprint(entries)}
	}
	start := headBytes + entries
	b := make([]byte, min(f.size-start, 2*(4+maxKeyBytes)))
	if err := f.readFull(b, start); err != nil {
		return nil, nil, err
	}
	d = &decoder{b: b, file: f.name, base: start}
	first = d.take(d.count(1, "first key"), "first key")
	last = d.take(d.count(1, "last key"), "last key")
	return first, last, d.err
}

// scanRange goes through the index for the last position.
func (t *SSTable) scanRange(ctx context.Context) (first, last []byte, err error) {
	first, err = t.KeyAt(ctx, 0)
	if err != nil {
		return nil, nil, err
	}
	index, err := t.Index(ctx)
	if err != nil {
		return nil, nil, err
	}
	end := int64(0)
	for index.Next() {
		end = index.Entry().Position
	}
	if err := index.Err(); err != nil {
		return nil, nil, err
	}
	last, err = t.KeyAt(ctx, end)
	return first, last, err
}

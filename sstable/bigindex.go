package sstable

import (
	"context"
	"fmt"
)

// bigIndex reads Index.db (BigTableWriter.IndexWriter, RowIndexEntry):
//
//	u16 key length, key | uvint position | uvint size of what follows |
//	[uvint header length | deletion time | uvint blocks | block index]
type bigIndex struct {
	w       window
	version Version
}

func newBigIndex(ctx context.Context, t *SSTable) (*bigIndex, error) {
	f, err := t.component(IndexDB)
	if err != nil {
		return nil, err
	}
	return &bigIndex{window{ctx: ctx, src: newIndexSource(f, t.shared)}, t.Version}, nil
}

func (x *bigIndex) next(e *IndexEntry) (bool, error) {
	w := &x.w
	if w.err != nil || w.left() == 0 {
		return false, w.err
	}
	*e = IndexEntry{Key: append(e.Key[:0], w.take(w.u16("key length"), "key")...), Deletion: liveDeletion}
	e.Position = int64(w.uvint("position"))
	size := w.uvint("row index size")
	if size == 0 {
		return w.err == nil, w.err
	}
	start := w.offset()
	w.uvint("partition header length")
	e.Deletion = x.version.deletionTime(w)
	e.Blocks = int64(w.uvint("row index blocks"))
	used := uint64(w.offset() - start)
	if used > size {
		w.corrupt("row index", fmt.Sprintf("%d bytes", size), fmt.Sprint(used))
	} else {
		w.skip(size-used, "row index")
	}
	return w.err == nil, w.err
}

package sstable

import (
	"context"
	"fmt"
)

// IndexEntry is a partition as the index knows it.
type IndexEntry struct {
	// Key is the serialized partition key, valid until the next call of Next.
	// A bti index holds it only for partitions with a row index: nil for the
	// others, see SSTable.KeyAt.
	Key []byte
	// Position and SizeBytes are of the partition in the uncompressed data;
	// the size is the one sstablepartitions prints.
	Position, SizeBytes int64
	// Blocks is the number of row-index blocks. It is 0 for a partition
	// smaller than column_index_size; Deletion is known for others only.
	Blocks   int64
	Deletion DeletionTime
}

// IndexScanner goes through an index in the order of the data.
//
//	for s.Next() { use(s.Entry()) }
//	err := s.Err()
type IndexScanner struct {
	source     indexSource
	version    Version
	file       string
	dataLength int64
	cur, ahead IndexEntry
	started    bool
	more       bool
	err        error
}

// indexSource gives the entries of one kind of index, sizes left out.
type indexSource interface {
	// next fills e, reusing its key; false at the end or on an error.
	next(e *IndexEntry) (bool, error)
}

// Index reads the index of the table, and nothing of its data. It fails with
// fs.ErrNotExist where there is none: ScyllaDB's ms and mt files.
func (t *SSTable) Index(ctx context.Context) (*IndexScanner, error) {
	s := &IndexScanner{version: t.Version, dataLength: t.DataLengthBytes()}
	if t.Version.Format == BTI {
		src, err := newBTIIndex(ctx, t)
		if err != nil {
			return nil, t.Version.blame(err)
		}
		s.source, s.file = src, t.Path(PartitionsDB)
		return s, nil
	}
	src, err := newBigIndex(ctx, t)
	if err != nil {
		return nil, err
	}
	s.source, s.file = src, t.Path(IndexDB)
	return s, nil
}

// Next moves to the next partition. It is false at the end and after an error.
func (s *IndexScanner) Next() bool {
	if !s.started {
		s.started = true
		s.advance()
	}
	if s.err != nil || !s.more {
		return false
	}
	s.cur, s.ahead = s.ahead, s.cur
	s.advance()
	end := s.dataLength
	if s.more {
		end = s.ahead.Position
	}
	s.cur.SizeBytes = end - s.cur.Position
	if s.err == nil && s.cur.SizeBytes <= 0 {
		s.err = &CorruptError{
			File: s.file, Offset: s.cur.Position, Uncompressed: true, What: "next position in the index",
			Expected: fmt.Sprintf("%d to %d", s.cur.Position+1, s.dataLength), Found: fmt.Sprint(end),
		}
	}
	return s.err == nil
}

// advance reads one entry ahead: only the next position tells a size.
func (s *IndexScanner) advance() {
	var err error
	s.more, err = s.source.next(&s.ahead)
	if err != nil {
		s.more, s.err = false, err
		return
	}
	if p := s.ahead.Position; s.more && (p < 0 || p >= s.dataLength) {
		s.more = false
		s.err = &CorruptError{
			File: s.file, What: "position in the index",
			Expected: fmt.Sprintf("0 to %d", s.dataLength-1), Found: fmt.Sprint(p),
		}
	}
}

// Entry returns the partition that Next moved to.
func (s *IndexScanner) Entry() *IndexEntry { return &s.cur }

// Err returns what stopped Next, nil at the end of the index.
func (s *IndexScanner) Err() error { return s.version.blame(s.err) }

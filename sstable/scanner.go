package sstable

import (
	"context"
	"errors"
	"fmt"
)

// ScanOptions say how much of the data is read.
type ScanOptions struct {
	// NowSeconds since 1970 decides what has expired.
	NowSeconds int64
	// Start and End limit a scan to the partitions that begin from Start on and
	// before End, in the uncompressed data; Start must be the position of one.
	// End 0 is the end of the data. One partition at p is p to p+1.
	Start, End int64
	// RowsOnly jumps over the cells: their counts and times stay zero, and
	// all others are right, at half the cost.
	RowsOnly bool
	// Clusterings fills Unfiltered.Clustering.
	Clusterings bool
}

// Partition is the head of a partition.
type Partition struct {
	// Key is the serialized partition key, valid until the next call of Next.
	Key []byte
	// Position is in the uncompressed data.
	Position int64
	Deletion DeletionTime
}

// Scanner streams partitions in the order of the file.
//
//	for s.Next() {
//		s.Summarize(&summary) // or: for s.NextUnfiltered() { use(s.Unfiltered()) }
//	}
//	err := s.Err()
type Scanner struct {
	w       window
	version Version
	// header has the bases of times alone; layout has the types.
	header  Header
	layout  *rowLayout
	options ScanOptions

	part       Partition
	inside     bool // a partition, before its end marker
	staticNext bool // its static row comes next
	u          Unfiltered
	// rowLiveness and rowDeletedAt are as stored, before reconcile; cells
	// refer to the one and are covered by the other.
	rowLiveness  Liveness
	rowDeletedAt int64
	missing      []uint64 // column subset, bit set for a missing column
	clustering   clusteringBuffer
	// capture keeps the cells of a row for an exact merge; nil otherwise.
	capture *rowCapture
}

// Scan reads Data.db from options.Start on. The context ends it between blocks.
func (t *SSTable) Scan(ctx context.Context, options ScanOptions) (*Scanner, error) {
	if t.Statistics.Header == nil {
		return nil, &CorruptError{File: t.Path(StatisticsDB), What: "component HEADER", Expected: "present", Found: "absent"}
	}
	layout, err := newRowLayout(t.Version, t.Statistics.Header)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", t.Path(StatisticsDB), err)
	}
	src, err := t.dataSource()
	if err != nil {
		return nil, t.Version.blame(err)
	}
	return newScanner(ctx, src, t.Version, t.Statistics.Header, layout, options), nil
}

func newScanner(ctx context.Context, src blockSource, v Version, h *Header, l *rowLayout, options ScanOptions) *Scanner {
	if end := src.length(); options.End <= 0 || options.End > end {
		options.End = end
	}
	s := &Scanner{w: window{ctx: ctx, src: src}, version: v, layout: l, options: options}
	s.header = Header{MinTimestamp: h.MinTimestamp, MinLocalDeletionTime: h.MinLocalDeletionTime, MinTTLSeconds: h.MinTTLSeconds}
	s.missing = make([]uint64, (max(len(l.static), len(l.regular))+63)/64)
	s.part.Position = max(0, min(options.Start, options.End))
	s.w.seek(s.part.Position)
	return s
}

// Err returns what stopped the scan, nil at the end of the data.
func (s *Scanner) Err() error { return s.version.blame(s.w.err) }

// Partition returns the partition that Next moved to.
func (s *Scanner) Partition() *Partition { return &s.part }

// Next moves to the next partition, over what is left of the present one. It is
// false at the end and after an error.
func (s *Scanner) Next() bool {
	for s.inside {
		s.step(skipUnfiltered)
	}
	w := &s.w
	if w.err != nil || w.offset() >= s.options.End {
		return false
	}
	s.part.Position = w.offset()
	s.part.Key = append(s.part.Key[:0], w.take(w.u16("key length"), "partition key")...)
	s.part.Deletion = s.version.deletionTime(w)
	s.inside, s.staticNext = w.err == nil, len(s.layout.static) > 0
	return s.inside
}

// NextUnfiltered moves to the next row or marker of the partition, static row
// first. It is false at the end of the partition and after an error.
func (s *Scanner) NextUnfiltered() bool { return s.inside && s.step(readUnfiltered) }

// Unfiltered returns the row or marker that NextUnfiltered moved to, valid until
// the next step.
func (s *Scanner) Unfiltered() *Unfiltered { return &s.u }

// PartitionSummary is a partition as one line of sstablepartitions.
type PartitionSummary struct {
	Partition
	// SizeBytes is that of the uncompressed data, header and end included.
	SizeBytes int64
	Counts
	Times
}

// Live tells that the partition itself is not deleted.
func (p *PartitionSummary) Live() bool { return p.Deletion.IsLive() }

// Summarize reads the partition to its end. The key in sum is valid until the
// next call of Next. It is false after an error.
func (s *Scanner) Summarize(sum *PartitionSummary) bool {
	*sum = PartitionSummary{Partition: s.part, Times: NoTimes()}
	sum.includeDeletion(s.part.Deletion)
	for s.NextUnfiltered() {
		sum.Add(&s.u.Counts)
		sum.Merge(&s.u.Times)
	}
	sum.SizeBytes = s.w.offset() - s.part.Position
	return s.w.err == nil
}

// stepMode is how much of an unfiltered is looked at.
type stepMode uint8

const (
	readUnfiltered stepMode = iota
	skipUnfiltered
)

// step reads or skips one unfiltered. It is false, and the partition over, at
// the end marker and after an error.
func (s *Scanner) step(mode stepMode) bool {
	position := s.w.offset()
	flags := s.w.u8("flags")
	if s.w.err != nil || flags&endOfPartition != 0 {
		if s.staticNext {
			s.w.corrupt("flags of static row", "a row", fmt.Sprintf("%#02x", flags))
		}
		s.inside = false
		return false
	}
	s.u = Unfiltered{Position: position, Liveness: noLiveness, Deletion: liveDeletion, Opens: liveDeletion, Times: NoTimes()}
	if flags&isMarker != 0 {
		s.marker(mode)
	} else {
		s.row(flags, mode)
	}
	s.staticNext = false
	s.u.SizeBytes = s.w.offset() - position
	s.inside = s.w.err == nil
	return s.inside
}

// body reads the size field, and returns where the unfiltered ends.
func (s *Scanner) body() (end int64) {
	size := s.w.uvint("row size")
	if s.w.err == nil && size > uint64(s.w.left()) {
		s.w.corrupt("row size", fmt.Sprintf("at most %d", s.w.left()), fmt.Sprint(size))
	}
	return s.w.offset() + int64(size)
}

// closeBody checks that the fields took what the size promised.
func (s *Scanner) closeBody(end int64) {
	if at := s.w.offset(); s.w.err == nil && at != end {
		s.w.corrupt("end of row", fmt.Sprintf("position %d", end), fmt.Sprint(at))
	}
}

// tryFrozenUDTs reads a row's body, which did not fit, once more with bare
// UserTypes as frozen ones. The choice stays for the rest of the scan if the row
// fits then. There may be no other reading, and a block that cannot be read at
// all says nothing about types.
func (s *Scanner) tryFrozenUDTs(body int64, read func()) {
	if s.layout.frozenUDTs == nil || !errors.Is(s.w.err, ErrCorrupt) || s.w.badEnd != 0 {
		return
	}
	literal := s.layout
	s.layout = s.layout.frozenUDTs
	s.w.restart(body)
	read()
	if s.w.err != nil {
		s.layout = literal
	}
}

package sstable

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
)

// mergeSource is an open SSTable of a merge, standing at a partition.
type mergeSource struct {
	table *SSTable
	index int // of the table
	// scan reads partitions, or with an index only their keys.
	scan  *Scanner
	sizes *IndexScanner

	key decorated
	sum PartitionSummary
	// previous is the key before, to see that keys ascend.
	previous []byte

	// partitions is how many Statistics.db counts, or unknownPartitions of a
	// part of a table; passed how many of them were read or lost.
	partitions, passed int64
	end                int64 // of what is read, in the uncompressed data
	recovery           recovery
	// damages were not collected yet; lastDamage is set until a partition
	// follows it.
	damages    []*Damage
	lastDamage *Damage
}

// openMergeSource opens as few files as it can and keeps of Statistics.db what
// reading needs: a merge may have thousands open.
func openMergeSource(m *Merge, in *mergeInput) (src *mergeSource, err error) {
	o := m.options
	components := []Component{StatisticsDB, CompressionInfoDB, CRCDB, DataDB}
	if o.Depth == SizeDepth {
		components = append(components, IndexDB, PartitionsDB, RowsDB)
	}
	t, err := openComponents(m.fsys, in.descriptor, o.Options, components)
	if err != nil {
		return nil, err
	}
	t.shared = m.shared
	src = &mergeSource{table: t, index: in.table, partitions: t.Statistics.Stats.Partitions(), end: t.DataLengthBytes()}
	if in.part {
		src.partitions, src.end = unknownPartitions, in.end
		src.recovery.expected = in.first.key
	}
	scan := ScanOptions{NowSeconds: o.NowSeconds, RowsOnly: o.Depth == RowDepth, Start: in.start, End: src.end}
	src.scan, err = t.Scan(m.ctx, scan)
	if err == nil && o.Depth == SizeDepth {
		// Without an index (ScyllaDB's ms) the rows tell the sizes as well.
		if src.sizes, err = t.Index(m.ctx); errors.Is(err, fs.ErrNotExist) {
			scan.RowsOnly = true
			src.scan, err = t.Scan(m.ctx, scan)
		}
	}
	if err == nil {
		err = t.forgetStatistics()
	}
	if err != nil {
		return nil, errors.Join(err, t.Close())
	}
	return src, nil
}

// next moves to the next partition, over what is damaged; false at the end or
// with an error.
func (s *mergeSource) next(ctx context.Context, fsys fs.FS, order keyOrder) (bool, error) {
	for {
		ok, err := s.step(order)
		if err == nil {
			return ok, nil
		}
		if ctx.Err() != nil || !recoverable(err) {
			return false, err
		}
		if s.sizes != nil {
			err = s.recoverKey(err)
			if err != nil {
				return false, err
			}
			continue
		}
		if !s.recover(ctx, fsys, err) {
			return false, nil
		}
	}
}

// step reads a partition. Keys that do not ascend would be taken for partitions
// of their own, so they are an error.
func (s *mergeSource) step(order keyOrder) (bool, error) {
	ok, err := s.read()
	if !ok || err != nil {
		return false, err
	}
	if err := s.checkResumed(); err != nil {
		return false, err
	}
	key := order.decorate(s.sum.Key)
	previous := decorated{s.key.hi, s.key.lo, s.previous}
	if s.key.key != nil && order.compare(key, previous) <= 0 {
		return false, &CorruptError{
			File: s.table.Path(DataDB), Offset: s.sum.Position, Uncompressed: true, What: "partition key",
			Expected: fmt.Sprintf("after %x", previous.key), Found: fmt.Sprintf("%x", key.key),
		}
	}
	s.key, s.previous = key, append(s.previous[:0], key.key...)
	s.passed++
	s.lastDamage = nil
	if t := s.table; s.sizes == nil && t.shared.crowded(s.scan.w.src.blockBytes()) {
		s.scan.w.park()
	}
	return true, nil
}

func (s *mergeSource) read() (bool, error) {
	if s.sizes == nil {
		ok := s.scan.Next() && s.scan.Summarize(&s.sum)
		return ok, s.scan.Err()
	}
	if !s.sizes.Next() {
		return false, s.sizes.Err()
	}
	e := s.sizes.Entry()
	s.sum = PartitionSummary{Partition: Partition{e.Key, e.Position, e.Deletion}, SizeBytes: e.SizeBytes, Times: NoTimes()}
	if e.Key == nil {
		return s.scan.keyAt(&s.sum.Partition), s.scan.Err()
	}
	return true, nil
}

// keyAt reads the head of the partition at p.Position.
func (s *Scanner) keyAt(p *Partition) bool {
	s.w.seek(p.Position)
	s.inside = false
	if !s.Next() {
		return false
	}
	*p = s.part
	return true
}

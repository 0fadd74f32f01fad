package sstable

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"syscall"
)

// Damage is a stretch of an SSTable that could not be read. What lies before and
// behind it was.
type Damage struct {
	// Name is the path of the SSTable without the component.
	Name string
	// Reason is what was wrong first: a *CorruptError, or a failed read. More
	// of it may follow in the stretch.
	Reason error
	// Start and End bound what was lost, in the uncompressed data: from the
	// start of the first partition that cannot be read to that of the next one
	// that can.
	Start, End int64
	// Partitions are how many were lost, unknownPartitions when nothing says.
	Partitions int64
	// Unindexed says that no index told where to go on, so that the rest of
	// the SSTable was lost; IndexError says why, nil where there is no index.
	Unindexed  bool
	IndexError error
}

// unknownPartitions stands for a number that only an index would tell.
const unknownPartitions = -1

// Error says what is wrong, and what it costs.
func (d *Damage) Error() string {
	count := fmt.Sprintf("%d partitions", d.Partitions)
	switch d.Partitions {
	case 1:
		count = "1 partition"
	case unknownPartitions:
		count = "an unknown number of partitions"
	}
	lost := fmt.Sprintf("%s lost, uncompressed positions %d to %d", count, d.Start, d.End)
	if d.Unindexed {
		lost += ": all of the rest, for no index says where the next one begins"
	}
	if d.IndexError != nil {
		lost += fmt.Sprintf(" (%v)", d.IndexError)
	}
	return fmt.Sprintf("%v: %s", d.Reason, lost)
}

// Unwrap gives the reason.
func (d *Damage) Unwrap() error { return d.Reason }

// recoverable tells damage of the file, which ends somewhere, from what would go
// wrong again: the context, a version that is not understood, a network.
func recoverable(err error) bool { return errors.Is(err, ErrCorrupt) || errors.Is(err, syscall.EIO) }

// recovery finds the way behind a damage by the index. Damages come in the order
// of the data, so one pass through the index is enough for all.
type recovery struct {
	index *IndexScanner
	// at tells that index stands at an entry that is not yet passed.
	at bool
	// expected is the key that the index has for the place where reading goes
	// on, nil when it has none.
	expected []byte
}

// next returns the first partition from position to on and before end, and how
// many begin from position from on and before it. It is false where none does.
func (r *recovery) next(from, to, end int64) (position, lost int64, ok bool) {
	for r.at || r.index.Next() {
		e := r.index.Entry()
		if e.Position >= end {
			r.at = true
			return 0, lost, false
		}
		if e.Position >= to {
			r.at, r.expected = true, slices.Clone(e.Key)
			return e.Position, lost, true
		}
		r.at = false
		if e.Position >= from {
			lost++
		}
	}
	return 0, lost, false
}

// recover takes a source over a damage to the next partition that the index
// knows, and notes what was lost. It is false where the table ends with it.
func (s *mergeSource) recover(ctx context.Context, fsys fs.FS, reason error) bool {
	from := s.scan.part.Position
	d := Damage{Name: s.table.String(), Reason: reason, Start: from, End: s.end}
	next := int64(-1)
	if err := s.findIndex(ctx, fsys); err != nil {
		d.lostRest(s, err)
	} else if at, lost, ok := s.recovery.next(from, max(from+1, s.scan.w.badEnd), s.end); ok {
		next, d.End, d.Partitions = at, at, lost
	} else if err := s.recovery.index.Err(); err != nil {
		d.lostRest(s, err)
	} else {
		d.Partitions = lost
	}
	s.note(&d)
	if next < 0 || ctx.Err() != nil {
		return false
	}
	s.scan.restart(next)
	return true
}

// recoverKey is recover where the index is what is read: only a key in Data.db
// can be lost. It returns the error of an index that cannot be read on.
func (s *mergeSource) recoverKey(reason error) error {
	if err := s.sizes.Err(); err != nil {
		return err
	}
	e := s.sizes.Entry()
	s.note(&Damage{Name: s.table.String(), Reason: reason, Start: e.Position, End: e.Position + e.SizeBytes, Partitions: 1})
	s.scan.w.forget()
	return nil
}

// lostRest counts by Statistics.db, which knows how many partitions there are.
func (d *Damage) lostRest(s *mergeSource, err error) {
	d.Unindexed = true
	d.Partitions = unknownPartitions
	if s.partitions != unknownPartitions {
		d.Partitions = max(0, s.partitions-s.passed)
	}
	if !errors.Is(err, fs.ErrNotExist) {
		d.IndexError = err
	}
}

// note joins damages that no partition lies between.
func (s *mergeSource) note(d *Damage) {
	s.passed += max(0, d.Partitions)
	if last := s.lastDamage; last != nil && last.Join(d) {
		return
	}
	s.lastDamage = d
	s.damages = append(s.damages, d)
}

// Join extends a damage by one that follows it without a partition between, as
// where two merges of one plan meet. It is false of others.
func (d *Damage) Join(next *Damage) bool {
	if d.Name != next.Name || d.End != next.Start {
		return false
	}
	d.End, d.Unindexed, d.IndexError = next.End, next.Unindexed, next.IndexError
	if d.Partitions == unknownPartitions || next.Partitions == unknownPartitions {
		d.Partitions = unknownPartitions
	} else {
		d.Partitions += next.Partitions
	}
	return true
}

// findIndex opens the index when it is first needed.
func (s *mergeSource) findIndex(ctx context.Context, fsys fs.FS) error {
	if s.recovery.index != nil {
		return nil
	}
	if err := s.table.openMore(fsys, IndexDB, PartitionsDB, RowsDB); err != nil {
		return err
	}
	index, err := s.table.Index(ctx)
	s.recovery.index = index
	return err
}

// checkResumed compares the first partition behind a damage with the index: both
// must name the same key, or one of them is wrong.
func (s *mergeSource) checkResumed() error {
	expected := s.recovery.expected
	s.recovery.expected = nil
	if expected == nil || bytes.Equal(expected, s.sum.Key) {
		return nil
	}
	return &CorruptError{
		File: s.table.Path(DataDB), Offset: s.sum.Position, Uncompressed: true, What: "partition key behind a damage",
		Expected: fmt.Sprintf("%x as in the index", expected), Found: fmt.Sprintf("%x", s.sum.Key),
	}
}

// restart goes on at the position of a partition after an error.
func (s *Scanner) restart(at int64) {
	s.inside = false
	s.part.Position = at
	s.w.restart(at)
}

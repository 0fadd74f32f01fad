package scan

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/partop/partop/sstable"
)

// piece is a fragment of a partition that is kept.
type piece struct {
	partition int // in Result.Top
	sstable.Fragment
}

// readTop reads the fragments of the partitions that are kept, each SSTable once and from front to back.
func (r *Result) readTop(ctx context.Context, fsys fs.FS, o Options) error {
	pieces := map[int][]piece{} // by SSTable
	for i := range r.Top {
		p := &r.Top[i]
		for _, f := range p.Fragments {
			pieces[f.Table] = append(pieces[f.Table], piece{i, f})
		}
		// What the index told is told again by the data.
		*p = sstable.MergedPartition{Key: p.Key, Times: sstable.NoTimes(), Deletion: sstable.DeletionTime{MarkedForDeleteAt: sstable.NoTimestamp}}
	}
	for i, d := range r.SSTables {
		if len(pieces[i]) == 0 {
			continue
		}
		slices.SortFunc(pieces[i], func(a, b piece) int { return cmp.Compare(a.Position, b.Position) })
		err := r.readPieces(ctx, fsys, d, pieces[i], o)
		if ctx.Err() != nil {
			r.Interrupted = true
			return nil
		}
		if err != nil {
			skip := sstable.Skipped{Name: d.String(), Reason: err}
			r.Skipped = append(r.Skipped, Skip{skip, vanished(fsys, skip)})
		}
	}
	return nil
}

func (r *Result) readPieces(ctx context.Context, fsys fs.FS, d sstable.Descriptor, pieces []piece, o Options) (err error) {
	t, err := sstable.Open(fsys, d, sstable.Options{SkipChecksums: o.SkipChecksums})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, t.Close()) }()
	for _, p := range pieces {
		if err := r.readPiece(ctx, t, p, o.NowSeconds); errors.Is(err, sstable.ErrCorrupt) && ctx.Err() == nil {
			r.Damages = append(r.Damages, sstable.Damage{Name: d.String(), Reason: err, Start: p.Position, End: p.Position + p.SizeBytes, Partitions: 1})
			r.Damaged++
		} else if err != nil {
			return err
		}
	}
	return nil
}

func (r *Result) readPiece(ctx context.Context, t *sstable.SSTable, p piece, now int64) error {
	s, err := t.Scan(ctx, sstable.ScanOptions{NowSeconds: now, Start: p.Position, End: p.Position + 1})
	if err != nil {
		return fmt.Errorf("read a partition of %s: %w", t, err)
	}
	var sum sstable.PartitionSummary
	if !s.Next() || !s.Summarize(&sum) {
		return s.Err()
	}
	key := r.Top[p.partition].Key
	if !slices.Equal(sum.Key, key) || sum.SizeBytes != p.SizeBytes {
		return &sstable.CorruptError{
			File: t.Path(sstable.DataDB), Offset: p.Position, Uncompressed: true, What: "partition in the place that the index gives",
			Expected: fmt.Sprintf("key %x of %d bytes", key, p.SizeBytes), Found: fmt.Sprintf("key %x of %d bytes", sum.Key, sum.SizeBytes),
		}
	}
	r.Top[p.partition].Add(&sum)
	return nil
}

package sstable

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
)

// Depth is how deep a merge reads.
type Depth uint8

const (
	// FullDepth reads every cell.
	FullDepth Depth = iota
	// RowDepth jumps over cells; see ScanOptions.RowsOnly.
	RowDepth
	// SizeDepth reads the index: sizes and keys, no counts and no times. Of
	// bti tables it must uncompress Data.db for the keys and saves nothing.
	SizeDepth
)

// MergeOptions say what a merge reads.
type MergeOptions struct {
	Depth Depth
	// NowSeconds since 1970 decides what has expired.
	NowSeconds int64
	// RangeBytes is how much of Data.db a range of a plan has at least, 0 for
	// 4 MiB.
	RangeBytes int64
	// Fragments fills MergedPartition.Fragments.
	Fragments bool
	Options
}

// Fragment is where an SSTable has some of a partition.
type Fragment struct {
	// Table is the index of the SSTable among those that are merged.
	Table int
	// Position and SizeBytes are in the uncompressed data.
	Position, SizeBytes int64
}

// MergedPartition is a partition over all SSTables that hold some of it. Sums of
// fragments are exact on disk, and upper bounds for the partition: rows may
// replace and tombstones cover each other.
type MergedPartition struct {
	// Key is the serialized partition key, valid until the next call of Next.
	Key []byte
	// SSTables is the number of fragments.
	SSTables int
	// SizeBytes is the sum over uncompressed data, LargestBytes the largest
	// fragment.
	SizeBytes, LargestBytes int64
	Counts
	Times
	// Deletion is the latest one of the partition itself.
	Deletion DeletionTime
	// Fragments are filled with MergeOptions.Fragments only, and valid until
	// the next call of Next.
	Fragments []Fragment
}

// Merge goes through the partitions of many SSTables of one table in the order
// of the ring. An SSTable is open from its first key to its last only, so that
// thousands of them need few files and little memory.
//
//	for m.Next() { use(m.Partition()) }
//	err := m.Err(); skipped := m.Skipped(); err = m.Close()
type Merge struct {
	ctx     context.Context // of the scans it starts
	fsys    fs.FS
	options MergeOptions
	order   keyOrder
	shared  *memory

	pending []mergeInput // by first key, the lowest last
	active  mergeHeap
	out     MergedPartition
	skipped []Skipped
	damages []Damage
	// damaged counts all, also those beyond maxDamages.
	damaged int
	err     error
}

// mergeInput is an SSTable not yet needed.
type mergeInput struct {
	table      int // its index
	descriptor Descriptor
	first      decorated
	// start and end are positions in the uncompressed data, if part is set.
	start, end int64
	part       bool
}

// NewMerge is a plan of one range. Those tables that cannot be read are left out
// and end up in Skipped; a different partitioner is an error.
func NewMerge(ctx context.Context, fsys fs.FS, tables []Descriptor, options MergeOptions) (*Merge, error) {
	p, err := NewMergePlan(ctx, fsys, tables, options, 1)
	if err != nil {
		return nil, err
	}
	m := p.Merge(ctx, 0, 1)
	m.skipped = p.skipped
	return m, nil
}

func (m *Merge) skip(d Descriptor, err error) {
	m.skipped = append(m.skipped, Skipped{d.String(), err})
}

// Next moves to the next partition. It is false at the end and when the context
// ends; what is damaged is passed over, see Damages.
func (m *Merge) Next() bool {
	m.open()
	if m.err != nil || m.active.len() == 0 {
		return false
	}
	first := m.active.first()
	m.out.reset(first.key.key)
	now := decorated{first.key.hi, first.key.lo, m.out.Key}
	for m.active.len() > 0 {
		src := m.active.first()
		if src.key.hi != now.hi || m.order.compare(src.key, now) != 0 {
			break
		}
		m.out.Add(&src.sum)
		if m.options.Fragments {
			m.out.Fragments = append(m.out.Fragments, Fragment{src.index, src.sum.Position, src.sum.SizeBytes})
		}
		if m.advance(src) {
			m.active.moved()
		} else {
			m.active.drop()
		}
	}
	return m.err == nil
}

// open starts the tables whose first key is not behind the lowest one at hand.
func (m *Merge) open() {
	for n := len(m.pending); n > 0 && m.err == nil; n = len(m.pending) {
		in := m.pending[n-1]
		if m.active.len() > 0 && m.order.compare(in.first, m.active.first().key) > 0 {
			return
		}
		m.pending = m.pending[:n-1]
		src, err := openMergeSource(m, &in)
		if err != nil {
			m.skip(in.descriptor, err)
			continue
		}
		m.shared.open++
		if m.advance(src) {
			m.active.push(src)
		}
	}
}

// advance moves a source on. At its end it closes it and is false.
func (m *Merge) advance(src *mergeSource) bool {
	ok, err := src.next(m.ctx, m.fsys, m.order)
	m.collect(src)
	if ok {
		return true
	}
	if m.ctx.Err() != nil {
		m.err = fmt.Errorf("merge SSTables: %w", m.ctx.Err())
	}
	m.shared.open--
	if err = errors.Join(err, src.table.Close()); err != nil {
		m.skip(src.table.Descriptor, err)
	}
	return false
}

// collect takes over the damages that a source found on its way to the next
// partition.
func (m *Merge) collect(src *mergeSource) {
	for _, d := range src.damages {
		m.damaged++
		if len(m.damages) < maxDamages {
			m.damages = append(m.damages, *d)
		}
	}
	src.damages = nil
}

// Partition returns what Next moved to.
func (m *Merge) Partition() *MergedPartition { return &m.out }

// Err returns what ended the merge before its time: only the context can.
func (m *Merge) Err() error { return m.err }

// Skipped returns the tables that were not read, or not to their end: their
// partitions are missing in the sums.
func (m *Merge) Skipped() []Skipped { return m.skipped }

// Damages returns what was lost within tables, in the order in which it was met,
// and how many damages there are in all: the first maxDamages are kept.
func (m *Merge) Damages() (kept []Damage, all int) { return m.damages, m.damaged }

// Close closes the tables that are still open.
func (m *Merge) Close() error {
	var errs []error
	for i := range m.active.items {
		errs = append(errs, m.active.items[i].src.table.Close())
	}
	m.active.items, m.pending = nil, nil
	return errors.Join(errs...)
}

// reset makes it a partition of which nothing was read yet.
func (p *MergedPartition) reset(key []byte) {
	*p = MergedPartition{Key: append(p.Key[:0], key...), Times: NoTimes(), Deletion: liveDeletion, Fragments: p.Fragments[:0]}
}

// Add adds a fragment.
func (p *MergedPartition) Add(sum *PartitionSummary) {
	p.SSTables++
	p.SizeBytes += sum.SizeBytes
	p.LargestBytes = max(p.LargestBytes, sum.SizeBytes)
	p.Counts.Add(&sum.Counts)
	p.Times.Merge(&sum.Times)
	if sum.Deletion.MarkedForDeleteAt > p.Deletion.MarkedForDeleteAt {
		p.Deletion = sum.Deletion
	}
}

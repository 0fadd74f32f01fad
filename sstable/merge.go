package sstable

import (
	"container/heap"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
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
	Options
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
	descriptor Descriptor
	first      decorated
}

// mergeMemoryBytes is shared by the read-ahead of all tables.
const mergeMemoryBytes = 32 << 20

// NewMerge looks up the first key of every SSTable. Those that cannot be read
// are left out and end up in Skipped; a different partitioner is an error.
func NewMerge(ctx context.Context, fsys fs.FS, tables []Descriptor, options MergeOptions) (*Merge, error) {
	m := &Merge{ctx: ctx, fsys: fsys, options: options}
	if options.ReadAheadBytes == 0 {
		m.options.ReadAheadBytes = max(16<<10, min(readAheadBytes, mergeMemoryBytes/max(1, len(tables))))
	}
	var partitioner string
	for _, d := range tables {
		first, stats, err := firstKey(ctx, fsys, d)
		if ctx.Err() != nil {
			return nil, fmt.Errorf("merge SSTables: %w", ctx.Err())
		}
		if err != nil {
			m.skip(d, err)
			continue
		}
		if partitioner == "" {
			partitioner = stats.Validation.Partitioner
			if m.order, err = newKeyOrder(stats); err != nil {
				return nil, fmt.Errorf("merge %s: %w", d, err)
			}
		}
		if stats.Validation.Partitioner != partitioner {
			return nil, fmt.Errorf("merge %s: partitioner %s among %s: %w", d, stats.Validation.Partitioner, partitioner, ErrUnsupported)
		}
		m.pending = append(m.pending, mergeInput{d, m.order.decorate(first)})
	}
	m.active.order = m.order
	slices.SortFunc(m.pending, func(a, b mergeInput) int { return m.order.compare(b.first, a.first) })
	return m, nil
}

// firstKey opens an SSTable for its first key only.
func firstKey(ctx context.Context, fsys fs.FS, d Descriptor) (key []byte, stats *Statistics, err error) {
	t, err := Open(fsys, d, Options{})
	if err != nil {
		return nil, nil, err
	}
	defer func() { err = errors.Join(err, t.Close()) }()
	key, err = t.firstKey(ctx)
	return slices.Clone(key), t.Statistics, err
}

func (m *Merge) skip(d Descriptor, err error) {
	m.skipped = append(m.skipped, Skipped{d.String(), err})
}

// Next moves to the next partition. It is false at the end and when the context
// ends; what is damaged is passed over, see Damages.
func (m *Merge) Next() bool {
	m.open()
	if m.err != nil || len(m.active.sources) == 0 {
		return false
	}
	m.out = MergedPartition{Key: append(m.out.Key[:0], m.active.sources[0].key.key...), Times: NoTimes(), Deletion: liveDeletion}
	now := m.order.decorate(m.out.Key)
	for len(m.active.sources) > 0 && m.order.compare(m.active.sources[0].key, now) == 0 {
		src := m.active.sources[0]
		m.out.add(&src.sum)
		m.advance(src)
	}
	return m.err == nil
}

// open starts the tables whose first key is not behind the lowest one at hand.
func (m *Merge) open() {
	for n := len(m.pending); n > 0 && m.err == nil; n = len(m.pending) {
		in := m.pending[n-1]
		if a := m.active.sources; len(a) > 0 && m.order.compare(in.first, a[0].key) > 0 {
			return
		}
		m.pending = m.pending[:n-1]
		src, err := openMergeSource(m.ctx, m.fsys, in.descriptor, m.options)
		if err != nil {
			m.skip(in.descriptor, err)
			continue
		}
		heap.Push(&m.active, src)
		m.advance(src)
	}
}

// advance moves a source on and closes it at its end.
func (m *Merge) advance(src *mergeSource) {
	ok, err := src.next(m.ctx, m.fsys, m.order)
	m.collect(src)
	if ok {
		heap.Fix(&m.active, src.index)
		return
	}
	if m.ctx.Err() != nil {
		m.err = fmt.Errorf("merge SSTables: %w", m.ctx.Err())
	}
	heap.Remove(&m.active, src.index)
	if err = errors.Join(err, src.table.Close()); err != nil {
		m.skip(src.table.Descriptor, err)
	}
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
	for _, src := range m.active.sources {
		errs = append(errs, src.table.Close())
	}
	m.active.sources, m.pending = nil, nil
	return errors.Join(errs...)
}

func (p *MergedPartition) add(sum *PartitionSummary) {
	p.SSTables++
	p.SizeBytes += sum.SizeBytes
	p.LargestBytes = max(p.LargestBytes, sum.SizeBytes)
	p.Counts.Add(&sum.Counts)
	p.Times.Merge(&sum.Times)
	if sum.Deletion.MarkedForDeleteAt > p.Deletion.MarkedForDeleteAt {
		p.Deletion = sum.Deletion
	}
}

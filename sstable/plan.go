package sstable

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
)

// MergePlan divides the partitions of many SSTables into ranges of the ring, each
// of which a Merge of its own goes through: for as many goroutines. The ranges
// follow each other, none overlaps, and together they are all.
type MergePlan struct {
	fsys    fs.FS
	options MergeOptions
	order   keyOrder
	tables  []plannedTable
	// splits are where ranges begin, the first one excepted, as tokens.
	splits  []uint64
	skipped []Skipped
}

// plannedTable is an SSTable by what a plan must know.
type plannedTable struct {
	index       int // among the tables that were given
	descriptor  Descriptor
	first, last decorated // last is only known when ranges are wanted
	sizeBytes   int64     // of Data.db
	blockBytes  int
	starts      []start // one for each range, and the end of the data; nil for one range
}

// minRangeBytes is what opening the tables once more is worth.
const minRangeBytes = 4 << 20

// NewMergePlan looks up the first key of every SSTable, and by their indexes
// where ranges begin. There may be fewer than wanted: one where an index is
// missing, a partitioner other than Murmur3, or little to read. Those SSTables
// that cannot be read are left out and end up in Skipped; a different partitioner
// is an error.
func NewMergePlan(ctx context.Context, fsys fs.FS, tables []Descriptor, options MergeOptions, ranges int) (*MergePlan, error) {
	p := &MergePlan{fsys: fsys, options: options}
	if options.Depth == SizeDepth {
		ranges = 1
	}
	var partitioner string
	for i, d := range tables {
		table, stats, err := planTable(ctx, fsys, d, ranges > 1)
		if ctx.Err() != nil {
			return nil, fmt.Errorf("merge SSTables: %w", ctx.Err())
		}
		if err != nil {
			p.skipped = append(p.skipped, Skipped{d.String(), err})
			continue
		}
		if partitioner == "" {
			partitioner = stats.Validation.Partitioner
			if p.order, err = newKeyOrder(stats); err != nil {
				return nil, fmt.Errorf("merge %s: %w", d, err)
			}
		}
		if stats.Validation.Partitioner != partitioner {
			return nil, fmt.Errorf("merge %s: partitioner %s among %s: %w", d, stats.Validation.Partitioner, partitioner, ErrUnsupported)
		}
		table.first, table.last = p.order.decorate(table.first.key), p.order.decorate(table.last.key)
		table.index = i
		p.tables = append(p.tables, table)
	}
	return p, p.divide(ctx, ranges)
}

// planTable opens an SSTable for its first key, and its last one if wanted.
func planTable(ctx context.Context, fsys fs.FS, d Descriptor, last bool) (p plannedTable, stats *Statistics, err error) {
	p.descriptor = d
	t, err := Open(fsys, d, Options{})
	if err != nil {
		return p, nil, err
	}
	defer func() { err = errors.Join(err, t.Close()) }()
	p.sizeBytes, p.blockBytes = t.OnDiskBytes(), plainBlockBytes
	if t.Compression != nil {
		p.blockBytes = t.Compression.ChunkLengthBytes
	}
	first, err := t.firstKey(ctx)
	if err == nil && last {
		// Without it there are no ranges, and nothing is lost.
		if _, key, none := t.cheapRange(); none == nil {
			p.last.key = slices.Clone(key)
		}
	}
	p.first.key = slices.Clone(first)
	return p, t.Statistics, err
}

// divide chooses the ranges and finds their places in every table. A plan stays
// one range where that fails: an index that cannot be used is no reason to fail
// as long as it is not needed.
func (p *MergePlan) divide(ctx context.Context, ranges int) error {
	var sum int64
	for i := range p.tables {
		sum += p.tables[i].sizeBytes
		if p.tables[i].last.key == nil {
			ranges = 1
		}
	}
	ranges = int(min(int64(ranges), sum/cmp.Or(p.options.RangeBytes, minRangeBytes)))
	if ranges < 2 || !p.order.murmur || p.room() < 2 {
		return nil
	}
	p.splits = p.chooseSplits(ranges, sum)
	for i := range p.tables {
		err := p.locate(ctx, &p.tables[i])
		if ctx.Err() != nil {
			return fmt.Errorf("merge SSTables: %w", ctx.Err())
		}
		if err != nil {
			p.splits = nil
			for j := range p.tables {
				p.tables[j].starts = nil
			}
			return nil
		}
	}
	return nil
}

// chooseSplits cuts the ring so that each range has about as many bytes, taking
// those of an SSTable to lie evenly between its first token and its last: hashes
// do.
func (p *MergePlan) chooseSplits(ranges int, sum int64) []uint64 {
	const perRange = 16
	type sample struct {
		hi    uint64
		bytes int64
	}
	var samples []sample
	for i := range p.tables {
		t := &p.tables[i]
		n := max(1, t.sizeBytes*int64(ranges*perRange)/sum)
		step := (t.last.hi - t.first.hi) / uint64(n)
		for k := range n {
			samples = append(samples, sample{t.first.hi + step*uint64(k) + step/2, t.sizeBytes / n})
		}
	}
	slices.SortFunc(samples, func(a, b sample) int { return cmp.Compare(a.hi, b.hi) })
	var out []uint64
	passed := int64(0)
	for _, s := range samples {
		passed += s.bytes
		if len(out)+1 < ranges && passed*int64(ranges) >= sum*int64(len(out)+1) && (len(out) == 0 || s.hi > out[len(out)-1]) {
			out = append(out, s.hi)
		}
	}
	return out
}

// locate finds where each range begins in a table.
func (p *MergePlan) locate(ctx context.Context, planned *plannedTable) (err error) {
	t, err := Open(p.fsys, planned.descriptor, Options{SkipChecksums: p.options.SkipChecksums})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, t.Close()) }()
	planned.starts = []start{{0, planned.first.key}}
	for _, hi := range p.splits {
		s := start{position: t.DataLengthBytes()}
		switch {
		case planned.first.hi >= hi:
			s = planned.starts[0]
		case planned.last.hi >= hi:
			if s, err = t.seek(ctx, p.order, hi); err != nil {
				return err
			}
		}
		if before := planned.starts[len(planned.starts)-1]; s.position < before.position {
			return fmt.Errorf("%s: positions in the index do not ascend: %w", t, ErrCorrupt)
		}
		planned.starts = append(planned.starts, s)
	}
	planned.starts = append(planned.starts, start{position: t.DataLengthBytes()})
	return nil
}

// Ranges is how many there are, at least one.
func (p *MergePlan) Ranges() int { return len(p.splits) + 1 }

// maxOpenTables bounds the SSTables that the merges of a plan have open together:
// each takes two files, of which many systems allow 4,096.
const maxOpenTables = 2000

// AtOnce is how many of the merges may run side by side: with more there would be
// too many files open, or memory for less than a block of each.
func (p *MergePlan) AtOnce() int { return max(1, min(p.Ranges(), p.room())) }

// room is how many merges over all tables fit into files and memory.
func (p *MergePlan) room() int {
	blocks := 0
	for i := range p.tables {
		blocks += p.tables[i].blockBytes
	}
	return min(maxOpenTables/max(1, len(p.tables)), mergeWindowBytes/max(1, blocks))
}

// Skipped returns the tables that the plan leaves out.
func (p *MergePlan) Skipped() []Skipped { return p.skipped }

// Merge goes through one range. atOnce is how many merges of the plan run side by
// side, and share the memory that a scan may take.
func (p *MergePlan) Merge(ctx context.Context, i, atOnce int) *Merge {
	m := &Merge{ctx: ctx, fsys: p.fsys, options: p.options, order: p.order, shared: newMemory(atOnce)}
	for k := range p.tables {
		t := &p.tables[k]
		in := mergeInput{table: t.index, descriptor: t.descriptor, first: t.first}
		if t.starts != nil {
			from, to := t.starts[i], t.starts[i+1]
			if from.position == to.position {
				continue
			}
			in.start, in.end, in.first = from.position, to.position, p.order.decorate(from.key)
			in.part = true
		}
		m.pending = append(m.pending, in)
	}
	m.active.order = p.order
	slices.SortFunc(m.pending, func(a, b mergeInput) int { return m.order.compare(b.first, a.first) })
	return m
}

package scan

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/partop/partop/cassandra/cqltype"
	"github.com/partop/partop/sstable"
)

// MaxKept is the most partitions that one scan of a table keeps, whatever is asked: some 250 bytes each.
const MaxKept = 50_000

// Options say what a scan reads and keeps.
type Options struct {
	By Order
	// Top is how many partitions are kept, of those that reach a threshold; 0 for MaxKept.
	Top int
	Min Thresholds
	// PartitionsOnly reads the index alone where there is one: keys, sizes and SSTables, no counts and no times.
	PartitionsOnly bool
	// TopFirst reads the index, and then of the data the partitions that are kept, alone: their figures are those of a full
	// scan, while the table's counts stay unknown. It needs an order and thresholds that the index knows.
	TopFirst bool
	// Exact merges the rows of the partitions that are kept, see sstable.Exact; GCGraceSeconds is the table's.
	Exact          bool
	GCGraceSeconds int64
	// NowSeconds since 1970 decides what has expired.
	NowSeconds    int64
	SkipChecksums bool
	// Jobs is how many goroutines read a table, each a part of the ring; 0 is 1. The figures do not depend on it.
	Jobs int
	// Keys limit the scan to partitions, ExcludedKeys leave some out; both in any form that cqltype.ParseKeyLiteral reads.
	Keys, ExcludedKeys []string

	rangeBytes int64 // see sstable.MergeOptions
}

// Totals are of all partitions of a table, kept or not.
type Totals struct {
	// DiskBytes is the sum of the Data.db files, as stored.
	DiskBytes int64
	// Partitions are distinct keys; those in Shared lie in more than one SSTable.
	Partitions, Shared int64
	// Deleted are partitions with a deletion of their own.
	Deleted int64
	// SizeBytes is uncompressed.
	SizeBytes int64
	sstable.Counts
	Sizes Histogram
}

// Skip is an SSTable that is missing in the figures.
type Skip struct {
	sstable.Skipped
	// Vanished says that a compaction deleted it while the scan ran: its data are in newer SSTables.
	Vanished bool
}

// Result is what is known about one table.
type Result struct {
	Table
	Totals
	// Columns are of the partition key; the names are made up, key1 and so on, for the files hold none.
	Columns []cqltype.Column
	// Murmur3 tells that tokens are known.
	Murmur3 bool
	// Matched is how many partitions reached a threshold, all of them without one; Top are the first of these.
	Matched int64
	Top     []sstable.MergedPartition
	// Exact has what the rows of Top come to, by the same index; ExactErrors why that is not known.
	Exact       map[int]sstable.ExactPartition
	ExactErrors map[int]error
	// GCGraceSeconds is what Exact assumes.
	GCGraceSeconds int64
	Skipped        []Skip
	// Damages are what was lost within SSTables; Damaged counts all of them, more perhaps than are listed.
	Damages []sstable.Damage
	Damaged int
	// limit is how many partitions could be kept at most, 0 for MaxKept.
	limit int
	// Interrupted says that the context ended the scan: all figures are of the part of the ring read until then.
	Interrupted bool
	// PartitionsOnly says that counts and times of the table are unknown, not zero; those of the partitions too, without
	// TopFirst.
	PartitionsOnly, TopFirst bool
	// StaticOnly says that all data lie in static rows, which count as nothing: so COMPACT STORAGE without clustering
	// keeps its rows.
	StaticOnly bool
}

// Scan reads a table. A context that ends is no error, see Result.Interrupted; nor is a damaged SSTable, see
// Result.Damages and Result.Skipped. It fails when the SSTables cannot be merged or a key cannot be read as one of this table.
func Scan(ctx context.Context, fsys fs.FS, t Table, o Options) (*Result, error) {
	o.PartitionsOnly = o.PartitionsOnly || o.TopFirst
	r := &Result{Table: t, PartitionsOnly: o.PartitionsOnly, TopFirst: o.TopFirst, GCGraceSeconds: o.GCGraceSeconds}
	header := r.describe(fsys)
	keep, err := newFilter(r.Columns, o.Keys, o.ExcludedKeys)
	if err != nil {
		return nil, fmt.Errorf("scan %s: %w", t.Name(), err)
	}
	jobs := max(1, o.Jobs)
	plan, err := sstable.NewMergePlan(ctx, fsys, t.SSTables, mergeOptions(o), jobs*rangesPerJob(jobs))
	if ctx.Err() != nil {
		r.Interrupted = true
		return r, nil
	}
	if err != nil {
		return nil, fmt.Errorf("scan %s: %w", t.Name(), err)
	}
	r.limit = keptAtMost(len(t.SSTables), o)
	c := newCollector(keep, o, r.limit)
	err = c.run(ctx, plan, jobs)
	r.Interrupted = ctx.Err() != nil && c.stopped
	c.fill(r)
	if o.Exact && !r.Interrupted {
		r.mergeTop(ctx, fsys, o)
	}
	if o.TopFirst && !r.Interrupted {
		err = errors.Join(err, r.readTop(ctx, fsys, o))
	}
	r.takeSkipped(fsys, slices.Concat(plan.Skipped(), c.skipped))
	r.StaticOnly = header != nil && len(header.Static) > 0 && !o.PartitionsOnly && r.Rows == 0 && r.Deleted < r.Partitions
	return r, err
}

// takeSkipped names each SSTable once, however many goroutines met it.
func (r *Result) takeSkipped(fsys fs.FS, skipped []sstable.Skipped) {
	slices.SortStableFunc(skipped, func(a, b sstable.Skipped) int { return cmp.Compare(a.Name, b.Name) })
	skipped = slices.CompactFunc(skipped, func(a, b sstable.Skipped) bool { return a.Name == b.Name })
	for _, s := range skipped {
		if errors.Is(s.Reason, context.Canceled) || errors.Is(s.Reason, context.DeadlineExceeded) {
			continue // it was being read when the scan ended, see Interrupted
		}
		r.Skipped = append(r.Skipped, Skip{s, vanished(fsys, s)})
	}
}

func mergeOptions(o Options) sstable.MergeOptions {
	m := sstable.MergeOptions{NowSeconds: o.NowSeconds, RangeBytes: o.rangeBytes, Options: sstable.Options{SkipChecksums: o.SkipChecksums}}
	if o.PartitionsOnly {
		m.Depth = sstable.SizeDepth
	}
	m.Fragments = o.TopFirst || o.Exact
	return m
}

func (t *Totals) count(p *sstable.MergedPartition) {
	t.Partitions++
	if p.SSTables > 1 {
		t.Shared++
	}
	if !p.Deletion.IsLive() {
		t.Deleted++
	}
	t.SizeBytes += p.SizeBytes
	t.Counts.Add(&p.Counts)
	t.Sizes.Add(p.SizeBytes)
}

// add joins totals of another part of the ring.
func (t *Totals) add(o *Totals) {
	t.Partitions += o.Partitions
	t.Shared += o.Shared
	t.Deleted += o.Deleted
	t.SizeBytes += o.SizeBytes
	t.Counts.Add(&o.Counts)
	for i, n := range o.Sizes {
		t.Sizes[i] += n
	}
}

// describe learns about the table from the first SSTable that can be read; all have the same partition key.
func (r *Result) describe(fsys fs.FS) *sstable.Header {
	var header *sstable.Header
	for _, d := range r.SSTables {
		if info, err := fs.Stat(fsys, d.Path(sstable.DataDB)); err == nil {
			r.DiskBytes += info.Size()
		}
		if header != nil {
			continue
		}
		s, err := sstable.OpenStatistics(fsys, d)
		if err != nil || s.Header == nil {
			continue // the merge says what is wrong with it
		}
		header = s.Header
		r.Murmur3 = strings.HasSuffix(s.Validation.Partitioner, "Murmur3Partitioner")
		r.Columns = header.KeyColumns()
		for i := range r.Columns {
			r.Columns[i].Name = fmt.Sprintf("key%d", i+1)
		}
	}
	return header
}

// vanished tells a deleted SSTable, which takes its Statistics.db along, from one that lacks a component.
func vanished(fsys fs.FS, s sstable.Skipped) bool {
	if !errors.Is(s.Reason, fs.ErrNotExist) {
		return false
	}
	d, _, err := sstable.ParseName(s.Name + "-" + statisticsName)
	if err != nil {
		return false
	}
	_, err = fs.Stat(fsys, d.Path(sstable.StatisticsDB))
	return errors.Is(err, fs.ErrNotExist)
}

const statisticsName = "Statistics.db"

package scan

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/partop/partop/sstable"
)

// collector gathers what several goroutines find in parts of the ring.
type collector struct {
	keep filter
	min  Thresholds

	mu      sync.Mutex
	totals  Totals
	matched int64
	best    top
	damages []sstable.Damage
	damaged int
	skipped []sstable.Skipped
	errs    []error
	stopped bool // by the context
}

func newCollector(keep filter, o Options, limit int) *collector {
	c := &collector{keep: keep, min: o.Min, best: top{order: o.By, n: limit}}
	if o.Top > 0 {
		c.best.n = min(o.Top, limit)
	}
	return c
}

// maxFragments bounds the fragments that are remembered of all partitions that are kept: 24 bytes each.
const maxFragments = 1 << 20

// keptAtMost is MaxKept, or fewer where each partition comes with as many fragments as there are SSTables.
func keptAtMost(tables int, o Options) int {
	if !o.Exact && !o.TopFirst {
		return MaxKept
	}
	return min(MaxKept, max(1, maxFragments/max(1, tables)))
}

// rangesPerJob is how many parts of the ring each goroutine gets, one after the other, so that those with little to do
// help the others. One goroutine needs no parts.
func rangesPerJob(jobs int) int {
	if jobs == 1 {
		return 1
	}
	return 4
}

// run goes through all parts with at most so many goroutines, and returns when they have ended.
func (c *collector) run(ctx context.Context, plan *sstable.MergePlan, jobs int) error {
	parts := make(chan int)
	var workers sync.WaitGroup
	atOnce := min(jobs, plan.AtOnce())
	for range atOnce {
		workers.Go(func() {
			for i := range parts {
				c.part(plan.Merge(ctx, i, atOnce))
			}
		})
	}
	for i := range plan.Ranges() {
		parts <- i
	}
	close(parts)
	workers.Wait()
	return errors.Join(c.errs...)
}

// part goes through a merge and closes it.
func (c *collector) part(m *sstable.Merge) {
	var totals Totals
	var matched int64
	for m.Next() {
		p := m.Partition()
		if !c.keep.passes(p.Key) {
			continue
		}
		totals.count(p)
		if c.min.reached(p) {
			matched++
			c.offer(p)
		}
	}
	closed := m.Close()
	damages, damaged := m.Damages()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.totals.add(&totals)
	c.matched += matched
	c.damages, c.damaged = append(c.damages, damages...), c.damaged+damaged
	c.skipped = append(c.skipped, m.Skipped()...)
	c.stopped = c.stopped || m.Err() != nil
	if closed != nil {
		c.errs = append(c.errs, closed)
	}
}

func (c *collector) offer(p *sstable.MergedPartition) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.best.offer(p)
}

// fill puts into a result what was gathered. A damage that reaches from one part of the ring into the next is one.
func (c *collector) fill(r *Result) {
	r.Totals.add(&c.totals)
	r.Matched, r.Top = c.matched, c.best.sorted()
	slices.SortFunc(c.damages, func(a, b sstable.Damage) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Start, b.Start))
	})
	r.Damaged = c.damaged
	for i := range c.damages {
		if n := len(r.Damages); n > 0 && r.Damages[n-1].Join(&c.damages[i]) {
			r.Damaged--
			continue
		}
		r.Damages = append(r.Damages, c.damages[i])
	}
}

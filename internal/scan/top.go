package scan

import (
	"bytes"
	"cmp"
	"container/heap"
	"slices"

	"github.com/partop/partop/sstable"
)

func (o Order) of(p *sstable.MergedPartition) int64 {
	switch o {
	case ByRows:
		return p.Rows
	case ByCells:
		return p.Cells
	case ByTombstones:
		return p.Tombstones()
	case BySSTables:
		return int64(p.SSTables)
	case BySize:
	}
	return p.SizeBytes
}

// compare puts the larger first; ties by size and then key, so that two runs rank alike.
func (o Order) compare(a, b *sstable.MergedPartition) int {
	return cmp.Or(cmp.Compare(o.of(b), o.of(a)), cmp.Compare(b.SizeBytes, a.SizeBytes), bytes.Compare(a.Key, b.Key))
}

// top keeps the n first partitions of an order; the last of them is at the root of the heap.
type top struct {
	order Order
	n     int
	kept  []sstable.MergedPartition
}

func (t *top) Len() int { return len(t.kept) }
func (t *top) Less(i, j int) bool {
	return t.order.compare(&t.kept[i], &t.kept[j]) > 0
}
func (t *top) Swap(i, j int) { t.kept[i], t.kept[j] = t.kept[j], t.kept[i] }
func (t *top) Push(x any)    { t.kept = append(t.kept, x.(sstable.MergedPartition)) }

func (t *top) Pop() any {
	last := t.kept[len(t.kept)-1]
	t.kept = t.kept[:len(t.kept)-1]
	return last
}

// offer keeps a copy of the partition if it is among the first.
func (t *top) offer(p *sstable.MergedPartition) {
	switch {
	case len(t.kept) < t.n:
		kept := *p
		kept.Key, kept.Fragments = slices.Clone(p.Key), slices.Clone(p.Fragments)
		heap.Push(t, kept)
	case t.n > 0 && t.order.compare(p, &t.kept[0]) < 0:
		key, fragments := append(t.kept[0].Key[:0], p.Key...), append(t.kept[0].Fragments[:0], p.Fragments...)
		t.kept[0] = *p
		t.kept[0].Key, t.kept[0].Fragments = key, fragments
		heap.Fix(t, 0)
	}
}

// sorted ends the collection.
func (t *top) sorted() []sstable.MergedPartition {
	slices.SortFunc(t.kept, func(a, b sstable.MergedPartition) int { return t.order.compare(&a, &b) })
	return t.kept
}

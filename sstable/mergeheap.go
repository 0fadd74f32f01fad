package sstable

// mergeHeap has the source with the lowest key first. Tokens lie beside the
// pointers and are compared as numbers: keys hardly ever decide.
type mergeHeap struct {
	order keyOrder
	items []heapItem
}

type heapItem struct {
	hi, lo uint64
	src    *mergeSource
}

func (h *mergeHeap) less(a, b *heapItem) bool {
	if a.hi != b.hi {
		return a.hi < b.hi
	}
	return h.order.compare(a.src.key, b.src.key) < 0
}

// first is the source with the lowest key.
func (h *mergeHeap) first() *mergeSource { return h.items[0].src }

func (h *mergeHeap) len() int { return len(h.items) }

// push adds a source that stands at a partition.
func (h *mergeHeap) push(src *mergeSource) {
	h.items = append(h.items, heapItem{src.key.hi, src.key.lo, src})
	i := len(h.items) - 1
	for i > 0 {
		parent := (i - 1) / 2
		if !h.less(&h.items[i], &h.items[parent]) {
			return
		}
		h.items[i], h.items[parent] = h.items[parent], h.items[i]
		i = parent
	}
}

// moved puts the first source where it belongs after it has gone on.
func (h *mergeHeap) moved() {
	h.items[0].hi, h.items[0].lo = h.items[0].src.key.hi, h.items[0].src.key.lo
	h.sink()
}

// drop removes the first source.
func (h *mergeHeap) drop() {
	last := len(h.items) - 1
	h.items[0] = h.items[last]
	h.items[last] = heapItem{}
	h.items = h.items[:last]
	if last > 0 {
		h.sink()
	}
}

func (h *mergeHeap) sink() {
	items, i := h.items, 0
	for {
		child := 2*i + 1
		if child >= len(items) {
			return
		}
		if child+1 < len(items) && h.less(&items[child+1], &items[child]) {
			child++
		}
		if !h.less(&items[child], &items[i]) {
			return
		}
		items[i], items[child] = items[child], items[i]
		i = child
	}
}

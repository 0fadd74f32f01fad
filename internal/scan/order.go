package scan

import (
	"fmt"
	"strings"

	"github.com/partop/partop/sstable"
)

// Order is what partitions are ranked by, the largest first.
type Order uint8

// The orders. Those but BySize and BySSTables need the data, not the index alone.
const (
	BySize Order = iota
	ByRows
	ByCells
	ByTombstones
	BySSTables
)

var orderNames = [...]string{"size", "rows", "cells", "tombstones", "sstables"}

// OrderNames returns the names that ParseOrder takes.
func OrderNames() []string { return orderNames[:] }

// ParseOrder reads the name of an order.
func ParseOrder(s string) (Order, error) {
	for i, n := range orderNames {
		if n == s {
			return Order(i), nil
		}
	}
	return 0, fmt.Errorf("partitions are ranked by %s, not by %q", strings.Join(orderNames[:], ", "), s)
}

func (o Order) String() string { return orderNames[o] }

// NeedsData tells that the index alone does not know the figure.
func (o Order) NeedsData() bool { return o != BySize && o != BySSTables }

// Thresholds list the partitions that reach any of them, as in sstablepartitions. Negative ones are not set.
type Thresholds struct {
	SizeBytes, Rows, Cells, Tombstones int64
}

// NoThresholds list everything.
func NoThresholds() Thresholds { return Thresholds{-1, -1, -1, -1} }

// Any tells that one is set.
func (t Thresholds) Any() bool { return t != NoThresholds() }

// NeedsData tells that the index alone does not decide.
func (t Thresholds) NeedsData() bool { return t.Rows >= 0 || t.Cells >= 0 || t.Tombstones >= 0 }

func (t Thresholds) reached(p *sstable.MergedPartition) bool {
	reaches := func(limit, v int64) bool { return limit >= 0 && v >= limit }
	return !t.Any() || reaches(t.SizeBytes, p.SizeBytes) || reaches(t.Rows, p.Rows) ||
		reaches(t.Cells, p.Cells) || reaches(t.Tombstones, p.Tombstones())
}

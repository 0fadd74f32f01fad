package sstable

import "math"

// Counts are what sstablepartitions counts in a partition. The static row is
// not a row and nothing in it is counted; nor is the partition's own deletion.
type Counts struct {
	Rows int64
	// Cells are live, expired and deleted ones; each element of a collection
	// that is not frozen is one.
	Cells int64
	// RowTombstones are rows with a deletion.
	RowTombstones int64
	// RangeTombstones are markers: a start, an end or a boundary is one each.
	RangeTombstones int64
	// ComplexTombstones are deletions of whole collections or UDTs in a row,
	// which overwriting one leaves behind.
	ComplexTombstones int64
	// CellTombstones are deleted cells.
	CellTombstones int64
	// RowTTLExpired are rows whose TTL ended before now.
	RowTTLExpired int64
	// CellTTLExpired are cells whose TTL has ended, unless the TTL is the
	// row's.
	CellTTLExpired int64
}

// Tombstones is the sum of the six kinds.
func (c *Counts) Tombstones() int64 {
	return c.RowTombstones + c.RangeTombstones + c.ComplexTombstones + c.CellTombstones + c.RowTTLExpired + c.CellTTLExpired
}

// Add adds other counts.
func (c *Counts) Add(o *Counts) {
	c.Rows += o.Rows
	c.Cells += o.Cells
	c.RowTombstones += o.RowTombstones
	c.RangeTombstones += o.RangeTombstones
	c.ComplexTombstones += o.ComplexTombstones
	c.CellTombstones += o.CellTombstones
	c.RowTTLExpired += o.RowTTLExpired
	c.CellTTLExpired += o.CellTTLExpired
}

// Times are the bounds of all times in a partition: of its deletion, its static
// row, liveness, cells, deletions and markers, as MetadataCollector gathers them
// for an SSTable. Start from NoTimes.
type Times struct {
	// MinTimestamp and MaxTimestamp are in microseconds; the minimum is above
	// the maximum when there is none.
	MinTimestamp, MaxTimestamp int64
	// MinLocalDeletionTime and MaxLocalDeletionTime are in seconds. Both are
	// NoDeletionTime when nothing is deleted or expires; the maximum also
	// when something else lives for ever.
	MinLocalDeletionTime, MaxLocalDeletionTime int64
}

// NoTimes returns the bounds of nothing.
func NoTimes() Times {
	return Times{math.MaxInt64, math.MinInt64, NoDeletionTime, math.MinInt64}
}

func (t *Times) include(timestamp, local int64) {
	t.MinTimestamp = min(t.MinTimestamp, timestamp)
	t.MaxTimestamp = max(t.MaxTimestamp, timestamp)
	t.MinLocalDeletionTime = min(t.MinLocalDeletionTime, local)
	t.MaxLocalDeletionTime = max(t.MaxLocalDeletionTime, local)
}

func (t *Times) includeDeletion(d DeletionTime) {
	if !d.IsLive() {
		t.include(d.MarkedForDeleteAt, d.LocalDeletionTime)
	}
}

// Merge widens the bounds by others.
func (t *Times) Merge(o *Times) {
	t.MinTimestamp = min(t.MinTimestamp, o.MinTimestamp)
	t.MaxTimestamp = max(t.MaxTimestamp, o.MaxTimestamp)
	t.MinLocalDeletionTime = min(t.MinLocalDeletionTime, o.MinLocalDeletionTime)
	t.MaxLocalDeletionTime = max(t.MaxLocalDeletionTime, o.MaxLocalDeletionTime)
}

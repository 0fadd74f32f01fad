package sstable

import "math/bits"

// sizer adds up a partition as Cassandra would write it
// (UnfilteredSerializer.serializedSize).
type sizer struct {
	layout   *exactLayout
	now      int64
	unset    int64 // local deletion time of a LIVE deletion, as written
	bytes    int64
	previous int64 // size of the unfiltered before, or of the header
	counts   Counts
}

func uvintSize(v uint64) int64 { return int64(max(1, min(9, (bits.Len64(v)+6)/7))) }

func (z *sizer) timestamp(t int64) int64 { return uvintSize(uint64(t - z.layout.header.MinTimestamp)) }
func (z *sizer) ttl(t int32) int64 {
	return uvintSize(uint64(int64(t - z.layout.header.MinTTLSeconds)))
}

// local sizes a local deletion time: an int, whose difference is sign-extended.
func (z *sizer) local(t int64) int64 {
	return uvintSize(uint64(int64(int32(t - z.layout.header.MinLocalDeletionTime))))
}

func (z *sizer) deletion(d DeletionTime) int64 {
	if d.IsLive() { // of a column in a row where another has a deletion
		return z.timestamp(d.MarkedForDeleteAt) + z.local(z.unset)
	}
	return z.timestamp(d.MarkedForDeleteAt) + z.local(d.LocalDeletionTime)
}

// begin sizes the head of a partition.
func (z *sizer) begin(keyBytes int, d DeletionTime) {
	z.bytes = 2 + int64(keyBytes) + 12
	if z.layout.version.has(uintDeletionTime) && d.IsLive() {
		z.bytes = 2 + int64(keyBytes) + 1
	}
	z.previous = z.bytes
}

// static sizes the static row, which is there even when it is empty.
func (z *sizer) static(r *mergedRow) {
	if len(z.layout.static) == 0 {
		return
	}
	counts := z.counts
	n := z.rowBody(r, z.layout.static)
	z.counts = counts // nothing in it counts
	n += uvintSize(0)
	z.bytes += 2 + uvintSize(uint64(n)) + n
	z.previous = z.bytes
}

func (z *sizer) row(r *mergedRow) {
	z.counts.Rows++
	if !r.deletion.IsLive() {
		z.counts.RowTombstones++
	}
	if r.liveness.TTLSeconds != 0 && r.liveness.LocalExpirationTime < z.now {
		z.counts.RowTTLExpired++
	}
	n := uvintSize(uint64(z.previous)) + z.rowBody(r, z.layout.regular)
	flags := int64(1)
	if r.shadowable && !r.deletion.IsLive() {
		flags++
	}
	z.add(flags + z.clustering(r.position.values) + uvintSize(uint64(n)) + n)
}

func (z *sizer) marker(kind BoundKind, values [][]byte, first, second DeletionTime) {
	n := uvintSize(uint64(z.previous)) + z.deletion(first)
	if kind.IsBoundary() {
		n += z.deletion(second)
	}
	z.counts.RangeTombstones++
	z.add(1 + 1 + 2 + z.clustering(values) + uvintSize(uint64(n)) + n)
}

func (z *sizer) add(n int64) {
	z.bytes += n
	z.previous = n
}

func (z *sizer) end() { z.bytes++ }

func (z *sizer) clustering(values [][]byte) (n int64) {
	for start := 0; start < len(values); start += 32 {
		var head uint64
		for i := start; i < min(start+32, len(values)); i++ {
			v := values[i]
			switch {
			case v == nil:
				head |= 2 << (2 * (i - start))
			case len(v) == 0:
				head |= 1 << (2 * (i - start))
			default:
				n += int64(len(v))
				if fixedLength(z.layout.clustering[i]) < 0 {
					n += uvintSize(uint64(len(v)))
				}
			}
		}
		n += uvintSize(head)
	}
	return n
}

// rowBody sizes all behind the previous size.
func (z *sizer) rowBody(r *mergedRow, columns []mergedColumn) (n int64) {
	if l := r.liveness; l.Timestamp != NoTimestamp {
		n += z.timestamp(l.Timestamp)
		if l.TTLSeconds != 0 {
			n += z.ttl(l.TTLSeconds) + z.local(l.LocalExpirationTime)
		}
	}
	if !r.deletion.IsLive() {
		n += z.deletion(r.deletion)
	}
	complexDeletion := false
	var missing []int
	for i := range r.columns {
		complexDeletion = complexDeletion || !r.columns[i].deletion.IsLive()
		if r.columns[i].empty() {
			missing = append(missing, i)
		}
	}
	if len(missing) > 0 {
		n += subsetSize(missing, len(columns))
	}
	for i := range r.columns {
		m := &r.columns[i]
		if m.empty() {
			continue
		}
		if columns[i].complex {
			if complexDeletion {
				n += z.deletion(m.deletion)
			}
			if !m.deletion.IsLive() {
				z.counts.ComplexTombstones++
			}
			n += uvintSize(uint64(len(m.cells)))
		}
		for _, c := range m.cells {
			n += z.cell(r, c, &columns[i])
		}
	}
	return n
}

// subsetSize sizes the list of columns that are missing (Columns.Serializer).
func subsetSize(missing []int, all int) (n int64) {
	if all < 64 {
		var bitmap uint64
		for _, i := range missing {
			bitmap |= 1 << i
		}
		return uvintSize(bitmap)
	}
	n = uvintSize(uint64(len(missing)))
	fewPresent := all-len(missing) < all/2
	for i, at := 0, 0; i < all; i++ {
		isMissing := at < len(missing) && missing[at] == i
		if isMissing {
			at++
		}
		if isMissing != fewPresent {
			n += uvintSize(uint64(i))
		}
	}
	return n
}

func (z *sizer) cell(r *mergedRow, c *exactCell, column *mergedColumn) int64 {
	n := int64(1)
	l := r.liveness
	if l.Timestamp == NoTimestamp || c.timestamp != l.Timestamp {
		n += z.timestamp(c.timestamp)
	}
	if c.local != NoDeletionTime && (c.ttl == 0 || l.TTLSeconds == 0 || c.ttl != l.TTLSeconds || c.local != l.LocalExpirationTime) {
		n += z.local(c.local)
		if c.ttl != 0 {
			n += z.ttl(c.ttl)
		}
	}
	if column.complex {
		n += uvintSize(uint64(len(c.path))) + int64(len(c.path))
	}
	if c.valueBytes > 0 {
		n += c.valueBytes
		if column.fixed < 0 {
			n += uvintSize(uint64(c.valueBytes))
		}
	}
	z.count(r, c)
	return n
}

func (z *sizer) count(r *mergedRow, c *exactCell) {
	z.counts.Cells++
	switch {
	case c.isTombstone():
		z.counts.CellTombstones++
	case c.ttl != 0 && z.now >= c.local && (r.liveness.Timestamp == NoTimestamp || c.ttl != r.liveness.TTLSeconds):
		z.counts.CellTTLExpired++
	}
}

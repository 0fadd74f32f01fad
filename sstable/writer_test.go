package sstable

import (
	"encoding/binary"
	"math/rand/v2"

	"github.com/partop/partop/cassandra/cqltype"
)

// rowWriter makes random partitions and counts what it writes, apart from the
// reader: the counts come from what a cell is, not from its bytes. All bases are
// zero, nothing is covered by a deletion.
type rowWriter struct {
	r       *rand.Rand
	version Version
	header  *Header
	now     int64
	b       []byte
	want    Counts
	times   Times
}

const writerNow = 1000

func newRowWriter(seed uint64, v Version, h *Header) *rowWriter {
	return &rowWriter{r: rand.New(rand.NewPCG(seed, 7)), version: v, header: h, now: writerNow, times: NoTimes()}
}

func (w *rowWriter) uvint(v uint64) { w.b = appendUvint(w.b, v) }

func (w *rowWriter) chance(n int) bool { return w.r.IntN(n) == 0 }

// partition writes a whole partition with some rows and markers.
func (w *rowWriter) partition(key string, rows int) {
	w.b = binary.BigEndian.AppendUint16(w.b, uint16(len(key)))
	w.b = append(w.b, key...)
	if w.version.has(uintDeletionTime) {
		w.b = append(w.b, liveFlag)
	} else {
		w.b = append(w.b, 0x7f, 0xff, 0xff, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0)
	}
	if len(w.header.Static) > 0 {
		kept := w.want
		w.row([]byte{extensionFlag, extStatic}, w.header.Static, false)
		w.want = kept // nothing in a static row counts
	}
	for range rows {
		if w.chance(6) {
			w.marker()
		} else {
			w.row([]byte{0}, w.header.Regular, true)
			w.want.Rows++
		}
	}
	w.b = append(w.b, endOfPartition)
}

// framed writes what body writes behind its size, with a false previous size.
func (w *rowWriter) framed(body func()) {
	outer := w.b
	w.b = []byte{0}
	body()
	inner := w.b
	w.b = append(appendUvint(outer, uint64(len(inner))), inner...)
}

// clustering writes n text values, some empty, some null.
func (w *rowWriter) clustering(n int) {
	for start := 0; start < n; start += 32 {
		var head uint64
		var values []byte
		for i := start; i < min(n, start+32); i++ {
			switch w.r.IntN(5) {
			case 0:
				head |= 1 << (2 * (i - start))
			case 1:
				head |= 2 << (2 * (i - start))
			default:
				value := make([]byte, 1+w.r.IntN(90))
				values = append(appendUvint(values, uint64(len(value))), value...)
			}
		}
		w.uvint(head)
		w.b = append(w.b, values...)
	}
}

func (w *rowWriter) marker() {
	kinds := []BoundKind{ExclEnd, InclStart, ExclEndInclStart, InclEndExclStart, InclEnd, ExclStart}
	kind := kinds[w.r.IntN(len(kinds))]
	n := w.r.IntN(len(w.header.Clusterings) + 1)
	w.b = append(w.b, isMarker, byte(kind), 0, byte(n))
	w.clustering(n)
	w.framed(func() {
		w.deletion()
		if kind.IsBoundary() {
			w.deletion()
		}
	})
	w.want.RangeTombstones++
}

// deletion writes one that is older than every cell.
func (w *rowWriter) deletion() {
	at, local := int64(1+w.r.IntN(100)), int64(1+w.r.IntN(1<<20))
	w.uvint(uint64(at))
	w.uvint(uint64(local))
	w.times.include(at, local)
}

// row writes flags, clustering and cells; liveness and deletion at random.
func (w *rowWriter) row(flags []byte, columns []HeaderColumn, clustered bool) {
	timestamp, ttl, local := int64(200+w.r.IntN(1<<30)), int32(0), int64(NoDeletionTime)
	alive, deleted, complexDeletions := !w.chance(4), w.chance(5), w.chance(3)
	if alive {
		flags[0] |= hasTimestamp
		if w.chance(3) {
			flags[0] |= hasTTL
			ttl, local = int32(1+w.r.IntN(200)), int64(writerNow-2+w.r.IntN(5))
		}
	}
	present := make([]bool, len(columns))
	all := true
	for i := range present {
		present[i] = !w.chance(3)
		all = all && present[i]
	}
	if deleted {
		flags[0] |= hasDeletion
	}
	if complexDeletions {
		flags[0] |= hasComplexDeletion
	}
	if all {
		flags[0] |= hasAllColumns
	}
	w.b = append(w.b, flags...)
	if clustered {
		w.clustering(len(w.header.Clusterings))
	}
	w.framed(func() {
		if alive {
			w.uvint(uint64(timestamp))
			w.times.include(timestamp, local)
			if ttl != 0 {
				w.uvint(uint64(ttl))
				w.uvint(uint64(local))
				if local < w.now {
					w.want.RowTTLExpired++
				}
			}
		}
		if deleted {
			w.deletion()
			w.want.RowTombstones++
		}
		if !all {
			w.subset(present)
		}
		row := Liveness{timestamp, ttl, local}
		for i, c := range columns {
			if present[i] {
				w.column(c.Type, alive, row, complexDeletions)
			}
		}
	})
}

// subset writes which columns are missing (Columns.Serializer.encodeBitmap and
// serializeLargeSubset).
func (w *rowWriter) subset(present []bool) {
	var in, out []uint64
	bitmap := uint64(0)
	for i, p := range present {
		if p {
			in = append(in, uint64(i))
		} else {
			out = append(out, uint64(i))
			if i < 64 {
				bitmap |= 1 << i
			}
		}
	}
	if len(present) < 64 {
		w.uvint(bitmap)
		return
	}
	w.uvint(uint64(len(out)))
	list := out
	if len(in) < len(present)/2 {
		list = in
	}
	for _, i := range list {
		w.uvint(i)
	}
}

func (w *rowWriter) column(t cqltype.Type, alive bool, row Liveness, complexDeletions bool) {
	if !t.IsMultiCell() {
		w.cell(t, alive, row)
		return
	}
	if complexDeletions {
		if w.chance(2) {
			w.deletion()
			w.want.ComplexTombstones++
		} else {
			w.uvint(1 << 63) // LIVE: the smallest long
			w.uvint(0x7fffffff)
		}
	}
	n := w.r.IntN(4)
	w.uvint(uint64(n))
	for range n {
		w.cell(t, alive, row)
	}
}

// cell writes a live, deleted or expiring cell, at the row's times or its own.
func (w *rowWriter) cell(t cqltype.Type, alive bool, row Liveness) {
	w.want.Cells++
	timestamp, local, ttl := int64(200+w.r.IntN(1<<20)), int64(NoDeletionTime), int32(0)
	flags := byte(0)
	if alive && w.chance(2) {
		flags |= cellUseRowTimestamp
		timestamp = row.Timestamp
	}
	switch w.r.IntN(4) {
	case 0:
		flags |= cellIsDeleted | cellHasEmptyValue
		local = int64(1 + w.r.IntN(5000))
		w.want.CellTombstones++
	case 1:
		flags |= cellIsExpiring
		local, ttl = int64(writerNow-2+w.r.IntN(5)), int32(1+w.r.IntN(200))
		if alive && row.TTLSeconds != 0 && w.chance(2) {
			flags |= cellUseRowTTL
			local, ttl = row.LocalExpirationTime, row.TTLSeconds
		}
		if w.now >= local && !(alive && ttl == row.TTLSeconds) {
			w.want.CellTTLExpired++
		}
	case 2:
		flags |= cellHasEmptyValue
	}
	w.times.include(timestamp, local)
	w.b = append(w.b, flags)
	if flags&cellUseRowTimestamp == 0 {
		w.uvint(uint64(timestamp))
	}
	if flags&(cellIsDeleted|cellIsExpiring) != 0 && flags&cellUseRowTTL == 0 {
		w.uvint(uint64(local))
		if flags&cellIsExpiring != 0 {
			w.uvint(uint64(ttl))
		}
	}
	if t.IsMultiCell() {
		w.b = append(w.b, 3, 'k', 'e', 'y')
	}
	if flags&cellHasEmptyValue == 0 {
		w.value(t)
	}
}

func (w *rowWriter) value(t cqltype.Type) {
	n, fixed := t.FixedLength()
	if !fixed {
		n = w.r.IntN(300)
		w.uvint(uint64(n))
	}
	w.b = append(w.b, make([]byte, n)...)
}

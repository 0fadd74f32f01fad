package sstable

import (
	"fmt"
	"math/bits"
)

// cells reads the column subset and the cells of a row, in header order.
func (s *Scanner) cells(flags byte) {
	columns := s.layout.regular
	if s.u.Kind == StaticRow {
		columns = s.layout.static
	}
	if flags&hasAllColumns == 0 {
		if !s.subset(len(columns)) {
			return
		}
	} else {
		clear(s.missing)
	}
	for i := range columns {
		if s.missing[i>>6]>>(i&63)&1 != 0 {
			continue
		}
		if s.capture != nil {
			s.capture.column(i)
		}
		if columns[i].complex {
			s.complexColumn(flags)
		} else {
			s.cell(columns[i].fixed, NoTimestamp)
		}
		if s.w.err != nil {
			return
		}
	}
}

// subset reads which columns are missing (Columns.Serializer): a bitmap below 64
// columns, else a list of the missing or of the present ones, whichever is
// shorter.
func (s *Scanner) subset(n int) bool {
	clear(s.missing)
	e := s.w.uvint("column subset")
	if n < 64 {
		if bits.Len64(e) > n {
			s.w.corrupt("column subset", fmt.Sprintf("%d columns", n), fmt.Sprintf("%#x", e))
			return false
		}
		if n > 0 {
			s.missing[0] = e
		}
		return s.w.err == nil
	}
	if e > uint64(n) {
		s.w.corrupt("column subset", fmt.Sprintf("%d columns", n), fmt.Sprint(e))
		return false
	}
	missing := int(e)
	if present := n - missing; present < n/2 {
		for i := range s.missing {
			s.missing[i] = ^uint64(0)
		}
		return s.flip(present, n)
	}
	return s.flip(missing, n)
}

// flip reads indexes and changes their columns from missing to present or back.
func (s *Scanner) flip(count, n int) bool {
	for range count {
		i := s.w.uvint("column index")
		if i >= uint64(n) {
			s.w.corrupt("column index", fmt.Sprintf("below %d", n), fmt.Sprint(i))
		}
		if s.w.err != nil {
			return false
		}
		s.missing[i>>6] ^= 1 << (i & 63)
	}
	return true
}

// complexColumn reads the cells of a collection or UDT that is not frozen:
//
//	[deletion] | uvint n | n cells
func (s *Scanner) complexColumn(flags byte) {
	deletedAt := int64(NoTimestamp)
	if flags&hasComplexDeletion != 0 {
		d := s.deltaDeletion()
		if s.capture != nil {
			s.capture.complexDeletion(d)
		}
		if !d.IsLive() {
			deletedAt = d.MarkedForDeleteAt
			s.u.Counts.ComplexTombstones++
			s.u.Times.includeDeletion(d)
		}
	}
	n := s.w.uvint("number of cells")
	if n > uint64(s.w.left()) {
		s.w.corrupt("number of cells", fmt.Sprintf("at most %d", s.w.left()), fmt.Sprint(n))
		return
	}
	for ; n > 0 && s.w.err == nil; n-- {
		s.cell(elementCell, deletedAt)
	}
}

// elementCell in place of a fixed length: a cell of a complex column has a path,
// and its value a length whatever its type.
const elementCell = -2

// cell reads one cell (Cell.Serializer), without its value:
//
//	u8 flags | [timestamp] | [local deletion time] | [ttl] |
//	[vint path of an element] | [value]
//
// It counts unless the row's deletion or the collection's covers it.
func (s *Scanner) cell(fixed int, complexDeletedAt int64) {
	w, row := &s.w, &s.rowLiveness
	flags := w.u8("cell flags")
	timestamp := row.Timestamp
	if flags&cellUseRowTimestamp == 0 {
		timestamp = s.timestamp()
	}
	local, ttl := int64(NoDeletionTime), int32(0)
	if flags&cellUseRowTTL != 0 {
		local, ttl = row.LocalExpirationTime, row.TTLSeconds
	} else if flags&(cellIsDeleted|cellIsExpiring) != 0 {
		local = s.localTime()
		if flags&cellIsExpiring != 0 {
			ttl = s.ttl()
		}
		local = s.mend(local, ttl)
	}
	if s.capture != nil {
		s.captureCell(fixed, flags, exactCell{timestamp: timestamp, ttl: ttl, local: local})
	} else {
		if fixed == elementCell {
			w.skip(w.uvint("path length"), "cell path")
		}
		if flags&cellHasEmptyValue == 0 {
			w.skip(s.cellValueLength(fixed), "cell value")
		}
	}
	if timestamp <= s.rowDeletedAt && s.rowDeletedAt != NoTimestamp || timestamp < complexDeletedAt {
		return
	}
	s.countCell(timestamp, local, ttl)
}

func (s *Scanner) cellValueLength(fixed int) uint64 {
	if fixed >= 0 {
		return uint64(fixed)
	}
	return s.w.uvint("value length")
}

func (s *Scanner) countCell(timestamp, local int64, ttl int32) {
	c := &s.u.Counts
	c.Cells++
	s.u.Times.include(timestamp, local)
	switch {
	case ttl == 0:
		if local != NoDeletionTime {
			c.CellTombstones++
		}
	case s.options.NowSeconds >= local && (s.u.Liveness.Timestamp == NoTimestamp || ttl != s.u.Liveness.TTLSeconds):
		c.CellTTLExpired++
	}
}

package sstable

import "fmt"

// row reads a row (UnfilteredSerializer.deserializeRowBody):
//
//	flags, [extended flags] | clustering | uvint size | uvint previous size |
//	[timestamp, [ttl, expiration]] | [deletion] | [column subset] | cells
func (s *Scanner) row(flags byte, mode stepMode) {
	var extended byte
	if flags&extensionFlag != 0 {
		extended = s.w.u8("extended flags")
	}
	s.u.Kind = Row
	if extended&extStatic != 0 {
		s.u.Kind = StaticRow
	}
	if s.staticNext != (s.u.Kind == StaticRow) {
		s.w.corrupt("flags of row", fmt.Sprintf("static %t", s.staticNext), fmt.Sprintf("%#02x %#02x", flags, extended))
		return
	}
	if s.u.Kind == Row {
		s.readClustering(len(s.layout.clustering))
	}
	end := s.body()
	if s.w.err != nil || mode == skipUnfiltered {
		s.w.seek(end)
		return
	}
	start := s.w.offset()
	s.rowBody(flags, extended, end)
	if s.w.err != nil {
		s.tryFrozenUDTs(start, func() {
			s.u.Liveness, s.u.Deletion = noLiveness, liveDeletion
			s.u.Counts, s.u.Times = Counts{}, NoTimes()
			s.rowBody(flags, extended, end)
		})
	}
}

func (s *Scanner) rowBody(flags, extended byte, end int64) {
	u := &s.u
	s.w.uvint("previous row size")
	s.readLiveness(flags)
	if flags&hasDeletion != 0 {
		u.Deletion = s.deltaDeletion()
		if extended&extScyllaSecondDelete != 0 {
			s.deltaDeletion()
		}
	}
	s.rowLiveness, s.rowDeletedAt = u.Liveness, u.Deletion.MarkedForDeleteAt
	if s.capture != nil {
		s.capture.begin(u, extended&extShadowable != 0)
	}
	s.reconcile(extended)
	if !s.options.RowsOnly {
		s.cells(flags)
		s.closeBody(end)
	} else if s.w.offset() <= end {
		s.w.seek(end)
	} else {
		s.closeBody(end)
	}
	if u.Kind == StaticRow {
		u.Counts = Counts{}
		return
	}
	u.Counts.Rows = 1
	if !u.Deletion.IsLive() {
		u.Counts.RowTombstones = 1
	}
	if u.Liveness.TTLSeconds != 0 && u.Liveness.LocalExpirationTime < s.options.NowSeconds {
		u.Counts.RowTTLExpired = 1
	}
}

func (s *Scanner) readLiveness(flags byte) {
	if flags&hasTimestamp == 0 {
		return
	}
	l := &s.u.Liveness
	l.Timestamp = s.timestamp()
	if flags&hasTTL != 0 {
		l.TTLSeconds = s.ttl()
		l.LocalExpirationTime = s.localExpiration(l.TTLSeconds)
	}
}

// reconcile drops what the row's deletion covers, and a shadowable deletion that
// the row's own timestamp covers (BTreeRow.Builder). Writers leave neither.
func (s *Scanner) reconcile(extended byte) {
	u := &s.u
	if extended&extShadowable != 0 && u.Deletion.MarkedForDeleteAt < u.Liveness.Timestamp {
		u.Deletion = liveDeletion
	}
	if u.Liveness.Timestamp <= u.Deletion.MarkedForDeleteAt {
		u.Liveness = noLiveness
	}
	u.Times.includeDeletion(u.Deletion)
	if u.Liveness.Timestamp != NoTimestamp {
		u.Times.include(u.Liveness.Timestamp, u.Liveness.LocalExpirationTime)
	}
}

// marker reads a range tombstone marker:
//
//	flags | u8 kind | u16 values | clustering | uvint size | uvint previous size |
//	deletion | [second deletion of a boundary]
func (s *Scanner) marker(mode stepMode) {
	u, w := &s.u, &s.w
	u.Kind = Marker
	if s.staticNext {
		w.corrupt("flags of static row", "a row", "a marker")
	}
	u.Bound = BoundKind(w.u8("bound kind"))
	if w.err == nil && !u.Bound.isMarker() {
		w.corrupt("bound kind", "that of a marker", fmt.Sprint(u.Bound))
	}
	n := w.u16("bound size")
	if n > len(s.layout.clustering) {
		w.corrupt("bound size", fmt.Sprintf("at most %d", len(s.layout.clustering)), fmt.Sprint(n))
		return
	}
	s.readClustering(n)
	end := s.body()
	if w.err != nil || mode == skipUnfiltered {
		w.seek(end)
		return
	}
	w.uvint("previous row size")
	u.Deletion = s.deltaDeletion()
	if u.Bound.IsBoundary() {
		u.Opens = s.deltaDeletion()
	}
	s.closeBody(end)
	u.Counts.RangeTombstones = 1
	u.Times.includeDeletion(u.Deletion)
	u.Times.includeDeletion(u.Opens)
}

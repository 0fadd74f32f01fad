package sstable

import "math"

// timestamp reads a difference to the header's minimum, in microseconds, which
// wraps: a LIVE deletion is stored as the smallest long.
func (s *Scanner) timestamp() int64 { return int64(s.w.uvint("timestamp")) + s.header.MinTimestamp }

// ttl is in seconds.
func (s *Scanner) ttl() int32 { return int32(s.w.uvint("TTL")) + s.header.MinTTLSeconds }

// localTime reads a local deletion time in seconds as the version computes it:
// in 32 bits up to nb.
func (s *Scanner) localTime() int64 {
	d := int32(s.w.uvint("local deletion time"))
	if s.version.has(uintDeletionTime) {
		return int64(d) + s.header.MinLocalDeletionTime
	}
	return int64(d + int32(s.header.MinLocalDeletionTime))
}

// deltaDeletion reads the deletion of a row, a range or a collection.
func (s *Scanner) deltaDeletion() DeletionTime {
	at := s.timestamp()
	return DeletionTime{at, s.version.localDeletionTime(uint32(s.localTime()))}
}

// localExpiration reads the local deletion time of a cell or of row liveness
// and mends what overflowed (Cell.decodeLocalDeletionTime). A time below its
// own TTL can only be one that did (CASSANDRA-14092), unless the TTL is the
// mark of an expired row of a view.
func (s *Scanner) localExpiration(ttl int32) int64 {
	return s.mend(s.localTime(), ttl)
}

func (s *Scanner) mend(local int64, ttl int32) int64 {
	switch {
	case local >= int64(ttl):
		if local == math.MaxInt32 && !s.version.has(uintDeletionTime) {
			return NoDeletionTime
		}
		return local
	case local < 0 && s.version.has(uintDeletionTime):
		return s.version.localDeletionTime(uint32(local))
	case local >= 0 && ttl == expiredLivenessTTL:
		return local
	default:
		return invalidDeletionTime
	}
}

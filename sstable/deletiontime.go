package sstable

import (
	"fmt"
	"math"
)

// NoDeletionTime is the local deletion time of what is not deleted and does not
// expire (Cell.NO_DELETION_TIME), whatever the version wrote for it.
const NoDeletionTime = math.MaxInt64

// NoTimestamp is the markedForDeleteAt of a deletion that deletes nothing
// (DeletionTime.LIVE).
const NoTimestamp = math.MinInt64

const (
	// invalidDeletionTime marks a local deletion time beyond the format's
	// range (Cell.INVALID_DELETION_TIME).
	invalidDeletionTime = math.MaxUint32 - 1
	// expiredLivenessTTL marks rows of materialized views that exist no more
	// (LivenessInfo.EXPIRED_LIVENESS_TTL).
	expiredLivenessTTL = math.MaxInt32
	// liveFlag is the single byte of a live deletion time since oa.
	liveFlag = 0x80
)

// DeletionTime is a deletion of a partition, row, range or collection.
type DeletionTime struct {
	// MarkedForDeleteAt is in microseconds: what is not newer is deleted.
	MarkedForDeleteAt int64
	// LocalDeletionTime is in seconds since 1970: when gc_grace begins.
	LocalDeletionTime int64
}

// liveDeletion is DeletionTime.LIVE.
var liveDeletion = DeletionTime{NoTimestamp, NoDeletionTime}

// IsLive tells that nothing is deleted. Only the timestamp counts: versions
// differ in the local deletion time that they write beside it.
func (t DeletionTime) IsLive() bool { return t.MarkedForDeleteAt == NoTimestamp }

// String gives both times, or LIVE.
func (t DeletionTime) String() string {
	if t.IsLive() {
		return "LIVE"
	}
	return fmt.Sprintf("deletedAt=%d, localDeletion=%d", t.MarkedForDeleteAt, t.LocalDeletionTime)
}

// localDeletionTime widens a stored one: int32 up to nb, uint32 since oa
// (CASSANDRA-14227).
func (v Version) localDeletionTime(stored uint32) int64 {
	if v.has(uintDeletionTime) {
		if stored == math.MaxUint32 {
			return NoDeletionTime
		}
		return int64(stored)
	}
	if stored == math.MaxInt32 {
		return NoDeletionTime
	}
	return int64(int32(stored))
}

// fieldReader is what decoder and window have in common.
type fieldReader interface {
	u8(what string) byte
	u16(what string) int
	u32(what string) uint32
	i64(what string) int64
	uvint(what string) uint64
}

// deletionTime reads a partition-level deletion (DeletionTime.Serializer and
// LegacySerializer):
//
//	to nb:    i32 local deletion time, i64 markedForDeleteAt
//	since oa: 0x80 when live; else i64 markedForDeleteAt, u32 local deletion time
//
// Only the very byte 0x80 means live. Cassandra 5.0 takes any first byte with
// the top bit for it and so cannot read its own negative timestamps.
func (v Version) deletionTime(r fieldReader) DeletionTime {
	const what = "deletion time"
	if !v.has(uintDeletionTime) {
		local := r.u32(what)
		return DeletionTime{r.i64(what), v.localDeletionTime(local)}
	}
	first := r.u8(what)
	if first == liveFlag {
		return liveDeletion
	}
	at := uint64(first)
	for range 7 {
		at = at<<8 | uint64(r.u8(what))
	}
	return DeletionTime{int64(at), v.localDeletionTime(r.u32(what))}
}

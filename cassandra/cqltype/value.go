package cqltype

import (
	"encoding/hex"
	"math/big"
	"time"
)

// Value is a decoded value. Its dynamic type is one of a closed set:
//
//	nil                        null, and the empty value that most types allow
//	string                     ascii, text
//	[]byte                     blob, custom classes, PartitionerOrder
//	bool                       boolean
//	int64                      tinyint, smallint, int, bigint, counter
//	*big.Int                   varint
//	DecimalValue               decimal
//	float32, float64           float, double
//	UUIDValue                  uuid, timeuuid, LexicalUUID
//	netip.Addr                 inet
//	TimestampMillis            timestamp
//	DateDays                   date
//	time.Duration              time: since midnight
//	DurationValue              duration
//	[]Value                    list, set, vector, tuple and UDT (nil for null
//	                           and missing fields), composite
//	[]MapEntry                 map, in stored order
type Value any

// MapEntry is one pair of a map.
type MapEntry struct{ Key, Value Value }

// UUIDValue is a UUID in its byte order.
type UUIDValue [16]byte

// String returns the canonical lower-case form.
func (u UUIDValue) String() string {
	h := hex.EncodeToString(u[:])
	return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
}

// Version returns the UUID's version; 1 is time-based.
func (u UUIDValue) Version() int { return int(u[6] >> 4) }

// TimestampMillis is a timestamp: milliseconds since 1970-01-01 UTC.
type TimestampMillis int64

// Time converts to UTC.
func (t TimestampMillis) Time() time.Time { return time.UnixMilli(int64(t)).UTC() }

// DateDays is a date: days with 1970-01-01 at 2^31 (SimpleDateType).
//
// The offset makes the bytes sort as unsigned numbers, so SimpleDateType can be
// compared by bytes, unlike TimestampType.
type DateDays uint32

// Time returns midnight UTC of the day.
func (d DateDays) Time() time.Time {
	return time.Unix((int64(d)-1<<31)*86400, 0).UTC()
}

// DecimalValue is Unscaled * 10^-Scale, as Java's BigDecimal.
type DecimalValue struct {
	Unscaled *big.Int
	Scale    int32
}

// DurationValue is a CQL duration: three parts of one sign.
type DurationValue struct {
	Months, Days int32
	Nanos        int64
}

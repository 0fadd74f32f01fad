package cqltype

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/big"
	"net/netip"
	"time"
	"unicode/utf8"
)

// scalarLength is the length of a non-empty value, 0 when it may be any.
func scalarLength(k Kind) int {
	switch k {
	case TinyInt, Boolean:
		return 1
	case SmallInt:
		return 2
	case Int, Float, Date:
		return 4
	case BigInt, Double, Timestamp, LegacyTimestamp, Time:
		return 8
	case UUID, TimeUUID, LexicalUUID:
		return 16
	default:
		return 0
	}
}

// decodeScalar reads one scalar. No bytes at all is a legal value of nearly
// every type (AbstractType.allowsEmpty), left over from Thrift: it reads as nil.
func decodeScalar(t Type, b []byte) (Value, error) {
	if want := scalarLength(t.Kind); want > 0 && len(b) != want && len(b) != 0 {
		return nil, malformed(t, "%d bytes, not %d", len(b), want)
	}
	switch t.Kind {
	case Blob:
		return b, nil
	case Ascii, Text:
		return decodeText(t, b)
	case Empty:
		if len(b) > 0 {
			return nil, malformed(t, "%d bytes, not 0", len(b))
		}
		return nil, nil
	}
	if len(b) == 0 {
		return nil, nil
	}
	switch t.Kind {
	case Varint, Decimal, Inet, Duration, Counter:
		return decodeVariable(t, b)
	default:
		return decodeFixed(t.Kind, b), nil
	}
}

// decodeFixed reads the kinds whose length scalarLength has vouched for.
func decodeFixed(k Kind, b []byte) Value {
	switch k {
	case Boolean:
		return b[0] != 0
	case TinyInt:
		return int64(int8(b[0]))
	case SmallInt:
		return int64(int16(binary.BigEndian.Uint16(b)))
	case Int:
		return int64(int32(binary.BigEndian.Uint32(b)))
	case Float:
		return math.Float32frombits(binary.BigEndian.Uint32(b))
	case Date:
		return DateDays(binary.BigEndian.Uint32(b))
	case Double:
		return math.Float64frombits(binary.BigEndian.Uint64(b))
	case Timestamp, LegacyTimestamp:
		return TimestampMillis(binary.BigEndian.Uint64(b))
	case Time:
		return time.Duration(binary.BigEndian.Uint64(b))
	case UUID, TimeUUID, LexicalUUID:
		return UUIDValue(b)
	default:
		return int64(binary.BigEndian.Uint64(b))
	}
}

// decodeVariable reads the kinds whose bytes tell their own length.
func decodeVariable(t Type, b []byte) (Value, error) {
	switch t.Kind {
	case Varint:
		return decodeVarint(t, b)
	case Decimal:
		if len(b) < 5 {
			return nil, malformed(t, "%d bytes, at least 5", len(b))
		}
		unscaled, err := decodeVarint(t, b[4:])
		return DecimalValue{unscaled, int32(binary.BigEndian.Uint32(b))}, err
	case Inet:
		addr, ok := netip.AddrFromSlice(b)
		if !ok {
			return nil, malformed(t, "%d bytes, not 4 or 16", len(b))
		}
		return addr, nil
	case Duration:
		return decodeDuration(t, b)
	default:
		return decodeCounter(t, b)
	}
}

// decodeText refuses what the server would: AsciiType takes 7 bits only.
func decodeText(t Type, b []byte) (Value, error) {
	if !utf8.Valid(b) {
		return nil, malformed(t, "not UTF-8")
	}
	for _, c := range b {
		if t.Kind == Ascii && c >= 0x80 {
			return nil, malformed(t, "byte 0x%02x", c)
		}
	}
	return string(b), nil
}

// decodeVarint accepts padded numbers, which old clients wrote.
func decodeVarint(t Type, b []byte) (*big.Int, error) {
	if len(b) > maxNumberBytes {
		return nil, fmt.Errorf("%s of %d bytes, limit %d: %w", t, len(b), maxNumberBytes, ErrTooLarge)
	}
	return twosComplement(b), nil
}

// twosComplement reads a big-endian signed integer of any length (BigInteger).
func twosComplement(b []byte) *big.Int {
	v := new(big.Int).SetBytes(b)
	if len(b) > 0 && b[0]&0x80 != 0 {
		v.Sub(v, new(big.Int).Lsh(big.NewInt(1), uint(8*len(b))))
	}
	return v
}

// decodeDuration reads three zigzag vints (DurationSerializer).
func decodeDuration(t Type, b []byte) (Value, error) {
	var part [3]int64
	for i := range part {
		u, used, ok := uvint(b)
		if !ok {
			return nil, malformed(t, "part %d cut short", i)
		}
		part[i], b = int64(u>>1)^-int64(u&1), b[used:]
	}
	d := DurationValue{int32(part[0]), int32(part[1]), part[2]}
	switch {
	case len(b) > 0:
		return nil, malformed(t, "%d bytes too many", len(b))
	case int64(d.Months) != part[0] || int64(d.Days) != part[1]:
		return nil, malformed(t, "months or days beyond 32 bits")
	case (d.Months < 0 || d.Days < 0 || d.Nanos < 0) && (d.Months > 0 || d.Days > 0 || d.Nanos > 0):
		return nil, malformed(t, "parts of different signs")
	}
	return d, nil
}

// decodeCounter reads the 8 bytes CQL returns, or the context in SSTables:
// i16 n, |n| times i16, then shards of 16-byte id, i64 clock, i64 count
// (CounterContext); the counter is the sum of the counts.
//
// The context, one shard for each replica that has counted:
//
//	| n i16 | n x i16 | id 16 bytes | clock i64 | count i64 | id ...
//
// The header tells which shards are global or local, which matters when contexts
// are merged and not when they are read. A negative n marks
// local shards to be cleared later (CounterContext.markLocalToBeCleared).
func decodeCounter(t Type, b []byte) (Value, error) {
	const shard = 32
	if len(b) == 8 {
		return int64(binary.BigEndian.Uint64(b)), nil
	}
	if len(b) < 2 {
		return nil, malformed(t, "%d bytes", len(b))
	}
	n := int(int16(binary.BigEndian.Uint16(b)))
	head := 2 + 2*max(n, -n)
	if head > len(b) || (len(b)-head)%shard != 0 {
		return nil, malformed(t, "context of %d bytes with header %d", len(b), n)
	}
	var sum int64
	for b = b[head:]; len(b) > 0; b = b[shard:] {
		sum += int64(binary.BigEndian.Uint64(b[24:]))
	}
	return sum, nil
}

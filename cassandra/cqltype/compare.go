package cqltype

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"math"
	"strings"
)

// Compare orders two values as Cassandra does (the compareCustom of each
// class): negative, 0 or positive. Values may be equal here and differ in
// bytes: decimals 1.0 and 1.00. Bytes that are not values of the type are
// ordered as bytes where the type's own rule does not apply.
func Compare(t Type, a, b []byte) int {
	if t.Reversed {
		t.Reversed = false
		return Compare(t, b, a)
	}
	if t.Kind.bytesOrdered() {
		return bytes.Compare(a, b)
	}
	// Empty sorts before everything in every class.
	//
	// isEmpty comes first in each compareCustom; with it out of the way the rules
	// below may look at the first byte.
	if len(a) == 0 || len(b) == 0 {
		return cmp.Compare(len(a), len(b))
	}
	switch t.Kind {
	case List, Set, Map, Vector:
		return compareElements(t, a, b)
	case Tuple, UDT:
		return compareTuples(t, a, b)
	case Composite, DynamicComposite:
		return compareComposites(t, a, b)
	case PartitionerOrder:
		return compareByPartitioner(t, a, b)
	case UUID, TimeUUID, LexicalUUID:
		return compareUUIDs(t.Kind, a, b)
	default:
		return compareNumbers(t.Kind, a, b)
	}
}

// bytesOrdered kinds have ComparisonType.BYTE_ORDER (or, like counters,
// are never compared).
func (k Kind) bytesOrdered() bool {
	switch k {
	case Ascii, Text, Blob, Date, Time, Inet, Duration, Counter, LegacyTimestamp, Custom, Invalid:
		return true
	default:
		return k >= kindCount
	}
}

// CompareKeys orders serialized partition keys as a Murmur3 cluster stores
// them: by token, then by bytes.
func CompareKeys(a, b []byte) int {
	if c := cmp.Compare(Token(a), Token(b)); c != 0 {
		return c
	}
	return bytes.Compare(a, b)
}

// compareByPartitioner knows Murmur3 order; the other partitioners are taken
// for the byte-ordered one.
func compareByPartitioner(t Type, a, b []byte) int {
	if t.Class == "" || strings.HasSuffix(t.Class, "Murmur3Partitioner") {
		return CompareKeys(a, b)
	}
	return bytes.Compare(a, b)
}

// compareNumbers orders the kinds of a fixed length and the big numbers.
// Values of a wrong length get a stable order, nothing more.
//
// Integers could be ordered by bytes with the sign bit flipped, and Cassandra's
// byte-comparable form (CASSANDRA-6936) does so; here nothing is copied.
func compareNumbers(k Kind, a, b []byte) int {
	if want := scalarLength(k); want > 0 && (len(a) != want || len(b) != want) {
		return bytes.Compare(a, b)
	}
	switch k {
	case Boolean:
		return cmp.Compare(min(a[0], 1), min(b[0], 1))
	case Float:
		return compareFloats(float64(floatOf(a)), float64(floatOf(b)))
	case Double:
		return compareFloats(doubleOf(a), doubleOf(b))
	case Varint:
		return compareVarints(a, b)
	case Decimal:
		return compareDecimals(a, b)
	case TinyInt, SmallInt, Int, BigInt, Timestamp:
		// Big-endian two's complement: the sign byte decides, then bytes.
		if a[0] != b[0] {
			return cmp.Compare(int8(a[0]), int8(b[0]))
		}
	}
	return bytes.Compare(a, b)
}

func floatOf(b []byte) float32  { return math.Float32frombits(binary.BigEndian.Uint32(b)) }
func doubleOf(b []byte) float64 { return math.Float64frombits(binary.BigEndian.Uint64(b)) }

// compareFloats is Double.compare: -0.0 before 0.0, NaN after everything and
// equal to itself.
func compareFloats(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return cmp.Compare(int64(javaBits(a)), int64(javaBits(b)))
}

// compareUUIDs has three orders: UUIDType by version, then time if version 1,
// then unsigned; TimeUUIDType by time, then by signed bytes; LexicalUUIDType
// by two signed longs (java.util.UUID.compareTo).
func compareUUIDs(k Kind, a, b []byte) int {
	if len(a) != 16 || len(b) != 16 {
		return cmp.Compare(len(a), len(b))
	}
	highA, highB := binary.BigEndian.Uint64(a), binary.BigEndian.Uint64(b)
	lowA, lowB := binary.BigEndian.Uint64(a[8:]), binary.BigEndian.Uint64(b[8:])
	switch k {
	case LexicalUUID:
		return cmp.Or(cmp.Compare(int64(highA), int64(highB)), cmp.Compare(int64(lowA), int64(lowB)))
	case TimeUUID:
		return cmp.Or(cmp.Compare(int64(timeFirst(highA)), int64(timeFirst(highB))),
			cmp.Compare(signedBytes(lowA), signedBytes(lowB)))
	}
	versionA, versionB := UUIDValue(a).Version(), UUIDValue(b).Version()
	if versionA == 1 && versionB == 1 {
		return cmp.Or(cmp.Compare(int64(timeFirst(highA)), int64(timeFirst(highB))), cmp.Compare(lowA, lowB))
	}
	return cmp.Or(cmp.Compare(versionA, versionB), cmp.Compare(highA, highB), cmp.Compare(lowA, lowB))
}

// timeFirst puts the parts of a version-1 timestamp in order of weight.
//
// A version-1 UUID begins with the low part of its time, so neither its bytes nor
// its text sort by time:
//
//	bits 63..32 time_low | 31..16 time_mid | 15..12 version | 11..0 time_hi
//
// What is wanted is time_hi, time_mid, time_low. The version stays on top; among
// version-1 UUIDs it makes no difference (TimeUUIDType.reorderTimestampBytes).
func timeFirst(high uint64) uint64 {
	return high<<48 | high<<16&0xffff00000000 | high>>32
}

// signedBytes makes a signed comparison byte by byte one of longs; TimeUUIDType
// keeps this for compatibility (CASSANDRA-8730).
func signedBytes(low uint64) int64 { return int64(low ^ 0x0080808080808080) }

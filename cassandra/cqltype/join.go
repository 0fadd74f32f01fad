package cqltype

import (
	"bytes"
	"encoding/binary"
	"slices"
)

// joinCollection is the opposite of collectionElements.
func joinCollection(parts [][]byte, perEntry int) []byte {
	out := binary.BigEndian.AppendUint32(nil, uint32(len(parts)/perEntry))
	for _, p := range parts {
		out = appendPrefixed(out, p)
	}
	return out
}

// joinTuple is the opposite of tupleElements; nil is null.
func joinTuple(parts [][]byte) []byte {
	out := []byte{}
	for _, p := range parts {
		out = appendPrefixed(out, p)
	}
	return out
}

// appendPrefixed writes i32 length + bytes, -1 for null.
func appendPrefixed(out, value []byte) []byte {
	if value == nil {
		return binary.BigEndian.AppendUint32(out, ^uint32(0))
	}
	return append(binary.BigEndian.AppendUint32(out, uint32(len(value))), value...)
}

// joinVector is the opposite of vectorElements.
func joinVector(t Type, parts [][]byte) ([]byte, error) {
	if len(parts) != t.Dimension {
		return nil, syntax("%d elements for %s", len(parts), t)
	}
	size, fixed := t.Params[0].FixedLength()
	out := []byte{}
	for _, p := range parts {
		if fixed && len(p) != size {
			return nil, malformed(t, "element of %d bytes, not %d", len(p), size)
		}
		if !fixed {
			out = appendUvint(out, uint64(len(p)))
		}
		out = append(out, p...)
	}
	return out, nil
}

// sortEntries puts the entries of a set (per 1) or map (per 2) in the order of
// their keys. Of keys that are equal in that order, yet differ in bytes (the
// decimals 1.0 and 1.00), the first stays and takes the last one's value: Java's
// TreeMap.put replaces the value only, and TreeSet.add nothing (Maps and Sets
// DelayedValue.bind).
func sortEntries(t Type, parts [][]byte, per int) [][]byte {
	key := t.Params[0]
	entries := slices.Collect(slices.Chunk(parts, per))
	slices.SortStableFunc(entries, func(a, b [][]byte) int { return Compare(key, a[0], b[0]) })
	var out [][]byte
	for i, e := range entries {
		if i > 0 && sameKey(key, entries[i-1][0], e[0]) {
			copy(out[len(out)-per+1:], e[1:])
			continue
		}
		out = append(out, e...)
	}
	return out
}

// sameKey is equality in Cassandra's order: 1.0 and 1.00 are one map key.
func sameKey(t Type, a, b []byte) bool {
	return bytes.Equal(a, b) || Compare(t, a, b) == 0
}

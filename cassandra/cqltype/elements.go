package cqltype

import (
	"encoding/binary"
	"math/bits"
)

// elements cuts a compound value into the bytes of its elements; a nil element
// is null. A map gives key, value, key, value. Counts are checked against the
// bytes that are there before anything is allocated.
func elements(t Type, b []byte) ([][]byte, error) {
	switch t.Kind {
	case List, Set:
		return collectionElements(t, b, 1)
	case Map:
		return collectionElements(t, b, 2)
	case Tuple, UDT:
		return tupleElements(t, b)
	case Vector:
		return vectorElements(t, b)
	default:
		return nil, malformed(t, "has no elements")
	}
}

// elementType returns the type of element i of elements.
func (t Type) elementType(i int) Type {
	switch t.Kind {
	case List, Set, Vector:
		return t.Params[0]
	case Map:
		return t.Params[i%2]
	default:
		return t.Params[i]
	}
}

// collectionElements reads i32 count, then i32 length + bytes for each
// (CollectionSerializer, protocol 3 and later; the form on disk since 3.0).
//
// The forms of a collection, a tuple and the two of a vector:
//
//	list, set   | n i32 | len i32 | element | len i32 | element | ...
//	map         | n i32 | len i32 | key | len i32 | value | ...
//	tuple, UDT  | len i32 | field | len i32 | field | ...   no count
//	vector      | element | element | ...                   fixed length
//	vector      | len uvint | element | len uvint | element ...
//
// A length of -1 is null. Lists and sets hold none when the server wrote them,
// but a reader of damaged files meets them all the same.
//
// Up to protocol 2 counts and lengths were u16; no version from 3.0 on has that
// form on disk, so it is not read.
func collectionElements(t Type, b []byte, perEntry int) ([][]byte, error) {
	if len(b) < 4 {
		return nil, malformed(t, "%d bytes, no count", len(b))
	}
	count := int64(int32(binary.BigEndian.Uint32(b))) * int64(perEntry)
	b = b[4:]
	if count < 0 || count > int64(len(b)/4) {
		return nil, malformed(t, "%d elements in %d bytes", count, len(b))
	}
	out := make([][]byte, 0, count)
	for range count {
		value, rest, err := lengthPrefixed(t, b)
		if err != nil {
			return nil, err
		}
		out, b = append(out, value), rest
	}
	if len(b) > 0 {
		return nil, malformed(t, "%d bytes too many", len(b))
	}
	return out, nil
}

// lengthPrefixed reads i32 length + bytes; a negative length is null.
func lengthPrefixed(t Type, b []byte) (value, rest []byte, err error) {
	if len(b) < 4 {
		return nil, nil, malformed(t, "%d bytes where a length belongs", len(b))
	}
	n := int64(int32(binary.BigEndian.Uint32(b)))
	b = b[4:]
	if n < 0 {
		return nil, b, nil
	}
	if n > int64(len(b)) {
		return nil, nil, malformed(t, "element of %d bytes, %d left", n, len(b))
	}
	return b[:n:n], b[n:], nil
}

// tupleElements reads the fields that are there: a value written before fields
// were added to its UDT has fewer (TupleType.split).
func tupleElements(t Type, b []byte) ([][]byte, error) {
	out := make([][]byte, 0, len(t.Params))
	for range t.Params {
		if len(b) == 0 {
			return out, nil
		}
		value, rest, err := lengthPrefixed(t, b)
		if err != nil {
			return nil, err
		}
		out, b = append(out, value), rest
	}
	if len(b) > 0 {
		return nil, malformed(t, "%d bytes beyond the last field", len(b))
	}
	return out, nil
}

// vectorElements reads plain concatenated elements of a fixed length, or
// elements with a vint length each (VectorType's two serializers).
func vectorElements(t Type, b []byte) ([][]byte, error) {
	if size, fixed := t.Params[0].FixedLength(); fixed {
		if len(b) != size*t.Dimension {
			return nil, malformed(t, "%d bytes, not %d x %d", len(b), t.Dimension, size)
		}
		out := make([][]byte, t.Dimension)
		for i := range out {
			out[i] = b[i*size : (i+1)*size : (i+1)*size]
		}
		return out, nil
	}
	if t.Dimension > len(b) {
		return nil, malformed(t, "%d elements in %d bytes", t.Dimension, len(b))
	}
	out := make([][]byte, t.Dimension)
	for i := range out {
		n, used, ok := uvint(b)
		if !ok || n > uint64(len(b)-used) {
			return nil, malformed(t, "length of element %d", i)
		}
		out[i], b = b[used:used+int(n):used+int(n)], b[used+int(n):]
	}
	if len(b) > 0 {
		return nil, malformed(t, "%d bytes too many", len(b))
	}
	return out, nil
}

// uvint reads VIntCoding's unsigned form: the leading 1 bits of the first byte
// count the bytes that follow.
func uvint(b []byte) (v uint64, used int, ok bool) {
	if len(b) == 0 {
		return 0, 0, false
	}
	n := bits.LeadingZeros8(^b[0])
	if len(b) < n+1 {
		return 0, 0, false
	}
	v = uint64(b[0]) & (0xff >> n)
	for _, c := range b[1 : n+1] {
		v = v<<8 | uint64(c)
	}
	return v, n + 1, true
}

// appendUvint writes the shortest form that uvint reads.
func appendUvint(dst []byte, v uint64) []byte {
	// 7 value bits per byte, but the ninth byte adds 8 to make 64.
	n := (bits.Len64(v|1) - 1) / 7
	if n > 8 {
		n = 8
	}
	first := ^byte(0xff >> n)
	if n < 8 {
		first |= byte(v >> (8 * n))
	}
	dst = append(dst, first)
	for i := n - 1; i >= 0; i-- {
		dst = append(dst, byte(v>>(8*i)))
	}
	return dst
}

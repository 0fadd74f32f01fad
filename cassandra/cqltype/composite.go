package cqltype

import "encoding/binary"

// component is one part of a CompositeType or DynamicCompositeType value.
type component struct {
	typ   Type
	value []byte
	// end is the end-of-component byte: 0 in a value, -1 or 1 in a bound.
	end int8
}

// staticMarker starts the name of a static cell in composite cell names
// (CompositeType.STATIC_MARKER).
const staticMarker = 0xffff

// components cuts a composite: u16 length, bytes, end byte for each. static
// tells whether the value began with the static marker.
//
// The layout of both classes, with what DynamicCompositeType puts in front of
// each component:
//
//	composite  [ffff] | len u16 | value | end i8 | len u16 | value | end i8 ...
//	dynamic           | 8000+alias u16, or len u16 + class name | as above ...
//
// The end byte lets a prefix be a bound: -1 sorts before everything that begins
// with the prefix, 1 after it.
func components(t Type, b []byte) (parts []component, static bool, err error) {
	if t.Kind == Composite && len(b) >= 2 && binary.BigEndian.Uint16(b) == staticMarker {
		static, b = true, b[2:]
	}
	for len(b) > 0 {
		var c component
		if c.typ, b, err = componentType(t, len(parts), b); err != nil {
			return nil, false, err
		}
		if len(b) < 2 {
			return nil, false, malformed(t, "no length of component %d", len(parts))
		}
		n := int(binary.BigEndian.Uint16(b))
		if b = b[2:]; len(b) < n+1 {
			return nil, false, malformed(t, "component %d of %d bytes, %d left", len(parts), n, len(b))
		}
		c.value, c.end = b[:n:n], int8(b[n])
		parts, b = append(parts, c), b[n+1:]
	}
	return parts, static, nil
}

// componentType finds the type of component i. In a DynamicCompositeType the
// value says it: u16 with the top bit set = alias in the low byte, else the
// length of a class name.
func componentType(t Type, i int, b []byte) (Type, []byte, error) {
	if t.Kind == Composite {
		if i >= len(t.Params) {
			return Type{}, nil, malformed(t, "more than %d components", len(t.Params))
		}
		return t.Params[i], b, nil
	}
	if len(b) < 2 {
		return Type{}, nil, malformed(t, "no type of component %d", i)
	}
	head := binary.BigEndian.Uint16(b)
	b = b[2:]
	if head&0x8000 != 0 {
		for j, a := range t.Aliases {
			if a == byte(head) {
				return t.Params[j], b, nil
			}
		}
		return Type{}, nil, malformed(t, "unknown alias %q", byte(head))
	}
	if int(head) > len(b) {
		return Type{}, nil, malformed(t, "type name of %d bytes, %d left", head, len(b))
	}
	named, err := ParseJava(string(b[:head]))
	// A composite inside a composite would make the depth of a value depend on
	// its bytes; Cassandra never writes one.
	if err != nil || named.Kind == DynamicComposite || named.Kind == Composite {
		return Type{}, nil, malformed(t, "type of component %d", i)
	}
	// Frozen like the types behind aliases, so that both spellings are one type.
	return named.Freeze(), b[head:], nil
}

package cqltype

import (
	"bytes"
	"encoding/hex"
	"net/netip"
	"strconv"
	"strings"
)

// Literal returns the value as it would be typed in cqlsh; nil is null. What
// it returns stands for these very bytes: a value that no plain literal gives
// (an empty int, a varint with leading zeros, an IPv4 address mapped into IPv6)
// becomes blobAsInt(0x...). Two exceptions: counters in SSTable form show their
// sum, and a UDT value older than its newest field shows that field as null.
//
// The text is not safe for a terminal; see SafeText. Errors are those of Decode.
func Literal(t Type, b []byte) (string, error) {
	var out strings.Builder
	err := writeLiteral(&out, t, b)
	return out.String(), err
}

// writeLiteral appends one value; inside tuples and UDTs nil is null.
func writeLiteral(out *strings.Builder, t Type, b []byte) error {
	if b == nil {
		out.WriteString("null")
		return nil
	}
	switch {
	case t.Kind.isScalar():
		s, err := scalarLiteral(t, b)
		out.WriteString(s)
		return err
	case t.Kind >= Composite || t.Kind == Invalid:
		// Not a CQL type: its bytes are the only exact form.
		out.WriteString("0x" + hex.EncodeToString(b))
		_, err := Decode(t, b)
		return err
	default:
		return writeElements(out, t, b)
	}
}

func writeElements(out *strings.Builder, t Type, b []byte) error {
	parts, err := elements(t, b)
	if err != nil {
		return err
	}
	// Fields a UDT gained after this value was written are null.
	for t.Kind == UDT && len(parts) < len(t.Params) {
		parts = append(parts, nil)
	}
	open, end := brackets(t.Kind)
	out.WriteString(open)
	for i, p := range parts {
		out.WriteString(separator(t, i))
		if err := writeLiteral(out, t.elementType(i), p); err != nil {
			return err
		}
	}
	out.WriteString(end)
	return nil
}

// brackets of a literal: sets, maps and UDTs share braces, and only the type
// tells {} of one from another.
func brackets(k Kind) (open, end string) {
	switch k {
	case List, Vector:
		return "[", "]"
	case Tuple:
		return "(", ")"
	default:
		return "{", "}"
	}
}

// separator is what stands before element i.
func separator(t Type, i int) string {
	s := ", "
	switch {
	case t.Kind == Map && i%2 == 1:
		return ": "
	case i == 0:
		s = ""
	}
	if t.Kind == UDT {
		s += QuoteIdentifier(t.Fields[i]) + ": "
	}
	return s
}

// scalarLiteral falls back to a blob function where the plain constant would
// name other bytes, or none.
func scalarLiteral(t Type, b []byte) (string, error) {
	v, err := decodeScalar(t, b)
	if err != nil {
		return "", err
	}
	if t.Kind == Empty {
		return "''", nil
	}
	s := scalarText(v)
	if t.Kind == Counter && v != nil {
		return s, nil
	}
	// The proof that the literal is exact is to read it back.
	if back, err := ParseLiteral(t, s); err == nil && bytes.Equal(back, b) {
		return s, nil
	}
	return "blobAs" + functionName(t.Kind) + "(0x" + hex.EncodeToString(b) + ")", nil
}

// functionName is the type's part of blobAsInt and its like.
//
// The conversion functions exist for every native type and take any
// bytes that validate (BytesConversionFcts), so they are the way to name a value
// that no constant gives. The old spelling is used: 5.0 keeps it as an alias.
func functionName(k Kind) string {
	name := k.String()
	switch k {
	case LegacyTimestamp:
		name = "timestamp"
	case LexicalUUID:
		name = "uuid"
	}
	return strings.ToUpper(name[:1]) + name[1:]
}

// scalarText writes the constants that need quotes or thought. Years beyond
// four digits go as numbers, which CQL takes for times too.
func scalarText(v Value) string {
	switch v := v.(type) {
	case string:
		return quoteText(v)
	case []byte:
		return "0x" + hex.EncodeToString(v)
	case netip.Addr:
		return quoteText(v.String())
	case TimestampMillis:
		if !isISOYear(v.Time()) {
			return strconv.FormatInt(int64(v), 10)
		}
		return quoteText(v.String())
	case DateDays:
		if !isISOYear(v.Time()) {
			return strconv.FormatUint(uint64(v), 10)
		}
		return quoteText(v.String())
	default:
		return bareText(v)
	}
}

package cqltype

import (
	"encoding/hex"
	"net/netip"
	"strconv"
	"strings"
	"time"
)

// KeyText returns the key as nodetool, the sstable tools and Cassandra's log
// print it (AbstractType.getString): no quotes, columns joined with colons,
// collections as hex. It does not always tell two keys apart; KeyLiteral does.
// Not safe for a terminal; see SafeText.
func KeyText(cols []Column, key []byte) (string, error) {
	values, err := SplitKey(cols, key)
	if err != nil {
		return "", err
	}
	parts := make([]string, len(cols))
	for i, v := range values {
		if parts[i], err = valueText(cols[i].Type, v); err != nil {
			return "", err
		}
		if len(cols) > 1 {
			parts[i] = escapePart(parts[i])
		}
	}
	return strings.Join(parts, ":"), nil
}

// valueText writes one value as its class's getString does.
//
// The form is that of AbstractType.getString, which for most classes is the
// serializer's toString; collections, vectors and composites inside a key have
// none of their own and fall back to hex (CollectionType, VectorType).
func valueText(t Type, b []byte) (string, error) {
	switch {
	case t.Kind == Tuple || t.Kind == UDT:
		return tupleText(t, b)
	case t.Kind == Blob || !t.Kind.isScalar():
		return hex.EncodeToString(b), nil
	}
	v, err := decodeScalar(t, b)
	if err != nil {
		return "", err
	}
	switch v := v.(type) {
	case string:
		return v, nil
	case netip.Addr:
		return javaAddress(v), nil
	case DecimalValue:
		return v.plainText(), nil
	case time.Duration:
		if v < 0 || int64(v) >= nanosPerDay {
			return strconv.FormatInt(int64(v), 10), nil
		}
		return formatTime(v), nil
	case TimestampMillis:
		return v.String(), nil
	case DateDays:
		return v.String(), nil
	default:
		return bareText(v), nil
	}
}

// tupleText joins fields with colons; null is @ (TupleType.getString).
func tupleText(t Type, b []byte) (string, error) {
	parts, err := tupleElements(t, b)
	if err != nil {
		return "", err
	}
	out := make([]string, len(parts))
	for i, p := range parts {
		if p == nil {
			out[i] = "@"
			continue
		}
		s, err := valueText(t.Params[i], p)
		if err != nil {
			return "", err
		}
		out[i] = strings.ReplaceAll(strings.ReplaceAll(s, ":", `\:`), "@", `\@`)
	}
	return strings.Join(out, ":"), nil
}

// javaAddress writes IPv6 as eight groups without leading zeros or compression
// (InetAddress.getHostAddress).
func javaAddress(a netip.Addr) string {
	if a.Is4() {
		return a.String()
	}
	b := a.As16()
	groups := make([]string, 8)
	for i := range groups {
		groups[i] = strconv.FormatUint(uint64(b[2*i])<<8|uint64(b[2*i+1]), 16)
	}
	return strings.Join(groups, ":")
}

// escapePart is AbstractCompositeType.escape: the ! keeps a final backslash
// from escaping the colon that follows.
func escapePart(s string) string {
	s = strings.ReplaceAll(s, ":", `\:`)
	if strings.HasSuffix(s, `\`) || strings.HasSuffix(s, "!") {
		s += "!"
	}
	return s
}

// unescapePart is AbstractCompositeType.unescape, which takes a last ! away
// without asking whether escape put it there.
func unescapePart(s string) string {
	return strings.TrimSuffix(strings.ReplaceAll(s, `\:`, ":"), "!")
}

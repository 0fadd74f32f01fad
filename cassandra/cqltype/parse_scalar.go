package cqltype

import (
	"encoding/binary"
	"encoding/hex"
	"math"
	"math/big"
	"net/netip"
	"regexp"
	"strconv"
	"strings"
)

// numberForm is CQL's INTEGER or FLOAT token (Lexer.g).
var numberForm = regexp.MustCompile(`^-?[0-9]+(\.[0-9]*)?([eE][+-]?[0-9]+)?$`)

// parseScalar reads one constant. Quoted and bare constants are kept apart as
// in CQL: '1' is not an int.
func parseScalar(t Type, tok token) ([]byte, error) {
	var b []byte
	var err error
	switch tok.kind {
	case tokenWord:
		b, err = parseBare(t.Kind, tok.text)
	case tokenString:
		b, err = parseQuoted(t, tok.text)
	default:
		err = syntax("expected a constant")
	}
	if err == nil && b == nil {
		err = syntax("not a %s", t)
	}
	if err != nil {
		return nil, syntax("%q: %v", clip(tok.text), err)
	}
	return b, nil
}

// parseBare reads constants without quotes; nil without error is "not of that kind".
func parseBare(k Kind, s string) ([]byte, error) {
	switch k {
	case TinyInt, SmallInt, Int, BigInt, Counter:
		return parseInt(k, s)
	case Boolean:
		return parseBool(s), nil
	case Float, Double:
		return parseFloat(k, s), nil
	case Varint:
		return parseVarint(s)
	case Decimal:
		return parseDecimal(s)
	case Blob:
		return parseHex(token{tokenWord, s})
	case UUID, TimeUUID, LexicalUUID:
		return parseUUID(k, s)
	case Duration:
		return parseDuration(s)
	case Date, Time, Timestamp, LegacyTimestamp:
		return parseTemporalNumber(k, s)
	default:
		return nil, nil
	}
}

// parseQuoted reads constants in quotes.
func parseQuoted(t Type, s string) ([]byte, error) {
	switch t.Kind {
	case Text, Ascii:
		_, err := decodeText(t, []byte(s))
		return []byte(s), err
	case Inet:
		addr, err := netip.ParseAddr(s)
		if err != nil || addr.Zone() != "" {
			return nil, syntax("not an address")
		}
		// Java turns ::ffff:1.2.3.4 into the IPv4 address.
		return addr.Unmap().AsSlice(), nil
	case Empty:
		if s == "" {
			return []byte{}, nil
		}
		return nil, nil
	case Date, Time, Timestamp, LegacyTimestamp:
		return parseTemporal(t.Kind, s)
	default:
		return nil, nil
	}
}

// parseInt refuses what overflows the type, as Int32Type.fromString does; CQL
// has no plus sign.
func parseInt(k Kind, s string) ([]byte, error) {
	size := scalarLength(k)
	if k == Counter {
		size = 8
	}
	if strings.HasPrefix(s, "+") {
		return nil, nil
	}
	v, err := strconv.ParseInt(s, 10, 8*size)
	if err != nil {
		return nil, err
	}
	return binary.BigEndian.AppendUint64(nil, uint64(v))[8-size:], nil
}

// parseBool ignores case, as the CQL lexer does for keywords.
func parseBool(s string) []byte {
	switch {
	case strings.EqualFold(s, "true"):
		return []byte{1}
	case strings.EqualFold(s, "false"):
		return []byte{0}
	default:
		return nil
	}
}

// parseFloat gives the bytes of a float or double; nil when s is no number.
// Go would also take hex floats, underscores and inf, which CQL does not.
func parseFloat(k Kind, s string) []byte {
	v, ok := floatWord(s)
	if !ok {
		if !numberForm.MatchString(s) {
			return nil
		}
		// Out of range gives an infinity, as Java's parseDouble does.
		v, _ = strconv.ParseFloat(s, 64)
	}
	if k == Double {
		return binary.BigEndian.AppendUint64(nil, javaBits(v))
	}
	f := float32(v)
	if !ok {
		// Parse at 32 bits: rounding twice may differ in the last bit.
		wide, _ := strconv.ParseFloat(s, 32)
		f = float32(wide)
	}
	if f != f {
		return []byte{0x7f, 0xc0, 0, 0}
	}
	return binary.BigEndian.AppendUint32(nil, math.Float32bits(f))
}

// javaBits is Double.doubleToLongBits: one NaN only.
func javaBits(v float64) uint64 {
	if v != v {
		return 0x7ff8000000000000
	}
	return math.Float64bits(v)
}

// floatWord reads NaN and Infinity, which are keywords in any case.
func floatWord(s string) (float64, bool) {
	word, negative := strings.CutPrefix(s, "-")
	switch {
	case strings.EqualFold(word, "nan"):
		return math.NaN(), true
	case strings.EqualFold(word, "infinity") && negative:
		return math.Inf(-1), true
	case strings.EqualFold(word, "infinity"):
		return math.Inf(1), true
	default:
		return 0, false
	}
}

// parseUUID takes the 36-character form only. A timeuuid of another version is
// refused by TimeUUIDType, so it is here.
//
// Java's UUID.fromString would also take 1-2-3-4-5; the CQL lexer does not, and
// neither does this.
func parseUUID(k Kind, s string) ([]byte, error) {
	if len(s) != 36 || s[8] != '-' || s[13] != '-' || s[18] != '-' || s[23] != '-' {
		return nil, nil
	}
	b, err := hex.DecodeString(strings.ReplaceAll(s, "-", ""))
	if err != nil || len(b) != 16 {
		return nil, syntax("not a uuid")
	}
	if k == TimeUUID && UUIDValue(b).Version() != 1 {
		return nil, syntax("a timeuuid has version 1")
	}
	return b, nil
}

// maxDigits is what maxNumberBytes can hold, so that what is read can be shown.
//
// A byte holds 2.4 digits, so two digits for each byte leave a margin.
const maxDigits = maxNumberBytes * 2

// parseVarint gives the shortest bytes, the only ones Cassandra writes.
func parseVarint(s string) ([]byte, error) {
	v, err := parseBig(s)
	if err != nil || v == nil {
		return nil, err
	}
	return appendTwosComplement(nil, v), nil
}

// parseBig gives nil without error for what is not a whole number. Length is
// checked first: conversion is worse than linear.
func parseBig(s string) (*big.Int, error) {
	if len(s) > maxDigits {
		return nil, syntax("number of %d digits", len(s))
	}
	digits := strings.TrimPrefix(s, "-")
	if digits == "" || strings.Trim(digits, "0123456789") != "" {
		return nil, nil
	}
	v, _ := new(big.Int).SetString(s, 10)
	return v, nil
}

// appendTwosComplement writes the shortest form, as BigInteger.toByteArray.
func appendTwosComplement(dst []byte, v *big.Int) []byte {
	if v.Sign() >= 0 {
		b := v.Bytes()
		if len(b) == 0 || b[0]&0x80 != 0 {
			dst = append(dst, 0)
		}
		return append(dst, b...)
	}
	// -v-1 has the inverted bits of v.
	b := new(big.Int).Not(v).Bytes()
	if len(b) == 0 || b[0]&0x80 != 0 {
		dst = append(dst, 0xff)
	}
	for _, c := range b {
		dst = append(dst, ^c)
	}
	return dst
}

// parseDecimal reads as new BigDecimal(String): scale = decimals - exponent.
func parseDecimal(s string) ([]byte, error) {
	if len(s) > maxDigits || !numberForm.MatchString(s) {
		return nil, nil
	}
	mantissa, exponent, _ := strings.Cut(strings.ToLower(s), "e")
	whole, decimals, _ := strings.Cut(mantissa, ".")
	scale := int64(len(decimals))
	if exponent != "" {
		e, err := strconv.ParseInt(exponent, 10, 64)
		if err != nil || e < -math.MaxUint32 || e > math.MaxUint32 {
			return nil, syntax("exponent %q", exponent)
		}
		scale -= e
	}
	if scale != int64(int32(scale)) {
		return nil, syntax("scale %d beyond 32 bits", scale)
	}
	v, err := parseBig(whole + decimals)
	if err != nil || v == nil {
		return nil, err
	}
	return appendTwosComplement(binary.BigEndian.AppendUint32(nil, uint32(int32(scale))), v), nil
}

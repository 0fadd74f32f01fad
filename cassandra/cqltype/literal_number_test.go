package cqltype

import (
	"encoding/hex"
	"strings"
	"testing"
)

// bothWays is a row of a table that reads "these bytes are typed like this".
type bothWays struct{ cql, hex, literal string }

// checkBothWays writes the bytes as a literal and reads it back to the bytes.
func checkBothWays(t *testing.T, tests []bothWays) {
	t.Helper()
	for _, tt := range tests {
		typ := mustCQL(t, tt.cql)
		got, err := Literal(typ, unhexT(t, tt.hex))
		if err != nil || got != tt.literal {
			t.Errorf("%s %s: %s, %v, want %s", tt.cql, tt.hex, got, err, tt.literal)
		}
		back, err := ParseLiteral(typ, tt.literal)
		if err != nil || hex.EncodeToString(back) != tt.hex {
			t.Errorf("%s %s: read as %x, %v, want %s", tt.cql, tt.literal, back, err, tt.hex)
		}
	}
}

// The smallest, largest and the values around zero of each whole number.
func TestIntegerLiterals(t *testing.T) {
	checkBothWays(t, []bothWays{
		{"tinyint", "80", "-128"},
		{"tinyint", "ff", "-1"},
		{"tinyint", "00", "0"},
		{"tinyint", "7f", "127"},
		{"smallint", "8000", "-32768"},
		{"smallint", "ffff", "-1"},
		{"smallint", "7fff", "32767"},
		{"int", "80000000", "-2147483648"},
		{"int", "ffffffff", "-1"},
		{"int", "00000000", "0"},
		{"int", "7fffffff", "2147483647"},
		{"bigint", "8000000000000000", "-9223372036854775808"},
		{"bigint", "7fffffffffffffff", "9223372036854775807"},
		{"counter", "ffffffffffffffff", "-1"},
		// Empty values, left over from Thrift, have no constant.
		{"tinyint", "", "blobAsTinyint(0x)"},
		{"bigint", "", "blobAsBigint(0x)"},
		{"double", "", "blobAsDouble(0x)"},
		{"varint", "", "blobAsVarint(0x)"},
		{"decimal", "", "blobAsDecimal(0x)"},
		{"boolean", "", "blobAsBoolean(0x)"},
	})
}

// Java's shortest two's complement is the only form of a varint that a literal
// can name; padded ones go as bytes.
func TestVarintLiterals(t *testing.T) {
	checkBothWays(t, []bothWays{
		{"varint", "00", "0"},
		{"varint", "01", "1"},
		{"varint", "7f", "127"},
		{"varint", "0080", "128"},
		{"varint", "00ff", "255"},
		{"varint", "0100", "256"},
		{"varint", "ff", "-1"},
		{"varint", "80", "-128"},
		{"varint", "ff7f", "-129"},
		{"varint", "ff00", "-256"},
		{"varint", "feff", "-257"},
		{"varint", "7fffffffffffffff", "9223372036854775807"},
		{"varint", "008000000000000000", "9223372036854775808"},
		{"varint", "8000000000000000", "-9223372036854775808"},
		{"varint", "ff7fffffffffffffff", "-9223372036854775809"},
		{"varint", "0000", "blobAsVarint(0x0000)"},
		{"varint", "ffff", "blobAsVarint(0xffff)"},
		{"varint", "ff80", "blobAsVarint(0xff80)"},
	})
}

// A decimal is scale and unscaled value: 1.0 and 1.00 differ in bytes.
func TestDecimalLiterals(t *testing.T) {
	checkBothWays(t, []bothWays{
		{"decimal", "0000000000", "0"},
		{"decimal", "0000000100", "0.0"},
		{"decimal", "0000000600", "0.000000"},
		{"decimal", "0000000700", "0E-7"},
		{"decimal", "ffffffff00", "0E+1"},
		{"decimal", "000000010a", "1.0"},
		{"decimal", "0000000264", "1.00"},
		{"decimal", "0000000001", "1"},
		{"decimal", "00000001ff", "-0.1"},
		{"decimal", "00000003f6", "-0.010"},
		{"decimal", "0000000601", "0.000001"},
		{"decimal", "0000000701", "1E-7"},
		{"decimal", "000000070b", "0.0000011"},
		{"decimal", "ffffffff7b", "1.23E+3"},
		{"decimal", "fffffffe85", "-1.23E+4"},
		{"decimal", "7fffffff01", "1E-2147483647"},
		{"decimal", "8000000001", "1E+2147483648"},
		{"decimal", "7fffffff0c", "1.2E-2147483646"},
		{"decimal", "000000000001", "blobAsDecimal(0x000000000001)"},
	})
}

func TestFloatLiterals(t *testing.T) {
	checkBothWays(t, []bothWays{
		{"float", "00000000", "0.0"},
		{"float", "80000000", "-0.0"},
		{"float", "3f800000", "1.0"},
		{"float", "3dcccccd", "0.1"},
		{"float", "3a83126f", "0.001"},
		{"float", "3a83126e", "9.999999E-4"},
		{"float", "4b18967f", "9999999.0"},
		{"float", "4b189680", "1.0E7"},
		{"float", "7f7fffff", "3.4028235E38"},
		{"float", "7f800000", "Infinity"},
		{"float", "ff800000", "-Infinity"},
		{"float", "7fc00000", "NaN"},
		{"double", "0000000000000000", "0.0"},
		{"double", "8000000000000000", "-0.0"},
		{"double", "3fb999999999999a", "0.1"},
		{"double", "416312d000000000", "1.0E7"},
		{"double", "416312cfe0000000", "9999999.0"},
		{"double", "7fefffffffffffff", "1.7976931348623157E308"},
		{"double", "0010000000000000", "2.2250738585072014E-308"},
		{"double", "7ff0000000000000", "Infinity"},
		{"double", "fff0000000000000", "-Infinity"},
		{"double", "7ff8000000000000", "NaN"},
		// Other NaNs exist in files, written by drivers that keep the bits.
		{"double", "fff8000000000000", "blobAsDouble(0xfff8000000000000)"},
		{"float", "ffc00000", "blobAsFloat(0xffc00000)"},
	})
}

// Other spellings of a number, and the one it is shown in.
func TestNumberSpellings(t *testing.T) {
	tests := []struct{ cql, in, shown string }{
		{"int", "-0", "0"},
		{"int", "007", "7"},
		{"bigint", "-00", "0"},
		{"varint", "-0", "0"},
		{"varint", "000123", "123"},
		{"decimal", "-0", "0"},
		{"decimal", "1.", "1"},
		{"decimal", "1e3", "1E+3"},
		{"decimal", "1E-3", "0.001"},
		{"decimal", "12.50", "12.50"},
		{"decimal", "00.1", "0.1"},
		{"double", "1", "1.0"},
		{"double", "-0", "-0.0"},
		{"double", "1.", "1.0"},
		{"double", "1e400", "Infinity"},
		{"double", "-1e400", "-Infinity"},
		{"double", "1e-400", "0.0"},
		{"double", "INFINITY", "Infinity"},
		{"double", "-infinity", "-Infinity"},
		{"double", "nan", "NaN"},
		{"float", "1e39", "Infinity"},
		{"float", "16777217", "1.6777216E7"},
		{"counter", "5", "5"},
	}
	for _, tt := range tests {
		typ := mustCQL(t, tt.cql)
		b, err := ParseLiteral(typ, tt.in)
		if err != nil {
			t.Error(err)
			continue
		}
		if got, err := Literal(typ, b); got != tt.shown || err != nil {
			t.Errorf("%s %s: %s, %v, want %s", tt.cql, tt.in, got, err, tt.shown)
		}
	}
}

func TestNumbersRefused(t *testing.T) {
	long := strings.Repeat("9", maxDigits+1)
	for _, tt := range [][2]string{
		{"tinyint", "128"},
		{"tinyint", "-129"},
		{"smallint", "32768"},
		{"int", "-2147483649"},
		{"int", "1e3"},
		{"int", "0x10"},
		{"int", "1_000"},
		{"int", "--1"},
		{"int", "true"},
		{"int", `"1"`},
		{"int", "$$1$$"},
		{"bigint", "9223372036854775808"},
		{"counter", "9223372036854775808"},
		{"varint", "1.0"},
		{"varint", "+1"},
		{"varint", "-"},
		{"varint", long},
		{"decimal", "."},
		{"decimal", ".5"},
		{"decimal", "1e"},
		{"decimal", "1e+"},
		{"decimal", "1e1.5"},
		{"decimal", "NaN"},
		{"decimal", "1E-2147483648"},
		{"decimal", long},
		{"double", ".5"},
		{"double", "inf"},
		{"double", "+1.0"},
		{"double", "0x10"},
		{"double", "1d"},
		{"float", "1f"},
		{"float", "'1'"},
		{"boolean", "yes"},
		{"boolean", "'true'"},
	} {
		if b, err := ParseLiteral(mustCQL(t, tt[0]), tt[1]); err == nil {
			t.Errorf("%s %.40s gave %x", tt[0], tt[1], b)
		}
	}
}

// The longest number that is converted, and one beyond: it still has a literal
// form as bytes nowhere, because decoding is what is refused.
func TestNumberLengthLimit(t *testing.T) {
	b := make([]byte, maxNumberBytes)
	b[0] = 0x40
	literal, err := Literal(Scalar(Varint), b)
	if err != nil {
		t.Fatal(err)
	}
	if back, err := ParseLiteral(Scalar(Varint), literal); err != nil || string(back) != string(b) {
		t.Errorf("%d bytes came back as %d, %v", len(b), len(back), err)
	}
	if got, err := Literal(Scalar(Varint), append(b, 0)); err == nil {
		t.Errorf("one byte more gave %.40s", got)
	}
}

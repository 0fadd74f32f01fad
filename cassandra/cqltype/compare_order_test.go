package cqltype

import (
	"encoding/hex"
	"testing"
)

// checkOrder wants each value before all that follow, and after none.
func checkOrder(t *testing.T, typ Type, sorted []string) {
	t.Helper()
	for i, x := range sorted {
		for j, y := range sorted {
			if got := sign(Compare(typ, unhexT(t, x), unhexT(t, y))); got != sign(i-j) {
				t.Errorf("%s: %q and %q compare as %d", typ.Java(), x, y, got)
			}
		}
	}
}

// literals turns values as typed into hex, so that order tables can be read.
func literals(t *testing.T, typ Type, values []string) []string {
	t.Helper()
	out := make([]string, len(values))
	for i, v := range values {
		b, err := ParseLiteral(typ, v)
		if err != nil {
			t.Fatal(err)
		}
		out[i] = hex.EncodeToString(b)
	}
	return out
}

// The order of values as typed; a clustering column with DESC has the opposite.
func TestCompareTyped(t *testing.T) {
	tests := []struct {
		cql    string
		sorted []string
	}{
		{"tinyint", []string{"-128", "-1", "0", "1", "127"}},
		{"smallint", []string{"-32768", "-256", "-1", "0", "255", "256", "32767"}},
		{"int", []string{"blobAsInt(0x)", "-2147483648", "-65536", "-1", "0", "1", "65536", "2147483647"}},
		{"bigint", []string{"-9223372036854775808", "-1", "0", "9223372036854775807"}},
		{"float", []string{"-Infinity", "-3.4e38", "-1", "-1e-45", "-0.0", "0", "1e-45", "1", "Infinity", "NaN"}},
		{"double", []string{"-Infinity", "-1e308", "-0.0", "0", "5e-324", "1", "1.5", "Infinity", "NaN"}},
		{"boolean", []string{"blobAsBoolean(0x)", "false", "true"}},
		{"varint", []string{
			"-18446744073709551616", "-32769", "-32768", "-257", "-256", "-255", "-129", "-128", "-127", "-1",
			"0", "1", "127", "128", "255", "256", "32767", "32768", "18446744073709551616",
		}},
		{"decimal", []string{
			"-1E+2147483648", "-1E+30", "-10.01", "-10", "-9.99", "-0.1", "-0.09", "-1E-2147483647", "0",
			"1E-2147483647", "9E-20", "0.09", "0.1", "0.11", "1", "1.01", "9.99", "10", "99", "100.5", "1E+3", "1E+2147483648",
		}},
		{"timestamp", []string{"-9223372036854775808", "'1969-12-31'", "'1970-01-01'", "'2024-02-29'", "9223372036854775807"}},
		{"date", []string{"0", "'1969-12-31'", "'1970-01-01'", "'9999-12-31'", "4294967295"}},
		{"time", []string{"'00:00:00'", "'00:00:00.000000001'", "'12:00:00'", "'23:59:59.999999999'"}},
		// Bytes, not collation: upper case first, é after z.
		{"text", []string{"''", "'\x00'", "'A'", "'Z'", "'a'", "'aa'", "'ab'", "'z'", "'é'", "'中'", "'👍'"}},
		{"ascii", []string{"''", "' '", "'0'", "'9'", "'A'", "'a'"}},
		{"blob", []string{"0x", "0x00", "0x0000", "0x7f", "0x80", "0xff"}},
		// Bytes again, so the two families mix: an IPv4 address comes between.
		{"inet", []string{"'::1'", "'1.2.3.4'", "'2001:db8::1'", "'127.0.0.1'", "'ffff::'", "'255.255.255.255'"}},
		{"list<int>", []string{"[]", "[-1]", "[-1, 0]", "[0]", "[0, -5]", "[0, 1]", "[1]"}},
		{"set<int>", []string{"{}", "{-1}", "{-1, 0}", "{0}"}},
		{"map<int, int>", []string{"{}", "{1: -1}", "{1: 1}", "{1: 1, 2: 0}", "{2: -9}"}},
		{"tuple<int, text>", []string{"(null)", "(-1)", "(-1, '')", "(-1, 'a')", "(0, 'a')", "(0, 'b')"}},
		{"pt", []string{"{label: 'a'}", "{x: -1}", "{x: 1}", "{x: 1, label: ''}", "{x: 1, label: 'a'}"}},
		{"vector<float, 2>", []string{"[-1, 9]", "[0, -1]", "[0, 0]", "[0, NaN]", "[1, -9]"}},
		{"vector<varint, 2>", []string{"[-300, 1]", "[-1, 256]", "[1, -256]", "[256, 0]"}},
		{"list<frozen<tuple<int>>>", []string{"[]", "[(null)]", "[(-1)]", "[(0), (null)]", "[(1)]"}},
	}
	for _, tt := range tests {
		typ := mustCQL(t, tt.cql)
		sorted := literals(t, typ, tt.sorted)
		checkOrder(t, typ, sorted)
		typ.Reversed = true
		reversed := make([]string, len(sorted))
		for i, s := range sorted {
			reversed[len(sorted)-1-i] = s
		}
		checkOrder(t, typ, reversed)
	}
}

// The same numbers in other bytes are equal, whatever scale or padding.
func TestCompareEqualValues(t *testing.T) {
	tests := []struct {
		cql  string
		same []string
	}{
		{"decimal", []string{"0000000001", "000000010a", "0000000264", "000000000001", "00000003000003e8"}},
		{"decimal", []string{"0000000000", "7fffffff00", "8000000000", "000000000000"}},
		{"decimal", []string{"00000000ff", "00000001f6", "00000000ffff"}},
		{"varint", []string{"00", "0000", "000000"}},
		{"varint", []string{"ff", "ffff"}},
		{"varint", []string{"0080", "000080"}},
		{"boolean", []string{"01", "02", "ff"}},
		{"float", []string{"7fc00000", "7fc00001", "ffc00000"}},
		{"double", []string{"7ff8000000000000", "fff8000000000000"}},
		{"tuple<int, text>", []string{"0000000400000001", "0000000400000001ffffffff"}},
		{"list<decimal>", []string{"00000001" + "000000050000000001", "00000001" + "00000005000000010a"}},
	}
	for _, tt := range tests {
		typ := mustCQL(t, tt.cql)
		for _, x := range tt.same {
			for _, y := range tt.same {
				if c := Compare(typ, unhexT(t, x), unhexT(t, y)); c != 0 {
					t.Errorf("%s: %s and %s compare as %d", tt.cql, x, y, c)
				}
			}
		}
	}
}

// One list of version-1 UUIDs in three orders. The low half decides last: its
// bytes are signed in a timeuuid (CASSANDRA-8730), unsigned in a uuid.
func TestCompareUUIDOrders(t *testing.T) {
	const (
		early   = "ffffffff" + "0000" + "1000" // time 0x0000000ffffffff
		later   = "00000000" + "0001" + "1000" // one more
		topByte = "00000000" + "0000" + "1fff"
		lowPos  = "00" + "7f000000000000"
		lowNeg  = "ff" + "80000000000000"
	)
	tests := []struct {
		java   string
		sorted []string
	}{
		{"TimeUUIDType", []string{early + lowNeg, early + lowPos, later + lowNeg, later + lowPos, topByte + lowNeg}},
		{"UUIDType", []string{early + lowPos, early + lowNeg, later + lowPos, later + lowNeg, topByte + lowPos}},
		{"LexicalUUIDType", []string{early + lowNeg, early + lowPos, topByte + lowNeg, later + lowNeg, later + lowPos}},
		{"ReversedType(TimeUUIDType)", []string{later + lowNeg, early + lowPos, early + lowNeg}},
		// Versions first in a uuid, and only version 1 by time.
		{"UUIDType", []string{
			"ffffffff" + "ffff" + "0fff" + "ffffffffffffffff",
			"00000000" + "0000" + "1000" + "0000000000000000",
			"00000000" + "0000" + "4000" + "0000000000000000",
			"00000000" + "0001" + "4000" + "0000000000000000",
			"80000000" + "0000" + "4000" + "0000000000000000",
			"00000000" + "0000" + "7000" + "0000000000000000",
			"00000000" + "0000" + "f000" + "0000000000000000",
		}},
	}
	for _, tt := range tests {
		checkOrder(t, mustJava(t, tt.java), tt.sorted)
	}
}

func TestCompareCompositeOrder(t *testing.T) {
	checkOrder(t, mustJava(t, "CompositeType(Int32Type,ReversedType(Int32Type))"), []string{
		"",
		"ffff" + "00040000000900", // static names first
		"0004ffffffff00",
		"000400000001ff",                    // a start bound, before all with this prefix
		"00040000000100",                    // the prefix itself
		"00040000000100" + "00040000000500", // reversed: 5 before 4
		"00040000000100" + "00040000000400", //
		"00040000000101",                    // an end bound, after all with this prefix
		"00040000000200" + "0004ffffffff00", //
	})
	checkOrder(t, mustJava(t, "DynamicCompositeType(b=>BytesType,i=>Int32Type,r=>ReversedType(Int32Type))"), []string{
		"8062" + "0001ff00",       // BytesType
		"8069" + "0004ffffffff00", // Int32Type
		"8069" + "00040000000100",
		"8072" + "00040000000200", // ReversedType, by its own order
		"8072" + "00040000000100",
	})
}

// An alias and a class name written out are one type; classes of one simple
// name go by their packages (DynamicCompositeType.getComparator).
func TestCompareDynamicComponents(t *testing.T) {
	typ := mustJava(t, "DynamicCompositeType(i=>Int32Type,l=>ListType(Int32Type),x=>org.b.Point)")
	component := func(class, valueHex string) string {
		return hex.EncodeToString(append([]byte{0, byte(len(class))}, class...)) + valueHex
	}
	checkOrder(t, typ, []string{
		"8069" + "00040000000100",
		component("Int32Type", "00040000000200"),
		"8069" + "00040000000300",
		"806c" + "00080000000100000000" + "00",
		component("ListType(Int32Type)", "000c"+"000000010000000400000005"+"00"),
		component("ListType(UTF8Type)", "0004"+"00000000"+"00"),
		component("org.a.Point", "0001ff00"),
		"8078" + "00010000",
	})
}

// PartitionerDefinedOrder is by token with Murmur3, by bytes with the others.
func TestCompareByPartitioner(t *testing.T) {
	murmur := mustJava(t, "PartitionerDefinedOrder")
	checkOrder(t, murmur, literals(t, Scalar(Blob), []string{"0x", "0x7031", "0x7030", "0x7033"}))
	bytewise := mustJava(t, "PartitionerDefinedOrder(org.apache.cassandra.dht.ByteOrderedPartitioner:UTF8Type)")
	checkOrder(t, bytewise, literals(t, Scalar(Blob), []string{"0x", "0x7030", "0x7031", "0x7033"}))
}

package cqltype

import (
	"slices"
	"testing"
)

// Each list is in Cassandra's order, with no two equal.
func TestCompareOrder(t *testing.T) {
	tests := []struct {
		java   string
		sorted []string
	}{
		{"Int32Type", []string{"", "80000000", "ffffffff", "00000000", "7fffffff"}},
		{"ReversedType(Int32Type)", []string{"7fffffff", "00000000", "ffffffff", "80000000", ""}},
		{"ShortType", []string{"8000", "ffff", "0000", "0001"}}, {"ByteType", []string{"80", "ff", "00", "7f"}},
		{"LongType", []string{"ffffffffffffffff", "0000000000000000"}},
		{"TimestampType", []string{"ffffffffffffffff", "0000000000000000"}},
		{"DateType", []string{"0000000000000000", "ffffffffffffffff"}},
		{"SimpleDateType", []string{"7fffffff", "80000000"}},
		{"UTF8Type", []string{"", "61", "6161", "62", "c3a9"}},
		{"BooleanType", []string{"", "00", "01"}},
		// -0.0 before 0.0, NaN last.
		{"FloatType", []string{"ff800000", "bf800000", "80000000", "00000000", "3f800000", "7f800000", "7fc00000"}},
		{"DoubleType", []string{"8000000000000000", "0000000000000000", "7ff8000000000000"}},
		{"IntegerType", []string{"", "ff00", "80", "ff", "00", "7f", "0080", "0100"}},
		// -10, -1.5, 0, 0.1, 1.5, 2, 1E+2147483647
		{"DecimalType", []string{"00000000f6", "00000001f1", "0000000000", "0000000101", "000000010f", "0000000002", "8000000101"}},
		{"InetAddressType", []string{"0a000001", "20010db8000000000000ff0000428329"}},
		{"DurationType", []string{"000000", "000002", "020000"}},
		// Version first, then time for version 1.
		{"UUIDType", []string{
			"00000000000000000000000000000000", "ffffffff000010008000000000000000", "00000000000110008000000000000000",
			"00000000000040008000000000000000", "00000000000040009000000000000000",
		}},
		// Time, then signed bytes: 80 before 00 before 7f.
		{"TimeUUIDType", []string{
			"", "00000000000010008000000000000080", "00000000000010008000000000000000", "00000000000010008000000000000001",
			"00000000000010000000000000000000", "00000000000010007f00000000000000", "00000001000010008000000000000000",
		}},
		{"LexicalUUIDType", []string{"80000000000000000000000000000000", "00000000000000000000000000000000", "7f000000000000000000000000000000"}},
		{"ListType(Int32Type)", []string{"", "00000000", "0000000100000004ffffffff", "000000010000000400000000", "00000002000000040000000000000004ffffffff"}},
		{"MapType(Int32Type,Int32Type)", []string{"000000010000000400000001000000040000000a", "00000001000000040000000200000004ffffffff"}},
		// Null fields first; missing counts as null.
		{"TupleType(Int32Type,UTF8Type)", []string{"ffffffff0000000161", "0000000400000001", "000000040000000100000000", "00000004000000010000000161"}},
		{"VectorType(Int32Type , 2)", []string{"ffffffff00000000", "00000000ffffffff", "0000000000000000"}},
		{"CompositeType(Int32Type,UTF8Type)", []string{
			"", "ffff00040000000900", "0004ffffffff0000016200", "000400000001ff", "00040000000100", "0004000000010000016100", "00040000000101",
		}},
		// Different types by the names of their classes.
		{"DynamicCompositeType(i=>Int32Type,t=>UTF8Type)", []string{"806900040000000500", "807400016100"}},
	}
	for _, tt := range tests {
		typ, err := ParseJava(tt.java)
		if err != nil {
			t.Fatal(err)
		}
		for i, x := range tt.sorted {
			for j, y := range tt.sorted {
				got := Compare(typ, unhexT(t, x), unhexT(t, y))
				if got < 0 != (i < j) || got > 0 != (i > j) {
					t.Errorf("%s: %q and %q compare as %d", tt.java, x, y, got)
				}
			}
		}
	}
}

func TestCompareEqual(t *testing.T) {
	for _, tt := range [][3]string{
		{"decimal", "000000010a", "0000000264"}, {"varint", "01", "0001"}, {"boolean", "01", "02"},
		{"tuple<int, text>", "0000000400000001", "0000000400000001ffffffff"},
	} {
		typ := mustCQL(t, tt[0])
		if c := Compare(typ, unhexT(t, tt[1]), unhexT(t, tt[2])); c != 0 {
			t.Errorf("%s: %s and %s compare as %d", tt[0], tt[1], tt[2], c)
		}
	}
}

func TestCompareKeysIsTokenOrder(t *testing.T) {
	// Partitions of a live table in the order of its file.
	want := []string{"p1", "p0", "p3", "p8", "p2", "p6", "p7", "p5", "p4"}
	got := slices.Sorted(slices.Values(want))
	slices.SortFunc(got, func(a, b string) int { return CompareKeys([]byte(a), []byte(b)) })
	if !slices.Equal(got, want) {
		t.Errorf("order %v, want %v", got, want)
	}
	typ, err := ParseJava("PartitionerDefinedOrder")
	if err != nil || Compare(typ, []byte("p1"), []byte("p0")) >= 0 {
		t.Errorf("PartitionerDefinedOrder puts p0 first (%v)", err)
	}
}

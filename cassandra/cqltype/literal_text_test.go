package cqltype

import "testing"

func TestTextLiterals(t *testing.T) {
	checkBothWays(t, []bothWays{
		{"ascii", "", "''"},
		{"ascii", "27", "''''"},
		{"ascii", "2727", "''''''"},
		{"ascii", "00", "'\x00'"},
		{"ascii", "7f", "'\x7f'"},
		{"text", "", "''"},
		{"text", "6e756c6c", "'null'"},
		{"text", "4e554c4c", "'NULL'"},
		{"text", "0a", "'\n'"},
		{"text", "2424", "'$$'"},
		{"text", "2d2d", "'--'"},
		{"text", "2f2a", "'/*'"},
		{"text", "22", `'"'`},
		{"text", "5c27", `'\'''`},
		{"text", "c3a9", "'é'"},
		{"text", "65cc81", "'e\u0301'"},
		{"text", "e4b8ad", "'中'"},
		{"text", "f09f918d", "'👍'"},
		{"text", "e280ae", "'\u202e'"},
		{"text", "f48fbfbf", "'\U0010ffff'"},
		// What has no constant of its own but is a legal empty value.
		{"empty", "", "''"},
	})
}

// $$ quoting exists so that quotes need no doubling; nothing is escaped in it.
func TestDollarQuotes(t *testing.T) {
	tests := []struct{ in, want string }{
		{"$$$$", ""},
		{"$$a$$", "a"},
		{"$$it's$$", "it's"},
		{"$$''$$", "''"},
		{"$$a$b$$", "a$b"},
		{"$$\n$$", "\n"},
	}
	for _, tt := range tests {
		if got, err := ParseLiteral(Scalar(Text), tt.in); err != nil || string(got) != tt.want {
			t.Errorf("%s: %q, %v", tt.in, got, err)
		}
	}
}

func TestTextRefused(t *testing.T) {
	for _, tt := range [][2]string{
		{"text", ""},
		{"text", "abc"},
		{"text", `"abc"`},
		{"text", "'"},
		{"text", "'a''"},
		{"text", "'a' 'b'"},
		{"text", "'a'b"},
		{"text", "$$a$"},
		{"text", "$$"},
		{"text", "0x61"},
		{"text", "'\xff'"},
		{"text", "'\xed\xa0\x80'"}, // half of a surrogate pair
		{"ascii", "'\u0080'"},
		{"empty", "'x'"},
		{"empty", "x"},
	} {
		if b, err := ParseLiteral(mustCQL(t, tt[0]), tt[1]); err == nil {
			t.Errorf("%s %q gave %x", tt[0], tt[1], b)
		}
	}
}

func TestBlobLiterals(t *testing.T) {
	checkBothWays(t, []bothWays{
		{"blob", "", "0x"},
		{"blob", "00", "0x00"},
		{"blob", "deadbeef", "0xdeadbeef"},
		{"'org.example.Point'", "", "0x"},
		{"'org.example.Point'", "c0ffee", "0xc0ffee"},
		{"'PartitionerDefinedOrder'", "0102", "0x0102"},
		{"'CompositeType(Int32Type)'", "00040000000100", "0x00040000000100"},
		{"'DynamicCompositeType(i=>Int32Type)'", "806900040000000100", "0x806900040000000100"},
	})
	for _, in := range []string{"", "0", "x", "0x0", "0xg0", "00", "'00'", "'0x00'", "0x 00", "0x00 00"} {
		if b, err := ParseLiteral(Scalar(Blob), in); err == nil {
			t.Errorf("%q gave %x", in, b)
		}
	}
	if b, err := ParseLiteral(mustCQL(t, "'CompositeType(Int32Type)'"), "0x0004"); err == nil {
		t.Errorf("a damaged composite gave %x", b)
	}
}

func TestUUIDAndInetLiterals(t *testing.T) {
	checkBothWays(t, []bothWays{
		{"uuid", "00000000000000000000000000000000", "00000000-0000-0000-0000-000000000000"},
		{"uuid", "ffffffffffffffffffffffffffffffff", "ffffffff-ffff-ffff-ffff-ffffffffffff"},
		{"uuid", "", "blobAsUuid(0x)"},
		{"timeuuid", "50554d6e29bb11e5b3459feb63b0f12f", "50554d6e-29bb-11e5-b345-9feb63b0f12f"},
		{"timeuuid", "", "blobAsTimeuuid(0x)"},
		{"'LexicalUUIDType'", "50554d6e29bb41e5b3459feb63b0f12f", "50554d6e-29bb-41e5-b345-9feb63b0f12f"},
		{"'LexicalUUIDType'", "", "blobAsUuid(0x)"},
		{"inet", "00000000", "'0.0.0.0'"},
		{"inet", "ffffffff", "'255.255.255.255'"},
		{"inet", "00000000000000000000000000000000", "'::'"},
		{"inet", "00000000000000000000000000000001", "'::1'"},
		{"inet", "fe800000000000000000000000000001", "'fe80::1'"},
		{"inet", "", "blobAsInet(0x)"},
	})
	for _, tt := range [][2]string{
		{"uuid", "'50554d6e-29bb-11e5-b345-9feb63b0f12f'"},
		{"uuid", "50554d6e29bb11e5b3459feb63b0f12f"},
		{"uuid", "50554d6e-29bb-11e5-b345-9feb63b0f12"},
		{"uuid", "50554d6e-29bb-11e5-b345-9feb63b0f12g"},
		{"uuid", "50554d6e-29bb-11e5-b3459-feb63b0f12f"},
		{"uuid", "-0554d6e-29bb-11e5-b345-9feb63b0f12f"},
		{"inet", "10.0.0.1"},
		{"inet", "'10.0.0'"},
		{"inet", "'10.0.0.256'"},
		{"inet", "'010.0.0.1'"},
		{"inet", "'10.0.0.1/8'"},
		{"inet", "'localhost'"},
		{"inet", "'::1%lo'"},
		{"inet", "''"},
	} {
		if b, err := ParseLiteral(mustCQL(t, tt[0]), tt[1]); err == nil {
			t.Errorf("%s %s gave %x", tt[0], tt[1], b)
		}
	}
}

// The functions go by the type that is wanted: another type's is an error even
// where its bytes would fit, as the server would refuse it too.
func TestBlobFunctions(t *testing.T) {
	for _, tt := range [][3]string{
		{"int", "blobAsInt(0x00000001)", "1"},
		{"int", "BLOBASINT( 0X00000001 )", "1"},
		{"int", "blob_as_int(0x00000001)", "1"},
		{"text", "blobAsText(0x27)", "''''"},
		{"timeuuid", "blob_as_timeuuid(0x)", "blobAsTimeuuid(0x)"},
	} {
		typ := mustCQL(t, tt[0])
		b, err := ParseLiteral(typ, tt[1])
		if err != nil {
			t.Error(err)
			continue
		}
		if got, err := Literal(typ, b); got != tt[2] || err != nil {
			t.Errorf("%s: %s, %v, want %s", tt[1], got, err, tt[2])
		}
	}
	for _, tt := range [][2]string{
		{"int", "blobAsBigint(0x00000001)"},
		{"int", "blobAsInt(1)"},
		{"int", "blobAsInt(0x000001)"},
		{"int", "blobAsInt()"},
		{"int", "blobAsInt(0x00000001"},
		{"int", "blobAsInt(0x00000001, 0x)"},
		{"int", "now()"},
		{"text", "blobAsText(0xff)"},
		{"list<int>", "blobAsList(0x00000000)"},
	} {
		if b, err := ParseLiteral(mustCQL(t, tt[0]), tt[1]); err == nil {
			t.Errorf("%s %s gave %x", tt[0], tt[1], b)
		}
	}
}

package cqltype

import (
	"errors"
	"strings"
	"testing"
)

// mustCQL parses a type; the UDT pt (x int, label text) is known.
func mustCQL(t testing.TB, s string) Type {
	t.Helper()
	typ, err := ParseCQL(s, testUDTs(t))
	if err != nil {
		t.Fatal(err)
	}
	return typ
}

func testUDTs(t testing.TB) func(keyspace, name string) (Type, bool) {
	t.Helper()
	pt, err := NewUDT("ks", "pt", []Column{{"x", Scalar(Int)}, {"label", Scalar(Text)}})
	if err != nil {
		t.Fatal(err)
	}
	odd := pt
	odd.Name = `Odd "name"`
	return func(_, name string) (Type, bool) {
		switch name {
		case "pt":
			return pt, true
		case odd.Name:
			return odd, true
		}
		return Type{}, false
	}
}

func TestParseCQL(t *testing.T) {
	tests := []struct{ in, out string }{
		{"int", "int"}, {" VarChar ", "text"}, {"counter", "counter"},
		{"frozen<map<text, list<int>>>", "frozen<map<text, frozen<list<int>>>>"},
		{"map<text,frozen<pt>>", "map<text, frozen<pt>>"},
		{"vector<float, 3>", "vector<float, 3>"},
		{"vector<vector<text,2>,3>", "vector<vector<text, 2>, 3>"},
		{"tuple<int, text>", "frozen<tuple<int, text>>"},
		{`frozen<"Odd ""name""">`, `frozen<"Odd ""name""">`},
		{"ks.pt", "pt"}, {`"ks"."pt"`, "pt"},
		{"'org.example.Point'", "'org.example.Point'"},
		{"'org.apache.cassandra.db.marshal.Int32Type'", "int"},
		{"'CompositeType(Int32Type,UTF8Type)'", "'org.apache.cassandra.db.marshal.CompositeType(" +
			"org.apache.cassandra.db.marshal.Int32Type,org.apache.cassandra.db.marshal.UTF8Type)'"},
	}
	for _, tt := range tests {
		if got := mustCQL(t, tt.in).String(); got != tt.out {
			t.Errorf("%s: %s, want %s", tt.in, got, tt.out)
		}
	}
}

func TestParseCQLRefuses(t *testing.T) {
	tests := []struct {
		in   string
		want error
	}{
		{"", ErrSyntax}, {"list<int", ErrSyntax}, {"list<int>>", ErrSyntax}, {"map<int>", ErrSyntax},
		{"vector<int>", ErrSyntax}, {"vector<int, x>", ErrSyntax}, {"'open", ErrSyntax},
		{"vector<int, 0>", ErrTooLarge}, {"vector<int, 99999999>", ErrTooLarge},
		{"vector<empty, 3>", ErrTooLarge},
		{"vector<vector<vector<int,100000>,100000>,100000>", ErrTooLarge},
		{"nosuch", ErrUnknownType}, {"nosuch<int>", ErrUnknownType}, {"ks.int", ErrUnknownType},
		{strings.Repeat("list<", 100) + "int" + strings.Repeat(">", 100), ErrTooLarge},
		{strings.Repeat(" ", maxTypeText+1), ErrTooLarge},
	}
	for _, tt := range tests {
		if got, err := ParseCQL(tt.in, nil); !errors.Is(err, tt.want) {
			t.Errorf("%.40s: %v, error %v, want %v", tt.in, got, err, tt.want)
		}
	}
}

func TestParseJava(t *testing.T) {
	const m = marshalPackage
	tests := []struct {
		in, cql    string
		multi, rev bool
	}{
		{m + "ReversedType(" + m + "Int32Type)", "int", false, true},
		{"ReversedType(TimeUUIDType)", "timeuuid", false, true},
		{"VectorType(FloatType , 3)", "vector<float, 3>", false, false},
		{"ListType(Int32Type)", "list<int>", true, false},
		{"FrozenType(MapType(UTF8Type,SetType(LongType)))", "frozen<map<text, frozen<set<bigint>>>>", false, false},
		{"TupleType(DoubleType,BooleanType)", "frozen<tuple<double, boolean>>", false, false},
		{"UserType(ks,7074,78:Int32Type,6c6162656c:UTF8Type)", "pt", true, false},
		{"FrozenType(UserType(ks,4f6464,78:Int32Type))", `frozen<"Odd">`, false, false},
		// A keyspace and a type may be called like anything.
		{"UserType(Int32Type,00)", "\"\x00\"", true, false},
		{"DynamicCompositeType(a=>Int32Type, b=>UTF8Type)", "'" + m + "DynamicCompositeType(a=>" + m + "Int32Type,b=>" + m + "UTF8Type)'", false, false},
		{"EmptyType", "empty", false, false}, {"CounterColumnType", "counter", false, false},
		{"DurationType", "duration", false, false}, {"LegacyTimeUUIDType", "timeuuid", false, false},
		{"LexicalUUIDType", "'" + m + "LexicalUUIDType'", false, false},
		{"DateType", "'" + m + "DateType'", false, false},
		{"PartitionerDefinedOrder", "'" + m + "PartitionerDefinedOrder'", false, false},
		{m + "PartitionerDefinedOrder(org.apache.cassandra.dht.Murmur3Partitioner:Int32Type)",
			"'" + m + "PartitionerDefinedOrder(org.apache.cassandra.dht.Murmur3Partitioner:" + m + "Int32Type)'", false, false},
		{"org.example.Sorted(UTF8Type, reversed=true)", "'org.example.Sorted(UTF8Type, reversed=true)'", false, false},
	}
	for _, tt := range tests {
		got, err := ParseJava(tt.in)
		if err != nil {
			t.Errorf("%s: %v", tt.in, err)
			continue
		}
		if got.String() != tt.cql || got.IsMultiCell() != tt.multi || got.Reversed != tt.rev {
			t.Errorf("%s: %s, multi-cell %t, reversed %t", tt.in, got, got.IsMultiCell(), got.Reversed)
		}
		if back, err := ParseJava(got.Java()); err != nil || !back.Equal(got) {
			t.Errorf("%s read back from %s: %v", tt.in, got.Java(), err)
		}
	}
}

func TestParseJavaRefuses(t *testing.T) {
	deep := strings.Repeat("ListType(", 100) + "Int32Type" + strings.Repeat(")", 100)
	for in, want := range map[string]error{
		"": ErrSyntax, "(": ErrSyntax, "ListType": ErrSyntax, "ListType(": ErrSyntax, "ListType(3)": ErrSyntax,
		"UserType(ks)": ErrSyntax, "UserType(ks,zz)": ErrSyntax, "UserType(ks,00,Int32Type)": ErrSyntax,
		"VectorType(Int32Type)": ErrSyntax, "VectorType(Int32Type,-1)": ErrTooLarge, "Int32Type)": ErrSyntax,
		"ReversedType()": ErrSyntax, "DynamicCompositeType(ab=>Int32Type)": ErrSyntax, deep: ErrTooLarge,
	} {
		if got, err := ParseJava(in); !errors.Is(err, want) {
			t.Errorf("%.40s: %v, error %v, want %v", in, got, err, want)
		}
	}
}

func TestFixedLength(t *testing.T) {
	for in, want := range map[string]int{
		"int": 4, "bigint": 8, "boolean": 1, "uuid": 16, "timestamp": 8, "vector<float, 3>": 12, "empty": 0,
		"smallint": -1, "tinyint": -1, "date": -1, "time": -1, "text": -1, "list<int>": -1, "vector<text, 2>": -1,
	} {
		n, fixed := mustCQL(t, in).FixedLength()
		if !fixed {
			n = -1
		}
		if n != want {
			t.Errorf("%s: %d, want %d", in, n, want)
		}
	}
}

func TestQuoteIdentifier(t *testing.T) {
	for in, want := range map[string]string{
		"lane": "lane", "a_1": "a_1", "Lane": `"Lane"`, "1a": `"1a"`, "": `""`, "order": `"order"`,
		`a"b`: `"a""b"`, "token": `"token"`, "key": "key", "naïve": `"naïve"`, "_x": `"_x"`, "a b": `"a b"`,
	} {
		if got := QuoteIdentifier(in); got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
}

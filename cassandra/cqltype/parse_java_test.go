package cqltype

import (
	"errors"
	"strings"
	"testing"
)

// Every class of org.apache.cassandra.db.marshal, with and without its package.
func TestParseJavaClasses(t *testing.T) {
	tests := []struct {
		class string
		want  Kind
	}{
		{"AsciiType", Ascii},
		{"LongType", BigInt},
		{"BytesType", Blob},
		{"BooleanType", Boolean},
		{"CounterColumnType", Counter},
		{"SimpleDateType", Date},
		{"DecimalType", Decimal},
		{"DoubleType", Double},
		{"DurationType", Duration},
		{"EmptyType", Empty},
		{"FloatType", Float},
		{"InetAddressType", Inet},
		{"Int32Type", Int},
		{"ShortType", SmallInt},
		{"UTF8Type", Text},
		{"TimeType", Time},
		{"TimestampType", Timestamp},
		{"TimeUUIDType", TimeUUID},
		{"LegacyTimeUUIDType", TimeUUID},
		{"ByteType", TinyInt},
		{"UUIDType", UUID},
		{"IntegerType", Varint},
		{"DateType", LegacyTimestamp},
		{"LexicalUUIDType", LexicalUUID},
		{"PartitionerDefinedOrder", PartitionerOrder},
		{"utf8type", Custom},
		{"org.example.UTF8Type", Custom},
	}
	for _, tt := range tests {
		for _, in := range []string{tt.class, marshalPackage + tt.class, " " + tt.class + "\n"} {
			got, err := ParseJava(in)
			if err != nil || (got.Kind != tt.want && !strings.HasPrefix(in, marshalPackage+"org")) {
				t.Errorf("%q: kind %s, %v", in, got.Kind, err)
			}
		}
	}
}

// Blanks and commas may stand anywhere between arguments (TypeParser.skipBlankAndComma).
func TestParseJavaBlanks(t *testing.T) {
	want := mustJava(t, "MapType(Int32Type,UTF8Type)")
	for _, in := range []string{
		"MapType(Int32Type, UTF8Type)",
		"MapType( Int32Type ,UTF8Type )",
		"MapType (Int32Type UTF8Type)",
		"MapType(,Int32Type,,UTF8Type,)",
		"\tMapType(\n\tInt32Type,\n\tUTF8Type\n)\n",
	} {
		if got, err := ParseJava(in); err != nil || !got.Equal(want) {
			t.Errorf("%q: %s, %v", in, got, err)
		}
	}
}

func mustJava(t testing.TB, s string) Type {
	t.Helper()
	typ, err := ParseJava(s)
	if err != nil {
		t.Fatal(err)
	}
	return typ
}

// ReversedType belongs to the column, not to the value: the CQL form hides it,
// the Java form keeps it.
func TestParseJavaReversed(t *testing.T) {
	tests := []struct {
		in, cql string
		rev     bool
	}{
		{"ReversedType(TimestampType)", "timestamp", true},
		{"ReversedType(ReversedType(TimestampType))", "timestamp", false},
		{"ReversedType(FrozenType(ListType(Int32Type)))", "frozen<list<int>>", true},
		{"FrozenType(ReversedType(Int32Type))", "int", true},
		{"ReversedType(UserType(ks,7074,78:Int32Type))", "pt", true},
	}
	for _, tt := range tests {
		got := mustJava(t, tt.in)
		if got.String() != tt.cql || got.Reversed != tt.rev {
			t.Errorf("%s: %s, reversed %t", tt.in, got, got.Reversed)
		}
		if tt.rev != strings.Contains(got.Java(), "ReversedType(") {
			t.Errorf("%s: written as %s", tt.in, got.Java())
		}
	}
}

// A UDT's name and fields are hex because they may hold anything; a keyspace
// may not, so it is plain.
func TestParseJavaUserType(t *testing.T) {
	got := mustJava(t, "UserType(shop,41646472,c3a9:UTF8Type,6f72646572:FrozenType(ListType(Int32Type)))")
	if got.Keyspace != "shop" || got.Name != "Addr" || len(got.Fields) != 2 {
		t.Fatalf("keyspace %q, name %q, fields %q", got.Keyspace, got.Name, got.Fields)
	}
	if got.Fields[0] != "é" || got.Fields[1] != "order" {
		t.Errorf("fields %q", got.Fields)
	}
	if got.Params[1].String() != "frozen<list<int>>" || !got.IsMultiCell() {
		t.Errorf("second field %s, multi-cell %t", got.Params[1], got.IsMultiCell())
	}
	if empty := mustJava(t, "UserType(ks,00)"); len(empty.Params) != 0 {
		t.Errorf("no fields gave %d", len(empty.Params))
	}
}

func TestParseJavaSyntaxErrors(t *testing.T) {
	for _, in := range []string{
		"", " ", "(", ")", "()", "Int32Type)", "Int32Type(", "Int32Type(UTF8Type", "Int32Type UTF8Type",
		"3", "3Type", "-Type", ".Type", "é", "a;b", "ListType", "ListType()", "ListType(Int32Type,Int32Type)",
		"MapType(Int32Type)", "SetType(3)", "SetType(a=b)", "TupleType(3)", "ReversedType", "ReversedType(3)",
		"ReversedType(Int32Type,Int32Type)", "FrozenType()", "UserType", "UserType(ks)", "UserType(ks,7)",
		"UserType(ks,74,Int32Type)", "UserType(ks,74,zz:Int32Type)", "UserType(ks,74,78:3)", "UserType(ks,74,78:)",
		"VectorType(Int32Type)", "VectorType(Int32Type,x)", "VectorType(3,3)", "VectorType(Int32Type,3,3)",
		"CompositeType(3)", "DynamicCompositeType(Int32Type)", "DynamicCompositeType(ab=>Int32Type)",
		"DynamicCompositeType(a=>)", "DynamicCompositeType(a=Int32Type)",
	} {
		if got, err := ParseJava(in); !errors.Is(err, ErrSyntax) {
			t.Errorf("%q: %s, error %v", in, got, err)
		}
	}
}

func TestParseJavaLimits(t *testing.T) {
	nested := func(n int) string { return strings.Repeat("SetType(", n) + "Int32Type" + strings.Repeat(")", n) }
	if _, err := ParseJava(nested(maxTypeDepth - 1)); err != nil {
		t.Errorf("at the depth limit: %v", err)
	}
	for name, in := range map[string]string{
		"deep":           nested(maxTypeDepth),
		"very deep":      nested(100_000),
		"deep, no end":   strings.Repeat("SetType(", 100_000),
		"long":           strings.Repeat("a", maxTypeText+1),
		"no dimension":   "VectorType(Int32Type,0)",
		"huge dimension": "VectorType(Int32Type,1048577)",
		"of nothing":     "VectorType(EmptyType,2)",
		"overflow":       "VectorType(VectorType(LongType,1048576),1048576)",
	} {
		if _, err := ParseJava(in); !errors.Is(err, ErrTooLarge) {
			t.Errorf("%s: error %.200v", name, err)
		}
	}
}

// A class of somebody else keeps its text to the letter: it names itself in
// messages, and DESCRIBE shows it so.
func TestParseJavaCustomKeepsItsText(t *testing.T) {
	for _, in := range []string{
		"org.example.Point",
		"org.example.Point()",
		"org.example.Point(x=1, y=two)",
		"org.example.Box(Int32Type,org.example.Point(3))",
		"GeoType",
	} {
		got := mustJava(t, in)
		if got.Kind != Custom || got.Class != in || got.Java() != in {
			t.Errorf("%s: kind %s, class %q, written %q", in, got.Kind, got.Class, got.Java())
		}
	}
}

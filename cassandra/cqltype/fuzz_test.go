package cqltype

import (
	"bytes"
	"testing"
)

// everyType holds at least one type of each kind.
var everyType = []string{
	"ascii", "bigint", "blob", "boolean", "counter", "date", "decimal", "double", "duration", "empty", "float", "inet",
	"int", "smallint", "text", "time", "timestamp", "timeuuid", "tinyint", "uuid", "varint", "'DateType'", "'LexicalUUIDType'",
	"list<int>", "set<text>", "map<text, decimal>", "frozen<pt>", "tuple<int, frozen<set<float>>, duration>",
	"vector<float, 3>", "vector<varint, 2>", "map<frozen<tuple<int, inet>>, frozen<list<timestamp>>>",
	"'CompositeType(Int32Type,UTF8Type)'", "'DynamicCompositeType(a=>UTF8Type,i=>ReversedType(Int32Type))'",
	"'PartitionerDefinedOrder'", "'org.example.Point'", "'ReversedType(TimeUUIDType)'",
}

func FuzzParseCQL(f *testing.F) {
	for _, s := range everyType {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		udts := testUDTs(t)
		typ, err := ParseCQL(s, udts)
		if err != nil {
			return
		}
		back, err := ParseCQL(typ.String(), udts)
		if err != nil || back.String() != typ.String() {
			t.Fatalf("%q: %s read back as %s, %v", s, typ, back, err)
		}
	})
}

func FuzzParseJava(f *testing.F) {
	for _, s := range everyType {
		f.Add(mustCQL(f, s).Java())
	}
	f.Add("UserType(ks,7074,78:ReversedType(ListType(Int32Type)))")
	f.Fuzz(func(t *testing.T, s string) {
		typ, err := ParseJava(s)
		if err != nil {
			return
		}
		if back, err := ParseJava(typ.Java()); err != nil || !back.Equal(typ) {
			t.Fatalf("%q: %s read back as %s, %v", s, typ.Java(), back.Java(), err)
		}
	})
}

func FuzzDecodeAndLiteral(f *testing.F) {
	for i := range everyType {
		f.Add(uint8(i), []byte{0, 0, 0, 1, 0, 0, 0, 4, 0, 0, 0, 1}, []byte{0, 0, 0, 0})
	}
	f.Fuzz(func(t *testing.T, kind uint8, a, b []byte) {
		name := everyType[int(kind)%len(everyType)]
		typ := mustCQL(t, name)
		if Compare(typ, a, a) != 0 || sign(Compare(typ, a, b)) != -sign(Compare(typ, b, a)) {
			t.Fatalf("%s: %x and %x have no order", name, a, b)
		}
		_, err := Decode(typ, a)
		literal, literalErr := Literal(typ, a)
		if (err == nil) != (literalErr == nil) {
			t.Fatalf("%s %x: Decode says %v, Literal %v", name, a, err, literalErr)
		}
		if err != nil {
			return
		}
		roundTrip(t, typ, a, literal)
	})
}

// roundTrip checks that a literal stands for its bytes. Exceptions are those
// that Literal names, and sets and maps that were not in order.
func roundTrip(t *testing.T, typ Type, b []byte, literal string) {
	back, err := ParseLiteral(typ, literal)
	if typ.Kind == Counter {
		return
	}
	if err != nil {
		// A damaged collection may hold nulls, which CQL cannot write.
		if bytes.Contains([]byte(literal), []byte("null")) {
			return
		}
		t.Fatalf("%s %x: %s: %v", typ, b, literal, err)
	}
	if typ.Kind.isScalar() && !bytes.Equal(back, b) {
		t.Fatalf("%s %x: %s gave %x", typ, b, literal, back)
	}
	again, err := Literal(typ, back)
	if err != nil {
		t.Fatalf("%s: %v", literal, err)
	}
	if twice, err := ParseLiteral(typ, again); err != nil || !bytes.Equal(twice, back) {
		t.Fatalf("%s: %s gave %x, then %x, %v", typ, again, back, twice, err)
	}
}

func sign(n int) int { return min(1, max(-1, n)) }

func FuzzParseLiteral(f *testing.F) {
	for i, s := range []string{"'a'", "1", "0x", "true", "1E3", "P1Y", "{a: 1}", "[1, 2]", "('x', null)", "blobAsInt(0x)"} {
		f.Add(uint8(i), s)
	}
	f.Fuzz(func(t *testing.T, kind uint8, s string) {
		typ := mustCQL(t, everyType[int(kind)%len(everyType)])
		b, err := ParseLiteral(typ, s)
		if err != nil || b == nil {
			return
		}
		literal, err := Literal(typ, b)
		if err != nil {
			t.Fatalf("%s %s gave %x: %v", typ, s, b, err)
		}
		if back, err := ParseLiteral(typ, literal); err != nil || !bytes.Equal(back, b) {
			t.Fatalf("%s %s: %x, then %s gave %x, %v", typ, s, b, literal, back, err)
		}
	})
}

func FuzzSplitKey(f *testing.F) {
	for _, k := range liveKeys {
		f.Add(unhexT(f, k.hex), k.literal)
	}
	f.Fuzz(func(t *testing.T, key []byte, text string) {
		for _, types := range []string{"blob", "tuple<text, blob>", "tuple<int, text, uuid>"} {
			cols := keyColumns(t, types)
			if parsed, err := ParseKeyLiteral(cols, text); err == nil {
				if _, err := KeyLiteral(cols, parsed); err != nil {
					t.Fatalf("%s %q gave %x: %v", types, text, parsed, err)
				}
			}
			values, err := SplitKey(cols, key)
			if err != nil {
				continue
			}
			if back, err := EncodeKey(cols, values); err != nil && len(key) <= maxKeyBytes || err == nil && !bytes.Equal(back, key) {
				t.Fatalf("%s %x encoded as %x, %v", types, key, back, err)
			}
			literal, err := KeyLiteral(cols, key)
			if err != nil || len(key) > maxKeyBytes {
				continue
			}
			if back, err := ParseKeyLiteral(cols, literal); err != nil || !bytes.Equal(back, key) {
				t.Fatalf("%s %x: %s gave %x, %v", types, key, literal, back, err)
			}
		}
	})
}

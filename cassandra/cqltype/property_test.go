package cqltype

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// scalarSamples are literals of each kind at and around its limits; rapid picks
// among them and nests them. They are literals so that a failure reads well.
var scalarSamples = map[string][]string{
	"int":       {"blobAsInt(0x)", "-2147483648", "-1", "0", "1", "2147483647"},
	"bigint":    {"-9223372036854775808", "-1", "0", "9223372036854775807"},
	"text":      {"''", "'a'", "'it''s'", "':'", "'é'", "'中, }'"},
	"blob":      {"0x", "0x00", "0xff", "0x00ff"},
	"boolean":   {"true", "false", "blobAsBoolean(0x02)"},
	"float":     {"-Infinity", "-0.0", "0.0", "1.5", "NaN"},
	"decimal":   {"-1E+100", "-1.0", "-1", "0", "0.00", "1E-100", "1", "1.00", "10", "1E+1", "1E+2147483648"},
	"varint":    {"-129", "-128", "-1", "0", "127", "128", "blobAsVarint(0x0001)", "99999999999999999999"},
	"timestamp": {"'1970-01-01'", "'1969-12-31'", "9223372036854775807"},
	"date":      {"0", "'1970-01-01'", "4294967295"},
	"inet":      {"'1.2.3.4'", "'::1'", "'255.255.255.255'"},
	"uuid":      {"00000000-0000-4000-8000-000000000000", "00000000-0000-1000-8000-000000000001", "00000001-0000-1000-0000-000000000000"},
	"timeuuid":  {"00000000-0000-1000-8000-000000000000", "00000000-0000-1000-7f00-000000000000", "00000001-0000-1000-8000-000000000000"},
	"duration":  {"0s", "1y", "-1d2ns"},
}

// drawType draws the CQL name of a type that nests up to depth levels.
func drawType(t *rapid.T, depth int) string {
	names := make([]string, 0, len(scalarSamples))
	for name := range scalarSamples {
		names = append(names, name)
	}
	slices.Sort(names)
	if depth == 0 || rapid.Bool().Draw(t, "scalar") {
		return rapid.SampledFrom(names).Draw(t, "name")
	}
	a, b := drawType(t, depth-1), drawType(t, depth-1)
	forms := []string{"list<A>", "set<A>", "map<A, B>", "tuple<A, B>", "vector<A, 2>", "frozen<pt>"}
	form := rapid.SampledFrom(forms).Draw(t, "form")
	return strings.NewReplacer("A", a, "B", b).Replace(form)
}

// drawLiteral draws a value of the type as it would be typed.
func drawLiteral(t *rapid.T, typ Type) string {
	several := func(sep string) string {
		out := make([]string, rapid.IntRange(0, 3).Draw(t, "size"))
		for i := range out {
			out[i] = drawLiteral(t, typ.Params[0])
			if typ.Kind == Map {
				out[i] += ": " + drawLiteral(t, typ.Params[1])
			}
		}
		return strings.Join(out, sep)
	}
	switch typ.Kind {
	case List:
		return "[" + several(", ") + "]"
	case Set, Map:
		return "{" + several(", ") + "}"
	case Tuple:
		return "(" + drawLiteral(t, typ.Params[0]) + rapid.SampledFrom([]string{"", ", null"}).Draw(t, "rest") + ")"
	case UDT:
		return rapid.SampledFrom([]string{"{}", "{x: 1}", "{label: ''}", "{label: 'b', x: -1}"}).Draw(t, "udt")
	case Vector:
		// Elements of a fixed length cannot be empty inside a vector.
		return "[" + fixedLiteral(t, typ.Params[0]) + ", " + fixedLiteral(t, typ.Params[0]) + "]"
	default:
		return rapid.SampledFrom(scalarSamples[typ.String()]).Draw(t, typ.String())
	}
}

func fixedLiteral(t *rapid.T, typ Type) string {
	for range 20 {
		s := drawLiteral(t, typ)
		if !strings.HasSuffix(s, "(0x)") {
			return s
		}
	}
	return "0"
}

func drawValue(t *rapid.T, typ Type) []byte {
	s := drawLiteral(t, typ)
	b, err := ParseLiteral(typ, s)
	if err != nil {
		t.Fatalf("%s: %v", typ, err)
	}
	return b
}

// Types read back from both their forms. A type of CQL frozen where it stands
// inside another is the same type.
func TestPropertyTypesRoundTrip(t *testing.T) {
	udts := testUDTs(t)
	rapid.Check(t, func(t *rapid.T) {
		name := drawType(t, 3)
		typ, err := ParseCQL(name, udts)
		if err != nil {
			t.Fatal(err)
		}
		if back, err := ParseCQL(typ.String(), udts); err != nil || !back.Equal(typ) {
			t.Fatalf("%s read back as %s, %v", typ, back, err)
		}
		if back, err := ParseJava(typ.Java()); err != nil || !back.Equal(typ) {
			t.Fatalf("%s read back as %s, %v", typ.Java(), back.Java(), err)
		}
	})
}

// A literal stands for its bytes, to the byte.
func TestPropertyLiteralsRoundTrip(t *testing.T) {
	udts := testUDTs(t)
	rapid.Check(t, func(t *rapid.T) {
		typ, err := ParseCQL(drawType(t, 2), udts)
		if err != nil {
			t.Fatal(err)
		}
		b := drawValue(t, typ)
		if _, err := Decode(typ, b); err != nil {
			t.Fatal(err)
		}
		literal, err := Literal(typ, b)
		if err != nil {
			t.Fatal(err)
		}
		if back, err := ParseLiteral(typ, literal); err != nil || !bytes.Equal(back, b) {
			t.Fatalf("%s %s: %x read back as %x, %v", typ, literal, b, back, err)
		}
	})
}

// Compare is an order on valid values: reflexive, antisymmetric, transitive,
// and turned around by ReversedType.
func TestPropertyCompareIsAnOrder(t *testing.T) {
	udts := testUDTs(t)
	rapid.Check(t, func(t *rapid.T) {
		typ, err := ParseCQL(drawType(t, 2), udts)
		if err != nil {
			t.Fatal(err)
		}
		a, b, c := drawValue(t, typ), drawValue(t, typ), drawValue(t, typ)
		ab, bc, ac := Compare(typ, a, b), Compare(typ, b, c), Compare(typ, a, c)
		if Compare(typ, a, a) != 0 || sign(Compare(typ, b, a)) != -sign(ab) {
			t.Fatalf("%s: %x and %x have no order", typ, a, b)
		}
		if ab <= 0 && bc <= 0 && ac > 0 || ab >= 0 && bc >= 0 && ac < 0 {
			t.Fatalf("%s: %x, %x, %x compare as %d, %d, but %d", typ, a, b, c, ab, bc, ac)
		}
		reversed := typ
		reversed.Reversed = true
		if sign(Compare(reversed, a, b)) != -sign(ab) {
			t.Fatalf("%s: reversed order of %x and %x is the same", typ, a, b)
		}
	})
}

// A key splits into what it was made of, and its literal reads back.
func TestPropertyKeysRoundTrip(t *testing.T) {
	udts := testUDTs(t)
	rapid.Check(t, func(t *rapid.T) {
		cols := make([]Column, rapid.IntRange(1, 3).Draw(t, "columns"))
		values := make([][]byte, len(cols))
		for i := range cols {
			typ, err := ParseCQL("frozen<"+drawType(t, 1)+">", udts)
			if err != nil {
				t.Fatal(err)
			}
			cols[i] = Column{string(rune('a' + i)), typ}
			values[i] = drawValue(t, typ)
		}
		key, err := EncodeKey(cols, values)
		if err != nil {
			t.Fatal(err)
		}
		split, err := SplitKey(cols, key)
		if err != nil || !slices.EqualFunc(split, values, bytes.Equal) {
			t.Fatalf("%x split into %x, %v", key, split, err)
		}
		literal, err := KeyLiteral(cols, key)
		if err != nil {
			t.Fatal(err)
		}
		if back, err := ParseKeyLiteral(cols, literal); err != nil || !bytes.Equal(back, key) {
			t.Fatalf("%s gave %x, %v, want %x", literal, back, err, key)
		}
	})
}

// Scalars are sorted as their numbers are.
func TestPropertyIntegersSortAsNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y := rapid.Int64().Draw(t, "x"), rapid.Int64().Draw(t, "y")
		for _, k := range []Kind{BigInt, Varint, Decimal, Timestamp} {
			a, b := drawn(t, k, x), drawn(t, k, y)
			if got := sign(Compare(Scalar(k), a, b)); (got < 0) != (x < y) || (got > 0) != (x > y) {
				t.Fatalf("%s: %d and %d compare as %d", k, x, y, got)
			}
		}
	})
}

// drawn writes a number as bytes of the kind by way of its literal.
func drawn(t *rapid.T, k Kind, v int64) []byte {
	b, err := ParseLiteral(Scalar(k), bareText(v))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

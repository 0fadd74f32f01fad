package cqltype

import (
	"encoding/hex"
	"errors"
	"strings"
	"testing"
)

func TestCollectionLiterals(t *testing.T) {
	checkBothWays(t, []bothWays{
		{"list<int>", "00000000", "[]"},
		{"list<int>", "000000010000000400000005", "[5]"},
		{"list<int>", "0000000100000000", "[blobAsInt(0x)]"},
		{"list<text>", "0000000200000000000000012c", "['', ',']"},
		{"list<text>", "00000001000000015d", "[']']"},
		{"list<frozen<list<int>>>", "000000020000000400000000" + "0000000c" + "000000010000000400000001", "[[], [1]]"},
		{"set<int>", "00000000", "{}"},
		{"set<int>", "0000000200000004ffffffff0000000400000000", "{-1, 0}"},
		{"set<text>", "00000002" + "00000000" + "0000000127", "{'', ''''}"},
		{"set<double>", "00000002" + "000000088000000000000000" + "000000087ff8000000000000", "{-0.0, NaN}"},
		{"map<text, int>", "00000000", "{}"},
		{"map<text, int>", "00000001000000013a0000000400000001", "{':': 1}"},
		{"map<int, frozen<map<int, int>>>", "00000001" + "0000000400000001" + "00000014" +
			"00000001000000040000000200000004ffffffff", "{1: {2: -1}}"},
		{"map<frozen<tuple<int, text>>, boolean>", "00000001" + "00000008" + "0000000400000001" + "0000000101", "{(1): true}"},
	})
}

// A tuple may end early, a UDT literal always names all fields.
func TestTupleAndUDTLiterals(t *testing.T) {
	checkBothWays(t, []bothWays{
		{"tuple<int, text>", "", "()"},
		{"tuple<int, text>", "0000000400000001", "(1)"},
		{"tuple<int, text>", "ffffffff", "(null)"},
		{"tuple<int, text>", "ffffffffffffffff", "(null, null)"},
		{"tuple<int, text>", "000000040000000100000000", "(1, '')"},
		{"tuple<int, text>", "00000000ffffffff", "(blobAsInt(0x), null)"},
		{"tuple<frozen<tuple<int>>>", "0000000800000004ffffffff", "((-1))"},
		{"frozen<pt>", "00000004000000010000000161", "{x: 1, label: 'a'}"},
		{"frozen<pt>", "ffffffffffffffff", "{x: null, label: null}"},
		{"frozen<pt>", "000000040000000100000000", "{x: 1, label: ''}"},
		{"list<frozen<pt>>", "00000001" + "0000000d" + "00000004000000010000000161", "[{x: 1, label: 'a'}]"},
	})
	// Written before the field label was added: the one exception Literal names.
	short := unhexT(t, "0000000400000001")
	if got, err := Literal(mustCQL(t, "pt"), short); got != "{x: 1, label: null}" || err != nil {
		t.Errorf("old value: %s, %v", got, err)
	}
}

// Fields that need quotes get them, and are found with and without.
func TestUDTFieldNames(t *testing.T) {
	typ, err := NewUDT("ks", "t", []Column{{"order", Scalar(Int)}, {"Mixed", Scalar(Int)}, {`q"q`, Scalar(Int)}})
	if err != nil {
		t.Fatal(err)
	}
	b := unhexT(t, "000000040000000100000004000000020000000400000003")
	const want = `{"order": 1, "Mixed": 2, "q""q": 3}`
	if got, err := Literal(typ, b); got != want || err != nil {
		t.Fatalf("%s, %v", got, err)
	}
	for _, in := range []string{want, `{"q""q": 3, ORDER: 1, "Mixed": 2}`} {
		if back, err := ParseLiteral(typ, in); err != nil || string(back) != string(b) {
			t.Errorf("%s: %x, %v", in, back, err)
		}
	}
	for _, in := range []string{"{mixed: 2}", `{"ORDER": 1}`, "{'order': 1}", "{order 1}", "{order: }", "{: 1}", "{order: 1,}"} {
		if back, err := ParseLiteral(typ, in); !errors.Is(err, ErrSyntax) {
			t.Errorf("%s: %x, %v", in, back, err)
		}
	}
}

func TestVectorLiterals(t *testing.T) {
	checkBothWays(t, []bothWays{
		{"vector<float, 1>", "00000000", "[0.0]"},
		{"vector<float, 3>", "3f800000" + "7fc00000" + "ff800000", "[1.0, NaN, -Infinity]"},
		{"vector<boolean, 2>", "0001", "[false, true]"},
		// No fixed length on disk, for all that each is two bytes (ShortType).
		{"vector<smallint, 2>", "02000102ffff", "[1, -1]"},
		{"vector<text, 2>", "000127", "['', '''']"},
		{"vector<vector<float, 1>, 2>", "3f800000" + "40000000", "[[1.0], [2.0]]"},
		{"vector<frozen<list<int>>, 1>", "0400000000", "[[]]"},
	})
	for _, tt := range [][2]string{
		{"vector<float, 2>", "[]"},
		{"vector<float, 2>", "[1.0]"},
		{"vector<float, 2>", "[1.0, 2.0, 3.0]"},
		{"vector<float, 2>", "[1.0, null]"},
		{"vector<float, 2>", "{1.0, 2.0}"},
		{"vector<float, 1>", "[blobAsFloat(0x)]"},
	} {
		if b, err := ParseLiteral(mustCQL(t, tt[0]), tt[1]); err == nil {
			t.Errorf("%s %s gave %x", tt[0], tt[1], b)
		}
	}
	// A length of 128 is the first that takes a vint of two bytes.
	typ := mustCQL(t, "vector<text, 1>")
	b, err := ParseLiteral(typ, "['"+strings.Repeat("a", 128)+"']")
	if err != nil || !strings.HasPrefix(hex.EncodeToString(b), "808061") {
		t.Errorf("%.10x, %v", b, err)
	}
}

// A frozen collection is stored sorted, so a literal is sorted before it is
// compared with what is stored.
func TestLiteralsAreSorted(t *testing.T) {
	tests := []struct{ cql, in, want string }{
		{"set<int>", "{2, -1, 0}", "{-1, 0, 2}"},
		{"set<int>", "{1, 1, 1}", "{1}"},
		{"set<text>", "{'b', 'a', 'ab', ''}", "{'', 'a', 'ab', 'b'}"},
		{"set<double>", "{NaN, 0.0, -0.0, -Infinity}", "{-Infinity, -0.0, 0.0, NaN}"},
		{"set<boolean>", "{true, false}", "{false, true}"},
		{"map<int, text>", "{2: 'b', 1: 'a'}", "{1: 'a', 2: 'b'}"},
		{"map<int, text>", "{1: 'a', 1: 'b'}", "{1: 'b'}"},
		{"list<int>", "[2, 1, 2]", "[2, 1, 2]"},
		// Equal in order, not in bytes: the first key stays, the last value
		// comes (TreeMap.put), and a set keeps its first (TreeSet.add).
		{"set<decimal>", "{1.00, 1.0, 1}", "{1.00}"},
		{"map<decimal, int>", "{1.0: 1, 0: 0, 1.00: 2}", "{0: 0, 1.0: 2}"},
		{"map<frozen<set<int>>, int>", "{{2, 1}: 1, {1}: 2, {1, 2}: 3}", "{{1}: 2, {1, 2}: 3}"},
	}
	for _, tt := range tests {
		typ := mustCQL(t, tt.cql)
		b, err := ParseLiteral(typ, tt.in)
		if err != nil {
			t.Error(err)
			continue
		}
		if got, err := Literal(typ, b); got != tt.want || err != nil {
			t.Errorf("%s %s: %s, %v, want %s", tt.cql, tt.in, got, err, tt.want)
		}
	}
}

func TestCompoundLiteralsRefused(t *testing.T) {
	for _, tt := range [][2]string{
		{"list<int>", "["},
		{"list<int>", "[1,]"},
		{"list<int>", "[,1]"},
		{"list<int>", "[1 2]"},
		{"list<int>", "[1]]"},
		{"list<int>", "(1)"},
		{"list<int>", "['1']"},
		{"list<int>", "[null]"},
		{"set<int>", "{1: 2}"},
		{"set<int>", "[1]"},
		{"map<int, int>", "{1}"},
		{"map<int, int>", "{1:}"},
		{"map<int, int>", "{:1}"},
		{"map<int, int>", "{1: null}"},
		{"map<int, int>", "{null: 1}"},
		{"map<int, int>", "{1: 2, 3}"},
		{"map<int, int>", "[1: 2]"},
		{"tuple<int>", "(1, 2)"},
		{"tuple<int>", "[1]"},
		{"tuple<int>", "1"},
		{"pt", "(1, 'a')"},
		{"pt", "{x: 'a'}"},
		{"pt", "{x: 1"},
		{"pt", "{z: 1}"},
	} {
		if b, err := ParseLiteral(mustCQL(t, tt[0]), tt[1]); err == nil {
			t.Errorf("%s %s gave %x", tt[0], tt[1], b)
		}
	}
}

// null is a value of every type at the top, and of none inside a collection.
func TestNullLiterals(t *testing.T) {
	for _, name := range everyType {
		typ := mustCQL(t, name)
		for _, in := range []string{"null", "NULL", " Null "} {
			if b, err := ParseLiteral(typ, in); b != nil || err != nil {
				t.Errorf("%s %q: %x, %v", name, in, b, err)
			}
		}
		if got, err := Literal(typ, nil); got != "null" || err != nil {
			t.Errorf("%s: %s, %v", name, got, err)
		}
	}
}

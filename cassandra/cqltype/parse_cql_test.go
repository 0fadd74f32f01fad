package cqltype

import (
	"errors"
	"strings"
	"testing"
)

// Each native type under its one CQL name; case and blanks do not matter.
func TestParseCQLNative(t *testing.T) {
	tests := []struct {
		in   string
		want Kind
	}{
		{"ascii", Ascii},
		{"bigint", BigInt},
		{"blob", Blob},
		{"boolean", Boolean},
		{"counter", Counter},
		{"date", Date},
		{"decimal", Decimal},
		{"double", Double},
		{"duration", Duration},
		{"empty", Empty},
		{"float", Float},
		{"inet", Inet},
		{"int", Int},
		{"smallint", SmallInt},
		{"text", Text},
		{"varchar", Text},
		{"time", Time},
		{"timestamp", Timestamp},
		{"timeuuid", TimeUUID},
		{"tinyint", TinyInt},
		{"uuid", UUID},
		{"varint", Varint},
	}
	for _, tt := range tests {
		for _, in := range []string{tt.in, strings.ToUpper(tt.in), "\t" + tt.in + "\n"} {
			got, err := ParseCQL(in, nil)
			if err != nil || got.Kind != tt.want || !got.Equal(Scalar(tt.want)) {
				t.Errorf("%q: %s, %v", in, got, err)
			}
		}
	}
}

// What is inside another type is frozen, whether or not the text says so; only
// the outermost keeps its choice (CQL3Type.Raw.freeze).
func TestParseCQLFrozen(t *testing.T) {
	tests := []struct {
		in, out string
		multi   bool
	}{
		{"list<int>", "list<int>", true},
		{"frozen<list<int>>", "frozen<list<int>>", false},
		{"FROZEN<LIST<INT>>", "frozen<list<int>>", false},
		{"frozen<frozen<set<int>>>", "frozen<set<int>>", false},
		{"list<set<int>>", "list<frozen<set<int>>>", true},
		{"map<frozen<list<int>>,set<text>>", "map<frozen<list<int>>, frozen<set<text>>>", true},
		{"pt", "pt", true},
		{"frozen<pt>", "frozen<pt>", false},
		{"list<pt>", "list<frozen<pt>>", true},
		{"tuple<pt,list<int>>", "frozen<tuple<frozen<pt>, frozen<list<int>>>>", false},
		{"frozen<tuple<int>>", "frozen<tuple<int>>", false},
		{"vector<list<int>, 2>", "vector<frozen<list<int>>, 2>", false},
		// Not CQL, but harmless: a scalar has nothing to freeze.
		{"frozen<int>", "int", false},
	}
	for _, tt := range tests {
		got := mustCQL(t, tt.in)
		if got.String() != tt.out || got.IsMultiCell() != tt.multi {
			t.Errorf("%s: %s, multi-cell %t", tt.in, got, got.IsMultiCell())
		}
	}
}

// The lookup gets bare names in lower case, quoted ones as they are, and no
// keyspace unless there is one.
func TestParseCQLLooksUpNames(t *testing.T) {
	tests := []struct{ in, keyspace, name string }{
		{"address", "", "address"},
		{"Address", "", "address"},
		{`"Address"`, "", "Address"},
		{`"a ""b"""`, "", `a "b"`},
		{"Shop.Address", "shop", "address"},
		{`"Shop"."Address"`, "Shop", "Address"},
		{`shop . "x"`, "shop", "x"},
		{`"int"`, "", "int"},
		{"list<Shop.Address>", "shop", "address"},
	}
	for _, tt := range tests {
		asked := [2]string{"-", "-"}
		_, err := ParseCQL(tt.in, func(keyspace, name string) (Type, bool) {
			asked = [2]string{keyspace, name}
			return Type{}, false
		})
		if !errors.Is(err, ErrUnknownType) || asked != [2]string{tt.keyspace, tt.name} {
			t.Errorf("%s: asked for %q, error %v", tt.in, asked, err)
		}
	}
}

func TestParseCQLSyntaxErrors(t *testing.T) {
	for _, in := range []string{
		"", " ", "<", ">", "list<", "list<>", "list<int", "list<int,>", "list<,int>", "list<int,text>",
		"set<int int>", "map<int>", "map<int,>", "map<int,int,int>", "tuple<", "tuple<>",
		"vector<int>", "vector<int,>", "vector<int, 3", "vector<int, three>", "vector<int, 3.5>",
		"frozen<", "frozen<int", "int>", "int int", "int,", "'", `"`, "$$", "ks.", "ks.<", "ks.'x'",
		"''", "'ListType('", "'ListType()'",
	} {
		if got, err := ParseCQL(in, nil); !errors.Is(err, ErrSyntax) {
			t.Errorf("%q: %s, error %v", in, got, err)
		}
	}
	// Words that could be the name of a user-defined type are one that is unknown.
	for _, in := range []string{"list", "vector<3>", "frozen", "ks.map", "integer", "foo<int>", "list<string>"} {
		if got, err := ParseCQL(in, nil); !errors.Is(err, ErrUnknownType) {
			t.Errorf("%q: %s, error %v", in, got, err)
		}
	}
}

// An error names the text, but not all of a long one.
func TestParseCQLErrorIsShort(t *testing.T) {
	_, err := ParseCQL("list<"+strings.Repeat("x", 5000), nil)
	if err == nil || len(err.Error()) > 400 || !strings.Contains(err.Error(), "list<xxx") {
		t.Errorf("error %.500v", err)
	}
}

// The depth limit holds at the limit and one beyond, for each nesting form, and
// for a UDT that is deep itself.
func TestParseCQLDepth(t *testing.T) {
	nest := func(open, end string, n int) string {
		return strings.Repeat(open, n) + "int" + strings.Repeat(end, n)
	}
	for _, form := range [][2]string{{"list<", ">"}, {"tuple<", ">"}, {"map<int,", ">"}} {
		if _, err := ParseCQL(nest(form[0], form[1], maxTypeDepth-1), nil); err != nil {
			t.Errorf("%s at the limit: %v", form[0], err)
		}
		if _, err := ParseCQL(nest(form[0], form[1], maxTypeDepth), nil); !errors.Is(err, ErrTooLarge) {
			t.Errorf("%s beyond the limit: %v", form[0], err)
		}
	}
	if _, err := ParseCQL(nest("frozen<", ">", 1000), nil); !errors.Is(err, ErrTooLarge) {
		t.Errorf("frozen 1000 times: %v", err)
	}
	deep, err := ParseCQL(nest("list<", ">", maxTypeDepth-1), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := NewUDT("ks", "deep", []Column{{"f", deep}}); !errors.Is(err, ErrTooLarge) {
		t.Errorf("UDT beyond the limit: %v", err)
	}
}

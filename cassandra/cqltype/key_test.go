package cqltype

import (
	"encoding/hex"
	"errors"
	"math"
	"testing"
)

// Keys, tokens and printed forms as a 5.0.6 node has them.
var liveKeys = []struct {
	types, hex, text, literal string
	token                     int64
}{
	{"ascii", "616263", "abc", "'abc'", -5434086359492102041},
	{"ascii", "612062", "a b", "'a b'", 3293889103043283305},
	{"blob", "deadbeef00", "deadbeef00", "0xdeadbeef00", -2108134414611949013},
	{"date", "80004d2c", "2024-02-03", "'2024-02-03'", -3161183642911620586},
	{"date", "7fffffff", "1969-12-31", "'1969-12-31'", -765994672030311617},
	{"double", "3f1a36e2eb1c432d", "1.0E-4", "1.0E-4", -8975600439327999199},
	{"double", "8000000000000000", "-0.0", "-0.0", 9204767954415360687},
	{"inet", "0a000001", "10.0.0.1", "'10.0.0.1'", -5497434528627776251},
	{"inet", "20010db8000000000000ff0000428329", "2001:db8:0:0:0:ff00:42:8329", "'2001:db8::ff00:42:8329'", 7845315341310689849},
	{"smallint", "fffd", "-3", "-3", 4664650080347509590},
	{"int", "00000005", "5", "5", -7509452495886106294},
	{"int", "00000003", "3", "3", 9010454139840013625},
	{"text", "77697468207370616365", "with space", "'with space'", -8017282804780043361},
	{"text", "706c61696e", "plain", "'plain'", 6742728284772561206},
	{"timestamp", "0000000000000000", "1970-01-01T00:00:00.000Z", "'1970-01-01T00:00:00.000Z'", 2945182322382062539},
	{"timestamp", "ffffffffffffffff", "1969-12-31T23:59:59.999Z", "'1969-12-31T23:59:59.999Z'", 7071048584287372947},
	{"uuid", "123e4567e89b42d3a456426614174000", "123e4567-e89b-42d3-a456-426614174000", "123e4567-e89b-42d3-a456-426614174000", 5526382331501224824},
	{"frozen<list<int>>", "00000003000000040000000100000004000000020000000400000003", "00000003000000040000000100000004000000020000000400000003", "[1, 2, 3]", -3697485381053931750},
	{"frozen<list<int>>", "00000000", "00000000", "[]", -3485513579396041028},
	{"frozen<map<text, int>>", "00000002000000016b0000000400000001000000016c0000000400000002", "00000002000000016b0000000400000001000000016c0000000400000002", "{'k': 1, 'l': 2}", -8532200224172025221},
	{"frozen<pt>", "00000004000000010000000171", "1:q", "{x: 1, label: 'q'}", -454685807354233401},
	{"frozen<pt>", "ffffffff000000017a", "@:z", "{x: null, label: 'z'}", 2227620785129969143},
	{"tuple<int, text>", "0004000000030000096861733a636f6c6f6e00", `3:has\:colon`, "3, 'has:colon'", -7915885199310846989},
	{"tuple<int, text>", "00040000000200000968617320737061636500", "2:has space", "2, 'has space'", 8703711742071715725},
	{"tuple<int, text, uuid>", "000400000001000003712271000010123e4567e89b42d3a45642661417400000", `1:q"q:123e4567-e89b-42d3-a456-426614174000`, `1, 'q"q', 123e4567-e89b-42d3-a456-426614174000`, -5449925034728218310},
	{"tuple<int, text, uuid>", "00040000000100000178000010123e4567e89b42d3a45642661417400000", "1:x:123e4567-e89b-42d3-a456-426614174000", "1, 'x', 123e4567-e89b-42d3-a456-426614174000", 8852870045756817054},
}

// keyColumns makes one column, or of a tuple one for each field.
func keyColumns(t testing.TB, s string) []Column {
	typ := mustCQL(t, s)
	if typ.Kind != Tuple {
		return []Column{{"k", typ}}
	}
	var cols []Column
	for i, p := range typ.Params {
		cols = append(cols, Column{string(rune('a' + i)), p})
	}
	return cols
}

func TestLiveKeys(t *testing.T) {
	for _, k := range liveKeys {
		cols, key := keyColumns(t, k.types), unhexT(t, k.hex)
		if got := Token(key); got != k.token {
			t.Errorf("%s: token %d, want %d", k.text, got, k.token)
		}
		if got, err := KeyText(cols, key); got != k.text || err != nil {
			t.Errorf("text %q, %v, want %q", got, err, k.text)
		}
		if got, err := KeyLiteral(cols, key); got != k.literal || err != nil {
			t.Errorf("literal %q, %v, want %q", got, err, k.literal)
		}
		for _, form := range []string{k.text, k.literal, "(" + k.literal + ")", "0x" + k.hex} {
			if form[0] == '(' && len(cols) == 1 {
				continue
			}
			if got, err := ParseKeyLiteral(cols, form); err != nil || hex.EncodeToString(got) != k.hex {
				t.Errorf("%s gave %x, %v, want %s", form, got, err, k.hex)
			}
		}
	}
}

// Parts that end with \ or ! get a ! (AbstractCompositeType.escape).
func TestKeyTextEscapes(t *testing.T) {
	cols := keyColumns(t, "tuple<int, text, timestamp>")
	for _, name := range []string{"bang!", `back\`, "a:b", "", "@", `\:!`, "é中"} {
		key, err := EncodeKey(cols, [][]byte{{0, 0, 0, 1}, []byte(name), make([]byte, 8)})
		if err != nil {
			t.Fatal(err)
		}
		text, err := KeyText(cols, key)
		if err != nil {
			t.Fatal(err)
		}
		if back, err := ParseKeyText(cols, text); err != nil || string(back) != string(key) {
			t.Errorf("%s gave %x, %v", text, back, err)
		}
	}
	if text, _ := KeyText(cols, unhexT(t, "00040000000100"+"000562616e672100"+"0008000000000000000000")); text != `1:bang!!:1970-01-01T00\:00\:00.000Z` {
		t.Errorf("text %s", text)
	}
}

func TestWhere(t *testing.T) {
	cols := []Column{{"lane", Scalar(Text)}, {"Bucket", Scalar(Int)}, {"token", Scalar(Blob)}}
	key, err := EncodeKey(cols, [][]byte{[]byte("jobs"), {0, 0, 0, 3}, {}})
	if err != nil {
		t.Fatal(err)
	}
	const want = `lane = 'jobs' AND "Bucket" = 3 AND "token" = 0x`
	if got, err := Where(cols, key); got != want || err != nil {
		t.Errorf("%s, %v", got, err)
	}
}

func TestKeyErrors(t *testing.T) {
	two := keyColumns(t, "tuple<int, text>")
	for _, s := range []string{"", "00", "0004000000", "00040000000100", "00040000000101", "0004000000010000016100ff", "000400000001000001610000"} {
		if got, err := SplitKey(two, unhexT(t, s)); !errors.Is(err, ErrMalformed) {
			t.Errorf("%s: %x, %v", s, got, err)
		}
	}
	if _, err := SplitKey(nil, nil); err == nil {
		t.Error("no columns split")
	}
	for _, values := range [][][]byte{nil, {{1}}, {{1}, nil}, {{1}, make([]byte, maxKeyBytes+1)}} {
		if key, err := EncodeKey(two, values); err == nil {
			t.Errorf("encoded %d bytes", len(key))
		}
	}
	for _, s := range []string{"", "1", "x:y", "1, 2", "1, 'a', 3", "0xzz", "null, 'a'"} {
		if key, err := ParseKeyLiteral(two, s); err == nil {
			t.Errorf("%q gave %x", s, key)
		}
	}
}

func TestKeyTextFallsBackFromHex(t *testing.T) {
	cols := keyColumns(t, "text")
	for in, want := range map[string]string{"0xyz": "0xyz", "0x6162": "ab", "0xff": "0xff", "'0x6162'": "0x6162", "it's": "it's"} {
		if got, err := ParseKeyLiteral(cols, in); err != nil || string(got) != want {
			t.Errorf("%s gave %q, %v", in, got, err)
		}
	}
}

func TestTokenLimits(t *testing.T) {
	if got := Token(nil); got != math.MinInt64 {
		t.Errorf("empty key: %d", got)
	}
}

func BenchmarkToken(b *testing.B) {
	key := []byte("sixteen bytes!!!tail")
	b.ReportAllocs()
	for b.Loop() {
		Token(key)
	}
}

package cqltype

import (
	"encoding/hex"
	"testing"
)

// Single columns as nodetool prints them: each class's getString.
func TestKeyTextOfOneColumn(t *testing.T) {
	tests := []struct{ cql, hex, text string }{
		{"text", "", ""},
		{"text", "613a62", "a:b"}, // no escape: nothing to tell apart
		{"text", "61215c", `a!\`},
		{"blob", "", ""},
		{"blob", "00ff", "00ff"},
		{"boolean", "01", "true"},
		{"int", "ffffffff", "-1"},
		{"int", "", ""},
		{"float", "7fc00000", "NaN"},
		{"varint", "ff00", "-256"},
		// BigDecimal.toPlainString, never with an exponent.
		{"decimal", "000000010f", "1.5"},
		{"decimal", "0000000201", "0.01"},
		{"decimal", "00000009ff", "-0.000000001"},
		{"decimal", "fffffffd0c", "12000"},
		{"decimal", "fffffffd00", "0"},
		{"decimal", "0000000300", "0.000"},
		// But not two billion zeros.
		{"decimal", "8000000001", "1E+2147483648"},
		{"decimal", "7fffffff01", "1E-2147483647"},
		{"inet", "00000000000000000000000000000001", "0:0:0:0:0:0:0:1"},
		{"time", "00004e94914effff", "23:59:59.999999999"},
		{"time", "ffffffffffffffff", "-1"},
		{"timestamp", "0000000000000000", "1970-01-01T00:00:00.000Z"},
		{"timeuuid", "50554d6e29bb11e5b3459feb63b0f12f", "50554d6e-29bb-11e5-b345-9feb63b0f12f"},
		{"frozen<set<int>>", "00000000", "00000000"},
		{"vector<float, 1>", "3f800000", "3f800000"}, // VectorType.getString is hex, like ListType's
		{"'org.example.Point'", "c0ffee", "c0ffee"},
		{"tuple<int, text>", "", ""},
		{"tuple<int, text>", "0000000400000001", "1"},
		{"tuple<int, text>", "ffffffff0000000140", `@:\@`},
		{"tuple<int, text>", "000000040000000100000003613a62", `1:a\:b`},
		{"tuple<frozen<tuple<int, int>>>", "00000010" + "0000000400000001" + "0000000400000002", `1\:2`},
	}
	for _, tt := range tests {
		cols := []Column{{"k", mustCQL(t, tt.cql)}}
		if got, err := KeyText(cols, unhexT(t, tt.hex)); got != tt.text || err != nil {
			t.Errorf("%s %s: %q, %v, want %q", tt.cql, tt.hex, got, err, tt.text)
		}
	}
}

// Reading the text back gives the key wherever the text tells keys apart.
func TestParseKeyText(t *testing.T) {
	tests := []struct{ types, text, hex string }{
		{"text", "", ""},
		{"text", "a:b", "613a62"},
		{"text", "'quoted'", "2771756f74656427"},
		{"blob", "00ff", "00ff"},
		{"blob", "0x00ff", "00ff"},
		{"int", "-1", "ffffffff"},
		{"int", "", ""},
		{"decimal", "-0.000000001", "00000009ff"},
		{"inet", "0:0:0:0:0:0:0:1", "00000000000000000000000000000001"},
		{"timestamp", "1970-01-01T00:00:00.000Z", "0000000000000000"},
		{"date", "1970-01-01", "80000000"},
		{"tuple<int, text>", "1:a", "00040000000100" + "00016100"},
		{"tuple<int, text>", `1:a\:b`, "00040000000100" + "0003613a6200"},
		{"tuple<int, text>", "1:", "00040000000100" + "000000"},
		{"tuple<int, text>", "1:a!!", "00040000000100" + "0002612100"},
		{"tuple<text, text>", `\::\:`, "00013a00" + "00013a00"},
		{"tuple<text, int>", `C\:\\!:2`, "0004433a5c5c00" + "00040000000200"},
		{"tuple<blob, timestamp>", `ff:1970-01-01T00\:00\:00.000Z`, "0001ff00" + "0008000000000000000000"},
	}
	for _, tt := range tests {
		cols := keyColumns(t, tt.types)
		got, err := ParseKeyText(cols, tt.text)
		if err != nil || hex.EncodeToString(got) != tt.hex {
			t.Errorf("%s %q: %x, %v, want %s", tt.types, tt.text, got, err, tt.hex)
		}
	}
}

func TestParseKeyTextRefuses(t *testing.T) {
	for _, tt := range [][2]string{
		{"int", "x"},
		{"int", "1:2"},
		{"blob", "0"},
		{"blob", "zz"},
		{"uuid", "50554d6e"},
		{"ascii", "é"},
		{"frozen<list<int>>", "00"},
		{"frozen<pt>", "1:a:b"},
		{"frozen<pt>", "x"},
		{"tuple<int, text>", ""},
		{"tuple<int, text>", "1"},
		{"tuple<int, text>", `1\:a`},
		{"tuple<int, text>", "1:a:b"},
		{"tuple<int, text>", "a:1"},
	} {
		if key, err := ParseKeyText(keyColumns(t, tt[0]), tt[1]); err == nil {
			t.Errorf("%s %q gave %x", tt[0], tt[1], key)
		}
	}
}

// The three forms are tried in turn; what does not fit one may fit the next.
func TestParseKeyLiteralForms(t *testing.T) {
	tests := []struct{ types, in, hex string }{
		{"int", " 5 ", "00000005"},
		{"int", "0x00000005", "00000005"},
		{"int", "0X0000000A", "0000000a"},
		{"int", "blobAsInt(0x)", ""},
		{"text", "abc", "616263"},
		{"text", "'abc'", "616263"},
		{"text", "$$it's$$", "69742773"},
		{"text", "it's", "69742773"},
		{"text", "a, b", "612c2062"},
		{"text", "0x616", "3078363136"},
		{"text", "null", "6e756c6c"},
		{"uuid", "123e4567-e89b-42d3-a456-426614174000", "123e4567e89b42d3a456426614174000"},
		{"date", "1970-01-01", "80000000"},
		{"date", "'1970-01-01'", "80000000"},
		{"tuple<int, text>", "1,'a'", "00040000000100" + "00016100"},
		{"tuple<int, text>", "(1, 'a')", "00040000000100" + "00016100"},
		{"tuple<int, text>", " ( 1 , 'a' ) ", "00040000000100" + "00016100"},
		{"tuple<int, text>", "1:a", "00040000000100" + "00016100"},
		{"tuple<int, text>", "1:'a'", "00040000000100" + "000327612700"},
		{"tuple<int, text>", "1, 'a,b:c'", "00040000000100" + "0005612c623a6300"},
		{"tuple<int, text>", "0x0004000000010000016100", "0004000000010000016100"},
		{"tuple<frozen<list<int>>, int>", "[1, 2], 3", "0014" + "00000002" + "0000000400000001" + "0000000400000002" + "00" + "00040000000300"},
	}
	for _, tt := range tests {
		cols := keyColumns(t, tt.types)
		got, err := ParseKeyLiteral(cols, tt.in)
		if err != nil || hex.EncodeToString(got) != tt.hex {
			t.Errorf("%s %q: %x, %v, want %s", tt.types, tt.in, got, err, tt.hex)
		}
	}
}

// The ! keeps a final backslash or ! apart from the colon that follows
// (AbstractCompositeType.escape).
func TestEscapePart(t *testing.T) {
	tests := []struct{ part, escaped string }{
		{"", ""},
		{"a", "a"},
		{":", `\:`},
		{"::", `\:\:`},
		{`\`, `\!`},
		{`\\`, `\\!`},
		{"!", "!!"},
		{"a!", "a!!"},
		{"!a", "!a"},
		{`a\!`, `a\!!`},
		{`a:\`, `a\:\!`},
	}
	for _, tt := range tests {
		if got := escapePart(tt.part); got != tt.escaped {
			t.Errorf("%q escaped %q, want %q", tt.part, got, tt.escaped)
		}
		if got := unescapePart(tt.escaped); got != tt.part {
			t.Errorf("%q unescaped %q, want %q", tt.escaped, got, tt.part)
		}
	}
}

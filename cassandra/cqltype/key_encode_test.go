package cqltype

import (
	"bytes"
	"encoding/hex"
	"errors"
	"strings"
	"testing"
)

// One column is its bare value; more are u16 length, bytes, 0 for each.
func TestEncodeKey(t *testing.T) {
	tests := []struct {
		types  string
		values [][]byte
		want   string
	}{
		{"int", [][]byte{{0, 0, 0, 5}}, "00000005"},
		{"text", [][]byte{{}}, ""},
		{"tuple<int, text>", [][]byte{{0, 0, 0, 5}, []byte("a")}, "00040000000500" + "00016100"},
		{"tuple<text, text>", [][]byte{{}, {}}, "000000" + "000000"},
		{"tuple<text, blob>", [][]byte{[]byte("a"), {0, 0}}, "00016100" + "0002000000"},
		{"tuple<int, int, int>", [][]byte{{1}, {2}, {3}}, "00010100" + "00010200" + "00010300"},
	}
	for _, tt := range tests {
		cols := keyColumns(t, tt.types)
		got, err := EncodeKey(cols, tt.values)
		if err != nil || hex.EncodeToString(got) != tt.want {
			t.Errorf("%s %x: %x, %v", tt.types, tt.values, got, err)
		}
		values, err := SplitKey(cols, got)
		if err != nil || len(values) != len(tt.values) {
			t.Fatalf("%x split into %x, %v", got, values, err)
		}
		for i := range values {
			if values[i] == nil || !bytes.Equal(values[i], tt.values[i]) {
				t.Errorf("%x: column %d is %#v", got, i, values[i])
			}
		}
	}
}

func TestEncodeKeyRefuses(t *testing.T) {
	two := keyColumns(t, "tuple<text, text>")
	half := make([]byte, maxKeyBytes/2)
	tests := []struct {
		name   string
		cols   []Column
		values [][]byte
		want   error
	}{
		{"no columns", nil, nil, ErrSyntax},
		{"too few values", two, [][]byte{{1}}, ErrSyntax},
		{"too many values", two, [][]byte{{1}, {2}, {3}}, ErrSyntax},
		{"a null", two, [][]byte{{1}, nil}, ErrSyntax},
		{"a single null", two[:1], [][]byte{nil}, ErrSyntax},
		{"a long value", two[:1], [][]byte{make([]byte, maxKeyBytes+1)}, ErrTooLarge},
		{"a long value of two", two, [][]byte{{}, make([]byte, maxKeyBytes+1)}, ErrTooLarge},
		// Each fits, but not with three bytes of framing for each.
		{"a long whole", two, [][]byte{half, half}, ErrTooLarge},
	}
	for _, tt := range tests {
		if key, err := EncodeKey(tt.cols, tt.values); !errors.Is(err, tt.want) {
			t.Errorf("%s: %d bytes, %v", tt.name, len(key), err)
		}
	}
	if key, err := EncodeKey(two[:1], [][]byte{make([]byte, maxKeyBytes)}); err != nil || len(key) != maxKeyBytes {
		t.Errorf("longest value: %d bytes, %v", len(key), err)
	}
	if key, err := EncodeKey(two, [][]byte{half, half[:len(half)-5]}); err != nil || len(key) != maxKeyBytes {
		t.Errorf("longest whole: %d bytes, %v", len(key), err)
	}
}

func TestSplitDamagedKeys(t *testing.T) {
	two := keyColumns(t, "tuple<text, text>")
	for name, key := range map[string]string{
		"empty":                  "",
		"half a length":          "00",
		"length without bytes":   "0001",
		"no end byte":            "000161",
		"wrong end byte":         "00016101" + "00016100",
		"one column of two":      "00016100",
		"three columns":          "00016100" + "00016100" + "00016100",
		"bytes after the last":   "00016100" + "00016100" + "ff",
		"length beyond the end":  "ffff6100" + "00016100",
		"second cut short":       "00016100" + "00026100",
		"static marker in front": "ffff" + "00016100" + "00016100",
	} {
		if values, err := SplitKey(two, unhexT(t, key)); !errors.Is(err, ErrMalformed) {
			t.Errorf("%s: %x, %v", name, values, err)
		}
	}
	// A damaged key has no literal, condition or text either.
	damaged := unhexT(t, "00016100"+"0001ff00")
	for name, f := range map[string]func([]Column, []byte) (string, error){"KeyLiteral": KeyLiteral, "Where": Where, "KeyText": KeyText} {
		got, err := f(two, damaged)
		if !errors.Is(err, ErrMalformed) || got != "" {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	if _, err := KeyLiteral(two, damaged); err == nil || !strings.Contains(err.Error(), "column b") {
		t.Errorf("error does not name the column: %v", err)
	}
}

// The values share memory with the key, but appending to one must not write
// over the next.
func TestSplitKeyValuesAreCapped(t *testing.T) {
	key := unhexT(t, "00016100"+"00016200")
	values, err := SplitKey(keyColumns(t, "tuple<text, text>"), key)
	if err != nil {
		t.Fatal(err)
	}
	_ = append(values[0], 0xee)
	if got := hex.EncodeToString(key); got != "0001610000016200" {
		t.Errorf("key became %s", got)
	}
}

// What can be pasted into cqlsh, however odd the names and values.
func TestWhereQuotes(t *testing.T) {
	tests := []struct {
		cols   []Column
		values []string
		want   string
	}{
		{[]Column{{"id", Scalar(Int)}}, []string{"5"}, "id = 5"},
		{[]Column{{"Id", Scalar(Int)}}, []string{"-5"}, `"Id" = -5`},
		{[]Column{{"order", Scalar(Text)}}, []string{"'it''s'"}, `"order" = 'it''s'`},
		{[]Column{{`a"b`, Scalar(Text)}}, []string{"''"}, `"a""b" = ''`},
		{[]Column{{"é", Scalar(Blob)}}, []string{"0x"}, `"é" = 0x`},
		{[]Column{{"key", Scalar(Int)}}, []string{"blobAsInt(0x)"}, "key = blobAsInt(0x)"},
		{
			[]Column{{"a", Scalar(Text)}, {"B", Scalar(Timestamp)}, {"c", Scalar(Double)}},
			[]string{"' AND '", "'2024-02-29'", "NaN"},
			`a = ' AND ' AND "B" = '2024-02-29T00:00:00.000Z' AND c = NaN`,
		},
	}
	for _, tt := range tests {
		values := make([][]byte, len(tt.cols))
		for i, c := range tt.cols {
			values[i] = unhexT(t, literals(t, c.Type, tt.values[i:i+1])[0])
		}
		key, err := EncodeKey(tt.cols, values)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := Where(tt.cols, key); got != tt.want || err != nil {
			t.Errorf("%s, %v, want %s", got, err, tt.want)
		}
	}
}

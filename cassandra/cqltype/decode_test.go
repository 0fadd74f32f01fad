package cqltype

import (
	"errors"
	"math"
	"math/big"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// checkDecode decodes each row; big integers and addresses compare by value.
func checkDecode(t *testing.T, tests []decoded) {
	t.Helper()
	options := cmp.Options{
		cmp.Comparer(func(a, b *big.Int) bool { return a.Cmp(b) == 0 }),
		cmp.Comparer(func(a, b netip.Addr) bool { return a == b }),
	}
	for _, tt := range tests {
		got, err := Decode(mustCQL(t, tt.cql), unhexT(t, tt.hex))
		if err != nil {
			t.Errorf("%s %s: %v", tt.cql, tt.hex, err)
		} else if diff := cmp.Diff(tt.want, got, options); diff != "" {
			t.Errorf("%s %s: %s", tt.cql, tt.hex, diff)
		}
	}
}

type decoded struct {
	cql, hex string
	want     Value
}

func TestDecodeScalars(t *testing.T) {
	checkDecode(t, []decoded{
		{"ascii", "61", "a"},
		{"ascii", "", ""},
		{"text", "c3a9", "é"},
		{"blob", "00ff", []byte{0, 0xff}},
		{"blob", "", []byte{}},
		{"boolean", "00", false},
		{"boolean", "01", true},
		{"boolean", "ff", true},
		{"tinyint", "80", int64(-128)},
		{"smallint", "8000", int64(-32768)},
		{"int", "80000000", int64(math.MinInt32)},
		{"bigint", "8000000000000000", int64(math.MinInt64)},
		{"float", "ff800000", float32(math.Inf(-1))},
		{"double", "3ff8000000000000", 1.5},
		{"varint", "ff00", big.NewInt(-256)},
		{"varint", "0001", big.NewInt(1)},
		{"decimal", "fffffffe05", DecimalValue{big.NewInt(5), -2}},
		{"uuid", "000102030405060708090a0b0c0d0e0f", UUIDValue{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}},
		{"inet", "7f000001", netip.MustParseAddr("127.0.0.1")},
		{"inet", "00000000000000000000000000000001", netip.MustParseAddr("::1")},
		{"date", "00000000", DateDays(0)},
		{"date", "ffffffff", DateDays(math.MaxUint32)},
		{"time", "00004e94914effff", 24*time.Hour - 1},
		{"timestamp", "8000000000000000", TimestampMillis(math.MinInt64)},
		{"'DateType'", "0000000000000000", TimestampMillis(0)},
		{"duration", "010305", DurationValue{-1, -2, -3}},
		{"empty", "", nil},
	})
}

// No bytes are a legal value of all of these, and mean neither zero nor null
// to the server; a reader sees nil.
func TestDecodeEmpty(t *testing.T) {
	for _, name := range []string{
		"bigint", "boolean", "counter", "date", "decimal", "double", "duration", "empty", "float", "inet", "int",
		"smallint", "time", "timestamp", "timeuuid", "tinyint", "uuid", "varint", "'DateType'", "'LexicalUUIDType'",
	} {
		if v, err := Decode(mustCQL(t, name), []byte{}); v != nil || err != nil {
			t.Errorf("%s: %v, %v", name, v, err)
		}
	}
	for _, name := range everyType {
		if v, err := Decode(mustCQL(t, name), nil); v != nil || err != nil {
			t.Errorf("null %s: %v, %v", name, v, err)
		}
	}
}

// One byte too few and one too many for each fixed length.
func TestDecodeWrongLengths(t *testing.T) {
	for name, length := range map[string]int{
		"boolean": 1, "tinyint": 1, "smallint": 2, "int": 4, "float": 4, "date": 4, "bigint": 8, "double": 8, "time": 8,
		"timestamp": 8, "'DateType'": 8, "uuid": 16, "timeuuid": 16, "'LexicalUUIDType'": 16, "vector<int, 3>": 12,
	} {
		typ := mustCQL(t, name)
		if _, err := Decode(typ, make([]byte, length)); err != nil {
			t.Errorf("%s of %d bytes: %v", name, length, err)
		}
		for _, n := range []int{length - 1, length + 1} {
			if n == 0 {
				continue // the empty value, which is legal
			}
			if v, err := Decode(typ, make([]byte, n)); !errors.Is(err, ErrMalformed) {
				t.Errorf("%s of %d bytes: %v, %v", name, n, v, err)
			}
		}
	}
}

func TestDecodeDamagedScalars(t *testing.T) {
	for _, tt := range [][2]string{
		{"ascii", "6180"},
		{"text", "c3"},
		{"text", "c080"},       // overlong
		{"text", "eda080"},     // surrogate
		{"text", "f4908080"},   // beyond U+10FFFF
		{"empty", "00"},        // EmptyType has no bytes
		{"inet", "0a0000"},     // 3
		{"inet", "0a00000100"}, // 5
		{"decimal", "000000"},
		{"decimal", "00000001"},               // a scale without digits
		{"duration", "02"},                    // one part of three
		{"duration", "0202"},                  // two
		{"duration", "02020200"},              // four
		{"duration", "020201"},                // two positive, one negative
		{"duration", "f2000000000000"},        // a vint cut short
		{"duration", "f2000000000000" + "00"}, // nothing after it
		{"duration", "f1000000000000"},        // months beyond 32 bits
		{"duration", "00f10000000000" + "00"}, // days beyond 32 bits
		{"counter", "01"},
		{"counter", "000180"},     // header cut short
		{"counter", "7fff0000"},   // header of 32767
		{"counter", "8000000000"}, // header of -32768
		{"counter", "000000"},     // part of a shard
	} {
		v, err := Decode(mustCQL(t, tt[0]), unhexT(t, tt[1]))
		if !errors.Is(err, ErrMalformed) {
			t.Errorf("%s %s: %v, %v", tt[0], tt[1], v, err)
		}
		if err != nil && !strings.Contains(err.Error(), tt[0]) {
			t.Errorf("error does not name the type: %v", err)
		}
	}
}

// A context holds the shards of several nodes; the counter is their sum, and
// the header, which only says what kind they are, does not count.
func TestDecodeCounterContext(t *testing.T) {
	shard := func(clock, count string) string {
		return strings.Repeat("ab", 16) + clock + count
	}
	one, five, minus := "0000000000000001", "0000000000000005", "fffffffffffffffe"
	checkDecode(t, []decoded{
		{"counter", "0000", int64(0)},
		{"counter", "0000" + shard(one, five), int64(5)},
		{"counter", "0000" + shard(one, five) + shard(five, minus), int64(3)},
		{"counter", "00018000" + shard(one, five), int64(5)},
		// A negative count: local shards are to be cleared (markLocalToBeCleared).
		{"counter", "ffff8000" + shard(one, five), int64(5)},
		{"counter", "7fffffffffffffff", int64(math.MaxInt64)},
	})
}

func TestDecodeCompounds(t *testing.T) {
	checkDecode(t, []decoded{
		{"list<int>", "00000000", []Value{}},
		{"list<int>", "00000002" + "0000000400000001" + "00000000", []Value{int64(1), nil}},
		{"list<int>", "00000001" + "ffffffff", []Value{nil}},
		{"set<text>", "00000001" + "0000000161", []Value{"a"}},
		{"map<int, text>", "00000000", []MapEntry{}},
		{"map<int, text>", "00000002" + "0000000400000002" + "00000000" + "0000000400000001" + "0000000161",
			[]MapEntry{{int64(2), ""}, {int64(1), "a"}}},
		{"tuple<int, text>", "", []Value{nil, nil}},
		{"tuple<int, text>", "ffffffff", []Value{nil, nil}},
		{"tuple<int, text>", "fffffffe00000000", []Value{nil, ""}},
		{"pt", "0000000400000001", []Value{int64(1), nil}},
		{"vector<float, 2>", "3f80000040000000", []Value{float32(1), float32(2)}},
		{"vector<text, 2>", "000161", []Value{"", "a"}},
		{"list<frozen<list<int>>>", "00000001" + "00000004" + "00000000", []Value{[]Value{}}},
		{"'CompositeType(Int32Type,UTF8Type)'", "", []Value{}},
		{"'CompositeType(Int32Type,UTF8Type)'", "00040000000100", []Value{int64(1)}},
		{"'CompositeType(Int32Type,UTF8Type)'", "ffff" + "00040000000101", []Value{int64(1)}},
		{"'DynamicCompositeType(i=>Int32Type)'", "8069" + "00040000000200" + "8069" + "000000", []Value{int64(2), nil}},
		{"'org.example.Point'", "01", []byte{1}},
		{"'PartitionerDefinedOrder'", "01", []byte{1}},
	})
}

// Counts and lengths from a damaged file: negative, too large for what is
// there, and bytes left over.
func TestDecodeDamagedCompounds(t *testing.T) {
	for _, tt := range [][2]string{
		{"list<int>", "000000"},
		{"list<int>", "ffffffff"},
		{"list<int>", "80000000"},
		{"list<int>", "7fffffff"},
		{"list<int>", "00000001"},
		{"list<int>", "00000001000000"},
		{"list<int>", "000000010000000400"},
		{"list<int>", "000000017fffffff00000000"},
		{"list<int>", "0000000100000004000000ff00"},
		{"list<int>", "00000001000000020000"},
		{"set<text>", "0000000100000001ff"},
		{"map<int, int>", "00000001" + "0000000400000001"},
		{"map<int, int>", "7fffffff" + "0000000000000000"},
		{"map<int, text>", "00000001" + "0000000400000001" + "00000001ff"},
		{"map<int, text>", "00000001" + "00000001ff" + "00000000"},
		{"tuple<int>", "00"},
		{"tuple<int>", "0000000400000001" + "00"},
		{"tuple<int>", "00000003000000"},
		{"pt", "00000004000000010000000161" + "ffffffff"},
		{"vector<text, 2>", ""},
		{"vector<text, 2>", "00"},
		{"vector<text, 2>", "000000"},
		{"vector<text, 2>", "0002"},
		{"vector<text, 1>", "ffffffffffffffffff"},
		{"vector<text, 1048576>", "00"},
		{"'CompositeType(Int32Type)'", "00"},
		{"'CompositeType(Int32Type)'", "000400000001"},
		{"'CompositeType(Int32Type)'", "0003000001" + "00"},
		{"'CompositeType(Int32Type)'", "00040000000100" + "00040000000100"},
		{"'CompositeType(Int32Type)'", "fffe00"},
		{"'DynamicCompositeType(i=>Int32Type)'", "80"},
		{"'DynamicCompositeType(i=>Int32Type)'", "8069"},
		{"'DynamicCompositeType(i=>Int32Type)'", "806a000000"},
		{"'DynamicCompositeType(i=>Int32Type)'", "000a41"},
		{"'DynamicCompositeType(i=>Int32Type)'", "00012800000000"},
	} {
		if v, err := Decode(mustCQL(t, tt[0]), unhexT(t, tt[1])); !errors.Is(err, ErrMalformed) {
			t.Errorf("%s %s: %v, %v", tt[0], tt[1], v, err)
		}
	}
}

// A component may name its own type; one that names a composite again could
// nest without end, and is refused.
func TestDecodeDynamicCompositeNamesTypes(t *testing.T) {
	typ := mustCQL(t, "'DynamicCompositeType(i=>Int32Type)'")
	named := func(class string) []byte {
		b := append([]byte{0, byte(len(class))}, class...)
		return append(b, 0, 1, 'x', 0)
	}
	if v, err := Decode(typ, named("UTF8Type")); err != nil || !cmp.Equal(v, Value([]Value{"x"})) {
		t.Errorf("text: %v, %v", v, err)
	}
	if v, err := Decode(typ, named("org.example.Point")); err != nil || !cmp.Equal(v, Value([]Value{[]byte("x")})) {
		t.Errorf("custom: %v, %v", v, err)
	}
	for _, class := range []string{"DynamicCompositeType(a=>UTF8Type)", "CompositeType(UTF8Type)", "ListType(", "3"} {
		if v, err := Decode(typ, named(class)); !errors.Is(err, ErrMalformed) {
			t.Errorf("%s: %v, %v", class, v, err)
		}
	}
}

// The forms of VIntCoding at each border between lengths.
func TestUvint(t *testing.T) {
	tests := []struct {
		hex  string
		want uint64
	}{
		{"00", 0},
		{"7f", 1<<7 - 1},
		{"8080", 1 << 7},
		{"bfff", 1<<14 - 1},
		{"c04000", 1 << 14},
		{"dfffff", 1<<21 - 1},
		{"e0200000", 1 << 21},
		{"f010000000", 1 << 28},
		{"f80800000000", 1 << 35},
		{"fc040000000000", 1 << 42},
		{"fe02000000000000", 1 << 49},
		{"feffffffffffffff", 1<<56 - 1},
		{"ff0100000000000000", 1 << 56},
		{"ffffffffffffffffff", math.MaxUint64},
	}
	for _, tt := range tests {
		b := unhexT(t, tt.hex)
		v, used, ok := uvint(b)
		if v != tt.want || used != len(b) || !ok {
			t.Errorf("%s: %d, %d bytes, %t", tt.hex, v, used, ok)
		}
		if got := appendUvint(nil, tt.want); string(got) != string(b) {
			t.Errorf("%d written as %x, want %s", tt.want, got, tt.hex)
		}
		if _, _, ok := uvint(b[:len(b)-1]); ok {
			t.Errorf("%s cut short was read", tt.hex)
		}
	}
}

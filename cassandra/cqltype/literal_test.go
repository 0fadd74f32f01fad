package cqltype

import (
	"encoding/hex"
	"errors"
	"math/big"
	"net/netip"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func unhexT(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Literals stand for their bytes exactly: each is read back.
func TestLiteralBothWays(t *testing.T) {
	tests := []struct{ cql, hex, want string }{
		{"ascii", "616263", "'abc'"},
		{"text", "6974277320c3a9", "'it''s é'"},
		{"text", "", "''"},
		{"blob", "", "0x"}, {"blob", "00ff", "0x00ff"},
		{"boolean", "01", "true"}, {"boolean", "00", "false"}, {"boolean", "02", "blobAsBoolean(0x02)"},
		{"tinyint", "80", "-128"}, {"smallint", "fffd", "-3"}, {"int", "7fffffff", "2147483647"},
		{"int", "", "blobAsInt(0x)"}, {"bigint", "8000000000000000", "-9223372036854775808"},
		{"varint", "00", "0"}, {"varint", "ff", "-1"}, {"varint", "0080", "128"}, {"varint", "80", "-128"},
		{"varint", "0001", "blobAsVarint(0x0001)"},
		{"varint", "ff0000000000000000", "-18446744073709551616"},
		{"decimal", "0000000400bc614e", "1234.5678"}, {"decimal", "00000005ff", "-0.00001"},
		{"decimal", "fffffff601", "1E+10"}, {"decimal", "0000000064", "100"}, {"decimal", "0000000701", "1E-7"},
		{"decimal", "000000090f", "1.5E-8"}, {"decimal", "8000000001", "1E+2147483648"},
		{"float", "40500000", "3.25"}, {"float", "7fc00000", "NaN"}, {"float", "7fc00001", "blobAsFloat(0x7fc00001)"},
		{"float", "7f800000", "Infinity"}, {"float", "ff800000", "-Infinity"}, {"float", "3dcccccd", "0.1"},
		{"double", "4197d78400000000", "1.0E8"}, {"double", "8000000000000000", "-0.0"},
		{"double", "3f1a36e2eb1c432d", "1.0E-4"}, {"double", "3f50624dd2f1a9fc", "0.001"},
		{"uuid", "123e4567e89b42d3a456426614174000", "123e4567-e89b-42d3-a456-426614174000"},
		{"timeuuid", "123e4567e89b42d3a456426614174000", "blobAsTimeuuid(0x123e4567e89b42d3a456426614174000)"},
		{"inet", "0a000001", "'10.0.0.1'"}, {"inet", "20010db8000000000000ff0000428329", "'2001:db8::ff00:42:8329'"},
		{"inet", "00000000000000000000ffff0a000001", "blobAsInet(0x00000000000000000000ffff0a000001)"},
		{"timestamp", "0000018d6d243865", "'2024-02-03T04:05:06.789Z'"},
		{"timestamp", "ffffffffffffffff", "'1969-12-31T23:59:59.999Z'"},
		{"timestamp", "7fffffffffffffff", "9223372036854775807"},
		{"date", "80004d2c", "'2024-02-03'"}, {"date", "7fffffff", "'1969-12-31'"}, {"date", "00000000", "0"},
		{"time", "00002c40325e44d3", "'13:30:54.234567891'"}, {"time", "ffffffffffffffff", "blobAsTime(0xffffffffffffffff)"},
		{"duration", "000000", "0s"},
		{"list<int>", "00000002000000040000000100000004ffffffff", "[1, -1]"}, {"list<int>", "00000000", "[]"},
		{"set<text>", "0000000200000001610000000162", "{'a', 'b'}"},
		{"map<text, int>", "00000001000000016b0000000400000001", "{'k': 1}"},
		{"frozen<pt>", "ffffffff000000017a", "{x: null, label: 'z'}"},
		{"tuple<int, text>", "00000004000000010000000171", "(1, 'q')"}, {"tuple<int, text>", "0000000400000001", "(1)"},
		{"vector<float, 2>", "3f80000040500000", "[1.0, 3.25]"}, {"vector<text, 2>", "01610162", "['a', 'b']"},
		{"'org.example.Point'", "0102", "0x0102"},
		{"'CompositeType(Int32Type,UTF8Type)'", "0004000000050000016100", "0x0004000000050000016100"},
	}
	for _, tt := range tests {
		typ, b := mustCQL(t, tt.cql), unhexT(t, tt.hex)
		got, err := Literal(typ, b)
		if err != nil || got != tt.want {
			t.Errorf("%s %s: %s, %v, want %s", tt.cql, tt.hex, got, err, tt.want)
			continue
		}
		if back, err := ParseLiteral(typ, got); err != nil || hex.EncodeToString(back) != tt.hex {
			t.Errorf("%s %s read back as %x, %v, want %s", tt.cql, got, back, err, tt.hex)
		}
	}
}

func TestParseLiteralForms(t *testing.T) {
	tests := []struct{ cql, in, same string }{
		{"text", "$$it's$$", "'it''s'"},
		{"boolean", "TRUE", "true"}, {"float", "1", "1.0"}, {"float", "-nan", "NaN"}, {"double", "1e2", "100.0"},
		{"decimal", "1.0e-2", "0.010"}, {"blob", "0XFF", "0xff"}, {"int", " 5 ", "5"},
		{"int", "blob_as_int(0x00000005)", "5"},
		{"timestamp", "'2024-02-03'", "'2024-02-03T00:00:00.000Z'"},
		{"timestamp", "'2024-02-03 04:05+0100'", "'2024-02-03T03:05:00.000Z'"},
		{"timestamp", "'2024-02-03T04:05:06.7Z'", "'2024-02-03T04:05:06.700Z'"},
		{"timestamp", "1", "'1970-01-01T00:00:00.001Z'"}, {"date", "2147483648", "'1970-01-01'"},
		{"time", "'01:02:03'", "'01:02:03.000000000'"}, {"time", "1", "'00:00:00.000000001'"},
		{"duration", "14mo2d3h", "1y2mo2d3h"}, {"duration", "-1w", "-7d"}, {"duration", "P1Y2M3DT4H5M6S", "1y2mo3d4h5m6s"},
		{"duration", "90m", "1h30m"}, {"duration", "5µs", "5us"},
		{"inet", "'2001:DB8::1'", "'2001:db8::1'"},
		{"set<int>", "{3, 1, 2, 1}", "{1, 2, 3}"}, {"map<int, text>", "{2: 'b', 1: 'x', 1: 'a'}", "{1: 'a', 2: 'b'}"},
		{"pt", "{LABEL: 'l'}", "{x: null, label: 'l'}"},
	}
	for _, tt := range tests {
		typ := mustCQL(t, tt.cql)
		b, err := ParseLiteral(typ, tt.in)
		if err != nil {
			t.Error(err)
			continue
		}
		if got, err := Literal(typ, b); err != nil || got != tt.same {
			t.Errorf("%s %s: %s, %v, want %s", tt.cql, tt.in, got, err, tt.same)
		}
	}
	if b, err := ParseLiteral(Scalar(Int), "NULL"); b != nil || err != nil {
		t.Errorf("null: %x, %v", b, err)
	}
}

func TestParseLiteralRefuses(t *testing.T) {
	for _, tt := range [][2]string{
		{"int", ""}, {"int", "'1'"}, {"int", "1.0"}, {"int", "2147483648"}, {"int", "1 2"}, {"int", "+1"}, {"int", "blobAsText(0x)"},
		{"text", "abc"}, {"text", "'abc"}, {"ascii", "'é'"}, {"boolean", "1"}, {"blob", "ff"}, {"blob", "0xf"},
		{"float", "0x1p4"}, {"float", "1_0"}, {"uuid", "123e4567"}, {"timeuuid", "123e4567-e89b-42d3-a456-426614174000"},
		{"inet", "'1.2.3'"}, {"inet", "'fe80::1%eth0'"}, {"timestamp", "'yesterday'"}, {"date", "'2024-02-30'"},
		{"time", "'24:00:00'"}, {"time", "86400000000000"}, {"duration", "1h2d"}, {"duration", "3000000000mo"}, {"duration", "1x"},
		{"decimal", "1E+2147483649"}, {"decimal", "1E99999999999999999999"},
		{"list<int>", "[1, null]"}, {"list<int>", "[1"}, {"list<int>", "{1}"}, {"map<int, int>", "{1}"},
		{"vector<int, 2>", "[1]"}, {"tuple<int>", "(1, 2)"}, {"pt", "{y: 1}"}, {"int", "blobAsInt(0x01)"},
	} {
		if b, err := ParseLiteral(mustCQL(t, tt[0]), tt[1]); err == nil {
			t.Errorf("%s %s gave %x", tt[0], tt[1], b)
		}
	}
}

func TestDecode(t *testing.T) {
	tests := []struct {
		cql, hex string
		want     Value
	}{
		{"int", "fffffffe", int64(-2)}, {"int", "", nil}, {"text", "", ""}, {"varint", "0100", big.NewInt(256)},
		{"decimal", "000000020a", DecimalValue{big.NewInt(10), 2}}, {"time", "0000000000000001", time.Duration(1)},
		{"inet", "0a000001", netip.AddrFrom4([4]byte{10, 0, 0, 1})}, {"duration", "020406", DurationValue{1, 2, 3}},
		{"timestamp", "0000000000000001", TimestampMillis(1)}, {"date", "80000000", DateDays(1 << 31)},
		{"pt", "0000000400000001", []Value{int64(1), nil}},
		{"map<int, int>", "0000000100000004000000010000000400000002", []MapEntry{{int64(1), int64(2)}}},
		{"'CompositeType(Int32Type,UTF8Type)'", "0004000000050000016100", []Value{int64(5), "a"}},
		{"'DynamicCompositeType(i=>Int32Type)'", "80690004000000050000085554463854797065000161ff", []Value{int64(5), "a"}},
		// One global shard: header of one, then id, clock 3, count 7.
		{"counter", "0001800000000000000000000000000000000000" + "0000000000000003" + "0000000000000007", int64(7)},
		{"counter", "0000000000000005", int64(5)},
	}
	same := cmp.Comparer(func(a, b *big.Int) bool { return a.Cmp(b) == 0 })
	addr := cmp.Comparer(func(a, b netip.Addr) bool { return a == b })
	for _, tt := range tests {
		got, err := Decode(mustCQL(t, tt.cql), unhexT(t, tt.hex))
		if err != nil {
			t.Error(err)
		} else if diff := cmp.Diff(tt.want, got, same, addr); diff != "" {
			t.Errorf("%s %s: %s", tt.cql, tt.hex, diff)
		}
	}
}

func TestDecodeRefuses(t *testing.T) {
	for _, tt := range [][2]string{
		{"int", "00"}, {"uuid", "00"}, {"text", "ff"}, {"ascii", "80"}, {"empty", "00"}, {"inet", "000000"},
		{"decimal", "00000000"}, {"duration", "00"}, {"duration", "0201" + "00"}, {"duration", "00000000"}, {"counter", "00"},
		{"list<int>", ""}, {"list<int>", "7fffffff"}, {"list<int>", "ffffffff"}, {"list<int>", "00000001000000ff"},
		{"list<int>", "0000000000"}, {"map<int, int>", "000000010000000400000001"}, {"tuple<int>", "00000004"},
		{"tuple<int>", "ffffffffffffffff"}, {"vector<float, 2>", "00000000"}, {"vector<text, 2>", "0161"},
		{"vector<text, 1>", "ff"}, {"'CompositeType(Int32Type)'", "0004"}, {"'DynamicCompositeType(i=>Int32Type)'", "8061"},
	} {
		if v, err := Decode(mustCQL(t, tt[0]), unhexT(t, tt[1])); !errors.Is(err, ErrMalformed) {
			t.Errorf("%s %s: %v, %v", tt[0], tt[1], v, err)
		}
	}
	if _, err := Decode(Scalar(Varint), make([]byte, maxNumberBytes+1)); !errors.Is(err, ErrTooLarge) {
		t.Errorf("long varint: %v", err)
	}
}

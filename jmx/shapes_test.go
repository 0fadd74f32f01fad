package jmx

import (
	"errors"
	"math"
	"net/netip"
	"reflect"
	"testing"
)

// TestShapes: one attribute for each Java type, from a JVM 25.
func TestShapes(t *testing.T) {
	text := func(s ...any) []any { return s }
	cases := []struct {
		attribute string
		want      any
	}{
		{"Bool", true}, {"Byte", int32(-3)}, {"Short", int32(-2)}, {"Char", int32('q')},
		{"Int", int32(-1)}, {"Long", int64(1) << 40}, {"Float", 1.5}, {"Null", nil},
		{"Text", "a\x00é€😀"},
		{"Bytes", []byte{1, 255}}, {"Bools", []bool{true, false}}, {"Chars", []int32{'q'}},
		{"Shorts", []int32{-2}}, {"Ints", []int32{1, -1}},
		{"Floats", []float64{1.5}}, {"Doubles", []float64{1.5, -2}},
		{"Texts", []string{"a", "", "c"}},
		{"Matrix", []any{[]int32{1, 2}, []int32{3}}},
		{"Mixed", []any{nil, int32(1), "x", "x"}},
		{"Enum", "BLOCKED"},
		{"Unknown", Opaque{Class: "java.util.UUID"}},
		{"IPv4", netip.MustParseAddr("127.0.9.1")},
		{"IPv6", netip.MustParseAddr("2001:db8::1")},
		{"ListOf", text("a", "b", "c")}, {"SetOf", text("s")},
		{"MapOf", Map{{"k", int32(1)}}},
		{"Concurrent", Map{{"k", "v"}}}, {"Skip", Map{{"k", "v"}}},
		{"NullValue", Map{{"k", nil}}}, {"Unmodifiable", Map{{"k", "v"}}},
		{"Synchronized", text("l")}, {"Arrays", text("x", "y")}, {"Tree", text("a", "b")},
		{"Small", []any{
			[]any{}, Map{}, []any{}, text("x"), Map{{"k", "v"}}, text("s"), text("u"), text("c"), text("d"),
			int64(7), Map{{"h", int32(1)}},
		}},
	}
	calls := make([]Call, 0, len(cases)+2)
	for _, c := range cases {
		calls = append(calls, Get("test:type=Shapes", c.attribute))
	}
	calls = append(calls, Get("test:type=Shapes", "Double"), Get("test:type=Shapes", "Cycle"))
	results, err := connect(t, taped(t, "shapes", Options{})).Do(t.Context(), calls)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range cases {
		if r := results[i]; r.Err != nil || !reflect.DeepEqual(r.Value, c.want) {
			t.Errorf("%s: got %#v, %v; want %#v", c.attribute, r.Value, r.Err, c.want)
		}
	}
	if v, ok := results[len(cases)].Value.(float64); !ok || !math.IsNaN(v) {
		t.Errorf("Double: got %v, want NaN", results[len(cases)])
	}
	if r := results[len(cases)+1]; !errors.Is(r.Err, ErrType) {
		t.Errorf("an array that holds itself: got %v", r)
	}
}

// TestUnwritable: the node breaks off an answer that it cannot serialize. The
// connection is gone, and says so from then on.
func TestUnwritable(t *testing.T) {
	c := connect(t, taped(t, "unwritable", Options{}))
	bad := Get("test:type=Shapes", "Unwritable")
	results, err := c.Do(t.Context(), []Call{Get("test:type=Shapes", "Int"), bad, bad})
	var remote *RemoteError
	if !errors.As(err, &remote) || remote.Class != "java.io.NotSerializableException" {
		t.Fatalf("got %v, want the exception of the node", err)
	}
	if results[0].Value != int32(-1) || results[1].Err == nil || results[2].Err == nil {
		t.Errorf("the answer before stays, the others fail: %v", results)
	}
	if err := c.Ping(t.Context()); !errors.Is(err, ErrClosed) {
		t.Errorf("later use: got %v, want ErrClosed", err)
	}
}

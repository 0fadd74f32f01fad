package jmx

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
)

func TestNumbers(t *testing.T) {
	for _, c := range []struct {
		v    any
		want int64
		ok   bool
	}{
		{int64(7), 7, true}, {int32(-7), -7, true}, {2.0, 2, true}, {2.5, 0, false},
		{math.NaN(), 0, false}, {math.Inf(1), 0, false}, {1e300, 0, false}, {"7", 0, false}, {nil, 0, false}, {true, 0, false},
	} {
		got, err := Int64(c.v)
		if got != c.want || (err == nil) != c.ok || err != nil && !errors.Is(err, ErrType) {
			t.Errorf("Int64(%v): %d, %v", c.v, got, err)
		}
	}
	if f, err := Float64(math.NaN()); err != nil || !math.IsNaN(f) {
		t.Errorf("NaN stays NaN: %v, %v", f, err)
	}
	if f, err := Float64(int32(3)); err != nil || f != 3 {
		t.Errorf("an int gauge as a float: %v, %v", f, err)
	}
	if _, err := Float64("3"); !errors.Is(err, ErrType) {
		t.Errorf("text as a number: %v", err)
	}
	if s, err := Int64s([]int32{1, 2}); err != nil || !slices.Equal(s, []int64{1, 2}) {
		t.Errorf("int[]: %v, %v", s, err)
	}
	if _, err := Int64s(Opaque{Class: "X"}); !errors.Is(err, ErrType) || !strings.Contains(err.Error(), "Java class X") {
		t.Errorf("opaque: %v", err)
	}
}

func TestStrings(t *testing.T) {
	for _, v := range []any{[]string{"a", "b"}, []any{"a", "b"}} {
		if s, err := Strings(v); err != nil || !slices.Equal(s, []string{"a", "b"}) {
			t.Errorf("%T: %v, %v", v, s, err)
		}
	}
	for _, v := range []any{nil, "a", []any{"a", 1}} {
		if s, err := Strings(v); !errors.Is(err, ErrType) {
			t.Errorf("%#v: %v, %v", v, s, err)
		}
	}
}

func TestItemsAndMaps(t *testing.T) {
	c := Composite{Items: Items{{"count", int64(1)}, {"name", "x"}}}
	if n, err := c.Int64("count"); err != nil || n != 1 {
		t.Errorf("count: %d, %v", n, err)
	}
	for _, err := range []error{
		second(c.Int64("none")), second(c.Int64("name")), second(c.Text("none")), second(c.Text("count")),
	} {
		if !errors.Is(err, ErrType) {
			t.Errorf("got %v, want ErrType", err)
		}
	}
	m := Map{{[]any{"unhashable"}, 1}, {"k", 2}}
	if v, ok := m.Get("k"); !ok || v != 2 {
		t.Errorf("k: %v", v)
	}
	if v, ok := m.Get("none"); ok {
		t.Errorf("none: %v", v)
	}
}

func second[T any](_ T, err error) error { return err }

// TestResultsOfOtherTypes: a wrong shape is an error, and an error stays one.
func TestResultsOfOtherTypes(t *testing.T) {
	boom := errors.New("boom")
	shapes := []any{
		nil, "text", []any{1}, []any{Composite{}}, Map{{1, nil}}, Map{{"READS", 1}}, Composite{},
		Composite{Items: Items{{"partitions", Table{{}}}}},
		[]any{Composite{Items: Items{{"value", "k"}, {"count", int64(1)}, {"error", int64(0)}}}},
	}
	for _, v := range shapes {
		r := Result{Value: v}
		if s, err := r.Samples(); !errors.Is(err, ErrType) {
			t.Errorf("Samples of %#v: %v, %v", v, s, err)
		}
		if _, ok := v.([]any); !ok {
			if n, err := r.Names(); !errors.Is(err, ErrType) {
				t.Errorf("Names of %#v: %v, %v", v, n, err)
			}
		}
		if s, err := r.SamplesByName(); !errors.Is(err, ErrType) {
			t.Errorf("SamplesByName of %#v: %v, %v", v, s, err)
		}
	}
	failed := Result{Err: boom}
	for _, err := range []error{
		second(failed.Int64()), second(failed.Float64()), second(failed.Int64s()),
		second(failed.Names()), second(failed.Samples()), second(failed.SamplesByName()),
	} {
		if err != boom {
			t.Errorf("got %v, want the result's error", err)
		}
	}
}

func TestObjectName(t *testing.T) {
	n := ObjectName(`d:type=Table,keyspace=Ks,name="a,b=\"c\",",scope=t`)
	for key, want := range map[string]string{"type": "Table", "keyspace": "Ks", "name": `"a,b=\"c\","`, "scope": "t"} {
		if got, ok := n.Property(key); !ok || got != want {
			t.Errorf("%s: %q", key, got)
		}
	}
	for _, odd := range []ObjectName{"", "d", "d:", "d:x", "d:=", `d:k="`, `d:k="\`, "d:k=v,,"} {
		if v, ok := odd.Property("none"); ok {
			t.Errorf("%q has %q", odd, v)
		}
	}
	if n.Domain() != "d" || TableMetric("k", "t", "m").Domain() != "org.apache.cassandra.metrics" {
		t.Error("domain")
	}
}

func TestRemoteError(t *testing.T) {
	e := &RemoteError{Class: "a.B", Message: "m", Cause: &RemoteError{Class: "c.D", Supers: []string{"java.lang.SecurityException"}}}
	if e.Error() != "a.B: m, caused by c.D" {
		t.Error(e)
	}
	if !errors.Is(e, ErrAccessDenied) || errors.Is(e, ErrExpired) || errors.Is(e, ErrClosed) {
		t.Error("a subclass in the cause counts, other sentinels do not")
	}
	self := &object{class: &classDesc{name: "T", height: 1, fields: []fieldDesc{{'L', "cause"}}}}
	self.parts = []part{{class: self.class, fields: []any{self}}}
	if got := remoteError(self); got.Cause != nil {
		t.Errorf("an exception that is its own cause has none: %v", got)
	}
	other := &object{class: self.class, parts: []part{{class: self.class, fields: []any{nil}}}}
	other.parts[0].fields[0] = &object{class: self.class, parts: []part{{class: self.class, fields: []any{other}}}}
	n := 0
	for e := remoteError(other); e != nil; e = e.Cause {
		n++
	}
	if n != maxCauses {
		t.Errorf("two exceptions that cause each other: %d links", n)
	}
	if remoteError(nil).Error() == "" {
		t.Error("no words")
	}
}

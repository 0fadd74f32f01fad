package jmx

import (
	"bytes"
	"encoding/hex"
	"errors"
	"io"
	"reflect"
	"runtime"
	"strings"
	"testing"
)

// java builds a stream from hexadecimal and 'quoted' names with their length.
func java(t *testing.T, parts ...string) []byte {
	t.Helper()
	out := []byte{0xAC, 0xED, 0, 5}
	for _, p := range parts {
		if name, ok := strings.CutPrefix(p, "'"); ok {
			out = append(out, byte(len(name)>>8), byte(len(name)))
			out = append(out, name...)
			continue
		}
		b, err := hex.DecodeString(strings.ReplaceAll(p, " ", ""))
		if err != nil {
			t.Fatalf("%q: %v", p, err)
		}
		out = append(out, b...)
	}
	return out
}

const (
	suid     = "0000000000000001"
	objects  = "[Ljava.lang.Object;"
	noFields = "02 0000"
)

func decode(b []byte, l Limits) (any, error) {
	v, err := decodeStream(bytes.NewReader(b), l.withDefaults())
	if err != nil {
		return nil, err
	}
	return convert(v, l.withDefaults())
}

func TestDecodeSmall(t *testing.T) {
	cases := []struct {
		name   string
		stream []string
		want   any
	}{
		{"null", []string{"70"}, nil},
		{"string", []string{"74", "'jmxrmi"}, "jmxrmi"},
		{"long string", []string{"7C 0000000000000003 616263"}, "abc"},
		{"resets before a value", []string{"79 79 74", "'a"}, "a"},
		{"class", []string{"76 72", "'C", suid, noFields, "78 70"}, Opaque{Class: "java.lang.Class"}},
		{"back reference", []string{"75 72", "'" + objects, suid, noFields, "78 70 00000002 74", "'a", "71 007E0002"}, []any{"a", "a"}},
		{"unknown class with data of its own", []string{
			"75 72", "'" + objects, suid, noFields, "78 70 00000002 73 72", "'X", suid, "03 0001 4A", "'n", "78 70",
			"0000000000000007", "77 02 0102 7A 00000001 03 74", "'skipped", "78 74", "'after",
		}, []any{Opaque{Class: "X"}, "after"}},
		{"externalizable class", []string{"73 72", "'X", suid, "0C 0000 78 70", "77 01 00 78"}, Opaque{Class: "X"}},
		{"proxy", []string{"73 7D 00000001", "'I", "78 72", "'java.lang.reflect.Proxy", suid, noFields, "78 70"},
			Opaque{Class: "java.lang.reflect.Proxy$"}},
	}
	for _, c := range cases {
		if got, err := decode(java(t, c.stream...), Limits{}); err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: got %#v, %v; want %#v", c.name, got, err, c.want)
		}
	}
}

func TestDecodeRefuses(t *testing.T) {
	deep := strings.Repeat("75 72 0013 5B4C6A6176612E6C616E672E4F626A6563743B 0000000000000001 02 0000 78 70 00000001 ", 100) + "70"
	cases := []struct {
		name   string
		stream []string
		limits Limits
		want   error
	}{
		{"empty", nil, Limits{}, io.ErrUnexpectedEOF},
		{"unknown type code", []string{"6F"}, Limits{}, ErrMalformed},
		{"end mark as a value", []string{"78"}, Limits{}, ErrMalformed},
		{"reference to nothing", []string{"71 007E0000"}, Limits{}, ErrMalformed},
		{"reference below the first", []string{"71 00000000"}, Limits{}, ErrMalformed},
		{"object of a string", []string{"75 72", "'" + objects, suid, noFields, "78 70 00000002 74", "'a", "73 71 007E0002"}, Limits{}, ErrMalformed},
		{"object without class", []string{"73 70"}, Limits{}, ErrMalformed},
		{"class that is its own superclass", []string{"73 72", "'X", suid, noFields, "78 71 007E0000"}, Limits{}, ErrMalformed},
		{"externalizable without an end", []string{"73 72", "'X", suid, "04 0000 78 70"}, Limits{}, ErrMalformed},
		{"field of no kind", []string{"73 72", "'X", suid, "02 0001 51", "'f", "78 70"}, Limits{}, ErrMalformed},
		{"array of no kind", []string{"75 72", "'[Q", suid, noFields, "78 70 00000001"}, Limits{}, ErrMalformed},
		{"array of a plain class", []string{"75 72", "'X", suid, noFields, "78 70 00000001"}, Limits{}, ErrMalformed},
		{"negative array", []string{"75 72", "'[J", suid, noFields, "78 70 FFFFFFFF"}, Limits{}, ErrMalformed},
		{"negative string", []string{"7C FFFFFFFFFFFFFFFF"}, Limits{}, ErrTooLarge},
		{"reset within a value", []string{"75 72", "'" + objects, suid, noFields, "78 70 00000001 79 70"}, Limits{}, ErrMalformed},
		{"enum without name", []string{"7E 72", "'E", suid, "12 0000 78 70 70"}, Limits{}, ErrMalformed},
		{"text that is not UTF", []string{"74 0001 80"}, Limits{}, ErrMalformed},
		{"many fields", []string{"73 72", "'X", suid, "02 FFFF"}, Limits{}, ErrTooLarge},
		{"many interfaces", []string{"73 7D FFFFFFFF"}, Limits{}, ErrTooLarge},
		{"deep", []string{deep}, Limits{Depth: 50}, ErrTooLarge},
		{"too many values", []string{"75 72", "'[I", suid, noFields, "78 70 00000009", strings.Repeat("00000001", 9)}, Limits{Values: 4}, ErrTooLarge},
		{"too many bytes", []string{"74 0010 00"}, Limits{Bytes: 16}, ErrTooLarge},
		{"ends early", []string{"74 0010 41"}, Limits{}, io.ErrUnexpectedEOF},
	}
	for _, c := range cases {
		if got, err := decode(java(t, c.stream...), c.limits); !errors.Is(err, c.want) {
			t.Errorf("%s: got %#v, %v; want %v", c.name, got, err, c.want)
		}
	}
	if _, err := decode([]byte("\xac\xed\x00\x04\x70"), Limits{}); !errors.Is(err, ErrMalformed) {
		t.Errorf("stream version 4: %v", err)
	}
}

// TestLengthTakesNoMemory: arrays and strings that claim two billion elements
// and then end.
func TestLengthTakesNoMemory(t *testing.T) {
	limits := Limits{Bytes: 1 << 40, Values: 1 << 30}
	for _, stream := range [][]byte{
		java(t, "75 72", "'[J", suid, noFields, "78 70 7FFFFFFF 00"),
		java(t, "75 72", "'[B", suid, noFields, "78 70 7FFFFFFF 00"),
		java(t, "75 72", "'"+objects, suid, noFields, "78 70 7FFFFFFF 70"),
		java(t, "7C 000000007FFFFFFF 41"),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := decode(stream, limits)
		runtime.ReadMemStats(&after)
		if used := after.TotalAlloc - before.TotalAlloc; !errors.Is(err, io.ErrUnexpectedEOF) || used > 1<<20 {
			t.Errorf("%x: %v, %d bytes allocated", stream[:16], err, used)
		}
	}
}

// TestSharedReferences: 40 lists, each holding the one before twice, are 2^40
// strings when copied and 40 lists when shared.
func TestSharedReferences(t *testing.T) {
	parts := []string{"75 72", "'" + objects, suid, noFields, "78 70 00000029"}
	parts = append(parts, "75 71 007E0000 00000001 74", "'x") // handles 2 and 3
	parts = append(parts, "75 71 007E0000 00000002 71 007E0002 71 007E0002")
	for h := byte(4); len(parts) < 47; h++ {
		ref := "71 007E00" + hex.EncodeToString([]byte{h})
		parts = append(parts, "75 71 007E0000 00000002 "+ref+" "+ref)
	}
	v, err := decode(java(t, parts...), Limits{Values: 1000})
	list, ok := v.([]any)
	if err != nil || !ok || len(list) != 41 {
		t.Fatalf("%T of %d: %v", v, len(list), err)
	}
	inner, _ := list[40].([]any)
	if len(inner) != 2 {
		t.Errorf("the last list holds %d", len(inner))
	}
}

// TestAbortedAnswer: the node fails halfway through a list.
func TestAbortedAnswer(t *testing.T) {
	stream := java(t, "75 72", "'"+objects, suid, noFields, "78 70 00000002 70 7B 73 72", "'java.io.IOException", suid,
		"02 0001 4C", "'detailMessage", "74", "'Ljava/lang/String;", "78 70 74", "'no luck")
	_, err := decode(stream, Limits{})
	var remote *RemoteError
	if !errors.As(err, &remote) || remote.Class != "java.io.IOException" || remote.Message != "no luck" {
		t.Errorf("got %v", err)
	}
}

func TestStubRefuses(t *testing.T) {
	class := &classDesc{name: "java.rmi.server.RemoteObject"}
	with := func(annotation ...any) *object {
		return &object{class: class, parts: []part{{class: class, annotation: annotation}}}
	}
	ref := func(form string) block {
		return block("\x00\x0bUnicastRef2" + form + "\x00\x01h\x00\x00\x1c\x1f" + strings.Repeat("\x07", 22) + "\x00")
	}
	good, err := stub(with(ref("\x00")))
	if err != nil || good.port != 7199 || good.host != "h" || good.tls || good.id[21] != 7 {
		t.Fatalf("a plain stub: %+v, %v", good, err)
	}
	old := block("\x00\x0aUnicastRef\x00\x01h\x00\x00\x1c\x1f" + strings.Repeat("\x07", 22) + "\x00")
	if r, err := stub(with(old)); err != nil || r.port != 7199 {
		t.Errorf("the older kind: %+v, %v", r, err)
	}
	factory := &object{class: &classDesc{name: sslFactory}}
	if r, err := stub(with(ref("\x01"), factory)); err != nil || !r.tls {
		t.Errorf("TLS factory: %+v, %v", r, err)
	}
	if r, err := stub(with(ref("\x01"), nil)); err != nil || r.tls {
		t.Errorf("no factory: %+v, %v", r, err)
	}
	for name, o := range map[string]*object{
		"no object":       nil,
		"no annotation":   with(),
		"other kind":      with(block("\x00\x01X")),
		"cut off":         with(ref("\x00")[:30]),
		"port 0":          with(block(bytes.Replace(ref("\x00"), []byte{0x1c, 0x1f}, []byte{0, 0}, 1))),
		"unknown factory": with(ref("\x01"), &object{class: &classDesc{name: "com.example.F"}}),
	} {
		if r, err := stub(o); err == nil {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

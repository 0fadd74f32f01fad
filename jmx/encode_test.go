package jmx

import (
	"encoding/hex"
	"strings"
	"testing"
)

// TestFrameSizes: lengths measured on the streams of Java's own client.
func TestFrameSizes(t *testing.T) {
	get, err := Get("org.apache.cassandra.metrics:type=Table,keyspace=ks,scope=t,name=ReadLatency", "Count").encode(objID{})
	if err != nil {
		t.Fatal(err)
	}
	names := len("org.apache.cassandra.metrics:type=Table,keyspace=ks,scope=t,name=ReadLatency") + len("Count")
	if fixed := len(get.data) - names; fixed != 41+49+3+1 {
		t.Errorf("getAttribute has %d bytes beside its names", fixed)
	}
	e := encoder{codebase: true}
	e.call(objID{}, methodNewClient.spec())
	e.texts([]string{"cassandra", "secret"})
	if len(e.buf) != 41+62 {
		t.Errorf("newClient with a password has %d bytes", len(e.buf))
	}
}

// TestEncodedValues: bytes as Java writes them.
func TestEncodedValues(t *testing.T) {
	cases := []struct {
		name  string
		write func(e *encoder)
		want  string
	}{
		{"string", func(e *encoder) { e.text("a\x00é€😀") }, "74 000e 61 c080 c3a9 e282ac eda0bd edb880"},
		{"invalid bytes", func(e *encoder) { e.text("\xff") }, "74 0003 efbfbd"},
		{"name in RMI", func(e *encoder) { e.codebase = true; e.objectName("a:b=c") },
			"73 72 001b 6a617661782e6d616e6167656d656e742e4f626a6563744e616d65 0f03a71beb6d15cf 03 0000 70 78 70 74 0005 613a623d63 78"},
		{"boolean within a MarshalledObject", func(e *encoder) { e.boolean(true) },
			"73 72 0011 6a6176612e6c616e672e426f6f6c65616e cd207280d59cfaee 02 0001 5a 0005 76616c7565 78 70 01"},
		{"integer", func(e *encoder) { e.integer(-1) },
			"73 72 0011 6a6176612e6c616e672e496e7465676572 12e2a0a4f7818738 02 0001 49 0005 76616c7565 78" +
				"72 0010 6a6176612e6c616e672e4e756d626572 86ac951d0b94e08b 02 0000 78 70 ffffffff"},
	}
	for _, c := range cases {
		e := encoder{}
		c.write(&e)
		if got := hex.EncodeToString(e.buf); e.err != nil || got != strings.ReplaceAll(c.want, " ", "") {
			t.Errorf("%s: %v\n got %s\nwant %s", c.name, e.err, got, c.want)
		}
	}
}

// TestMarshalledHash: the sum is over signed bytes, as MarshalledObject has it.
func TestMarshalledHash(t *testing.T) {
	e := encoder{}
	e.marshalled([]byte{0xAC, 0xED, 0x00, 0x05, 0x70})
	v, err := decodeStream(strings.NewReader("\xac\xed\x00\x05"+string(e.buf)), Limits{}.withDefaults())
	o, ok := v.(*object)
	if err != nil || !ok {
		t.Fatalf("%v, %v", v, err)
	}
	want := int32(0)
	for _, b := range []int32{-84, -19, 0, 5, 112} {
		want = 31*want + b
	}
	if o.field("hash") != want {
		t.Errorf("hash %v, want %d", o.field("hash"), want)
	}
}

func TestUTF(t *testing.T) {
	bad := []string{"\x80", "\xC3", "\xC3\x00", "\xE2\x82", "\xE2\x00\x80", "\xF0\x9F\x98\x80", "\xFF"}
	for _, s := range bad {
		if got, ok := decodeUTF([]byte(s)); ok {
			t.Errorf("%x decodes as %q", s, got)
		}
	}
	if got, ok := decodeUTF([]byte("\xED\xA0\xBD!")); !ok || got != "\uFFFD!" {
		t.Errorf("a lone surrogate, legal in Java: %q, %t", got, ok)
	}
}

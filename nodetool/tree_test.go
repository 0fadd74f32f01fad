package nodetool

import (
	"fmt"
	"strings"
	"testing"
)

// show writes a tree on one line.
func show(n *node) string {
	switch {
	case n == nil:
		return "nil"
	case n.typ == listNode:
		var parts []string
		for _, i := range n.items {
			parts = append(parts, show(i))
		}
		return "[" + strings.Join(parts, " ") + "]"
	case n.typ == mapNode:
		var parts []string
		for i, k := range n.keys {
			parts = append(parts, k+"="+show(n.items[i]))
		}
		return "{" + strings.Join(parts, " ") + "}"
	case n.missing:
		return "-"
	}
	return n.text
}

func TestReadJSON(t *testing.T) {
	tests := []struct {
		name, text, want string
		warnings         int
		cut              bool
	}{
		{"nodetool's", `{
  "a" : {
    "b" : 1.5,
    "c" : [ "1", "0" ]
  }
}`, "{a={b=1.5 c=[1 0]}}", 0, false},
		{"numbers keep their text", `{"a":9223372036854775807,"b":1.0,"c":1E-4}`, "{a=9223372036854775807 b=1.0 c=1E-4}", 0, false},
		{"escapes", `["tab\there","quote\"s","\u00fc"]`, "[tab\there quote\"s ü]", 0, false},
		{"empty", `{"a":{},"b":[ ]}`, "{a={} b=[]}", 0, false},
		{"missing values of ScyllaDB 6.0", `{"a":,"b":2,"c":}`, "{a=- b=2 c=-}", 2, false},
		{"bare nan", `{"a":nan,"b":NaN}`, "{a=nan b=NaN}", 0, false},
		{"cut in a value", `{"a":1,"b":{"c":2,"d"`, "{a=1 b={c=2}}", 2, true},
		{"cut in a string", `{"a":"x`, "{a=x}", 1, true},
		{"cut after a colon", `{"a":1,"b":`, "{a=1}", 1, true},
		{"cut in a list", `["a","b"`, "[a b]", 1, true},
		{"trailing commas", `{"a":1,}`, "{a=1}", 0, false},
		{"rubbish between members", "{\"a\":1,\n~~~\n\"b\":2}", "{a=1 b=2}", 1, false},
		{"noise on top", "WARN  x\n{\"a\":1}", "{a=1}", 0, false},
		{"several values", "{\"a\":1}\n{\"a\":2}\n", "[{a=1} {a=2}]", 0, false},
		{"a list closed by a brace", `{"a":[1,2}`, "{a=[1 2]}", 1, false},
	}
	for _, tt := range tests {
		r := &report{}
		got := show(readJSON(newPage([]byte(tt.text), r), r))
		if got != tt.want || len(r.warnings) != tt.warnings || r.truncated != tt.cut {
			t.Errorf("%s: got %s, warnings %v, cut %v", tt.name, got, r.warnings, r.truncated)
		}
	}
}

func TestJSONLines(t *testing.T) {
	r := &report{}
	n := readJSON(newPage([]byte(`
{
"a":1,
"b":{
"c":2}}`), r), r)
	if n.line != 2 || n.get("b").line != 4 || n.get("b").get("c").line != 5 {
		t.Errorf("lines %d %d", n.line, n.get("b").line)
	}
}

func TestJSONDepth(t *testing.T) {
	r := &report{}
	deep := strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000)
	if n := readJSON(newPage([]byte(deep), r), r); n == nil || !r.truncated || len(r.warnings) != 1 {
		t.Errorf("warnings %v", r.warnings)
	}
}

func TestReadYAML(t *testing.T) {
	tests := []struct {
		name, text, want string
		warnings         int
	}{
		{"map", `a: 1
b: 'x'
c: "y\n"
`, "{a=1 b=x c=y\n}", 0},
		{"nested", `a:
  b:
    c: 1
  d: 2
e: 3
`, "{a={b={c=1} d=2} e=3}", 0},
		{"list at its key's depth", `a:
- b: 1
  c: 2
- b: 3
d: 4
`, "{a=[{b=1 c=2} {b=3}] d=4}", 0},
		{"list of numbers", `a:
  b:
  - 0.0
  - 1.5
  c:
  - 2
`, "{a={b=[0.0 1.5] c=[2]}}", 0},
		{"flow", `a: []
b: {}
c: ['1', '0']
`, "{a=[] b={} c=[1 0]}", 0},
		{"colon in a value", "at: '2026-11-30T15:28:21.407'\nm: '{1:72, 2:19}'\n", "{at=2026-11-30T15:28:21.407 m={1:72, 2:19}}", 0},
		{"doubled quote", "k: 'it''s'\n", "{k=it's}", 0},
		{"quoted key", "'a b': 1\n\"c\": 2\n", "{a b=1 c=2}", 0},
		{"no value", "a:\nb: 1\n", "{a=- b=1}", 0},
		{"rubbish", `a: 1
~~~
b: 2
`, "{a=1 b=2}", 1},
		{"too deep a line", `a: 1
    b: 2
c: 3
`, "{a=1 c=3}", 1},
		{"comment and start", `---
# x
a: 1
`, "{a=1}", 0},
		{"empty", "", "{}", 0},
	}
	for _, tt := range tests {
		r := &report{}
		got := show(readYAML(newPage([]byte(tt.text), r), r))
		if got != tt.want || len(r.warnings) != tt.warnings {
			t.Errorf("%s: got %s, want %s, warnings %v", tt.name, got, tt.want, r.warnings)
		}
	}
}

func TestYAMLDepth(t *testing.T) {
	var b strings.Builder
	for i := range 500 {
		fmt.Fprintf(&b, "%sk:\n", strings.Repeat(" ", i))
	}
	r := &report{}
	if readYAML(newPage([]byte(b.String()), r), r) == nil || !r.truncated {
		t.Errorf("warnings %v", r.warnings)
	}
}

func TestNodeFigure(t *testing.T) {
	n := &node{typ: listNode, items: []*node{{text: "1"}, {text: "0"}}}
	if f := n.figure(false); f.Text != "[1, 0]" || f.State != Words {
		t.Errorf("list: %+v", f)
	}
	if f := (*node)(nil).figure(false); f.Printed() {
		t.Errorf("nil: %+v", f)
	}
	if f := (&node{missing: true}).figure(true); f.State != NotAvailable {
		t.Errorf("missing: %+v", f)
	}
	if (*node)(nil).get("a") != nil || (&node{}).get("a") != nil || (*node)(nil).word() != "" {
		t.Error("members of nothing")
	}
}

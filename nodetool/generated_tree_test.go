package nodetool

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// makeTree makes a random tree of maps, lists and scalars.
func makeTree(r *rand.Rand, depth int) *node {
	switch kind := r.IntN(4); {
	case depth > 0 && kind == 0:
		n := &node{typ: listNode}
		for range 1 + r.IntN(4) {
			n.items = append(n.items, &node{text: oddKey(r, false)})
		}
		return n
	case depth > 0 && kind < 3:
		n := &node{typ: mapNode}
		for i := range 1 + r.IntN(4) {
			n.keys = append(n.keys, fmt.Sprintf("%s%d", name(r), i))
			n.items = append(n.items, makeTree(r, depth-1))
		}
		return n
	}
	return &node{text: oddKey(r, false)}
}

// asJSON prints a tree as jackson does.
func asJSON(b *strings.Builder, n *node) {
	switch n.typ {
	case listNode:
		b.WriteString("[ ")
		for i, item := range n.items {
			if i > 0 {
				b.WriteString(", ")
			}
			asJSON(b, item)
		}
		b.WriteString(" ]")
	case mapNode:
		b.WriteString("{\n")
		for i, key := range n.keys {
			if i > 0 {
				b.WriteString(",\n")
			}
			fmt.Fprintf(b, "%q : ", key)
			asJSON(b, n.items[i])
		}
		b.WriteString("\n}")
	default:
		quoted, err := json.Marshal(n.text)
		if err != nil {
			panic(err)
		}
		b.Write(quoted)
	}
}

// asYAML prints a map as SnakeYAML does, with its lists at the indentation of their keys.
func asYAML(b *strings.Builder, n *node, indent string) {
	quoted := func(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
	for i, key := range n.keys {
		item := n.items[i]
		switch item.typ {
		case mapNode:
			fmt.Fprintf(b, "%s%s:\n", indent, key)
			asYAML(b, item, indent+"  ")
		case listNode:
			fmt.Fprintf(b, "%s%s:\n", indent, key)
			for _, e := range item.items {
				fmt.Fprintf(b, "%s- %s\n", indent, quoted(e.text))
			}
		default:
			fmt.Fprintf(b, "%s%s: %s\n", indent, key, quoted(item.text))
		}
	}
}

// TestGeneratedTrees prints trees in both notations and reads them back.
func TestGeneratedTrees(t *testing.T) {
	for round := range uint64(rounds) {
		r := chance(10_000 + round)
		root := &node{typ: mapNode, keys: []string{"first", "second"}, items: []*node{makeTree(r, 4), makeTree(r, 3)}}
		want := show(root)
		var j, y strings.Builder
		asJSON(&j, root)
		asYAML(&y, root, "")
		rj, ry := &report{}, &report{}
		if got := show(readJSON(newPage([]byte(j.String()), rj), rj)); got != want || len(rj.warnings) > 0 {
			t.Errorf("round %d: JSON\n%s\ngot  %s\nwant %s\n%v", round, j.String(), got, want, rj.warnings)
		}
		if got := show(readYAML(newPage([]byte(y.String()), ry), ry)); got != want || len(ry.warnings) > 0 {
			t.Errorf("round %d: YAML\n%s\ngot  %s\nwant %s\n%v", round, y.String(), got, want, ry.warnings)
		}
	}
}

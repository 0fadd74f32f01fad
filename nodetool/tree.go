package nodetool

import "strings"

// nodeType is what a node of a JSON or YAML text is.
type nodeType uint8

const (
	scalarNode nodeType = iota
	listNode
	mapNode
)

// node is one value of a JSON or YAML text, with the line it stands in.
type node struct {
	typ nodeType
	// text is a scalar as printed, without quotes.
	text string
	// missing is a scalar that was not there: {"a":,}, as ScyllaDB 6.0 printed a NaN.
	missing bool
	keys    []string
	items   []*node
	line    int
}

// get returns the member of a map, or nil.
func (n *node) get(key string) *node {
	if n == nil || n.typ != mapNode {
		return nil
	}
	for i, k := range n.keys {
		if k == key {
			return n.items[i]
		}
	}
	return nil
}

// figure reads a scalar; a list becomes words in brackets, as the text form prints it.
func (n *node) figure(whole bool) Figure {
	switch {
	case n == nil:
		return Figure{}
	case n.typ == listNode:
		return Figure{Text: "[" + strings.Join(n.strings(), ", ") + "]", State: Words}
	case n.typ == mapNode:
		return Figure{Text: "{" + strings.Join(n.keys, ", ") + "}", State: Words}
	case n.missing:
		return Figure{Text: "", State: NotAvailable}
	}
	return figureOf(n.text, whole)
}

func (n *node) strings() []string {
	var out []string
	if n != nil {
		for _, i := range n.items {
			out = append(out, i.text)
		}
	}
	return out
}

// word is the text of a scalar, empty for anything else.
func (n *node) word() string {
	if n == nil || n.typ != scalarNode {
		return ""
	}
	return n.text
}

package nodetool

import "strings"

// yamlReader reads the YAML that nodetool prints through SnakeYAML: blocks by indentation, lists with "- ", plain,
// single- and double-quoted scalars, [] and {}. Anchors, tags and folded text never occur there and are kept as words.
type yamlReader struct {
	lines []line
	pos   int
	nodes int
	r     *report
}

// readYAML reads the page; a line that is neither an entry nor an item costs itself.
func readYAML(p *page, r *report) *node {
	y := &yamlReader{r: r}
	for _, l := range p.lines {
		t := strings.TrimSpace(l.text)
		if t == "" || t == "---" || t[0] == '#' || noise(l.text) {
			continue
		}
		if _, _, entry := yamlKey(t); !entry && !isItem(t) { // by its indentation it could end a block
			r.skipped(l)
			continue
		}
		y.lines = append(y.lines, l)
	}
	if len(y.lines) == 0 {
		return &node{typ: mapNode}
	}
	return y.block(indent(y.lines[0].text), 0)
}

func indent(s string) int { return len(s) - len(strings.TrimLeft(s, " ")) }

// block reads the entries of one depth. SnakeYAML writes a list at the indentation of its key.
func (y *yamlReader) block(at, depth int) *node {
	n := &node{typ: mapNode, line: y.lines[y.pos].no}
	if isItem(y.lines[y.pos].text) {
		n.typ = listNode
	}
	for y.pos < len(y.lines) {
		l := y.lines[y.pos]
		in := indent(l.text)
		if in < at || isItem(l.text) != (n.typ == listNode) && in == at {
			return n
		}
		y.nodes++
		if depth > maxDepth || y.nodes > maxNodes {
			y.r.warnf(l.no, "the YAML text is too deep or too large")
			y.r.truncated, y.pos = true, len(y.lines)
			return n
		}
		if in > at {
			y.r.skipped(l)
			y.pos++
			continue
		}
		y.entry(n, l, at, depth)
	}
	return n
}

// isItem tells "- x" from a negative number, which has no blank.
func isItem(s string) bool {
	t := strings.TrimLeft(s, " ")
	return t == "-" || strings.HasPrefix(t, "- ")
}

// entry reads one entry of the block at this indentation.
func (y *yamlReader) entry(n *node, l line, at, depth int) {
	if n.typ == listNode {
		n.items = append(n.items, y.item(l, at, depth))
		return
	}
	key, value, ok := yamlKey(strings.TrimSpace(l.text))
	y.pos++
	if !ok {
		y.r.skipped(l)
		return
	}
	n.keys = append(n.keys, key)
	if value == "" && y.pos < len(y.lines) && y.deeper(at) {
		n.items = append(n.items, y.block(indent(y.lines[y.pos].text), depth+1))
		return
	}
	n.items = append(n.items, yamlScalar(value, l.no))
}

// deeper says whether the next line belongs under an entry at this indentation.
func (y *yamlReader) deeper(at int) bool {
	next := y.lines[y.pos].text
	return indent(next) > at || indent(next) == at && isItem(next)
}

// item reads "- scalar" or "- key: value" with its further keys below, two columns deeper.
func (y *yamlReader) item(l line, at, depth int) *node {
	rest := strings.TrimLeft(l.text, " ")[1:]
	inner := strings.TrimLeft(rest, " ")
	if _, _, ok := yamlKey(inner); !ok || inner == "" {
		y.pos++
		return yamlScalar(inner, l.no)
	}
	in := at + 1 + len(rest) - len(inner)
	y.lines[y.pos].text = strings.Repeat(" ", in) + inner
	return y.block(in, depth+1)
}

// yamlKey cuts "key: value"; a key may be quoted.
func yamlKey(s string) (key, value string, ok bool) {
	if s == "" {
		return "", "", false
	}
	if s[0] == '"' || s[0] == '\'' {
		end := strings.IndexByte(s[1:], s[0])
		if end < 0 || !strings.HasPrefix(s[end+2:], ":") {
			return "", "", false
		}
		return s[1 : end+1], strings.TrimSpace(s[end+3:]), true
	}
	if strings.HasSuffix(s, ":") && !strings.Contains(s, ": ") {
		return s[:len(s)-1], "", true
	}
	key, value, ok = strings.Cut(s, ": ")
	return key, strings.TrimSpace(value), ok
}

// yamlScalar reads a plain or quoted scalar, or a flow list as in "[]" and "['1', '0']".
func yamlScalar(s string, no int) *node {
	n := &node{line: no}
	switch {
	case len(s) > 1 && s[0] == '[' && s[len(s)-1] == ']':
		n.typ = listNode
		for _, part := range strings.Split(s[1:len(s)-1], ",") {
			if part = strings.TrimSpace(part); part != "" {
				n.items = append(n.items, &node{text: unquoteYAML(part), line: no})
			}
		}
	case s == "{}":
		n.typ = mapNode
	case s == "":
		n.missing = true
	default:
		n.text = unquoteYAML(s)
	}
	return n
}

// unquoteYAML undoes the doubling of single quotes and the escapes of double ones.
func unquoteYAML(s string) string {
	if len(s) < 2 || s[0] != s[len(s)-1] {
		return s
	}
	switch s[0] {
	case '\'':
		return strings.ReplaceAll(s[1:len(s)-1], "''", "'")
	case '"':
		return unescape(s)
	}
	return s
}

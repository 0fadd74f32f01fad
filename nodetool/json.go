package nodetool

import (
	"encoding/json"
	"strings"
)

// jsonReader reads JSON and what is nearly JSON: a missing value is unknown, a bare word (nan) is a word, a text that
// stops early keeps what it had. encoding/json would lose all tables for one such value, and numbers lose their text.
type jsonReader struct {
	s     string
	pos   int
	line  int
	nodes int
	cut   bool
	r     *report
}

// readJSON reads every value of the page from the first line that begins one; several values (sstabledump -l) become a
// list.
func readJSON(p *page, r *report) *node {
	start, no := 0, 1
	for rest := p.raw; rest != ""; no++ {
		l, after, _ := strings.Cut(rest, "\n")
		if jsonStart(strings.TrimSpace(l)) {
			break
		}
		start += len(l) + 1
		rest = after
	}
	j := &jsonReader{s: p.raw, pos: min(start, len(p.raw)), line: no, r: r}
	root := j.value(0)
	if j.space(); j.pos == len(j.s) || j.s[j.pos] != '{' {
		return root
	}
	all := &node{typ: listNode, line: no, items: []*node{root}}
	for !j.cut && j.pos < len(j.s) && j.s[j.pos] == '{' {
		all.items = append(all.items, j.value(0))
		j.space()
	}
	return all
}

// space counts the lines, for the warnings.
func (j *jsonReader) space() {
	for j.pos < len(j.s) && strings.IndexByte(" \t\r\n", j.s[j.pos]) >= 0 {
		if j.s[j.pos] == '\n' {
			j.line++
		}
		j.pos++
	}
}

// truncate says once that the text stopped early or grew beyond the limits, and ends the reading.
func (j *jsonReader) truncate(why string) {
	if !j.cut {
		j.r.warnf(j.line, "%s", why)
		j.r.truncated = true
	}
	j.cut, j.pos = true, len(j.s)
}

// value reads whatever stands here; what is missing is a scalar that says so.
func (j *jsonReader) value(depth int) *node {
	j.space()
	j.nodes++
	n := &node{line: j.line}
	switch {
	case j.pos >= len(j.s):
		j.truncate("the JSON text stops before its end")
		n.missing = true
	case depth > maxDepth || j.nodes > maxNodes:
		j.truncate("the JSON text is too deep or too large")
		n.missing = true
	case j.s[j.pos] == '{':
		j.object(n, depth)
	case j.s[j.pos] == '[':
		j.array(n, depth)
	case j.s[j.pos] == '"':
		n.text = j.str()
	default:
		j.bare(n)
	}
	return n
}

// object goes on behind rubbish: one damaged member must not cost its neighbours.
func (j *jsonReader) object(n *node, depth int) {
	n.typ = mapNode
	for j.pos++; ; {
		j.space()
		switch {
		case j.pos >= len(j.s):
			j.truncate("the JSON text stops before its end")
			return
		case j.s[j.pos] == '}':
			j.pos++
			return
		case j.s[j.pos] == ',':
			j.pos++
		case j.s[j.pos] == '"':
			j.member(n, depth)
		default:
			j.r.warnf(j.line, "not JSON: %s", quote(j.skip()))
		}
	}
}

// member leaves out a value that the end of the text has cut: half a number is a wrong number.
func (j *jsonReader) member(n *node, depth int) {
	key := j.str()
	j.space()
	if j.pos >= len(j.s) || j.s[j.pos] != ':' {
		j.r.warnf(j.line, "no value for %s", quote(key))
		return
	}
	j.pos++
	v := j.value(depth + 1)
	if v.missing && !j.cut {
		j.r.warnf(v.line, "no value for %s", quote(key))
	}
	if v.missing && j.cut {
		return
	}
	n.keys, n.items = append(n.keys, key), append(n.items, v)
}

// array leaves a brace to the object around it: its bracket was lost.
func (j *jsonReader) array(n *node, depth int) {
	n.typ = listNode
	for j.pos++; ; {
		j.space()
		switch {
		case j.pos >= len(j.s):
			j.truncate("the JSON text stops before its end")
			return
		case j.s[j.pos] == ']':
			j.pos++
			return
		case j.s[j.pos] == ',':
			j.pos++
		case j.s[j.pos] == '}':
			j.r.warnf(j.line, "not JSON: a list closed by a brace")
			return
		default:
			if v := j.value(depth + 1); !v.missing {
				n.items = append(n.items, v)
			}
		}
	}
}

// str reads a string; a line break inside it is kept.
func (j *jsonReader) str() string {
	start := j.pos
	for j.pos++; j.pos < len(j.s); j.pos++ {
		switch j.s[j.pos] {
		case '\\':
			j.pos++
		case '\n':
			j.line++
		case '"':
			j.pos++
			return unescape(j.s[start:j.pos])
		}
	}
	j.truncate("the JSON text stops inside a string")
	return j.s[start+1:]
}

// unescape leaves a string with a broken escape as it is.
func unescape(quoted string) string {
	if strings.IndexByte(quoted, '\\') < 0 {
		return quoted[1 : len(quoted)-1]
	}
	var s string
	if json.Unmarshal([]byte(quoted), &s) != nil {
		return quoted[1 : len(quoted)-1]
	}
	return s
}

// bare reads a number, true, null, nan or nothing at all.
func (j *jsonReader) bare(n *node) {
	n.text = j.skip()
	n.missing = n.text == ""
}

// skip takes what stands before the next mark of structure, on this line only.
func (j *jsonReader) skip() string {
	start := j.pos
	for j.pos < len(j.s) && strings.IndexByte(",}]\n\"", j.s[j.pos]) < 0 {
		j.pos++
	}
	if j.pos == start && j.s[start] == ']' { // a stray bracket where a member should be
		j.pos++
	}
	return strings.TrimSpace(j.s[start:j.pos])
}

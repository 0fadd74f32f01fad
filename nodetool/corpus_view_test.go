package nodetool

import (
	"encoding/json"
	"fmt"
	"strings"
)

// view is a result in the words of the corpus: its sections, the rows of rows_include and the loose values.
type view struct {
	sections map[string]any
	rows     []any
	values   lookup
	text     string
	// flat is the documented JSON by path, for values that the corpus names after it.
	flat map[string]any
	// doc is the documented JSON as text.
	doc string
}

func viewOf(res *Result, text string) (*view, error) {
	v := &view{sections: map[string]any{}, text: text, flat: map[string]any{}}
	doc, err := Document(res)
	if err != nil {
		return nil, err
	}
	v.doc = string(doc)
	var root map[string]any
	if err := json.Unmarshal(doc, &root); err != nil {
		return nil, err
	}
	flatten("", root["data"], v.flat)
	switch d := res.Data.(type) {
	case *TableStats:
		v.tableStats(d)
	case *Histograms:
		v.histograms(d)
	case *CompactionStats:
		v.compactionStats(d)
	case *CompactionHistory:
		v.compactionHistory(d)
	case *TPStats:
		v.tpStats(d)
	case *TopPartitions:
		v.topPartitions(d)
	case *Info:
		v.info(d)
	case *Status:
		v.status(d)
	case *Metadata:
		v.metadata(d)
	case *PartitionScan:
		v.scan(d)
	case *PartitionCSV:
		v.csv(d)
	default:
		v.small(d)
	}
	return v, nil
}

// flatten lists the leaves by their keys, joined with blanks.
func flatten(path string, n any, out map[string]any) {
	switch n := n.(type) {
	case map[string]any:
		for k, v := range n {
			flatten(strings.TrimSpace(path+" "+k), v, out)
		}
	case []any:
		out[path] = len(n)
		for _, v := range n {
			flatten(path, v, out)
		}
	default:
		out[path] = n
	}
}

// check compares one section of the expectation.
func (v *view) check(section string, want any) []string {
	switch section {
	case "first_lines":
		return v.firstLines(want)
	case "rows_include":
		return includes(section, want, v.rows)
	case "values":
		return same(section, want, lookup(v.value))
	}
	got, ok := v.sections[section]
	if !ok {
		return []string{"no section " + section}
	}
	if section == "histograms" {
		return v.histogramList(want, got)
	}
	return same(section, want, got)
}

// value asks the kind first and then looks for a path that ends in the key.
func (v *view) value(key string) (any, bool) {
	if v.values != nil {
		if got, ok := v.values(key); ok {
			return got, true
		}
	}
	var found any
	n := 0
	for path, got := range v.flat {
		if path == key || strings.HasSuffix(path, " "+key) {
			found = got
			n++
		}
	}
	return found, n == 1
}

// firstLines wants the lines to stand in the text and their last word in the document, so that the parser has taken
// what the line says. Headings have nothing to take.
func (v *view) firstLines(want any) []string {
	list, ok := want.([]any)
	if !ok {
		return []string{"first_lines: no list"}
	}
	var bad []string
	var lines []string
	for _, l := range strings.Split(v.text, "\n") {
		if strings.TrimSpace(l) != "" {
			lines = append(lines, l)
		}
	}
	for i, w := range list {
		line := fmt.Sprint(w)
		if i >= len(lines) || lines[i] != line {
			bad = append(bad, fmt.Sprintf("first_lines[%d]: want %q", i, line))
			continue
		}
		words := strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" \t,:'\"[]{}()", r) })
		if len(words) == 0 || headingWords[words[len(words)-1]] {
			continue
		}
		if last := strings.TrimPrefix(words[len(words)-1], "/"); !strings.Contains(v.doc, strings.TrimSuffix(last, ".0")) && !strings.Contains(v.doc, strings.ToLower(last)) {
			bad = append(bad, fmt.Sprintf("first_lines[%d]: %q is not in the document", i, last))
		}
	}
	if len(list) == 0 && strings.TrimSpace(v.text) != "" {
		bad = append(bad, "first_lines: want no text")
	}
	return bad
}

// headingWords are the last words of lines that carry no value.
var headingWords = map[string]bool{"Token": true, "==========": true, "Paths": true, "Phi": true, "is": true, "Status": true,
	"Driver-Version": true, "Connections": true, "TABLE": true, "TokenRange": true, "RangeKeySample": true, "CompactionHistory": true,
	"ThreadPools": true, "tables": true}

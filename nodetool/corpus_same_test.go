package nodetool

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
)

// lookup is a section whose values are found by key, because the corpus names a sample of them and has its own words.
type lookup func(key string) (got any, ok bool)

// same compares an expected value with what was read and returns what differs.
func same(path string, want, got any) []string {
	switch w := want.(type) {
	case map[string]any:
		return sameMap(path, w, got)
	case []any:
		return sameList(path, w, got)
	}
	if f, ok := got.(Figure); ok {
		return differ(path, want, f, sameFigure(want, f))
	}
	switch g := got.(type) {
	case nil:
		return differ(path, want, got, want == nil)
	case bool:
		return differ(path, want, got, want == g || want == fmt.Sprint(g))
	case string:
		return differ(path, want, got, want == g)
	case *int64:
		if g == nil {
			return differ(path, want, nil, want == nil)
		}
		return differ(path, want, *g, sameNumber(want, float64(*g)))
	case int:
		return differ(path, want, got, sameNumber(want, float64(g)))
	case int64:
		return differ(path, want, got, sameNumber(want, float64(g)))
	case float64:
		return differ(path, want, got, sameNumber(want, g))
	}
	return []string{fmt.Sprintf("%s: cannot compare %T", path, got)}
}

func differ(path string, want, got any, equal bool) []string {
	if equal {
		return nil
	}
	if f, ok := got.(Figure); ok {
		got = fmt.Sprintf("%q (%v)", f.Text, f.Value)
	}
	return []string{fmt.Sprintf("%s: want %v, got %v", path, want, got)}
}

// sameFigure holds "NaN" against a printed NaN only, null against nothing
// printed or a printed null, a number against the value and any
// other string against the text.
func sameFigure(want any, f Figure) bool {
	switch w := want.(type) {
	case nil:
		return !f.Printed() || f.State == NotAvailable
	case string:
		if w == "NaN" {
			return f.State == NotANumber
		}
		return f.Text == w
	}
	v, ok := f.Float()
	return ok && sameNumber(want, v)
}

func sameNumber(want any, got float64) bool {
	n, ok := want.(json.Number)
	if !ok {
		return false
	}
	w, err := n.Float64()
	return err == nil && (w == got || math.Abs(w-got) <= 1e-12*math.Abs(w))
}

func sameMap(path string, want map[string]any, got any) []string {
	find, ok := got.(lookup)
	if m, isMap := got.(map[string]any); isMap {
		find, ok = func(key string) (any, bool) { v, ok := m[key]; return v, ok }, true
	}
	if !ok {
		return []string{fmt.Sprintf("%s: want %v, got %v", path, want, got)}
	}
	var bad []string
	for _, k := range sorted(want) {
		g, ok := find(k)
		if !ok && want[k] == nil {
			continue
		}
		if !ok {
			bad = append(bad, fmt.Sprintf("%s.%s: want %v, got nothing", path, k, want[k]))
			continue
		}
		bad = append(bad, same(path+"."+k, want[k], g)...)
	}
	return bad
}

func sameList(path string, want []any, got any) []string {
	if f, ok := got.(Figure); ok { // ["1", "0"] of JSON is [1, 0] of text
		var words []string
		for _, w := range want {
			words = append(words, fmt.Sprint(w))
		}
		return differ(path, want, f, f.Text == "["+strings.Join(words, ", ")+"]")
	}
	var have []any
	switch g := got.(type) {
	case []any:
		have = g
	case []string:
		for _, s := range g {
			have = append(have, s)
		}
	default:
		return []string{fmt.Sprintf("%s: want %v, got %v", path, want, got)}
	}
	if len(have) != len(want) {
		return []string{fmt.Sprintf("%s: want %d entries, got %d", path, len(want), len(have))}
	}
	var bad []string
	for i := range want {
		bad = append(bad, same(fmt.Sprintf("%s[%d]", path, i), want[i], have[i])...)
	}
	return bad
}

// includes wants each expected row to be like one of the rows read.
func includes(path string, want any, rows []any) []string {
	list, ok := want.([]any)
	if !ok {
		return []string{path + ": no list"}
	}
	var bad []string
	for i, w := range list {
		found := false
		var nearest []string
		for _, row := range rows {
			b := same(fmt.Sprintf("%s[%d]", path, i), w, row)
			if len(b) == 0 {
				found = true
				break
			}
			if nearest == nil || len(b) < len(nearest) {
				nearest = b
			}
		}
		if !found {
			bad = append(bad, fmt.Sprintf("%s[%d]: no row like %v; nearest: %v", path, i, w, nearest))
		}
	}
	return bad
}

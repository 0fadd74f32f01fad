package nodetool

import "strings"

// A text is recognised by its content only. Words that begin its lines add up for each kind (the marks of the registry);
// a kind without words of its own (addresses, paths) has a function instead. JSON and YAML are recognised by their keys.

// Confidence is how sure Detect is: 0 nothing, 1 no doubt. Below 0.3 is no recognition.
type Confidence float64

const (
	// sureScore is the sum of marks from which on there is no doubt.
	sureScore = 10
	// leastScore is the sum of marks below which a text is unknown.
	leastScore = 3
	// detectLines is how many lines Detect reads: a block of tablestats has 60, noise before it a few.
	detectLines = 400
)

// Detect says which kind a text is, by its content. A text that is only a complaint is KindFailure. An empty text or an
// unknown one has no kind and confidence 0.
func Detect(text []byte) (Kind, Confidence) {
	if len(text) > MaxInputBytes {
		return "", 0
	}
	r := &report{}
	p := newPage(text, r)
	f, before := takeFailure(p)
	if f != nil && before == 0 {
		return KindFailure, 1
	}
	row, score, _ := recognise(p)
	if score < leastScore {
		if f != nil {
			return KindFailure, 0.5
		}
		return "", 0
	}
	return row.kind, Confidence(min(1, float64(score)/sureScore))
}

// recognise scores every kind. A page that begins as JSON, or as YAML of a known root, is judged as a tree.
func recognise(p *page) (row kindRow, score int, format Format) {
	lines := p.head(detectLines)
	trimmed := make([]string, len(lines))
	for i, l := range lines {
		trimmed[i] = strings.TrimLeft(l.text, " \t")
	}
	if kind, format := treeKind(lines, trimmed); kind != "" {
		if row, ok := rowOf(kind); ok {
			return row, sureScore, format
		}
	}
	for _, r := range registry() {
		if s := r.score(p, trimmed); s > score {
			row, score = r, s
		}
	}
	return row, score, FormatText
}

// score counts each mark once, however often its line repeats: a long output is not surer than a short one.
func (r kindRow) score(p *page, trimmed []string) int {
	total := 0
	for _, m := range r.marks {
		for _, s := range trimmed {
			if strings.HasPrefix(s, m.prefix) {
				total += m.weight
				break
			}
		}
	}
	if r.detect != nil {
		total += r.detect(p)
	}
	return total
}

// roots are the keys by which a JSON or YAML text is known; jackson and SnakeYAML print them alike.
var roots = []struct {
	key  string
	kind Kind
}{
	{"CompactionHistory", KindCompactionHistory},
	{"ThreadPools", KindTPStats}, {"WaitLatencies", KindTPStats}, {"DroppedMessage", KindTPStats},
	{"total_number_of_tables", KindTableStats}, {"sstable_count", KindTableStats}, {"tables", KindTableStats},
	{"read_latency_ms", KindTableStats}, {"read_count", KindTableStats}, {"space_used_live", KindTableStats},
	{"partition", KindSSTableDump}, {"table kind", KindSSTableDump},
}

// treeKind recognises JSON by its first line that is not noise, and YAML by a root key at a line's beginning.
func treeKind(lines []line, trimmed []string) (Kind, Format) {
	i := 0
	for i < len(lines) && noise(lines[i].text) {
		i++
	}
	if i == len(lines) {
		return "", ""
	}
	if !jsonStart(trimmed[i]) {
		return rootIn(trimmed[i:], "", ":"), FormatYAML
	}
	if kind := rootIn(trimmed[i:], `"`, `"`); kind != "" {
		return kind, FormatJSON
	}
	if trimmed[i][0] == '[' { // sstabledump -e: nothing but keys
		return KindSSTableDump, FormatJSON
	}
	return "", ""
}

// rootIn looks for a root key. In JSON it may stand anywhere in a line, because 3.11 prints all on one.
func rootIn(trimmed []string, open, close string) Kind {
	for _, s := range trimmed {
		for _, r := range roots {
			key := open + r.key + close
			if strings.HasPrefix(s, key) || strings.HasPrefix(s, "- "+key) || open != "" && strings.Contains(s, key) {
				return r.kind
			}
		}
	}
	return ""
}

// jsonStart says whether a line can begin a JSON text of ours; the rows of sstableexpiredblockers and sstabledump -d
// begin with a bracket, too.
func jsonStart(s string) bool {
	if s == "" || s[0] != '{' && s[0] != '[' {
		return false
	}
	rest := strings.TrimSpace(s[1:])
	return rest == "" || strings.ContainsRune(`"{[]}`, rune(rest[0]))
}

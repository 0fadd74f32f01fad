package nodetool

import (
	"regexp"
	"strings"
	"time"
)

// The form; only the braces hold blanks:
//
// 	Compaction History:
// 	id                                   keyspace_name columnfamily_name compacted_at            bytes_in bytes_out rows_merged
// 	5fa6d230-ecda-11f1-b59a-7ba38b56d717 system_schema keyspaces         2026-11-30T16:23:27.699 643      274       {1:5, 4:1}
//
// 2.x prints compacted_at as epoch milliseconds; 5.0 adds compaction_properties. JSON and YAML have the same names under
// "CompactionHistory".

// CompactionHistory is the output of compactionhistory, newest first, of the last seven days.
type CompactionHistory struct {
	Entries []CompactionEntry `json:"entries"`
}

// CompactionEntry is one finished compaction.
type CompactionEntry struct {
	ID       string `json:"id"`
	Keyspace string `json:"keyspace_name"`
	// Table is "table.index" for an index.
	Table string `json:"columnfamily_name"`
	// CompactedAt is as printed: ISO 8601 without a zone (the node's own), epoch milliseconds in 2.x.
	CompactedAt string `json:"compacted_at"`
	// CompactedAtMillis is the same as epoch milliseconds, reading a time without a zone as UTC; 0 when not readable.
	CompactedAtMillis int64  `json:"compacted_at_ms,omitempty"`
	BytesIn           Figure `json:"bytes_in,omitzero"`
	BytesOut          Figure `json:"bytes_out,omitzero"`
	// RowsMerged is the text "{1:72, 2:19}": 72 rows came from one sstable, 19 from two.
	RowsMerged string `json:"rows_merged"`
	// Properties is "{compaction_type:Major compaction}", 5.0.
	Properties string `json:"compaction_properties,omitempty"`
}

var historyColumns = []string{"id", "keyspace_name", "columnfamily_name", "table_name", "compacted_at", "bytes_in", "bytes_out",
	"rows_merged", "compaction_properties"}

// historyHeader has at least these words; prose about them does not begin with "id".
func historyHeader(t string) bool {
	t = strings.TrimSpace(t)
	return strings.HasPrefix(t, "id ") && strings.Contains(t, "compacted_at") && strings.Contains(t, "bytes_in")
}

// parseCompactionHistory wants the header or the title, so that other lists of ids are not taken for it.
func parseCompactionHistory(p *page, r *report) any {
	out := &CompactionHistory{Entries: []CompactionEntry{}}
	var cols []column
	seen := false
	for _, l := range p.lines {
		t := strings.TrimSpace(l.text)
		switch {
		case t == "":
		case strings.HasPrefix(t, "Compaction History"):
			seen = true
		case strings.HasPrefix(t, "There is no compaction history"):
			seen = true
		case historyHeader(t):
			cols = columns(t, historyColumns)
		case cols == nil:
			if seen {
				r.skipped(l)
			}
		default:
			if e, ok := historyRow(cols, t); ok {
				out.Entries = append(out.Entries, e)
			} else {
				r.skipped(l)
			}
		}
	}
	if cols == nil && !seen {
		return nil
	}
	r.hint = historyHint(cols, out)
	return out
}

// historyRow maps the words of a row to the header; only the braces hold blanks.
func historyRow(cols []column, t string) (CompactionEntry, bool) {
	words := braceWords(t)
	var e CompactionEntry
	if len(words) < len(cols)-1 || len(words) > len(cols) {
		return e, false
	}
	for i, w := range words {
		e.set(cols[i].name, w)
	}
	return e, e.whole()
}

// set takes a value by its column, which JSON, YAML and text call alike.
func (e *CompactionEntry) set(name, value string) {
	switch name {
	case "id":
		e.ID = value
	case "keyspace_name":
		e.Keyspace = value
	case "columnfamily_name", "table_name":
		e.Table = value
	case "compacted_at":
		e.CompactedAt, e.CompactedAtMillis = value, millis(value)
	case "bytes_in":
		e.BytesIn = figure(value)
	case "bytes_out":
		e.BytesOut = figure(value)
	case "rows_merged":
		e.RowsMerged = value
	case "compaction_properties":
		e.Properties = value
	}
}

// whole guards against rows that a paste has cut or wrapped.
func (e *CompactionEntry) whole() bool {
	return len(e.ID) == 36 && e.BytesIn.State == Number && e.BytesOut.State == Number
}

var epochMillis = regexp.MustCompile(`^\d{12,14}$`)

// millis reads a time of compactionhistory; 0 when it is neither form.
func millis(s string) int64 {
	if epochMillis.MatchString(s) {
		n, _ := wholeFigure(s).Int64()
		return n
	}
	t, err := time.Parse("2006-01-02T15:04:05.999999999", s)
	if err != nil {
		return 0
	}
	return t.UnixMilli()
}

// historyTree reads {"CompactionHistory": [{...}, ...]}.
func historyTree(root *node, r *report) any {
	list := root.get("CompactionHistory")
	if list == nil {
		return nil
	}
	out := &CompactionHistory{Entries: []CompactionEntry{}}
	for _, n := range list.items {
		var e CompactionEntry
		for i, key := range n.keys {
			e.set(key, n.items[i].figure(false).Text)
		}
		if !e.whole() {
			r.warnf(n.line, "an entry without id or sizes")
			continue
		}
		out.Entries = append(out.Entries, e)
	}
	r.hint = historyHint(nil, out)
	return out
}

// historyHint goes by the column that 5.0 added and by the epoch of 2.x.
func historyHint(cols []column, out *CompactionHistory) string {
	if len(cols) == 8 || len(out.Entries) > 0 && out.Entries[0].Properties != "" {
		return "5.0+"
	}
	if len(out.Entries) > 0 && epochMillis.MatchString(out.Entries[0].CompactedAt) {
		return "2.x"
	}
	return "3.0-4.1"
}

func compactionHistoryKind() kindRow {
	return kindRow{
		kind:  KindCompactionHistory,
		marks: []mark{{"Compaction History:", 12}, {"There is no compaction history", 10}},
		detect: func(p *page) int {
			if _, ok := p.find(historyHeader); ok {
				return 10
			}
			return 0
		},
		parse: parseCompactionHistory, tree: historyTree,
	}
}

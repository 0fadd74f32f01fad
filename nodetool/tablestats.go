package nodetool

import (
	"sort"
	"strings"
)

// The text form, 5.0; indentation differs by version and by paste, the words do not:
//
// 	Total number of tables: 10
// 	----------------
// 	Keyspace: nt_lab                                  "Keyspace : nt_lab" in 3.11 to 4.1 and DSE 6
// 		Read Count: 4560
// 		Read Latency: 1.9386664473684212 ms       "... ms." before 3.11, "NaN ms" when nothing was read
// 		Pending Flushes: 0
// 			Table: events_lcs                 "Table (index): orders.orders_idx" of a legacy index
// 			SSTable count: 1
// 			SSTables in each level: [1, 0, 20/4]
// 			Space used (live): 29881051       "28.5 MiB" with -H, ", bytes" in the label in 2.0
// 			...
// 			                                  a blank line after each table
// 	----------------                                  dashes after each keyspace
//
// org.apache.cassandra.tools.nodetool.stats.TableStatsPrinter prints it. With -s there are no keyspace blocks and a table
// is named "keyspace.table".

// Fields are the figures of one keyspace or table by label. A label that is not in it was not printed.
type Fields map[Label]Figure

// Number returns a figure as number; false when it was not printed, is NaN, or cannot mean anything: a negative
// compression ratio (no compressed sstable) or a negative size (ScyllaDB once overflowed at 32 bits).
func (f Fields) Number(l Label) (float64, bool) {
	v, ok := f[l].Float()
	return v, ok && v >= 0
}

// TableStats is the output of tablestats, cfstats before 3.0.
type TableStats struct {
	// TotalNumberOfTables is the first line: all tables of the node in 3.11 to 4.1, those listed in 5.0.
	TotalNumberOfTables Figure               `json:"total_number_of_tables,omitzero"`
	Keyspaces           map[string]*Keyspace `json:"keyspaces"`
	// Tables are keyed "keyspace.table", an index "keyspace.table.index", a table whose keyspace is not in the text
	// "?.table".
	Tables map[string]*Table `json:"tables"`
	// Order are the keys of Tables as printed.
	Order []string `json:"order"`
	// Loose are figures before any table's name, of an operator's grep.
	Loose *Table `json:"loose,omitempty"`
	// TablesListed is the length of Order.
	TablesListed int `json:"tables_listed"`
}

// Keyspace is one keyspace block; its counts cover the whole keyspace even when one table was asked for.
type Keyspace struct {
	Fields Fields
	Other  map[string]string
}

// Table is one table or index block.
type Table struct {
	Keyspace, Name string
	// IsIndex marks a legacy secondary index; ScyllaDB prints its indexes as ordinary tables.
	IsIndex bool
	Fields  Fields
	// Levels are the sstables in each level, nil without such a line.
	Levels []Level
	// Other are labels that no version here prints, as text.
	Other map[string]string
	line  int
}

// Level is the sstables of one level of LeveledCompactionStrategy; Limit is set where nodetool prints "7/4", more than
// the level may hold.
type Level struct {
	Count int64 `json:"count"`
	Limit int64 `json:"limit,omitempty"`
}

// MarshalJSON writes the figures as members, with as_printed for those whose text says more than the number.
func (k *Keyspace) MarshalJSON() ([]byte, error) {
	return encode(members(k.Fields, k.Other))
}

// MarshalJSON writes the figures as members, with as_printed for those whose text says more than the number.
func (t *Table) MarshalJSON() ([]byte, error) {
	m := members(t.Fields, t.Other)
	if t.IsIndex {
		m["is_index"] = true
	}
	if t.Levels != nil {
		m["levels"] = t.Levels
	}
	return encode(m)
}

// members puts a table into one object, its figures under their labels.
func members(fields Fields, other map[string]string) map[string]any {
	m := map[string]any{}
	printed := map[string]string{}
	for l, f := range fields {
		m[string(l)] = f
		if !f.plain() {
			printed[string(l)] = f.Text
		}
	}
	if len(printed) > 0 {
		m["as_printed"] = printed
	}
	if len(other) > 0 {
		m["other"] = other
	}
	return m
}

func newTableStats() *TableStats {
	return &TableStats{Keyspaces: map[string]*Keyspace{}, Tables: map[string]*Table{}, Order: []string{}}
}

// addTable files a table; of two of one name the first holds.
func (s *TableStats) addTable(t *Table, r *report) {
	key := t.Keyspace + "." + t.Name
	if _, twice := s.Tables[key]; twice {
		r.warnf(t.line, "table %s a second time", key)
		return
	}
	s.Tables[key] = t
	s.Order = append(s.Order, key)
	s.TablesListed = len(s.Order)
}

// empty says whether nothing at all was found.
func (s *TableStats) empty() bool {
	return len(s.Keyspaces)+len(s.Tables) == 0 && s.Loose == nil && !s.TotalNumberOfTables.Printed()
}

// SortedTables returns the keys of Tables in order of name.
func (s *TableStats) SortedTables() []string {
	out := append([]string(nil), s.Order...)
	sort.Strings(out)
	return out
}

func newTable(keyspace, name string, line int) *Table {
	return &Table{Keyspace: keyspace, Name: name, Fields: Fields{}, line: line}
}

// set files one figure and doubts what cannot be. Of two of one label the first number holds: Cassandra prints the
// keyspace's read_latency twice in JSON, once without its unit and null.
func (f Fields) set(l Label, v Figure, no int, r *report) {
	if !v.Printed() || f[l].Printed() && (f[l].State == Number || v.State != Number) {
		return
	}
	f[l] = v
	if v.State == Number && v.Value < 0 && l != SSTableCompressionRatio {
		r.warnf(no, "negative %s: %s is unknown", l, v.Text)
	}
}

// levels reads "[1, 0, 20/4]"; nil and a warning for a list that was cut.
func levels(text string, no int, r *report) []Level {
	if !strings.HasPrefix(text, "[") || !strings.HasSuffix(text, "]") {
		r.warnf(no, "the list of levels is cut: %s", quote(text))
		r.truncated = true
		return nil
	}
	out := []Level{}
	for _, part := range strings.Split(strings.Trim(text, "[]"), ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		have, limit, _ := strings.Cut(part, "/")
		n, ok := wholeFigure(have).Int64()
		if !ok {
			r.warnf(no, "no count of sstables: %s", quote(part))
			return nil
		}
		l := Level{Count: n}
		l.Limit, _ = wholeFigure(limit).Int64()
		out = append(out, l)
	}
	return out
}

// tableStatsKind has many marks, because operators grep for single labels.
func tableStatsKind() kindRow {
	return kindRow{
		kind: KindTableStats, commands: []string{"cfstats"},
		marks: []mark{{"Keyspace:", 4}, {"Keyspace :", 6}, {"Table: ", 2}, {"Table (index)", 6}, {"SSTable count:", 8},
			{"Local read count:", 6}, {"Space used (live)", 6}, {"Read Count:", 4}, {"Total number of tables:", 8},
			{"Column Family:", 5}, {"Compacted partition", 6}, {"Number of partitions (estimate)", 6},
			{"Local read latency", 4}, {"Bloom filter ", 4}, {"Memtable ", 4}, {"Local write", 4},
			{"Average live cells", 4}, {"Maximum tombstones", 4}, {"Percent repaired:", 4}},
		parse: func(p *page, r *report) any { return parseTableStats(p, r) },
		tree:  func(n *node, r *report) any { return tableStatsTree(n, r) },
	}
}

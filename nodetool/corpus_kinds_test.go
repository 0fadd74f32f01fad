package nodetool

import (
	"fmt"
	"sort"
	"strings"
)

func (v *view) tableStats(d *TableStats) {
	v.sections["keyspaces"] = lookup(func(name string) (any, bool) {
		k, ok := d.Keyspaces[name]
		if !ok {
			return nil, false
		}
		return fieldsView(k.Fields, keyspaceLabels, nil), true
	})
	v.sections["tables"] = lookup(func(name string) (any, bool) {
		t, ok := d.Tables[name]
		if !ok {
			return nil, false
		}
		return fieldsView(t.Fields, tableLabels, t), true
	})
	v.values = func(key string) (any, bool) {
		switch key {
		case "Total number of tables":
			return d.TotalNumberOfTables, d.TotalNumberOfTables.Printed()
		case "tables listed":
			return d.TablesListed, true
		}
		return nil, false
	}
	for _, name := range d.Order {
		v.rows = append(v.rows, tableRow(d.Tables[name]))
	}
	if d.Loose != nil {
		v.rows = append(v.rows, fieldsView(d.Loose.Fields, tableLabels, d.Loose))
	}
}

// fieldsView finds a figure by its label or by its JSON key.
func fieldsView(f Fields, rows []labelRow, t *Table) lookup {
	return func(key string) (any, bool) {
		if key == "is_index" && t != nil {
			return t.IsIndex, true
		}
		for _, r := range rows {
			if r.key == key {
				got, ok := f[r.label]
				return got, ok
			}
		}
		if got, ok := f[Label(key)]; ok {
			return got, true
		}
		got, ok := f[labelAliases[strings.ToLower(key)]]
		return got, ok
	}
}

// tableRow has the short names that the corpus uses for greps.
func tableRow(t *Table) lookup {
	short := map[string]Label{"max_text": CompactedPartitionMaximum, "mean_text": CompactedPartitionMean,
		"min_text": CompactedPartitionMinimum}
	return func(key string) (any, bool) {
		if key == "table" {
			return t.Name, true
		}
		if l, ok := short[key]; ok {
			key = string(l)
		}
		return fieldsView(t.Fields, tableLabels, t)(key)
	}
}

func (v *view) histograms(d *Histograms) {
	v.sections["histogram"] = cellsView(d.Sections[0].Rows)
	v.sections["histograms"] = d
	v.values = func(key string) (any, bool) {
		switch key {
		case "sections":
			return len(d.Sections), true
		case "distinct tables":
			return d.DistinctTables(), true
		case "no_sstables_sentence":
			return d.NoSSTablesSentence, true
		}
		row, col, ok := strings.Cut(key, " ")
		f := d.Sections[0].Rows[row][col]
		return f, ok && f.Printed()
	}
}

func (v *view) histogramList(want, got any) []string {
	list, ok := want.([]any)
	if !ok {
		return []string{"histograms: no list"}
	}
	var bad []string
	for i, w := range list {
		m, ok := w.(map[string]any)
		if !ok {
			return []string{"histograms: no entry"}
		}
		name, _ := m["table"].(string)
		found := false
		for _, s := range got.(*Histograms).Sections {
			if s.Table == name {
				bad = append(bad, same(fmt.Sprintf("histograms[%d]", i), m["rows"], cellsView(s.Rows))...)
				found = true
				break
			}
		}
		if !found {
			bad = append(bad, "no histogram of "+name)
		}
	}
	return bad
}

// cellsView is a table of figures by row and column.
func cellsView(rows map[string]map[string]Figure) lookup {
	return func(row string) (any, bool) {
		cells, ok := rows[row]
		return lookup(func(col string) (any, bool) { f, ok := cells[col]; return f, ok }), ok
	}
}

func (v *view) compactionStats(d *CompactionStats) {
	pending := map[string]any{}
	for k, n := range d.PendingByTable {
		pending[k] = n
	}
	v.sections["pending_by_table"] = pending
	for _, r := range d.Rows {
		v.rows = append(v.rows, compactionView(r))
	}
	v.sections["rows"] = append([]any{}, v.rows...)
	v.values = func(key string) (any, bool) {
		switch key {
		case "pending tasks":
			return d.PendingTasks, true
		case "remaining":
			return d.Remaining, d.Remaining.Printed()
		case "active":
			return len(d.Rows), true
		}
		if n, ok := d.PendingByTable[strings.TrimPrefix(key, "pending ")]; ok {
			return n, true
		}
		for label, f := range d.Values {
			unit := strings.NewReplacer("(", "", ")", "").Replace(label)
			if key == label || key == unit || strings.HasPrefix(key, label+" per ") {
				return f, true
			}
		}
		return nil, false
	}
}

// compactionView gives a row the names of its columns as they were printed.
func compactionView(r CompactionRow) lookup {
	return func(key string) (any, bool) {
		switch key {
		case "id", "task id":
			return r.ID, r.VTable == (key == "task id")
		case "type", "compaction type", "kind":
			return r.Type, true
		case "keyspace":
			return r.Keyspace, true
		case "table":
			return r.Table, true
		case "completed":
			return r.Completed, true
		case "completed_text":
			return r.CompletedText, true
		case "total":
			return r.Total, true
		case "total_text":
			return r.TotalText, true
		case "unit":
			return r.Unit, true
		case "completion ratio":
			return r.Percent, r.VTable
		case "progress":
			if r.VTable {
				return r.Completed, true
			}
			return r.Percent, true
		case "sstables":
			return r.SSTables, r.SSTables.Printed()
		case "target directory":
			return r.TargetDirectory, true
		}
		return nil, false
	}
}

func (v *view) compactionHistory(d *CompactionHistory) {
	v.values = func(key string) (any, bool) { return len(d.Entries), key == "entries" }
	if len(d.Entries) == 0 {
		return
	}
	e := d.Entries[0]
	v.sections["first"] = map[string]any{"id": e.ID, "keyspace_name": e.Keyspace, "columnfamily_name": e.Table,
		"compacted_at": e.CompactedAt, "bytes_in": e.BytesIn, "bytes_out": e.BytesOut, "rows_merged": e.RowsMerged,
		"compaction_properties": e.Properties}
}

func (v *view) tpStats(d *TPStats) {
	v.sections["pools"] = lookup(func(pool string) (any, bool) {
		cells, ok := d.Pools[pool]
		return lookup(func(col string) (any, bool) {
			if name, ok := poolKeys[col]; ok {
				col = name
			}
			f, ok := cells[col]
			return f, ok
		}), ok
	})
	v.sections["dropped"] = cellsView(d.Dropped)
	v.values = func(key string) (any, bool) {
		switch key {
		case "pools":
			return len(d.Pools), true
		case "message types":
			return len(d.Dropped), true
		case "top level keys":
			keys := append([]string(nil), d.Keys...)
			sort.Strings(keys)
			return keys, true
		}
		if name, ok := strings.CutPrefix(key, "dropped."); ok {
			f, ok := d.Dropped[name]["dropped"]
			return f, ok
		}
		return nil, false
	}
	for _, r := range d.Headless {
		v.rows = append(v.rows, map[string]any{"pool": r.Pool, "cells": r.Cells})
	}
}

func (v *view) topPartitions(d *TopPartitions) {
	var samplers []any
	for _, s := range d.Samplers {
		m := map[string]any{"title": s.Title, "rows": len(s.Rows), "first": nil, "nothing_recorded": s.NothingRecorded,
			"cardinality": s.Cardinality, "capacity": s.Capacity}
		for i, r := range s.Rows {
			row := sampleView(s, r)
			if i == 0 {
				m["first"] = row
			}
			v.rows = append(v.rows, row)
		}
		samplers = append(samplers, m)
	}
	v.sections["samplers"] = samplers
	v.values = func(key string) (any, bool) {
		for _, s := range d.Samplers {
			if name, ok := strings.CutSuffix(key, " recorded"); ok && strings.EqualFold(name, s.Sampler) {
				return len(s.Rows), true
			}
		}
		return nil, false
	}
}

func sampleView(s Sampler, r SampleRow) lookup {
	return func(key string) (any, bool) {
		switch key {
		case "sampler":
			if strings.HasSuffix(s.Title, " Sampler") {
				return s.Sampler, true
			}
			return s.Title, true
		case "cardinality":
			return s.Cardinality, true
		case "capacity":
			return s.Capacity, true
		case "table":
			return r.Table, true
		case "partition":
			return r.Partition, true
		case "query":
			return r.Query, true
		case "error", "+/-":
			return r.Error, r.Error != nil
		case "count", s.Measure:
			return r.Value, true
		}
		return nil, false
	}
}

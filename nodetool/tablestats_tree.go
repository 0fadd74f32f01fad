package nodetool

import "strings"

// The JSON form (StatsKeyspace and StatsTable through jackson; YAML has the same shape). Numbers that the text prints
// through a formatter are strings, and -H and the locale change those strings:
//
// 	{ "total_number_of_tables": 10,
// 	  "nt_lab": { "read_count": 4560, "read_latency_ms": 1.93, "pending_flushes": 0,
// 	              "tables": { "events_lcs": { "sstable_count": 1, "space_used_live": "29881051",
// 	                                          "local_read_latency_ms": "NaN", "sstables_in_each_level": ["1", "0"] } } } }
//
// With -s the tables stand at the top under "keyspace.table".

// tableStatsTree reads the JSON or YAML form: keyspaces with their tables, or with -s tables named "keyspace.table" at
// the top.
func tableStatsTree(root *node, r *report) any {
	if root == nil || root.typ != mapNode {
		return nil
	}
	out := newTableStats()
	tables, keyspaces := tableIndex(), keyspaceIndex()
	keys := map[string]bool{}
	switch { // a part that jq took out
	case root.get("sstable_count") != nil:
		out.Loose, r.truncated = tableTree("?", "?", root, tables, keys, r), true
		r.hint = hintOfKeys(keys)
		return out
	case root.get("tables") != nil && root.get("tables").typ == mapNode:
		r.truncated = true
		keyspaceTree(out, "?", root, keyspaces, tables, keys, r)
		r.hint = hintOfKeys(keys)
		return out
	}
	for i, key := range root.keys {
		n := root.items[i]
		switch {
		case key == "total_number_of_tables":
			out.TotalNumberOfTables = n.figure(true)
		case n.typ != mapNode:
			r.warnf(n.line, "not understood: %s", quote(key))
		case n.get("tables") != nil || n.get("read_count") != nil:
			keyspaceTree(out, key, n, keyspaces, tables, keys, r)
		default:
			ks, name, _ := strings.Cut(key, ".")
			if name == "" {
				ks, name = "?", key
			}
			if t := tableTree(ks, name, n, tables, keys, r); len(t.Fields) > 0 {
				out.addTable(t, r)
			} else {
				r.warnf(n.line, "no table: %s", quote(key))
			}
		}
	}
	if out.empty() {
		return nil
	}
	r.hint = hintOfKeys(keys)
	return out
}

// keyspaceTree reads the figures of a keyspace and its tables.
func keyspaceTree(out *TableStats, name string, n *node, keyspaces, tables labelIndex, keys map[string]bool, r *report) {
	ks := &Keyspace{Fields: Fields{}}
	out.Keyspaces[name] = ks
	for i, key := range n.keys {
		v := n.items[i]
		if key == "tables" {
			for j, table := range v.keys {
				if v.items[j].typ != mapNode {
					r.warnf(v.items[j].line, "not understood: %s", quote(table))
					continue
				}
				out.addTable(tableTree(name, table, v.items[j], tables, keys, r), r)
			}
			continue
		}
		if row, ok := keyspaces.byKey[key]; ok {
			ks.Fields.set(row.label, v.figure(row.whole), v.line, r)
			continue
		}
		ks.Other = keep(ks.Other, key, v.figure(false).Text)
	}
}

// tableTree reads one table. An index is told by the dot in its name, as 3.11 and later name it.
func tableTree(keyspace, name string, n *node, labels labelIndex, keys map[string]bool, r *report) *Table {
	t := newTable(keyspace, name, n.line)
	t.IsIndex = strings.Contains(name, ".")
	for i, key := range n.keys {
		v := n.items[i]
		keys[key] = true
		row, ok := labels.byKey[key]
		if !ok {
			t.Other = keep(t.Other, key, v.figure(false).Text)
			continue
		}
		t.Fields.set(row.label, v.figure(row.whole), v.line, r)
		if row.label == SSTablesInEachLevel && v.typ == listNode {
			t.Levels = levels(v.figure(false).Text, v.line, r)
		}
	}
	if t.Fields[SAIQueryableIndexes].State == NotAvailable { // no SAI index: the zeros beside the null are no measurements
		for l := range t.Fields {
			if strings.HasPrefix(string(l), "SAI ") {
				delete(t.Fields, l)
			}
		}
	}
	return t
}

// hintOfKeys tells the version by the keys that a table has: 33 in 3.11, 38 in 4.0, 41 in 4.1, 51 in 5.0.
func hintOfKeys(keys map[string]bool) string {
	switch {
	case keys["local_read_write_ratio"] || keys["max_sstable_size"]:
		return "5.0+"
	case keys["top_size_partitions"] || keys["sstable_bytes_in_each_level"]:
		return "4.1"
	case keys["old_sstable_count"]:
		return "4.0"
	case keys["speculative_retries"]:
		return "3.11"
	}
	return ""
}

package nodetool

import (
	"regexp"
	"strings"
)

// The JSON form (JsonTransformer); -l prints one partition a line, -e only the keys, -d lines of its own:
//
// 	[ { "table kind": "REGULAR",                                       5.0
// 	    "partition": { "key": ["a", "b"], "position": 0, "deletion_info": {...} },
// 	    "rows": [ { "type": "row", "clustering": [...], "cells": [ { "name": "v", "value": 1 } ] } ] } ]

// Dump is the output of sstabledump, counted: its rows themselves belong to whoever asked for them.
type Dump struct {
	Partitions []DumpedPartition `json:"partitions"`
	// KeysOnly is -e.
	KeysOnly bool `json:"keys_only"`
}

// DumpedPartition is one partition and what it holds.
type DumpedPartition struct {
	// Key are the components of the partition key.
	Key []string `json:"key"`
	// Position is the offset in the Data file.
	Position Figure `json:"position,omitzero"`
	// TableKind is REGULAR, COUNTER, ... in 5.0, else empty.
	TableKind string `json:"table_kind,omitempty"`
	// Deleted says that the whole partition has a deletion.
	Deleted         bool `json:"deleted"`
	Rows            int  `json:"rows"`
	StaticRows      int  `json:"static_rows"`
	DeletedRows     int  `json:"deleted_rows"`
	RangeTombstones int  `json:"range_tombstone_bounds"`
	Cells           int  `json:"cells"`
	DeletedCells    int  `json:"deleted_cells"`
	ExpiringCells   int  `json:"expiring_cells"`
	line            int
}

// debugRow is a line of sstabledump -d: "[key]@0 Row[info=[ts=1] ]: clustering | [v=1 ts=1]".
var debugRow = regexp.MustCompile(`^\[(.*)\]@(\d+)\s+(\S.*)$`)

// parseDumpText reads the lines of -d, where a partition is the sum of its lines.
func parseDumpText(p *page, r *report) any {
	out := &Dump{Partitions: []DumpedPartition{}}
	byKey := map[string]int{}
	for _, l := range p.lines {
		m := debugRow.FindStringSubmatch(strings.TrimSpace(l.text))
		if m == nil {
			if !l.blank() && !noise(l.text) {
				r.skipped(l)
			}
			continue
		}
		i, ok := byKey[m[1]]
		if !ok {
			i = len(out.Partitions)
			byKey[m[1]] = i
			out.Partitions = append(out.Partitions, DumpedPartition{Key: []string{m[1]}, Position: wholeFigure(m[2]), line: l.no})
		}
		out.Partitions[i].debug(m[3])
	}
	if len(out.Partitions) == 0 {
		return nil
	}
	return out
}

// debug goes by the beginning of what toString prints.
func (d *DumpedPartition) debug(what string) {
	switch {
	case strings.HasPrefix(what, "Row["):
		d.Rows++
		if strings.Contains(what, "del=") {
			d.DeletedRows++
		}
	case strings.HasPrefix(what, "deletedAt") || strings.HasPrefix(what, "{deletedAt"):
		d.Deleted = true
	case strings.HasPrefix(what, "Marker"):
		d.RangeTombstones++
	}
}

// dumpTree reads the JSON array, the lines of -l, or the array of keys of -e.
func dumpTree(root *node, r *report) any {
	if root == nil || root.typ == scalarNode {
		return nil
	}
	out := &Dump{Partitions: []DumpedPartition{}}
	items := root.items
	if root.typ == mapNode {
		items = []*node{root}
	}
	out.Partitions = make([]DumpedPartition, 0, len(items))
	for _, n := range items {
		switch {
		case n.typ == listNode:
			out.KeysOnly = true
			out.Partitions = append(out.Partitions, DumpedPartition{Key: n.strings(), line: n.line})
		case n.get("partition") == nil:
			r.warnf(n.line, "no partition in this element")
		default:
			out.Partitions = append(out.Partitions, dumped(n))
		}
	}
	if len(items) > 0 && len(out.Partitions) == 0 {
		return nil
	}
	if len(items) > 0 && items[0].get("table kind") != nil {
		r.hint = "5.0+"
	}
	return out
}

func dumped(n *node) DumpedPartition {
	head := n.get("partition")
	d := DumpedPartition{Key: head.get("key").strings(), Position: head.get("position").figure(true), line: n.line,
		TableKind: n.get("table kind").word(), Deleted: head.get("deletion_info") != nil}
	rows := n.get("rows")
	if rows == nil {
		return d
	}
	for _, row := range rows.items {
		switch row.get("type").word() {
		case "row":
			d.Rows++
		case "static_block":
			d.StaticRows++
		case "range_tombstone_bound", "range_tombstone_boundary":
			d.RangeTombstones++
		}
		if row.get("deletion_info") != nil {
			d.DeletedRows++
		}
		if cells := row.get("cells"); cells != nil {
			d.count(cells.items)
		}
	}
	return d
}

// count takes a cell with a deletion for a tombstone, and a TTL for expiring, expired or not.
func (d *DumpedPartition) count(cells []*node) {
	for _, c := range cells {
		switch {
		case c.get("deletion_info") != nil:
			d.DeletedCells++
		default:
			d.Cells++
		}
		if c.get("ttl") != nil {
			d.ExpiringCells++
		}
	}
}

func dumpKind() kindRow {
	return kindRow{kind: KindSSTableDump, parse: parseDumpText, tree: dumpTree,
		detect: func(p *page) int {
			for _, l := range p.head(20) {
				if debugRow.MatchString(strings.TrimSpace(l.text)) {
					return 8
				}
			}
			return 0
		}}
}

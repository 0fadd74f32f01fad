package scenario

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
)

// many-tables is healthy; what it tries is the length of lists and polls.
const (
	tablesPerKeyspace = 15
	rowsPerTable      = 25
	manyBody          = 100
)

func manyKeyspaces() []string { return []string{"audit", "billing", "crm", "inventory"} }

// manyNames are the tables of each keyspace.
func manyNames() []string {
	return []string{
		"accounts", "addresses", "batches", "changes", "contacts", "devices", "events", "invoices",
		"items", "ledgers", "notes", "parcels", "prices", "stock", "visits",
	}
}

func manyTables() Scenario {
	s := Scenario{
		Name:      "many-tables",
		About:     "60 small healthy tables in audit, billing, crm and inventory",
		Keyspaces: manyKeyspaces(),
		Rows:      manyRows,
		Traffic:   manyTraffic,
	}
	for _, t := range manyList() {
		s.Schema = append(s.Schema, "CREATE TABLE "+t+" (id int PRIMARY KEY, body text)")
	}
	return s
}

func manyList() []string {
	out := make([]string, 0, len(manyKeyspaces())*tablesPerKeyspace)
	for _, k := range manyKeyspaces() {
		for _, n := range manyNames() {
			out = append(out, k+"."+n)
		}
	}
	return out
}

// manyRows flushes whole keyspaces: one nodetool call each, not sixty.
func manyRows(p Params) iter.Seq[Op] {
	return func(yield func(Op) bool) {
		r := p.rng(6)
		for _, t := range manyList() {
			for i := range p.count(rowsPerTable) {
				if !yield(manyRow(r, t, i)) {
					return
				}
			}
		}
		for _, k := range manyKeyspaces() {
			if !yield(Op{Kind: Flush, Table: k}) {
				return
			}
		}
	}
}

func manyRow(r *rand.Rand, table string, id int) Op {
	return Op{
		Kind: Insert, Table: table, Key: fmt.Sprint(id),
		CQL: "INSERT INTO " + table + " (id, body) VALUES (?, ?)", Args: []any{id, text(r, manyBody)},
	}
}

func manyTraffic(context.Context, Params, Asker) ([]Stream, error) {
	tables := manyList()
	return []Stream{{Weight: 60, Next: func(r *rand.Rand) Op {
		// the square favours the first tables, so that sorting by rate shows
		f := r.Float64()
		t, id := tables[int(f*f*float64(len(tables)))], r.IntN(rowsPerTable)
		if chance(r, 30) {
			return manyRow(r, t, id)
		}
		return Op{
			Kind: Read, Table: t, Key: fmt.Sprint(id),
			CQL: "SELECT body FROM " + t + " WHERE id = ?", Args: []any{id},
		}
	}}}, nil
}

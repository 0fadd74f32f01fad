package scenario

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
)

// The truths of wide-rows: documents with 1 MiB cells and one row with a map of
// thousands of cells among small ones.
const (
	documentsTable  = "catalog.documents"
	attributesTable = "catalog.attributes"
	documents       = 40
	largeDocuments  = 8
	largeBytes      = 1 << 20
	smallBytes      = 2 << 10
	items           = 100
	crowdedItem     = 42
	crowdedEntries  = 5000
	normalEntries   = 10
	entriesAtOnce   = 250
	attributesMerge = "UPDATE catalog.attributes SET attrs = attrs + ? WHERE item = ?"
)

func wideRows() Scenario {
	return Scenario{
		Name:      "wide-rows",
		About:     "catalog.documents: eight rows with a 1 MiB blob; catalog.attributes: item 42 has a map of 5,000 cells",
		Keyspaces: []string{"catalog"},
		Schema: []string{
			"CREATE TABLE catalog.documents (id int PRIMARY KEY, title text, body blob)",
			"CREATE TABLE catalog.attributes (item int PRIMARY KEY, attrs map<text, text>, tags set<text>)",
		},
		Rows:    wideOps,
		Traffic: wideTraffic,
	}
}

// wideOps fills the crowded map piecemeal, for one statement of all entries
// would be a mutation larger than a commit log segment likes.
func wideOps(p Params) iter.Seq[Op] {
	return func(yield func(Op) bool) {
		r := p.rng(5)
		for i := range documents {
			size := smallBytes
			if i < p.count(largeDocuments) {
				size = largeBytes
			}
			if !yield(document(r, i, size)) {
				return
			}
		}
		for i := range items {
			n := normalEntries
			if i == crowdedItem {
				n = p.count(crowdedEntries)
			}
			for from := 0; from < n; from += entriesAtOnce {
				if !yield(attributes(r, i, from, min(from+entriesAtOnce, n))) {
					return
				}
			}
		}
		_ = yield(Op{Kind: Flush, Table: documentsTable}) && yield(Op{Kind: Flush, Table: attributesTable})
	}
}

// document has an incompressible body, so that its size on disk is known.
func document(r *rand.Rand, id, size int) Op {
	return Op{
		Kind: Insert, Table: documentsTable, Key: fmt.Sprint(id),
		CQL:  "INSERT INTO catalog.documents (id, title, body) VALUES (?, ?, ?)",
		Args: []any{id, fmt.Sprintf("document %d", id), noise(r, size)},
	}
}

// attributes merges entries into the map; "+" adds cells without the complex
// deletion that setting the whole map would write first.
func attributes(r *rand.Rand, item, from, to int) Op {
	m := make(map[string]string, to-from)
	for i := from; i < to; i++ {
		m[fmt.Sprintf("attribute-%04d", i)] = text(r, 40)
	}
	return Op{
		Kind: Insert, Table: attributesTable, Key: fmt.Sprint(item),
		CQL: attributesMerge, Args: []any{m, item},
	}
}

func wideTraffic(context.Context, Params, Asker) ([]Stream, error) {
	return []Stream{
		{Weight: 5, Next: func(r *rand.Rand) Op { return readDocument(r.IntN(documents)) }},
		{Weight: 30, Next: func(r *rand.Rand) Op { return readDocument(largeDocuments + r.IntN(documents-largeDocuments)) }},
		{Weight: 30, Next: func(r *rand.Rand) Op {
			item := r.IntN(items)
			if chance(r, 20) {
				item = crowdedItem
			}
			return Op{
				Kind: Read, Table: attributesTable, Key: fmt.Sprint(item),
				CQL: "SELECT attrs FROM catalog.attributes WHERE item = ?", Args: []any{item},
			}
		}},
		// Setting a whole collection deletes the old one first: a complex
		// deletion each time.
		{Weight: 10, Next: func(r *rand.Rand) Op {
			item := r.IntN(items)
			return Op{
				Kind: Insert, Table: attributesTable, Key: fmt.Sprint(item),
				CQL:  "UPDATE catalog.attributes SET tags = ? WHERE item = ?",
				Args: []any{[]string{text(r, 8), text(r, 8)}, item},
			}
		}},
	}, nil
}

func readDocument(id int) Op {
	return Op{
		Kind: Read, Table: documentsTable, Key: fmt.Sprint(id),
		CQL: "SELECT body FROM catalog.documents WHERE id = ?", Args: []any{id},
	}
}

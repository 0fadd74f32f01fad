package scenario

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
)

// The truths of healthy: nothing is wrong; user-0001's cart is a little warmer.
const (
	cartsTable    = "shop.carts"
	sessionsTable = "shop.sessions"
	shoppers      = 800
	warmShopper   = 1
	cartBytes     = 200
)

func healthy() Scenario {
	return Scenario{
		Name:      "healthy",
		About:     "shop.carts and shop.sessions: a quiet shop, user-0001 is read a little more than the rest",
		Keyspaces: []string{"shop"},
		Schema: []string{
			"CREATE TABLE shop.carts (shopper text, item int, note text, PRIMARY KEY (shopper, item))",
			"CREATE TABLE shop.sessions (shopper text PRIMARY KEY, secret text)",
		},
		Rows:    shopRows,
		Traffic: shopTraffic,
	}
}

// shopRows gives each shopper a session and a cart of five.
func shopRows(p Params) iter.Seq[Op] {
	return func(yield func(Op) bool) {
		r := p.rng(7)
		for i := range p.count(shoppers) {
			if !yield(session(r, i)) {
				return
			}
			for item := range 5 {
				if !yield(cartItem(r, i, item)) {
					return
				}
			}
		}
		yield(Op{Kind: Flush, Table: "shop"})
	}
}

func shopperName(i int) string { return fmt.Sprintf("user-%04d", i) }

func cartItem(r *rand.Rand, shopper, item int) Op {
	k := shopperName(shopper)
	return Op{
		Kind: Insert, Table: cartsTable, Key: k,
		CQL:  "INSERT INTO shop.carts (shopper, item, note) VALUES (?, ?, ?)",
		Args: []any{k, item, text(r, cartBytes)},
	}
}

func session(r *rand.Rand, shopper int) Op {
	k := shopperName(shopper)
	return Op{
		Kind: Insert, Table: sessionsTable, Key: k,
		CQL: "INSERT INTO shop.sessions (shopper, secret) VALUES (?, ?)", Args: []any{k, text(r, 32)},
	}
}

// shopTraffic deletes now and then: a rule that cries at any tombstone is wrong.
func shopTraffic(context.Context, Params, Asker) ([]Stream, error) {
	return []Stream{
		{Weight: 25, Next: func(r *rand.Rand) Op {
			s := r.IntN(shoppers)
			if chance(r, 10) {
				s = warmShopper
			}
			k := shopperName(s)
			return Op{
				Kind: Read, Table: cartsTable, Key: k,
				CQL: "SELECT item, note FROM shop.carts WHERE shopper = ?", Args: []any{k},
			}
		}},
		{Weight: 8, Next: func(r *rand.Rand) Op { return cartItem(r, r.IntN(shoppers), r.IntN(5)) }},
		{Weight: 2, Next: func(r *rand.Rand) Op {
			k, item := shopperName(r.IntN(shoppers)), r.IntN(5)
			return Op{
				Kind: Delete, Table: cartsTable, Key: k,
				CQL: "DELETE FROM shop.carts WHERE shopper = ? AND item = ?", Args: []any{k, item},
			}
		}},
		{Weight: 15, Next: func(r *rand.Rand) Op {
			if chance(r, 30) {
				return session(r, r.IntN(shoppers))
			}
			k := shopperName(r.IntN(shoppers))
			return Op{
				Kind: Read, Table: sessionsTable, Key: k,
				CQL: "SELECT secret FROM shop.sessions WHERE shopper = ?", Args: []any{k},
			}
		}},
	}, nil
}

package scenario

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
)

// stickyNode is the node that the sticky client talks to.
const stickyNode = 2

// stickyClient is a client with one contact point and no load balancing: its
// node serves several times the reads of its peers. It reads what healthy
// loads, has no rows of its own, and occurs within incident alone.
func stickyClient() Scenario {
	return Scenario{
		Name:  "sticky-client",
		About: fmt.Sprintf("a client of shop.carts sends all its reads to node %d (load healthy first)", stickyNode),
		Rows:  func(Params) iter.Seq[Op] { return func(func(Op) bool) {} },
		Traffic: func(context.Context, Params, Asker) ([]Stream, error) {
			return []Stream{{Weight: 140, Next: stickyRead}}, nil
		},
	}
}

func stickyRead(r *rand.Rand) Op {
	k := shopperName(r.IntN(shoppers))
	return Op{
		Kind: Read, Table: cartsTable, Key: k, Node: stickyNode,
		CQL: "SELECT item, note FROM shop.carts WHERE shopper = ?", Args: []any{k},
	}
}

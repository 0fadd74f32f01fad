package scenario

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"time"
)

// The truths of lcs-backlog: memtables of by_customer are flushed every three
// seconds into level 0 while compaction may move 1 MiB/s only, and leveling
// rewrites every byte several times; by_id beside it is healthy.
const (
	byCustomerTable = "orders.by_customer"
	byIDTable       = "orders.by_id"
	customers       = 500
	hotCustomer     = 7
	orderBytes      = 10 << 10
	bursts          = 16
	burstOrders     = 370
	flushPeriod     = 3 * time.Second
	lcsThrottleMiBs = 1
	byIDOrders      = 1000
)

func lcsBacklog() Scenario {
	return Scenario{
		Name:         "lcs-backlog",
		About:        "orders.by_customer: LCS with 2 MB SSTables, level 0 piles up faster than compaction at 1 MiB/s works it off; orders.by_id is healthy",
		Keyspaces:    []string{"orders"},
		ThrottleMiBs: lcsThrottleMiBs,
		Schema: []string{
			fmt.Sprintf(`CREATE TABLE orders.by_customer (
			customer int, placed bigint, body blob, PRIMARY KEY (customer, placed))
			WITH CLUSTERING ORDER BY (placed DESC) AND memtable_flush_period_in_ms = %d
			AND compaction = {'class': 'LeveledCompactionStrategy', 'sstable_size_in_mb': 2}`,
				flushPeriod.Milliseconds()),
			"CREATE TABLE orders.by_id (id int PRIMARY KEY, customer int, total int)",
		},
		Rows:    orderRows,
		Traffic: orderTraffic,
	}
}

// orderRows writes bursts with pauses in which the flush period runs out, so
// that each burst becomes an SSTable in level 0 without a nodetool call.
func orderRows(p Params) iter.Seq[Op] {
	return func(yield func(Op) bool) {
		r := p.rng(4)
		for i := range byIDOrders {
			if !yield(orderByID(r, i)) {
				return
			}
		}
		placed := 0
		for range bursts {
			for range p.count(burstOrders) {
				placed++
				if !yield(order(r, r.IntN(customers), placed)) {
					return
				}
			}
			if !yield(Op{Kind: Pause, Wait: flushPeriod * 3 / 4}) {
				return
			}
		}
		yield(Op{Kind: Flush, Table: byCustomerTable})
	}
}

// order is bulky and does not compress, so that bytes pile up at modest rates.
func order(r *rand.Rand, customer, placed int) Op {
	return Op{
		Kind: Insert, Table: byCustomerTable, Key: fmt.Sprint(customer),
		CQL:  "INSERT INTO orders.by_customer (customer, placed, body) VALUES (?, ?, ?)",
		Args: []any{customer, int64(placed), noise(r, orderBytes)},
	}
}

func orderByID(r *rand.Rand, id int) Op {
	return Op{
		Kind: Insert, Table: byIDTable, Key: fmt.Sprint(id),
		CQL:  "INSERT INTO orders.by_id (id, customer, total) VALUES (?, ?, ?)",
		Args: []any{id, r.IntN(customers), r.IntN(10_000)},
	}
}

// orderTraffic writes about 0.5 MiB/s at the default rate; leveling has to
// rewrite that several times and may move 1 MiB/s only.
func orderTraffic(_ context.Context, p Params, _ Asker) ([]Stream, error) {
	// past everything a load or an earlier run wrote
	placed := int(p.Now.UnixMilli())
	return []Stream{
		{Weight: 50, Next: func(r *rand.Rand) Op {
			placed++
			return order(r, someCustomer(r), placed)
		}},
		{Weight: 12, Next: func(r *rand.Rand) Op {
			c := someCustomer(r)
			return Op{
				Kind: Read, Table: byCustomerTable, Key: fmt.Sprint(c),
				CQL: "SELECT placed FROM orders.by_customer WHERE customer = ? LIMIT 10", Args: []any{c},
			}
		}},
		{Weight: 15, Next: func(r *rand.Rand) Op {
			id := r.IntN(byIDOrders)
			if chance(r, 20) {
				return orderByID(r, id)
			}
			return Op{
				Kind: Read, Table: byIDTable, Key: fmt.Sprint(id),
				CQL: "SELECT total FROM orders.by_id WHERE id = ?", Args: []any{id},
			}
		}},
	}, nil
}

// someCustomer makes one customer take a fifth of the operations.
func someCustomer(r *rand.Rand) int {
	if chance(r, 20) {
		return hotCustomer
	}
	return r.IntN(customers)
}

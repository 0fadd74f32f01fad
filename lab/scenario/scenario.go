// Package scenario holds what the lab puts into Cassandra: tables with known
// pathologies, the rows that cause them and the traffic that keeps them moving.
// It imports only the standard library and talks to no cluster. It promises
// that the same Params give the same operations in the same order, so that what
// partop must find is known beforehand.
package scenario

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"strings"
	"time"
)

// ErrUnknown is returned by Lookup for a name that is no scenario.
var ErrUnknown = errors.New("unknown scenario")

// Kind says what an operation does to its partition.
type Kind int

// The kinds of operations. Flush, Barrier and Pause steer a load and touch no
// partition.
const (
	Insert Kind = iota
	Read
	Delete
	// Flush writes Table's memtable to an SSTable on every node.
	Flush
	// Barrier waits for all earlier operations, since timestamps of
	// statements in flight together have no order.
	Barrier
	// Pause waits for earlier operations, then for Wait.
	Pause
)

// Op is one statement with what is true about it.
type Op struct {
	Kind Kind
	// Table is keyspace.table; Key the partition key as text.
	Table, Key string
	CQL        string
	Args       []any
	// Tombstones is how many a Read is expected to scan.
	Tombstones int
	Wait       time.Duration
	// Node, from 1, is the node that a Read is sent to, 0 for any replica: a
	// client that talks to one node alone.
	Node int
}

// Params fix a scenario's output.
type Params struct {
	Seed uint64
	// Scale multiplies the amount of data, 1 being the documented size.
	Scale float64
	// Now anchors write times where a scenario needs past time windows.
	Now time.Time
	// ReplicationFactor of the keyspaces.
	ReplicationFactor int
}

// count scales n and keeps at least one.
func (p Params) count(n int) int { return max(1, int(float64(n)*p.Scale)) }

// rng is a stream of random numbers of its own for each purpose.
func (p Params) rng(purpose uint64) *rand.Rand { return rand.New(rand.NewPCG(p.Seed, purpose)) }

// Stream is one kind of traffic; Weight is its share among all streams.
type Stream struct {
	Weight int
	Next   func(*rand.Rand) Op
}

// Asker reads single numbers, so that traffic can go on where the data stands.
type Asker interface {
	// Ask returns the bigint or int of the first row, found false for no row.
	Ask(ctx context.Context, cql string, args ...any) (value int, found bool, err error)
}

// Scenario is one pathology, or several at once.
type Scenario struct {
	Name, About string
	// Keyspaces belong to this scenario alone: a load drops them first.
	Keyspaces []string
	// Schema lists the tables' DDL; keyspaces are made by the loader.
	Schema []string
	// ThrottleMiBs, when not 0, is the compaction limit (MiB/s) this scenario
	// needs on every node, set by nodetool setcompactionthroughput.
	ThrottleMiBs int
	Rows         func(Params) iter.Seq[Op]
	Traffic      func(context.Context, Params, Asker) ([]Stream, error)
}

// All lists the scenarios in the order of the documentation.
func All() []Scenario {
	return []Scenario{
		hotPartition(), queueTombstones(), ttlTWCS(), lcsBacklog(), wideRows(), manyTables(), healthy(), incident(),
	}
}

// Lookup finds a scenario by name, or returns ErrUnknown naming all.
func Lookup(name string) (Scenario, error) {
	var known []string
	for _, s := range All() {
		if s.Name == name {
			return s, nil
		}
		known = append(known, s.Name)
	}
	return Scenario{}, fmt.Errorf("%w %q (known: %s)", ErrUnknown, name, strings.Join(known, ", "))
}

// KeyspaceDDL is the statement that makes a keyspace with p's replication.
func (p Params) KeyspaceDDL(keyspace string) string {
	return fmt.Sprintf("CREATE KEYSPACE IF NOT EXISTS %s WITH replication = "+
		"{'class': 'NetworkTopologyStrategy', 'dc1': %d}", keyspace, p.ReplicationFactor)
}

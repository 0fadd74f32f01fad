package probes

import (
	"context"
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/probes/cql"
)

// Cost is the class of what a probe asks of a node.
type Cost uint8

// Free reads in-memory metrics or a few local rows; Light is bounded and announced; Heavy is confirmed beforehand.
const (
	Free Cost = iota
	Light
	Heavy
)

func (c Cost) String() string { return [...]string{"free", "light", "heavy"}[c%3] }

// Tier says of how many nodes of a large cluster a probe asks at once.
type Tier uint8

// EveryNode is for what a node tells of itself in a few rows; SomeNodes for what grows with the tables; FewNodes for what each
// node tells of all others.
const (
	EveryNode Tier = iota
	SomeNodes
	FewNodes
)

// Target is what a probe is pointed at.
type Target struct {
	Conn         cql.Conn
	User         string // our CQL role, for the GRANTs in remedies
	Node         cluster.NodeID
	Address      string // host:port of the node's native transport
	Release      string // the node's version, e.g. 4.1.10
	Capabilities *cluster.Capabilities
	Tables       []cluster.TableID // user tables, for probes that ask table by table
	Since        time.Time         // when this probe last ran here, zero the first time
	Now          func() time.Time
}

// Probe asks one node for one thing.
type Probe interface {
	ID() string
	// Statements are the texts that it may send, for dry runs and the documentation.
	Statements() []string
	// Needs reports whether the node can answer; if not, what would help.
	Needs(*cluster.Capabilities) *cluster.Unknown
	Cost() Cost
	// Interval is how often it is worth asking, 0 for on demand only.
	Interval() time.Duration
	// BesideJMX is how often while JMX tells the same, and more exactly, of the tables that work.
	BesideJMX() time.Duration
	// Tier is of how many nodes of a large cluster it asks at once.
	Tier() Tier
	// Run asks and emits what came back. Its error has been emitted as an unknown already.
	Run(ctx context.Context, t *Target, emit cluster.Emit) error
}

// Polled lists the probes of the polling loop, most urgent first: their order is the order of the first round.
func Polled() []Probe {
	list := []Probe{ping(), capabilities(), threadPools(), compactionTasks()}
	list = append(list, tableMetrics()...)
	return append(list, settings(), gossip(), sizeEstimates(), caches(), clients(), compactionHistory(),
		topPartitions(), Queries(), repairHistory())
}

// base is what the probes of this package share.
type base struct {
	id        string
	statement string
	table     string // virtual table that must exist, "" for none
	kind      cluster.Kind
	every     time.Duration
	besideJMX time.Duration // 0 is every
	cost      Cost
	run       func(context.Context, *Target, *base, cluster.Emit) error
}

func (b *base) ID() string              { return b.id }
func (b *base) Statements() []string    { return []string{b.statement} }
func (b *base) Cost() Cost              { return b.cost }
func (b *base) Interval() time.Duration { return b.every }

// Tier implements Probe.
func (b *base) Tier() Tier {
	switch b.kind {
	case cluster.NodeReached, cluster.NodeCapabilities, cluster.NodeThreadPools, cluster.NodeCompactionTasks:
		return EveryNode
	case cluster.NodeGossip:
		return FewNodes
	}
	return SomeNodes
}

// BesideJMX implements Probe.
func (b *base) BesideJMX() time.Duration { return max(b.every, b.besideJMX) }

// Needs implements Probe: a table that is not listed belongs to another version.
func (b *base) Needs(c *cluster.Capabilities) *cluster.Unknown {
	if b.table == "" || c == nil || has(c.VirtualTables, b.table) {
		return nil
	}
	return &cluster.Unknown{Reason: "this version has no " + b.table, Remedy: "JMX or nodetool"}
}

// Run implements Probe.
func (b *base) Run(ctx context.Context, t *Target, emit cluster.Emit) error {
	if missing := b.Needs(t.Capabilities); missing != nil {
		emit([]cluster.Reading{b.unknown(t, *missing, t.Now())})
		return nil
	}
	start := t.Now()
	err := b.run(ctx, t, b, emit)
	if err != nil {
		emit([]cluster.Reading{b.unknown(t, t.explain(err), start)})
	}
	return err
}

// explain puts a failure into words; a missing connection is explained by the last attempt to make one.
func (t *Target) explain(err error) cluster.Unknown {
	f := cql.Explain(err, t.User)
	if cql.IsNoConnection(err) {
		if f.Reason = t.Conn.LastDialError(t.Address); f.Reason == "" {
			f.Reason = "no answer, connection lost" // the last dial worked: the node takes connections and says nothing
		}
	}
	return cluster.Unknown{Reason: f.Reason, Remedy: f.Remedy}
}

func (b *base) unknown(t *Target, u cluster.Unknown, start time.Time) cluster.Reading {
	r := b.reading(t, start, nil)
	r.Unknown = &u
	return r
}

// reading fills the head that all of a probe's Readings share. From is the previous answer, so that a client sees the
// interval; the first time it is the moment of asking.
func (b *base) reading(t *Target, start time.Time, v cluster.Value) cluster.Reading {
	now := t.Now()
	from := t.Since
	if from.IsZero() {
		from = start
	}
	return cluster.Reading{
		From: from, To: now, Node: t.Node, Kind: b.kind, Scope: cluster.ThisNode, Source: cluster.SourceCQL,
		Cost: cluster.Cost{WallMicros: now.Sub(start).Microseconds()}, Value: v,
	}
}

func has(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// whole builds a probe that reads all rows of a statement into one value about the node.
func whole(b base, decode func(*Target, []cql.Row) cluster.Value) Probe {
	b.run = func(ctx context.Context, t *Target, b *base, emit cluster.Emit) error {
		start := t.Now()
		rows, err := t.Conn.Query(ctx, string(t.Node), b.statement)
		if err != nil {
			return err
		}
		r := b.reading(t, start, decode(t, rows))
		r.Cost.Rows = int64(len(rows))
		emit([]cluster.Reading{r})
		return nil
	}
	return &b
}

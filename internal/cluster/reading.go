package cluster

import "time"

// SchemaVersion is the version of Reading on disk. It grows only when an older partop could misread a newer file.
const SchemaVersion = 1

// Exactness says how a value relates to the truth.
type Exactness uint8

// The four relations. Estimate has no promised direction or size of error.
const (
	Exact Exactness = iota
	Estimate
	AtMost
	AtLeast
)

// Sign is the mark before a number on screen: nothing, ~, ≤ or ≥.
func (e Exactness) Sign() string { return [...]string{"", "~", "≤", "≥"}[e&3] }

func (e Exactness) String() string {
	return [...]string{"exact", "estimate", "at most", "at least"}[e&3]
}

// Scope says what a value is about.
type Scope uint8

// ThisNode is what one node knows of itself; Replicas sums or compares the replicas of a table; WholeCluster holds
// for the cluster, whichever node said it.
const (
	ThisNode Scope = iota
	Replicas
	WholeCluster
)

func (s Scope) String() string {
	return [...]string{"this node", "all replicas", "cluster", "?"}[s&3]
}

// Source is the way by which a Reading came.
type Source string

// The ways that exist. A State may hold Readings of several; the Reading itself is never rewritten.
const (
	SourceCQL      Source = "cql"
	SourceJMX      Source = "jmx"
	SourceNodetool Source = "nodetool"
	SourceSSTable  Source = "sstable"
	SourceLog      Source = "log"
	SourceSelf     Source = "partop"
)

// Unknown stands where a value would: why it is not known, in words for a person, and what would make it known.
type Unknown struct {
	Reason string `json:"reason"`
	Remedy string `json:"remedy,omitempty"`
}

// Coverage is how much of its subject a Reading has seen, e.g. token ranges or nodes. Zero Of means all.
type Coverage struct {
	Have int `json:"have,omitempty"`
	Of   int `json:"of,omitempty"`
}

// Cost is what asking took, as far as we can measure it from here.
type Cost struct {
	WallMicros int64 `json:"us,omitempty"`    // from request to last byte, by our clock
	Rows       int64 `json:"rows,omitempty"`  // rows that came back
	Bytes      int64 `json:"bytes,omitempty"` // bytes that came back
}

// Reading is one observation. Either Value is set or Unknown is.
type Reading struct {
	Seq       uint64    // position in the session, rising
	From, To  time.Time // the interval observed, by our clock; equal for an instant
	Node      NodeID    // who was asked, or whose figure it is; empty only for WholeCluster
	Table     TableID   // zero for a Reading about a node or the cluster
	Kind      Kind
	Scope     Scope
	Source    Source
	Exactness Exactness
	Coverage  Coverage
	Cost      Cost
	Value     Value
	Unknown   *Unknown
}

// Known reports whether the Reading carries a value.
func (r *Reading) Known() bool { return r.Unknown == nil && r.Value != nil }

// Emit takes the Readings of one answer; they share Node, Kind, Source and times. It may block; it never keeps the slice.
type Emit func([]Reading)

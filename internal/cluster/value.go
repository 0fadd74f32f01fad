package cluster

import "time"

// Value is what a Reading observed: one of the types of this package, always a pointer. Values are never changed
// after they were emitted.
type Value interface{ isValue() }

// Number is a plain count.
type Number struct {
	N int64 `json:"n"`
}

// Size is a number of bytes.
type Size struct {
	Bytes int64 `json:"bytes"`
}

// Decaying is a histogram as the *_per_read virtual tables print it: a cumulative count beside percentiles that fade
// within minutes without reads. Percentiles are upper borders of buckets, and 1 stands for 0 and 1 alike.
type Decaying struct {
	Count int64   `json:"count"` // reads since the node started
	P50   float64 `json:"p50"`
	P99   float64 `json:"p99"`
	Max   float64 `json:"max"`
}

// Latency is a timer as the *_latency virtual tables print it, in microseconds whatever unit the version uses.
type Latency struct {
	Count            int64   `json:"count"` // operations since the node started
	P50Micros        float64 `json:"p50_us"`
	P99Micros        float64 `json:"p99_us"`
	MaxMicros        float64 `json:"max_us"`
	PerSecond        float64 `json:"per_second"`    // five-minute rate
	ResolutionMicros float64 `json:"resolution_us"` // the step to which this version rounds the percentiles
}

// SizeEstimate sums system.size_estimates (or table_estimates' local_primary) over the node's primary ranges.
type SizeEstimate struct {
	Partitions         int64   `json:"partitions"`          // steps of 128 a range
	MeanPartitionBytes float64 `json:"mean_partition_size"` // uncompressed
	Ranges             int     `json:"ranges"`
}

// RepairSummary is what system_distributed.repair_history says of one table.
type RepairSummary struct {
	LastSuccess time.Time `json:"last_success,omitzero"` // newest successful session, zero if none is on record
	LastFailure time.Time `json:"last_failure,omitzero"`
	Sessions    int       `json:"sessions"` // sessions looked at, newest first
}

// Note is a remark that belongs in the stream: a mark of the operator, a schema change under way.
type Note struct {
	Text string `json:"text"`
}

// Turn says of how many of a cluster's nodes the figures of tables are asked for at present.
type Turn struct {
	Asked int `json:"asked"`
	Of    int `json:"of"`
}

// Partial reports whether some nodes wait for their turn.
func (t Turn) Partial() bool { return t.Asked < t.Of }

func (*Number) isValue()        {}
func (*Size) isValue()          {}
func (*Decaying) isValue()      {}
func (*Latency) isValue()       {}
func (*SizeEstimate) isValue()  {}
func (*RepairSummary) isValue() {}
func (*Note) isValue()          {}
func (*Turn) isValue()          {}

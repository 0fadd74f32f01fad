package cluster

import "time"

// LogEvents are what a node logged of partitions since we look, and in the last megabytes before: the newest last.
type LogEvents struct {
	File   string     `json:"file"`
	Events []LogEvent `json:"events"`
	// Forgotten events were too many to keep; SkippedBytes of the log were not read.
	Forgotten    int64 `json:"forgotten,omitempty"`
	SkippedBytes int64 `json:"skipped,omitempty"`
}

// LogEvent is a line that was logged Count times, numbers aside. Key and Query hold personal data; so does Token, an
// unsalted hash of the key.
type LogEvent struct {
	Kind       string    `json:"kind"` // large_partition, many_tombstones, tombstone_warning, tombstone_abort
	Table      TableID   `json:"table"`
	Key        string    `json:"key,omitempty"` // as Cassandra printed it
	Query      string    `json:"query,omitempty"`
	Token      string    `json:"token,omitempty"`
	Bytes      Count     `json:"bytes"` // the largest
	Tombstones Count     `json:"tombstones"`
	First      time.Time `json:"first,omitzero"`
	Last       time.Time `json:"last,omitzero"`
	Count      int64     `json:"count"`
	// AtLeast says that Cassandra leaves repeats out, or that Tombstones is where a read was ended.
	AtLeast bool `json:"at_least,omitempty"`
}

func (*LogEvents) isValue() {}

package triage

import "time"

// Limits are the thresholds of the rules. Default gives those of the documentation; a node's own settings override
// tombstone limits where they are known.
type Limits struct {
	TombstoneWarn     int64         // per read; Cassandra's tombstone_warn_threshold
	TombstoneFail     int64         // per read; tombstone_failure_threshold
	PartitionWarn     int64         // bytes; compaction_large_partition_warning of Cassandra up to 4.0: 100 MB
	PartitionCritical int64         // bytes
	GrowingFor        time.Duration // how long a backlog has to grow
	SkewFactor        float64       // a node beyond this many times the median of its data centre stands out
	SkewMinPerSecond  float64       // ignore skew among nodes that do nothing
}

// Default returns the documented thresholds.
func Default() Limits {
	return Limits{
		TombstoneWarn: 1000, TombstoneFail: 100_000,
		PartitionWarn: 100 << 20, PartitionCritical: 1 << 30,
		GrowingFor: 10 * time.Minute, SkewFactor: 3, SkewMinPerSecond: 5,
	}
}

// Rule is a verdict that can be given: its id, what it says in a line, where its limit comes from, and the function.
type Rule struct {
	ID     string
	Says   string
	Source string
	Judge  func(snapshot, Limits) []Finding
}

package cluster

import "github.com/partop/partop/cassandra/buckets"

// TableWork are a table's exact counts on one node, cumulative since the node started: differences are what happened, and
// the share of the time that all tables took is TIME%. Any JMX role may read them.
type TableWork struct {
	Reads        Count `json:"reads,omitzero"`
	Scans        Count `json:"scans,omitzero"`
	Writes       Count `json:"writes,omitzero"`
	ReadMicros   Count `json:"read_us,omitzero"` // all reads together (ReadTotalLatency)
	ScanMicros   Count `json:"scan_us,omitzero"`
	WriteMicros  Count `json:"write_us,omitzero"`
	OverWarnings Count `json:"tombstone_warnings,omitzero"` // reads beyond tombstone_warn_threshold
	OverFailures Count `json:"tombstone_failures,omitzero"` // reads beyond tombstone_failure_threshold
	SSTables     Count `json:"sstables,omitzero"`
}

// NewTableWork returns one in which nothing is known.
func NewTableWork() *TableWork {
	return &TableWork{Reads: UnknownCount, Scans: UnknownCount, Writes: UnknownCount, ReadMicros: UnknownCount, ScanMicros: UnknownCount,
		WriteMicros: UnknownCount, OverWarnings: UnknownCount, OverFailures: UnknownCount, SSTables: UnknownCount}
}

// Buckets is a histogram as a node keeps it, cumulative unless its kind says otherwise: the difference of two is exactly
// what happened between them, whoever else reads it.
type Buckets struct {
	buckets.Histogram
}

// GC is the work of a node's collectors since it started, and its heap now.
type GC struct {
	CollectionMillis int64 `json:"ms"`
	Collections      int64 `json:"n"`
	HeapUsedBytes    int64 `json:"heap_used"`
	HeapMaxBytes     int64 `json:"heap_max"`
}

// JMXAccess is what the JMX role of this session may do on a node.
type JMXAccess struct {
	Tier    string `json:"tier"` // READ: attributes; SAMPLE: operations too
	Why     string `json:"why,omitempty"`
	Release string `json:"release_version"`
}

// The tiers of JMXAccess.
const (
	TierRead   = "READ"
	TierSample = "SAMPLE"
)

func (*TableWork) isValue() {}
func (*Buckets) isValue()   {}
func (*GC) isValue()        {}
func (*JMXAccess) isValue() {}

// Interval is the histogram of the last half minute to minute: the last Reading minus the base that the cell keeps; ok is
// false before there is a base. Life is all of it, since the node started.
func (c *Cell) Interval() (h buckets.Histogram, ok bool) {
	now := ValueOf[Buckets](c)
	if now == nil || c.Base == nil {
		return buckets.Histogram{}, false
	}
	before, _ := c.Base.Value.(*Buckets)
	if before == nil {
		return buckets.Histogram{}, false
	}
	h, reset := buckets.Sub(now.Histogram, before.Histogram)
	return h, !reset
}

// Life is the histogram since the node started.
func (c *Cell) Life() (h buckets.Histogram, ok bool) {
	now := ValueOf[Buckets](c)
	if now == nil {
		return buckets.Histogram{}, false
	}
	return now.Histogram, true
}

package cluster

import "time"

// Count is a whole number that a source may not tell; below zero it is unknown and left out of what is written.
type Count int64

// UnknownCount is a Count that was not told.
const UnknownCount Count = -1

// IsZero makes omitzero leave out what is unknown, not what is 0.
func (c Count) IsZero() bool { return c < 0 }

// Known returns the number; false when it was not told.
func (c Count) Known() (float64, bool) { return float64(c), c >= 0 }

// Measured is a number that a source may not tell; below zero it is unknown.
type Measured float64

// UnknownMeasure is a Measured that was not told.
const UnknownMeasure Measured = -1

// IsZero makes omitzero leave out what is unknown, not what is 0.
func (m Measured) IsZero() bool { return m < 0 }

// Known returns the number; false when it was not told.
func (m Measured) Known() (float64, bool) { return float64(m), m >= 0 }

// TableStats is a table on one node as nodetool tablestats prints it. Counts are since the node started; means fade within
// about five minutes; sizes of partitions are borders of buckets, of fragments (a partition once per SSTable).
type TableStats struct {
	Reads             Count    `json:"reads,omitzero"`
	Writes            Count    `json:"writes,omitzero"`
	ReadMeanMicros    Measured `json:"read_mean_us,omitzero"`
	WriteMeanMicros   Measured `json:"write_mean_us,omitzero"`
	SSTables          Count    `json:"sstables,omitzero"`
	OldSSTables       Count    `json:"old_sstables,omitzero"`
	Levels            []int64  `json:"levels,omitempty"` // SSTables of each level, LCS only
	LiveBytes         Count    `json:"live_bytes,omitzero"`
	TotalBytes        Count    `json:"total_bytes,omitzero"` // with what compaction has replaced but not removed yet
	SnapshotBytes     Count    `json:"snapshot_bytes,omitzero"`
	Partitions        Count    `json:"partitions,omitzero"` // estimated, of all replicas that the node holds
	MinPartitionBytes Count    `json:"min_partition,omitzero"`
	MaxPartitionBytes Count    `json:"max_partition,omitzero"`
	AvgPartitionBytes Count    `json:"mean_partition,omitzero"`
	RowsPerReadMean   Measured `json:"rows_per_read_mean,omitzero"`
	RowsPerReadMax    Measured `json:"rows_per_read_max,omitzero"`
	TombstonesMean    Measured `json:"tombstones_per_read_mean,omitzero"`
	TombstonesMax     Measured `json:"tombstones_per_read_max,omitzero"`
	DroppableRatio    Measured `json:"droppable_ratio,omitzero"`
	RepairedPercent   Measured `json:"percent_repaired,omitzero"`
	CompressionRatio  Measured `json:"compression_ratio,omitzero"`
	BloomFalseRatio   Measured `json:"bloom_false_ratio,omitzero"`
	PendingFlushes    Count    `json:"pending_flushes,omitzero"`
}

// NewTableStats returns one in which nothing is known.
func NewTableStats() *TableStats {
	return &TableStats{
		Reads: UnknownCount, Writes: UnknownCount, ReadMeanMicros: UnknownMeasure, WriteMeanMicros: UnknownMeasure,
		SSTables: UnknownCount, OldSSTables: UnknownCount, LiveBytes: UnknownCount, TotalBytes: UnknownCount,
		SnapshotBytes: UnknownCount, Partitions: UnknownCount, MinPartitionBytes: UnknownCount,
		MaxPartitionBytes: UnknownCount, AvgPartitionBytes: UnknownCount, RowsPerReadMean: UnknownMeasure,
		RowsPerReadMax: UnknownMeasure, TombstonesMean: UnknownMeasure, TombstonesMax: UnknownMeasure,
		DroppableRatio: UnknownMeasure, RepairedPercent: UnknownMeasure, CompressionRatio: UnknownMeasure,
		BloomFalseRatio: UnknownMeasure, PendingFlushes: UnknownCount,
	}
}

// TablePercentiles are a table's histograms on one node as nodetool tablehistograms prints them: points, not bars.
// Latencies and SSTables per read fade within about five minutes; sizes and cells are of fragments, borders of buckets.
type TablePercentiles struct {
	ReadMicros      *Percentiles `json:"read_us,omitempty"`
	WriteMicros     *Percentiles `json:"write_us,omitempty"`
	SSTablesPerRead *Percentiles `json:"sstables_per_read,omitempty"`
	PartitionBytes  *Percentiles `json:"partition_bytes,omitempty"`
	Cells           *Percentiles `json:"cells,omitempty"`
}

// Percentiles are the points of one histogram; each is an upper border.
type Percentiles struct {
	P50 float64 `json:"p50"`
	P75 float64 `json:"p75"`
	P95 float64 `json:"p95"`
	P98 float64 `json:"p98"`
	P99 float64 `json:"p99"`
	Min float64 `json:"min"`
	Max float64 `json:"max"`
}

// Dropped are the messages that a node gave up since it started, by type (READ_REQ, MUTATION_REQ; READ, MUTATION before
// 4.0).
type Dropped struct {
	Messages map[string]int64 `json:"messages"`
}

// KeySamples are what one node's samplers saw in one window: its own reads and writes as a replica, not what it
// coordinates.
type KeySamples struct {
	WindowMillis int64        `json:"window_ms"`
	Capacity     int          `json:"capacity"`       // keys that a frequency sampler follows at once
	Table        TableID      `json:"table,omitzero"` // the one that was sampled; zero for all of the node
	Samplers     []KeySampler `json:"samplers"`
}

// Window is how long the samplers ran.
func (k *KeySamples) Window() time.Duration { return time.Duration(k.WindowMillis) * time.Millisecond }

// The samplers, by Cassandra's names (Sampler.SamplerType).
const (
	SamplerReads      = "READS"
	SamplerWrites     = "WRITES"
	SamplerCAS        = "CAS_CONTENTIONS"
	SamplerWriteSize  = "WRITE_SIZE"
	SamplerReadTime   = "LOCAL_READ_TIME"
	SamplerRows       = "READ_ROW_COUNT"
	SamplerTombstones = "READ_TOMBSTONE_COUNT"
	SamplerSSTables   = "READ_SSTABLE_COUNT"
)

// KeySampler is one list of a window. A frequency sampler has one row a key; a maximum sampler has one an event.
type KeySampler struct {
	Name string      `json:"name"`
	Rows []KeySample `json:"rows,omitempty"` // none: nothing was recorded
}

// Counts reports whether the sampler counts events; the others keep the largest.
func (k *KeySampler) Counts() bool {
	return k.Name == SamplerReads || k.Name == SamplerWrites || k.Name == SamplerCAS
}

// KeySample is one row. Key and Query hold personal data.
type KeySample struct {
	Table TableID `json:"table,omitzero"`
	Key   string  `json:"key,omitempty"`   // as Cassandra prints it: components joined by ":"
	Query string  `json:"query,omitempty"` // of LOCAL_READ_TIME
	Value int64   `json:"value"`           // events, bytes, rows, tombstones, SSTables or microseconds
	Error int64   `json:"error,omitempty"` // of a count: the truth lies between Value - Error and Value
}

func (*TableStats) isValue()       {}
func (*TablePercentiles) isValue() {}
func (*Dropped) isValue()          {}
func (*KeySamples) isValue()       {}

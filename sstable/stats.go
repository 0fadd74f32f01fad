package sstable

import "github.com/partop/partop/cassandra/cqltype"

// Stats is the component StatsMetadata, which the writer gathers while it
// writes (MetadataCollector). Fields of other versions are zero.
type Stats struct {
	// PartitionSizeBytes and CellsPerPartition count every partition. Sizes
	// are of the uncompressed data; cells include static ones.
	PartitionSizeBytes Histogram
	CellsPerPartition  Histogram

	// MinTimestamp and MaxTimestamp are in microseconds, over liveness, cells
	// and deletions.
	MinTimestamp, MaxTimestamp int64
	// MinLocalDeletionTime and MaxLocalDeletionTime are in seconds. The
	// maximum is NoDeletionTime as soon as something lives for ever.
	MinLocalDeletionTime, MaxLocalDeletionTime int64
	// MinTTLSeconds is 0 as soon as one cell has no TTL.
	MinTTLSeconds, MaxTTLSeconds int32

	// CompressionRatio is stored by uncompressed bytes, -1 when unknown.
	CompressionRatio float64
	DropTimes        TombstoneHistogram

	// Level is that of LeveledCompactionStrategy.
	Level int32
	// RepairedAtMillis is since 1970, 0 for unrepaired.
	RepairedAtMillis int64
	PendingRepair    cqltype.UUIDValue // zero for none
	IsTransient      bool

	Covered Slice

	HasLegacyCounterShards bool
	// TotalColumnsSet counts cells, a non-empty collection as one; TotalRows
	// counts non-empty static rows too.
	TotalColumnsSet, TotalRows int64

	// CommitLogIntervals are the writes this file holds, by the commit log of
	// the node it was written on.
	CommitLogIntervals []CommitLogInterval
	// OriginatingHost is the host id of that node; zero when not recorded.
	OriginatingHost cqltype.UUIDValue

	// HasPartitionDeletions is known since oa (Covered.Known tells).
	HasPartitionDeletions bool
	// FirstKey and LastKey are serialized partition keys, since oa.
	FirstKey, LastKey []byte
	// TokenSpaceCoverage is the share of the ring, NaN when not recorded.
	TokenSpaceCoverage float64
}

// Partitions returns the exact number of partitions.
func (s *Stats) Partitions() int64 { return s.PartitionSizeBytes.Count() }

// mean is rounded up, and every value counts as the offset of its bucket
// (EstimatedHistogram.mean).
func (h Histogram) mean() int64 {
	var sum, n int64
	for i, c := range h.Counts {
		if i < len(h.Offsets) {
			sum += c * h.Offsets[i]
			n += c
		}
	}
	if n == 0 {
		return 0
	}
	return (sum + n - 1) / n
}

// DroppableRatio is SSTableReader.getEstimatedDroppableTombstoneRatio: what
// could be dropped at gcBefore (now minus gc_grace, in seconds), by the cells.
// An estimate that may exceed 1, and the number the server acts on.
func (s *Stats) DroppableRatio(gcBefore int64) float64 {
	cells := s.CellsPerPartition.mean() * s.CellsPerPartition.Count()
	if cells <= 0 {
		return 0
	}
	return s.DropTimes.SumBefore(gcBefore) / float64(cells)
}

// CommitLogPosition is a place in a node's commit log.
type CommitLogPosition struct {
	Segment  int64
	Position int32
}

// CommitLogInterval is a stretch of a commit log.
type CommitLogInterval struct{ From, To CommitLogPosition }

// stats reads the component in file order (StatsMetadataSerializer).
func (d *decoder) stats(v Version) Stats {
	var s Stats
	s.PartitionSizeBytes = d.histogram("partition sizes")
	s.CellsPerPartition = d.histogram("cells per partition")
	upper := d.commitLogPosition()
	s.MinTimestamp, s.MaxTimestamp = d.i64("minimum timestamp"), d.i64("maximum timestamp")
	s.MinLocalDeletionTime = v.localDeletionTime(d.u32("minimum local deletion time"))
	s.MaxLocalDeletionTime = v.localDeletionTime(d.u32("maximum local deletion time"))
	s.MinTTLSeconds, s.MaxTTLSeconds = d.i32("minimum TTL"), d.i32("maximum TTL")
	s.CompressionRatio = d.f64("compression ratio")
	s.DropTimes = d.tombstoneHistogram(v)
	s.Level, s.RepairedAtMillis = d.i32("level"), d.i64("repaired at")
	s.Covered = d.covered(v)
	s.HasLegacyCounterShards = d.flag("legacy counter shards")
	s.TotalColumnsSet, s.TotalRows = d.i64("columns set"), d.i64("rows")
	s.CommitLogIntervals = d.commitLog(v, upper)
	if v.has(pendingRepair) {
		s.PendingRepair, s.IsTransient = d.optionalUUID("pending repair"), d.flag("transient")
	}
	if v.has(originatingHostID) {
		s.OriginatingHost = d.optionalUUID("originating host")
	}
	if v.has(keyRange) {
		s.HasPartitionDeletions = d.flag("partition deletions")
		s.FirstKey, s.LastKey = d.vbytes("first key"), d.vbytes("last key")
		s.TokenSpaceCoverage = d.f64("token space coverage")
	}
	return s
}

func (d *decoder) commitLogPosition() CommitLogPosition {
	return CommitLogPosition{d.i64("commit log segment"), d.i32("commit log position")}
}

// commitLog reads the intervals. Up to mb there is one: from the lower bound,
// which ma lacks, to the upper.
func (d *decoder) commitLog(v Version, upper CommitLogPosition) []CommitLogInterval {
	lower := CommitLogPosition{Segment: -1}
	if v.has(commitLogLowerBound) {
		lower = d.commitLogPosition()
	}
	if !v.has(commitLogIntervals) {
		return []CommitLogInterval{{lower, upper}}
	}
	n := d.count(24, "commit log intervals")
	out := make([]CommitLogInterval, 0, n)
	for range n {
		out = append(out, CommitLogInterval{d.commitLogPosition(), d.commitLogPosition()})
	}
	return out
}

func (d *decoder) optionalUUID(what string) (id cqltype.UUIDValue) {
	if d.flag(what) {
		copy(id[:], d.take(16, what))
	}
	return id
}

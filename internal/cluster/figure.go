package cluster

import "time"

// Unit is what a figure counts; screens format by it.
type Unit uint8

// The units. Shares run from 0 to 1; times are a ratio.
const (
	UnitCount Unit = iota
	UnitBytes
	UnitMicros
	UnitPerSecond
	UnitShare
	UnitTimes
)

// FigureID names a number that screens show and rules judge.
type FigureID uint8

// The figures of a table.
const (
	FigTimeShare FigureID = iota
	FigDisk
	FigPartitions
	FigMeanPartition
	FigMaxPartition
	FigTombstones
	FigTombstonesMedian
	FigTombstonesMax
	FigRows
	FigPending
	FigSSTables
	FigMaxSSTable
	FigReadP99
	FigReadMedian
	FigScanP99
	FigWriteP99
	FigReadRate
	FigScanRate
	FigWriteRate
	FigCoordinatorReadP99
	FigRunning
	FigRemaining
	FigOverWarn
	FigSSTablesPerRead
	FigReadToLife
	FigTombstonesToLife
	FigSSTablesToLife
	figureCount
)

// Figures is how many there are, for tables indexed by FigureID.
const Figures = int(figureCount)

// Figure is one merged number with where it comes from. When Known is false, Missing says why and what would help.
type Figure struct {
	Value     float64
	Unit      Unit
	Known     bool
	Idle      bool // nothing happened in the interval: the value is the last one seen fading
	Stale     bool // the oldest observation that went in is older than three of its intervals
	Exactness Exactness
	Scope     Scope
	Source    Source
	At        time.Time // the oldest observation that went in
	Worst     NodeID    // the node with the largest share of it
	Nodes, Of int       // how many nodes of those under the lens went in
	Missing   Unknown
}

// how tells a figure's merge over nodes.
type how uint8

const (
	bySum how = iota
	byMax
)

// figureInfo defines a figure: one line in figureTable is all that a new one takes.
type figureInfo struct {
	Name  string // as in exports
	Title string // in words, for help and provenance
	Unit  Unit
	merge how
	kind  Kind // the Reading it rests on, for age, source and the reason when it is missing
	read  func(*NodeState, *TableState) (float64, bool)
}

var figureTable = [figureCount]figureInfo{
	FigTimeShare: {"time_share", "share of replica read, scan and write time (rate x mean)", UnitShare, bySum,
		TableLocalReadLatency, nil},
	FigDisk: {"disk_bytes", "on disk, all replicas (TotalDiskSpaceUsed, whole MiB)", UnitBytes, bySum,
		TableDiskUsage, size(TableDiskUsage)},
	FigPartitions: {"partitions", "partitions estimated (primary ranges, steps of 128 a range)", UnitCount, bySum,
		TableSizeEstimate, func(_ *NodeState, t *TableState) (float64, bool) {
			v := ValueOf[SizeEstimate](t.Cell(TableSizeEstimate))
			return pick(v != nil, func() float64 { return float64(v.Partitions) })
		}},
	FigMeanPartition: {"mean_partition_bytes", "mean partition, largest of the nodes (size_estimates)", UnitBytes, byMax,
		TableSizeEstimate, func(_ *NodeState, t *TableState) (float64, bool) {
			v := ValueOf[SizeEstimate](t.Cell(TableSizeEstimate))
			return pick(v != nil, func() float64 { return v.MeanPartitionBytes })
		}},
	FigMaxPartition: {"max_partition_bytes", "largest fragment of a partition in one SSTable (bucket border, whole MiB)",
		UnitBytes, byMax, TableMaxPartition, size(TableMaxPartition)},
	FigTombstones: {"tombstones_per_read_p99", "tombstones per read, 99th percentile, fading", UnitCount, byMax,
		TableTombstonesPerRead, decaying(TableTombstonesPerRead, func(d *Decaying) float64 { return d.P99 })},
	FigTombstonesMedian: {"tombstones_per_read_p50", "tombstones per read, median, fading", UnitCount, byMax,
		TableTombstonesPerRead, decaying(TableTombstonesPerRead, func(d *Decaying) float64 { return d.P50 })},
	FigTombstonesMax: {"tombstones_per_read_max", "tombstones per read, largest, fading", UnitCount, byMax,
		TableTombstonesPerRead, decaying(TableTombstonesPerRead, func(d *Decaying) float64 { return d.Max })},
	FigRows: {"rows_per_read_p99", "rows per read, 99th percentile, fading", UnitCount, byMax,
		TableRowsPerRead, decaying(TableRowsPerRead, func(d *Decaying) float64 { return d.P99 })},
	FigPending: {"pending_compactions", "pending compactions (the strategy's estimate)", UnitCount, bySum,
		TablePendingCompactions, number(TablePendingCompactions)},
	FigSSTables: {"sstables", "live SSTables", UnitCount, bySum, TableSSTableCount, number(TableSSTableCount)},
	FigMaxSSTable: {"max_sstable_bytes", "largest SSTable (whole MiB)", UnitBytes, byMax,
		TableMaxSSTable, size(TableMaxSSTable)},
	FigReadP99: {"local_read_p99_us", "replica reads, 99th percentile, worst node, fading", UnitMicros, byMax,
		TableLocalReadLatency, latency(TableLocalReadLatency, func(l *Latency) float64 { return l.P99Micros })},
	FigReadMedian: {"local_read_p50_us", "replica reads, median, worst node, fading", UnitMicros, byMax,
		TableLocalReadLatency, latency(TableLocalReadLatency, func(l *Latency) float64 { return l.P50Micros })},
	FigScanP99: {"local_scan_p99_us", "replica range scans, 99th percentile, worst node, fading", UnitMicros, byMax,
		TableLocalScanLatency, latency(TableLocalScanLatency, func(l *Latency) float64 { return l.P99Micros })},
	FigWriteP99: {"local_write_p99_us", "replica writes, 99th percentile, worst node, fading", UnitMicros, byMax,
		TableLocalWriteLatency, latency(TableLocalWriteLatency, func(l *Latency) float64 { return l.P99Micros })},
	FigReadRate: {"local_reads_per_s", "replica reads a second (difference of counts)", UnitPerSecond, bySum,
		TableLocalReadLatency, rate(TableLocalReadLatency)},
	FigScanRate: {"local_scans_per_s", "replica range scans a second (difference of counts)", UnitPerSecond, bySum,
		TableLocalScanLatency, rate(TableLocalScanLatency)},
	FigWriteRate: {"local_writes_per_s", "replica writes a second (difference of counts)", UnitPerSecond, bySum,
		TableLocalWriteLatency, rate(TableLocalWriteLatency)},
	FigCoordinatorReadP99: {"coordinator_read_p99_us", "coordinator reads, 99th percentile, worst node, fading",
		UnitMicros, byMax, TableCoordinatorReadLatency,
		latency(TableCoordinatorReadLatency, func(l *Latency) float64 { return l.P99Micros })},
	FigRunning: {"running_compactions", "compactions and validations running", UnitCount, bySum,
		NodeCompactionTasks, nil},
	FigOverWarn: {"reads_over_tombstone_warning_per_s", "reads a second beyond the node's tombstone warning (difference of counts)",
		UnitPerSecond, bySum, TableWorkRow, workRate(func(w *TableWork) Count {
			if w.OverWarnings < 0 {
				return UnknownCount
			}
			return w.OverWarnings + max(0, w.OverFailures)
		})},
	FigSSTablesPerRead: {"sstables_per_read_p99", "SSTables that a read touches, 99th percentile, worst node", UnitCount, byMax,
		TableSSTablesPerRead, quantile(TableSSTablesPerRead, 0.99)},
	FigReadToLife: {"local_read_p99_to_life", "replica reads, 99th percentile now / since the node started, worst node", UnitTimes, byMax,
		TableReadHistogram, toLife(TableReadHistogram)},
	FigTombstonesToLife: {"tombstones_per_read_p99_to_life", "tombstones per read, 99th percentile now / since the node started, worst node",
		UnitTimes, byMax, TableTombstoneHistogram, toLife(TableTombstoneHistogram)},
	FigSSTablesToLife: {"sstables_per_read_p99_to_life", "SSTables that a read touches, 99th percentile now / since the node started, worst node",
		UnitTimes, byMax, TableSSTablesPerRead, toLife(TableSSTablesPerRead)},
	FigRemaining: {"compaction_bytes_left", "bytes left in the compactions that run", UnitBytes, bySum,
		NodeCompactionTasks, nil},
}

// Info returns a figure's name in exports, its meaning in words and its unit.
func (f FigureID) Info() (name, title string, unit Unit) {
	if f >= figureCount {
		return "", "", UnitCount
	}
	i := &figureTable[f]
	return i.Name, i.Title, i.Unit
}

func pick(ok bool, f func() float64) (float64, bool) {
	if !ok {
		return 0, false
	}
	return f(), true
}

func size(k Kind) func(*NodeState, *TableState) (float64, bool) {
	return func(_ *NodeState, t *TableState) (float64, bool) {
		v := ValueOf[Size](t.Cell(k))
		return pick(v != nil, func() float64 { return float64(v.Bytes) })
	}
}

func number(k Kind) func(*NodeState, *TableState) (float64, bool) {
	return func(_ *NodeState, t *TableState) (float64, bool) {
		v := ValueOf[Number](t.Cell(k))
		return pick(v != nil, func() float64 { return float64(v.N) })
	}
}

func decaying(k Kind, f func(*Decaying) float64) func(*NodeState, *TableState) (float64, bool) {
	return func(_ *NodeState, t *TableState) (float64, bool) {
		v := ValueOf[Decaying](t.Cell(k))
		return pick(v != nil, func() float64 { return f(v) })
	}
}

func latency(k Kind, f func(*Latency) float64) func(*NodeState, *TableState) (float64, bool) {
	return func(_ *NodeState, t *TableState) (float64, bool) {
		v := ValueOf[Latency](t.Cell(k))
		return pick(v != nil, func() float64 { return f(v) })
	}
}

func rate(k Kind) func(*NodeState, *TableState) (float64, bool) {
	return func(_ *NodeState, t *TableState) (float64, bool) { return t.Cell(k).Rate() }
}

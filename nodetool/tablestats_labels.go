package nodetool

import (
	"strings"
	"sync"
)

// Label is a line label of tablestats in its current spelling. Latency labels end in their unit.
type Label string

// The labels of a keyspace.
const (
	ReadCount      Label = "Read Count"
	ReadLatencyMs  Label = "Read Latency ms"
	WriteCount     Label = "Write Count"
	WriteLatencyMs Label = "Write Latency ms"
	PendingFlushes Label = "Pending Flushes"
)

// The labels of a table.
const (
	SSTableCount                  Label = "SSTable count"
	OldSSTableCount               Label = "Old SSTable count"
	MaxSSTableSize                Label = "Max SSTable size"
	SSTablesTimeWindow            Label = "SSTables Time Window"
	SSTablesInEachLevel           Label = "SSTables in each level"
	SSTableBytesInEachLevel       Label = "SSTable bytes in each level"
	SpaceUsedLive                 Label = "Space used (live)"
	SpaceUsedTotal                Label = "Space used (total)"
	SpaceUsedBySnapshots          Label = "Space used by snapshots (total)"
	OffHeapMemoryUsed             Label = "Off heap memory used (total)"
	SSTableCompressionRatio       Label = "SSTable Compression Ratio"
	NumberOfPartitions            Label = "Number of partitions (estimate)"
	MemtableCellCount             Label = "Memtable cell count"
	MemtableDataSize              Label = "Memtable data size"
	MemtableOffHeapMemoryUsed     Label = "Memtable off heap memory used"
	MemtableSwitchCount           Label = "Memtable switch count"
	SpeculativeRetries            Label = "Speculative retries"
	LocalReadCount                Label = "Local read count"
	LocalReadLatencyMs            Label = "Local read latency ms"
	LocalWriteCount               Label = "Local write count"
	LocalWriteLatencyMs           Label = "Local write latency ms"
	LocalReadWriteRatio           Label = "Local read/write ratio"
	PendingFlushesOfTable         Label = "Pending flushes"
	PercentRepaired               Label = "Percent repaired"
	BytesRepaired                 Label = "Bytes repaired"
	BytesUnrepaired               Label = "Bytes unrepaired"
	BytesPendingRepair            Label = "Bytes pending repair"
	BloomFilterFalsePositives     Label = "Bloom filter false positives"
	BloomFilterFalseRatio         Label = "Bloom filter false ratio"
	BloomFilterSpaceUsed          Label = "Bloom filter space used"
	BloomFilterOffHeapMemory      Label = "Bloom filter off heap memory used"
	IndexSummaryOffHeapMemory     Label = "Index summary off heap memory used"
	CompressionMetadataOffHeap    Label = "Compression metadata off heap memory used"
	CompactedPartitionMinimum     Label = "Compacted partition minimum bytes"
	CompactedPartitionMaximum     Label = "Compacted partition maximum bytes"
	CompactedPartitionMean        Label = "Compacted partition mean bytes"
	AverageLiveCellsPerSlice      Label = "Average live cells per slice (last five minutes)"
	MaximumLiveCellsPerSlice      Label = "Maximum live cells per slice (last five minutes)"
	AverageTombstonesPerSlice     Label = "Average tombstones per slice (last five minutes)"
	MaximumTombstonesPerSlice     Label = "Maximum tombstones per slice (last five minutes)"
	DroppedMutations              Label = "Dropped Mutations"
	DroppableTombstoneRatio       Label = "Droppable tombstone ratio"
	FailedReplicationCount        Label = "Failed Replication Count"
	SSTablesInCorrectLocation     Label = "SSTables in correct location"
	TopSizePartitions             Label = "Top size partitions"
	TopTombstonePartitions        Label = "Top tombstone partitions"
	SAILocalQueryLatencyMs        Label = "SAI local query latency (mean) ms"
	SAIPostFilteringReadLatencyMs Label = "SAI post-filtering latency (mean) ms"
	SAISpaceUsed                  Label = "SAI space used (bytes)"
	SAISSTableIndexesHit          Label = "SAI sstable indexes hit per query (mean)"
	SAIIndexSegmentsHit           Label = "SAI index segments hit per query (mean)"
	SAIRowsFiltered               Label = "SAI rows filtered per query (mean)"
	SAIQueryTimeouts              Label = "SAI local query timeouts"
	SAIQueryableIndexes           Label = "SAI queryable/total indexes"
)

// labelRow is what is known of a label: its JSON key and whether only whole numbers stand behind it.
type labelRow struct {
	label Label
	key   string
	whole bool
}

// tableLabels are the labels of a table with the keys of StatsTable's JSON (org.apache.cassandra.tools.nodetool.stats).
// The constants' text is the current one; older spellings are in labelAliases.
var tableLabels = []labelRow{
	{SSTableCount, "sstable_count", true}, {OldSSTableCount, "old_sstable_count", true},
	{MaxSSTableSize, "max_sstable_size", false}, {SSTablesTimeWindow, "twcs", false},
	{SSTablesInEachLevel, "sstables_in_each_level", false},
	{SSTableBytesInEachLevel, "sstable_bytes_in_each_level", false},
	{SpaceUsedLive, "space_used_live", true}, {SpaceUsedTotal, "space_used_total", true},
	{SpaceUsedBySnapshots, "space_used_by_snapshots_total", true},
	{OffHeapMemoryUsed, "off_heap_memory_used_total", true},
	{SSTableCompressionRatio, "sstable_compression_ratio", false},
	{NumberOfPartitions, "number_of_partitions_estimate", true},
	{MemtableCellCount, "memtable_cell_count", true}, {MemtableDataSize, "memtable_data_size", true},
	{MemtableOffHeapMemoryUsed, "memtable_off_heap_memory_used", true},
	{MemtableSwitchCount, "memtable_switch_count", true}, {SpeculativeRetries, "speculative_retries", true},
	{LocalReadCount, "local_read_count", true}, {LocalReadLatencyMs, "local_read_latency_ms", false},
	{LocalWriteCount, "local_write_count", true}, {LocalWriteLatencyMs, "local_write_latency_ms", false},
	{LocalReadWriteRatio, "local_read_write_ratio", false}, {PendingFlushesOfTable, "pending_flushes", true},
	{PercentRepaired, "percent_repaired", false}, {BytesRepaired, "bytes_repaired", false},
	{BytesUnrepaired, "bytes_unrepaired", false}, {BytesPendingRepair, "bytes_pending_repair", false},
	{BloomFilterFalsePositives, "bloom_filter_false_positives", true},
	{BloomFilterFalseRatio, "bloom_filter_false_ratio", false},
	{BloomFilterSpaceUsed, "bloom_filter_space_used", true},
	{BloomFilterOffHeapMemory, "bloom_filter_off_heap_memory_used", true},
	{IndexSummaryOffHeapMemory, "index_summary_off_heap_memory_used", true},
	{CompressionMetadataOffHeap, "compression_metadata_off_heap_memory_used", true},
	{CompactedPartitionMinimum, "compacted_partition_minimum_bytes", true},
	{CompactedPartitionMaximum, "compacted_partition_maximum_bytes", true},
	{CompactedPartitionMean, "compacted_partition_mean_bytes", true},
	{AverageLiveCellsPerSlice, "average_live_cells_per_slice_last_five_minutes", false},
	{MaximumLiveCellsPerSlice, "maximum_live_cells_per_slice_last_five_minutes", true},
	{AverageTombstonesPerSlice, "average_tombstones_per_slice_last_five_minutes", false},
	{MaximumTombstonesPerSlice, "maximum_tombstones_per_slice_last_five_minutes", true},
	{DroppedMutations, "dropped_mutations", true}, {DroppableTombstoneRatio, "droppable_tombstone_ratio", false},
	{FailedReplicationCount, "failed_replication_count", true},
	{SSTablesInCorrectLocation, "sstables_in_correct_location", false},
	{TopSizePartitions, "top_size_partitions", false}, {TopTombstonePartitions, "top_tombstone_partitions", false},
	{SAILocalQueryLatencyMs, "sai_local_query_latency_ms", false},
	{SAIPostFilteringReadLatencyMs, "sai_post_filtering_read_latency", false},
	{SAISpaceUsed, "sai_disk_used_bytes", true},
	{SAISSTableIndexesHit, "sai_sstable_indexes_hit", false},
	{SAIIndexSegmentsHit, "sai_index_segments_hit", false},
	{SAIRowsFiltered, "sai_rows_filtered", false},
	{SAIQueryTimeouts, "sai_total_query_timeouts", true},
	{SAIQueryableIndexes, "sai_total_queryable_index_ratio", false},
}

// keyspaceLabels are the labels of a keyspace. read_latency is printed twice by Cassandra, once without the unit.
var keyspaceLabels = []labelRow{
	{ReadCount, "read_count", true}, {ReadLatencyMs, "read_latency_ms", false},
	{WriteCount, "write_count", true}, {WriteLatencyMs, "write_latency_ms", false},
	{PendingFlushes, "pending_flushes", true}, {ReadLatencyMs, "read_latency", false},
	{WriteLatencyMs, "write_latency", false},
}

// labelAliases are older and other spellings, in lower case. "Column Family" and "Compacted row" are of 1.x; 2.0 has
// "Pending tasks" and ", bytes"; the latter is cut off before the look-up.
var labelAliases = map[string]Label{
	"number of keys (estimate)":  NumberOfPartitions,
	"memtable columns count":     MemtableCellCount,
	"read count":                 LocalReadCount,
	"read latency":               LocalReadLatencyMs,
	"write count":                LocalWriteCount,
	"write latency":              LocalWriteLatencyMs,
	"pending tasks":              PendingFlushesOfTable,
	"compacted row minimum size": CompactedPartitionMinimum,
	"compacted row maximum size": CompactedPartitionMaximum,
	"compacted row mean size":    CompactedPartitionMean,
	"average live cells per slice (last five minutes), cells":      AverageLiveCellsPerSlice,
	"average tombstones per slice (last five minutes), tombstones": AverageTombstonesPerSlice,
}

// labelIndex finds the rows of one level by what a text or a JSON form calls them.
type labelIndex struct {
	byText map[string]labelRow
	byKey  map[string]labelRow
}

// The indexes, made once.
var (
	keyspaceIndex = sync.OnceValue(func() labelIndex {
		return indexLabels(keyspaceLabels, map[string]Label{"pending tasks": PendingFlushes})
	})
	tableIndex = sync.OnceValue(func() labelIndex { return indexLabels(tableLabels, labelAliases) })
)

// indexLabels makes labels findable without case and without the unit that the text leaves to the value.
func indexLabels(rows []labelRow, aliases map[string]Label) labelIndex {
	x := labelIndex{map[string]labelRow{}, map[string]labelRow{}}
	for _, r := range rows {
		x.byKey[r.key] = r
		text := strings.ToLower(string(r.label))
		x.byText[text] = r
		x.byText[strings.TrimSuffix(text, " ms")] = r
	}
	for alias, label := range aliases {
		for _, r := range rows {
			if r.label == label {
				x.byText[alias] = r
			}
		}
	}
	return x
}

// text returns the row of a printed label, without case and without the ", bytes" of 2.0.
func (x labelIndex) text(label string) (labelRow, bool) {
	l := strings.ToLower(label)
	if r, ok := x.byText[l]; ok {
		return r, true
	}
	r, ok := x.byText[strings.TrimSuffix(l, ", bytes")]
	return r, ok
}

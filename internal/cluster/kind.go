package cluster

import "fmt"

// Kind says what a Reading is about and fixes the Go type of its value.
type Kind uint8

// The kinds. Their names on disk are in kindTable; numbers may change from release to release, names may not.
const (
	KindNone Kind = iota
	// About a table on one node.
	TableTombstonesPerRead
	TableRowsPerRead
	TableLocalReadLatency
	TableLocalScanLatency
	TableLocalWriteLatency
	TableCoordinatorReadLatency
	TableCoordinatorScanLatency
	TableCoordinatorWriteLatency
	TableMaxPartition
	TableDiskUsage
	TableMaxSSTable
	TableSizeEstimate
	TablePendingCompactions
	TableSSTableCount
	TableLastRepair
	TableStatsRow
	TablePercentilesRow
	TableWorkRow
	TableFragmentSizes
	TableFragmentCells
	TableTombstoneHistogram
	TableRowHistogram
	TableSSTablesPerRead
	TableReadHistogram
	TableWriteHistogram
	// About a node.
	NodeIdentity
	NodeReached
	NodeGossip
	NodeThreadPools
	NodeCompactionTasks
	NodeCaches
	NodeSettings
	NodeClients
	NodeQueries
	NodeCapabilities
	NodeCompactionHistory
	NodeTopPartitions
	NodePendingCompactions
	NodeDropped
	NodeKeySamples
	NodeGC
	NodeJMX
	NodeDisk
	NodeDiskUsage
	NodeLog
	// About the cluster.
	ClusterSchema
	ClusterNote
	ClusterTurn
	kindCount
)

// lastTableKind bounds the arrays that hold a table's readings on a node.
const lastTableKind = TableWriteHistogram

type kindInfo struct {
	name string
	zero func() Value // a pointer to decode into
}

func of[T any, P interface {
	*T
	Value
}]() func() Value {
	return func() Value { return P(new(T)) }
}

// kindTable is the one place that ties a kind to its name and its value's type: a new kind is one line here.
var kindTable = [kindCount]kindInfo{
	TableTombstonesPerRead:       {"table.tombstones_per_read", of[Decaying]()},
	TableRowsPerRead:             {"table.rows_per_read", of[Decaying]()},
	TableLocalReadLatency:        {"table.local_read_latency", of[Latency]()},
	TableLocalScanLatency:        {"table.local_scan_latency", of[Latency]()},
	TableLocalWriteLatency:       {"table.local_write_latency", of[Latency]()},
	TableCoordinatorReadLatency:  {"table.coordinator_read_latency", of[Latency]()},
	TableCoordinatorScanLatency:  {"table.coordinator_scan_latency", of[Latency]()},
	TableCoordinatorWriteLatency: {"table.coordinator_write_latency", of[Latency]()},
	TableMaxPartition:            {"table.max_partition", of[Size]()},
	TableDiskUsage:               {"table.disk_usage", of[Size]()},
	TableMaxSSTable:              {"table.max_sstable", of[Size]()},
	TableSizeEstimate:            {"table.size_estimate", of[SizeEstimate]()},
	TablePendingCompactions:      {"table.pending_compactions", of[Number]()},
	TableSSTableCount:            {"table.sstable_count", of[Number]()},
	TableLastRepair:              {"table.last_repair", of[RepairSummary]()},
	TableStatsRow:                {"table.stats", func() Value { return NewTableStats() }},
	TablePercentilesRow:          {"table.percentiles", of[TablePercentiles]()},
	TableWorkRow:                 {"table.work", func() Value { return NewTableWork() }},
	TableFragmentSizes:           {"table.fragment_sizes", of[Buckets]()},
	TableFragmentCells:           {"table.fragment_cells", of[Buckets]()},
	TableTombstoneHistogram:      {"table.tombstones_histogram", of[Buckets]()},
	TableRowHistogram:            {"table.rows_histogram", of[Buckets]()},
	TableSSTablesPerRead:         {"table.sstables_per_read", of[Buckets]()},
	TableReadHistogram:           {"table.read_histogram", of[Buckets]()},
	TableWriteHistogram:          {"table.write_histogram", of[Buckets]()},
	NodeIdentity:                 {"node.identity", of[NodeInfo]()},
	NodeReached:                  {"node.reached", of[Reached]()},
	NodeGossip:                   {"node.gossip", of[GossipView]()},
	NodeThreadPools:              {"node.thread_pools", of[ThreadPools]()},
	NodeCompactionTasks:          {"node.compaction_tasks", of[CompactionTasks]()},
	NodeCaches:                   {"node.caches", of[Caches]()},
	NodeSettings:                 {"node.settings", of[Settings]()},
	NodeClients:                  {"node.clients", of[Clients]()},
	NodeQueries:                  {"node.queries", of[Queries]()},
	NodeCapabilities:             {"node.capabilities", of[Capabilities]()},
	NodeCompactionHistory:        {"node.compaction_history", of[CompactionHistory]()},
	NodeTopPartitions:            {"node.top_partitions", of[TopPartitions]()},
	NodePendingCompactions:       {"node.pending_compactions", of[Number]()},
	NodeDropped:                  {"node.dropped", of[Dropped]()},
	NodeKeySamples:               {"node.key_samples", of[KeySamples]()},
	NodeGC:                       {"node.gc", of[GC]()},
	NodeJMX:                      {"node.jmx", of[JMXAccess]()},
	NodeDisk:                     {"node.disk", of[Disk]()},
	NodeDiskUsage:                {"node.disk_usage", of[DiskUsage]()},
	NodeLog:                      {"node.log", of[LogEvents]()},
	ClusterSchema:                {"cluster.schema", of[Schema]()},
	ClusterNote:                  {"cluster.note", of[Note]()},
	ClusterTurn:                  {"cluster.turn", of[Turn]()},
}

func (k Kind) String() string {
	if k > KindNone && k < kindCount {
		return kindTable[k].name
	}
	return fmt.Sprintf("kind(%d)", uint8(k))
}

// AboutTable reports whether Readings of this kind carry a table.
func (k Kind) AboutTable() bool { return k > KindNone && k <= lastTableKind }

// ParseKind finds a kind by its name on disk; ok is false for a name of another release.
func ParseKind(name string) (k Kind, ok bool) {
	for i := KindNone + 1; i < kindCount; i++ {
		if kindTable[i].name == name {
			return i, true
		}
	}
	return KindNone, false
}

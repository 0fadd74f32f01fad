package nodetool

// Kind names one form of output after the command that prints it, in the spelling of current versions.
type Kind string

// The kinds. An alias (cfstats, cfhistograms, profileload) is the kind of its current name, because its text is the
// same; KindFailure is any refusal or error of any command.
const (
	KindTableStats             Kind = "tablestats"
	KindTableHistograms        Kind = "tablehistograms"
	KindProxyHistograms        Kind = "proxyhistograms"
	KindCompactionStats        Kind = "compactionstats"
	KindCompactionHistory      Kind = "compactionhistory"
	KindTPStats                Kind = "tpstats"
	KindTopPartitions          Kind = "toppartitions"
	KindSamplingList           Kind = "samplinglist"
	KindInfo                   Kind = "info"
	KindStatus                 Kind = "status"
	KindRing                   Kind = "ring"
	KindDescribeCluster        Kind = "describecluster"
	KindDescribeRing           Kind = "describering"
	KindGetEndpoints           Kind = "getendpoints"
	KindGetSSTables            Kind = "getsstables"
	KindListSnapshots          Kind = "listsnapshots"
	KindNetStats               Kind = "netstats"
	KindGCStats                Kind = "gcstats"
	KindGetTimeout             Kind = "gettimeout"
	KindCompactionThroughput   Kind = "getcompactionthroughput"
	KindConcurrentCompactors   Kind = "getconcurrentcompactors"
	KindVersion                Kind = "version"
	KindDataPaths              Kind = "datapaths"
	KindClientStats            Kind = "clientstats"
	KindGossipInfo             Kind = "gossipinfo"
	KindFailureDetector        Kind = "failuredetector"
	KindAutoCompaction         Kind = "statusautocompaction"
	KindRangeKeySample         Kind = "rangekeysample"
	KindSSTablePartitions      Kind = "sstablepartitions"
	KindSSTablePartitionsCSV   Kind = "sstablepartitions-csv"
	KindSSTableMetadata        Kind = "sstablemetadata"
	KindSSTableExpiredBlockers Kind = "sstableexpiredblockers"
	KindSSTableDump            Kind = "sstabledump"
	// KindLargeData is what cqlsh prints of ScyllaDB's system.large_partitions, large_rows and large_cells.
	KindLargeData Kind = "largedata"
	KindFailure   Kind = "failure"
)

package version

// table has one row a version. The versions below 5.0 run on JDK 11; 3.11 was
// written for 8 and needs its own way to open JMX there.
var table = []Spec{
	{
		Version:       "5.0.6",
		JavaMajor:     17,
		Artifacts:     []Artifact{{cassandra, "cassandra-all", "5.0.6"}},
		AgentPrefix:   agent,
		ModuleOptions: jdk17Modules,
		ServerOptions: []string{attachSelf},
		JMXOptions:    ownJMX,
		YAML:          yaml41,
		YAMLLines:     []string{allocateByFactor},
		VirtualTables: true,
	},
	{
		Version:       "4.1.10",
		JavaMajor:     11,
		Artifacts:     []Artifact{{cassandra, "cassandra-all", "4.1.10"}},
		AgentPrefix:   agent,
		ModuleOptions: jdk11Modules,
		ServerOptions: []string{attachSelf},
		JMXOptions:    ownJMX,
		YAML:          yaml41,
		YAMLLines:     []string{allocateByFactor},
		VirtualTables: true,
	},
	{
		Version:       "4.0.18",
		JavaMajor:     11,
		Artifacts:     []Artifact{{cassandra, "cassandra-all", "4.0.18"}},
		AgentPrefix:   agent,
		ModuleOptions: jdk11Modules,
		ServerOptions: []string{attachSelf},
		JMXOptions:    ownJMX,
		YAML:          yaml30,
		YAMLLines:     []string{allocateByFactor},
		VirtualTables: true,
	},
	{
		Version:       "3.11.19",
		JavaMajor:     11,
		Artifacts:     []Artifact{{cassandra, "cassandra-all", "3.11.19"}, {cassandra, "cassandra-thrift", "3.11.19"}},
		AgentPrefix:   agent,
		ModuleOptions: jdk11Modules,
		ServerOptions: []string{attachSelf},
		JMXOptions:    jdkJMX,
		YAML:          yaml30,
		// Config.java of 3.11 starts Thrift and not CQL when told nothing.
		YAMLLines:        []string{"start_native_transport: true", "start_rpc: false"},
		NodetoolLauncher: true,
	},
}

const (
	cassandra  = "org.apache.cassandra"
	agent      = "jamm-"
	attachSelf = "-Djdk.attach.allowAttachSelf=true"
	// allocateByFactor is of 4.0 on. 1, not the keyspaces' factor: allocation for
	// a factor of N needs N racks to be there before node 2 joins
	// (TokenAllocation refuses less).
	allocateByFactor = "allocate_tokens_for_local_replication_factor: 1"
)

// ownJMX has Cassandra open the port itself (JMXServerUtils).
var ownJMX = []string{"-Dcassandra.jmx.local.port=%d"}

// jdkJMX has the JDK's agent open the port. JMXServerUtils of 3.11 needs
// com.sun.jmx.remote.internal.RMIExporter, which JDK 9 moved to another package;
// CassandraDaemon leaves JMX alone when com.sun.management.jmxremote.port is set.
// The agent gives out stubs that name java.rmi.server.hostname.
var jdkJMX = []string{
	"-Dcom.sun.management.jmxremote.port=%d",
	"-Dcom.sun.management.jmxremote.rmi.port=%d",
	"-Dcom.sun.management.jmxremote.host=127.0.0.1",
	"-Djava.rmi.server.hostname=127.0.0.1",
	"-Dcom.sun.management.jmxremote.authenticate=false",
	"-Dcom.sun.management.jmxremote.ssl=false",
}

// yaml41 are the key names since 4.1.
var yaml41 = YAMLKeys{
	MemtableHeapMiB:       "memtable_heap_space: %dMiB",
	MemtableOffheapMiB:    "memtable_offheap_space: %dMiB",
	CommitlogTotalMiB:     "commitlog_total_space: %dMiB",
	CommitlogSegmentMiB:   "commitlog_segment_size: %dMiB",
	CommitlogPeriodMillis: "commitlog_sync_period: %dms",
	CompactionThroughput:  "compaction_throughput: %dMiB/s",
	KeyCacheMiB:           "key_cache_size: %dMiB",
	BatchWarnKiB:          "batch_size_warn_threshold: %dKiB",
	BatchFailKiB:          "batch_size_fail_threshold: %dKiB",
}

// yaml30 are the key names from 3.0 to 4.0. "mb" and "kb" there are powers of
// two as well (Config.java).
var yaml30 = YAMLKeys{
	MemtableHeapMiB:       "memtable_heap_space_in_mb: %d",
	MemtableOffheapMiB:    "memtable_offheap_space_in_mb: %d",
	CommitlogTotalMiB:     "commitlog_total_space_in_mb: %d",
	CommitlogSegmentMiB:   "commitlog_segment_size_in_mb: %d",
	CommitlogPeriodMillis: "commitlog_sync_period_in_ms: %d",
	CompactionThroughput:  "compaction_throughput_mb_per_sec: %d",
	KeyCacheMiB:           "key_cache_size_in_mb: %d",
	BatchWarnKiB:          "batch_size_warn_threshold_in_kb: %d",
	BatchFailKiB:          "batch_size_fail_threshold_in_kb: %d",
}

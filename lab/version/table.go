package version

// table has one row a version. 4.1.10, 4.0.18 and 3.11.19 run on JDK 11 and
// get their rows when that JDK is there; 3.x also needs cassandra-thrift.
var table = []Spec{
	{
		Version:       "5.0.6",
		JavaMajor:     17,
		Artifacts:     []Artifact{{"org.apache.cassandra", "cassandra-all", "5.0.6"}},
		AgentPrefix:   "jamm-",
		ModuleOptions: jdk17Modules,
		ServerOptions: []string{"-Djdk.attach.allowAttachSelf=true"},
		YAML:          yaml41,
	},
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

// jdk17Modules is the list of conf/jvm17-server.options of Cassandra 5.0: the
// server reaches into these packages and does not start without them.
var jdk17Modules = []string{
	"--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
	"--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
	"--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
	"--add-exports=java.management.rmi/com.sun.jmx.remote.internal.rmi=ALL-UNNAMED",
	"--add-exports=java.rmi/sun.rmi.registry=ALL-UNNAMED",
	"--add-exports=java.rmi/sun.rmi.server=ALL-UNNAMED",
	"--add-exports=java.sql/java.sql=ALL-UNNAMED",
	"--add-exports=java.base/java.lang.ref=ALL-UNNAMED",
	"--add-exports=jdk.unsupported/sun.misc=ALL-UNNAMED",
	"--add-opens=java.base/java.lang.module=ALL-UNNAMED",
	"--add-opens=java.base/jdk.internal.loader=ALL-UNNAMED",
	"--add-opens=java.base/jdk.internal.ref=ALL-UNNAMED",
	"--add-opens=java.base/jdk.internal.reflect=ALL-UNNAMED",
	"--add-opens=java.base/jdk.internal.math=ALL-UNNAMED",
	"--add-opens=java.base/jdk.internal.module=ALL-UNNAMED",
	"--add-opens=java.base/jdk.internal.util.jar=ALL-UNNAMED",
	"--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
	"--add-opens=jdk.management/com.sun.management.internal=ALL-UNNAMED",
	"--add-opens=java.base/java.io=ALL-UNNAMED",
	"--add-opens=java.base/java.lang=ALL-UNNAMED",
	"--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
	"--add-opens=java.base/java.util=ALL-UNNAMED",
	"--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
	"--add-opens=java.base/java.util.concurrent.atomic=ALL-UNNAMED",
	"--add-opens=java.base/java.nio=ALL-UNNAMED",
	"--add-opens=java.rmi/sun.rmi.transport.tcp=ALL-UNNAMED",
	"--add-opens=java.base/sun.nio.fs=ALL-UNNAMED",
}

package nodetool

// documentsOfNodes are the documents of the commands about the node and its ring.
var documentsOfNodes = []madeDocument{
	{
		name: "info", kind: "info", hint: "",
		text: `ID                     : c546aca0
Gossip active          : true
Load                   : 18.93 MiB
Heap Memory (MB)       : 128.90 / 1024.00
Exceptions             : 0
Row Cache              : entries 0, size 0 bytes, 0 hits, NaN recent hit rate
Token                  : -855
`,
		data: `{
  "values": {
    "Exceptions": 0,
    "Gossip active": "true",
    "ID": "c546aca0",
    "Load": 19849543.68
  },
  "as_printed": {
    "Load": "18.93 MiB"
  },
  "caches": {
    "Row Cache": {
      "entries": 0,
      "hits": 0,
      "recent hit rate": null,
      "size": 0
    }
  },
  "heap_used_mb": 128.9,
  "heap_max_mb": 1024,
  "tokens": [
    "-855"
  ]
}`,
	},
	{
		name: "status", kind: "status", hint: "",
		text: `Datacenter: dc1
===============
Status=Up/Down
|/ State=Normal/Leaving/Joining/Moving
--  Address    Load       Tokens  Owns  Host ID   Rack
DN  10.0.0.13  ?          256     ?     a08c5397  6AB
`,
		data: `{
  "datacenters": [
    {
      "name": "dc1",
      "nodes": [
        {
          "state": "DN",
          "up": false,
          "address": "10.0.0.13",
          "load": null,
          "load_text": "?",
          "tokens": 256,
          "owns": null,
          "owns_text": "?",
          "host_id": "a08c5397",
          "rack": "6AB"
        }
      ]
    }
  ],
  "owns_effective": false
}`,
	},
	{
		name: "ring", kind: "ring", hint: "",
		text: `Datacenter: dc1
==========
Address    Rack        Status State   Load            Owns                Token
                                                                          9184434366315221112
127.0.0.1  rack1       Up     Normal  18.93 MiB       100.00%             -8754961545695322751
`,
		data: `{
  "rows": [
    {
      "datacenter": "dc1",
      "address": "127.0.0.1",
      "rack": "rack1",
      "status": "Up",
      "state": "Normal",
      "load": 19849543.68,
      "load_text": "18.93 MiB",
      "owns": 100,
      "token": "-8754961545695322751"
    }
  ]
}`,
	},
	{
		name: "describecluster", kind: "describecluster", hint: "4.0+",
		text: `Cluster Information:
	Name: lab
	Schema versions:
		1438021a: [127.0.0.1]

Stats for all nodes:
	Live: 1

Data Centers: 
	dc1 #Nodes: 1 #Down: 0

Database versions:
	4.1.10: [127.0.0.1:7110]

Keyspaces:
	k -> Replication class: LocalStrategy {}
`,
		data: `{
  "values": {
    "Live": 1,
    "Name": "lab"
  },
  "schema_versions": {
    "1438021a": [
      "127.0.0.1"
    ]
  },
  "database_versions": {
    "4.1.10": [
      "127.0.0.1:7110"
    ]
  },
  "datacenters": [
    {
      "name": "dc1",
      "nodes": 1,
      "down": 0
    }
  ],
  "keyspaces": {
    "k": "Replication class: LocalStrategy {}"
  }
}`,
	},
	{
		name: "describering", kind: "describering", hint: "",
		text: `Schema Version:1438021a
TokenRange: 
	TokenRange(start_token:-15, end_token:23, endpoints:[127.0.0.1], rpc_endpoints:[127.0.0.1], endpoint_details:[])
`,
		data: `{
  "schema_version": "1438021a",
  "ranges": [
    {
      "start_token": "-15",
      "end_token": "23",
      "endpoints": [
        "127.0.0.1"
      ],
      "text": "TokenRange(start_token:-15, end_token:23, endpoints:[127.0.0.1], rpc_endpoints:[127.0.0.1], endpoint_details:[])"
    }
  ]
}`,
	},
	{
		name: "largedata", kind: "largedata", hint: "scylla",
		text: ` keyspace_name | table_name | sstable_name     | row_size | partition_key | clustering_key | compaction_time
---------------+------------+------------------+----------+---------------+----------------+---------------------------------
    mykeyspace |         gr | md-1-big-Data.db |  1206130 |             1 |              1 | 2019-06-14 13:03:24.039000+0000

(1 rows)
`,
		data: `{
  "of": "rows",
  "entries": [
    {
      "keyspace": "mykeyspace",
      "table": "gr",
      "sstable": "md-1-big-Data.db",
      "partition_key": "1",
      "clustering_key": "1",
      "size_bytes": 1206130,
      "compaction_time": "2019-06-14T13:03:24.039Z"
    }
  ]
}`,
	},
	{
		name: "listsnapshots", kind: "listsnapshots", hint: "4.1+",
		text: `Snapshot Details: 
Snapshot name Keyspace name Column family name True size Size on disk Creation time            Expiration time
snap1         k             t                  963 bytes 13.55 KiB    2026-11-30T15:47:04.177Z

Total TrueDiskSpaceUsed: 963 bytes
`,
		data: `{
  "rows": [
    {
      "name": "snap1",
      "keyspace": "k",
      "table": "t",
      "true_size": 963,
      "true_size_text": "963 bytes",
      "size_on_disk": 13875.2,
      "size_on_disk_text": "13.55 KiB",
      "created": "2026-11-30T15:47:04.177Z"
    }
  ],
  "none": false,
  "total_true_size": 963
}`,
	},
	{
		name: "netstats", kind: "netstats", hint: "",
		text: `Mode: NORMAL
Not sending any streams.
Read Repair Statistics:
Attempted: 447
Pool Name                    Active   Pending      Completed   Dropped
Large messages                  n/a         0              7         1
`,
		data: `{
  "mode": "NORMAL",
  "not_streaming": true,
  "read_repair": {
    "Attempted": 447
  },
  "pools": {
    "Large messages": {
      "Active": null,
      "Completed": 7,
      "Dropped": 1,
      "Pending": 0
    }
  }
}`,
	},
	{
		name: "netstats while streaming", kind: "netstats", hint: "",
		text: `Mode: JOINING
Bootstrap 7a0a7a50-f6b1-11e4-b9e2-d7a1b7f6b4f9
    /10.0.0.2
        Receiving 20 files, 123456 bytes total. Already received 3 files, 1234 bytes total
Read Repair Statistics:
Attempted: 0
`,
		data: `{
  "mode": "JOINING",
  "not_streaming": false,
  "read_repair": {
    "Attempted": 0
  },
  "pools": {},
  "streams": [
    {
      "operation": "Bootstrap",
      "id": "7a0a7a50-f6b1-11e4-b9e2-d7a1b7f6b4f9",
      "peer": "/10.0.0.2",
      "transfers": [
        {
          "direction": "Receiving",
          "files": 20,
          "total_bytes": 123456,
          "done_files": 3,
          "done_bytes": 1234
        }
      ]
    }
  ]
}`,
	},
	{
		name: "gcstats", kind: "gcstats", hint: "",
		text: `       Interval (ms) Max GC Elapsed (ms)Total GC Elapsed (ms)Stdev GC Elapsed (ms)   GC Reclaimed (MB)         Collections      Direct Memory Bytes
                6368                   0                   0                 NaN          2362888432                   0                       -1
`,
		data: `{
  "interval_ms": 6368,
  "max_gc_elapsed_ms": 0,
  "total_gc_elapsed_ms": 0,
  "stdev_gc_elapsed_ms": null,
  "gc_reclaimed_bytes": 2362888432,
  "collections": 0,
  "direct_memory_bytes": -1
}`,
	},
	{
		name: "gettimeout", kind: "gettimeout", hint: "",
		text: `Current timeout for type read: 5000 ms
`,
		data: `{
  "type": "read",
  "ms": 5000
}`,
	},
	{
		name: "getcompactionthroughput", kind: "getcompactionthroughput", hint: "",
		text: `Current compaction throughput: 64 MB/s
`,
		data: `{
  "mib_per_second": 64,
  "unit": "MB/s"
}`,
	},
	{
		name: "getconcurrentcompactors", kind: "getconcurrentcompactors", hint: "",
		text: `Current concurrent compactors in the system is: 
2
`,
		data: `{
  "compactors": 2
}`,
	},
	{
		name: "version", kind: "version", hint: "5.0.6",
		text: `ReleaseVersion: 5.0.6
`,
		data: `{
  "release": "5.0.6"
}`,
	},
	{
		name: "datapaths", kind: "datapaths", hint: "4.0+",
		text: `Keyspace: k
	Table: t
	Paths:
		/d/k/t-1
`,
		data: `{
  "tables": [
    {
      "keyspace": "k",
      "table": "t",
      "paths": [
        "/d/k/t-1"
      ]
    }
  ]
}`,
	},
	{
		name: "clientstats", kind: "clientstats", hint: "4.0+",
		text: `Address          SSL   User      Keyspace Requests Driver-Name
/127.0.0.1:56026 false anonymous          82       Apache Cassandra Python Driver

Total connected clients: 1

User      Connections
anonymous 1
`,
		data: `{
  "connections": [
    {
      "Address": "/127.0.0.1:56026",
      "Driver-Name": "Apache Cassandra Python Driver",
      "Keyspace": "",
      "Requests": "82",
      "SSL": "false",
      "User": "anonymous"
    }
  ],
  "total_connected_clients": 1,
  "by_user": {
    "anonymous": 1
  }
}`,
	},
	{
		name: "gossipinfo", kind: "gossipinfo", hint: "",
		text: `/127.0.0.1
  generation:1796052316
  heartbeat:1518
  STATUS:32:NORMAL,-151
`,
		data: `{
  "endpoints": {
    "127.0.0.1": {
      "STATUS": "NORMAL,-151",
      "generation": "1796052316",
      "heartbeat": "1518"
    }
  }
}`,
	},
	{
		name: "failuredetector", kind: "failuredetector", hint: "",
		text: `  Endpoint,             Phi
/10.0.0.1, 0.25
`,
		data: `{
  "phi": {
    "10.0.0.1": 0.25
  }
}`,
	},
	{
		name: "statusautocompaction", kind: "statusautocompaction", hint: "",
		text: `Keyspace Table Status
k        t     not running
`,
		data: `{
  "running": {
    "k.t": false
  }
}`,
	},
	{
		name: "rangekeysample", kind: "rangekeysample", hint: "",
		text: `RangeKeySample: 
	-7589817604895066392
`,
		data: `{
  "tokens": [
    "-7589817604895066392"
  ]
}`,
	},
	{
		name: "getendpoints", kind: "getendpoints", hint: "",
		text: `127.0.0.1
`,
		data: `{
  "endpoints": [
    "127.0.0.1"
  ]
}`,
	},
	{
		name: "getsstables", kind: "getsstables", hint: "",
		text: `/d/k/t-1/nb-1-big-Data.db
`,
		data: `{
  "sstables": [
    "/d/k/t-1/nb-1-big-Data.db"
  ]
}`,
	},
}

package nodetool

// documentsOfStatistics are the documents of the commands that count and measure.
var documentsOfStatistics = []madeDocument{
	{
		name: "tablestats", kind: "tablestats", hint: "",
		text: `Total number of tables: 54
----------------
Keyspace : k
	Read Count: 7
	Read Latency: NaN ms
		Table: t
		SSTable count: 2
		SSTables in each level: [1, 20/4]
		Space used (live): 254.19 KiB
		Local write latency: 0.031 ms
		Flux capacity: 1.21 GW

----------------
`,
		data: `{
  "total_number_of_tables": 54,
  "keyspaces": {
    "k": {
      "Read Count": 7,
      "Read Latency ms": null,
      "as_printed": {
        "Read Latency ms": "NaN ms"
      }
    }
  },
  "tables": {
    "k.t": {
      "Local write latency ms": 0.031,
      "SSTable count": 2,
      "SSTables in each level": "[1, 20/4]",
      "Space used (live)": 260290.56,
      "as_printed": {
        "Local write latency ms": "0.031 ms",
        "Space used (live)": "254.19 KiB"
      },
      "levels": [
        {
          "count": 1
        },
        {
          "count": 20,
          "limit": 4
        }
      ],
      "other": {
        "Flux capacity": "1.21 GW"
      }
    }
  },
  "order": [
    "k.t"
  ],
  "tables_listed": 1
}`,
	},
	{
		name: "tablestats as JSON", kind: "tablestats", hint: "",
		text: `{"k":{"read_count":7,"read_latency_ms":null,"tables":{"t":{"sstable_count":2,"space_used_live":"260292","local_read_latency_ms":"NaN"}}}}`,
		data: `{
  "keyspaces": {
    "k": {
      "Read Count": 7,
      "Read Latency ms": null,
      "as_printed": {
        "Read Latency ms": "null"
      }
    }
  },
  "tables": {
    "k.t": {
      "Local read latency ms": null,
      "SSTable count": 2,
      "Space used (live)": 260292,
      "as_printed": {
        "Local read latency ms": "NaN"
      }
    }
  },
  "order": [
    "k.t"
  ],
  "tables_listed": 1
}`,
	},
	{
		name: "tablehistograms", kind: "tablehistograms", hint: "4.0+",
		text: `k/t histograms
Percentile      Read Latency     Write Latency          SSTables    Partition Size        Cell Count
                    (micros)          (micros)                             (bytes)
50%                   179.00              7.00              1.00               NaN                 4
Max                  5722.00             29.00              1.00               NaN             88148
`,
		data: `{
  "histograms": [
    {
      "table": "k.t",
      "columns": [
        "Read Latency",
        "Write Latency",
        "SSTables",
        "Partition Size",
        "Cell Count"
      ],
      "units": {
        "Partition Size": "bytes",
        "Read Latency": "micros",
        "Write Latency": "micros"
      },
      "rows": {
        "50%": {
          "Cell Count": 4,
          "Partition Size": null,
          "Read Latency": 179,
          "SSTables": 1,
          "Write Latency": 7
        },
        "Max": {
          "Cell Count": 88148,
          "Partition Size": null,
          "Read Latency": 5722,
          "SSTables": 1,
          "Write Latency": 29
        }
      }
    }
  ],
  "no_sstables_sentence": false
}`,
	},
	{
		name: "proxyhistograms", kind: "proxyhistograms", hint: "",
		text: `proxy histograms
Percentile       Read Latency      Range Latency
                     (micros)           (micros)
Max                 322381.14          107964.79
`,
		data: `{
  "histograms": [
    {
      "columns": [
        "Read Latency",
        "Range Latency"
      ],
      "units": {
        "Range Latency": "micros",
        "Read Latency": "micros"
      },
      "rows": {
        "Max": {
          "Range Latency": 107964.79,
          "Read Latency": 322381.14
        }
      }
    }
  ],
  "no_sstables_sentence": false
}`,
	},
	{
		name: "compactionstats", kind: "compactionstats", hint: "3.0-4.1",
		text: `pending tasks: 2
- k.t: 2

id                                   compaction type     keyspace table completed  total      unit  progress
9287e040-ecda-11f1-b59a-7ba38b56d717 Remove deleted data k        t     272.49 KiB 345.92 KiB bytes 78.77%
Active compaction remaining time :   0h00m13s
`,
		data: `{
  "pending tasks": 2,
  "pending_by_table": {
    "k.t": 2
  },
  "values": {},
  "rows": [
    {
      "id": "9287e040-ecda-11f1-b59a-7ba38b56d717",
      "type": "Remove deleted data",
      "keyspace": "k",
      "table": "t",
      "completed": 279029.76,
      "completed_text": "272.49 KiB",
      "total": 354222.08,
      "total_text": "345.92 KiB",
      "unit": "bytes",
      "percent": 78.77
    }
  ],
  "remaining": 13
}`,
	},
	{
		name: "compactionstats of 5.0", kind: "compactionstats", hint: "5.0+",
		text: `concurrent compactors            2
pending tasks                    1
k                                t  1
data compacted                   3.31 MiB
mean rate                        353.45/hour
`,
		data: `{
  "pending tasks": 1,
  "pending_by_table": {
    "k.t": 1
  },
  "values": {
    "concurrent compactors": 2,
    "data compacted": 3470786.56,
    "mean rate": 353.45
  },
  "as_printed": {
    "data compacted": "3.31 MiB",
    "mean rate": "353.45/hour"
  },
  "rows": []
}`,
	},
	{
		name: "compactionhistory", kind: "compactionhistory", hint: "5.0+",
		text: `Compaction History: 
id                                   keyspace_name columnfamily_name compacted_at            bytes_in bytes_out rows_merged compaction_properties
5fa6d230-ecda-11f1-b59a-7ba38b56d717 k             t                 2026-11-30T16:23:27.699 643      274       {1:5, 4:1}  {compaction_type:Compaction}
`,
		data: `{
  "entries": [
    {
      "id": "5fa6d230-ecda-11f1-b59a-7ba38b56d717",
      "keyspace_name": "k",
      "columnfamily_name": "t",
      "compacted_at": "2026-11-30T16:23:27.699",
      "compacted_at_ms": 1796055807699,
      "bytes_in": 643,
      "bytes_out": 274,
      "rows_merged": "{1:5, 4:1}",
      "compaction_properties": "{compaction_type:Compaction}"
    }
  ]
}`,
	},
	{
		name: "tpstats", kind: "tpstats", hint: "4.0+",
		text: `Pool Name Active Pending Completed Blocked All time blocked
ReadStage 0      N/A     4754      0       0

Latencies waiting in queue (micros) per dropped message types
Message type Dropped 50% 95% 99% Max
READ_REQ     3       0.0 1.5 N/A 9.0
`,
		data: `{
  "pools": {
    "ReadStage": {
      "Active": 0,
      "All time blocked": 0,
      "Blocked": 0,
      "Completed": 4754,
      "Pending": null
    }
  },
  "pool_order": [
    "ReadStage"
  ],
  "dropped": {
    "READ_REQ": {
      "50%": 0,
      "95%": 1.5,
      "99%": null,
      "dropped": 3,
      "max": 9
    }
  }
}`,
	},
	{
		name: "toppartitions", kind: "toppartitions", hint: "4.0+",
		text: `Frequency of reads by partition:
   Table Partition      Count +/-
   k.t   key with space 11    2

Longest read query times:
   Nothing recorded during sampling period...
`,
		data: `{
  "samplers": [
    {
      "title": "Frequency of reads by partition",
      "sampler": "READS",
      "measure": "Count",
      "nothing_recorded": false,
      "rows": [
        {
          "table": "k.t",
          "partition": "key with space",
          "value": 11,
          "error": 2
        }
      ]
    },
    {
      "title": "Longest read query times",
      "sampler": "LOCAL_READ_TIME",
      "nothing_recorded": true,
      "rows": []
    }
  ]
}`,
	},
	{
		name: "toppartitions before 4.0", kind: "toppartitions", hint: "2.1-3.11",
		text: `READS Sampler:
  Cardinality: ~2 (256 capacity)
  Top 10 partitions:
	Partition     Count       +/-
	lock-hot       191         0
`,
		data: `{
  "samplers": [
    {
      "title": "READS Sampler",
      "sampler": "READS",
      "measure": "Count",
      "nothing_recorded": false,
      "cardinality": 2,
      "capacity": 256,
      "rows": [
        {
          "partition": "lock-hot",
          "value": 191,
          "error": 0
        }
      ]
    }
  ]
}`,
	},
	{
		name: "profileload -l", kind: "samplinglist", hint: "5.0+",
		text: `KEYSPACE TABLE
k        t
`,
		data: `{
  "tables": [
    "k.t"
  ]
}`,
	},
}

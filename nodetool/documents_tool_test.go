package nodetool

// documentsOfTools are the documents of the sstable tools and of failures.
var documentsOfTools = []madeDocument{
	{
		name: "sstablepartitions", kind: "sstablepartitions", hint: "5.0+",
		text: `Processing k.t-bcdf3220ecd111f1a20e6dd766c90501 #1 (big-nb) (29.150 MiB uncompressed, 28.433 MiB on disk)
  Partition: 'a b' (612062) live, size: 535 B, rows: 4, cells: 8, tombstones: 0 (row:0, range:0, complex:0, cell:0, row-TTLd:0, cell-TTLd:0)
Summary of k.t-bcdf3220ecd111f1a20e6dd766c90501 #1 (big-nb):
  File: /d/k/t-bcdf3220ecd111f1a20e6dd766c90501/nb-1-big-Data.db
  1 partitions match
  Keys: a b
               Partition size            Row count
  max                   535 B                    4
  count                     1
`,
		data: `{
  "sstables": [
    {
      "keyspace": "k",
      "table": "t",
      "table_id": "bcdf3220ecd111f1a20e6dd766c90501",
      "generation": "1",
      "format": "big-nb",
      "uncompressed": 30565990.4,
      "uncompressed_text": "29.150 MiB",
      "on_disk": 29814161.408,
      "on_disk_text": "28.433 MiB",
      "file": "/d/k/t-bcdf3220ecd111f1a20e6dd766c90501/nb-1-big-Data.db",
      "partitions": [
        {
          "key": "a b",
          "key_hex": "612062",
          "live": true,
          "size": 535,
          "size_text": "535 B",
          "counts": {
            "cell": 0,
            "cell-TTLd": 0,
            "cells": 8,
            "complex": 0,
            "range": 0,
            "row": 0,
            "row-TTLd": 0,
            "rows": 4,
            "tombstones": 0
          },
          "text": "Partition: 'a b' (612062) live, size: 535 B, rows: 4, cells: 8, tombstones: 0 (row:0, range:0, complex:0, cell:0, row-TTLd:0, cell-TTLd:0)"
        }
      ],
      "match": 1,
      "columns": [
        "Partition size",
        "Row count"
      ],
      "stats": {
        "count": {
          "Partition size": 1
        },
        "max": {
          "Partition size": 535,
          "Row count": 4
        }
      }
    }
  ]
}`,
	},
	{
		name: "sstablepartitions -m", kind: "sstablepartitions-csv", hint: "5.0+",
		text: `key,keyBinary,live,offset,size,rowCount,directory,keyspace,table
"quote"s'",71,true,5,6,7,/d/nb-2-big-Data.db,k,t
`,
		data: `{
  "header": [
    "key",
    "keyBinary",
    "live",
    "offset",
    "size",
    "rowCount",
    "directory",
    "keyspace",
    "table"
  ],
  "records": [
    {
      "key": "quote\"s'",
      "key_hex": "71",
      "live": true,
      "counts": {
        "offset": 5,
        "rowCount": 7,
        "size": 6
      },
      "words": {
        "directory": "/d/nb-2-big-Data.db",
        "keyspace": "k",
        "table": "t"
      }
    }
  ]
}`,
	},
	{
		name: "sstablemetadata", kind: "sstablemetadata", hint: "5.0+",
		text: `SSTable: /d/k/t-1/nb-2-big
Minimum timestamp: 11/30/2026 15:27:38 (1796052458609802)
SSTable max local deletion time: no tombstones (9223372036854775807)
First token: -4069 (1)
Last token: 9010 (3)
Covered clusterings: ALL
Estimated tombstone drop times: 
   Drop Time                        | Count  (%)  Histogram 
   1796052600 (11/30/2026 15:30:00) |  9766 ( 51) OOOOOO
`,
		data: `{
  "sstables": [
    {
      "as_printed": {
        "Minimum timestamp": "11/30/2026 15:27:38 (1796052458609802)",
        "SSTable max local deletion time": "no tombstones (9223372036854775807)"
      },
      "drop_times": [
        {
          "offset": 1796052600,
          "count": 9766
        }
      ],
      "first_token": {
        "token": "-4069",
        "key": "1",
        "text": "-4069 (1)"
      },
      "last_token": {
        "token": "9010",
        "key": "3",
        "text": "9010 (3)"
      },
      "sstable": "/d/k/t-1/nb-2-big",
      "values": {
        "Covered clusterings": "ALL",
        "Minimum timestamp": 1796052458609802,
        "SSTable max local deletion time": null
      }
    }
  ]
}`,
	},
	{
		name: "sstableexpiredblockers", kind: "sstableexpiredblockers", hint: "",
		text: `[BigTableReader:big(path='/d/nb-1-big-Data.db') (minTS = 17, maxTS = 18, maxLDT = 9223372036854775807)],  blocks 1 expired sstables from getting dropped: [BigTableReader:big(path='/d/nb-2-big-Data.db') (minTS = 20, maxTS = 21, maxLDT = 22)], 
`,
		data: `{
  "blockers": [
    {
      "blocker": {
        "path": "/d/nb-1-big-Data.db",
        "min_timestamp": 17,
        "max_timestamp": 18,
        "max_local_deletion_time": 9223372036854775807
      },
      "count": 1,
      "blocked": [
        {
          "path": "/d/nb-2-big-Data.db",
          "min_timestamp": 20,
          "max_timestamp": 21,
          "max_local_deletion_time": 22
        }
      ]
    }
  ]
}`,
	},
	{
		name: "sstabledump", kind: "sstabledump", hint: "",
		text: `[ {"partition":{"key":["a","b"],"position":0},"rows":[{"type":"row","cells":[{"name":"v","value":1,"ttl":60}]}]} ]
`,
		data: `{
  "partitions": [
    {
      "key": [
        "a",
        "b"
      ],
      "position": 0,
      "deleted": false,
      "rows": 1,
      "static_rows": 0,
      "deleted_rows": 0,
      "range_tombstone_bounds": 0,
      "cells": 1,
      "deleted_cells": 0,
      "expiring_cells": 1
    }
  ],
  "keys_only": false
}`,
	},
	{
		name: "a refusal", kind: "failure", hint: "",
		text: `error: Access denied! Invalid access level for requested MBeanServer operation.
-- StackTrace --
java.lang.SecurityException: Access denied!
	at a.b.C(Unknown Source)
`,
		data: `{
  "class": "refused",
  "first_line": "error: Access denied! Invalid access level for requested MBeanServer operation.",
  "message": "Access denied! Invalid access level for requested MBeanServer operation.",
  "exception": "java.lang.SecurityException",
  "stack_trace": true,
  "line": 1
}`,
	},
	{
		name: "no connection", kind: "failure", hint: "",
		text: `nodetool: Failed to connect to '127.0.0.1:7999' - ConnectException: 'Connection refused'.
`,
		data: `{
  "class": "connect",
  "first_line": "nodetool: Failed to connect to '127.0.0.1:7999' - ConnectException: 'Connection refused'.",
  "message": "Failed to connect to '127.0.0.1:7999' - ConnectException: 'Connection refused'.",
  "target": "127.0.0.1:7999",
  "exception": "ConnectException",
  "stack_trace": false,
  "line": 1
}`,
	},
}

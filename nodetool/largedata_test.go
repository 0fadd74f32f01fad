package nodetool

import (
	"testing"
	"time"
)

const largePartitions = ` keyspace_name | table_name | sstable_name     | partition_size | partition_key | rows   | compaction_time
---------------+------------+------------------+----------------+---------------+--------+---------------------------------
          shop |      carts | md-6-big-Data.db |     1206115481 |          a |b | 120000 | 2026-06-14 13:03:24.039000+0000
          shop |      carts | md-7-big-Data.db |           1000 |            42 |   null | 2026-06-14 13:03:25+0000

(2 rows)
`

func TestLargeDataOfScylla(t *testing.T) {
	if kind, sure := Detect([]byte(largePartitions)); kind != KindLargeData || sure != 1 {
		t.Errorf("%s, %v", kind, sure)
	}
	d, res := read[LargeData](t, KindLargeData, largePartitions)
	if d.Of != "partitions" || len(d.Entries) != 2 || res.Truncated || len(res.Warnings) != 0 || res.VersionHint != "scylla" {
		t.Fatalf("%+v %+v", d, res)
	}
	e := d.Entries[0]
	if e.Keyspace != "shop" || e.Table != "carts" || e.PartitionKey != "a |b" || e.SizeBytes != 1206115481 || e.Rows == nil || *e.Rows != 120_000 ||
		!e.Compacted.Equal(time.Date(2026, 6, 14, 13, 3, 24, 39e6, time.UTC)) {
		t.Errorf("%+v", e)
	}
	if d.Entries[1].Rows != nil || d.Entries[1].Compacted.IsZero() {
		t.Errorf("%+v", d.Entries[1])
	}

	d, res = read[LargeData](t, KindLargeData, ` keyspace_name | table_name | sstable_name     | cell_size | partition_key | clustering_key | column_name | compaction_time
---------------+------------+------------------+-----------+---------------+----------------+-------------+---------------------------------
          shop |      carts | md-1-big-Data.db |   1206115 |             1 |              7 |        body | 2026-06-14 13:03:24.039000+0000
 nonsense
          shop |      carts | md-1-big-Data.db |      many |             1 |              7 |        body | 2026-06-14 13:03:24.039000+0000
`)
	if d.Of != "cells" || len(d.Entries) != 1 || d.Entries[0].Column != "body" || d.Entries[0].ClusteringKey != "7" || len(res.Warnings) != 2 || !res.Truncated {
		t.Errorf("%+v %+v", d, res)
	}
}

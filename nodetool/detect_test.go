package nodetool

import (
	"strings"
	"testing"
)

// TestDetectFragments recognises the parts that people paste: a few lines of the middle, a grep, one row.
func TestDetectFragments(t *testing.T) {
	tests := []struct {
		name, text string
		want       Kind
	}{
		{"one label", "\t\tSSTable count: 1\n", KindTableStats},
		{"a grep for latencies", "\t\tLocal read latency: 0.163 ms\n\t\tLocal write latency: 0.031 ms\n", KindTableStats},
		{"tables of a grep", "\t\tTable: a\n\t\tCompacted partition maximum bytes: 5\n", KindTableStats},
		{"the first line only", "Total number of tables: 48\n", KindTableStats},
		{"titles only", "Keyspace : k\n\tRead Count: 1\n", KindTableStats},
		{"percentiles without a title", "Percentile  SSTables     Write Latency      Read Latency    Partition Size        Cell Count\n50%             1.00             14.00            924.00               770                 3\n", KindTableHistograms},
		{"idle", "pending tasks: 0\n", KindCompactionStats},
		{"a log's prefix", "12:00:01 dtest: DEBUG: pending tasks: 0\n", KindCompactionStats},
		{"rows without the first line", "id                                   compaction type keyspace table completed total unit progress\n", KindCompactionStats},
		{"no title", "id keyspace_name columnfamily_name compacted_at bytes_in bytes_out rows_merged\n", KindCompactionHistory},
		{"dropped messages only", "Message type           Dropped\nREAD                         5\n", KindTPStats},
		{"DSE pools without a header", "TPC/all/READ_LOCAL   0   0   N/A  N/A   4967   4967   7364   N/A   0\n", KindTPStats},
		{"one silent sampler", "Frequency of writes by partition:\n   Nothing recorded during sampling period...\n", KindTopPartitions},
		{"caches only", "Key Cache              : entries 1922, size 196.7 KiB\nRow Cache              : entries 0, size 0 bytes\n", KindInfo},
		{"one block of status", "--  Address    Load       Tokens  Owns    Host ID  Rack\nUN  10.0.0.1  5 GB  16  ?  x  r1\n", KindStatus},
		{"streams idle", "Mode: NORMAL\nNot sending any streams.\n", KindNetStats},
		{"no snapshots", "Snapshot Details: \nThere are no snapshots\n", KindListSnapshots},
		{"addresses", "10.0.0.1\n10.0.0.2\n", KindGetEndpoints},
		{"an address of version 6", "2001:db8::1\n", KindGetEndpoints},
		{"a path", "/var/lib/cassandra/data/k/t-1/nb-1-big-Data.db\n", KindGetSSTables},
		{"a header of CSV", csvHeader, KindSSTablePartitionsCSV},
		{"metadata from the middle", "Estimated droppable tombstones: 0.16\nEstimated tombstone drop times:\n", ""},
		{"JSON of a keyspace", `{"k":{"read_count":0,"tables":{}}}`, KindTableStats},
		{"JSON of pools", `{"ThreadPools":{}}`, KindTPStats},
		{"JSON of keys", `[ [ "a" ] ]`, KindSSTableDump},
		{"YAML of pools", "ThreadPools:\n  ReadStage:\n    ActiveTasks: 0\n", KindTPStats},
		{"YAML of tables", "k:\n  read_count: 0\n  tables:\n    t:\n      sstable_count: 1\n", KindTableStats},
		{"prose about tables", "We ran nodetool tablestats and saw that the table had many sstables.\nPlease advise.\n", ""},
		{"a markdown table", "| Read Count | 5 |\n|---|---|\n| SSTable count | 7 |\n", ""},
		{"a log of the server", "INFO  [main] 2026-11-30 16:21:44,844 Server.java:100 - Starting\n", ""},
		{"a program", "package main\n\nfunc main() {}\n", ""},
		{"other JSON", `{"hello":"world"}`, ""},
		{"other YAML", "hello:\n  world: 1\n", ""},
		{"numbers", "1 2 3\n4 5 6\n", ""},
		{"one word", "true\n", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, sure := Detect([]byte(tt.text))
			if tt.want == "" {
				if res, err := ParseAny([]byte(tt.text)); err == nil {
					t.Errorf("detected as %s (%v), data %s", got, sure, dataOf(t, res))
				}
				return
			}
			if got != tt.want || sure < 0.3 {
				t.Errorf("got %q (%v), want %s", got, sure, tt.want)
			}
		})
	}
}

// TestDetectBehindNoise: what stands before an output does not hide it, and how long it is does not matter much.
func TestDetectBehindNoise(t *testing.T) {
	noise := strings.Repeat("INFO  [main] 2026-11-30 16:21:44,844 Config.java:100 - something\n", 50)
	for _, text := range []string{"ReleaseVersion: 5.0.6\n", "pending tasks: 0\n", "{\"ThreadPools\":{\"ReadStage\":{\"ActiveTasks\":0}}}\n", "127.0.0.1\n"} {
		plain, _ := Detect([]byte(text))
		if got, _ := Detect([]byte(noise + text)); got != plain || got == "" {
			t.Errorf("%q: got %q, want %q", text, got, plain)
		}
	}
}

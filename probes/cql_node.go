package probes

import (
	"context"
	"strings"
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/probes/cql"
)

func threadPools() Probe {
	return whole(base{
		id: "cql.thread_pools", kind: cluster.NodeThreadPools, every: 4 * time.Second, table: "system_views.thread_pools",
		statement: "SELECT * FROM system_views.thread_pools",
	}, func(_ *Target, rows []cql.Row) cluster.Value {
		v := &cluster.ThreadPools{Pools: make([]cluster.ThreadPool, len(rows))}
		for i, r := range rows {
			v.Pools[i] = cluster.ThreadPool{
				Name: r.Text("name"), Active: r.Int("active_tasks"), ActiveLimit: r.Int("active_tasks_limit"),
				Pending: r.Int("pending_tasks"), Completed: r.Int("completed_tasks"),
				Blocked: r.Int("blocked_tasks"), BlockedAllTime: r.Int("blocked_tasks_all_time"),
			}
		}
		return v
	})
}

// compactionTasks sees what runs now; what waits is known to JMX alone.
func compactionTasks() Probe {
	return whole(base{
		id: "cql.sstable_tasks", kind: cluster.NodeCompactionTasks, every: 2 * time.Second,
		table: "system_views.sstable_tasks", statement: "SELECT * FROM system_views.sstable_tasks",
	}, func(_ *Target, rows []cql.Row) cluster.Value {
		v := &cluster.CompactionTasks{Tasks: make([]cluster.CompactionTask, len(rows))}
		for i, r := range rows {
			v.Tasks[i] = cluster.CompactionTask{
				ID:    r.Text("task_id"),
				Table: cluster.TableID{Keyspace: r.Text("keyspace_name"), Name: r.Text("table_name")},
				Kind:  strings.ToLower(r.Text("kind")), Progress: r.Int("progress"), Total: r.Int("total"),
				Unit: r.Text("unit"), SSTables: int(r.Int("sstables")),
			}
		}
		return v
	})
}

func caches() Probe {
	return whole(base{
		id: "cql.caches", kind: cluster.NodeCaches, every: 30 * time.Second, table: "system_views.caches",
		statement: "SELECT * FROM system_views.caches",
	}, func(_ *Target, rows []cql.Row) cluster.Value {
		v := &cluster.Caches{Caches: make([]cluster.Cache, len(rows))}
		for i, r := range rows {
			v.Caches[i] = cluster.Cache{
				Name: r.Text("name"), CapacityBytes: r.Int("capacity_bytes"), SizeBytes: r.Int("size_bytes"),
				Entries: r.Int("entry_count"), Hits: r.Int("hit_count"), Requests: r.Int("request_count"),
			}
			if n := v.Caches[i].Requests; n > 0 { // the node's own ratio is NaN without requests, which JSON cannot hold
				v.Caches[i].HitRatio = float64(v.Caches[i].Hits) / float64(n)
			}
		}
		return v
	})
}

// settingNames are the settings that verdicts and screens quote, in the spelling of 4.0 and of 4.1 on.
var settingNames = []string{
	"tombstone_warn_threshold", "tombstone_failure_threshold", "read_thresholds_enabled",
	"compaction_throughput", "compaction_throughput_mb_per_sec", "concurrent_compactors",
	"partition_size_warn_threshold", "compaction_large_partition_warning_threshold_mb",
	"read_request_timeout", "read_request_timeout_in_ms", "range_request_timeout", "range_request_timeout_in_ms",
	"column_index_size", "column_index_size_in_kb", "disk_access_mode", "auto_snapshot", "snapshot_before_compaction",
}

func settings() Probe {
	b := base{
		id: "cql.settings", kind: cluster.NodeSettings, every: time.Minute, table: "system_views.settings",
		statement: "SELECT name, value FROM system_views.settings WHERE name IN ?",
	}
	b.run = func(ctx context.Context, t *Target, b *base, emit cluster.Emit) error {
		start := t.Now()
		rows, err := t.Conn.Query(ctx, string(t.Node), b.statement, settingNames)
		if err != nil {
			return err
		}
		v := &cluster.Settings{Values: map[string]string{}}
		for _, r := range rows {
			v.Values[r.Text("name")] = r.Text("value")
		}
		emit([]cluster.Reading{b.reading(t, start, v)})
		return nil
	}
	return &b
}

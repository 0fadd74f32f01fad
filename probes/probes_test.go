package probes

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	gocql "github.com/apache/cassandra-gocql-driver/v2"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/probes/cql"
)

// scripted answers statements by their beginning. It stands in for a node only where a real one cannot be made to
// answer so; the end-to-end tests ask real ones.
type scripted struct {
	rows  map[string][]cql.Row
	err   error
	asked []string
}

func (s *scripted) Query(_ context.Context, _, statement string, _ ...any) ([]cql.Row, error) {
	s.asked = append(s.asked, statement)
	if s.err != nil {
		return nil, s.err
	}
	for prefix, rows := range s.rows {
		if strings.HasPrefix(statement, prefix) {
			return rows, nil
		}
	}
	return nil, nil
}
func (*scripted) LastDialError(string) string { return "connection refused" }
func (*scripted) Protocol() int               { return 5 }
func (*scripted) Close()                      {}

func target(conn cql.Conn, release string) *Target {
	now := time.Date(2026, 11, 30, 14, 0, 0, 0, time.UTC)
	return &Target{Conn: conn, User: "oncall", Node: "n1", Release: release, Now: func() time.Time { return now }}
}

func probeByID(t *testing.T, id string) Probe {
	t.Helper()
	for _, p := range Polled() {
		if p.ID() == id {
			return p
		}
	}
	t.Fatalf("no probe %s", id)
	return nil
}

func run(t *testing.T, p Probe, target *Target) ([]cluster.Reading, error) {
	t.Helper()
	var out []cluster.Reading
	err := p.Run(context.Background(), target, func(r []cluster.Reading) { out = append(out, r...) })
	return out, err
}

func TestLatencyUnitsByVersion(t *testing.T) {
	for _, c := range []struct {
		release string
		printed float64
		micros  float64
		step    float64
	}{
		{"4.0.18", 11.864, 11_864, 1},
		{"4.1.10", 0.012, 12_000, 1000},
		{"5.0.6", 0.012, 12_000, 1000},
		{"6.0-alpha2", 0.012, 12_000, 1000},
	} {
		conn := &scripted{rows: map[string][]cql.Row{"SELECT * FROM system_views.local_read_latency": {{
			"keyspace_name": "jobs", "table_name": "queue", "count": int64(42), "p50th_ms": c.printed, "p99th_ms": c.printed, "max_ms": c.printed}}}}
		readings, err := run(t, probeByID(t, "cql.local_read_latency"), target(conn, c.release))
		if err != nil || len(readings) != 1 {
			t.Fatalf("%s: %v, %v", c.release, readings, err)
		}
		v := readings[0].Value.(*cluster.Latency)
		if math.Abs(v.P99Micros-c.micros) > 0.01 || v.ResolutionMicros != c.step || v.Count != 42 {
			t.Errorf("%s prints %v: read as %+v, want %v µs in steps of %v", c.release, c.printed, v, c.micros, c.step)
		}
	}
}

func TestMissingTableIsUnknownNotAsked(t *testing.T) {
	conn := &scripted{}
	tg := target(conn, "4.0.18")
	tg.Capabilities = &cluster.Capabilities{VirtualTables: []string{"system_views.thread_pools"}}
	readings, err := run(t, probeByID(t, "cql.max_sstable_size"), tg)
	if err != nil || len(conn.asked) != 0 || len(readings) != 1 || readings[0].Unknown == nil || readings[0].Unknown.Remedy == "" {
		t.Errorf("asked %v, readings %+v, %v", conn.asked, readings, err)
	}
}

func TestLostConnectionIsExplainedByTheDial(t *testing.T) {
	conn := &scripted{err: gocql.ErrNoConnections}
	readings, err := run(t, probeByID(t, "cql.ping"), target(conn, "5.0.6"))
	if !errors.Is(err, gocql.ErrNoConnections) || len(readings) != 1 || readings[0].Unknown.Reason != "connection refused" {
		t.Errorf("readings %+v, %v", readings, err)
	}
}

func TestPingRefusesAnotherNodesAnswer(t *testing.T) {
	conn := &scripted{rows: map[string][]cql.Row{"SELECT host_id": {{"host_id": "someone else"}}}}
	readings, err := run(t, probeByID(t, "cql.ping"), target(conn, "5.0.6"))
	if !errors.Is(err, cql.ErrWrongNode) || len(readings) != 1 || readings[0].Known() {
		t.Errorf("readings %+v, %v", readings, err)
	}
}

func TestSizeEstimatesSumRangesAndTakeTurns(t *testing.T) {
	conn := &scripted{rows: map[string][]cql.Row{"SELECT partitions_count": {
		{"partitions_count": int64(128), "mean_partition_size": int64(900)}, {"partitions_count": int64(256), "mean_partition_size": int64(700)}}}}
	tg := target(conn, "5.0.6")
	tg.Capabilities = &cluster.Capabilities{VirtualTables: []string{"x"}}
	for i := range 45 {
		tg.Tables = append(tg.Tables, cluster.TableID{Keyspace: "k", Name: string(rune('A' + i))})
	}
	seen := map[cluster.TableID]bool{}
	start := tg.Now()
	for i := range 3 {
		tg.Now = func() time.Time { return start.Add(time.Duration(i) * 30 * time.Second) }
		readings, err := run(t, probeByID(t, "cql.size_estimates"), tg)
		if err != nil || len(readings) > tablesATurn {
			t.Fatalf("%d readings, %v", len(readings), err)
		}
		for _, r := range readings {
			seen[r.Table] = true
			if v := r.Value.(*cluster.SizeEstimate); v.Partitions != 384 || v.MeanPartitionBytes != 900 || v.Ranges != 2 {
				t.Errorf("estimate %+v", v)
			}
		}
	}
	if len(seen) != 45 {
		t.Errorf("%d of 45 tables in three turns", len(seen))
	}
	if !strings.Contains(conn.asked[0], "table_estimates") {
		t.Errorf("asked %s of a 5.0 node", conn.asked[0])
	}
	tg.Capabilities = &cluster.Capabilities{}
	conn.asked = nil
	if _, err := run(t, probeByID(t, "cql.size_estimates"), tg); err != nil || !strings.Contains(conn.asked[0], "system.size_estimates") {
		t.Errorf("asked %s of a 3.11 node, %v", conn.asked[0], err)
	}
}

func TestTopPartitionsReadTuples(t *testing.T) {
	conn := &scripted{rows: map[string][]cql.Row{"SELECT * FROM system.top_partitions": {{
		"keyspace_name": "k", "table_name": "t", "top_type": "SIZES", "top": [][]any{{"a:b", int64(7)}, {"c", int64(9)}, {"torn"}}}}}}
	readings, err := run(t, probeByID(t, "cql.top_partitions"), target(conn, "5.0.6"))
	if err != nil {
		t.Fatal(err)
	}
	v := readings[0].Value.(*cluster.TopPartitions)
	if len(v.Entries) != 2 || v.Entries[0].Key != "c" || v.Entries[0].Value != 9 || v.Entries[1].Key != "a:b" {
		t.Errorf("entries %+v", v.Entries)
	}
}

func TestLargeDataIsAskedWhereThereAreNoVirtualTables(t *testing.T) {
	at := time.Date(2026, 6, 14, 13, 3, 24, 0, time.UTC)
	row := cql.Row{"keyspace_name": "k", "table_name": "t", "partition_key": "7", "compaction_time": at}
	with := func(more cql.Row) []cql.Row {
		out := maps.Clone(row)
		maps.Copy(out, more)
		return []cql.Row{out}
	}
	conn := &scripted{rows: map[string][]cql.Row{
		"SELECT * FROM system.large_partitions": with(cql.Row{"partition_size": int64(2 << 30), "range_tombstones": int64(3), "dead_rows": int64(4)}),
		"SELECT * FROM system.large_rows":       with(cql.Row{"row_size": int64(11 << 20), "clustering_key": "c"}),
		"SELECT * FROM system.large_cells":      with(cql.Row{"cell_size": int64(1 << 20), "clustering_key": "c", "column_name": "body"}),
	}}
	scylla := target(conn, "3.0.8")
	scylla.Capabilities = &cluster.Capabilities{}
	readings, err := run(t, probeByID(t, "cql.top_partitions"), scylla)
	if err != nil {
		t.Fatal(err)
	}
	v := readings[0].Value.(*cluster.TopPartitions)
	got := map[string]string{}
	for _, e := range v.Entries {
		got[e.By] = fmt.Sprintf("%s|%s|%d", e.Key, e.Part, e.Value)
		if !e.Updated.Equal(at) {
			t.Errorf("%+v", e)
		}
	}
	want := map[string]string{"SIZES": "7||2147483648", "TOMBSTONES": "7||7", "ROWS": "7|c|11534336", "CELLS": "7|c body|1048576"}
	if !v.Large || !maps.Equal(got, want) {
		t.Errorf("large %t, %v", v.Large, got)
	}
	for _, s := range conn.asked {
		if !strings.HasSuffix(s, " LIMIT 1000 BYPASS CACHE") {
			t.Errorf("asked %q", s)
		}
	}
}

// TestNoStatementWrites is the promise of a read-only tool, checked on every text that exists.
func TestNoStatementWrites(t *testing.T) {
	all := append(DiscoverStatements(), SchemaStatements()...)
	for _, p := range Polled() {
		all = append(all, p.Statements()...)
		if p.Cost() != Free {
			t.Errorf("%s is polled but %s", p.ID(), p.Cost())
		}
		if p.Interval() < time.Second {
			t.Errorf("%s is polled every %s", p.ID(), p.Interval())
		}
	}
	for _, s := range all {
		if s == "" {
			continue
		}
		upper := strings.ToUpper(s)
		if !strings.HasPrefix(upper, "SELECT ") || strings.Contains(upper, "ALLOW FILTERING") || strings.Contains(upper, "COUNT(") || strings.Contains(s, ";") {
			t.Errorf("not a bounded read: %s", s)
		}
		if !strings.Contains(s, " FROM system") {
			t.Errorf("reads a user's table: %s", s)
		}
	}
}

func TestDiscover(t *testing.T) {
	conn := &scripted{rows: map[string][]cql.Row{
		localStatement: {{"host_id": "n1", "rpc_address": "10.0.0.1", "data_center": "dc1", "rack": "r1", "release_version": "5.0.6",
			"tokens": []string{"0"}, "cluster_name": "c"}},
		peersV2Statement: {
			{"host_id": "n2", "native_address": "10.0.0.2", "native_port": 9142, "tokens": []string{"4611686018427387904"}},
			{"host_id": "", "native_address": "10.0.0.3"},
		},
	}}
	nodes, err := Discover(context.Background(), conn, 9042)
	if err != nil || len(nodes) != 2 {
		t.Fatalf("%+v, %v", nodes, err)
	}
	if nodes[0].Address != "10.0.0.1" || nodes[0].CQLPort != 9042 || nodes[1].CQLPort != 9142 || nodes[1].ClusterName != "c" {
		t.Errorf("nodes %+v", nodes)
	}
	if math.Abs(nodes[0].OwnsShare-0.75) > 1e-9 || math.Abs(nodes[1].OwnsShare-0.25) > 1e-9 {
		t.Errorf("shares %v and %v", nodes[0].OwnsShare, nodes[1].OwnsShare)
	}
}

func TestOwnership(t *testing.T) {
	if got := ownership(map[string][]string{"a": {"7"}}); got["a"] != 1 {
		t.Errorf("a single token owns %v", got["a"])
	}
	if got := ownership(map[string][]string{"a": {"00ff"}}); got != nil {
		t.Errorf("shares of another partitioner: %v", got)
	}
	got := ownership(map[string][]string{"a": {"-9223372036854775808", "0"}, "b": {"9223372036854775807", "-4611686018427387904"}})
	sum := 0.0
	for _, v := range got {
		sum += v
	}
	if math.Abs(sum-1) > 1e-9 {
		t.Errorf("shares sum to %v: %v", sum, got)
	}
}

func TestSchema(t *testing.T) {
	s := buildSchema("v", []cql.Row{{"keyspace_name": "k", "replication": map[string]string{"class": "SimpleStrategy", "replication_factor": "3"}}},
		[]cql.Row{{"keyspace_name": "k", "table_name": "t", "id": "1", "gc_grace_seconds": 864000, "compaction": map[string]string{"class": "org.apache.cassandra.db.compaction.LeveledCompactionStrategy"}}},
		[]cql.Row{
			{"keyspace_name": "k", "table_name": "t", "column_name": "b", "kind": "partition_key", "position": 1, "type": "text"},
			{"keyspace_name": "k", "table_name": "t", "column_name": "a", "kind": "partition_key", "position": 0, "type": "uuid"},
			{"keyspace_name": "k", "table_name": "t", "column_name": "c", "kind": "clustering", "position": 0, "type": "timeuuid", "clustering_order": "desc"},
			{"keyspace_name": "k", "table_name": "t", "column_name": "m", "kind": "regular", "position": -1, "type": "map<text, int>"},
			{"keyspace_name": "k", "table_name": "t", "column_name": "f", "kind": "regular", "position": -1, "type": "frozen<map<text, int>>"},
		})
	got, ok := s.Find(cluster.TableID{Keyspace: "k", Name: "t"})
	if !ok || got.Strategy() != "LCS" || got.RegularColumns != 2 || got.MultiCellCollection != 1 || got.GCGraceSeconds != 864000 {
		t.Errorf("table %+v", got)
	}
	names := []string{got.PartitionKey[0].Name, got.PartitionKey[1].Name, got.Clustering[0].Name}
	if !slices.Equal(names, []string{"a", "b", "c"}) || !got.Clustering[0].Descending {
		t.Errorf("key columns %v", names)
	}
}

func TestAtLeast(t *testing.T) {
	for _, c := range []struct {
		release string
		major   int
		minor   int
		want    bool
	}{{"4.1.10", 4, 1, true}, {"4.0.18", 4, 1, false}, {"3.11.19", 4, 0, false}, {"5.0-beta1", 4, 1, true}, {"6.0-alpha2", 5, 1, true},
		{"4.1-SNAPSHOT", 4, 1, true}, {"5.0.6", 5, 0, true}, {"4.0~rc1", 4, 1, false}, {"who knows", 4, 1, true}} {
		if got := atLeast(c.release, c.major, c.minor); got != c.want {
			t.Errorf("%s at least %d.%d: %v", c.release, c.major, c.minor, got)
		}
	}
}

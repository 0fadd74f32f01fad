package saved

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/nodetool"
)

// tree writes files below a temporary folder named bundle.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	root := filepath.Join(t.TempDir(), "bundle")
	for name, text := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		at := time.Date(2026, 11, 30, 14, 0, 0, 0, time.UTC)
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func snapshot(b *Bundle) *cluster.Snapshot {
	s := cluster.NewState()
	for _, a := range b.Answers {
		s.Apply(a)
	}
	return s.Snapshot()
}

const (
	pending = "pending tasks: 2\n- jobs.queue: 2\n"
	stats   = "Keyspace : jobs\n\tRead Count: 1\n\t\tTable: queue\n\t\tSSTable count: 6\n\t\tLocal read count: 900\n\t\tLocal read latency: 0.5 ms\n"
	status  = `Datacenter: dc1
===============
Status=Up/Down
|/ State=Normal/Leaving/Joining/Moving
--  Address    Load       Tokens  Owns (effective)  Host ID                               Rack
UN  10.0.0.1   49.54 MiB  16      100.0%            67474c22-8565-42fa-91f4-57d315c2d514  r1
DN  10.0.0.2   49.54 MiB  16      100.0%            77474c22-8565-42fa-91f4-57d315c2d514  r2
`
	info = "ID                     : 67474c22-8565-42fa-91f4-57d315c2d514\nGossip active          : true\nData Center            : dc1\nRack                   : r1\n"
)

func TestFoldersNamesAndCommandsSayWhoseItIs(t *testing.T) {
	for _, c := range []struct {
		name  string
		files map[string]string
		nodes string // names, in order
	}{
		{"a folder a node", map[string]string{"cass-a1/compactionstats.txt": pending, "cass-a1/tablestats.txt": stats, "cass-a2/compactionstats.txt": pending}, "cass-a1 cass-a2"},
		{"an address anywhere", map[string]string{"nodes/10.0.0.7/nodetool/cfstats": stats, "nodes/10.0.0.8/nodetool/cfstats": stats}, "10.0.0.7 10.0.0.8"},
		{"an address with dashes", map[string]string{"ip-10-0-0-7.tablestats.txt": stats}, "10.0.0.7"},
		{"names in a flat folder", map[string]string{"a1.tablestats.txt": stats, "a2.tablestats.txt": stats, "a1.compactionstats.txt": pending}, "a1 a2"},
		{"a flat folder of one node", map[string]string{"x/n1/tablestats.txt": stats, "x/n1/compactionstats.txt": pending}, "n1"},
		{"a keyspace is no node", map[string]string{"n1/tablestats.jobs.txt": stats, "n1/tablestats.txt": stats}, "n1"},
		{"times are no nodes", map[string]string{"n1/tablestats-20261130-1400.txt": stats, "n1/tablestats-20261130-1401.txt": stats}, "n1"},
		{"commands in one file", map[string]string{"triage.txt": "[ops@cass-a1 ~]$ nodetool compactionstats\n" + pending + "[ops@cass-a1 ~]$ nodetool tablestats jobs\n" + stats +
			"[ops@cass-a1 ~]$ nodetool -h 10.0.0.9 -p 7199 compactionstats\n" + pending}, "10.0.0.9 cass-a1"},
	} {
		b, err := Read(context.Background(), []string{tree(t, c.files)})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var names []string
		for _, n := range snapshot(b).Nodes {
			names = append(names, n.Name())
		}
		if got := strings.Join(names, " "); got != c.nodes || b.Nodes != len(names) {
			t.Errorf("%s: %q, want %q", c.name, got, c.nodes)
		}
	}
}

func TestStatusAndInfoJoinNamesAndAddresses(t *testing.T) {
	b, err := Read(context.Background(), []string{tree(t, map[string]string{
		"cass-a1/status.txt": status, "cass-a1/info.txt": info, "cass-a1/tablestats.txt": stats, "cass-a1/version": "ReleaseVersion: 4.1.10\n",
	})})
	if err != nil {
		t.Fatal(err)
	}
	s := snapshot(b)
	if len(s.Nodes) != 2 || b.Nodes != 1 {
		t.Fatalf("%d nodes, %d with outputs", len(s.Nodes), b.Nodes)
	}
	a1, _ := s.Node("67474c22-8565-42fa-91f4-57d315c2d514")
	if a1 == nil || a1.Name() != "10.0.0.1" || a1.Info().Release != "4.1.10" || a1.Info().Rack != "r1" || len(a1.Tables) != 1 {
		t.Errorf("%+v", a1)
	}
	a2, _ := s.Node("77474c22-8565-42fa-91f4-57d315c2d514")
	if st := s.StatusOf(a2.ID); !st.Down || st.Code != "DN" {
		t.Errorf("%+v", st)
	}
	if why, _, silent := s.Silent(a2.ID); !silent || !strings.Contains(why, "among the saved") {
		t.Errorf("%q, %t", why, silent)
	}
	if _, _, silent := s.Silent(a1.ID); silent {
		t.Error("a node with outputs is not missed, however old they are")
	}
}

func TestTwoOutputsMakeARate(t *testing.T) {
	later := strings.Replace(stats, "900", "1500", 1)
	b, err := Read(context.Background(), []string{tree(t, map[string]string{
		"n1/tablestats-2026-11-30T14:00:00.txt": stats, "n1/tablestats-2026-11-30T14:01:00.txt": later,
	})})
	if err != nil {
		t.Fatal(err)
	}
	fig := snapshot(b).Table(cluster.TableID{Keyspace: "jobs", Name: "queue"}, cluster.Lens{}).Figures[cluster.FigReadRate]
	if !fig.Known || fig.Value != 10 {
		t.Errorf("%+v", fig)
	}
}

func TestScyllasLargeTablesAreOneAnswer(t *testing.T) {
	of := func(size, value string) string {
		return " keyspace_name | table_name | " + size + " | partition_key | compaction_time\n---+---+---+---+---\n" +
			" shop | carts | " + value + " | 42 | 2026-06-14 13:03:25+0000\n\n(1 rows)\n"
	}
	b, err := Read(context.Background(), []string{tree(t, map[string]string{
		"n1/large_partitions.txt": of("partition_size", "2206115481"), "n1/large_rows.txt": of("row_size", "12061300"),
	})})
	if err != nil {
		t.Fatal(err)
	}
	s := snapshot(b)
	v := cluster.ValueOf[cluster.TopPartitions](s.Nodes[0].Cell(cluster.NodeTopPartitions))
	if b.Nodes != 1 || v == nil || !v.Large || len(v.Entries) != 2 {
		t.Errorf("%d nodes, %+v", b.Nodes, v)
	}
	if ids := s.TableIDs(cluster.Lens{}, false); len(ids) != 1 || ids[0].String() != "shop.carts" {
		t.Errorf("tables %v", ids)
	}
}

func TestWhatIsNotShownSaysWhy(t *testing.T) {
	root := tree(t, map[string]string{
		"n1/tablestats.txt": stats, "n1/notes.txt": "call the customer back", "n1/heap.hprof": "JAVA PROFILE\x00\x00", "n1/empty.txt": " \n",
		"n1/getendpoints.txt": "10.0.0.1\n10.0.0.2\n", "n1/info.txt": "nodetool: Failed to connect to '127.0.0.1:7199' - ConnectException: 'Connection refused (Connection refused)'.\n",
	})
	b, err := Read(context.Background(), []string{root})
	if err != nil {
		t.Fatal(err)
	}
	reasons := map[string]string{}
	for i := range b.Pieces {
		reasons[filepath.Base(b.Pieces[i].Path)] = b.Pieces[i].Reason
	}
	for name, want := range map[string]string{"tablestats.txt": "", "notes.txt": "not a known", "getendpoints.txt": "partop parse", "info.txt": "Connection refused"} {
		if got, ok := reasons[name]; !ok || want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%s: %q, %t", name, got, ok)
		}
	}
	if len(reasons) != 4 || b.Used() != 1 {
		t.Errorf("%d pieces, %d used: %v", len(reasons), b.Used(), reasons)
	}
}

func TestNothingIsAnError(t *testing.T) {
	for _, files := range []map[string]string{{"notes.txt": "call back"}, {}} {
		root := tree(t, files)
		if err := os.MkdirAll(root, 0o755); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(context.Background(), []string{root}); !errors.Is(err, ErrNothing) {
			t.Errorf("%v: %v", files, err)
		}
	}
	if _, err := Read(context.Background(), []string{filepath.Join(t.TempDir(), "gone")}); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Read(ctx, []string{tree(t, map[string]string{"tablestats.txt": stats})}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// Every saved output of our own nodes is either shown or says why it is not.
func TestOutputsOfRealNodes(t *testing.T) {
	root := filepath.Join("..", "..", "..", "nodetool", "testdata")
	for _, version := range []string{"cassandra-3.11.19", "cassandra-4.0.18", "cassandra-4.1.10", "cassandra-5.0.6"} {
		b, err := Read(context.Background(), []string{filepath.Join(root, version)})
		if err != nil {
			t.Fatal(err)
		}
		s := snapshot(b)
		tables := 0
		for _, n := range s.Nodes {
			tables += len(n.Tables)
		}
		if tables == 0 || b.Used() < 10 {
			t.Errorf("%s: %d tables of %d outputs used", version, tables, b.Used())
		}
		for i := range b.Pieces {
			p := &b.Pieces[i]
			if strings.HasSuffix(p.Path, ".expect.json") || strings.Contains(p.Path, "index-arg") {
				continue // what a test expects is no output; an index has no row of its own
			}
			if p.Result != nil && p.Kind == nodetool.KindTableStats && p.Reason != "" {
				t.Errorf("%s is not shown: %s", p.Path, p.Reason)
			}
		}
	}
}

func TestTimes(t *testing.T) {
	changed := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for name, want := range map[string]string{
		"n1/tablestats.txt":                      "2026-01-02T03:04:05Z",
		"n1/tablestats-20261130-1402.txt":        "2026-11-30T14:02:00Z",
		"2026-11-30T14-02-11/n1/tablestats.txt":  "2026-11-30T14:02:11Z",
		"n1/tablestats_2026-11-30_14.02.txt":     "2026-11-30T14:02:00Z",
		"n1/tablestats-20269930-1402.txt":        "2026-01-02T03:04:05Z",
		"20261129-0900/tablestats-20261130-1402": "2026-11-30T14:02:00Z",
	} {
		if got := timeOf(name, changed).Format(time.RFC3339); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

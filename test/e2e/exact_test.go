package e2e

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	gocql "github.com/apache/cassandra-gocql-driver/v2"

	"github.com/partop/partop/sstable"
)

// labNode1 is the address of node 1 and the folder of its data.
func labNode1(t *testing.T) (host, data string) {
	t.Helper()
	dir := filepath.Join(repository, ".lab")
	if d := os.Getenv("PARTOP_LAB_DIR"); d != "" {
		dir = d
	}
	net := "0"
	if n := os.Getenv("PARTOP_LAB_NET"); n != "" {
		net = n
	}
	return "127.0." + net + ".1", filepath.Join(dir, "node1", "data")
}

const exactKeyspace = "partop_exact"

// exactSession makes a keyspace whose data are on every node.
func exactSession(t *testing.T, host string) *gocql.Session {
	t.Helper()
	c := gocql.NewCluster(host)
	c.Authenticator = gocql.PasswordAuthenticator{Username: "cassandra", Password: "cassandra"}
	c.Timeout, c.ConnectTimeout = 20*time.Second, 20*time.Second
	c.Consistency = gocql.All
	s, err := c.CreateSession()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	var others int
	if err := s.Query("SELECT count(*) FROM system.peers_v2").Consistency(gocql.One).Scan(&others); err != nil {
		t.Fatal(err)
	}
	do(t, s, "DROP KEYSPACE IF EXISTS "+exactKeyspace)
	do(t, s, fmt.Sprintf("CREATE KEYSPACE %s WITH replication = {'class': 'SimpleStrategy', 'replication_factor': %d}", exactKeyspace, others+1))
	t.Cleanup(func() { do(t, s, "DROP KEYSPACE IF EXISTS "+exactKeyspace) })
	return s
}

func do(t *testing.T, s *gocql.Session, stmt string, args ...any) {
	t.Helper()
	if err := s.Query(stmt, args...).Exec(); err != nil {
		t.Fatalf("%s: %v", stmt, err)
	}
}

// writer overwrites and deletes at random in a few partitions. Timestamps are few, so that many are equal.
type writer struct {
	t     *testing.T
	s     *gocql.Session
	r     *rand.Rand
	table string
}

func (w *writer) mutate() {
	pk, c1, c2 := w.r.IntN(6), w.r.IntN(8), string(rune('a'+w.r.IntN(5)))
	ts := 1_700_000_000_000_000 + int64(w.r.IntN(40))
	using := fmt.Sprintf("USING TIMESTAMP %d", ts)
	if w.r.IntN(4) == 0 {
		using += fmt.Sprintf(" AND TTL %d", []int{1, 2, 100_000, 200_000}[w.r.IntN(4)])
	}
	row := fmt.Sprintf("pk = %d AND c1 = %d AND c2 = '%s'", pk, c1, c2)
	v := w.r.IntN(1000)
	update := func(set string) string { return fmt.Sprintf("UPDATE %s %s SET %s WHERE %s", w.table, using, set, row) }
	remove := func(what, where string) string {
		return fmt.Sprintf("DELETE %s FROM %s USING TIMESTAMP %d WHERE %s", what, w.table, ts, where)
	}
	var stmt string
	switch w.r.IntN(20) {
	case 0, 1, 2, 3, 4:
		stmt = fmt.Sprintf("INSERT INTO %s (pk, c1, c2, a, b) VALUES (%d, %d, '%s', %d, 'text %d') %s", w.table, pk, c1, c2, v, v, using)
	case 5, 6:
		stmt = fmt.Sprintf("INSERT INTO %s (pk, c1, c2, a, m) VALUES (%d, %d, '%s', %d, {'k%d': %d}) %s", w.table, pk, c1, c2, v, v%5, v, using)
	case 7:
		stmt = update(fmt.Sprintf("a = %d", v%3))
	case 8:
		stmt = update(fmt.Sprintf("m['k%d'] = %d, st = st + {%d}", v%5, v, v%7))
	case 9:
		stmt = update(fmt.Sprintf("b = 'b%d', m = m + {'x': %d}", v, v))
	case 10:
		stmt = update(fmt.Sprintf("l = [%d, %d]", v, v+1))
	case 11:
		stmt = remove("a", row)
	case 12:
		stmt = remove(fmt.Sprintf("m['k%d']", v%5), row)
	case 13:
		stmt = remove("m", row)
	case 14:
		stmt = remove("", row)
	case 15:
		stmt = remove("", fmt.Sprintf("pk = %d AND c1 = %d", pk, c1))
	case 16:
		stmt = remove("", fmt.Sprintf("pk = %d AND c1 = %d AND c2 > '%s'", pk, c1, c2))
	case 17:
		stmt = remove("", fmt.Sprintf("pk = %d AND c1 >= %d AND c1 < %d", pk, c1, c1+2))
	case 18:
		stmt = fmt.Sprintf("UPDATE %s %s SET s = %d WHERE pk = %d", w.table, using, v, pk)
	default:
		if w.r.IntN(6) > 0 {
			stmt = remove("s", fmt.Sprintf("pk = %d", pk))
		} else {
			stmt = fmt.Sprintf("DELETE FROM %s USING TIMESTAMP %d WHERE pk = %d", w.table, ts-15, pk)
		}
	}
	do(w.t, w.s, stmt)
}

func (w *writer) count() {
	do(w.t, w.s, fmt.Sprintf("UPDATE %s SET n = n + %d WHERE pk = %d AND ck = %d", w.table, w.r.IntN(9), w.r.IntN(5), w.r.IntN(20)))
	if w.r.IntN(100) == 0 {
		do(w.t, w.s, fmt.Sprintf("DELETE n FROM %s WHERE pk = %d AND ck = %d", w.table, w.r.IntN(5), 20+w.r.IntN(20)))
	}
}

// What an exact merge says that a compaction would write is what it writes: sizes, rows, cells and tombstones.
func TestExactIsWhatCompactionWrites(t *testing.T) {
	host, data := labNode1(t)
	s := exactSession(t, host)
	for _, c := range []struct {
		name, columns string
		gcGrace       int64
		descending    bool
	}{
		{"kept", exactColumns, 864000, false},
		{"dropped", exactColumns, 0, true},
		{"counted", "pk int, ck int, n counter, PRIMARY KEY (pk, ck)", 0, false},
	} {
		table := exactKeyspace + "." + c.name
		order := ""
		if c.descending {
			order = "CLUSTERING ORDER BY (c1 ASC, c2 DESC) AND "
		}
		do(t, s, fmt.Sprintf("CREATE TABLE %s (%s) WITH %s gc_grace_seconds = %d AND compaction = {'class': 'SizeTieredCompactionStrategy', 'enabled': 'false'}",
			table, c.columns, order, c.gcGrace))
		w := &writer{t, s, rand.New(rand.NewPCG(7, uint64(c.gcGrace))), table}
		for range 5 {
			for range 700 {
				if c.name == "counted" {
					w.count()
				} else {
					w.mutate()
				}
			}
			lab(t, "nodetool", "-n", "1", "flush", exactKeyspace, c.name)
		}
		time.Sleep(4 * time.Second) // the shortest TTLs and a gc_grace of 0 end
		var id gocql.UUID
		if err := s.Query("SELECT id FROM system_schema.tables WHERE keyspace_name = ? AND table_name = ?", exactKeyspace, c.name).Consistency(gocql.One).Scan(&id); err != nil {
			t.Fatal(err)
		}
		dir := fmt.Sprintf("%s-%x", c.name, id[:])
		compareExact(t, filepath.Join(data, exactKeyspace, dir), c.name, c.gcGrace)
	}
}

const exactColumns = "pk int, c1 int, c2 text, a int, b text, m map<text, int>, st set<int>, l list<int>, s int static, PRIMARY KEY (pk, c1, c2)"

func compareExact(t *testing.T, dir, table string, gcGrace int64) {
	t.Helper()
	want := map[string]sstable.ExactPartition{}
	now := time.Now().Unix()
	fragments := 0
	exact, partitions := exactOf(t, dir)
	for _, p := range partitions {
		got, err := exact.Partition(t.Context(), p.Fragments, sstable.ExactOptions{NowSeconds: now, GCGraceSeconds: gcGrace})
		if err != nil {
			t.Fatal(err)
		}
		if got.Compacted.SizeBytes > 0 {
			want[string(p.Key)] = got
		}
		fragments += len(p.Fragments)
	}
	lab(t, "nodetool", "-n", "1", "compact", exactKeyspace, table)
	_, after := exactOf(t, dir)
	for _, p := range after {
		w := want[string(p.Key)].Compacted
		if p.SSTables != 1 || p.SizeBytes != w.SizeBytes || p.Counts != w.Counts {
			t.Errorf("%s %x: compaction wrote %d bytes %+v in %d SSTables, expected %d bytes %+v", table, p.Key, p.SizeBytes, p.Counts, p.SSTables, w.SizeBytes, w.Counts)
		}
	}
	if len(after) != len(want) || len(after) == 0 || fragments < 3*len(after) {
		t.Errorf("%s: %d partitions of %d fragments, expected %d", table, len(after), fragments, len(want))
	}
	t.Logf("%s: %d partitions of %d fragments", table, len(after), fragments)
}

// exactOf merges the SSTables of a folder and gives their partitions with fragments.
func exactOf(t *testing.T, dir string) (*sstable.Exact, []sstable.MergedPartition) {
	t.Helper()
	fsys := os.DirFS(dir)
	l, err := sstable.List(fsys, ".")
	if err != nil {
		t.Fatal(err)
	}
	m, err := sstable.NewMerge(t.Context(), fsys, l.SSTables, sstable.MergeOptions{NowSeconds: time.Now().Unix(), Fragments: true})
	if err != nil {
		t.Fatal(err)
	}
	var out []sstable.MergedPartition
	for m.Next() {
		p := *m.Partition()
		p.Key, p.Fragments = slices.Clone(p.Key), slices.Clone(p.Fragments)
		out = append(out, p)
	}
	if damages, n := m.Damages(); m.Err() != nil || n > 0 || len(m.Skipped()) > 0 {
		t.Fatal(m.Err(), damages, m.Skipped())
	}
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	exact, err := sstable.NewExact(t.Context(), fsys, l.SSTables)
	if err != nil {
		t.Fatal(err)
	}
	return exact, out
}

package probes

import (
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/jmx"
)

var (
	carts  = cluster.TableID{Keyspace: "shop", Name: "carts"}
	orders = cluster.TableID{Keyspace: "shop", Name: "orders"}
)

// answered gives each call an answer by the end of its text, and everything else an unknown attribute.
func answered(a *Asked, by map[string]any) []jmx.Result {
	out := make([]jmx.Result, len(a.Calls))
	for i, c := range a.Calls {
		out[i] = jmx.Result{Err: fmt.Errorf("%s: %w", c, jmx.ErrAttributeNotFound)}
		for part, v := range by {
			if !strings.Contains(c.String(), part) {
				continue
			}
			if err, failed := v.(error); failed {
				out[i] = jmx.Result{Err: err}
			} else {
				out[i] = jmx.Result{Value: v}
			}
		}
	}
	return out
}

func readingsOf(t *testing.T, a *Asked, by map[string]any) [][]cluster.Reading {
	t.Helper()
	now := time.Date(2026, 11, 30, 14, 0, 0, 0, time.UTC)
	answers, _ := a.Readings("n1", now.Add(-4*time.Second), now.Add(-time.Millisecond), now, answered(a, by))
	for _, answer := range answers {
		for i := range answer {
			if r := &answer[i]; r.Node != "n1" || r.Source != cluster.SourceJMX || !r.To.Equal(now) || !r.From.Equal(now.Add(-4*time.Second)) || !r.Known() || r.Kind != answer[0].Kind {
				t.Errorf("%+v", r)
			}
		}
	}
	return answers
}

func TestWorkIsExactAndWhatIsMissingUnknown(t *testing.T) {
	a := WorkOfTables([]cluster.TableID{carts, orders})
	if len(a.Calls) != 18 {
		t.Fatalf("%d calls", len(a.Calls))
	}
	answers := readingsOf(t, a, map[string]any{
		"scope=carts,name=ReadLatency Count": int64(100), "scope=carts,name=ReadTotalLatency Count": int64(5000),
		"scope=carts,name=LiveSSTableCount Value": int32(7), "scope=orders": jmx.ErrInstanceNotFound,
	})
	work := find(answers, cluster.TableWorkRow)
	if len(work) != 1 || work[0].Table != carts {
		t.Fatalf("a dropped table has no row: %+v", answers)
	}
	w := work[0].Value.(*cluster.TableWork)
	if w.Reads != 100 || w.ReadMicros != 5000 || w.SSTables != 7 || w.OverWarnings != cluster.UnknownCount || w.Scans != cluster.UnknownCount {
		t.Errorf("%+v", w)
	}
}

func TestATableAtRestIsAskedForLittle(t *testing.T) {
	counts := func(table string, reads, micros int64) map[string]any {
		return map[string]any{"scope=" + table + ",name=ReadLatency Count": reads, "scope=" + table + ",name=ReadTotalLatency Count": micros,
			"scope=" + table + ",name=LiveSSTableCount Value": int32(2)}
	}
	var w Work
	look := func(by map[string]any) (calls int, rows map[cluster.TableID]*cluster.TableWork) {
		t.Helper()
		first := w.Ask([]cluster.TableID{carts, orders})
		then := first.Then(answered(first, by))
		rows = map[cluster.TableID]*cluster.TableWork{}
		for _, r := range find(readingsOf(t, then, by), cluster.TableWorkRow) {
			rows[r.Table] = r.Value.(*cluster.TableWork)
		}
		return len(first.Calls) + len(then.Calls), rows
	}
	by := counts("carts", 100, 5000)
	maps.Copy(by, counts("orders", 7, 70))
	if n, rows := look(by); n != 18 || rows[carts].Reads != 100 || rows[carts].ReadMicros != 5000 || rows[orders].ReadMicros != 70 {
		t.Errorf("first look: %d calls, %+v", n, rows)
	}
	maps.Copy(by, counts("carts", 101, 6000))
	by["scope=orders,name=LiveSSTableCount Value"] = int32(9)
	if n, rows := look(by); n != 13 || rows[carts].ReadMicros != 6000 || rows[orders].ReadMicros != 70 || rows[orders].SSTables != 9 {
		t.Errorf("one works: %d calls, %+v", n, rows)
	}
	gone := counts("carts", 101, 6000)
	gone["scope=orders"] = jmx.ErrInstanceNotFound
	if n, rows := look(gone); n != 8 || len(rows) != 1 || rows[carts].ReadMicros != 6000 {
		t.Errorf("one is gone: %d calls, %+v", n, rows)
	}
	maps.Copy(by, counts("carts", 3, 30)) // made anew, or the node started anew
	if n, rows := look(by); n != 18 || rows[carts].Reads != 3 || rows[carts].ReadMicros != 30 {
		t.Errorf("back: %d calls, %+v", n, rows)
	}
}

func TestHistogramsKeepTheNodesOwnBuckets(t *testing.T) {
	counts := make([]int64, 165)
	counts[0], counts[30] = 90, 10
	micros := make([]int64, 128)
	micros[20] = 5
	for _, c := range []struct{ release, unit string }{{"5.0.6", "microseconds"}, {"4.0.18", "nanoseconds"}} {
		answers := readingsOf(t, ReadsOfTables([]cluster.TableID{carts}, c.release), map[string]any{
			"TombstoneScannedHistogram": counts, "name=ReadLatency": micros, "SSTablesPerReadHistogram": make([]int64, 166),
		})
		h := find(answers, cluster.TableTombstoneHistogram)[0].Value.(*cluster.Buckets)
		if h.Count() != 100 || h.Layout().Unit != "tombstones" || h.Layout().Buckets != 165 || h.Layout().Zero {
			t.Errorf("%+v", h.Layout())
		}
		if r := find(answers, cluster.TableReadHistogram)[0].Value.(*cluster.Buckets); r.Layout().Unit != c.unit {
			t.Errorf("%s: timers in %s", c.release, r.Layout().Unit)
		}
		if s := find(answers, cluster.TableSSTablesPerRead)[0].Value.(*cluster.Buckets); !s.Layout().Zero {
			t.Error("SSTables per read have a bucket of zeros")
		}
	}
	bad := readingsOf(t, ReadsOfTables([]cluster.TableID{carts}, "5.0.6"), map[string]any{"TombstoneScannedHistogram": []int64{-1, 3}, "LiveScanned": "text"})
	if len(bad) != 0 {
		t.Errorf("a histogram that cannot be one: %+v", bad)
	}
}

func TestARefusalIsReported(t *testing.T) {
	a := ReadsOfTables([]cluster.TableID{carts}, "5.0.6")
	now := time.Now()
	answers, denied := a.Readings("n1", now, now, now, answered(a, map[string]any{"values": fmt.Errorf("x: %w", jmx.ErrAccessDenied)}))
	if len(answers) != 0 || !errors.Is(denied, jmx.ErrAccessDenied) {
		t.Errorf("%v, %v", answers, denied)
	}
	fading := readingsOf(t, FadingOfTables([]cluster.TableID{carts}), map[string]any{
		"TombstoneScannedHistogram": jmx.Items{{Name: "Count", Value: int64(12)}, {Name: "50thPercentile", Value: 1.0}, {Name: "99thPercentile", Value: 5722.0}, {Name: "Max", Value: int64(5722)}},
		"LiveScannedHistogram":      jmx.Items{{Name: "Count", Value: int64(12)}},
	})
	d := find(fading, cluster.TableTombstonesPerRead)
	if len(d) != 1 || d[0].Exactness != cluster.AtMost || d[0].Value.(*cluster.Decaying).P99 != 5722 || len(find(fading, cluster.TableRowsPerRead)) != 0 {
		t.Errorf("%+v", fading)
	}
}

func TestSizesLeaveNonsenseOut(t *testing.T) {
	answers := readingsOf(t, SizesOfTables([]cluster.TableID{carts}), map[string]any{
		"LiveDiskSpaceUsed Count": int64(4096), "MaxPartitionSize Value": int64(924), "PercentRepaired": 98.5, "CompressionRatio": -1.0,
		"SSTableCountPerLevel": []int32{2, 7, 0, 0}, "EstimatedPartitionSizeHistogram": make([]int64, 156),
	})
	s := find(answers, cluster.TableStatsRow)[0].Value.(*cluster.TableStats)
	if s.LiveBytes != 4096 || s.MaxPartitionBytes != 924 || s.RepairedPercent != 98.5 || s.CompressionRatio != cluster.UnknownMeasure || len(s.Levels) != 2 {
		t.Errorf("%+v", s)
	}
	if h := find(answers, cluster.TableFragmentSizes); len(h) != 1 || h[0].Value.(*cluster.Buckets).Layout().Unit != "bytes" {
		t.Errorf("%+v", h)
	}
}

func TestNodeTotals(t *testing.T) {
	a := NodeTotals([]cluster.TableID{carts, orders}, true)
	answers := readingsOf(t, a, map[string]any{
		"name=PendingTasks Value":  int32(3),
		"PendingTasksByTableName":  jmx.Map{{Key: "shop", Value: jmx.Map{{Key: "carts", Value: int32(3)}}}},
		"G1 Young Generation Coll": int64(40),
		"HeapMemoryUsage":          jmx.Composite{Items: jmx.Items{{Name: "used", Value: int64(7)}, {Name: "max", Value: int64(9)}}},
		"Compactions": []any{jmx.Map{{Key: "keyspace", Value: "shop"}, {Key: "columnfamily", Value: "carts"}, {Key: "completed", Value: "5"},
			{Key: "total", Value: "50"}, {Key: "unit", Value: "bytes"}, {Key: "taskType", Value: "Compaction"}}},
	})
	pending := find(answers, cluster.TablePendingCompactions)
	got := map[cluster.TableID]int64{}
	for i := range pending {
		got[pending[i].Table] = pending[i].Value.(*cluster.Number).N
	}
	if len(got) != 2 || got[carts] != 3 || got[orders] != 0 {
		t.Errorf("pending %v: a table that is not named has none", got)
	}
	if g := find(answers, cluster.NodeGC)[0].Value.(*cluster.GC); g.CollectionMillis != 40 || g.Collections != 40 || g.HeapMaxBytes != 9 {
		t.Errorf("%+v", g)
	}
	if c := find(answers, cluster.NodeCompactionTasks)[0].Value.(*cluster.CompactionTasks); len(c.Tasks) != 1 || c.Tasks[0].Remaining() != 45 || c.Tasks[0].Table != carts {
		t.Errorf("%+v", c)
	}
	if n := len(readingsOf(t, NodeTotals(nil, false), map[string]any{"PendingTasksByTableName": "text"})); n != 0 {
		t.Errorf("%d answers of nonsense", n)
	}
}

func TestDropsAndPools(t *testing.T) {
	d := readingsOf(t, DroppedMessages(), map[string]any{"scope=READ_REQ": int64(4), "scope=MUTATION_REQ": int64(0)})
	if v := d[0][0].Value.(*cluster.Dropped); len(v.Messages) != 2 || v.Messages["READ_REQ"] != 4 {
		t.Errorf("%+v", v)
	}
	p := readingsOf(t, ThreadPoolsOf(), map[string]any{"scope=ReadStage,name=CompletedTasks": int64(99), "scope=ReadStage,name=ActiveTasks": int32(1)})
	v := p[0][0].Value.(*cluster.ThreadPools)
	if pool, ok := v.Find("ReadStage"); !ok || pool.Completed != 99 || pool.Active != 1 || len(v.Pools) != 1 {
		t.Errorf("%+v", v)
	}
	if none := readingsOf(t, ThreadPoolsOf(), nil); len(none) != 0 {
		t.Errorf("%+v", none)
	}
}

// Nothing that a poll asks may reset what others read, and nothing but values() is invoked.
func TestPolledCallsAreHarmless(t *testing.T) {
	tables := []cluster.TableID{carts}
	for _, a := range []*Asked{WorkOfTables(tables), ReadsOfTables(tables, "5.0.6"), FadingOfTables(tables), SizesOfTables(tables),
		NodeTotals(tables, true), DroppedMessages(), ThreadPoolsOf()} {
		for _, c := range a.Calls {
			text := c.String()
			if strings.Contains(text, "Recent") || strings.HasPrefix(text, "invoke") && !strings.Contains(text, " values") || strings.Contains(text, "GCInspector") {
				t.Errorf("%s", text)
			}
		}
	}
}

func TestJMXFailuresSayWhatToDo(t *testing.T) {
	for _, c := range []struct {
		err      error
		why, fix string
	}{
		{jmx.ErrCredentialsRequired, "a role and a password", "jmx_user"}, {jmx.ErrBadCredentials, "refused the password", "jmx_password_file"},
		{jmx.ErrTLSPort, "speaks TLS", "jmx_tls"}, {jmx.ErrNotJMX, "something else", "jmx_hosts"}, {jmx.ErrTimeout, "says nothing", "frozen"},
		{jmx.ErrAccessDenied, "may not", "readwrite"}, {jmx.ErrClientCertificate, "certificate", "tls_cert"}, {jmx.ErrClearPort, "does not speak TLS", "jmx_tls"},
		{errors.New("connection refused"), "connection refused", "--jmx-hosts"},
	} {
		u := JMXFailure(fmt.Errorf("dial: %w", c.err))
		if !strings.Contains(u.Reason, c.why) || !strings.Contains(u.Remedy, c.fix) {
			t.Errorf("%v: %+v", c.err, u)
		}
	}
}

func TestJMXSamplesAreThoseOfNodetool(t *testing.T) {
	v := JMXSamples(map[string][]jmx.Sample{
		"READS":           {{Table: "shop.carts", Value: "a", Count: 5, Error: 1}, {Table: "shop.carts", Value: "b", Count: 9}},
		"LOCAL_READ_TIME": {{Value: "SELECT * FROM shop.orders WHERE k = 1", Count: 700}},
	}, cluster.TableID{}, 1024, 10*time.Second)
	if len(v.Samplers) != 2 || v.WindowMillis != 10_000 {
		t.Fatalf("%+v", v)
	}
	if q := v.Samplers[0].Rows[0]; q.Query == "" || q.Key != "" || q.Table != orders {
		t.Errorf("%+v", q)
	}
	if r := v.Samplers[1].Rows; r[0].Key != "b" || r[1].Error != 1 || r[1].Table != carts {
		t.Errorf("%+v", r)
	}
}

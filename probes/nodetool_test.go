package probes

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

var printedAt = time.Date(2026, 11, 30, 14, 0, 0, 0, time.UTC)

// printed reads an output of a node of our own.
func printed(t *testing.T, kind nodetool.Kind, name string) *Printed {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", "nodetool", "testdata", filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	r, err := nodetool.Parse(kind, b)
	if err != nil {
		t.Fatal(err)
	}
	return &Printed{Node: "n1", From: printedAt, To: printedAt, Result: r}
}

// find returns the Readings of a kind.
func find(answers [][]cluster.Reading, k cluster.Kind) []cluster.Reading {
	for _, a := range answers {
		if len(a) > 0 && a[0].Kind == k {
			return a
		}
	}
	return nil
}

func TestReadingsSayWhoWhenAndHow(t *testing.T) {
	for _, c := range []struct {
		kind nodetool.Kind
		file string
		want []cluster.Kind
	}{
		{nodetool.KindTableStats, "cassandra-5.0.6/tablestats.ks.txt", []cluster.Kind{cluster.TableStatsRow}},
		{nodetool.KindTableStats, "cassandra-3.11.19/tablestats.ks.txt", []cluster.Kind{cluster.TableStatsRow}},
		{nodetool.KindCompactionStats, "cassandra-5.0.6/compactionstats.active.b.txt", []cluster.Kind{cluster.NodePendingCompactions, cluster.TablePendingCompactions, cluster.NodeCompactionTasks}},
		{nodetool.KindCompactionHistory, "cassandra-5.0.6/compactionhistory.text.txt", []cluster.Kind{cluster.NodeCompactionHistory}},
		{nodetool.KindTPStats, "cassandra-4.1.10/tpstats.busy.b.txt", []cluster.Kind{cluster.NodeThreadPools, cluster.NodeDropped}},
	} {
		if _, err := os.Stat(filepath.Join("..", "nodetool", "testdata", c.file)); err != nil {
			t.Errorf("%v", err)
			continue
		}
		answers := printed(t, c.kind, c.file).Readings()
		for _, k := range c.want {
			a := find(answers, k)
			if len(a) == 0 {
				t.Errorf("%s gives no %s", c.file, k)
				continue
			}
			if r := a[0]; r.Node != "n1" || !r.To.Equal(printedAt) || r.Source != cluster.SourceNodetool || !r.Known() || r.Kind.AboutTable() == r.Table.IsZero() {
				t.Errorf("%s: %+v", c.file, r)
			}
		}
	}
}

func result(t *testing.T, kind nodetool.Kind, text string) *Printed {
	t.Helper()
	r, err := nodetool.Parse(kind, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return &Printed{Node: "n1", From: printedAt, To: printedAt, Result: r}
}

const stats = `Keyspace : jobs
	Read Count: 10
		Table: queue
		SSTable count: 3
		SSTables in each level: [2, 1]
		Space used (total): 4096
		SSTable Compression Ratio: -1.0
		Number of partitions (estimate): 12
		Local read count: 100
		Local read latency: 0.250 ms
		Local write count: 7
		Local write latency: NaN ms
		Compacted partition maximum bytes: 924
		Maximum tombstones per slice (last five minutes): 4768

		Table (index): queue.by_lane
		SSTable count: 1
`

func TestWhatWasNotPrintedStaysUnknown(t *testing.T) {
	a := find(result(t, nodetool.KindTableStats, stats).Readings(), cluster.TableStatsRow)
	if len(a) != 1 {
		t.Fatalf("an index is its table's work: %+v", a)
	}
	v := a[0].Value.(*cluster.TableStats)
	if v.Reads != 100 || v.SSTables != 3 || v.ReadMeanMicros != 250 || v.MaxPartitionBytes != 924 || v.TombstonesMax != 4768 || len(v.Levels) != 2 {
		t.Errorf("%+v", v)
	}
	if v.WriteMeanMicros != cluster.UnknownMeasure || v.CompressionRatio != cluster.UnknownMeasure || v.RepairedPercent != cluster.UnknownMeasure ||
		v.LiveBytes != cluster.UnknownCount || v.AvgPartitionBytes != cluster.UnknownCount {
		t.Errorf("%+v", v)
	}
}

func TestPendingIsZeroOnlyWhereTheVersionNamesTables(t *testing.T) {
	queue, log := cluster.TableID{Keyspace: "jobs", Name: "queue"}, cluster.TableID{Keyspace: "audit", Name: "log"}
	for _, c := range []struct {
		text string
		want map[cluster.TableID]int64
	}{
		{"pending tasks: 3\n- jobs.queue: 3\n", map[cluster.TableID]int64{queue: 3, log: 0}},
		{"pending tasks: 0\n", map[cluster.TableID]int64{queue: 0, log: 0}},
		{"pending tasks: 5\n", nil}, // of 2.x: whose they are is not told
	} {
		p := result(t, nodetool.KindCompactionStats, c.text)
		p.Tables = []cluster.TableID{queue, log}
		a := find(p.Readings(), cluster.TablePendingCompactions)
		got := map[cluster.TableID]int64{}
		for i := range a {
			got[a[i].Table] = a[i].Value.(*cluster.Number).N
		}
		if len(got) != len(c.want) || got[queue] != c.want[queue] || got[log] != c.want[log] {
			t.Errorf("%q: %v", c.text, got)
		}
	}
}

func TestPercentilesOfNothingAreUnknown(t *testing.T) {
	text := `jobs/queue histograms
Percentile      Read Latency     Write Latency          SSTables    Partition Size        Cell Count
                    (micros)          (micros)                             (bytes)
50%                   179.00              0.00              1.00               NaN               NaN
75%                   179.00              0.00              1.00               NaN               NaN
95%                   310.00              0.00              1.00               NaN               NaN
98%                   310.00              0.00              1.00               NaN               NaN
99%                  1955.00              0.00              1.00               NaN               NaN
Min                    61.00              0.00              0.00               NaN               NaN
Max                  5722.00              0.00              1.00               NaN               NaN
`
	p := result(t, nodetool.KindTableHistograms, text+"\n"+text) // 4.0 prints a table several times
	a := find(p.Readings(), cluster.TablePercentilesRow)
	if len(a) != 1 || a[0].Table.String() != "jobs.queue" || a[0].Exactness != cluster.AtMost {
		t.Fatalf("%+v", a)
	}
	v := a[0].Value.(*cluster.TablePercentiles)
	if v.ReadMicros == nil || v.ReadMicros.P99 != 1955 || v.ReadMicros.Max != 5722 || v.WriteMicros != nil || v.PartitionBytes != nil {
		t.Errorf("%+v", v)
	}
}

func TestSamplesKeepKeysAsPrinted(t *testing.T) {
	whole := printed(t, nodetool.KindTopPartitions, "cassandra-5.0.6/profileload.whole-node.b.txt")
	r, ok := whole.Samples(nodetool.Sampling{Window: 5 * time.Second, Capacity: 256})
	v, _ := r.Value.(*cluster.KeySamples)
	if !ok || v == nil || v.Window() != 5*time.Second || len(v.Samplers) < 5 {
		t.Fatalf("%t, %+v", ok, r)
	}
	old := printed(t, nodetool.KindTopPartitions, "cassandra-3.11.19/toppartitions.composite.b.txt")
	s := nodetool.Sampling{Keyspace: "nt_lab", Table: "events_lcs", Window: time.Second}
	r, _ = old.Samples(s)
	for _, sampler := range r.Value.(*cluster.KeySamples).Samplers {
		for _, row := range sampler.Rows {
			if row.Table.String() != "nt_lab.events_lcs" || row.Key == "" {
				t.Errorf("3.11 names no table, so it is the one that was sampled: %+v", row)
			}
		}
	}
	if _, ok := result(t, nodetool.KindVersion, "ReleaseVersion: 5.0.6\n").Samples(s); ok {
		t.Error("version is no sample")
	}
}

func TestTableOfQuery(t *testing.T) {
	for query, want := range map[string]string{
		"SELECT * FROM jobs.queue WHERE lane = 'a' LIMIT 5": "jobs.queue",
		`SELECT a FROM "Jobs".queue`:                        "Jobs.queue",
		"EXECUTE":                                           ".",
	} {
		if got := tableOfQuery(query).String(); got != want {
			t.Errorf("%q: %s", query, got)
		}
	}
}

func TestFailuresSayWhatToDo(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string // in the reason
		do   string // in the remedy
	}{
		{&nodetool.Failure{Class: nodetool.FailureRefused, Message: "Access denied!"}, "only read attributes", "readwrite"},
		{&nodetool.Failure{Class: nodetool.FailureCredentials, Message: "Credentials required"}, "Credentials required", "jmx_password_file"},
		{&nodetool.Failure{Class: nodetool.FailureConnect, Message: "Failed to connect to 'h:7199'"}, "h:7199", "--jmx-hosts"},
		{&nodetool.Failure{Class: nodetool.FailureServer, Message: "Sampling already in progress"}, "one at a time", "press s again"},
		{&nodetool.Failure{Class: nodetool.FailureArguments, Message: "Found unexpected parameters"}, "does not know", "own version"},
		{nodetool.ErrDeadline, "killed", "frozen"},
		{context.Canceled, "cancelled", ""},
		{errors.New("fork: out of memory"), "out of memory", ""},
	} {
		u := NodetoolFailure(c.err)
		if !strings.Contains(u.Reason, c.want) || !strings.Contains(u.Remedy, c.do) {
			t.Errorf("%v: %+v", c.err, u)
		}
	}
	if calls := SamplerCalls(); len(calls) != 3 || !strings.Contains(calls[0], "toppartitions") || !strings.Contains(calls[2], "profileload") {
		t.Error(calls)
	}
}

package drive

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/partop/partop/lab/scenario"
)

// recorder is a cluster that writes down what it is asked.
type recorder struct {
	mu   sync.Mutex
	log  []string
	ops  int
	fail error
}

func (r *recorder) Exec(_ context.Context, ops []scenario.Op) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ops += len(ops)
	r.log = append(r.log, fmt.Sprintf("%s/%s x%d", ops[0].Table, ops[0].Key, len(ops)))
	return r.fail
}

func (r *recorder) Flush(_ context.Context, table string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.log = append(r.log, fmt.Sprintf("flush %s after %d", table, r.ops))
	return nil
}

func insert(key string, size int) scenario.Op {
	return scenario.Op{Kind: scenario.Insert, Table: "k.t", Key: key, Args: []any{strings.Repeat("x", size)}}
}

func TestLoadBatchesWithinAPartition(t *testing.T) {
	ops := []scenario.Op{insert("a", 1), insert("a", 1), insert("b", 1), {Kind: scenario.Flush, Table: "k.t"}}
	for range batchStatements + 1 {
		ops = append(ops, insert("c", 1))
	}
	ops = append(ops, scenario.Op{Kind: scenario.Barrier}, insert("d", batchBytes), insert("d", 1))
	r := &recorder{}
	n, err := Load(t.Context(), slices.Values(ops), r)
	if err != nil || n != 3+batchStatements+1+2 {
		t.Fatalf("Load = %d, %v", n, err)
	}
	slices.Sort(r.log)
	want := []string{
		"flush k.t after 3", "k.t/a x2", "k.t/b x1", "k.t/c x1",
		fmt.Sprintf("k.t/c x%d", batchStatements), "k.t/d x1", "k.t/d x1",
	}
	if !slices.Equal(r.log, want) {
		t.Errorf("got  %q\nwant %q", r.log, want)
	}
}

func TestLoadStopsAtAnError(t *testing.T) {
	boom := errors.New("boom")
	r := &recorder{fail: boom}
	ops := []scenario.Op{insert("a", 1), {Kind: scenario.Flush, Table: "k.t"}}
	_, err := Load(t.Context(), slices.Values(ops), r)
	if !errors.Is(err, boom) || !strings.Contains(err.Error(), "k.t, partition a") {
		t.Errorf("Load = %v", err)
	}
	if len(r.log) != 1 {
		t.Errorf("went on after the error: %q", r.log)
	}
}

func TestPauseEndsWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	ops := []scenario.Op{{Kind: scenario.Pause, Wait: time.Hour}}
	if _, err := Load(ctx, slices.Values(ops), &recorder{}); !errors.Is(err, context.Canceled) {
		t.Errorf("Load = %v", err)
	}
}

func TestMixKeepsWeights(t *testing.T) {
	stream := func(name string, weight int) scenario.Stream {
		return scenario.Stream{Weight: weight, Next: func(*rand.Rand) scenario.Op { return scenario.Op{Table: name} }}
	}
	draw := func() map[string]int {
		m := NewMix([]scenario.Stream{stream("a", 3), stream("never", 0), stream("b", 1)}, 1)
		got := map[string]int{}
		for range 4000 {
			got[m.Next().Table]++
		}
		return got
	}
	got := draw()
	if got["never"] != 0 || got["a"] < 2850 || got["a"] > 3150 {
		t.Errorf("drew %v of weights 3:0:1", got)
	}
	if again := draw(); again["a"] != got["a"] {
		t.Errorf("the same seed drew %v, then %v", got, again)
	}
}

// doer fails every third operation.
type doer struct {
	mu sync.Mutex
	n  int
}

func (d *doer) Do(context.Context, scenario.Op) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.n++
	if d.n%3 == 0 {
		return errors.New("refused")
	}
	return nil
}

func TestTrafficCountsWhatWasDone(t *testing.T) {
	d := &doer{}
	tr := Traffic{
		Rate: 2000, Seed: 1, Doer: d, Out: &bytes.Buffer{},
		Streams: []scenario.Stream{{Weight: 1, Next: func(*rand.Rand) scenario.Op {
			return scenario.Op{Kind: scenario.Read, Table: "k.t", Key: "hot", Tombstones: 7}
		}}},
	}
	if err := tr.Check(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 150*time.Millisecond)
	defer cancel()
	got := tr.Run(ctx).Document().Tables["k.t"]
	if got.Reads+got.Failed != d.n || got.Failed != d.n/3 || got.Reads == 0 {
		t.Errorf("%d done, counted %+v", d.n, got)
	}
	if got.Tombstones != 7*got.Reads || got.MaxTombstones != 7 || got.ReadKeys[0] != (KeyCount{"hot", got.Reads}) {
		t.Errorf("truth = %+v", got)
	}
}

func TestCheck(t *testing.T) {
	if err := (Traffic{Rate: 1}).Check(); !errors.Is(err, ErrNoTraffic) {
		t.Errorf("without streams: %v", err)
	}
	some := []scenario.Stream{{Weight: 1}}
	if err := (Traffic{Rate: 0, Streams: some}).Check(); err == nil {
		t.Error("a rate of 0 passes")
	}
}

func TestTruthLine(t *testing.T) {
	start := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	truth := NewTruth(start)
	for range 30 {
		truth.Count(scenario.Op{Kind: scenario.Read, Table: "k.t", Key: "a"}, nil)
	}
	truth.Count(scenario.Op{Kind: scenario.Delete, Table: "k.t", Key: "b"}, errors.New("late"))
	if got := truth.Line(start.Add(10 * time.Second)); got != "12:00:10 | k.t 3/s hot a=30 failed 1 (late)" {
		t.Errorf("first line %q", got)
	}
	if got := truth.Line(start.Add(20 * time.Second)); !strings.Contains(got, "k.t 0/s") {
		t.Errorf("the second line counts the first one's operations again: %q", got)
	}
}

func TestTopBreaksTiesByKey(t *testing.T) {
	got := top(map[string]int{"b": 2, "a": 2, "c": 5, "d": 1}, 3)
	if !slices.Equal(got, []KeyCount{{"c", 5}, {"a", 2}, {"b", 2}}) {
		t.Errorf("top = %v", got)
	}
}

// Traffic for one node goes to any replica while that node is not of the lab.
func TestNodeOutsideOfTheLab(t *testing.T) {
	c := CQL{Addresses: []string{"127.0.7.1"}}
	for _, node := range []int{0, 2, -1} {
		if id := c.hostID(node); id != "" {
			t.Errorf("node %d is %s", node, id)
		}
	}
}

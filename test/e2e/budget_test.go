package e2e

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/internal/recording"
)

// The budgets of the screen. Times are generous against a busy machine only where the budget itself is.
const (
	firstPaint     = 150 * time.Millisecond
	refreshBytes   = 2200
	pausedShare    = 0.01
	residentBudget = 60_000_000
)

func TestFirstPaint(t *testing.T) {
	best := time.Hour
	for range 5 { // the best of five: what partop needs, not what else ran
		start := time.Now()
		c := startCounted(t, nil, partop, "demo")
		for !strings.Contains(c.text(), "partop") {
			if time.Since(start) > 5*time.Second {
				t.Fatalf("nothing painted: %q", c.text())
			}
			time.Sleep(time.Millisecond)
		}
		best = min(best, time.Since(start))
		c.stop()
	}
	t.Logf("first paint after %s", best)
	if best > firstPaint {
		t.Errorf("first paint after %s, budget %s", best, firstPaint)
	}
}

func TestUnchangedScreenWritesNothing(t *testing.T) {
	c := startCounted(t, nil, partop, "demo")
	c.quiet(10*time.Second, 300*time.Millisecond)
	c.press(" ") // freeze
	c.quiet(10*time.Second, time.Second)
	before := c.count()
	time.Sleep(5 * time.Second)
	if n := c.count() - before; n != 0 {
		t.Errorf("%d bytes in 5 s on a frozen screen: %q", n, c.text()[before:])
	}
}

func TestRefreshBytes(t *testing.T) {
	c := startCounted(t, nil, partop, "replay", changing(t, 3, 40, 2*time.Minute, 2*time.Second), "--speed", "1")
	c.quiet(10*time.Second, 300*time.Millisecond)
	before, start := c.count(), time.Now()
	time.Sleep(20 * time.Second)
	refreshes := time.Since(start).Seconds() / 2
	perRefresh := float64(c.count()-before) / refreshes
	t.Logf("%.0f bytes a refresh in which every figure changes, %d for the first paint", perRefresh, before)
	if perRefresh == 0 || perRefresh > refreshBytes {
		t.Errorf("%.0f bytes a refresh, budget %d", perRefresh, refreshBytes)
	}
}

func TestPausedCPU(t *testing.T) {
	c := startCounted(t, nil, partop, "demo", "--idle", "1s")
	if _, ok := eventually(t, 30*time.Second, func() bool { return strings.Contains(c.text(), "PAUSED") }); !ok {
		t.Fatal("not paused after 30 s without a key")
	}
	c.quiet(10*time.Second, time.Second)
	before, start := c.cpu(), time.Now()
	time.Sleep(60 * time.Second)
	share := (c.cpu() - before).Seconds() / time.Since(start).Seconds()
	t.Logf("paused: %.2f %% of a core", share*100)
	if share > pausedShare {
		t.Errorf("paused: %.2f %% of a core, budget %.0f %%", share*100, pausedShare*100)
	}
}

func TestResidentMemory(t *testing.T) {
	c := startCounted(t, nil, partop, "replay", changing(t, 6, 200, 3*time.Minute, 5*time.Second), "--speed", "4")
	time.Sleep(40 * time.Second)
	c.press("5")
	time.Sleep(2 * time.Second)
	c.press("1")
	time.Sleep(2 * time.Second)
	n := c.residentBytes("VmHWM:")
	t.Logf("6 nodes x 200 tables replayed: %.1f MiB resident at most", float64(n)/(1<<20))
	if n > residentBudget {
		t.Errorf("%d bytes resident, budget %d", n, residentBudget)
	}
}

// changing writes a recording in which every figure of every table changes at every step.
func changing(t *testing.T, nodes, tables int, length, step time.Duration) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "changing.partop")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w, err := recording.NewWriter("changing", file, 0)
	if err != nil {
		t.Fatal(err)
	}
	state := cluster.NewState()
	epoch := time.Date(2026, 11, 30, 14, 0, 0, 0, time.UTC)
	rnd := rand.New(rand.NewPCG(1, 2))
	seq := uint64(0)
	for at := epoch; at.Before(epoch.Add(length)); at = at.Add(step) {
		for _, answer := range everything(nodes, tables, at, step, rnd, at.Equal(epoch)) {
			seq++
			for i := range answer {
				answer[i].Seq = seq
			}
			if w.Due(at) {
				if err := w.Begin(at, state); err != nil {
					t.Fatal(err)
				}
			}
			if err := w.Add(answer); err != nil {
				t.Fatal(err)
			}
			state.Apply(answer)
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func everything(nodes, tables int, at time.Time, step time.Duration, rnd *rand.Rand, first bool) [][]cluster.Reading {
	var out [][]cluster.Reading
	for n := range nodes {
		node := cluster.NodeID(fmt.Sprintf("00000000-0000-0000-0000-%012d", n))
		head := cluster.Reading{From: at.Add(-step), To: at, Node: node, Source: cluster.SourceCQL}
		one := func(k cluster.Kind, v cluster.Value) {
			r := head
			r.Kind, r.Value = k, v
			out = append(out, []cluster.Reading{r})
		}
		one(cluster.NodeReached, &cluster.Reached{RoundTripMicros: 900})
		if first {
			one(cluster.NodeIdentity, &cluster.NodeInfo{HostID: string(node), Address: fmt.Sprintf("10.0.0.%d", n+1), DataCenter: "dc1", Rack: "r1", Release: "5.0.6"})
		}
		for _, k := range []cluster.Kind{cluster.TableTombstonesPerRead, cluster.TableRowsPerRead, cluster.TableLocalReadLatency,
			cluster.TableLocalWriteLatency, cluster.TableLocalScanLatency, cluster.TableDiskUsage, cluster.TableMaxPartition} {
			out = append(out, allTables(head, k, tables, at, rnd))
		}
	}
	return out
}

func allTables(head cluster.Reading, k cluster.Kind, tables int, at time.Time, rnd *rand.Rand) []cluster.Reading {
	answer := make([]cluster.Reading, tables)
	for i := range answer {
		answer[i] = head
		answer[i].Kind, answer[i].Table = k, cluster.TableID{Keyspace: fmt.Sprintf("ks%d", i%7), Name: fmt.Sprintf("table_%03d", i)}
		answer[i].Value = valueOf(k, at, rnd)
	}
	return answer
}

func valueOf(k cluster.Kind, at time.Time, rnd *rand.Rand) cluster.Value {
	n := at.Unix()%100_000*50 + rnd.Int64N(5000)
	switch k {
	case cluster.TableDiskUsage, cluster.TableMaxPartition:
		return &cluster.Size{Bytes: rnd.Int64N(1 << 36)}
	case cluster.TableTombstonesPerRead, cluster.TableRowsPerRead:
		return &cluster.Decaying{Count: n, P50: float64(rnd.IntN(100)), P99: float64(rnd.IntN(900)), Max: float64(rnd.IntN(999))}
	}
	return &cluster.Latency{Count: n, P50Micros: float64(rnd.IntN(5000)), P99Micros: float64(rnd.IntN(90_000)), MaxMicros: 1e5, ResolutionMicros: 1000}
}

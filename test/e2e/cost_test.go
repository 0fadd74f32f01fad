package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestFirstNumbers is what a person waits for after the last prompt.
func TestFirstNumbers(t *testing.T) {
	best := time.Hour
	for range 3 {
		start := time.Now()
		s := open(t, 80, 24, oncall, partop, "127.0.0.1")
		s.see(10*time.Second, "reached 3", "orders.by_customer", "≤1.0M")
		best = min(best, time.Since(start))
		s.kill()
	}
	t.Logf("first numbers of three nodes after %s", best)
	if best > 2*time.Second {
		t.Errorf("first numbers after %s, budget 2 s", best)
	}
}

// TestPollingCost measures what being watched costs a node: its CPU over a minute with partop less that over a minute
// without, with no other load. It reports; a budget is asserted loosely, since compactions come when they like.
func TestPollingCost(t *testing.T) {
	pid := nodePID(t, 1)
	time.Sleep(5 * time.Second)
	alone := cpuShare(t, pid, time.Minute)
	s := open(t, 80, 24, oncall, partop, "127.0.0.1")
	s.see(10*time.Second, "reached 3")
	time.Sleep(5 * time.Second) // the first round asks everything at once
	watched := cpuShare(t, pid, time.Minute)
	t.Logf("node 1: %.2f %% of a core alone, %.2f %% watched, difference %.2f %%", alone*100, watched*100, (watched-alone)*100)
	if watched-alone > 0.10 {
		t.Errorf("being watched costs %.1f %% of a core", (watched-alone)*100)
	}
}

func nodePID(t *testing.T, node int) int {
	t.Helper()
	out, err := exec.Command("pgrep", "-f", fmt.Sprintf("node%d/conf.*CassandraDaemon", node)).Output()
	if err != nil {
		t.Fatalf("node %d does not run: %v", node, err)
	}
	pid, err := strconv.Atoi(strings.Fields(string(out))[0])
	if err != nil {
		t.Fatal(err)
	}
	return pid
}

func cpuShare(t *testing.T, pid int, over time.Duration) float64 {
	t.Helper()
	before, start := cpuOf(t, pid), time.Now()
	time.Sleep(over)
	return (cpuOf(t, pid) - before).Seconds() / time.Since(start).Seconds()
}

// TestSoak watches a live cluster under traffic for $PARTOP_SOAK and wants memory to level off.
func TestSoak(t *testing.T) {
	length, err := time.ParseDuration(os.Getenv("PARTOP_SOAK"))
	if err != nil {
		t.Skip("skipped: set PARTOP_SOAK to a duration, as `make soak` does")
	}
	traffic(t, length+time.Minute)
	file := filepath.Join(t.TempDir(), "soak.partop")
	c := startCounted(t, oncall, partop, "--record", file, "127.0.0.1")
	var resident []int64
	for start := time.Now(); time.Since(start) < length; {
		time.Sleep(length / 10)
		resident = append(resident, c.residentBytes("VmRSS:"))
		t.Logf("%s: %.1f MiB resident, %.1f %% of a core, %d bytes drawn", time.Since(start).Round(time.Second),
			float64(resident[len(resident)-1])/(1<<20), c.cpu().Seconds()/time.Since(start).Seconds()*100, c.count())
	}
	half, last := resident[len(resident)/2], resident[len(resident)-1]
	if last > half+half/4 {
		t.Errorf("memory still grows: %d bytes half way, %d at the end", half, last)
	}
	c.press("q")
	if info, err := os.Stat(file); err != nil || info.Size() == 0 {
		t.Errorf("the recording: %v", err)
	} else {
		t.Logf("recorded %d bytes, %.0f a minute", info.Size(), float64(info.Size())/length.Minutes())
	}
}

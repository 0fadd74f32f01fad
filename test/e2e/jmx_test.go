package e2e

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/jmx"
	"github.com/partop/partop/lab/state"
	"github.com/partop/partop/nodetool"
	"github.com/partop/partop/probes"
)

// overJMX is an operator whose JMX reaches every node of the lab.
func overJMX(t *testing.T) []string {
	t.Helper()
	return append(labNodetool(t), "PARTOP_JMX=auto")
}

// TestJMXTellsWhatCQLDoesNot looks at the screens that need it.
func TestJMXTellsWhatCQLDoesNot(t *testing.T) {
	traffic(t, 5*time.Minute)
	s := open(t, 120, 30, overJMX(t), partop, nodeAddress(1))
	_, took := s.see(10*time.Second, "reached 3", "CQL JMX")
	t.Logf("JMX of all nodes after %s", took)
	row, took := s.seeMatchAfter(time.Minute, `jobs\.queue +[\d<]+% .* ≤[\d,]+ +[1-9][\d.]* `)
	t.Logf("reads over the warning are counted after %s: %s", took, strings.TrimSpace(row))
	s.keys("5")
	s.see(10*time.Second, "pending on 3 of 3 nodes")
	s.keys("1", "g", "Enter")
	text, took := s.see(90*time.Second, "TOMBSTONES PER READ", "now: last", "reads pass the tombstone warning")
	t.Logf("the histogram of now after %s:\n%s", took, text)
	s.keys("2")
	s.see(time.Minute, "FRAGMENTS BY SIZE", "3 nodes, JMX")
	s.keys("b")
	s.see(5*time.Second, "FRAGMENTS BY CELLS")
	s.keys("BSpace", "3", "s") // no question: nothing is started here; an escape right before a key would be alt
	text, took = s.see(30*time.Second, "sampled 10s on 3 of 3 nodes", "TOMBST")
	t.Logf("keys after %s: %s", took, line(text, "TOMBST"))
	if !strings.Contains(line(text, "TOMBST"), "jobs.queue") {
		t.Errorf("the key that reads tombstones is not named:\n%s", text)
	}
	if out, err := exec.Command("pgrep", "-f", "org.apache.cassandra.tools.NodeTool").Output(); err == nil {
		t.Errorf("nodetool was started where JMX answers: %s", out)
	}
}

func (s *screen) seeMatchAfter(within time.Duration, expression string) (string, time.Duration) {
	start := time.Now()
	return s.seeMatch(within, expression), time.Since(start)
}

// TestJMXFrozenNode freezes a node whose JMX is polled: the others go on, and it comes back by itself.
func TestJMXFrozenNode(t *testing.T) {
	s := open(t, 120, 30, overJMX(t), partop, nodeAddress(1))
	s.see(15*time.Second, "reached 3", "CQL JMX")
	s.keys("5")
	s.see(10*time.Second, "pending on 3 of 3 nodes")
	lab(t, "pause", "3")
	defer lab(t, "resume", "3")
	_, took := s.see(time.Minute, "pending on 2 of 3 nodes")
	t.Logf("the frozen node leaves after %s", took)
	lab(t, "resume", "3")
	_, took = s.see(time.Minute, "pending on 3 of 3 nodes")
	t.Logf("it is back after %s", took)
}

// dialJMX connects to the first node of the lab.
func dialJMX(t *testing.T, up state.Options) *jmx.Conn {
	t.Helper()
	o := jmx.Options{Address: "127.0.0.1:" + strconv.Itoa(7199+1000*up.Net)}
	if up.JMXAuth {
		o.Login = jmx.Credentials{User: "ops", Password: "ops"}
	}
	c, err := jmx.Dial(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// askedOverJMX asks once and gives all Readings.
func askedOverJMX(t *testing.T, conn *jmx.Conn, a *probes.Asked) []cluster.Reading {
	t.Helper()
	results, err := conn.Do(t.Context(), a.Calls)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	answers, denied := a.Readings("n", now, now, now, results)
	if denied != nil {
		t.Fatal(denied)
	}
	return slices.Concat(answers...)
}

// jmxEqualsNodetool holds what JMX tells of quiet tables against what nodetool tablestats prints of them, value by value.
func jmxEqualsNodetool(t *testing.T, up state.Options) {
	var tables []cluster.TableID
	for _, name := range []string{"plain", "leveled", "windowed"} {
		tables = append(tables, cluster.TableID{Keyspace: "smoke", Name: name})
	}
	conn := dialJMX(t, up)
	ours := func(a *probes.Asked, k cluster.Kind) map[cluster.TableID]cluster.Value {
		out := map[cluster.TableID]cluster.Value{}
		for _, r := range askedOverJMX(t, conn, a) {
			if r.Kind == k {
				out[r.Table] = r.Value
			}
		}
		return out
	}
	sizes, work := ours(probes.SizesOfTables(tables), cluster.TableStatsRow), ours(probes.WorkOfTables(tables), cluster.TableWorkRow)
	printed := lab(t, "nodetool", "tablestats", "smoke")
	r, err := nodetool.Parse(nodetool.KindTableStats, []byte(printed))
	if err != nil {
		t.Fatalf("%v\n%s", err, printed)
	}
	theirs := map[cluster.TableID]*cluster.TableStats{}
	for _, answer := range (&probes.Printed{Node: "n", Result: r}).Readings() {
		for i := range answer {
			theirs[answer[i].Table], _ = answer[i].Value.(*cluster.TableStats)
		}
	}
	compared := 0
	for _, id := range tables {
		s, _ := sizes[id].(*cluster.TableStats)
		w, _ := work[id].(*cluster.TableWork)
		n := theirs[id]
		if s == nil || w == nil || n == nil {
			t.Errorf("%s: %v, %v, %v", id, s, w, n)
			continue
		}
		for what, pair := range map[string][2]float64{
			"reads": {float64(w.Reads), float64(n.Reads)}, "writes": {float64(w.Writes), float64(n.Writes)},
			"SSTables": {float64(s.SSTables), float64(n.SSTables)}, "SSTables of the counts": {float64(w.SSTables), float64(n.SSTables)},
			"live bytes": {float64(s.LiveBytes), float64(n.LiveBytes)}, "total bytes": {float64(s.TotalBytes), float64(n.TotalBytes)},
			"partitions": {float64(s.Partitions), float64(n.Partitions)}, "max partition": {float64(s.MaxPartitionBytes), float64(n.MaxPartitionBytes)},
			"min partition": {float64(s.MinPartitionBytes), float64(n.MinPartitionBytes)}, "mean partition": {float64(s.AvgPartitionBytes), float64(n.AvgPartitionBytes)},
			"compression": {float64(s.CompressionRatio), float64(n.CompressionRatio)}, "bloom false": {float64(s.BloomFalseRatio), float64(n.BloomFalseRatio)},
			"droppable": {float64(s.DroppableRatio), float64(n.DroppableRatio)},
		} {
			if pair[1] < 0 {
				continue // this version's nodetool does not print it
			}
			compared++
			if math.Abs(pair[0]-pair[1]) > 1e-5*max(1, math.Abs(pair[1])) { // nodetool prints five decimals of a ratio
				t.Errorf("%s %s: JMX %v, nodetool %v", id, what, pair[0], pair[1])
			}
		}
		if fmt.Sprint(s.Levels) != fmt.Sprint(n.Levels) && len(s.Levels)*len(n.Levels) > 0 && s.Levels[0] != n.Levels[0] {
			t.Errorf("%s levels: JMX %v, nodetool %v", id, s.Levels, n.Levels)
		}
	}
	t.Logf("%d figures are the same over JMX and in nodetool's text", compared)
	if compared < 30 {
		t.Errorf("only %d figures", compared)
	}
}

// jmxRolesOf comes as a role that reads attributes only, with a wrong password, and without one.
func jmxRolesOf(t *testing.T, up state.Options) {
	if !up.JMXAuth {
		t.Skip("skipped: the lab runs without --jmx-auth")
	}
	file := filepath.Join(t.TempDir(), "look.pw")
	if err := os.WriteFile(file, []byte("look look\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := open(t, 120, 30, append(overJMX(t), "PARTOP_JMX_PASSWORD_FILE="+file), partop, nodeAddress(1))
	s.see(20*time.Second, fmt.Sprintf("reached %d", up.Nodes), "CQL JMX", "smoke.plain")
	s.seeMatch(30*time.Second, `smoke\.plain .*\d`) // ranked, without any operation
	s.keys("3", "s")
	s.see(30*time.Second, "the JMX role may not do that", "readwrite")
	trafficOf(t, "queue-tombstones", 2*time.Minute)
	s.keys("7")
	text, took := s.see(90*time.Second, "jobs.queue", "tombstones") // and findings are named
	t.Logf("a role that reads attributes only has its finding after %s: %s", took, line(text, "jobs.queue"))
	s.kill()
	s = open(t, 120, 30, append(overJMX(t), "PARTOP_JMX_USER=ops", "PARTOP_JMX_PASSWORD=wrong"), partop, nodeAddress(1))
	s.see(20*time.Second, fmt.Sprintf("reached %d", up.Nodes), "CQL no JMX")
	s.keys("3", "s") // now nodetool is what remains, and its words are about the password
	s.see(10*time.Second, "sample keys?")
	s.keys("y")
	s.see(30*time.Second, "JMX wants other credentials")
}

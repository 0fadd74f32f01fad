package e2e

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// nodeAddress is where a node of the lab listens, in whatever net the lab is.
func nodeAddress(index int) string {
	return "127.0." + strconv.Itoa(labNet()) + "." + strconv.Itoa(index)
}

func labNet() int {
	net, _ := strconv.Atoi(os.Getenv("PARTOP_LAB_NET")) // none is net 0
	return net
}

// labNodetool is the lab's script; JMX of its nodes listens on ports of 127.0.0.1, as forwarded ports do.
func labNodetool(t *testing.T) []string {
	t.Helper()
	dir := os.Getenv("PARTOP_LAB_DIR")
	if dir == "" {
		dir = filepath.Join(repository, ".lab")
	}
	path, err := filepath.Abs(filepath.Join(dir, "bin", "nodetool"))
	if err != nil {
		t.Fatal(err)
	}
	var hosts []string
	for i := range 3 {
		hosts = append(hosts, nodeAddress(i+1)+"=127.0.0.1:"+strconv.Itoa(7199+1000*labNet()+100*i))
	}
	return append(append([]string{}, oncall...), "PARTOP_NODETOOL="+path, "PARTOP_JMX_HOSTS="+strings.Join(hosts, ","))
}

// hotTraffic runs the scenario whose hot key is known and returns how often it was read once it is over.
func hotTraffic(t *testing.T, length time.Duration) func() (hot, all int) {
	t.Helper()
	var out bytes.Buffer
	cmd := exec.Command(labTool, "traffic", "hot-partition", "--for", length.String(), "--rate", "200")
	cmd.Dir, cmd.Stdout = repository, &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	t.Cleanup(func() { _ = cmd.Process.Kill() }) // mostly it has ended by itself
	return func() (hot, all int) {
		t.Helper()
		if err := <-done; err != nil {
			t.Fatalf("traffic: %v", err)
		}
		var doc struct {
			Tables map[string]struct {
				Reads    int `json:"reads"`
				ReadKeys []struct {
					Key   string `json:"key"`
					Count int    `json:"count"`
				} `json:"read_keys"`
			} `json:"tables"`
		}
		if err := json.Unmarshal(out.Bytes(), &doc); err != nil {
			t.Fatalf("traffic's truth: %v\n%s", err, out.String())
		}
		r := doc.Tables["telemetry.readings"]
		if len(r.ReadKeys) == 0 || r.ReadKeys[0].Key != "pump-13:2026-11" {
			t.Fatalf("traffic's truth: %+v", r)
		}
		return r.ReadKeys[0].Count, r.Reads
	}
}

// TestHotKeyWithinAMinute is the ad-hoc question "which key?", from the shell to the answer.
func TestHotKeyWithinAMinute(t *testing.T) {
	truth := hotTraffic(t, 40*time.Second)
	start := time.Now()
	s := open(t, 80, 24, labNodetool(t), partop, nodeAddress(1))
	s.see(10*time.Second, "reached 3")
	s.keys("3", "s")
	s.see(5*time.Second, "sample keys?", "JVM here: about 2.5 s of a core")
	s.keys("y")
	text, _ := s.see(time.Minute-time.Since(start), "sampled 10s on 3 of 3 nodes", "pump-13")
	t.Logf("the hot key is there %s after the start", time.Since(start).Round(time.Second))
	rows := strings.Split(text, "\n")
	for i, l := range rows {
		if strings.Contains(l, "READS/s") && !strings.Contains(rows[i+1], "pump-13") {
			t.Errorf("it is not the first:\n%s", text)
			break
		}
	}
	hot, all := truth()
	share := regexp.MustCompile(`~(\d+)%`).FindStringSubmatch(line(text, "pump-13"))
	if share == nil {
		t.Fatalf("no share of the table:\n%s", text)
	}
	n, _ := strconv.Atoi(share[1])
	if want := 100 * hot / all; n < want-12 || n > want+12 {
		t.Errorf("%d %% of the table's reads, in truth %d %%", n, want)
	}
	s.keys("m")
	if text := s.text(); strings.Contains(text, "pump-13") || !strings.Contains(text, "key-") {
		t.Errorf("not masked:\n%s", text)
	}
}

// TestSamplerCountsTheTruth samples for longer than the traffic lasts: then the count must be the loader's.
// Replicas are not asked twice meanwhile: a speculative retry is a replica read that the loader knows nothing of.
func TestSamplerCountsTheTruth(t *testing.T) {
	lab(t, "cql", "ALTER TABLE telemetry.readings WITH speculative_retry = 'NEVER'")
	t.Cleanup(func() { lab(t, "cql", "ALTER TABLE telemetry.readings WITH speculative_retry = '99p'") })
	s := open(t, 100, 30, labNodetool(t), partop, nodeAddress(1))
	s.see(10*time.Second, "reached 3")
	s.keys("3", ":")
	s.tmux("send-keys", "-l", "sample 30s")
	s.keys("Enter")
	s.see(5*time.Second, "sample keys?")
	s.keys("y")
	time.Sleep(12 * time.Second) // until the samplers of all nodes run, whatever a JVM takes to start
	hot, _ := hotTraffic(t, 8*time.Second)()
	s.see(time.Minute, "sampled 30s on 3 of 3 nodes")
	s.keys("g")
	words, _ := s.seeLine(10*time.Second, "pump-13", "counted")
	m := regexp.MustCompile(`(?:([\d,]+) to )?([\d,]+) counted`).FindStringSubmatch(words)
	if m == nil {
		t.Fatalf("no count in %q", words)
	}
	number := func(s string) int {
		n, _ := strconv.Atoi(strings.ReplaceAll(s, ",", ""))
		return n
	}
	most, least := number(m[2]), number(m[2])
	if m[1] != "" {
		least = number(m[1])
	}
	t.Logf("the loader read the key %d times at consistency ONE; %s", hot, strings.TrimSpace(words))
	if hot < least || hot > most {
		t.Errorf("the truth %d is not within %d to %d", hot, least, most)
	}
}

// TestFrozenNodeCostsItsDeadline freezes a node under a running sampler: the others' keys come, the node is named, and no
// JVM stays behind.
func TestFrozenNodeCostsItsDeadline(t *testing.T) {
	s := open(t, 100, 30, labNodetool(t), partop, nodeAddress(1))
	s.see(10*time.Second, "reached 3")
	hotTraffic(t, time.Minute) // what it does to the frozen node fails, and does not matter here
	time.Sleep(3 * time.Second)
	lab(t, "pause", "3")
	defer lab(t, "resume", "3")
	s.keys("3", "s")
	s.see(5*time.Second, "sample keys?")
	s.keys("y")
	_, took := s.see(25*time.Second, "sampled 10s on 2 of 3 nodes", "pump-13")
	t.Logf("keys of the other two after %s", took)
	_, took = s.see(40*time.Second, "! "+nodeAddress(3)+": nodetool had no answer by its deadline")
	t.Logf("the frozen one is named %s later", took)
	if out, err := exec.Command("pgrep", "-f", "org.apache.cassandra.tools.NodeTool").Output(); err == nil {
		t.Errorf("a JVM stayed behind: %s", out)
	}
}

// TestNodetoolFillsWhatCQLDoesNotTell turns the polling on.
func TestNodetoolFillsWhatCQLDoesNotTell(t *testing.T) {
	s := open(t, 120, 30, labNodetool(t), partop, nodeAddress(1))
	s.see(10*time.Second, "reached 3")
	s.keys("5", ":")
	s.tmux("send-keys", "-l", "nodetool")
	s.keys("Enter")
	s.see(5*time.Second, "is asked every minute?", "asked once a minute")
	s.keys("y")
	_, took := s.see(time.Minute, "pending on 3 of 3 nodes", "NODETOOL")
	t.Logf("pending compactions of all nodes after %s", took)
	s.keys("1")
	row, _ := s.seeLine(time.Minute, "telemetry.readings")
	t.Log(row)
}

// TestWithoutNodetoolItIsSaid asks for keys where there is no nodetool.
func TestWithoutNodetoolItIsSaid(t *testing.T) {
	s := open(t, 100, 24, append(append([]string{}, oncall...), "PARTOP_NODETOOL=/nowhere/nodetool"), partop, nodeAddress(1))
	s.see(10*time.Second, "reached 3")
	s.keys("3", "s")
	s.see(5*time.Second, "no nodetool on this host", "job 1 sample running queries")
}

// TestSavedOutputsOpenAsScreens saves what a colleague would send, and opens it without a cluster.
func TestSavedOutputsOpenAsScreens(t *testing.T) {
	dir := t.TempDir()
	for node := range 3 {
		sub := filepath.Join(dir, "cass-a"+strconv.Itoa(node+1))
		if err := os.Mkdir(sub, 0o755); err != nil {
			t.Fatal(err)
		}
		for name, args := range map[string][]string{"tablestats": {"tablestats", "telemetry"}, "compactionstats": {"compactionstats"}, "info": {"info"},
			"status": {"status"}, "tablehistograms": {"tablehistograms", "telemetry", "readings"}} {
			out := lab(t, append([]string{"nodetool", "-n", strconv.Itoa(node + 1)}, args...)...)
			if err := os.WriteFile(filepath.Join(sub, name+".txt"), []byte(out), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "ticket.txt"), []byte("please have a look"), 0o644); err != nil {
		t.Fatal(err)
	}
	s := open(t, 100, 30, []string{"TERM=xterm-256color"}, partop, dir)
	s.see(5*time.Second, "SAVED", "NODETOOL", "telemetry.readings", "reached 3", "1 of 16 outputs are not shown")
	s.keys("2", "Enter")
	s.see(5*time.Second, "PERCENTILES  largest of 3 nodes")
	s.keys("6")
	s.see(5*time.Second, "dc1/r1", "UN")
	s.keys(":")
	s.tmux("send-keys", "-l", "files")
	s.keys("Enter")
	s.see(5*time.Second, "15 outputs of 3 nodes", "ticket.txt")
}

package e2e

import (
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// oncall is a role that may read everything, as `lab up --auth` makes it. JMX is left out unless a test is about it: what
// CQL alone tells has to stand on its own.
var oncall = []string{"PARTOP_USER=oncall", "PARTOP_PASSWORD=oncall", "PARTOP_JMX=never", "TERM=xterm-256color"}

// traffic keeps the incident going for a while, at most until the test ends.
func traffic(t *testing.T, length time.Duration) {
	t.Helper()
	trafficOf(t, "incident", length)
}

func trafficOf(t *testing.T, scenario string, length time.Duration) {
	t.Helper()
	cmd := exec.Command(labTool, "traffic", scenario, "--for", length.String())
	cmd.Dir = repository
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGINT) // its own end may have come first
		done := make(chan error, 1)
		go func() { done <- cmd.Wait() }()
		select {
		case <-done:
		case <-time.After(10 * time.Second):
			_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
			<-done
		}
	})
}

// TestThreeQuestions is the main job: a new user at 80x24 finds the worst tombstone table, the table whose compactions
// grow, and the node that stands out, each within a minute, with the keys of the footer alone.
func TestThreeQuestions(t *testing.T) {
	traffic(t, 10*time.Minute)
	s := open(t, 80, 24, oncall, partop, "127.0.0.1")
	_, took := s.see(5*time.Second, "reached 3")
	t.Logf("first numbers after %s", took)
	text, took := s.see(time.Minute, "!! jobs.queue")
	t.Logf("worst tombstone table after %s: %s", took, line(text, "jobs.queue"))
	rows := strings.Split(text, "\n")
	if !strings.Contains(rows[3], "jobs.queue") {
		t.Errorf("jobs.queue is not the first row:\n%s", text)
	}
	s.keys("5")
	found, took := s.seeLine(time.Minute, "orders.by_customer", "growing")
	t.Logf("table whose compactions grow after %s: %s", took, found)
	s.keys("6")
	took, ok := eventually(t, time.Minute, func() bool {
		first := strings.Split(s.text(), "\n")[3]
		return strings.HasPrefix(first, "!") && strings.Contains(first, "127.0.0.2")
	})
	if !ok {
		t.Fatalf("the node that all reads of a client go to is not first and marked within a minute:\n%s", s.text())
	}
	s.keys("g") // the cursor follows its node: it may have begun on another
	found, _ = s.seeLine(10*time.Second, "127.0.0.2:", "reads")
	t.Logf("node that stands out after %s: %s", took, found)
	s.keys("7")
	text, took = s.see(2*time.Minute, "NOW", "jobs.queue", "orders.by_customer")
	t.Logf("findings after %s:\n%s", took, text)
	s.keys("q")
	if code := s.code(5 * time.Second); code != "0" {
		t.Errorf("exit code %s", code)
	}
}

func TestRefusedPassword(t *testing.T) {
	s := open(t, 80, 24, []string{"PARTOP_USER=oncall", "PARTOP_PASSWORD=wrong"}, partop, "127.0.0.1")
	s.see(10*time.Second, "name or password refused", "PARTOP_PASSWORD")
	s.keys("6", "q")
	if code := s.code(5 * time.Second); code != "0" {
		t.Errorf("exit code %s", code)
	}
}

func TestNoPasswordGiven(t *testing.T) {
	s := open(t, 80, 24, nil, partop, "127.0.0.1")
	s.see(10*time.Second, "asks for a name and a password")
}

func TestPasswordPromptBeforeTheScreen(t *testing.T) {
	s := open(t, 80, 24, []string{"PARTOP_USER=oncall"}, partop, "127.0.0.1")
	s.see(5*time.Second, "password of oncall:")
	s.tmux("send-keys", "-l", "oncall")
	s.keys("Enter")
	s.see(10*time.Second, "reached 3")
}

func TestMissingGrantNamesTheGrant(t *testing.T) {
	s := open(t, 80, 24, []string{"PARTOP_USER=plain", "PARTOP_PASSWORD=plain"}, partop, "127.0.0.1")
	s.see(10*time.Second, "reached 3", "no permission", "GRANT SELECT ON")
	s.keys("5")
	s.see(10*time.Second, "no permission")
}

func TestTLSIsVerified(t *testing.T) {
	s := open(t, 80, 24, oncall, partop, "--tls", "127.0.0.1")
	s.see(10*time.Second, "authority that is not known", "--tls-ca")
	s.kill()
	s = open(t, 80, 24, oncall, partop, "--tls", "--tls-ca", repository+"/.lab/tls/ca.pem", "127.0.0.1")
	s.see(10*time.Second, "reached 3")
}

// TestFrozenNode stops a node's process: it accepts connections and never answers.
func TestFrozenNode(t *testing.T) {
	s := open(t, 80, 24, oncall, partop, "127.0.0.1")
	s.see(10*time.Second, "reached 3")
	lab(t, "pause", "3")
	t.Cleanup(func() { lab(t, "resume", "3") })
	_, took := s.see(20*time.Second, "reached 2")
	t.Logf("a frozen node is said after %s", took)
	s.keys("6")
	text, _ := s.see(5*time.Second, "no answer")
	t.Logf("nodes:\n%s", text)
	if l := line(text, "127.0.0.3"); !strings.Contains(l, "?") {
		t.Errorf("the frozen node's figures are not unknown: %s", l)
	}
	_, took = s.see(time.Minute, "DN")
	t.Logf("down by gossip after another %s", took)
	lab(t, "resume", "3")
	_, took = s.see(time.Minute, "reached 3")
	t.Logf("back after %s", took)
}

func TestFrozenContactPoint(t *testing.T) {
	lab(t, "pause", "3")
	t.Cleanup(func() { lab(t, "resume", "3") })
	s := open(t, 80, 24, oncall, partop, "127.0.0.3")
	s.see(10*time.Second, "127.0.0.3:", "no answer")
	s.keys("q")
	if code := s.code(5 * time.Second); code != "0" {
		t.Errorf("exit code %s", code)
	}
}

func TestStoppedNodeIsDownByGossip(t *testing.T) {
	s := open(t, 80, 24, oncall, partop, "127.0.0.1")
	s.see(10*time.Second, "reached 3")
	lab(t, "stop", "3")
	t.Cleanup(func() { lab(t, "start", "3") })
	s.keys("6")
	_, took := s.see(time.Minute, "DN", "reached 2")
	t.Logf("down after %s", took)
	lab(t, "start", "3")
	_, took = s.see(2*time.Minute, "reached 3")
	t.Logf("back after %s", took)
}

func TestSchemaChange(t *testing.T) {
	lab(t, "cql", "CREATE KEYSPACE IF NOT EXISTS e2e WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 1}")
	lab(t, "cql", "DROP TABLE IF EXISTS e2e.fresh")
	s := open(t, 100, 30, oncall, partop, "127.0.0.1")
	s.see(10*time.Second, "reached 3")
	s.keys("/")
	s.tmux("send-keys", "-l", "e2e")
	s.keys("Enter")
	lab(t, "cql", "CREATE TABLE e2e.fresh (k int PRIMARY KEY)")
	_, took := s.see(30*time.Second, "e2e.fresh")
	t.Logf("a new table after %s", took)
	lab(t, "cql", "DROP KEYSPACE e2e")
	took, ok := eventually(t, 30*time.Second, func() bool { return !strings.Contains(s.text(), "e2e.fresh") })
	if !ok {
		t.Errorf("a dropped table stays:\n%s", s.text())
	}
	t.Logf("a dropped table goes after %s", took)
}

// TestKilledTerminal leaves no process behind.
func TestKilledTerminal(t *testing.T) {
	s := open(t, 80, 24, oncall, partop, "127.0.0.1")
	s.see(10*time.Second, "reached 3")
	if out, err := exec.Command("pgrep", "-f", partop+" 127").Output(); err != nil {
		t.Fatalf("not running: %v %s", err, out)
	}
	s.kill()
	if _, gone := eventually(t, 5*time.Second, func() bool { return exec.Command("pgrep", "-f", partop+" 127").Run() != nil }); !gone {
		t.Error("partop outlives its terminal")
	}
}

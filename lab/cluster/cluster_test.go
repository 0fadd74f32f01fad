package cluster

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/partop/partop/lab/state"
	"github.com/partop/partop/lab/version"
)

// testCluster is a lab whose java is a script that prints its arguments.
func testCluster(t *testing.T, nodes int) *Cluster {
	t.Helper()
	return versionCluster(t, version.Default, nodes)
}

func versionCluster(t *testing.T, release string, nodes int) *Cluster {
	t.Helper()
	spec, err := version.Lookup(release)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "it's a lab")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	java, nodetoolJava := filepath.Join(dir, "java"), filepath.Join(dir, "nodetool java")
	script := "#!/bin/sh\necho \"$0\"; for a in \"$@\"; do echo \"$a\"; done\n"
	for _, path := range []string{java, nodetoolJava} {
		if err := os.WriteFile(path, []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return &Cluster{
		Dir: state.Dir(dir), Spec: spec, Cache: state.Cache(dir), Java: java, NodetoolJava: nodetoolJava, Out: &bytes.Buffer{},
		Options: state.Options{Version: spec.Version, Nodes: nodes, HeapMiB: 512, Compactors: 1},
	}
}

func TestNodesDiffer(t *testing.T) {
	c := testCluster(t, 3)
	var cql []string
	for _, n := range c.Nodes() {
		cql = append(cql, n.CQL())
	}
	if got := strings.Join(cql, " "); got != "127.0.0.1:9042 127.0.0.2:9042 127.0.0.3:9042" {
		t.Errorf("nodes at %s", got)
	}
	for _, index := range []int{0, 4, -1} {
		if _, err := c.Node(index); err == nil {
			t.Errorf("node %d of 3 exists", index)
		}
	}
}

func TestReplicationFactor(t *testing.T) {
	for nodes, want := range map[int]int{1: 1, 2: 2, 3: 3, 5: 3} {
		if got := testCluster(t, nodes).ReplicationFactor(); got != want {
			t.Errorf("%d nodes: factor %d, want %d", nodes, got, want)
		}
	}
}

func TestClaim(t *testing.T) {
	c := testCluster(t, 2)
	if fresh, err := c.claim(); err != nil || !fresh {
		t.Fatalf("first claim: %v, %v", fresh, err)
	}
	if fresh, err := c.claim(); err != nil || fresh {
		t.Errorf("the same again: %v, %v", fresh, err)
	}
	c.Options.Nodes = 3
	if _, err := c.claim(); err != nil {
		t.Errorf("growing: %v", err)
	}
	for name, change := range map[string]func(*state.Options){
		"shrinking": func(o *state.Options) { o.Nodes = 1 },
		"auth":      func(o *state.Options) { o.Auth = true },
		"heap":      func(o *state.Options) { o.HeapMiB = 1024 },
	} {
		other := *c
		change(&other.Options)
		if _, err := other.claim(); !errors.Is(err, ErrOtherLab) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The wrappers are run for real, with a java that prints its arguments, in a
// folder whose name a careless shell script would split.
func TestWrappers(t *testing.T) {
	c := testCluster(t, 2)
	if err := c.writeTools(); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		tool string
		args []string
		want string
	}{
		{"nodetool", []string{"status"}, "NodeTool -h 127.0.0.1 -p 7199 status"},
		{"nodetool", []string{"-p", "7299", "info"}, "NodeTool -p 7299 info"},
		{"sstablemetadata", []string{"a b.db"}, "SSTableMetadataViewer a b.db"},
		{"sstableexpiredblockers", []string{"k", "t"}, "SSTableExpiredBlockers k t"},
	} {
		out, err := exec.CommandContext(t.Context(), c.Dir.Path("bin", tc.tool), tc.args...).Output()
		if err != nil {
			t.Fatalf("%s: %v", tc.tool, err)
		}
		if got := strings.Join(strings.Split(strings.TrimSpace(string(out)), "\n"), " "); !strings.HasSuffix(got, "."+tc.want) {
			t.Errorf("%s %v ran %q", tc.tool, tc.args, got)
		}
		if conf := "-Dcassandra.config=file://" + c.Dir.Node(1) + "/conf/cassandra.yaml\n"; !strings.Contains(string(out), conf) {
			t.Errorf("%s lacks %q", tc.tool, conf)
		}
	}
}

func TestNodetoolReachesTheRightPort(t *testing.T) {
	c := testCluster(t, 2)
	if err := c.writeTools(); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := c.Nodetool(t.Context(), 2, &out, "info"); err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(out.String(), "\n-h\n127.0.0.1\n-p\n7299\ninfo\n") {
		t.Errorf("ran %q", out.String())
	}
	if err := c.Nodetool(t.Context(), 3, &out, "info"); err == nil {
		t.Error("nodetool on a node that is not there")
	}
}

func TestDownOfNothing(t *testing.T) {
	c := testCluster(t, 2)
	if _, err := c.claim(); err != nil {
		t.Fatal(err)
	}
	if err := c.Down(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Dir.Load(); err != nil {
		t.Errorf("--keep forgot the lab: %v", err)
	}
	if err := c.Down(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Dir.Load(); !errors.Is(err, state.ErrNoLab) {
		t.Errorf("after down: %v", err)
	}
}

package cluster

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/partop/partop/lab/version"
)

// runTool runs a wrapper with the java that prints itself and its arguments.
func runTool(t *testing.T, c *Cluster, name string) []string {
	t.Helper()
	if err := c.writeTools(); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), c.Dir.Path("bin", name), "x").Output()
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}

// nodetool runs on one Java whatever the server's; offline tools read files with
// the server's own classes and so on the server's Java.
func TestToolsOfEachVersion(t *testing.T) {
	for v, class := range map[string]string{
		"5.0.6": "org.apache.cassandra.tools.NodeTool", "4.1.10": "org.apache.cassandra.tools.NodeTool",
		"4.0.18": "org.apache.cassandra.tools.NodeTool", "3.11.19": launcherClass,
	} {
		c := versionCluster(t, v, 1)
		args := runTool(t, c, "nodetool")
		if args[0] != c.NodetoolJava || !slices.Contains(args, class) {
			t.Errorf("%s: nodetool is %q", v, args)
		}
		if !slices.Contains(args, "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED") {
			t.Errorf("%s: nodetool cannot write its history: %q", v, args)
		}
		if !slices.Contains(args, "-Duser.home="+c.Dir.Path("bin")) {
			t.Errorf("%s: nodetool writes its history into the user's home: %q", v, args)
		}
		offline := runTool(t, c, "sstablemetadata")
		if offline[0] != c.Java || !slices.Contains(offline, "org.apache.cassandra.tools.SSTableMetadataViewer") {
			t.Errorf("%s: sstablemetadata is %q", v, offline)
		}
		for _, o := range c.Spec.ModuleOptions {
			if !slices.Contains(offline, o) {
				t.Errorf("%s: sstablemetadata lacks %s", v, o)
			}
		}
	}
}

// system_views does not exist before 4.0, and a grant on it is refused.
func TestRolesOfEachVersion(t *testing.T) {
	for _, v := range version.Known() {
		c := versionCluster(t, v, 1)
		onViews := strings.Contains(strings.Join(c.roleStatements(), "\n"), "system_views")
		if onViews != c.Spec.VirtualTables {
			t.Errorf("%s: grants on system_views: %v", v, onViews)
		}
		if n := len(c.roleStatements()); n < 6 {
			t.Errorf("%s: %d statements", v, n)
		}
		if want := map[bool]string{true: "peers_v2", false: "peers"}[c.Spec.VirtualTables]; c.peersTable() != want {
			t.Errorf("%s: peers are in %s", v, c.peersTable())
		}
	}
}

func TestNetIsEverywhere(t *testing.T) {
	c := testCluster(t, 2)
	c.Options.Net = 7
	if got := strings.Join(c.Addresses(), " "); got != "127.0.7.1 127.0.7.2" {
		t.Errorf("addresses %s", got)
	}
	var names string
	for _, step := range c.tlsSteps() {
		names += strings.Join(step, " ")
	}
	if !strings.Contains(names, "IP:127.0.7.1,IP:127.0.7.2") {
		t.Errorf("certificates are not for these nodes: %s", names)
	}
	if args := runTool(t, c, "nodetool"); !slices.Contains(args, "14199") {
		t.Errorf("nodetool goes to %q", args)
	}
	if other := testCluster(t, 2); compatible(other.Options, c.Options) {
		t.Error("a lab may move to another net while it is up")
	}
}

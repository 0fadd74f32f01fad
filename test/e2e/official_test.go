package e2e

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/partop/partop/lab/state"
)

// TestOfficialPartitions calls partop by the name of sstablepartitions, beside the tool itself, on files of the lab: each byte of
// what they print is the same.
func TestOfficialPartitions(t *testing.T) {
	dir, err := state.Locate()
	if err != nil {
		t.Fatal(err)
	}
	lab(t, "flush", "jobs")
	root := t.TempDir()
	if out, err := exec.Command("cp", "-r", dir.Path("node1", "data", "jobs"), root).CombinedOutput(); err != nil { // which no compaction changes
		t.Fatalf("%v\n%s", err, out)
	}
	link := filepath.Join(root, "sstablepartitions")
	if err := os.Symlink(partop, link); err != nil {
		t.Fatal(err)
	}
	for _, flags := range []string{"-m -t 0", "-t 1KiB", "-w 100 -o 10", "-y -t 10KiB"} {
		args := append([]string{filepath.Join(root, "jobs"), "-r", "-u", "1764000000"}, strings.Fields(flags)...)
		want, err := exec.Command(dir.Path("bin", "sstablepartitions"), args...).Output()
		if err != nil {
			t.Fatalf("%s: %v", flags, err)
		}
		got, err := exec.Command(link, args...).Output()
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: %v; %d bytes, the tool's are %d", flags, err, len(got), len(want))
		}
		if len(want) < 1000 {
			t.Errorf("%s: the tool printed %d bytes only", flags, len(want))
		}
	}
}

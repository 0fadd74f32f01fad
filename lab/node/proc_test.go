package node

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
)

// fakeProc makes a /proc with one process.
func fakeProc(t *testing.T, pid int, cmdline, stat string) string {
	t.Helper()
	root := t.TempDir()
	dir := filepath.Join(root, strconv.Itoa(pid))
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{"cmdline": cmdline, "stat": stat} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestHasArgument(t *testing.T) {
	const arg = "-Dpartop.lab.node=/lab/node1"
	for name, tc := range map[string]struct {
		cmdline string
		want    bool
	}{
		"ours":            {"java\x00" + arg + "\x00Main\x00", true},
		"another node":    {"java\x00" + arg + "0\x00Main\x00", false},
		"quotes it":       {"grep\x00x" + arg + "\x00", false},
		"zombie":          {"", false},
		"a shell running": {"sh\x00-c\x00java " + arg + "\x00", false},
	} {
		t.Run(name, func(t *testing.T) {
			proc := fakeProc(t, 77, tc.cmdline, "")
			if got := hasArgument(proc, 77, arg); got != tc.want {
				t.Errorf("hasArgument = %v, want %v", got, tc.want)
			}
			pid, ok := scan(proc, arg)
			if ok != tc.want || (ok && pid != 77) {
				t.Errorf("scan = %d, %v, want found %v", pid, ok, tc.want)
			}
		})
	}
}

func TestProcessState(t *testing.T) {
	for stat, want := range map[string]byte{
		"77 (java) T 1 77": 'T',
		"77 (a) b) S 1 77": 'S',
		"77 (java":         0,
		"77 (java)":        0,
		"":                 0,
	} {
		if got := processState(fakeProc(t, 77, "", stat), 77); got != want {
			t.Errorf("processState(%q) = %q, want %q", stat, got, want)
		}
	}
}

// A pid file that names a stranger, here this very test, must not get it killed.
func TestSignalSparesStrangers(t *testing.T) {
	n := testNode(t, 1)
	n.Dir = t.TempDir()
	own := strconv.Itoa(os.Getpid())
	if err := os.WriteFile(n.pidFile(), []byte(own), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := n.Signal(syscall.SIGKILL); !errors.Is(err, ErrNotRunning) {
		t.Errorf("Signal = %v, want %v", err, ErrNotRunning)
	}
	if err := n.Stop(t.Context()); err != nil {
		t.Errorf("Stop of a node that is not there: %v", err)
	}
	if _, err := os.Stat(n.pidFile()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the stale pid file is still there: %v", err)
	}
}

func TestReadPID(t *testing.T) {
	for content, ok := range map[string]bool{"123\n": true, "1": false, "0": false, "-5": false, "": false, "x": false} {
		file := filepath.Join(t.TempDir(), "pid")
		if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := readPID(file); (err == nil) != ok {
			t.Errorf("readPID(%q): %v, want ok %v", content, err, ok)
		}
	}
}

package node

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/partop/partop/lab/version"
)

// runnable is a node whose java is a shell script.
func runnable(t *testing.T, release, script string) Node {
	t.Helper()
	n := versionNode(t, release, 1)
	n.Dir, n.Jars = filepath.Join(t.TempDir(), "a lab", "node1"), t.TempDir()
	n.Java = filepath.Join(t.TempDir(), "java")
	for path, content := range map[string]string{n.Java: "#!/bin/sh\n" + script + "\n", filepath.Join(n.Jars, "jamm-0.jar"): ""} {
		if err := os.WriteFile(path, []byte(content), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() {
		if err := n.Kill(); err != nil {
			t.Error(err)
		}
	})
	return n
}

// quietNet is beyond the nets of labs, and another one in each process that
// tests: nobody's CQL may pass for this node's.
func quietNet() int { return 100 + os.Getpid()%150 }

const lives = "while :; do sleep 0.05; done"

// becomes waits for a state: a signal takes effect a moment after it was sent.
func becomes(t *testing.T, n Node, want Status) {
	t.Helper()
	var got Status
	for range 100 {
		if _, got = n.Status(); got == want {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Errorf("%s is %s, want %s", n, got, want)
}

func TestLifeOfAProcess(t *testing.T) {
	for _, v := range version.Known() {
		n := runnable(t, v, lives)
		becomes(t, n, Stopped)
		if err := errors.Join(n.Start(), n.Start()); err != nil { // the second finds the first
			t.Fatal(err)
		}
		becomes(t, n, Running)
		pid, _ := n.PID()
		if err := os.Remove(n.pidFile()); err != nil {
			t.Fatal(err)
		}
		if again, ok := n.PID(); !ok || again != pid {
			t.Errorf("without its pid file: %d, %v, want %d", again, ok, pid)
		}
		if err := n.Signal(syscall.SIGSTOP); err != nil {
			t.Fatal(err)
		}
		becomes(t, n, Paused)
		if err := n.Stop(t.Context()); err != nil { // a paused process does not see SIGTERM
			t.Error(err)
		}
		becomes(t, n, Stopped)
		if err := n.Signal(syscall.SIGCONT); !errors.Is(err, ErrNotRunning) {
			t.Errorf("signal to nobody: %v", err)
		}
	}
}

func TestStopInAHurryKills(t *testing.T) {
	n := runnable(t, version.Default, `trap "" TERM; `+lives)
	if err := n.Start(); err != nil {
		t.Fatal(err)
	}
	becomes(t, n, Running)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := n.Stop(ctx); err != nil {
		t.Error(err)
	}
	becomes(t, n, Stopped)
}

func TestDeathWhileStarting(t *testing.T) {
	n := runnable(t, "3.11.19", "echo 'Unrecognized option: --x'; exit 1")
	n.Options.Net = quietNet()
	if err := n.Start(); err != nil {
		t.Fatal(err)
	}
	if err := n.Ready(t.Context()); !errors.Is(err, ErrDied) || !strings.Contains(err.Error(), "Unrecognized option: --x") {
		t.Errorf("Ready = %v", err)
	}
}

// Ready asks until the port is there, and whoever waits may give up.
func TestReady(t *testing.T) {
	n := runnable(t, version.Default, lives)
	n.Options.Net = quietNet()
	if err := n.Start(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if err := n.Ready(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("without a port: %v", err)
	}
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", n.CQL())
	if err != nil {
		t.Skipf("skipped: %v", err)
	}
	defer func() { _ = l.Close() }()
	go supported(l)
	if err := n.Ready(t.Context()); err != nil {
		t.Errorf("with a port: %v", err)
	}
}

// supported answers OPTIONS until its listener is closed.
func supported(l net.Listener) {
	for {
		c, err := l.Accept()
		if err != nil {
			return
		}
		_, _ = c.Write([]byte{versionV4 | responseBit, 0, 0, 0, opSupported, 0, 0, 0, 0})
		_ = c.Close()
	}
}

package cluster

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/partop/partop/lab/node"
	"github.com/partop/partop/lab/version"
)

// upCluster has its jars, in a net of its own, and a java that runs script.
func upCluster(t *testing.T, release, script string) *Cluster {
	t.Helper()
	c := versionCluster(t, release, 2)
	c.Options.Net = 21
	jars := c.Cache.Jars(release)
	if err := os.MkdirAll(jars, 0o755); err != nil {
		t.Fatal(err)
	}
	for path, content := range map[string]string{filepath.Join(jars, "jamm-0.jar"): "", c.Java: "#!/bin/sh\n" + script + "\n"} {
		if err := os.WriteFile(path, []byte(content), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

// A start that fails says why in the node's own words and leaves no process.
func TestFailedUpStopsWhatItStarted(t *testing.T) {
	for _, v := range version.Known() {
		c := upCluster(t, v, "echo 'Invalid yaml'; exit 3")
		err := c.Up(t.Context())
		if errors.Is(err, node.ErrTaken) {
			t.Skipf("skipped: %v", err)
		}
		if !errors.Is(err, node.ErrDied) || !strings.Contains(err.Error(), "Invalid yaml") {
			t.Errorf("%s: %v", v, err)
		}
		for _, n := range c.Nodes() {
			if pid, s := n.Status(); s != node.Stopped {
				t.Errorf("%s: %s is left %s as %d", v, n, s, pid)
			}
		}
		if err := c.Down(t.Context(), false); err != nil {
			t.Error(err)
		}
	}
}

// A stranger on the node's port is found before the start, not taken for it.
func TestUpSparesTakenAddresses(t *testing.T) {
	c := upCluster(t, version.Default, "exit 0")
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", c.Nodes()[0].CQL())
	if err != nil {
		t.Skipf("skipped: %v", err)
	}
	defer func() { _ = l.Close() }()
	if err := c.Up(t.Context()); !errors.Is(err, node.ErrTaken) {
		t.Errorf("Up = %v", err)
	}
	if _, err := os.Stat(c.Nodes()[0].Dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a node was prepared: %v", err)
	}
}

func TestInterruptedUp(t *testing.T) {
	c := upCluster(t, "4.1.10", "while :; do sleep 0.05; done")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := c.Up(ctx); err == nil {
		t.Error("an interrupted up succeeds")
	}
	for _, n := range c.Nodes() {
		if pid, s := n.Status(); s != node.Stopped {
			t.Errorf("%s is left %s as %d", n, s, pid)
		}
	}
}

package node

import (
	"errors"
	"net"
	"strings"
	"testing"
	"time"
)

// Each port of a node counts, and a stranger on one is named with its address.
func TestFree(t *testing.T) {
	n := testNode(t, 9)
	n.Options.Net = 23 // an address that nobody's lab is likely to have
	if err := n.Free(t.Context(), 0); err != nil {
		t.Skipf("skipped: this machine has something there already: %v", err)
	}
	if got := len(n.listens()); got != 3 {
		t.Fatalf("%d addresses", got)
	}
	for _, address := range n.listens() {
		l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", address)
		if err != nil {
			t.Skipf("skipped: taken in the meantime: %v", err)
		}
		if err := n.Free(t.Context(), 0); !errors.Is(err, ErrTaken) || !strings.Contains(err.Error(), address) {
			t.Errorf("with a stranger on %s: %v", address, err)
		}
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// A port that is let go while Free waits is free.
func TestFreeWaits(t *testing.T) {
	n := testNode(t, 8)
	n.Options.Net = 23
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", n.CQL())
	if err != nil {
		t.Skipf("skipped: this machine has something there already: %v", err)
	}
	time.AfterFunc(150*time.Millisecond, func() { _ = l.Close() })
	if err := n.Free(t.Context(), 5*time.Second); err != nil {
		t.Error(err)
	}
}

package node

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"time"
)

// ErrTaken is returned when something else listens where the node would.
var ErrTaken = errors.New("address is taken")

// freePoll is the pause between two looks at a taken port.
const freePoll = 100 * time.Millisecond

// Free waits up to wait until the node can listen on all its ports, else gives
// ErrTaken. Asked before a start: a stranger's CQL port would pass for the node's
// own, and the node die later for a reason that does not name it. The wait is for
// the node's own earlier life: a process that ends is gone from /proc's command
// lines before the kernel has closed its ports.
func (n Node) Free(ctx context.Context, wait time.Duration) error {
	deadline := time.Now().Add(wait)
	for {
		err := n.free(ctx)
		if err == nil || !time.Now().Before(deadline) {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(freePoll):
		}
	}
}

func (n Node) free(ctx context.Context) error {
	if n.Namespace() != "" {
		return nil // nobody else is there
	}
	var lc net.ListenConfig
	for _, address := range n.listens() {
		l, err := lc.Listen(ctx, "tcp", address)
		if err != nil {
			return fmt.Errorf("%w for %s: %s: %w; `up --net N` moves the lab to other addresses", ErrTaken, n, address, err)
		}
		_ = l.Close()
	}
	return nil
}

// listens are the host:port pairs of the node.
func (n Node) listens() []string {
	return []string{
		n.CQL(),
		net.JoinHostPort(n.Address(), strconv.Itoa(StoragePort)),
		net.JoinHostPort("127.0.0.1", strconv.Itoa(n.JMXPort())),
	}
}

package node

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"regexp"
	"strings"
	"time"
)

// ErrDied is returned by Ready when the process ended before CQL answered.
var ErrDied = errors.New("node died while starting")

const (
	readyPoll   = 200 * time.Millisecond
	pingTimeout = 2 * time.Second
	// logTailBytes bounds what a failed start shows of each log.
	logTailBytes = 2000
)

// Native protocol v4 frame header: version, flags, stream (2), opcode, length (4).
const (
	headerLength  = 9
	versionV4     = 0x04
	responseBit   = 0x80
	opOptions     = 0x05
	opSupported   = 0x06
	opcodeAtIndex = 4
)

// Ready waits until the node answers CQL, its process dies (ErrDied with the
// last log lines) or ctx is done.
func (n Node) Ready(ctx context.Context) error {
	for {
		if n.Ping(ctx) == nil {
			return nil
		}
		if _, ok := n.PID(); !ok {
			return fmt.Errorf("%w: %s\n%s", ErrDied, n, n.LastWords())
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("wait for %s: %w", n, ctx.Err())
		case <-time.After(readyPoll):
		}
	}
}

// Ping asks for the server's options, the one request that is answered before
// any login. Cassandra opens the port only after it has joined the ring.
func (n Node) Ping(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, pingTimeout)
	defer cancel()
	c, err := (&net.Dialer{}).DialContext(ctx, "tcp", n.CQL())
	if err != nil {
		return fmt.Errorf("ping %s: %w", n, err)
	}
	defer func() { _ = c.Close() }()
	if d, ok := ctx.Deadline(); ok {
		_ = c.SetDeadline(d)
	}
	return ping(c)
}

func ping(c io.ReadWriter) error {
	request := [headerLength]byte{versionV4, 0, 0, 0, opOptions}
	if _, err := c.Write(request[:]); err != nil {
		return fmt.Errorf("send OPTIONS: %w", err)
	}
	var header [headerLength]byte
	if _, err := io.ReadFull(c, header[:]); err != nil {
		return fmt.Errorf("read SUPPORTED: %w", err)
	}
	if header[0] != versionV4|responseBit || header[opcodeAtIndex] != opSupported {
		return fmt.Errorf("answer to OPTIONS is % x, not SUPPORTED", header)
	}
	return nil
}

// LastWords is the end of the node's logs, for a start that failed.
func (n Node) LastWords() string {
	var b strings.Builder
	for _, f := range []string{n.Log(), n.console()} {
		if t := tail(f, logTailBytes); t != "" {
			fmt.Fprintf(&b, "--- end of %s\n%s\n", f, t)
		}
	}
	return b.String()
}

// tail returns the whole lines within the last max bytes of a file, without
// the frames of stack traces, which would crowd out the causes.
func tail(file string, max int) string {
	stackFrame := regexp.MustCompile(`(?m)^\t+(?:at |\.\.\. \d+ ).*\n`)
	b, err := os.ReadFile(file)
	if err != nil {
		return ""
	}
	b = stackFrame.ReplaceAll(b, nil)
	if len(b) > max {
		b = b[len(b)-max:]
		if _, rest, ok := strings.Cut(string(b), "\n"); ok {
			b = []byte(rest)
		}
	}
	return strings.TrimSpace(string(b))
}

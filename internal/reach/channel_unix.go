//go:build unix

package reach

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"
)

// socketPair is a connection and a file that is its other end.
func socketPair() (net.Conn, *os.File, error) {
	fds, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err != nil {
		return nil, nil, fmt.Errorf("make a socket pair: %w", err)
	}
	syscall.CloseOnExec(fds[0])
	syscall.CloseOnExec(fds[1])
	ours, theirs := os.NewFile(uintptr(fds[0]), "channel"), os.NewFile(uintptr(fds[1]), "ssh")
	conn, err := net.FileConn(ours)
	if closed := ours.Close(); err == nil { // FileConn has made a copy
		err = closed
	}
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("make a socket pair: %w", err), theirs.Close())
	}
	return conn, theirs, nil
}

// channel is a connection through ssh. It looks like one of TCP, which the CQL driver wants.
type channel struct {
	net.Conn
	remote net.Addr
	cmd    *exec.Cmd
	said   *tail
	master func() string // the master's log
	ended  chan struct{}
	once   sync.Once
}

// RemoteAddr is the address that was asked for.
func (c *channel) RemoteAddr() net.Addr { return c.remote }

// explainWait is how long an end of the stream may wait for ssh's words about it.
const explainWait = 500 * time.Millisecond

// Read gives the reason of ssh where the stream ends before it began to make sense.
func (c *channel) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if err == nil || n > 0 || errors.Is(err, os.ErrDeadlineExceeded) || errors.Is(err, net.ErrClosed) {
		return n, err
	}
	select {
	case <-c.ended:
	case <-time.After(explainWait):
	}
	if text := c.said.String(); strings.TrimSpace(text) != "" {
		return n, fmt.Errorf("%w: %w", explainChannel(text, c.master), err)
	}
	return n, err
}

// Close ends the channel and its process.
func (c *channel) Close() error {
	err := c.Conn.Close()
	c.once.Do(func() {
		_ = c.cmd.Process.Kill() // it may have ended by itself
		<-c.ended
	})
	return err
}

// explainChannel reads what ssh says of a channel that did not open; through a master the reason stands in the master's log.
func explainChannel(text string, master func() string) error {
	if strings.Contains(text, "refused by peer") {
		text = text + "\n" + lastOpenFailure(master())
	}
	switch {
	case strings.Contains(text, "administratively prohibited"):
		return ErrNoForward
	case strings.Contains(text, "Connection refused"):
		return syscall.ECONNREFUSED
	}
	return explainSSH(text)
}

// lastOpenFailure is the newest line such as "channel 2: open failed: connect failed: Connection refused".
func lastOpenFailure(log string) string {
	last := ""
	for line := range strings.Lines(log) {
		if strings.Contains(line, "open failed:") {
			last = line
		}
	}
	return strings.TrimSpace(last)
}

// tcpAddr is an address as one of TCP; a name that is none becomes one without an address.
func tcpAddr(address string) net.Addr {
	if ap, err := netip.ParseAddrPort(address); err == nil {
		return net.TCPAddrFromAddrPort(ap)
	}
	return &net.TCPAddr{}
}

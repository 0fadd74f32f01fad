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

// stdio is a program whose input and output are a connection.
type stdio struct {
	argv    []string
	address string
	explain func(said string) error // what the program's last words mean
	// gentle lets the program end by itself at the end of its input, which a netcat on the node must see.
	gentle bool
	free   func() // called once, when the program has ended
}

// channel is a connection through a program. It looks like one of TCP, which the CQL driver wants.
type channel struct {
	net.Conn
	stdio
	remote net.Addr
	cmd    *exec.Cmd
	said   *tail
	ended  chan struct{}
	once   sync.Once
}

// openChannel starts the program with one end of a socket pair as its input and output: a connection with deadlines. The
// program leads a process group of its own, so that its children go with it.
func openChannel(s stdio) (*channel, error) {
	ours, theirs, err := socketPair()
	if err != nil {
		return nil, err
	}
	c := &channel{Conn: ours, stdio: s, remote: tcpAddr(s.address), said: &tail{}, ended: make(chan struct{})}
	c.cmd = exec.Command(s.argv[0], s.argv[1:]...)
	c.cmd.Stdin, c.cmd.Stdout, c.cmd.Stderr = theirs, theirs, c.said
	c.cmd.WaitDelay = waitDelay
	c.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	err = c.cmd.Start()
	if closed := theirs.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return nil, errors.Join(err, ours.Close())
	}
	go func() {
		_ = c.cmd.Wait() // what went wrong is on its error stream
		c.killGroup()    // children that it left, at once: later its number may be another's
		close(c.ended)
		s.free()
	}()
	return c, nil
}

// RemoteAddr is the address that was asked for.
func (c *channel) RemoteAddr() net.Addr { return c.remote }

const (
	// explainWait is how long an end of the stream may wait for the program's words about it.
	explainWait = 500 * time.Millisecond
	// gentleWait is how long a program may take to end by itself.
	gentleWait = 300 * time.Millisecond
)

// Read gives the program's reason where the stream ends before it began to make sense.
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
		return n, fmt.Errorf("%w: %w", c.explain(text), err)
	}
	return n, err
}

// Close ends the channel and its processes.
func (c *channel) Close() error {
	err := c.Conn.Close()
	c.once.Do(func() {
		wait := time.Duration(0)
		if c.gentle {
			wait = gentleWait
		}
		select {
		case <-c.ended:
			return
		case <-time.After(wait):
			c.killGroup()
		}
		<-c.ended
	})
	return err
}

// killGroup must not be called when the program has long ended: a number of a process is given out again.
func (c *channel) killGroup() {
	_ = syscall.Kill(-c.cmd.Process.Pid, syscall.SIGKILL) // there may be none any more
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

package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"
)

// counted is a program on a pty whose output is counted byte by byte, as an ssh link would carry it.
type counted struct {
	t    *testing.T
	cmd  *exec.Cmd
	file *os.File

	mu    sync.Mutex
	bytes []byte
	done  chan struct{}
}

// startCounted runs a command line at 80x24 on a terminal that answers no query, as many do.
func startCounted(t *testing.T, env []string, args ...string) *counted {
	t.Helper()
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env = append(os.Environ(), "TERM=xterm-256color", "LC_ALL=C.UTF-8", "SSH_TTY=/dev/pts/0")
	cmd.Env = append(cmd.Env, env...)
	file, err := pty.StartWithSize(cmd, &pty.Winsize{Cols: 80, Rows: 24})
	if err != nil {
		t.Fatalf("start %v: %v", args, err)
	}
	c := &counted{t: t, cmd: cmd, file: file, done: make(chan struct{})}
	go c.read()
	t.Cleanup(c.stop)
	return c
}

func (c *counted) read() {
	defer close(c.done)
	buf := make([]byte, 32<<10)
	for {
		n, err := c.file.Read(buf)
		c.mu.Lock()
		c.bytes = append(c.bytes, buf[:n]...)
		c.mu.Unlock()
		if err != nil {
			return
		}
	}
}

func (c *counted) stop() {
	_ = c.cmd.Process.Kill() // it may have ended by itself
	_ = c.cmd.Wait()
	_ = c.file.Close()
	<-c.done
}

func (c *counted) text() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return string(c.bytes)
}

func (c *counted) count() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.bytes)
}

func (c *counted) press(keys string) {
	c.t.Helper()
	if _, err := c.file.WriteString(keys); err != nil {
		c.t.Fatal(err)
	}
}

// quiet waits until nothing has been written for a while.
func (c *counted) quiet(within, still time.Duration) {
	c.t.Helper()
	last, since := c.count(), time.Now()
	for start := time.Now(); time.Since(start) < within; time.Sleep(20 * time.Millisecond) {
		if n := c.count(); n != last {
			last, since = n, time.Now()
		}
		if time.Since(since) >= still {
			return
		}
	}
	c.t.Fatalf("still writing after %s", within)
}

// cpu is the processor time that the program has used.
func (c *counted) cpu() time.Duration {
	c.t.Helper()
	return cpuOf(c.t, c.cmd.Process.Pid)
}

// cpuOf is the processor time that a process has used.
func cpuOf(t *testing.T, pid int) time.Duration {
	t.Helper()
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		t.Fatal(err)
	}
	fields := strings.Fields(string(b[strings.LastIndexByte(string(b), ')')+1:]))
	var ticks int64
	for _, f := range fields[11:13] { // utime and stime, fields 14 and 15 of proc(5)
		n, err := strconv.ParseInt(f, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		ticks += n
	}
	return time.Duration(ticks) * 10 * time.Millisecond // USER_HZ is 100 on Linux
}

// residentBytes is the memory that the program holds (VmRSS:) or has held at most (VmHWM:).
func (c *counted) residentBytes(which string) int64 {
	c.t.Helper()
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", c.cmd.Process.Pid))
	if err != nil {
		c.t.Fatal(err)
	}
	for l := range strings.Lines(string(b)) {
		if kib, ok := strings.CutPrefix(l, which); ok {
			n, err := strconv.ParseInt(strings.Fields(kib)[0], 10, 64)
			if err != nil {
				c.t.Fatal(err)
			}
			return n << 10
		}
	}
	c.t.Fatalf("no %s", which)
	return 0
}

package node

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"github.com/partop/partop/lab/jars"
)

// ErrNotRunning is returned when a signal is meant for a node without process.
var ErrNotRunning = errors.New("node is not running")

const (
	// termWait is how long Cassandra may drain after SIGTERM.
	termWait = 20 * time.Second
	killWait = 5 * time.Second
	stopPoll = 50 * time.Millisecond
)

// Start runs the node in a session of its own, so that neither ^C nor the end
// of this command reaches it, and returns at once. It is the caller's to wait
// with Ready. A running node is left alone.
func (n Node) Start() error {
	if _, ok := n.PID(); ok {
		return nil
	}
	if err := n.Configure(); err != nil {
		return err
	}
	cmd, err := n.command()
	if err != nil {
		return err
	}
	out, err := os.OpenFile(n.console(), os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o644)
	if err != nil {
		return fmt.Errorf("open the console log of %s: %w", n, err)
	}
	defer func() { _ = out.Close() }()
	cmd.Stdout, cmd.Stderr = out, out
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("start %s: %w", n, err)
	}
	pid := strconv.Itoa(cmd.Process.Pid)
	if err := os.WriteFile(n.pidFile(), []byte(pid+"\n"), 0o644); err != nil {
		return fmt.Errorf("write the pid of %s: %w", n, err)
	}
	return cmd.Process.Release()
}

// command keeps everything but the marker and the class path in an argument
// file, so that ps stays readable.
func (n Node) command() (*exec.Cmd, error) {
	agent, err := jars.Agent(n.Spec, n.Jars)
	if err != nil {
		return nil, fmt.Errorf("start %s: %w", n, err)
	}
	conf := filepath.Join(n.Dir, "conf")
	// not CommandContext: the node outlives this command
	argv := append(n.Inside(), n.Java,
		"-javaagent:"+agent, n.marker(), "@"+filepath.Join(conf, "server.options"),
		"-cp", conf+":"+filepath.Join(n.Jars, "*"),
		"org.apache.cassandra.service.CassandraDaemon")
	cmd := exec.Command(argv[0], argv[1:]...) //nolint:noctx // see above
	cmd.Dir = n.Dir
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	return cmd, nil
}

// Inside begins a command that runs in the node's network; it becomes the command, with its process id.
func (n Node) Inside() []string {
	if ns := n.Namespace(); ns != "" {
		return []string{"ip", "netns", "exec", ns}
	}
	return nil
}

// Signal sends sig to the node's process after proving that it is this node's.
func (n Node) Signal(sig syscall.Signal) error {
	pid, ok := n.PID()
	if !ok {
		return fmt.Errorf("%w: %s", ErrNotRunning, n)
	}
	if err := syscall.Kill(pid, sig); err != nil {
		return fmt.Errorf("send %v to %s (pid %d): %w", sig, n, pid, err)
	}
	return nil
}

// Stop ends the node: SIGCONT, since a paused process does not see SIGTERM,
// then SIGTERM (Cassandra drains), then SIGKILL when it takes over 20 s. A
// stopped node is no error. A done ctx shortens the wait, it does not skip the
// kill.
func (n Node) Stop(ctx context.Context) error {
	err := errors.Join(n.Signal(syscall.SIGCONT), n.Signal(syscall.SIGTERM))
	if errors.Is(err, ErrNotRunning) {
		return n.forgetPID()
	}
	if err != nil {
		return err
	}
	if !n.waitGone(ctx, termWait) {
		return n.Kill()
	}
	return n.forgetPID()
}

// Kill ends the node with SIGKILL and waits until it is gone.
func (n Node) Kill() error {
	if err := n.Signal(syscall.SIGKILL); err != nil && !errors.Is(err, ErrNotRunning) {
		return err
	}
	if !n.waitGone(context.Background(), killWait) {
		return fmt.Errorf("%s survived SIGKILL for %v", n, killWait)
	}
	return n.forgetPID()
}

// waitGone polls, for the process is not a child of this command.
func (n Node) waitGone(ctx context.Context, limit time.Duration) bool {
	deadline := time.Now().Add(limit)
	for {
		if _, ok := n.PID(); !ok {
			return true
		}
		if time.Now().After(deadline) || ctx.Err() != nil {
			return false
		}
		time.Sleep(stopPoll)
	}
}

func (n Node) forgetPID() error {
	if err := os.Remove(n.pidFile()); err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("forget the pid of %s: %w", n, err)
	}
	return nil
}

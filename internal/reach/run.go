package reach

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"time"
)

// Command is a program to run to its end.
type Command struct {
	Argv []string // the program and its arguments; secrets never stand here, since any user can list them
	Env  []string // added to the environment, "NAME=value"
	// MaxBytes bounds what is kept of each stream; more ends the program with ErrTooMuch. 0: 16 MiB.
	MaxBytes int
	Stdin    io.Reader // nil: none
	// Nice are words that run what follows gently (nice, ionice); they stand before the change of user.
	Nice []string
	// AsLogin runs it as who logged in, whatever --become says.
	AsLogin bool
}

// Output is what a program printed and how it ended.
type Output struct {
	Stdout, Stderr []byte
	ExitCode       int
}

// ErrTooMuch means that a program printed more than Command.MaxBytes.
var ErrTooMuch = errors.New("too much output")

const (
	defaultMaxBytes = 16 << 20
	// waitDelay is how long a killed program's children may hold its pipes before they are closed on them.
	waitDelay = time.Second
)

// Run starts a program in a process group of its own and waits for its end. When ctx ends first, the whole group is
// killed and ctx's error returned: nodetool is a shell script around a JVM, and killing the shell alone would leave the
// JVM behind. A non-zero exit code is not an error.
func (Here) Run(ctx context.Context, c Command) (Output, error) {
	if len(c.Argv) == 0 {
		return Output{}, errors.New("run: no program named")
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	limit := c.MaxBytes
	if limit <= 0 {
		limit = defaultMaxBytes
	}
	stdout, stderr := &bounded{left: limit, full: cancel}, &bounded{left: limit, full: cancel}
	argv := append(slices.Clone(c.Nice), c.Argv...)
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Stdin, cmd.Env = c.Stdin, append(os.Environ(), c.Env...)
	cmd.Stdout, cmd.Stderr = stdout, stderr
	cmd.WaitDelay = waitDelay
	ownGroup(cmd)
	err := cmd.Run()
	out := Output{Stdout: stdout.kept.Bytes(), Stderr: stderr.kept.Bytes(), ExitCode: -1}
	if cmd.ProcessState != nil {
		out.ExitCode = cmd.ProcessState.ExitCode()
	}
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return out, fmt.Errorf("run %s: %w", c.Argv[0], context.Cause(ctx))
	case err == nil, errors.As(err, &exit):
		return out, nil
	}
	return out, fmt.Errorf("run %s: %w", c.Argv[0], err)
}

// bounded keeps the first bytes and ends the program at the first beyond them. The buffer is not embedded: its ReadFrom
// would be used instead of Write, and has no bounds.
type bounded struct {
	kept bytes.Buffer
	left int
	full context.CancelCauseFunc
}

// Write takes what has room; io.ErrShortWrite makes the copying stop.
func (b *bounded) Write(p []byte) (int, error) {
	n := min(len(p), b.left)
	b.left -= n
	b.kept.Write(p[:n])
	if n < len(p) {
		b.full(ErrTooMuch)
		return n, io.ErrShortWrite
	}
	return n, nil
}

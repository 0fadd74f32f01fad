package reach

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os/exec"
	"path"
	"strings"
	"time"
)

// MaxOpenBytes is how much of a file on a host is read at most; more is ErrTooMuch. What is larger is read in parts, with
// tail.
const MaxOpenBytes = 64 << 20

// openThere starts a cat on the host and waits for its first bytes, or its complaint.
func openThere(ctx context.Context, name, become, way string, wrap wrapper) (fs.File, error) {
	command := Command{Argv: []string{"cat", "--", name}}
	argv, err := wrap(command.words(become))
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	f := &remoteFile{name: name, cancel: cancel, left: MaxOpenBytes, said: &tail{}}
	f.cmd = exec.CommandContext(ctx, argv[0], argv[1:]...)
	f.cmd.Stderr, f.cmd.WaitDelay = f.said, waitDelay
	ownGroup(f.cmd)
	pipe, err := f.cmd.StdoutPipe()
	if err == nil {
		err = f.cmd.Start()
	}
	if err != nil {
		cancel()
		return nil, fmt.Errorf("open %s over %s: %w", name, way, err)
	}
	f.from = bufio.NewReader(pipe)
	if _, err := f.from.Peek(1); err != nil { // an empty file, or none
		err = f.end()
		var exit *exec.ExitError
		switch {
		case ctx.Err() != nil:
			err = ctx.Err()
		case errors.As(err, &exit):
			err = f.why(exit, become, way)
		}
		cancel()
		if err != nil {
			return nil, fmt.Errorf("open %s over %s: %w", name, way, err)
		}
	}
	return f, nil
}

// remoteFile is the output of a cat.
type remoteFile struct {
	name   string
	cmd    *exec.Cmd
	from   *bufio.Reader
	said   *tail
	left   int64
	ended  bool
	cancel context.CancelFunc
}

// why reads what cat, or sudo, says.
func (f *remoteFile) why(exit *exec.ExitError, become, way string) error {
	text := f.said.String()
	if become != "" {
		if err := explainSudo(Output{Stderr: []byte(text), ExitCode: exit.ExitCode()}, become, way, "cat"); err != nil {
			return err
		}
	}
	switch {
	case strings.Contains(text, "No such file"):
		return fs.ErrNotExist
	case strings.Contains(text, "Permission denied"):
		return fs.ErrPermission
	}
	return errors.New(lastLine(text))
}

// Read implements fs.File.
func (f *remoteFile) Read(p []byte) (int, error) {
	if f.left == 0 {
		if _, err := f.from.Peek(1); errors.Is(err, io.EOF) {
			return 0, io.EOF
		}
		return 0, fmt.Errorf("read %s beyond %d bytes: %w", f.name, MaxOpenBytes, ErrTooMuch)
	}
	n, err := f.from.Read(p[:min(int64(len(p)), f.left)])
	f.left -= int64(n)
	return n, err
}

func (f *remoteFile) end() error {
	if f.ended {
		return nil
	}
	f.ended = true
	return f.cmd.Wait()
}

// Close ends the cat; what it had still to say is of no interest.
func (f *remoteFile) Close() error {
	f.cancel()
	_ = f.end() // killed, mostly
	return nil
}

// Stat knows the name alone.
func (f *remoteFile) Stat() (fs.FileInfo, error) { return remoteInfo(f.name), nil }

// remoteInfo is a file of which the size is not known.
type remoteInfo string

func (i remoteInfo) Name() string     { return path.Base(string(i)) }
func (remoteInfo) Size() int64        { return -1 }
func (remoteInfo) Mode() fs.FileMode  { return 0o400 }
func (remoteInfo) ModTime() time.Time { return time.Time{} }
func (remoteInfo) IsDir() bool        { return false }
func (remoteInfo) Sys() any           { return nil }

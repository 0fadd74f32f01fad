package nodetool

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// Output is what a run of a program printed and how it ended.
type Output struct {
	Stdout, Stderr []byte
	ExitCode       int
}

// Run runs a program to its end. When ctx ends first it must kill the program with all its children: nodetool is a script
// around a JVM that has no time-out of its own.
type Run func(ctx context.Context, argv, env []string) (Output, error)

// Tool is nodetool pointed at one node.
type Tool struct {
	// Path is the script, see Find.
	Path string
	// Host and Port are of the JMX server.
	Host string
	Port int
	// User and PasswordFile are the JMX role; the file's lines are "user password". A password never stands in the
	// arguments, which every user of the host can list. Both empty: no credentials.
	User, PasswordFile string
	// Deadline bounds a call, besides what the call itself is known to take. 0: DefaultDeadline.
	Deadline time.Duration
	Run      Run
}

// DefaultDeadline is how long a call may take: 2 to 3 s on a quiet host, 9 to 17 s at load 25, and no time-out of its own
// against a node that takes the connection and says nothing.
const DefaultDeadline = 20 * time.Second

// ErrDeadline means that nodetool had not ended by its deadline and was killed.
var ErrDeadline = errors.New("no answer by the deadline")

// Call runs one command and reads what it prints as the command's kind. takes is how long the command itself waits, for
// instance a sampler's window. The error is a *Failure, ErrDeadline, one of the package's reading errors, or what Run
// gave.
func (t *Tool) Call(ctx context.Context, c Command) (*Result, error) {
	asked, cancel := context.WithTimeout(ctx, c.Takes+t.deadline())
	defer cancel()
	out, err := t.Run(asked, t.argv(c), []string{"LC_ALL=C", "LANG=C"})
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case asked.Err() != nil:
		return nil, fmt.Errorf("nodetool %s on %s:%d: %w (%s); it was killed", c.Args[0], t.Host, t.Port, ErrDeadline, c.Takes+t.deadline())
	case err != nil:
		return nil, fmt.Errorf("nodetool %s: %w", c.Args[0], err)
	}
	return c.read(out)
}

func (t *Tool) deadline() time.Duration {
	if t.Deadline > 0 {
		return t.Deadline
	}
	return DefaultDeadline
}

// argv puts the connection before the command, where every version takes it.
func (t *Tool) argv(c Command) []string {
	argv := []string{t.Path, "-h", t.Host, "-p", strconv.Itoa(t.Port)}
	if t.User != "" {
		argv = append(argv, "-u", t.User)
	}
	if t.PasswordFile != "" {
		argv = append(argv, "-pwf", t.PasswordFile)
	}
	return append(argv, c.Args...)
}

// read decides by exit code and stream: with code 0 the output is on stdout; else the complaint is on either. What a
// valid output is followed by (a name among several that is unknown) is in the Result's Failure.
func (c Command) read(out Output) (*Result, error) {
	if out.ExitCode == 0 {
		r, err := Parse(c.Kind, out.Stdout)
		if errors.Is(err, ErrEmpty) && len(bytes.TrimSpace(out.Stderr)) > 0 {
			_, err = Parse(c.Kind, out.Stderr) // "ColumnFamilyStore for ks/t not found." with nothing on stdout
		}
		return r, err
	}
	for _, text := range [][]byte{out.Stderr, out.Stdout} {
		if r, err := ParseAny(text); err == nil && r.Kind == KindFailure {
			if f, ok := r.Data.(*Failure); ok {
				return nil, f
			}
		}
	}
	return nil, fmt.Errorf("nodetool %s ended with code %d: %s", c.Args[0], out.ExitCode, quote(lastWords(out)))
}

// lastWords is what a failed run printed last: the end of a stack of wrappers is nearer to the cause than its beginning.
func lastWords(out Output) string {
	text := bytes.TrimSpace(out.Stderr)
	if len(text) == 0 {
		text = bytes.TrimSpace(out.Stdout)
	}
	if i := bytes.LastIndexByte(text, '\n'); i >= 0 {
		text = text[i+1:]
	}
	if len(text) == 0 {
		return "it printed nothing"
	}
	return string(text)
}

// ErrNotFound means that there is no nodetool here.
var ErrNotFound = errors.New("no nodetool on this host")

// Find looks for the script: the one named, in the directories of the PATH, in CASSANDRA_HOME/bin. lookPath is
// exec.LookPath; getenv is os.Getenv.
func Find(named string, lookPath func(string) (string, error), getenv func(string) string) (string, error) {
	if named != "" {
		path, err := lookPath(named)
		if err != nil {
			return "", fmt.Errorf("%w: %s: %w", ErrNotFound, named, err)
		}
		return path, nil
	}
	if path, err := lookPath("nodetool"); err == nil {
		return path, nil
	}
	home := getenv("CASSANDRA_HOME")
	if home == "" {
		return "", fmt.Errorf("%w: not in the PATH, and CASSANDRA_HOME is not set", ErrNotFound)
	}
	path, err := lookPath(filepath.Join(home, "bin", "nodetool"))
	if err != nil {
		return "", fmt.Errorf("%w: neither in the PATH nor in %s", ErrNotFound, filepath.Join(home, "bin"))
	}
	return path, nil
}

// WritePasswordFile writes the file that -pwf reads into dir, readable by its owner only.
func WritePasswordFile(dir, user, password string) (path string, err error) {
	f, err := os.CreateTemp(dir, "jmx-*.pw") // mode 0600
	if err != nil {
		return "", fmt.Errorf("write the JMX password for nodetool: %w", err)
	}
	_, err = fmt.Fprintf(f, "%s %s\n", user, password)
	if err = errors.Join(err, f.Close()); err != nil {
		return "", fmt.Errorf("write the JMX password for nodetool: %w", errors.Join(err, os.Remove(f.Name())))
	}
	return f.Name(), nil
}

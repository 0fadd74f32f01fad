package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/term"

	"github.com/partop/partop/cassandra/cqltype"
	"github.com/partop/partop/internal/scan"
)

// officialName is the link under which partop is the tool of that name.
const officialName = "sstablepartitions"

func calledAs() string { return strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe") }

// official is sstablepartitions, byte for byte; but no byte of a key reaches a terminal as it is.
func official(ctx context.Context, args []string) int {
	var stdout io.Writer = os.Stdout
	if term.IsTerminal(int(os.Stdout.Fd())) {
		stdout = &safeLines{to: os.Stdout}
	}
	t := &scan.Official{Files: scan.Disk{}, Absolute: canonical, Stdout: stdout, Stderr: os.Stderr, NowSeconds: time.Now().Unix()}
	return t.Run(ctx, args)
}

// canonical is a path without links, as Java's File.getCanonicalPath.
func canonical(name string) (string, error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	real, err := filepath.EvalSymlinks(abs)
	if err != nil {
		return "", err
	}
	return filepath.ToSlash(real), nil
}

// safeLines makes whole lines fit for a terminal.
type safeLines struct {
	to   io.Writer
	rest []byte
}

// Write passes what ends in a line break on, escaped.
func (s *safeLines) Write(p []byte) (int, error) {
	s.rest = append(s.rest, p...)
	end := bytes.LastIndexByte(s.rest, '\n')
	if end < 0 {
		return len(p), nil
	}
	var out strings.Builder
	for line := range strings.Lines(string(s.rest[:end+1])) {
		out.WriteString(cqltype.SafeText(strings.TrimSuffix(line, "\n")) + "\n")
	}
	s.rest = append(s.rest[:0], s.rest[end+1:]...)
	_, err := io.WriteString(s.to, out.String())
	return len(p), err
}

package probes

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/partop/partop/cassandra/cqltype"
	"github.com/partop/partop/internal/cluster"
)

// Host runs commands on a node. All are compiled in, see HostCommands.
type Host struct {
	Run  func(context.Context, HostCommand) (HostOutput, error)
	Over string // "here", "ssh", "exec": for the source of what is learnt
}

// HostCommand is a program with its arguments, run with LC_ALL=C. More output than MaxBytes ends it with an error, beside
// what came before.
type HostCommand struct {
	Argv     []string
	Nice     []string // words that run it gently
	MaxBytes int
	AsLogin  bool // not as --become says
}

// ErrTooMuch means that a command printed more than HostCommand.MaxBytes; what came before is in its output.
var ErrTooMuch = errors.New("too much output")

// HostOutput is what it printed and how it ended.
type HostOutput struct {
	Stdout, Stderr string
	ExitCode       int
}

const (
	// hostWait bounds a command that has little to do.
	hostWait = 10 * time.Second
	// maxHostBytes bounds what such a one prints.
	maxHostBytes = 1 << 20
)

// ask runs a small command; an exit code other than 0 is an error with its last words.
func (h *Host) ask(ctx context.Context, argv ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, hostWait)
	defer cancel()
	out, err := h.Run(ctx, HostCommand{Argv: argv, MaxBytes: maxHostBytes})
	if err != nil {
		return "", err
	}
	if out.ExitCode != 0 {
		return out.Stdout, fmt.Errorf("%s: %w", argv[0], errors.New(lastWords(out.Stderr, out.ExitCode)))
	}
	return out.Stdout, nil
}

// lastWords of a program are bytes from a node.
func lastWords(stderr string, code int) string {
	lines := strings.Split(strings.TrimSpace(stderr), "\n")
	last := strings.TrimSpace(lines[len(lines)-1])
	if last == "" {
		return fmt.Sprintf("exit code %d", code)
	}
	return cqltype.SafeText(last[:min(len(last), 300)])
}

// HostReading makes a Reading of what a command told. from is when it was started, or what it stands for.
func (h *Host) HostReading(node cluster.NodeID, tool string, k cluster.Kind, from time.Time, v cluster.Value, err error) cluster.Reading {
	now := time.Now()
	r := cluster.Reading{From: from, To: now, Node: node, Kind: k, Scope: cluster.ThisNode, Source: cluster.Source(tool + " over " + h.Over),
		Cost: cluster.Cost{WallMicros: now.Sub(from).Microseconds()}, Value: v}
	if h.Over == "here" {
		r.Source = cluster.Source(tool + " here")
	}
	if err != nil {
		r.Value, r.Unknown = nil, &cluster.Unknown{Reason: err.Error(), Remedy: hostRemedy(err)}
	}
	return r
}

func hostRemedy(err error) string {
	switch text := err.Error(); {
	case strings.Contains(text, "NOPASSWD"): // it says so itself
		return ""
	case strings.Contains(text, "ermission denied"):
		return "--become cassandra, or log in as who may read it"
	}
	return ""
}

// gentle are the words that run a command at the lowest priority of processor and disk, for at most the seconds given;
// those that are not on the host are left out.
func (h *Host) gentle(ctx context.Context, seconds string) []string {
	words := []string{"nice", "-n", "19"}
	for _, more := range [][]string{{"ionice", "-c", "3"}, {"timeout", seconds}} {
		asked, cancel := context.WithTimeout(ctx, hostWait)
		out, err := h.Run(asked, HostCommand{Argv: append(slices.Clone(more), "true"), MaxBytes: maxHostBytes, AsLogin: true})
		cancel()
		if err == nil && out.ExitCode == 0 {
			words = append(words, more...)
		}
	}
	return words
}

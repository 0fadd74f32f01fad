// Command partop is top for the partitions of a Cassandra cluster. This package is the command line alone: flags and
// targets become a session, and a session becomes a screen, a file or an exit code.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"charm.land/fang/v2"

	"github.com/partop/partop/cassandra/cqltype"
	"github.com/partop/partop/ui"
)

// version is set at link time.
var version = "dev"

// Exit codes of all commands but check.
const (
	exitDone        = 0
	exitUsage       = 2
	exitUnreachable = 3
	exitPartial     = 4
	exitInterrupted = 130
)

func main() { os.Exit(run()) }

func run() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	if calledAs() == officialName {
		return official(ctx, os.Args[1:])
	}
	err := fang.Execute(ctx, rootCommand(), fang.WithVersion(version), fang.WithErrorHandler(printError))
	return exitCode(ctx, err)
}

// printError says what went wrong as it was said: our errors begin with names and addresses, which are not to be
// capitalised. An operator who pressed ctrl-c knows that.
func printError(w io.Writer, _ fang.Styles, err error) {
	if errors.Is(err, ui.ErrInterrupted) || errors.Is(err, context.Canceled) {
		return
	}
	fmt.Fprintln(w, "partop:", cqltype.SafeText(err.Error())) // it may quote what a node said
}

// coded carries an exit code to the top.
type coded struct {
	code int
	err  error
}

func (c coded) Error() string { return c.err.Error() }
func (c coded) Unwrap() error { return c.err }

func exitCode(ctx context.Context, err error) int {
	var c coded
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &c):
		return c.code
	case ctx.Err() != nil || errors.Is(err, context.Canceled):
		return exitInterrupted
	}
	return exitUsage
}

func usage(format string, args ...any) error {
	return coded{exitUsage, fmt.Errorf(format, args...)}
}

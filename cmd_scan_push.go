package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"

	"github.com/partop/partop/internal/config"
)

// remoteProgram is the partop that runs on a host: the one that is there, or this one, sent along.
type remoteProgram struct {
	argv   []string
	binary []byte // what goes to the input of the command first; nil where nothing is pushed
}

// pushDiffers is the exit code of a copy that is not what was sent.
const pushDiffers = 65

// pushScript takes a program from its input, checks it and runs it. It is one command, so that whatever ends it, a lost
// connection included, takes the directory along: the partop stops when its input ends, and the shell behind it cleans up.
const pushScript = `umask 077
d=$(mktemp -d "${TMPDIR:-/tmp}/partop-XXXXXXXXXX") || exit 73
trap 'rm -rf -- "$d"' EXIT
trap 'exit 130' HUP INT TERM
head -c "$1" > "$d/partop" || exit 74
s=$(sha256sum "$d/partop") || exit 69
[ "${s%% *}" = "$2" ] || exit 65
chmod 0700 "$d/partop" || exit 74
shift 2
"$d/partop" "$@"`

// errNoPush says who may allow it.
var errNoPush = errors.New("--push copies a program to the nodes: it needs allow_push = true in the configuration file, which is for whoever owns the nodes to say")

// program is what runs on the hosts.
func (f *scanFlags) program(c *config.Config) (*remoteProgram, error) {
	if !f.push {
		return &remoteProgram{argv: []string{"partop"}}, nil
	}
	if !c.AllowPush {
		return nil, coded{exitUsage, errNoPush}
	}
	path, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find this program: %w", err)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read this program: %w", err)
	}
	sum := sha256.Sum256(b)
	return &remoteProgram{argv: []string{"sh", "-c", pushScript, "partop", strconv.Itoa(len(b)), hex.EncodeToString(sum[:])}, binary: b}, nil
}

// inputGrace is how long a scan may take to stop when its input has ended; a read of a disk that hangs never does.
const inputGrace = 2 * time.Second

// untilInputEnds is a context for a partop that another one started: it ends with the input, and soon after it the
// program, for nobody is there to take an answer. stop comes when the answer is written.
func untilInputEnds(ctx context.Context, in io.Reader, exit func(code int)) (until context.Context, stop context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	written := make(chan struct{})
	go func() { // it may stay behind, reading, until the program ends
		_, _ = io.Copy(io.Discard, in) // an error is an end, too
		cancel()
		select {
		case <-written:
		case <-time.After(inputGrace):
			exit(exitInterrupted)
		}
	}()
	return ctx, func() { cancel(); close(written) }
}

package reach

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync"
	"time"
)

// ErrNoHelper means that nothing on a host can carry a connection over the input and output of a command.
var ErrNoHelper = errors.New("no ncat, socat, nc or bash there to connect with: install one of them (netcat-openbsd, nmap-ncat, socat)")

// helper is a program that connects its input and output to an address, found on a host once.
type helper struct {
	mu    sync.Mutex
	found []string // the name, and options; nil: not looked for
	none  bool
}

// helperWait bounds the look for one.
const helperWait = 10 * time.Second

// findHelper prints what is there, the best first. At the end of its input a netcat has to close its connection, or it
// stays behind on the node: -N (OpenBSD's) or -q 0 (the traditional one) where its help names them; ncat, busybox and the
// older ones of OpenBSD do so by themselves. OpenBSD's comes last: it notices a server that closes only at the next write.
const findHelper = `for p in ncat socat; do command -v $p >/dev/null 2>&1 && echo $p; done
n=
if command -v nc >/dev/null 2>&1; then
h=$(nc -h 2>&1 </dev/null)
case "$h" in *Ncat*|*BusyBox*) echo nc;; *-N*hutdown*) n='nc -N';; *-q\ secs*) echo nc -q 0;; *) n=nc;; esac
fi
command -v bash >/dev/null 2>&1 && command -v cat >/dev/null 2>&1 && echo bash
[ -z "$n" ] || echo $n
echo done`

// run is a way's Run, without the change of user.
type run func(context.Context, Command) (Output, error)

// find looks for the helper of a host, once. A look that failed is made again the next time.
func (h *helper) find(ctx context.Context, run run) ([]string, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.none:
		return nil, ErrNoHelper
	case h.found != nil:
		return h.found, nil
	}
	ctx, cancel := context.WithTimeout(ctx, helperWait)
	defer cancel()
	out, err := run(ctx, Command{Argv: []string{"sh", "-c", findHelper}, MaxBytes: maxTail})
	if err != nil {
		return nil, fmt.Errorf("look for a program to connect with: %w", err)
	}
	lines := strings.Split(strings.TrimSpace(string(out.Stdout)), "\n")
	if lines[len(lines)-1] != "done" { // the command did not run, or not to its end
		return nil, fmt.Errorf("look for a program to connect with: exit code %d: %s", out.ExitCode, lastLine(string(out.Stderr)))
	}
	for _, line := range lines[:len(lines)-1] {
		if words := strings.Fields(line); len(words) > 0 && slices.Contains([]string{"nc", "ncat", "socat", "bash"}, words[0]) {
			h.found = words
			return words, nil
		}
	}
	h.none = true
	return nil, ErrNoHelper
}

// bashHelper copies both ways with two cats and ends with either: bash cannot wait for the first of two before 4.3.
const bashHelper = `exec 3<>"/dev/tcp/$1/$2" 4<&0 || exit 1
cat <&3 & r=$!
( c=; trap 'kill $c' TERM; cat <&4 >&3 & c=$!; wait $c; kill $r ) >/dev/null 2>&1 &
w=$!
wait $r 2>/dev/null; kill $w 2>/dev/null; exit 0`

// connectWith is the command that connects its input and output to an address.
func connectWith(helper []string, address string) ([]string, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	if strings.HasPrefix(host, "-") || strings.ContainsAny(host, "/,!\x00") {
		return nil, fmt.Errorf("%q is no host", host)
	}
	switch helper[0] {
	case "socat":
		return []string{"socat", "-", "TCP:" + net.JoinHostPort(host, port)}, nil
	case "bash":
		return []string{"bash", "-c", bashHelper, "partop", host, port}, nil
	}
	return append(slices.Clone(helper), host, port), nil
}

// lastLine is what a program said last, for a message.
func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	last := strings.TrimSpace(lines[len(lines)-1])
	if last == "" {
		return "it said nothing"
	}
	return last
}

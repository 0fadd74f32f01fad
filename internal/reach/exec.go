package reach

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"slices"
	"strings"
	"sync"
)

// Exec is a host reached by a command that runs another one there. A connection is the input and output of a netcat there.
type Exec struct {
	Host     string // as the template takes it
	Template Template
	Become   string // the user as whom commands run there (sudo -n), see SSH.Become

	once     sync.Once
	channels chan struct{}
	helper   helper
}

// Name implements Way.
func (e *Exec) Name() string {
	if len(e.Template.words) == 0 {
		return "exec " + e.Host
	}
	return e.Template.words[0] + " " + e.Host
}

func (e *Exec) wrap(words []string) ([]string, error) { return e.Template.Expand(e.Host, words) }

// Run implements Way.
func (e *Exec) Run(ctx context.Context, c Command) (Output, error) {
	return runThere(ctx, c, e.Become, e.Name(), e.wrap)
}

// Open implements Way.
func (e *Exec) Open(ctx context.Context, path string) (fs.File, error) {
	return openThere(ctx, path, e.Become, e.Name(), e.wrap)
}

// Dial implements Way.
func (e *Exec) Dial(ctx context.Context, network, address string) (net.Conn, error) {
	e.once.Do(func() { e.channels = make(chan struct{}, maxChannels) })
	if err := take(ctx, e.channels, e.Name()); err != nil {
		return nil, err
	}
	c, err := dialHelper(ctx, &e.helper, address, e.wrap, func() { <-e.channels })
	if err != nil {
		return nil, fmt.Errorf("connect to %s through %s: %w", address, e.Name(), err)
	}
	return c, nil
}

// Check looks whether the host is there and has what connections need.
func (e *Exec) Check(ctx context.Context) error {
	_, err := e.helper.find(ctx, func(ctx context.Context, c Command) (Output, error) { return runThere(ctx, c, "", e.Name(), e.wrap) })
	if err != nil {
		return fmt.Errorf("%s: %w", e.Name(), err)
	}
	return nil
}

// addresses are those that the host gives itself, those that any host has left out; hostname -i takes them from /etc/hosts, which is where
// containers have them.
func (e *Exec) addresses(ctx context.Context) ([]string, error) {
	out, err := e.Run(ctx, Command{Argv: []string{"hostname", "-i"}, AsLogin: true, MaxBytes: maxTail})
	if err != nil {
		return nil, err
	}
	var found []string
	for _, w := range strings.Fields(string(out.Stdout)) {
		if ip := net.ParseIP(w); ip != nil && !slices.Contains([]string{"127.0.0.1", "127.0.1.1", "::1"}, w) && !ip.IsLinkLocalUnicast() {
			found = append(found, w)
		}
	}
	if len(found) == 0 {
		return nil, errors.New("hostname -i names no address")
	}
	return found, nil
}

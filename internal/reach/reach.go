// Package reach is the ways to a node: from here, through ssh, through a template of kubectl or docker. Everything else takes its
// three functions as values and knows of no way in particular.
//
// It imports the standard library only and promises that what it starts ends with its context, children included.
package reach

import (
	"context"
	"fmt"
	"io/fs"
	"net"
	"os"
	"time"
)

// Way is how to get at a node.
type Way interface {
	// Name is for messages: "here", "ssh bastion".
	Name() string
	// Dial opens a TCP connection as seen from the node's side of the way. Its RemoteAddr is a *net.TCPAddr.
	Dial(ctx context.Context, network, address string) (net.Conn, error)
	// Open reads a file there.
	Open(ctx context.Context, path string) (fs.File, error)
	// Run runs a program there to its end.
	Run(ctx context.Context, c Command) (Output, error)
}

// Here is this host.
type Here struct {
	KeepAlive time.Duration // 0: 15 s, so that a dead peer is noticed while a screen stands still
}

// Name implements Way.
func (Here) Name() string { return "here" }

// Dial implements Way.
func (h Here) Dial(ctx context.Context, network, address string) (net.Conn, error) {
	keep := h.KeepAlive
	if keep == 0 {
		keep = 15 * time.Second
	}
	d := net.Dialer{KeepAlive: keep}
	conn, err := d.DialContext(ctx, network, address)
	if err != nil {
		return nil, fmt.Errorf("connect to %s: %w", address, err)
	}
	return conn, nil
}

// Open implements Way.
func (Here) Open(ctx context.Context, path string) (fs.File, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open: %w", err)
	}
	return f, nil
}

package jmx

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"
)

// Conn is a JMX connection to one node, for one user at a time; a second one
// gets ErrBusy.
type Conn struct {
	wire    *wire
	id      objID // the RMIConnection
	options Options
	target  string // address of the RMI server
	tls     bool
	owner   bool // of the RMIConnection, which a Sibling shares
	busy    atomic.Bool
	lost    error // why no call is possible any more
}

// Target is the address of the RMI server, from the node's stub.
func (c *Conn) Target() string { return c.target }

// Encrypted tells whether calls and the password travel in TLS.
func (c *Conn) Encrypted() bool { return c.tls }

// Do sends the calls, many before the first answer, and returns one Result for
// each, in order. The error is about the connection: it is closed then, and the
// calls without an answer carry the same error. A single call that fails leaves
// the error nil. The context may cancel at any time, which closes the connection.
// ErrBusy alone leaves it open: somebody else is using it.
func (c *Conn) Do(ctx context.Context, calls []Call) ([]Result, error) {
	results := make([]Result, len(calls))
	frames := make([]frame, 0, len(calls))
	index := make([]int, 0, len(calls))
	for i, call := range calls {
		f, err := call.encode(c.id)
		if err != nil {
			results[i].Err = err
			continue
		}
		frames, index = append(frames, f), append(index, i)
	}
	answered := 0
	err := c.exchange(ctx, frames, func(i int, a answer) {
		results[index[i]] = c.result(calls[index[i]], a)
		answered++
	})
	for _, i := range index[answered:] {
		results[i].Err = err
	}
	return results, err
}

// One sends a single call.
func (c *Conn) One(ctx context.Context, call Call) Result {
	results, err := c.Do(ctx, []Call{call})
	if err != nil {
		return Result{Err: err}
	}
	return results[0]
}

func (c *Conn) result(call Call, a answer) Result {
	if a.err != nil {
		return Result{Err: fmt.Errorf("%s: %w", call, a.err)}
	}
	v, err := convert(a.value, c.options.Limits)
	if err != nil {
		return Result{Err: fmt.Errorf("%s: %w", call, err)}
	}
	return Result{Value: v}
}

// exchange is the only way to the wire once connected. After a failure nobody
// knows where in the stream the next answer begins, so there is no second try.
func (c *Conn) exchange(ctx context.Context, frames []frame, take func(int, answer)) error {
	if !c.busy.CompareAndSwap(false, true) {
		return ErrBusy
	}
	defer c.busy.Store(false)
	if c.lost != nil {
		return c.lost
	}
	if len(frames) == 0 {
		return nil
	}
	if err := c.wire.exchange(ctx, frames, take); err != nil {
		c.lost = fmt.Errorf("%w: %w", ErrClosed, err)
		return fmt.Errorf("JMX at %s: %w", c.target, err)
	}
	return nil
}

// Ping keeps the node from closing an idle connection. It asks for the default
// domain: a ping of the RMI protocol itself does not reach the JMX server's
// timer. A refusal is an answer too.
func (c *Conn) Ping(ctx context.Context) error {
	e := encoder{codebase: true}
	e.call(c.id, methodGetDefaultDomain.spec())
	e.null() // Subject
	var refused error
	err := c.exchange(ctx, []frame{{data: e.buf}}, func(_ int, a answer) { refused = a.err })
	if err == nil && refused != nil && !errors.Is(refused, ErrAccessDenied) {
		err = fmt.Errorf("ping JMX at %s: %w", c.target, refused)
	}
	return err
}

// Sibling opens a second TCP connection within the same JMX connection, without
// another login, for a call that blocks. It ends with the Conn it came from.
func (c *Conn) Sibling(ctx context.Context) (*Conn, error) {
	w, err := c.options.open(ctx, c.target, c.tls)
	if err != nil {
		return nil, fmt.Errorf("second connection to JMX server %s: %w", c.target, err)
	}
	return &Conn{wire: w, id: c.id, options: c.options, target: c.target, tls: c.tls}, nil
}

// closeTimeout is how long the node may take to say goodbye.
const closeTimeout = time.Second

// Close tells the node, which would keep the connection for two minutes
// otherwise, and closes the socket. It is best effort and may be called twice.
func (c *Conn) Close() error {
	if c.owner && c.lost == nil {
		ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
		defer cancel()
		s := methodClose.spec()
		e := encoder{codebase: true}
		e.call(c.id, s)
		err := c.exchange(ctx, []frame{{data: e.buf, void: s.void}}, func(int, answer) {})
		if errors.Is(err, ErrBusy) {
			return fmt.Errorf("close JMX at %s: %w", c.target, err)
		}
	}
	c.wire.close()
	if c.lost == nil {
		c.lost = ErrClosed
	}
	return nil
}

package jmx

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"net"
	"os"
	"time"
)

// Message bytes of the RMI wire protocol (sun.rmi.transport.TransportConstants).
const (
	opCall         = 0x50
	opReturn       = 0x51
	opAck          = 0x4E
	opNotSupported = 0x4F
	tlsAlert       = 0x15

	returnValue     = 1
	returnException = 2
	// returnHead is kind and UID, the start of each answer's first block.
	returnHead = 15
)

// wire is one TCP connection that has said hello.
type wire struct {
	conn    net.Conn
	gather  *gatherer // below in
	in      *reader
	limits  Limits
	timeout time.Duration // for each answer
	calls   int           // in flight at most
}

// newWire makes a wire of a connection; it has not said hello yet.
func (o Options) newWire(conn net.Conn) *wire {
	g := &gatherer{conn: conn}
	return &wire{conn: conn, gather: g, in: newReader(g), limits: o.Limits, timeout: o.AnswerTimeout, calls: o.InFlight}
}

// hello greets the port and echoes the host that the server sees. The server
// wants the echo for callbacks, which do not exist here. It is also the test
// for what kind of port this is, made before anything secret is sent.
func (w *wire) hello(ctx context.Context) error {
	release := w.guard(ctx)
	defer release()
	w.extend(ctx, 0)
	if _, err := w.conn.Write([]byte("JRMI\x00\x02\x4B")); err != nil {
		return w.explain(ctx, fmt.Errorf("greet: %w", err))
	}
	w.in.begin(w.limits.Bytes)
	ack := w.in.u8()
	if w.in.err != nil {
		return w.explain(ctx, fmt.Errorf("wait for the greeting: %w", w.in.err))
	}
	if err := notAck(ack); err != nil {
		return err
	}
	host := w.in.utf()
	w.in.i32()
	if w.in.err != nil {
		return w.explain(ctx, fmt.Errorf("read the greeting: %w", w.in.err))
	}
	echo := appendUTF([]byte{0, 0}, host)
	binary.BigEndian.PutUint16(echo, uint16(len(echo)-2))
	if _, err := w.conn.Write(append(echo, 0, 0, 0, 0)); err != nil {
		return w.explain(ctx, fmt.Errorf("answer the greeting: %w", err))
	}
	return nil
}

// notAck tells what answered instead: a TLS server takes the greeting for a bad
// record and sends an alert; CQL and HTTP ports answer in their own way.
func notAck(b byte) error {
	switch b {
	case opAck:
		return nil
	case tlsAlert:
		return ErrTLSPort
	case opNotSupported:
		return fmt.Errorf("%w: the stream protocol is refused", ErrNotJMX)
	}
	return fmt.Errorf("%w: answered byte %02x", ErrNotJMX, b)
}

// guard closes the connection when ctx ends, which is what wakes a blocked read
// or write. The returned function waits until that cannot happen any more.
func (w *wire) guard(ctx context.Context) func() {
	ended := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(ended)
		w.close()
	})
	return func() {
		if !stop() {
			<-ended
		}
	}
}

// extend gives the next answer its time: the timeout and what the call blocks
// by design, but never more than the context has left.
func (w *wire) extend(ctx context.Context, blocks time.Duration) {
	deadline := time.Now().Add(w.timeout + blocks)
	if d, ok := ctx.Deadline(); ok && d.Before(deadline) {
		deadline = d
	}
	_ = w.conn.SetDeadline(deadline) // fails only on a closed connection, as reads will
}

// close is best effort: what was to be said has been said.
func (w *wire) close() { _ = w.conn.Close() }

// explain turns the failure of a read or write into its cause.
func (w *wire) explain(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("%w (%w)", context.Cause(ctx), err)
	case errors.Is(err, os.ErrDeadlineExceeded):
		return fmt.Errorf("%w: %w", ErrTimeout, err)
	case refusedCertificate(err):
		return fmt.Errorf("%w: %w", ErrClientCertificate, err)
	}
	return err
}

// answer is a decoded Return.
type answer struct {
	value  any
	remote *object // carries a remote reference, if any does
	err    error   // an exception of the node, a *RemoteError
}

// receive reads one Return. An error means that the stream is lost: an answer
// has no length, so only who understands all of it finds the next one. Each
// answer is a serialization stream of its own, with handles that start anew.
func (w *wire) receive(void bool) (answer, error) {
	in := w.in
	in.begin(w.limits.Bytes)
	if op := in.u8(); op != opReturn {
		in.malformed("message %02x instead of a return", op)
	}
	d := newDecoder(in, w.limits)
	d.header()
	code, n := in.u8(), int64(in.u8())
	if code != tcBlock || n < returnHead {
		in.malformed("return without a head: block %02x of %d bytes", code, n)
	}
	kind := in.u8()
	if in.peek(int(n-1)) != nil { // UID, and a primitive result, which no method here has
		in.skip(int(n - 1))
	}
	var a answer
	switch {
	case in.err != nil:
	case kind == returnValue && void:
	case kind == returnValue:
		a.value = d.content()
	case kind == returnException:
		o, _ := d.content().(*object)
		a.err = remoteError(o)
	default:
		in.malformed("return of kind %d", kind)
	}
	a.remote = d.remote
	return a, in.err
}

package jmx

import (
	"context"
	"errors"
	"io"
	"net"
)

// writeAhead is how much is gathered before a write.
const writeAhead = 16 << 10

// exchange writes all frames and hands each answer to take, in order. Writing
// runs beside reading, so neither side can wait for the other with full
// buffers; the writer has ended when exchange returns. An error means that the
// connection is closed.
func (w *wire) exchange(ctx context.Context, frames []frame, take func(int, answer)) error {
	if err := ctx.Err(); err != nil {
		w.close()
		return err
	}
	release := w.guard(ctx)
	defer release()
	w.extend(ctx, 0)
	room := newWindow(w.calls, maxInFlightBytes)
	w.gather.room = room
	defer func() { w.gather.room = nil }()
	written := make(chan error, 1)
	go func() { written <- w.send(frames, room) }()

	err := w.drain(ctx, frames, room, take)
	room.end()
	if err != nil {
		w.close()
	}
	if werr := <-written; werr != nil && (err == nil || closedHere(err)) {
		err = werr
	}
	if err != nil {
		return w.explain(ctx, err)
	}
	return nil
}

// closedHere: each side closes the connection when it fails, so the cause is the
// failure of the other one.
func closedHere(err error) bool {
	return errors.Is(err, net.ErrClosed) || errors.Is(err, io.ErrClosedPipe)
}

// send writes frames as the window allows, several at a time: a call is some
// 200 bytes, and a packet for each would cost more than the calls. It flushes
// before it waits, or the node would never see what the answer depends on.
func (w *wire) send(frames []frame, room *window) error {
	var out []byte
	for _, f := range frames {
		if len(out) >= writeAhead || len(out) > 0 && !room.hasRoom(len(f.data)) {
			if err := w.flush(&out); err != nil {
				return err
			}
		}
		if !room.acquire(len(f.data)) {
			return nil
		}
		out = append(out, f.data...)
	}
	return w.flush(&out)
}

func (w *wire) flush(out *[]byte) error {
	_, err := w.conn.Write(*out)
	*out = (*out)[:0]
	if err != nil {
		w.close()
	}
	return err
}

// drain reads the answers. Every answer gets a deadline of its own, so a long
// batch over a slow link is no timeout while answers keep coming.
func (w *wire) drain(ctx context.Context, frames []frame, room *window, take func(int, answer)) error {
	for i, f := range frames {
		w.extend(ctx, f.blocks)
		a, err := w.receive(f.void)
		if err != nil {
			return err
		}
		room.release(len(f.data))
		take(i, a)
	}
	return nil
}

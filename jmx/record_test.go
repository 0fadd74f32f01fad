package jmx

import (
	"bytes"
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// A tape is what went over the connections of one test against a real JVM, in
// testdata/NAME.txt:
//
//	dial 127.0.0.1:7199
//	> bytes of ours in hexadecimal
//	< bytes of the node
//
// It is played back by default: what we send must be the recorded bytes. With
// PARTOP_JMX_RECORD=NAME=host:port the test runs against that JVM and the tape
// is written anew.
type tape struct {
	mu    sync.Mutex
	dials []*tapeConn
}

type tapeConn struct {
	address string
	chunks  []tapeChunk
}

type tapeChunk struct {
	kind byte // > or <
	data []byte
}

const tapeWidth = 60 // bytes a line

func (t *tape) open(address string) *tapeConn {
	t.mu.Lock()
	defer t.mu.Unlock()
	c := &tapeConn{address: address}
	t.dials = append(t.dials, c)
	return c
}

func (t *tape) add(c *tapeConn, kind byte, data []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if n := len(c.chunks); n > 0 && c.chunks[n-1].kind == kind {
		c.chunks[n-1].data = append(c.chunks[n-1].data, data...)
		return
	}
	c.chunks = append(c.chunks, tapeChunk{kind, bytes.Clone(data)})
}

func (t *tape) save(path string) error {
	var b strings.Builder
	for _, c := range t.dials {
		fmt.Fprintf(&b, "dial %s\n", c.address)
		for _, l := range c.chunks {
			for d := l.data; len(d) > 0; d = d[min(len(d), tapeWidth):] {
				fmt.Fprintf(&b, "%c %x\n", l.kind, d[:min(len(d), tapeWidth)])
			}
		}
	}
	return os.WriteFile(path, []byte(b.String()), 0o644)
}

func loadTape(tb testing.TB, name string) *tape {
	tb.Helper()
	raw, err := os.ReadFile(filepath.Join("testdata", name+".txt"))
	if err != nil {
		tb.Fatal(err)
	}
	t := &tape{}
	var c *tapeConn
	for _, line := range strings.Split(strings.TrimSpace(string(raw)), "\n") {
		kind, text, _ := strings.Cut(line, " ")
		if kind == "dial" {
			c = t.open(text)
			continue
		}
		data, err := hex.DecodeString(text)
		if err != nil || len(kind) != 1 || c == nil {
			tb.Fatalf("tape %s: line %.40q: %v", name, line, err)
		}
		t.add(c, kind[0], data)
	}
	return t
}

// recording tells whether the test talks to a real JVM.
func recording() bool { return os.Getenv("PARTOP_JMX_RECORD") != "" }

// taped returns options that play or record the tape of that name.
func taped(t *testing.T, name string, o Options) Options {
	t.Helper()
	if addr, ok := strings.CutPrefix(os.Getenv("PARTOP_JMX_RECORD"), name+"="); ok {
		rec := &tape{}
		o.Address, o.Dial = addr, rec.dial
		t.Cleanup(func() {
			if err := rec.save(filepath.Join("testdata", name+".txt")); err != nil {
				t.Error(err)
			}
		})
		return o
	}
	p := newPlayer(t, loadTape(t, name))
	o.Address, o.Dial = p.tape.dials[0].address, p.dial
	return o
}

// connect dials and closes at the end.
func connect(t *testing.T, o Options) *Conn {
	t.Helper()
	c, err := Dial(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

func (t *tape) dial(ctx context.Context, address string) (net.Conn, error) {
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", address)
	return &recorded{conn, t, t.open(address)}, err
}

type recorded struct {
	net.Conn
	tape *tape
	to   *tapeConn
}

func (r *recorded) Write(b []byte) (int, error) {
	r.tape.add(r.to, '>', b)
	return r.Conn.Write(b)
}

func (r *recorded) Read(b []byte) (int, error) {
	n, err := r.Conn.Read(b)
	r.tape.add(r.to, '<', b[:n])
	return n, err
}

// player serves a tape over pipes without buffers.
type player struct {
	t    *testing.T
	tape *tape
	next int
	wg   sync.WaitGroup
}

func newPlayer(t *testing.T, from *tape) *player {
	p := &player{t: t, tape: from}
	t.Cleanup(func() {
		p.wg.Wait()
		if p.next != len(from.dials) {
			t.Errorf("%d of %d recorded connections used", p.next, len(from.dials))
		}
	})
	return p
}

func (p *player) dial(_ context.Context, address string) (net.Conn, error) {
	if p.next == len(p.tape.dials) {
		return nil, fmt.Errorf("no further connection on the tape, to %s", address)
	}
	script := p.tape.dials[p.next]
	p.next++
	if script.address != address {
		p.t.Errorf("dialled %s, recorded %s", address, script.address)
	}
	ours, theirs := net.Pipe()
	p.wg.Go(func() { p.play(theirs, script.chunks) })
	return ours, nil
}

func (p *player) play(conn net.Conn, script []tapeChunk) {
	defer func() { _ = conn.Close() }()
	for i, l := range script {
		if l.kind == '<' {
			if _, err := conn.Write(l.data); err != nil {
				p.t.Errorf("step %d: client left before the answer: %v", i, err)
				return
			}
			continue
		}
		got := make([]byte, len(l.data))
		if n, err := io.ReadFull(conn, got); err != nil || !bytes.Equal(got, l.data) {
			p.t.Errorf("step %d: %v: sent\n%x, recorded\n%x", i, err, got[:n], l.data)
			return
		}
	}
}

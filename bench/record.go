package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"sync"
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/internal/session"
	"github.com/partop/partop/internal/triage"
	"github.com/partop/partop/jmx"
	"github.com/partop/partop/probes/cql"
)

// exchange is a call in its shape with the answer that a node gave.
type exchange struct {
	Call   []byte `json:"call"`
	Answer []byte `json:"answer"`
}

// recordFor is long enough for every question to have been asked.
const recordFor = 75 * time.Second

// recordJMX watches a node as a screen would, and writes one answer for each shape of call.
func recordJMX(host, user, address, file string) error {
	t := &tee{}
	feed := &session.Live{
		Contact: host, User: user, Port: 9042,
		Open: func(ctx context.Context) (cql.Conn, error) {
			return cql.Open(ctx, cql.Config{Hosts: []string{host}, User: user, Password: os.Getenv("PARTOP_PASSWORD"), Announce: "partop/bench"})
		},
		JMX: &session.JMX{Options: func(*cluster.NodeInfo) jmx.Options { return jmx.Options{Address: address, Dial: t.dial} }},
	}
	s, err := session.New(feed, session.Options{Limits: triage.Default()})
	if err != nil {
		return err
	}
	s.Start(context.Background())
	time.Sleep(recordFor)
	if err := s.Close(); err != nil {
		return err
	}
	out := t.exchanges()
	b, err := json.Marshal(out)
	if err != nil {
		return err
	}
	fmt.Printf("%d calls\n", len(out))
	return os.WriteFile(file, b, 0o644)
}

// tee keeps what passes its connections.
type tee struct {
	mu    sync.Mutex
	conns []*teed
}

func (t *tee) dial(ctx context.Context, address string) (net.Conn, error) {
	c, err := new(net.Dialer).DialContext(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	one := &teed{Conn: c}
	t.conns = append(t.conns, one)
	return one, nil
}

type teed struct {
	net.Conn
	mu       sync.Mutex
	up, down []byte
}

// Write implements net.Conn.
func (c *teed) Write(p []byte) (int, error) {
	n, err := c.Conn.Write(p)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.up = append(c.up, p[:n]...)
	return n, err
}

// Read implements net.Conn.
func (c *teed) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.down = append(c.down, p[:n]...)
	return n, err
}

// exchanges pairs calls and answers: a connection answers in order.
func (t *tee) exchanges() []exchange {
	t.mu.Lock()
	defer t.mu.Unlock()
	seen := map[string][]byte{}
	for _, c := range t.conns {
		calls, answers := messages(c.up, callMark), messages(c.down, answerMark)
		for i := range min(len(calls), len(answers)) {
			if before, ok := seen[shape(calls[i])]; !ok || failed(before) { // what one table lacks another may have
				seen[shape(calls[i])] = answers[i]
			}
		}
	}
	var out []exchange
	for call, answer := range seen {
		out = append(out, exchange{[]byte(call), answer})
	}
	return out
}

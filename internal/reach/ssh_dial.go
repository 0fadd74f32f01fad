package reach

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync/atomic"
	"time"
)

// forwarding is what is known of a server: whether it lets connections through (AllowTcpForwarding).
type forwarding struct{ state atomic.Int32 }

const (
	forwardUnknown int32 = iota
	forwardAllowed
	forwardRefused
)

const (
	// refusalWait bounds the look whether the first connection of a host is refused.
	refusalWait = 5 * time.Second
	// refusalGrace is how long ssh may take to tell a refusal that has arrived.
	refusalGrace = 100 * time.Millisecond
)

// Dial opens a channel to an address as the host sees it: ssh -W, or a netcat there where the server forwards nothing,
// which is found out once.
func (s *SSH) Dial(ctx context.Context, network, address string) (net.Conn, error) {
	if err := s.Connect(ctx); err != nil {
		return nil, err
	}
	if err := take(ctx, s.channels, s.Name()); err != nil {
		return nil, err
	}
	free := func() { <-s.channels }
	conn, err := s.dial(ctx, address, free)
	if err != nil {
		return nil, fmt.Errorf("connect to %s through %s: %w", address, s.Name(), err)
	}
	return conn, nil
}

// take waits for one of a host's channels.
func take(ctx context.Context, channels chan struct{}, name string) error {
	select {
	case channels <- struct{}{}:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("all %d connections through %s are in use (name each node as a target to reach it by itself): %w", maxChannels, name, ctx.Err())
	}
}

// dial calls free once: when it fails, or when the channel has ended.
func (s *SSH) dial(ctx context.Context, address string, free func()) (net.Conn, error) {
	if s.forward.state.Load() == forwardRefused {
		return s.dialHelper(ctx, address, free)
	}
	ended := make(chan struct{})
	argv := s.channelArgv(address)
	refused := false // the channel's place is kept for the helper
	c, err := openChannel(stdio{argv: argv, address: address, explain: s.explainForward, free: func() {
		<-ended
		if !refused {
			free()
		}
	}})
	if err != nil {
		free()
		return nil, err
	}
	defer close(ended)
	if s.forward.state.Load() != forwardUnknown || !s.refused(ctx, c) {
		return c, nil
	}
	refused = true
	_ = c.Close() // it has ended
	return s.dialHelper(ctx, address, free)
}

// explainForward remembers a refusal: the next connection goes another way.
func (s *SSH) explainForward(said string) error {
	err := explainChannel(said, s.masterLog)
	if errors.Is(err, ErrNoForward) {
		s.forward.state.Store(forwardRefused)
	}
	return err
}

// refused finds out whether the server forwards, at the first connection. A server answers in the order in which it is
// asked: when a command behind the connection has run, the refusal of the connection has been told.
func (s *SSH) refused(ctx context.Context, c *channel) bool {
	ctx, cancel := context.WithTimeout(ctx, refusalWait)
	defer cancel()
	ran := make(chan bool, 1)
	go func() {
		argv, err := s.wrap([]string{"true"})
		if err == nil {
			_, err = Here{}.Run(ctx, Command{Argv: argv, MaxBytes: maxTail})
		}
		ran <- err == nil
	}()
	ok := false
	select {
	case <-c.ended:
		<-ran
	case ok = <-ran:
		select {
		case <-c.ended:
		case <-time.After(refusalGrace):
			if ok {
				s.forward.state.CompareAndSwap(forwardUnknown, forwardAllowed)
			}
			return false
		}
	}
	return errors.Is(s.explainForward(c.said.String()), ErrNoForward)
}

// dialHelper goes by the input and output of a program on the host.
func (s *SSH) dialHelper(ctx context.Context, address string, free func()) (net.Conn, error) {
	c, err := dialHelper(ctx, &s.helper, address, s.wrap, free)
	if errors.Is(err, ErrNoHelper) {
		return nil, fmt.Errorf("%w, and there is %w; or set AllowTcpForwarding yes for this user in its sshd_config", ErrNoForward, err)
	}
	return c, err
}

package reach

import (
	"context"
	"errors"
	"net"
	"os"
	"sync"
)

// Fleet gives each host its way: all from here, all through one bastion, or each through an ssh of its own.
type Fleet struct {
	via   Way
	each  func(host string) *SSH
	dir   string
	mu    sync.Mutex
	hosts map[string]*SSH
	names map[string]string // what ssh calls an address
	jump  *SSH
}

// FleetOptions say how hosts are reached; the zero value reaches them from here.
type FleetOptions struct {
	Via    string // a bastion through which every connection goes
	Each   bool   // ssh to each host, through Via where that is given
	User   string // of ssh, "" for its own choice
	Config string // ssh -F
}

// login is a host as ssh takes it.
func (o FleetOptions) login(host string) string {
	if o.User == "" {
		return host
	}
	return o.User + "@" + host
}

// NewFleet makes a private directory for control sockets where ssh is used.
func NewFleet(o FleetOptions) (*Fleet, error) {
	f := &Fleet{via: Here{}, hosts: map[string]*SSH{}, names: map[string]string{}}
	if o.Via == "" && !o.Each {
		return f, nil
	}
	dir, err := os.MkdirTemp("", "partop-ssh-") // mode 0700
	if err != nil {
		return nil, err
	}
	f.dir = dir
	if o.Each {
		f.each = func(host string) *SSH {
			return &SSH{Host: o.login(host), Config: o.Config, Jump: o.Via, Dir: dir}
		}
		return f, nil
	}
	f.jump = &SSH{Host: o.Via, Config: o.Config, Dir: dir}
	f.via = f.jump
	return f, nil
}

// Way is the way to a host.
func (f *Fleet) Way(host string) Way {
	if f.each == nil {
		return f.via
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if name, ok := f.names[host]; ok {
		host = name
	}
	s := f.hosts[host]
	if s == nil {
		s = f.each(host)
		f.hosts[host] = s
	}
	return s
}

// OnNode reports whether connections come out on the node itself, where its loopback is its own.
func (f *Fleet) OnNode() bool { return f.each != nil }

// Login logs in to the hosts named, asking on the terminal where ssh has to; call it before a screen is drawn.
func (f *Fleet) Login(ctx context.Context, hosts ...string) error {
	if f.dir == "" {
		return nil
	}
	if f.jump != nil {
		hosts = []string{""}
	}
	var err error
	for _, h := range hosts {
		s, ok := f.Way(h).(*SSH)
		if !ok {
			continue
		}
		s.Ask = true
		err = s.Connect(ctx)
		s.Ask = false
		if err == nil {
			return nil // one is enough to begin with
		}
	}
	return err
}

// Addresses turns names that ssh knows into addresses that a driver can use, and remembers which is whose. A name that is
// no host to ssh stays as it is.
func (f *Fleet) Addresses(ctx context.Context, names []string) []string {
	if f.each == nil {
		return names
	}
	out := make([]string, len(names))
	for i, name := range names {
		host, port, err := net.SplitHostPort(name)
		if err != nil {
			host, port = name, ""
		}
		s, ok := f.Way(host).(*SSH)
		if !ok {
			continue
		}
		address := s.address(ctx)
		f.mu.Lock()
		f.names[address] = host
		f.mu.Unlock()
		out[i] = address
		if port != "" {
			out[i] = net.JoinHostPort(address, port)
		}
	}
	return out
}

// Dial goes the way of the address's host.
func (f *Fleet) Dial(ctx context.Context, network, address string) (net.Conn, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	return f.Way(host).Dial(ctx, network, address)
}

// Close ends all logins of ours.
func (f *Fleet) Close() error {
	if f.dir == "" {
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	var err error
	for _, s := range f.hosts {
		err = errors.Join(err, s.Close())
	}
	if f.jump != nil {
		err = errors.Join(err, f.jump.Close())
	}
	return errors.Join(err, os.RemoveAll(f.dir))
}

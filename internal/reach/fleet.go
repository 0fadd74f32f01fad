package reach

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"slices"
	"sync"
)

// Fleet gives each host its way: all from here, all through one bastion, or each through an ssh or a template of its own.
type Fleet struct {
	via   Way
	each  func(host string) Way // nil when all hosts share via
	exec  bool
	dir   string
	mu    sync.Mutex
	hosts map[string]Way
	names map[string]string // what ssh or the template calls an address
	first string            // with a template of names: through which nodes are reached that nobody named
	jump  *SSH
}

// FleetOptions say how hosts are reached; the zero value reaches them from here.
type FleetOptions struct {
	Via    string // a bastion through which every connection goes
	Each   bool   // ssh to each host, through Via where that is given
	User   string // of ssh, "" for its own choice
	Config string // ssh -F
	Exec   string // a template, see ParseTemplate; instead of ssh
	Become string // the user as whom commands run there
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
	f := &Fleet{via: Here{}, hosts: map[string]Way{}, names: map[string]string{}}
	if o.Exec != "" {
		return f, f.byTemplate(o)
	}
	if o.Via == "" && !o.Each {
		return f, nil
	}
	dir, err := os.MkdirTemp("", "partop-ssh-") // mode 0700
	if err != nil {
		return nil, fmt.Errorf("make a place for ssh's sockets: %w", err)
	}
	f.dir = dir
	if o.Each {
		f.each = func(host string) Way {
			return &SSH{Host: o.login(host), Config: o.Config, Jump: o.Via, Dir: dir, Become: o.Become}
		}
		return f, nil
	}
	f.jump = &SSH{Host: o.Via, Config: o.Config, Dir: dir}
	f.via = f.jump
	return f, nil
}

func (f *Fleet) byTemplate(o FleetOptions) error {
	if o.Via != "" || o.Each {
		return fmt.Errorf("%w takes the place of ssh: leave --ssh, --via and USER@ out", ErrTemplate)
	}
	t, err := ParseTemplate(o.Exec)
	if err != nil {
		return err
	}
	f.exec = true
	f.each = func(host string) Way { return &Exec{Host: host, Template: t, Become: o.Become} }
	return nil
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
	} else if f.first != "" {
		host = f.first
	}
	w := f.hosts[host]
	if w == nil {
		w = f.each(host)
		f.hosts[host] = w
	}
	return w
}

// OnNode reports whether connections to a host come out on the host itself, where its loopback is its own.
func (f *Fleet) OnNode(host string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	_, named := f.names[host]
	return f.each != nil && (named || f.first == "")
}

// Host is the way by which commands run on the host itself, and what it is: "here", "ssh" or "exec". It is nil where there
// is none: connections come out somewhere, but commands would run on another host.
func (f *Fleet) Host(address string) (w Way, over string) {
	switch {
	case f.OnNode(address) && f.exec:
		return f.Way(address), "exec"
	case f.OnNode(address):
		return f.Way(address), "ssh"
	case f.jump == nil && !f.exec && isHere(address):
		return Here{}, "here"
	}
	return nil, ""
}

// isHere reports whether an address is this host's own.
func isHere(address string) bool {
	ip := net.ParseIP(address)
	if ip == nil {
		return false
	}
	addrs, err := net.InterfaceAddrs()
	return ip.IsLoopback() || err == nil && slices.ContainsFunc(addrs, func(a net.Addr) bool {
		n, ok := a.(*net.IPNet)
		return ok && n.IP.Equal(ip)
	})
}

// Login logs in to the hosts named, asking on the terminal where ssh has to; call it before a screen is drawn. With a
// template it looks whether a host can be connected to at all.
func (f *Fleet) Login(ctx context.Context, hosts ...string) error {
	if f.jump != nil {
		hosts = []string{""}
	}
	var err error
	for _, h := range hosts {
		switch w := f.Way(h).(type) {
		case *SSH:
			w.Ask = true
			err = w.Connect(ctx)
			w.Ask = false
		case *Exec:
			err = w.Check(ctx)
		}
		if err == nil {
			return nil // one is enough to begin with
		}
	}
	return err
}

// Addresses turns names that ssh or the template knows into addresses that a driver can use, and remembers which is
// whose. A name that is no host to ssh stays as it is.
func (f *Fleet) Addresses(ctx context.Context, names []string) []string {
	if f.each == nil {
		return names
	}
	out := make([]string, len(names))
	hosts, first := map[string]string{}, ""
	for i, name := range names {
		host, port, err := net.SplitHostPort(name)
		if err != nil {
			host, port = name, ""
		}
		if net.ParseIP(host) == nil && f.exec && first == "" {
			first = host
		}
		found := f.addresses(ctx, host)
		for _, a := range found {
			hosts[a] = host
		}
		out[i] = found[0]
		if port != "" {
			out[i] = net.JoinHostPort(found[0], port)
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.names, f.first = hosts, first
	return out
}

// addresses of a host, one at least: a container that does not tell its own is connected to on its loopback.
func (f *Fleet) addresses(ctx context.Context, host string) []string {
	switch w := f.Way(host).(type) {
	case *SSH:
		return []string{w.address(ctx)}
	case *Exec:
		if net.ParseIP(host) != nil {
			return []string{host}
		}
		if found, err := w.addresses(ctx); err == nil {
			return found
		}
		return []string{"127.0.0.1"}
	}
	return []string{host}
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
	for _, w := range f.hosts {
		if s, ok := w.(*SSH); ok {
			err = errors.Join(err, s.Close())
		}
	}
	if f.jump != nil {
		err = errors.Join(err, f.jump.Close())
	}
	return errors.Join(err, os.RemoveAll(f.dir))
}

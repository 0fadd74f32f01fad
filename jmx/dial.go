package jmx

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
)

// Dial connects: registry, RMI server, login. Which step failed is in the error.
func Dial(ctx context.Context, o Options) (*Conn, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	server, err := o.lookup(ctx)
	if err != nil {
		return nil, fmt.Errorf("JMX registry %s: %w", o.Address, err)
	}
	target := o.target(server)
	w, err := o.open(ctx, target, server.tls)
	if err != nil {
		return nil, fmt.Errorf("JMX server %s: %w", target, err)
	}
	conn, err := o.login(ctx, w, server.id)
	if err != nil {
		w.close()
		return nil, fmt.Errorf("log in to JMX at %s: %w", target, err)
	}
	return &Conn{wire: w, id: conn.id, options: o, target: target, tls: server.tls, owner: true}, nil
}

// lookup asks the registry for the RMI server; its connection is not kept.
// Cassandra's registry answers any name but jmxrmi with null (JMXServerUtils).
func (o Options) lookup(ctx context.Context) (reference, error) {
	w, err := o.open(ctx, o.Address, o.RegistryTLS)
	if err != nil {
		return reference{}, err
	}
	defer w.close()
	e := encoder{}
	e.call(objID{}, methodLookup.spec())
	e.text("jmxrmi")
	a, err := w.one(ctx, frame{data: e.buf})
	if err != nil {
		return reference{}, err
	}
	if a.err != nil {
		return reference{}, fmt.Errorf("look up jmxrmi: %w", a.err)
	}
	return stub(a.remote)
}

// target is where to dial the RMI server.
func (o Options) target(server reference) string {
	if o.RMIAddress != "" {
		return o.RMIAddress
	}
	host, _, _ := net.SplitHostPort(o.Address) // tried in withDefaults
	if o.StubHost {
		host = server.host
	}
	return net.JoinHostPort(host, strconv.Itoa(server.port))
}

// Remote objects are named, not connected: the reference that login returns is
// called over the connection that asked for it, whatever address it holds, and
// no lease is taken out (DGC dirty). With a lease that is not renewed the node
// would drop the object after ten minutes; without one, its own idle timer
// rules (ServerCommunicatorAdmin).

// open dials, runs the TLS handshake if need be, and greets.
func (o Options) open(ctx context.Context, address string, secure bool) (*wire, error) {
	if secure && o.TLS == nil {
		return nil, ErrTLSNeeded
	}
	conn, err := o.Dial(ctx, address)
	if err != nil {
		return nil, fmt.Errorf("dial: %w", err)
	}
	if secure {
		secured, err := o.secure(ctx, conn)
		if err != nil {
			_ = conn.Close() // the handshake has failed already
			return nil, err
		}
		conn = secured
	}
	w := o.newWire(conn)
	if err := w.hello(ctx); err != nil {
		w.close()
		return nil, err
	}
	return w, nil
}

// login calls RMIServer.newClient. Credentials are null or {user, password}:
// Cassandra lets only strings through (JMXServerUtils, java.lang.String;!*).
func (o Options) login(ctx context.Context, w *wire, server objID) (reference, error) {
	e := encoder{codebase: true}
	e.call(server, methodNewClient.spec())
	if o.Login == (Credentials{}) {
		e.null()
	} else {
		e.texts([]string{o.Login.User, o.Login.Password})
	}
	if e.err != nil {
		return reference{}, fmt.Errorf("user or password: %w", e.err)
	}
	a, err := w.one(ctx, frame{data: e.buf})
	if err != nil {
		return reference{}, err
	}
	if a.err != nil {
		return reference{}, o.refused(a.err)
	}
	return stub(a.remote)
}

func (o Options) refused(err error) error {
	var remote *RemoteError
	if !errors.As(err, &remote) {
		return err
	}
	// A login module may quote what it was given.
	for e := remote; e != nil; e = e.Cause {
		e.Message = o.Login.hide(e.Message)
	}
	if !errors.Is(remote, ErrAccessDenied) {
		return remote
	}
	reason := ErrBadCredentials
	if o.Login == (Credentials{}) {
		reason = ErrCredentialsRequired
	}
	return fmt.Errorf("%w (%s): %s", reason, o.Login.hint(), remote.Message)
}

// one exchanges a single call.
func (w *wire) one(ctx context.Context, f frame) (a answer, err error) {
	err = w.exchange(ctx, []frame{f}, func(_ int, got answer) { a = got })
	return a, err
}

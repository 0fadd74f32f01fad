package jmx

import (
	"bufio"
	"bytes"
	"fmt"
)

// sslFactory in a stub says that its port speaks TLS.
const sslFactory = "javax.rmi.ssl.SslRMIClientSocketFactory"

// reference is where a remote object lives.
type reference struct {
	host string
	port int
	id   objID
	tls  bool
}

// stub reads the reference out of a RemoteObject's annotation
// (UnicastRef.writeExternal, TCPEndpoint.write):
//
//	UTF "UnicastRef"   UTF host | i32 port | ObjID(22) | u8
//	UTF "UnicastRef2"  u8 0 | UTF host | i32 port | ObjID(22) | u8
//	                   u8 1 | UTF host | i32 port -- socket factory object -- ObjID(22) | u8
func stub(o *object) (reference, error) {
	if o == nil {
		return reference{}, fmt.Errorf("%w: answer without a remote object", ErrNotJMX)
	}
	values, raw := o.annotation("java.rmi.server.RemoteObject")
	in := &reader{src: bufio.NewReader(bytes.NewReader(raw))}
	in.begin(int64(len(raw)))
	form := byte(0)
	switch kind := in.utf(); kind {
	case "UnicastRef":
	case "UnicastRef2":
		form = in.u8()
	default:
		in.malformed("reference of kind %q", kind)
	}
	ref := reference{host: in.utf(), port: int(in.i32())}
	copy(ref.id[:], in.bytes(int64(len(ref.id))))
	if in.err != nil {
		return reference{}, fmt.Errorf("read remote reference: %w", in.err)
	}
	if ref.port < 1 || ref.port > 65535 {
		return reference{}, fmt.Errorf("read remote reference: port %d: %w", ref.port, ErrMalformed)
	}
	if form == 1 {
		return ref, ref.factory(values)
	}
	return ref, nil
}

// factory: the one of the JDK's TLS is known; with another one, whatever it does
// to the socket cannot be done here.
func (r *reference) factory(values []any) error {
	if len(values) == 0 || values[0] == nil {
		return nil
	}
	o, ok := values[0].(*object)
	if !ok || !o.class.is(sslFactory) {
		name := "unknown"
		if ok {
			name = o.class.name
		}
		return fmt.Errorf("%w: the RMI port needs socket factory %s", ErrNotJMX, name)
	}
	r.tls = true
	return nil
}

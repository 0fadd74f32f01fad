package cql

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/binary"
	"errors"
	"fmt"
	"net"
	"strings"
	"syscall"
	"testing"
	"time"

	gocql "github.com/apache/cassandra-gocql-driver/v2"
)

// startup builds a STARTUP frame of protocol 4 or 5 as the driver does.
func startup(pairs ...string) []byte {
	var body bytes.Buffer
	body.Write(binary.BigEndian.AppendUint16(nil, uint16(len(pairs)/2)))
	for _, s := range pairs {
		putString(&body, s)
	}
	head := []byte{4, 0, 0, 1, opcodeStartup, 0, 0, 0, 0}
	binary.BigEndian.PutUint32(head[5:], uint32(body.Len()))
	return append(head, body.Bytes()...)
}

func TestRenameDriver(t *testing.T) {
	in := startup("CQL_VERSION", "3.0.0", "DRIVER_NAME", "driver", "DRIVER_VERSION", "v2")
	out, ok := renameDriver(in, "partop/1.2")
	if !ok {
		t.Fatal("not recognised")
	}
	if want := startup("CQL_VERSION", "3.0.0", "DRIVER_NAME", "partop", "DRIVER_VERSION", "1.2"); !bytes.Equal(out, want) {
		t.Errorf("got  %q\nwant %q", out, want)
	}
	for cut := range in {
		if _, ok := renameDriver(in[:max(cut, headerBytes)], "x/y"); ok {
			t.Errorf("a frame cut at %d was taken for whole", cut)
		}
	}
}

func FuzzRenameDriver(f *testing.F) {
	f.Add(startup("DRIVER_NAME", "driver"))
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) <= headerBytes {
			return
		}
		if out, ok := renameDriver(b, "partop/1"); ok && int(binary.BigEndian.Uint32(out[5:])) != len(out)-headerBytes {
			t.Error("the length is wrong")
		}
	})
}

func TestExplain(t *testing.T) {
	for _, c := range []struct {
		err    error
		reason string
		auth   bool
	}{
		{fmt.Errorf("dial: %w", syscall.ECONNREFUSED), "connection refused", false},
		{context.DeadlineExceeded, "no answer", false},
		{gocql.ErrNoConnections, "no connection", false},
		{errors.New("gocql: unable to create session: Provided username x and/or password are incorrect"), "name or password refused", true},
		{errors.New(`authentication required (using "org.apache.cassandra.auth.PasswordAuthenticator")`), "the node asks for a name and a password", true},
		{errors.New("remote error: tls: certificate required"), "it wants a client certificate that it knows", false},
		{fmt.Errorf("TLS: %w", x509.UnknownAuthorityError{}), "its certificate is signed by an authority that is not known here", false},
		{fmt.Errorf("TLS: %w", tls.RecordHeaderError{Msg: "x"}), "it does not speak TLS", false},
		{&net.DNSError{Name: "nowhere"}, "name not found: nowhere", false},
	} {
		if f := Explain(c.err, "u"); f.Reason != c.reason || f.Auth != c.auth || f.Remedy == "" {
			t.Errorf("%v: %+v", c.err, f)
		}
	}
}

func TestDeniedNamesTheGrant(t *testing.T) {
	f := denied("User plain has no SELECT permission on <table system_views.disk_usage> or any of its parents", "plain")
	if !f.Denied || f.Remedy != "GRANT SELECT ON system_views.disk_usage TO plain" {
		t.Errorf("%+v", f)
	}
	if f := denied("something else", "plain"); !f.Denied || f.Remedy == "" {
		t.Errorf("%+v", f)
	}
}

func TestOpenSaysWhoAndWhy(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	l.Close()
	_, err = Open(context.Background(), Config{Hosts: []string{address}, ConnectTimeout: time.Second, Announce: "partop/test"})
	if err == nil || !strings.Contains(err.Error(), address) || !strings.Contains(err.Error(), "refused") {
		t.Errorf("error %v names neither address nor cause", err)
	}
}

func TestOpenIsCutOffByItsContext(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0") // accepts and never answers, as a stopped process does
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	start := time.Now()
	if _, err := Open(ctx, Config{Hosts: []string{l.Addr().String()}, ConnectTimeout: time.Second, Announce: "partop/test"}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
	if d := time.Since(start); d > time.Second {
		t.Errorf("took %s", d)
	}
}

func TestRowGetters(t *testing.T) {
	r := Row{"n": 7, "big": int64(8), "f": 1.5, "t": "x", "b": []byte("y"), "ip": net.ParseIP("10.0.0.1"), "yes": true, "nil": nil}
	if r.Int("n") != 7 || r.Int("big") != 8 || r.Float("f") != 1.5 || r.Float("n") != 7 || r.Text("t") != "x" || r.Text("b") != "y" ||
		r.Text("ip") != "10.0.0.1" || !r.Bool("yes") || r.Text("nil") != "" || r.Has("nil") || !r.Has("n") || r.Int("t") != 0 {
		t.Errorf("getters: %v", r)
	}
}

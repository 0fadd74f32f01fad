package jmx

import (
	"context"
	"errors"
	"io"
	"net"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// nullReturn is the answer null; expiredReturn an exception of the class that
// a node throws when it has dropped the connection.
const (
	returnHeadBytes = "\x51\xac\xed\x00\x05\x77\x0f"
	uidBytes        = "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"
	nullReturn      = returnHeadBytes + "\x01" + uidBytes + "\x70"
	expiredReturn   = returnHeadBytes + "\x02" + uidBytes + "\x73\x72\x00\x1ejava.rmi.NoSuchObjectException" +
		"\x00\x00\x00\x00\x00\x00\x00\x01\x02\x00\x00\x70\x78\x70"
)

// pipe returns a connected Conn; serve is the node's side, joined at the end.
func pipe(t *testing.T, o Options, serve func(net.Conn)) *Conn {
	t.Helper()
	o.Address = "node:7199"
	o, err := o.withDefaults()
	if err != nil {
		t.Fatal(err)
	}
	ours, theirs := net.Pipe()
	var wg sync.WaitGroup
	wg.Go(func() {
		defer func() { _ = theirs.Close() }()
		serve(theirs)
	})
	t.Cleanup(func() {
		_ = ours.Close()
		wg.Wait()
	})
	return &Conn{wire: o.newWire(ours), options: o, target: o.Address}
}

// release is the call of most tests here; all its frames have one length.
func release() Call { return Get(StorageService, "ReleaseVersion") }

func frameLen(t *testing.T, c Call) int {
	t.Helper()
	f, err := c.encode(objID{})
	if err != nil {
		t.Fatal(err)
	}
	return len(f.data)
}

// answerEach reads a call of n bytes, then sends its answer, until the end.
func answerEach(n int, answer string) func(net.Conn) {
	return func(conn net.Conn) {
		buf := make([]byte, n)
		for {
			if _, err := io.ReadFull(conn, buf); err != nil {
				return
			}
			if _, err := io.WriteString(conn, answer); err != nil {
				return
			}
		}
	}
}

// TestManyCalls go through a pipe without any buffer: writing must not wait for
// reading, nor the reverse.
func TestManyCalls(t *testing.T) {
	c := pipe(t, Options{}, answerEach(frameLen(t, release()), nullReturn))
	results, err := c.Do(t.Context(), slices.Repeat([]Call{release()}, 5000))
	if err != nil || len(results) != 5000 {
		t.Fatalf("%d results, %v", len(results), err)
	}
	for i, r := range results {
		if r.Err != nil {
			t.Fatalf("answer %d: %v", i, r.Err)
		}
	}
}

// TestInFlight: a node that answers nothing gets no more calls than allowed.
func TestInFlight(t *testing.T) {
	n := frameLen(t, release())
	got := make(chan int, 1)
	c := pipe(t, Options{InFlight: 10, AnswerTimeout: 100 * time.Millisecond}, func(conn net.Conn) {
		all, _ := io.Copy(io.Discard, conn) // ends when the client gives up
		got <- int(all) / n
	})
	if _, err := c.Do(t.Context(), slices.Repeat([]Call{release()}, 1000)); !errors.Is(err, ErrTimeout) {
		t.Errorf("got %v, want ErrTimeout", err)
	}
	if calls := <-got; calls != 10 {
		t.Errorf("%d calls in flight, want 10", calls)
	}
}

// TestRefusedCallsTakeNoPlace: what is refused here is not sent, and the other
// answers keep their places.
func TestRefusedCallsTakeNoPlace(t *testing.T) {
	c := pipe(t, Options{}, answerEach(frameLen(t, release()), nullReturn))
	bad := Get(TableMetric("k", "t", "ReadLatency"), "RecentValues")
	results, err := c.Do(t.Context(), []Call{bad, release(), {}, release()})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []error{ErrForbidden, nil, ErrForbidden, nil} {
		if !errors.Is(results[i].Err, want) {
			t.Errorf("result %d: %v, want %v", i, results[i].Err, want)
		}
	}
	if r, err := c.Do(t.Context(), nil); err != nil || len(r) != 0 {
		t.Errorf("no calls: %v, %v", r, err)
	}
}

func TestCancel(t *testing.T) {
	before := runtime.NumGoroutine()
	silent := func(conn net.Conn) { _, _ = io.Copy(io.Discard, conn) }
	c := pipe(t, Options{}, silent)
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(20*time.Millisecond, cancel)
	start := time.Now()
	results, err := c.Do(ctx, []Call{release(), release()})
	if !errors.Is(err, context.Canceled) || time.Since(start) > 2*time.Second {
		t.Errorf("got %v after %v, want Canceled at once", err, time.Since(start))
	}
	if !errors.Is(results[1].Err, context.Canceled) {
		t.Errorf("a call without an answer: %v", results[1].Err)
	}
	if err := c.Ping(t.Context()); !errors.Is(err, ErrClosed) {
		t.Errorf("afterwards: %v, want ErrClosed", err)
	}
	for i := 0; runtime.NumGoroutine() > before && i < 100; i++ {
		time.Sleep(10 * time.Millisecond)
	}
	if n := runtime.NumGoroutine(); n > before {
		t.Errorf("%d goroutines, %d before", n, before)
	}
	d := pipe(t, Options{}, silent)
	if _, err := d.Do(ctx, []Call{release()}); !errors.Is(err, context.Canceled) {
		t.Errorf("a context that has ended before: %v", err)
	}
}

// TestSamplerGetsItsTime: the answer of a blocking call may come later than the
// timeout by the time that it blocks.
func TestSamplerGetsItsTime(t *testing.T) {
	call := SamplePartitions("", 500*time.Millisecond, 256, 10, "READS")
	n := frameLen(t, call)
	c := pipe(t, Options{AnswerTimeout: 50 * time.Millisecond}, func(conn net.Conn) {
		if _, err := io.ReadFull(conn, make([]byte, n)); err != nil {
			return
		}
		time.Sleep(150 * time.Millisecond)
		_, _ = io.WriteString(conn, nullReturn)
	})
	if r := c.One(t.Context(), call); r.Err != nil {
		t.Error(r.Err)
	}
}

func TestBusy(t *testing.T) {
	arrived, leave := make(chan struct{}), make(chan struct{})
	n := frameLen(t, release())
	c := pipe(t, Options{}, func(conn net.Conn) {
		_, _ = io.ReadFull(conn, make([]byte, n))
		close(arrived)
		<-leave
		_, _ = io.WriteString(conn, nullReturn)
	})
	first := make(chan error, 1)
	go func() { first <- c.One(t.Context(), release()).Err }()
	<-arrived
	if err := c.Ping(t.Context()); !errors.Is(err, ErrBusy) {
		t.Errorf("a second user: %v, want ErrBusy", err)
	}
	close(leave)
	if err := <-first; err != nil {
		t.Errorf("the first user is not disturbed: %v", err)
	}
}

func TestBrokenAnswers(t *testing.T) {
	cases := map[string]struct {
		answer string
		want   error
	}{
		"nothing":          {"", io.ErrUnexpectedEOF},
		"half an answer":   {nullReturn[:20], io.ErrUnexpectedEOF},
		"another message":  {"\x53", ErrMalformed},
		"no stream":        {"\x51\xac\xed\x00\x06", ErrMalformed},
		"no head":          {"\x51\xac\xed\x00\x05\x70\x00", ErrMalformed},
		"a head too short": {"\x51\xac\xed\x00\x05\x77\x02\x01\x00", ErrMalformed},
		"unknown kind":     {returnHeadBytes + "\x03" + uidBytes, ErrMalformed},
	}
	n := frameLen(t, release())
	for name, k := range cases {
		c := pipe(t, Options{AnswerTimeout: time.Second}, func(conn net.Conn) {
			_, _ = io.ReadFull(conn, make([]byte, n))
			_, _ = io.WriteString(conn, k.answer)
		})
		if r := c.One(t.Context(), release()); !errors.Is(r.Err, k.want) {
			t.Errorf("%s: got %v, want %v", name, r.Err, k.want)
		}
		if r := c.One(t.Context(), release()); !errors.Is(r.Err, ErrClosed) || !errors.Is(r.Err, k.want) {
			t.Errorf("%s: afterwards %v, want ErrClosed and its reason", name, r.Err)
		}
	}
}

// TestFirstFailureIsTold: the node breaks off while calls are still being
// written; the reason is its answer, not that the rest could not be sent.
func TestFirstFailureIsTold(t *testing.T) {
	n := frameLen(t, release())
	c := pipe(t, Options{AnswerTimeout: time.Second}, func(conn net.Conn) {
		_, _ = io.ReadFull(conn, make([]byte, n))
		_, _ = io.WriteString(conn, "\x51\xac\xed\x00\x06")
		_, _ = conn.Read(make([]byte, 1)) // ends when the client hangs up
	})
	if _, err := c.Do(t.Context(), slices.Repeat([]Call{release()}, 1000)); !errors.Is(err, ErrMalformed) {
		t.Errorf("got %v, want ErrMalformed", err)
	}
	gone := pipe(t, Options{AnswerTimeout: time.Second}, func(conn net.Conn) { _, _ = conn.Read(make([]byte, 1)) })
	if _, err := gone.Do(t.Context(), slices.Repeat([]Call{release()}, 1000)); err == nil || errors.Is(err, ErrTimeout) {
		t.Errorf("a node that hangs up: %v", err)
	}
}

// TestExpired: a node that dropped the connection says so in each answer.
func TestExpired(t *testing.T) {
	ping := encoder{codebase: true}
	ping.call(objID{}, methodGetDefaultDomain.spec())
	c := pipe(t, Options{}, answerEach(len(ping.buf)+1, expiredReturn))
	if err := c.Ping(t.Context()); !errors.Is(err, ErrExpired) {
		t.Errorf("got %v, want ErrExpired", err)
	}
}

// TestCloseOfSilentNode: closing does not wait for a node that has gone.
func TestCloseOfSilentNode(t *testing.T) {
	c := pipe(t, Options{AnswerTimeout: 50 * time.Millisecond}, func(conn net.Conn) { _, _ = io.Copy(io.Discard, conn) })
	c.owner = true
	start := time.Now()
	if err := errors.Join(c.Close(), c.Close()); err != nil || time.Since(start) > time.Second {
		t.Errorf("%v after %v", err, time.Since(start))
	}
	if r := c.One(t.Context(), release()); !errors.Is(r.Err, ErrClosed) {
		t.Errorf("a call after Close: %v", r.Err)
	}
}

func TestGreeting(t *testing.T) {
	cases := map[string]struct {
		answer string
		want   error
	}{
		"TLS alert":     {"\x15\x03\x03\x00\x02\x02\x50", ErrTLSPort},
		"HTTP":          {"HTTP/1.1 400 Bad Request\r\n\r\n", ErrNotJMX},
		"CQL":           {"\x85\x00\x00\x00\x00\x00", ErrNotJMX},
		"not supported": {"\x4F", ErrNotJMX},
		"hang-up":       {"", io.ErrUnexpectedEOF},
		"half a host":   {"\x4E\x00\x09127", io.ErrUnexpectedEOF},
	}
	for name, k := range cases {
		dial := served(t, func(conn net.Conn) {
			_, _ = io.ReadFull(conn, make([]byte, 7))
			_, _ = io.WriteString(conn, k.answer)
		})
		_, err := Dial(t.Context(), Options{Address: "node:7199", Dial: dial, AnswerTimeout: time.Second})
		if !errors.Is(err, k.want) || !strings.Contains(err.Error(), "node:7199") {
			t.Errorf("%s: got %v, want %v and the address", name, err, k.want)
		}
	}
}

func TestSilentPort(t *testing.T) {
	dial := served(t, func(conn net.Conn) { _, _ = io.Copy(io.Discard, conn) })
	o := Options{Address: "node:7199", Dial: dial, AnswerTimeout: 30 * time.Millisecond}
	if _, err := Dial(t.Context(), o); !errors.Is(err, ErrTimeout) {
		t.Errorf("got %v, want ErrTimeout", err)
	}
	o.AnswerTimeout = time.Hour
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
	defer cancel()
	if _, err := Dial(ctx, o); !errors.Is(err, ErrTimeout) && !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("the context's deadline: got %v", err)
	}
	if _, err := Dial(t.Context(), Options{Address: "no-port"}); err == nil {
		t.Error("an address without port")
	}
	refuse := func(context.Context, string) (net.Conn, error) { return nil, io.ErrClosedPipe }
	if _, err := Dial(t.Context(), Options{Address: "h:1", Dial: refuse}); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("a failing dialer: %v", err)
	}
}

// served is a Dialer whose connections end at serve.
func served(t *testing.T, serve func(net.Conn)) Dialer {
	t.Helper()
	var wg sync.WaitGroup
	t.Cleanup(wg.Wait)
	return func(context.Context, string) (net.Conn, error) {
		ours, theirs := net.Pipe()
		wg.Go(func() {
			defer func() { _ = theirs.Close() }()
			serve(theirs)
		})
		return ours, nil
	}
}

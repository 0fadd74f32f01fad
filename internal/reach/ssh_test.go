//go:build unix

package reach

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestSSHsWordsBecomeReasons(t *testing.T) {
	for text, want := range map[string]error{
		"debug\nHost key verification failed.\r\n":                    ErrHostKey,
		"@@@\n@ WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED! @\n": ErrHostKey,
		"root@10.0.0.1: Permission denied (publickey).":               ErrLogin,
		"": ErrLogin,
		"channel 0: open failed: administratively prohibited: open failed\nstdio forwarding failed": ErrNoForward,
	} {
		if err := explainSSH(text); !errors.Is(err, want) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if err := explainSSH("x\nPermission denied (publickey).\n"); !strings.Contains(err.Error(), "Permission denied") {
		t.Error(err)
	}
	log := func() string {
		return "channel 2: open failed: administratively prohibited: x\nchannel 3: open failed: connect failed: Connection refused\n"
	}
	if err := explainChannel("Stdio forwarding request failed: Session open refused by peer", log); !errors.Is(err, syscall.ECONNREFUSED) {
		t.Errorf("the newest line of the master decides: %v", err)
	}
}

// fakeSSH is a script in ssh's place: real servers are in the end-to-end tests.
func fakeSSH(t *testing.T, script string) *SSH {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "ssh")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+script), 0o755); err != nil {
		t.Fatal(err)
	}
	return &SSH{Host: "cass-a1", Dir: dir, Program: path}
}

// theirs answers the look for the user's own master with yes, and echoes what comes through a channel.
const theirs = `case "$*" in
*check*) exit 0;;
*-W*) exec cat;;
esac
`

func TestAChannelIsAConnection(t *testing.T) {
	s := fakeSSH(t, theirs)
	defer s.Close()
	c, err := s.Dial(context.Background(), "tcp", "127.0.0.1:7199")
	if err != nil {
		t.Fatal(err)
	}
	if a, ok := c.RemoteAddr().(*net.TCPAddr); !ok || a.Port != 7199 {
		t.Errorf("remote address %v", c.RemoteAddr())
	}
	if _, err := c.Write([]byte("hello")); err != nil {
		t.Fatal(err)
	}
	got := make([]byte, 5)
	if _, err := io.ReadFull(c, got); err != nil || string(got) != "hello" {
		t.Errorf("%q, %v", got, err)
	}
	if err := c.SetReadDeadline(time.Now().Add(20 * time.Millisecond)); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Read(got); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("a deadline gives %v", err)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
}

func TestChannelsOfAHostAreBounded(t *testing.T) {
	s := fakeSSH(t, theirs)
	defer s.Close()
	var open []net.Conn
	for range maxChannels {
		c, err := s.Dial(context.Background(), "tcp", "127.0.0.1:9042")
		if err != nil {
			t.Fatal(err)
		}
		open = append(open, c)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	if _, err := s.Dial(ctx, "tcp", "127.0.0.1:9042"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("one more: %v", err)
	}
	for _, c := range open {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}
	c, err := s.Dial(context.Background(), "tcp", "127.0.0.1:9042")
	if err != nil {
		t.Fatal(err)
	}
	_ = c.Close()
}

func TestAClosedChannelSaysWhy(t *testing.T) {
	s := fakeSSH(t, `case "$*" in *check*) exit 0;; esac
echo "channel 0: open failed: connect failed: Connection refused" >&2
exit 255
`)
	defer s.Close()
	c, err := s.Dial(context.Background(), "tcp", "127.0.0.1:7199")
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := c.Read(make([]byte, 1)); !errors.Is(err, syscall.ECONNREFUSED) {
		t.Error(err)
	}
}

func TestALoginThatFailsSaysWhy(t *testing.T) {
	s := fakeSSH(t, `case "$*" in
*check*) exit 255;;
*-M*) while [ "$1" != -E ]; do shift; done; echo "root@cass-a1: Permission denied (publickey)." > "$2"; exit 255;;
esac
`)
	defer s.Close()
	if err := s.Connect(context.Background()); !errors.Is(err, ErrLogin) || !strings.Contains(err.Error(), "Permission denied") {
		t.Error(err)
	}
}

func TestRunQuotesForTheShellThere(t *testing.T) {
	s := fakeSSH(t, `case "$*" in *check*) exit 0;; esac
while [ "$1" != -- ]; do shift; done; shift; exec sh -c "$*"
`)
	defer s.Close()
	out, err := s.Run(context.Background(), Command{Argv: []string{"printf", "%s|", "it's", "$HOME", "a b"}, Env: []string{"X=1"}})
	if err != nil || string(out.Stdout) != "it's|$HOME|a b|" {
		t.Errorf("%q, %v", out.Stdout, err)
	}
}

func TestFleetChoosesTheWay(t *testing.T) {
	here, err := NewFleet(FleetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := here.Way("10.0.0.1").(Here); !ok || here.OnNode("10.0.0.1") {
		t.Error("without ssh everything is reached from here")
	}
	via, err := NewFleet(FleetOptions{Via: "bastion"})
	if err != nil {
		t.Fatal(err)
	}
	if via.Way("10.0.0.1") != via.Way("10.0.0.2") || via.Way("10.0.0.1").Name() != "ssh bastion" {
		t.Error("a bastion is one way for all")
	}
	each, err := NewFleet(FleetOptions{Each: true, Via: "bastion", User: "ops"})
	if err != nil {
		t.Fatal(err)
	}
	s, ok := each.Way("10.0.0.1").(*SSH)
	if !ok || s.Host != "ops@10.0.0.1" || s.Jump != "bastion" || each.Way("10.0.0.2") == each.Way("10.0.0.1") || !each.OnNode("10.0.0.1") {
		t.Errorf("%+v", s)
	}
	for _, f := range []*Fleet{here, via, each} {
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
	if _, err := os.Stat(s.Dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the sockets' directory is still there: %v", err)
	}
}

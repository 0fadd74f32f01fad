//go:build unix

package reach

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestTemplatesAreSplitAsAShellWould(t *testing.T) {
	for text, want := range map[string][]string{
		`kubectl exec -i cassandra-{host} -- {command}`:          {"kubectl", "exec", "-i", "cassandra-a1", "--", "df", "-k", "/a b"},
		`docker  exec	-i "{host} x" {command}`:                   {"docker", "exec", "-i", "a1 x", "df", "-k", "/a b"},
		`tsh ssh ops@{host} {line}`:                              {"tsh", "ssh", "ops@a1", `'df' '-k' '/a b'`},
		`x {host} --run='sudo {line}' ''`:                        {"x", "a1", `--run=sudo 'df' '-k' '/a b'`, ""},
		`x {host} $HOME a\ b "\$x\n" ` + "`date`" + ` {command}`: {"x", "a1", "$HOME", "a b", `$x\n`, "`date`", "df", "-k", "/a b"},
	} {
		tmpl, err := ParseTemplate(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		got, err := tmpl.Expand("a1", []string{"df", "-k", "/a b"})
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s\n got %q\nwant %q (%v)", text, got, want, err)
		}
	}
	for _, text := range []string{"", "kubectl exec {host}", "{command} {host}", "x {command}", "x {host} a{command}", "x {host} {command} {line}", "x '{host} {command}", `x {host} {command} \`} {
		if _, err := ParseTemplate(text); !errors.Is(err, ErrTemplate) {
			t.Errorf("%q: %v", text, err)
		}
	}
	tmpl, err := ParseTemplate("x {host} {line}")
	if err != nil {
		t.Fatal(err)
	}
	for _, host := range []string{"", "-oProxyCommand=x", "a b"} {
		if _, err := tmpl.Expand(host, nil); err == nil {
			t.Errorf("host %q was taken", host)
		}
	}
	if got, err := tmpl.Expand("a1", []string{"{host}"}); err != nil || got[2] != "'{host}'" {
		t.Errorf("a command was looked into: %q, %v", got, err)
	}
}

func FuzzParseTemplate(f *testing.F) {
	f.Add(`kubectl exec -i c-{host} -- {command}`, "it's")
	f.Add(`x "{host}" '{line}'`, "a b")
	f.Fuzz(func(t *testing.T, text, word string) {
		tmpl, err := ParseTemplate(text)
		if err != nil || strings.ContainsRune(word, 0) {
			return
		}
		argv, err := tmpl.Expand("a1", []string{word})
		if err != nil || len(argv) == 0 {
			t.Fatalf("%q: %q, %v", text, argv, err)
		}
		back, err := splitWords(quoteWords([]string{word}))
		if err != nil || !slices.Equal(back, []string{word}) {
			t.Fatalf("%q came back as %q, %v", word, back, err)
		}
	})
}

// there is a host whose PATH is one folder with the programs named, linked from this host.
func there(t *testing.T, programs map[string]string) *Exec {
	t.Helper()
	dir := t.TempDir()
	for name, to := range programs {
		path, err := exec.LookPath(to)
		if err != nil {
			t.Skipf("skipped: no %s here", to)
		}
		if err := os.Symlink(path, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	tmpl, err := ParseTemplate("/usr/bin/env -i HOST={host} PATH=" + dir + " {command}")
	if err != nil {
		t.Fatal(err)
	}
	return &Exec{Host: "a1", Template: tmpl}
}

// echoServer answers what it hears, and counts who is connected.
func echoServer(t *testing.T) (address string, ended chan struct{}) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	ended = make(chan struct{}, 8)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				_, _ = io.Copy(c, c) // until the other end closes
				_ = c.Close()
				ended <- struct{}{}
			}()
		}
	}()
	return l.Addr().String(), ended
}

// helpers are the programs that can carry a connection, each as it is called on some system.
func helpers() map[string]map[string]string {
	base := func(more map[string]string) map[string]string {
		more["sh"], more["cat"] = "sh", "cat"
		return more
	}
	return map[string]map[string]string{
		"bash":           base(map[string]string{"bash": "bash"}),
		"nc openbsd":     base(map[string]string{"nc": "nc.openbsd"}),
		"nc traditional": base(map[string]string{"nc": "nc.traditional"}),
		"nc busybox":     base(map[string]string{"nc": "busybox"}),
		"ncat":           base(map[string]string{"ncat": "ncat"}),
		"socat":          base(map[string]string{"socat": "socat"}),
	}
}

func TestEveryHelperCarriesAConnection(t *testing.T) {
	for name, programs := range helpers() {
		t.Run(name, func(t *testing.T) {
			e := there(t, programs)
			address, ended := echoServer(t)
			c, err := e.Dial(context.Background(), "tcp", address)
			if err != nil {
				t.Fatal(err)
			}
			if a, ok := c.RemoteAddr().(*net.TCPAddr); !ok || a.String() != address {
				t.Errorf("remote address %v", c.RemoteAddr())
			}
			sent := bytes.Repeat([]byte{0, 1, '\n', 0xff}, 1<<18) // more than all buffers on the way hold
			go func() { _, _ = c.Write(sent) }()                  // what is missing is missed below
			got := make([]byte, len(sent))
			if err := c.SetReadDeadline(time.Now().Add(10 * time.Second)); err != nil {
				t.Fatal(err)
			}
			if _, err := io.ReadFull(c, got); err != nil || !bytes.Equal(got, sent) {
				t.Fatalf("what came back differs, %v", err)
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
			select {
			case <-ended:
			case <-time.After(5 * time.Second):
				t.Error("the helper keeps the connection after Close")
			}
		})
	}
}

func TestAServerThatClosesEndsTheChannel(t *testing.T) {
	for name, programs := range helpers() {
		t.Run(name, func(t *testing.T) {
			e := there(t, programs)
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			defer l.Close()
			go func() {
				if c, err := l.Accept(); err == nil {
					_ = c.Close()
				}
			}()
			c, err := e.Dial(context.Background(), "tcp", l.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			if err := c.SetReadDeadline(time.Now().Add(5 * time.Second)); err != nil {
				t.Fatal(err)
			}
			if name == "nc openbsd" { // it notices at the second write
				for range 2 {
					time.Sleep(50 * time.Millisecond)
					_, _ = c.Write([]byte("x"))
				}
			}
			if _, err := c.Read(make([]byte, 1)); err == nil || errors.Is(err, os.ErrDeadlineExceeded) {
				t.Errorf("the end is not told: %v", err)
			}
		})
	}
}

func TestWithoutAHelperTheErrorSaysWhatIsMissing(t *testing.T) {
	e := there(t, map[string]string{"sh": "sh"})
	for range 2 { // the second time from memory
		if _, err := e.Dial(context.Background(), "tcp", "127.0.0.1:1"); !errors.Is(err, ErrNoHelper) || !strings.Contains(err.Error(), "install") {
			t.Error(err)
		}
	}
	e = there(t, map[string]string{})
	if err := e.Check(context.Background()); err == nil || errors.Is(err, ErrNoHelper) || !strings.Contains(err.Error(), "sh") {
		t.Errorf("without a shell: %v", err)
	}
}

func TestARefusedConnectionThroughBash(t *testing.T) {
	e := there(t, helpers()["bash"])
	c, err := e.Dial(context.Background(), "tcp", "127.0.0.1:1")
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := c.Read(make([]byte, 1)); !errors.Is(err, syscall.ECONNREFUSED) {
		t.Error(err)
	}
}

func TestExecChannelsOfAHostAreBounded(t *testing.T) {
	e := there(t, helpers()["bash"])
	address, _ := echoServer(t)
	for range maxChannels {
		c, err := e.Dial(context.Background(), "tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
	}
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	if _, err := e.Dial(ctx, "tcp", address); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("one more: %v", err)
	}
}

func TestExecRunsAndOpens(t *testing.T) {
	e := there(t, map[string]string{"sh": "sh", "cat": "cat", "env": "env"})
	out, err := e.Run(context.Background(), Command{Argv: []string{"sh", "-c", `echo "$HOST $X $1"; exit 3`, "x", "it's"}, Env: []string{"X=1"}})
	if err != nil || string(out.Stdout) != "a1 1 it's\n" || out.ExitCode != 3 {
		t.Errorf("%q, %d, %v", out.Stdout, out.ExitCode, err)
	}
	path := filepath.Join(t.TempDir(), "it's")
	if err := os.WriteFile(path, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := e.Open(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	if b, err := io.ReadAll(f); err != nil || string(b) != "text" {
		t.Errorf("%q, %v", b, err)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	if _, err := e.Open(context.Background(), path+"-no"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	if f, err = e.Open(context.Background(), "/dev/zero"); err != nil {
		t.Fatal(err)
	}
	if n, err := io.Copy(io.Discard, f); n != MaxOpenBytes || !errors.Is(err, ErrTooMuch) {
		t.Errorf("an endless file: %d bytes, %v", n, err)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
}

func TestBecomeSaysWhatSudoWants(t *testing.T) {
	c := Command{Argv: []string{"du", "-k"}, Env: []string{"LC_ALL=C"}, Nice: []string{"nice"}}
	if got := strings.Join(c.words("cassandra"), " "); got != "env LC_ALL=C nice sudo -n -u cassandra -- du -k" {
		t.Error(got)
	}
	c.AsLogin = true
	if got := strings.Join(c.words("cassandra"), " "); got != "env LC_ALL=C nice du -k" {
		t.Error(got)
	}
	for text, want := range map[string]string{
		"sudo: a password is required": "LOGIN ALL=(cassandra) NOPASSWD: /usr/bin/du",
		"Sorry, user me is not allowed to execute '/usr/bin/du' as cassandra on a1.": "NOPASSWD: /usr/bin/du",
		"sudo: unknown user cassandra": "names the user that runs Cassandra",
		"sh: 1: sudo: not found":       "leave --become out",
	} {
		err := explainSudo(Output{Stderr: []byte(text), ExitCode: 1}, "cassandra", "ssh a1", "du")
		if !errors.Is(err, ErrBecome) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if err := explainSudo(Output{Stderr: []byte("du: cannot read directory"), ExitCode: 1}, "cassandra", "ssh a1", "du"); err != nil {
		t.Errorf("the program's own failure: %v", err)
	}
}

// With a real sudo: root becomes nobody, and nobody may not become root.
func TestBecomeBySudo(t *testing.T) {
	for _, p := range []string{"sudo", "setpriv"} {
		if _, err := exec.LookPath(p); err != nil || os.Getuid() != 0 {
			t.Skipf("skipped: no %s here, or not root", p)
		}
	}
	of := func(template, become string) *Exec {
		tmpl, err := ParseTemplate(template)
		if err != nil {
			t.Fatal(err)
		}
		return &Exec{Host: "a1", Template: tmpl, Become: become}
	}
	e := of("env X={host} {command}", "nobody")
	for argv, want := range map[string]string{"id -un": "nobody", "printenv LC_ALL": "C"} {
		out, err := e.Run(context.Background(), Command{Argv: strings.Fields(argv), Env: []string{"LC_ALL=C"}})
		if err != nil || strings.TrimSpace(string(out.Stdout)) != want {
			t.Errorf("%s: %q %q, %v", argv, out.Stdout, out.Stderr, err)
		}
	}
	e = of("setpriv --reuid=65534 --clear-groups env X={host} {command}", "root")
	_, err := e.Run(context.Background(), Command{Argv: []string{"du", "-k"}})
	if !errors.Is(err, ErrBecome) || !strings.Contains(err.Error(), "LOGIN ALL=(root) NOPASSWD: /usr/bin/du") {
		t.Error(err)
	}
	t.Log(err)
	if _, err := e.Open(context.Background(), "/etc/shadow"); !errors.Is(err, ErrBecome) {
		t.Error(err)
	}
	e = of("env X={host} {command}", "no-such-user")
	_, err = e.Run(context.Background(), Command{Argv: []string{"true"}})
	if !errors.Is(err, ErrBecome) {
		t.Error(err)
	}
	t.Log(err)
}

func TestFleetByTemplate(t *testing.T) {
	const answers = `sh -c 'shift; case "$1" in hostname) echo 10.0.0.7 127.0.0.1;; *) exec "$@";; esac' {host} x {command}`
	f, err := NewFleet(FleetOptions{Exec: answers})
	if err != nil {
		t.Fatal(err)
	}
	got := f.Addresses(context.Background(), []string{"cassandra-0:9043"})
	if len(got) != 1 || got[0] != "10.0.0.7:9043" {
		t.Errorf("%q", got)
	}
	if e, ok := f.Way("10.0.0.7").(*Exec); !ok || e.Host != "cassandra-0" || !f.OnNode("10.0.0.7") {
		t.Errorf("%+v", e)
	}
	if e, ok := f.Way("10.0.0.8").(*Exec); !ok || e.Host != "cassandra-0" || f.OnNode("10.0.0.8") {
		t.Errorf("a node that nobody named goes through the first: %+v", e)
	}
	if f, err = NewFleet(FleetOptions{Exec: answers}); err != nil {
		t.Fatal(err)
	}
	f.Addresses(context.Background(), []string{"10.0.0.7"})
	if e, ok := f.Way("10.0.0.8").(*Exec); !ok || e.Host != "10.0.0.8" || !f.OnNode("10.0.0.8") {
		t.Errorf("where addresses are named, each is a host: %+v", e)
	}
	for _, o := range []FleetOptions{{Exec: "x"}, {Exec: answers, Via: "b"}, {Exec: answers, Each: true}} {
		if _, err := NewFleet(o); !errors.Is(err, ErrTemplate) {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

package ui

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/vt"

	"github.com/partop/partop/internal/session"
	"github.com/partop/partop/ui/uitest"
)

// terminal runs the whole program against an emulated terminal.
type terminal struct {
	t    *testing.T
	keys *io.PipeWriter
	done chan error

	mu  sync.Mutex
	em  *vt.Emulator
	raw bytes.Buffer
}

// Write takes what the program prints.
func (s *terminal) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.raw.Write(p)
	if _, err := s.em.Write(p); err != nil {
		return 0, err
	}
	return len(p), nil
}

func start(t *testing.T, ctx context.Context, f *uitest.Fake, o Options, env ...string) *terminal {
	t.Helper()
	in, keys := io.Pipe()
	s := &terminal{t: t, keys: keys, done: make(chan error, 1), em: vt.NewEmulator(80, 24)}
	if _, err := s.em.WriteString("\x1b[20h"); err != nil {
		t.Fatal(err)
	}
	drained := make(chan struct{})
	go func() { // the emulator answers queries into a pipe that somebody has to empty
		defer close(drained)
		_, _ = io.Copy(io.Discard, s.em)
	}()
	o.Input, o.Output, o.Width, o.Height = in, s, 80, 24
	o.Environ = append([]string{"TERM=xterm-256color", "SSH_TTY=/dev/pts/1", "COLORTERM=truecolor"}, env...)
	go func() { s.done <- Run(ctx, f, o) }()
	t.Cleanup(func() {
		_ = keys.Close()
		_ = in.Close()
		if pipe, ok := s.em.InputPipe().(io.Closer); ok { // ends the reader first: Close and Read of an emulator race
			_ = pipe.Close()
		}
		<-drained
		if err := s.em.Close(); err != nil {
			t.Errorf("closing the emulator: %v", err)
		}
	})
	return s
}

func (s *terminal) screen() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.em.String()
}

func (s *terminal) bytes() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.raw.String()
}

func (s *terminal) press(keys string) {
	s.t.Helper()
	if _, err := io.WriteString(s.keys, keys); err != nil {
		s.t.Fatalf("pressing %q: %v", keys, err)
	}
}

// wait waits until the screen shows a text.
func (s *terminal) wait(text string) {
	s.t.Helper()
	for deadline := time.Now().Add(5 * time.Second); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if strings.Contains(s.screen(), text) {
			return
		}
	}
	s.t.Fatalf("the screen never showed %q:\n%s", text, s.screen())
}

func (s *terminal) end() error {
	s.t.Helper()
	select {
	case err := <-s.done:
		return err
	case <-time.After(5 * time.Second):
		s.t.Fatal("the program did not end")
		return nil
	}
}

func TestRunShowsFollowsAndQuits(t *testing.T) {
	f := uitest.NewFake(uitest.Empty())
	s := start(t, context.Background(), f, Options{})
	s.wait("No table is known yet")
	f.Show(normal())
	s.wait("jobs.queue")
	s.press("6")
	s.wait("RD99loc")
	s.press("q")
	if err := s.end(); err != nil {
		t.Errorf("quit gave %v", err)
	}
	if !strings.Contains(s.bytes(), "\x1b[?1049l") {
		t.Error("the alternate screen was not left")
	}
}

func TestAStillScreenWritesNothing(t *testing.T) {
	f := uitest.NewFake(normal())
	s := start(t, context.Background(), f, Options{})
	s.wait("jobs.queue")
	time.Sleep(150 * time.Millisecond)
	before := len(s.bytes())
	time.Sleep(1200 * time.Millisecond)
	f.Show(normal()) // the same again
	time.Sleep(200 * time.Millisecond)
	if after := len(s.bytes()); after != before {
		t.Errorf("%d bytes were written while nothing changed: %q", after-before, s.bytes()[before:])
	}
	s.press("j")
	for deadline := time.Now().Add(2 * time.Second); len(s.bytes()) == before && time.Now().Before(deadline); {
		time.Sleep(5 * time.Millisecond)
	}
	if n := len(s.bytes()) - before; n == 0 || n > 2200 {
		t.Errorf("a cursor move wrote %d bytes", n)
	}
	s.press("q")
	if err := s.end(); err != nil {
		t.Error(err)
	}
}

func TestSynchronizedOutputUnderSSH(t *testing.T) {
	for _, c := range []struct {
		sync Sync
		want bool
	}{{SyncAuto, true}, {SyncOn, true}, {SyncOff, false}} {
		s := start(t, context.Background(), uitest.NewFake(normal()), Options{Sync: c.sync})
		s.wait("jobs.queue")
		s.press("j")
		time.Sleep(100 * time.Millisecond)
		s.press("q")
		if err := s.end(); err != nil {
			t.Error(err)
		}
		if got := strings.Contains(s.bytes(), "\x1b[?2026h"); got != c.want {
			t.Errorf("sync %d: frames wrapped %v, want %v", c.sync, got, c.want)
		}
	}
}

func TestNoColorTakesAnyValue(t *testing.T) {
	s := start(t, context.Background(), uitest.NewFake(normal()), Options{}, "NO_COLOR=yes")
	s.wait("jobs.queue")
	s.press("q")
	if err := s.end(); err != nil {
		t.Error(err)
	}
	for _, colour := range []string{"\x1b[31", "\x1b[32", "\x1b[33", "\x1b[34", "\x1b[36", ";31m", ";33m", "38;5", "38;2"} {
		if strings.Contains(s.bytes(), colour) {
			t.Errorf("colour %q in spite of NO_COLOR=yes", colour)
		}
	}
	if !strings.Contains(s.bytes(), "\x1b[7m") && !strings.Contains(s.bytes(), ";7m") {
		t.Error("the row under the cursor is not marked without colours")
	}
}

func TestHostileBytesDoNotReachTheTerminal(t *testing.T) {
	v := uitest.View(uitest.Variant{Hostile: true})
	v.Notice = "\x1bPtmux;\x1b\x1b]52;c;ZXZpbA==\x07\x1b\\"
	s := start(t, context.Background(), uitest.NewFake(v), Options{})
	s.wait("jobs.queue")
	for _, k := range []string{"2", "3", "4", "5", "6", "7", "1", "i"} {
		s.press(k)
		time.Sleep(40 * time.Millisecond)
	}
	s.press("\x03")
	if err := s.end(); !errors.Is(err, ErrInterrupted) {
		t.Errorf("ctrl-c gave %v", err)
	}
	for _, bad := range []string{"\x1bP", "\x1b]52;", "\u202e", "\u2066"} {
		if strings.Contains(s.bytes(), bad) {
			t.Errorf("%q reached the terminal", bad)
		}
	}
}

func TestRunEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	s := start(t, ctx, uitest.NewFake(normal()), Options{})
	s.wait("jobs.queue")
	cancel()
	if err := s.end(); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestHangupRestoresTheTerminal(t *testing.T) {
	s := start(t, context.Background(), uitest.NewFake(normal()), Options{})
	s.wait("jobs.queue")
	if err := syscall.Kill(os.Getpid(), syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	if err := s.end(); err != nil {
		t.Errorf("a hangup gave %v", err)
	}
	if !strings.Contains(s.bytes(), "\x1b[?1049l") {
		t.Error("the alternate screen was not left")
	}
}

func TestRapidResizesSurvive(t *testing.T) {
	b := newBench(t, normal(), Options{})
	for i := range 300 {
		b.Update(tea.WindowSizeMsg{Width: 1 + i*7%210, Height: 1 + i*5%60})
		if i%10 == 0 {
			b.press([]string{"1", "2", "3", "4", "5", "6", "7", "?", "esc", "i"}[i/10%10])
		}
	}
	b.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	b.press("esc", "1")
	b.want(t, "jobs.queue", "? help")
}

func TestDumbTerminalIsRefused(t *testing.T) {
	err := Run(context.Background(), uitest.NewFake(nil), Options{Environ: []string{"TERM=dumb"}})
	if !errors.Is(err, ErrDumbTerminal) {
		t.Errorf("got %v", err)
	}
}

func TestEnvironment(t *testing.T) {
	for _, c := range []struct {
		env            []string
		noColor, ascii bool
	}{
		{nil, false, false},
		{[]string{"NO_COLOR="}, false, false},
		{[]string{"NO_COLOR=0"}, true, false},
		{[]string{"LANG=en_US.UTF-8"}, false, false},
		{[]string{"LANG=de_DE.ISO-8859-1"}, false, true},
		{[]string{"LANG=C"}, false, true},
		{[]string{"LC_ALL=C.utf8", "LANG=C"}, false, false},
	} {
		e := environment(c.env)
		if e.noColor() != c.noColor || e.ascii() != c.ascii {
			t.Errorf("%v: no colour %v, ascii %v", c.env, e.noColor(), e.ascii())
		}
	}
}

func TestExportWritesAPrivateFile(t *testing.T) {
	dir := t.TempDir()
	b := newBench(t, normal(), Options{Dir: dir})
	for range 2 {
		b.finish(b.press("e"))
	}
	b.want(t, "written to", "partop-tables-20261130-140211Z-2.txt"[:12])
	for _, name := range []string{"partop-tables-20261130-140211Z.txt", "partop-tables-20261130-140211Z-2.txt"} {
		path := filepath.Join(dir, name)
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm() != 0o600 {
			t.Errorf("%s has mode %v", name, info.Mode())
		}
		text, err := os.ReadFile(path)
		if err != nil || !bytes.Contains(text, []byte("jobs.queue")) || bytes.Contains(text, []byte("\x1b")) {
			t.Errorf("%s: %v, %q", name, err, text)
		}
	}
	b.options.Dir = filepath.Join(dir, "missing")
	b.finish(b.press("e"))
	b.want(t, "not exported", "start partop where you may write")
}

func TestCopySaysWhatItCopied(t *testing.T) {
	for _, c := range []struct{ keys, want string }{
		{"1 y", "copied: jobs.queue"}, {"6 j y", "copied: 10.0.0.12"}, {"7 y", "copied: ### !! jobs.queue"},
		{"1 j j enter 2 y", "copied: " + uitest.Key}, {"3 y", "copied: SELECT * FROM jobs.queue"},
		{"1 j j enter 2 m y", "copied: key-"},
	} {
		b := newBench(t, normal(), Options{})
		if cmd := b.press(strings.Fields(c.keys)...); cmd == nil {
			t.Errorf("%s: no command for the clipboard", c.keys)
		}
		b.want(t, c.want)
	}
	b := newBench(t, uitest.Empty(), Options{})
	b.press("y")
	b.want(t, "nothing here to copy")
}

func TestUnderTmuxAFailureOfItsBufferIsTold(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	b := newBench(t, normal(), Options{Environ: []string{"TMUX=socket,1,0"}})
	b.finish(b.press("y"))
	b.want(t, "copied by OSC 52 only; tmux load-buffer")
}

// BenchmarkFrame is the cost of a new view and its first frame, on a cluster of 200 tables and 6 nodes.
func BenchmarkFrame(bm *testing.B) {
	v := uitest.View(uitest.Variant{Extra: 188, Nodes: 6})
	b := newBench(bm, v, Options{})
	bm.Run("key", func(bm *testing.B) {
		for bm.Loop() {
			b.press("j")
		}
	})
	bm.Run("merge", func(bm *testing.B) {
		for bm.Loop() {
			c := *v
			viewOf(staticSession{b.fake, &c}, b.place.lens, false)
		}
	})
	bm.Run("view", func(bm *testing.B) {
		bm.StopTimer()
		for range bm.N {
			c := *v
			msg := viewOf(staticSession{b.fake, &c}, b.place.lens, false) // runs beside the loop
			bm.StartTimer()
			b.Update(msg)
			bm.StopTimer()
		}
	})
}

// staticSession answers with one view.
type staticSession struct {
	Session
	view *session.View
}

func (s staticSession) View() *session.View { return s.view }

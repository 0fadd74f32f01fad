package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// screen is a program in a tmux session of its own server, so that no configuration of the user's interferes.
type screen struct {
	t      *testing.T
	socket string
	exit   string // file that will hold the exit code
}

var screens atomic.Int64

// open starts a command line in a terminal of the given size; env are NAME=value pairs.
func open(t *testing.T, width, height int, env []string, args ...string) *screen {
	t.Helper()
	dir := t.TempDir()
	s := &screen{t: t, socket: fmt.Sprintf("partop-e2e-%d-%d", os.Getpid(), screens.Add(1)), exit: filepath.Join(dir, "exit")}
	line := "exec env " + quoted(env)
	line += " sh -c " + quote(quoted(args)+"; echo $? > "+quote(s.exit)+"; sleep 600")
	cmd := exec.Command("tmux", "-L", s.socket, "-f", "/dev/null", "new-session", "-d", "-x", fmt.Sprint(width), "-y", fmt.Sprint(height), line)
	cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("tmux: %v\n%s", err, out)
	}
	t.Cleanup(s.kill)
	return s
}

func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

func quoted(list []string) string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = quote(s)
	}
	return strings.Join(out, " ")
}

func (s *screen) tmux(args ...string) string {
	out, _ := exec.Command("tmux", append([]string{"-L", s.socket}, args...)...).CombinedOutput() // a dead server is an empty screen
	return string(out)
}

func (s *screen) kill() { s.tmux("kill-server") }

// text is what stands on the screen.
func (s *screen) text() string { return s.tmux("capture-pane", "-p") }

// keys types; names as tmux knows them (Enter, Escape, Space, Down).
func (s *screen) keys(keys ...string) {
	s.t.Helper()
	for _, k := range keys {
		s.tmux("send-keys", k)
		time.Sleep(60 * time.Millisecond)
	}
}

// see waits until all words stand on the screen, and returns it and how long that took.
func (s *screen) see(within time.Duration, words ...string) (string, time.Duration) {
	s.t.Helper()
	var text string
	took, ok := eventually(s.t, within, func() bool {
		text = s.text()
		return holdsAll(text, words)
	})
	if !ok {
		s.t.Fatalf("%q not on the screen within %s:\n%s", words, within, text)
	}
	return text, took
}

// seeLine waits until one line holds all words, and returns it and how long that took: words that stand apart on a screen
// prove nothing of a row.
func (s *screen) seeLine(within time.Duration, words ...string) (string, time.Duration) {
	s.t.Helper()
	var found string
	took, ok := eventually(s.t, within, func() bool {
		for l := range strings.Lines(s.text()) {
			if holdsAll(l, words) {
				found = strings.TrimRight(l, "\n")
				return true
			}
		}
		return false
	})
	if !ok {
		s.t.Fatalf("no line with %q within %s:\n%s", words, within, s.text())
	}
	return found, took
}

func holdsAll(text string, words []string) bool {
	for _, w := range words {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}

// code waits for the program's end and returns its exit code.
func (s *screen) code(within time.Duration) string {
	s.t.Helper()
	var b []byte
	if _, ok := eventually(s.t, within, func() bool { b, _ = os.ReadFile(s.exit); return len(b) > 0 }); !ok {
		s.t.Fatalf("still running after %s:\n%s", within, s.text())
	}
	return strings.TrimSpace(string(b))
}

// line is the first line that holds a word.
func line(text, word string) string {
	for l := range strings.Lines(text) {
		if strings.Contains(l, word) {
			return strings.TrimRight(l, "\n")
		}
	}
	return ""
}

package e2e

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"
)

func demo(t *testing.T, width, height int, env []string, flags ...string) *screen {
	t.Helper()
	s := open(t, width, height, append([]string{"TERM=xterm-256color"}, env...), append([]string{partop, "demo"}, flags...)...)
	s.see(10*time.Second, "REPLAY", "jobs.queue")
	return s
}

func TestDemoShowsEveryScreen(t *testing.T) {
	s := demo(t, 80, 24, nil, "--speed", "10")
	s.see(30*time.Second, "!! jobs.queue")
	for key, words := range map[string][]string{
		"1": {"TABLE", "TIME%", "jobs.queue"},
		"2": {"MAXFRAG"},
		"3": {"READS/s", "OTHER LISTS"},
		"4": {"TOMB/RD", "jobs.queue"},
		"5": {"SLOTS", "orders.by_customer"},
		"6": {"127.0.0.1", "127.0.0.2", "127.0.0.3", "UN"},
		"7": {"NOW", "jobs.queue"},
	} {
		s.keys(key)
		text, _ := s.see(5*time.Second, words...)
		for l := range strings.Lines(text) {
			if n := len([]rune(strings.TrimRight(l, "\n"))); n > 80 {
				t.Errorf("screen %s has a line of %d columns: %s", key, n, l)
			}
		}
	}
	s.keys("q")
	if code := s.code(5 * time.Second); code != "0" {
		t.Errorf("exit code %s", code)
	}
	if on := strings.TrimSpace(s.tmux("display-message", "-p", "#{alternate_on}")); on != "0" {
		t.Errorf("the terminal is left on its alternate screen (%s)", on)
	}
}

func TestDemoKeys(t *testing.T) {
	s := demo(t, 80, 24, nil, "--speed", "5")
	s.keys("?")
	s.see(3*time.Second, "freeze", "filter")
	s.keys("Escape", "/")
	s.tmux("send-keys", "-l", "queue")
	s.keys("Enter")
	if _, ok := eventually(t, 3*time.Second, func() bool { return !strings.Contains(s.text(), "orders.by_customer") }); !ok {
		t.Errorf("the filter leaves other tables:\n%s", s.text())
	}
	s.keys("Escape", "Space")
	text, _ := s.see(3*time.Second, "FROZEN")
	time.Sleep(3 * time.Second)
	if again := s.text(); again != text {
		t.Errorf("a frozen screen moved:\n%s\n%s", text, again)
	}
	s.keys("Space")
	if _, ok := eventually(t, 3*time.Second, func() bool { return !strings.Contains(s.text(), "FROZEN") }); !ok {
		t.Error("still frozen")
	}
	s.keys("i")
	s.see(3*time.Second, "CQL")
	s.keys("Escape", "C-c")
	if code := s.code(5 * time.Second); code != "130" {
		t.Errorf("exit code %s after ctrl-c, want 130", code)
	}
}

func TestDemoTravelsInTime(t *testing.T) {
	s := demo(t, 80, 24, nil, "--speed", "20")
	time.Sleep(6 * time.Second)
	s.keys("[")
	s.see(5*time.Second, "FROZEN")
	s.keys("[", "[", "]")
	s.see(5*time.Second, "FROZEN", "jobs.queue")
}

// colourCodes are SGR sequences that set a colour; bold, faint, reverse and underline are none.
var colourCodes = regexp.MustCompile(`\x1b\[[0-9;]*\b(3[0-7]|4[0-7]|38|48|9[0-7]|10[0-7])\b[0-9;]*m`)

func TestNoColor(t *testing.T) {
	for _, value := range []string{"1", "yes", "0"} {
		c := startCounted(t, []string{"NO_COLOR=" + value}, partop, "demo", "--speed", "10")
		if _, ok := eventually(t, 10*time.Second, func() bool { return strings.Contains(c.text(), "jobs.queue") }); !ok {
			t.Fatal("nothing shown")
		}
		if m := colourCodes.FindString(c.text()); m != "" {
			t.Errorf("NO_COLOR=%s still sends %q", value, m)
		}
		c.stop()
	}
}

func TestASCIIOnly(t *testing.T) {
	s := demo(t, 80, 24, nil, "--ascii", "--speed", "10")
	for _, key := range []string{"1", "4", "5", "6", "7", "?"} {
		s.keys(key)
		time.Sleep(300 * time.Millisecond)
		for _, r := range s.text() {
			if r > 126 {
				t.Errorf("screen %s shows %q in ASCII mode:\n%s", key, r, s.text())
				break
			}
		}
	}
}

func TestSmallAndLargeTerminals(t *testing.T) {
	for _, size := range [][2]int{{60, 16}, {100, 30}, {200, 50}} {
		s := demo(t, size[0], size[1], nil, "--speed", "10")
		s.kill()
	}
	s := open(t, 40, 10, nil, partop, "demo")
	s.see(10*time.Second, "60x16")
}

// TestResizing resizes a pane hard while the program runs, as a tiling user does.
func TestResizing(t *testing.T) {
	s := demo(t, 80, 24, nil, "--speed", "5")
	for _, size := range [][2]string{{"20", "5"}, {"200", "50"}, {"1", "1"}, {"61", "17"}, {"80", "24"}} {
		s.tmux("resize-window", "-x", size[0], "-y", size[1])
		time.Sleep(100 * time.Millisecond)
	}
	s.see(5*time.Second, "jobs.queue")
}

func TestHangupEndsTheProgram(t *testing.T) {
	s := demo(t, 80, 24, nil)
	s.kill()
	if _, gone := eventually(t, 5*time.Second, func() bool { return exec.Command("pgrep", "-f", partop+" demo").Run() != nil }); !gone {
		t.Error("partop outlives its terminal")
	}
}

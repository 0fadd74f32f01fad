//go:build unix

package reach

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestRunGivesBothStreamsAndTheCode(t *testing.T) {
	out, err := Here{}.Run(context.Background(), Command{Argv: []string{"sh", "-c", "echo $WORD; echo why >&2; exit 3"}, Env: []string{"WORD=said"}})
	if err != nil || string(out.Stdout) != "said\n" || string(out.Stderr) != "why\n" || out.ExitCode != 3 {
		t.Errorf("%+v, %v", out, err)
	}
}

func TestRunNamesWhatIsMissing(t *testing.T) {
	_, err := Here{}.Run(context.Background(), Command{Argv: []string{"/no/such/program"}})
	if err == nil || !strings.Contains(err.Error(), "/no/such/program") {
		t.Error(err)
	}
	if _, err := (Here{}).Run(context.Background(), Command{}); err == nil {
		t.Error("nothing was run without a complaint")
	}
}

// A script that starts a child and waits, as nodetool does with its JVM: both have to go.
func TestRunKillsTheWholeGroup(t *testing.T) {
	pidFile := filepath.Join(t.TempDir(), "pid")
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	start := time.Now()
	_, err := Here{}.Run(ctx, Command{Argv: []string{"sh", "-c", "sleep 60 & echo $! > " + pidFile + "; wait"}})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("it took %s", took)
	}
	b, err := os.ReadFile(pidFile)
	if err != nil {
		t.Fatal(err)
	}
	child, err := strconv.Atoi(strings.TrimSpace(string(b)))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; ; i++ {
		err := syscall.Kill(child, 0)
		if errors.Is(err, syscall.ESRCH) || zombie(child) {
			return
		}
		if i == 100 {
			t.Fatalf("the child %d still runs", child)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// zombie is a process that has ended and that nobody has asked about yet.
func zombie(pid int) bool {
	b, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	return err == nil && strings.Contains(string(b), ") Z ")
}

func TestRunBoundsTheOutput(t *testing.T) {
	out, err := Here{}.Run(context.Background(), Command{Argv: []string{"sh", "-c", "while :; do echo endless; done"}, MaxBytes: 1000})
	if !errors.Is(err, ErrTooMuch) || len(out.Stdout) != 1000 {
		t.Errorf("%d bytes, %v", len(out.Stdout), err)
	}
}

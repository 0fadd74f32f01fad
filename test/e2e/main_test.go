package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

var (
	partop  string // the binary under test
	labTool string // the lab's
)

const repository = "../.."

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	if os.Getenv("PARTOP_E2E") == "" {
		fmt.Println("e2e: skipped: set PARTOP_E2E=1 and start a lab (make test does both)")
		return 0
	}
	dir, err := os.MkdirTemp("", "partop-e2e-")
	if err != nil {
		fmt.Println("e2e:", err)
		return 1
	}
	defer os.RemoveAll(dir)
	partop, labTool = filepath.Join(dir, "partop"), filepath.Join(dir, "lab")
	for binary, pkg := range map[string]string{partop: ".", labTool: "./lab"} {
		cmd := exec.Command("go", "build", "-o", binary, pkg)
		cmd.Dir, cmd.Env = repository, append(os.Environ(), "CGO_ENABLED=0")
		if out, err := cmd.CombinedOutput(); err != nil {
			fmt.Printf("e2e: build %s: %v\n%s", pkg, err, out)
			return 1
		}
	}
	return m.Run()
}

// lab runs a command of the lab and returns what it printed.
func lab(t *testing.T, args ...string) string {
	t.Helper()
	cmd := exec.Command(labTool, args...)
	cmd.Dir = repository
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("lab %v: %v\n%s", args, err, out)
	}
	return string(out)
}

// eventually asks until it is true.
func eventually(t *testing.T, within time.Duration, ok func() bool) (took time.Duration, happened bool) {
	t.Helper()
	start := time.Now()
	for time.Since(start) < within {
		if ok() {
			return time.Since(start), true
		}
		time.Sleep(50 * time.Millisecond)
	}
	return time.Since(start), false
}

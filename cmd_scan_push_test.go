//go:build unix

package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/partop/partop/internal/config"
)

// pushed starts the script as a host would, with a program that says where it is and waits for the end of its input.
func pushed(t *testing.T, spoil bool) (cmd *exec.Cmd, in io.WriteCloser, tmp string, stdout *bytes.Buffer) {
	t.Helper()
	for _, p := range []string{"sh", "mktemp", "head", "sha256sum"} {
		if _, err := exec.LookPath(p); err != nil {
			t.Skipf("skipped: no %s here", p)
		}
	}
	program := []byte("#!/bin/sh\necho \"$0 $*\"\ncat >/dev/null\nexit 7\n")
	sum := sha256.Sum256(program)
	tmp = t.TempDir()
	cmd = exec.Command("sh", "-c", pushScript, "partop", strconv.Itoa(len(program)), hex.EncodeToString(sum[:]), "scan", "--", "it's")
	cmd.Env = append(os.Environ(), "TMPDIR="+tmp)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	stdout = &bytes.Buffer{}
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if in, err = cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if spoil {
		program[3] ^= 1
	}
	if _, err := in.Write(program); err != nil {
		t.Fatal(err)
	}
	line := make([]byte, 300)
	n, _ := pipe.Read(line) // nothing, when it did not run
	stdout.Write(line[:n])
	return cmd, in, tmp, stdout
}

func leftIn(t *testing.T, dir string) []os.DirEntry {
	t.Helper()
	left, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	return left
}

func exitOf(err error) int {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return exit.ExitCode()
	}
	return 0
}

func TestPushedProgramRunsAndIsRemoved(t *testing.T) {
	cmd, in, tmp, out := pushed(t, false)
	where, args, _ := strings.Cut(strings.TrimSpace(out.String()), " ")
	if args != "scan -- it's" || filepath.Dir(filepath.Dir(where)) != tmp {
		t.Errorf("it ran as %q", out.String())
	}
	for path, want := range map[string]os.FileMode{where: 0o700, filepath.Dir(where): 0o700 | os.ModeDir} {
		if info, err := os.Stat(path); err != nil || info.Mode() != want {
			t.Errorf("%s: %v, want %v (%v)", path, info.Mode(), want, err)
		}
	}
	if err := in.Close(); err != nil { // as when this end is killed
		t.Fatal(err)
	}
	if code := exitOf(cmd.Wait()); code != 7 {
		t.Errorf("exit code %d", code)
	}
	if left := leftIn(t, tmp); len(left) != 0 {
		t.Errorf("%v stayed behind", left)
	}
}

func TestPushedProgramIsRemovedOnASignal(t *testing.T) {
	cmd, in, tmp, _ := pushed(t, false)
	defer in.Close()
	if err := syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if code := exitOf(cmd.Wait()); code != 130 && code != 143 {
		t.Errorf("exit code %d", code)
	}
	for start := time.Now(); len(leftIn(t, tmp)) != 0; time.Sleep(10 * time.Millisecond) {
		if time.Since(start) > 5*time.Second {
			t.Fatal("it stayed behind")
		}
	}
}

func TestASpoiledCopyIsNotRun(t *testing.T) {
	cmd, in, tmp, out := pushed(t, true)
	defer in.Close()
	if code := exitOf(cmd.Wait()); code != pushDiffers || out.Len() != 0 {
		t.Errorf("exit code %d, %q", code, out)
	}
	if left := leftIn(t, tmp); len(left) != 0 {
		t.Errorf("%v stayed behind", left)
	}
}

// A scan whose asker is gone stops, even where a disk hangs.
func TestAScanEndsWithItsInput(t *testing.T) {
	in, out := io.Pipe()
	exited := make(chan int, 1)
	ctx, stop := untilInputEnds(t.Context(), in, func(code int) { exited <- code })
	if ctx.Err() != nil {
		t.Error("it ends before its input")
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	<-ctx.Done()
	select {
	case code := <-exited:
		if code != exitInterrupted {
			t.Errorf("exit code %d", code)
		}
	case <-time.After(inputGrace + 5*time.Second):
		t.Error("it hangs on")
	}
	stop()
}

func TestPushWantsAWordInTheFile(t *testing.T) {
	f := &scanFlags{push: true}
	if _, err := f.program(&config.Config{}); !errors.Is(err, errNoPush) {
		t.Error(err)
	}
	if p, err := f.program(&config.Config{AllowPush: true}); err != nil || len(p.binary) == 0 {
		t.Error(err)
	}
	t.Setenv("PARTOP_ALLOW_PUSH", "true")
	t.Setenv("HOME", t.TempDir())
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	_, errs, code := runScanCommand(t.Context(), t, "--ssh", "--push", "nowhere.invalid:/x")
	if code != exitUsage {
		t.Errorf("the environment let it: exit code %d, %s", code, errs)
	}
}

func TestRemotesAreHostsAndPaths(t *testing.T) {
	got, err := remotes([]string{"ops@a1:/data", "[fd00::1]:/data", "ops@a1:/more"})
	if err != nil || len(got) != 2 || got[0].host != "ops@a1" || strings.Join(got[0].paths, " ") != "/data /more" || got[1].host != "fd00::1" {
		t.Errorf("%+v, %v", got, err)
	}
	for _, bad := range []string{"/data", "a1", "a1:data", "-oProxyCommand=x:/d"} {
		if _, err := remotes([]string{bad}); err == nil {
			t.Errorf("%q was taken", bad)
		}
	}
}

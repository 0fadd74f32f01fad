package node

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Status says what a node's process is doing.
type Status int

// The states a node can be in.
const (
	Stopped Status = iota
	Running
	// Paused means stopped by SIGSTOP: connections stand, nothing answers.
	Paused
)

// String is the word shown by the status command.
func (s Status) String() string {
	switch s {
	case Running:
		return "running"
	case Paused:
		return "paused"
	case Stopped:
	}
	return "stopped"
}

// marker is the JVM argument that identifies a node's process: it stands on the
// command line, where /proc shows it, and holds the node's own folder.
func (n Node) marker() string { return "-Dpartop.lab.node=" + n.Dir }

// PID finds the node's process. The pid file is only a hint: a process counts
// when its command line holds the marker, and when the file is missing or stale
// every process is asked, so that a start cut off before the file was written
// leaves no orphan.
func (n Node) PID() (int, bool) {
	if pid, err := readPID(n.pidFile()); err == nil && hasArgument("/proc", pid, n.marker()) {
		return pid, true
	}
	return scan("/proc", n.marker())
}

// Status looks the process up and reads its state from /proc.
func (n Node) Status() (pid int, s Status) {
	pid, ok := n.PID()
	if !ok {
		return 0, Stopped
	}
	if processState("/proc", pid) == 'T' {
		return pid, Paused
	}
	return pid, Running
}

func readPID(file string) (int, error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return 0, err
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(b)))
	if err != nil || pid <= 1 {
		return 0, fmt.Errorf("pid file %s: %w", file, errors.Join(err, errors.New("not a pid")))
	}
	return pid, nil
}

// hasArgument tells whether process pid has arg among its arguments. A zombie
// has no arguments, hence counts as gone.
func hasArgument(proc string, pid int, arg string) bool {
	b, err := os.ReadFile(filepath.Join(proc, strconv.Itoa(pid), "cmdline"))
	if err != nil {
		return false
	}
	for _, a := range bytes.Split(b, []byte{0}) {
		if string(a) == arg {
			return true
		}
	}
	return false
}

func scan(proc, arg string) (int, bool) {
	entries, err := os.ReadDir(proc)
	if err != nil {
		return 0, false
	}
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err == nil && pid > 1 && hasArgument(proc, pid, arg) {
			return pid, true
		}
	}
	return 0, false
}

// processState is the state letter of /proc/PID/stat, 0 when it cannot be read.
// The command name before it may hold spaces and parentheses: take the last ')'.
func processState(proc string, pid int) byte {
	b, err := os.ReadFile(filepath.Join(proc, strconv.Itoa(pid), "stat"))
	if err != nil {
		return 0
	}
	i := bytes.LastIndexByte(b, ')')
	if i < 0 || i+2 >= len(b) {
		return 0
	}
	return b[i+2]
}

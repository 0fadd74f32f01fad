package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

const (
	// watchFor is long enough for every tier of polling to have its turn.
	watchFor = 60 * time.Second
	// settle lets the first round pass, which asks everything at once.
	settle = 10 * time.Second
	// pollBudget is the share of one core that being watched may cost a node.
	pollBudget = 0.01
)

// polling measures what being watched costs a node: its CPU over a minute in which partop records it, less that over the
// minute before. A ratio above 1 keeps the budget.
func polling(partop, host, address string, pid int) error {
	dir, err := os.MkdirTemp("", "partop-bench-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }() // a recording of a minute
	alone, err := share(pid)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	cmd := exec.CommandContext(ctx, partop, "record", "-o", filepath.Join(dir, "polling.partop"), host)
	cmd.Env = append(os.Environ(), "PARTOP_JMX_HOSTS="+host+"="+address)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("start %s: %w", partop, err)
	}
	time.Sleep(settle)
	watched, err := share(pid)
	cancel()
	_ = cmd.Wait() // it was interrupted
	if err != nil {
		return err
	}
	cost := watched - alone
	fmt.Printf("bench poll-node-cpu ratio=%.1f ours=%.2f%% budget=%.0f%% alone=%.2f%%\n", pollBudget/max(cost, 0.0001), cost*100, pollBudget*100,
		alone*100)
	return nil
}

// share is the CPU of a process over watchFor, in cores.
func share(pid int) (float64, error) {
	before, err := cpuOf(pid)
	if err != nil {
		return 0, err
	}
	time.Sleep(watchFor)
	after, err := cpuOf(pid)
	return (after - before).Seconds() / watchFor.Seconds(), err
}

func readPID(file string) (int, error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return 0, fmt.Errorf("which process the node is: %w", err)
	}
	return strconv.Atoi(strings.TrimSpace(string(b)))
}

// cpuOf is the processor time that a process has used, in ticks of 10 ms (proc(5): utime and stime; USER_HZ is 100).
func cpuOf(pid int) (time.Duration, error) {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, fmt.Errorf("CPU of the node: %w", err)
	}
	_, rest, _ := strings.Cut(string(b), ") ")
	fields := strings.Fields(rest)
	if len(fields) < 13 {
		return 0, fmt.Errorf("CPU of process %d: %q is no stat of a process", pid, b)
	}
	var ticks int64
	for _, f := range fields[11:13] {
		n, err := strconv.ParseInt(f, 10, 64)
		if err != nil {
			return 0, fmt.Errorf("CPU of process %d: %w", pid, err)
		}
		ticks += n
	}
	return time.Duration(ticks) * 10 * time.Millisecond, nil
}

func port(address string) string {
	_, p, err := net.SplitHostPort(address)
	if err != nil {
		return "7199"
	}
	return p
}

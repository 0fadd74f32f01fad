package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/internal/session"
	"github.com/partop/partop/internal/triage"
	"github.com/partop/partop/jmx"
	"github.com/partop/partop/probes/cql"
)

// recordedAnswers are those of a node of our own, written by -record-jmx.
const recordedAnswers = "bench/testdata/jmx.json"

// simulatedTables a cluster has.
const simulatedTables = 500

// scale measures each size in a process of its own.
func scale() error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	for _, n := range []int{10, 100, 1000} {
		cmd := exec.Command(self, "-scale-once", strconv.Itoa(n))
		cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
		if err := cmd.Run(); err != nil {
			return err
		}
	}
	return nil
}

// scaleOnce watches n nodes as a screen would: until all have told of themselves and those that have their turn of their
// tables, which is the first refresh; then for a while, of which one refresh is the share of its interval.
func scaleOnce(n int) error {
	debug.SetGCPercent(50) // as a screen does
	address, stop, err := startSimulator()
	if err != nil {
		return err
	}
	defer stop()
	feed := &session.Live{
		Contact: "simulated", Port: 9042,
		Open: func(context.Context) (cql.Conn, error) { return &canned{nodes: n}, nil },
		JMX: &session.JMX{Options: func(*cluster.NodeInfo) jmx.Options {
			return jmx.Options{Address: address, Dial: func(ctx context.Context, _ string) (net.Conn, error) {
				return new(net.Dialer).DialContext(ctx, "tcp", address)
			}}
		}},
	}
	s, err := session.New(feed, session.Options{Limits: triage.Default()})
	if err != nil {
		return err
	}
	began, cpu := time.Now(), ownCPU()
	s.Start(context.Background())
	if err := await(s, n); err != nil {
		return errors.Join(err, s.Close())
	}
	first, firstCPU := time.Since(began), ownCPU()-cpu
	began, cpu = time.Now(), ownCPU()
	time.Sleep(watchScale)
	steady := float64(ownCPU()-cpu) / float64(time.Since(began)) * session.DefaultInterval.Seconds()
	turn := s.View().Turn
	if err := s.Close(); err != nil {
		return err
	}
	fmt.Printf("scale nodes=%d tables=%d first=%s first_cpu=%s refresh_cpu=%.2fs resident=%dMB tables_of=%d\n", n, simulatedTables,
		first.Round(time.Millisecond), firstCPU.Round(10*time.Millisecond), steady, peakMB(), max(turn.Asked, min(n, 24)))
	return nil
}

const watchScale = 30 * time.Second

// await waits until every node has told of itself, over both ways, and some of their tables.
func await(s *session.Session, n int) error {
	deadline := time.After(3 * time.Minute)
	for {
		v := s.View()
		told, tables := 0, 0
		for _, node := range v.Nodes {
			if node.Cell(cluster.NodeThreadPools).Last.Known() && node.Cell(cluster.NodePendingCompactions).Last.Known() {
				told++
			}
			if len(node.Tables) >= simulatedTables {
				tables++
			}
		}
		if told == n && tables >= min(n, 24) {
			return nil
		}
		select {
		case <-deadline:
			return fmt.Errorf("after three minutes %d of %d nodes had told of themselves, %d of their tables: %s", told, n, tables, v.Notice)
		case <-s.Changed():
		}
	}
}

func startSimulator() (address string, stop func(), err error) {
	self, err := os.Executable()
	if err != nil {
		return "", nil, err
	}
	cmd := exec.Command(self, "-simulate", recordedAnswers)
	in, err := cmd.StdinPipe()
	if err != nil {
		return "", nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return "", nil, err
	}
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		return "", nil, err
	}
	stop = func() {
		_ = in.Close() // which ends it
		_ = cmd.Wait()
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		stop()
		return "", nil, fmt.Errorf("the simulator did not say its address: %w", err)
	}
	return strings.TrimSpace(line), stop, nil
}

// ownCPU is what this process has used.
func ownCPU() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func peakMB() int64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return u.Maxrss >> 10 // KiB on Linux
}

// canned answers over CQL for all nodes, without a wire: the driver's own work is not measured here.
type canned struct{ nodes int }

// hostID is a node's by its number.
func hostID(i int) string { return fmt.Sprintf("00000000-0000-0000-0000-%012d", i) }

func nodeRow(i int) cql.Row {
	return cql.Row{"host_id": hostID(i), "data_center": fmt.Sprintf("dc%d", i%2), "rack": fmt.Sprintf("r%d", i%3), "release_version": "5.0.6",
		"schema_version": "1", "native_address": fmt.Sprintf("10.0.%d.%d", i/250, i%250+1), "native_port": 9042, "tokens": []string{}}
}

// Query implements cql.Conn.
func (c *canned) Query(_ context.Context, host, statement string, _ ...any) ([]cql.Row, error) {
	switch {
	case strings.HasPrefix(statement, "SELECT * FROM system.local"):
		return []cql.Row{nodeRow(0)}, nil
	case strings.Contains(statement, "system.peers"):
		var out []cql.Row
		for i := 1; i < c.nodes; i++ {
			out = append(out, nodeRow(i))
		}
		return out, nil
	case strings.Contains(statement, "FROM system.local"):
		return []cql.Row{{"host_id": host, "schema_version": "1", "release_version": "5.0.6", "clock": time.Now()}}, nil
	case strings.Contains(statement, "system_schema.keyspaces"):
		return []cql.Row{{"keyspace_name": "ks", "replication": map[string]string{"class": "NetworkTopologyStrategy", "dc0": "3", "dc1": "3"}}}, nil
	case strings.Contains(statement, "system_schema.tables"):
		return c.tables(func(name string) cql.Row {
			return cql.Row{"keyspace_name": "ks", "table_name": name, "gc_grace_seconds": 864000}
		}), nil
	case strings.Contains(statement, "system_schema.columns"):
		return nil, nil
	case strings.Contains(statement, "system_virtual_schema.tables"):
		return virtualTables(), nil
	case strings.Contains(statement, "system_views.thread_pools"):
		return threadPools(), nil
	case strings.Contains(statement, "_latency"), strings.Contains(statement, "_per_read"), strings.Contains(statement, "disk_usage"), strings.Contains(statement, "max_"):
		return c.tables(func(name string) cql.Row {
			return cql.Row{"keyspace_name": "ks", "table_name": name, "count": int64(1000), "per_second": 10.0, "p50th_ms": 0.001, "p99th_ms": 0.004,
				"max_ms": 0.02, "p50th": 1.0, "p99th": 3.0, "max": 10.0, "mebibytes": int64(100)}
		}), nil
	}
	return nil, nil
}

func (c *canned) tables(row func(string) cql.Row) []cql.Row {
	out := make([]cql.Row, simulatedTables)
	for i := range out {
		out[i] = row(fmt.Sprintf("table_%03d", i))
	}
	return out
}

func virtualTables() []cql.Row {
	var out []cql.Row
	for _, t := range []string{"thread_pools", "sstable_tasks", "tombstones_per_read", "local_read_latency", "local_write_latency", "local_scan_latency",
		"disk_usage", "max_partition_size", "rows_per_read", "coordinator_read_latency", "coordinator_scan_latency", "coordinator_write_latency",
		"max_sstable_size", "settings", "gossip_info", "caches", "clients", "queries"} {
		out = append(out, cql.Row{"keyspace_name": "system_views", "table_name": t})
	}
	return out
}

func threadPools() []cql.Row {
	var out []cql.Row
	for i := range 30 {
		name := fmt.Sprintf("Pool%02d", i)
		if i < 3 {
			name = []string{"ReadStage", "MutationStage", "CompactionExecutor"}[i]
		}
		out = append(out, cql.Row{"name": name, "active_tasks": 1, "active_tasks_limit": 4, "pending_tasks": i % 3, "completed_tasks": int64(1000 + i)})
	}
	return out
}

// LastDialError implements cql.Conn.
func (c *canned) LastDialError(string) string { return "" }

// Protocol implements cql.Conn.
func (c *canned) Protocol() int { return 5 }

// Close implements cql.Conn.
func (c *canned) Close() {}

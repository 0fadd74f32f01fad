// Command bench measures partop beside the official tools, on the same work in one run, against a running lab
// or, with -scan, on files alone. One line
// each: bench NAME ratio=R ours=... official=... A ratio above 1 is how many times less ours takes.
//
// It may import anything, and prints only what it measured in this run.
package main

import (
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"syscall"
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/probes"
	"github.com/partop/partop/probes/cql"
)

const repetitions = 10

func main() {
	host := flag.String("host", "127.0.0.1", "node to ask")
	user := flag.String("user", os.Getenv("PARTOP_USER"), "CQL role")
	nodetool := flag.String("nodetool", ".lab/bin/nodetool", "the official tool")
	address := flag.String("jmx", "127.0.0.1:7199", "JMX of the node")
	tablestats := flag.Bool("tablestats-once", false, "do our side of tablestats over JMX once and exit")
	pidFile := flag.String("pid-file", ".lab/node1/pid", "process of the node, whose CPU is measured")
	partop := flag.String("partop", "./partop", "the program whose polling is measured")
	record := flag.String("record-jmx", "", "record a node's answers over JMX to this file, for -scale")
	simulated := flag.String("simulate", "", "be the JMX servers of many nodes, from this file")
	scaled := flag.Bool("scale", false, "measure 10, 100 and 1,000 simulated nodes of 500 tables")
	nodes := flag.Int("scale-once", 0, "measure so many nodes and exit")
	once := flag.Bool("refresh-once", false, "do our side of the work once and exit")
	scans := flag.String("scan", "", "compare scans alone, of files in this folder, which are written if they are missing; no lab is needed")
	java := flag.String("java", "java", "Java 17 for the official tool of -scan")
	chunks := flag.String("decompress-once", "", "decompress the SSTables of a folder once and exit")
	flag.Parse()
	err := error(nil)
	switch {
	case *scans != "":
		err = compareScans(*scans, *java)
	case *chunks != "":
		err = decompressAll(*chunks)
	case *record != "":
		err = recordJMX(*host, *user, *address, *record)
	case *simulated != "":
		err = simulate(*simulated)
	case *nodes > 0:
		err = scaleOnce(*nodes)
	case *scaled:
		err = scale()
	case *tablestats:
		err = tablestatsOnce(*address)
	case *once:
		err = refresh(*host, *user, os.Getenv("PARTOP_PASSWORD"))
	default:
		err = compare(official{nodetool: *nodetool, pidFile: *pidFile}, *address, *host, *partop)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// official is what partop is measured beside.
type official struct{ nodetool, pidFile string }

// compare times whole processes: what an operator waits for and what a host pays.
func compare(o official, address, host, partop string) error {
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("find ourselves: %w", err)
	}
	pid, err := readPID(o.pidFile)
	if err != nil {
		return err
	}
	ours, err := best(pid, append([]string{self, "-refresh-once"}, os.Args[1:]...))
	if err != nil {
		return err
	}
	theirs, err := best(pid, []string{o.nodetool, "-p", port(address), "tablestats"})
	if err != nil {
		return err
	}
	line("cql-all-tables-wall", ours.wall, theirs.wall)
	line("cql-all-tables-client-cpu", ours.cpu, theirs.cpu)
	if err := compareJMX(self, address, pid, theirs); err != nil {
		return err
	}
	return polling(partop, host, address, pid)
}

func line(name string, ours, official time.Duration) {
	fmt.Printf("bench %s ratio=%.1f ours=%s official=%s\n", name, float64(official)/float64(ours),
		ours.Round(100*time.Microsecond), official.Round(time.Millisecond))
}

// cost is what one run takes; node is the CPU of the node meanwhile.
type cost struct {
	wall, cpu, node time.Duration
	peakBytes       int64 // resident, where the system tells
}

// best runs a command several times and takes the least of wall and CPU: what the work needs, without what else ran. The
// clock of a node's CPU is too coarse for that: node is the mean.
func best(pid int, args []string) (cost, error) {
	before, err := cpuOf(pid)
	if err != nil {
		return cost{}, err
	}
	least, err := bestOf(repetitions, args)
	if err != nil {
		return cost{}, err
	}
	after, err := cpuOf(pid)
	least.node = (after - before) / repetitions
	return least, err
}

// bestOf is best without a node.
func bestOf(times int, args []string) (cost, error) {
	least := cost{wall: time.Hour, cpu: time.Hour, peakBytes: math.MaxInt64}
	for range times {
		cmd := exec.Command(args[0], args[1:]...)
		start := time.Now()
		out, err := cmd.CombinedOutput()
		if err != nil {
			return cost{}, fmt.Errorf("%v: %w\n%s", args, err, out)
		}
		least.wall = min(least.wall, time.Since(start))
		least.cpu = min(least.cpu, cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())
		if u, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
			least.peakBytes = min(least.peakBytes, u.Maxrss<<10) // KiB on Linux
		}
	}
	return least, nil
}

// refresh is one round of every polled probe on one node, from a cold start: connect, discover, schema, all figures.
func refresh(host, user, password string) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	conn, err := cql.Open(ctx, cql.Config{Hosts: []string{host}, User: user, Password: password, Announce: "partop/bench"})
	if err != nil {
		return err
	}
	defer conn.Close()
	nodes, err := probes.Discover(ctx, conn, 9042)
	if err != nil {
		return err
	}
	id := cluster.NodeID(nodes[0].HostID)
	schema, err := probes.ReadSchema(ctx, conn, id, nodes[0].SchemaVersion)
	if err != nil {
		return err
	}
	state := cluster.NewState()
	target := &probes.Target{Conn: conn, User: user, Node: id, Release: nodes[0].Release, Now: time.Now}
	for i := range schema.Tables {
		target.Tables = append(target.Tables, schema.Tables[i].Table)
	}
	for _, p := range probes.Polled() {
		if err := p.Run(ctx, target, state.Apply); err != nil {
			return fmt.Errorf("%s: %w", p.ID(), err)
		}
	}
	if n := len(state.Snapshot().Tables(cluster.Lens{}, true)); n == 0 {
		return fmt.Errorf("no table was read from %s", host)
	}
	return nil
}

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/partop/partop/cassandra/cqltype"
	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/internal/config"
	"github.com/partop/partop/internal/session"
	"github.com/partop/partop/nodetool"
	"github.com/partop/partop/probes"
)

func doctorCommand() *cobra.Command {
	var format string
	var grants bool
	wait := 8 * time.Second
	cmd := &cobra.Command{
		Use:   "doctor [TARGET...]",
		Short: "Say what is reachable from here, what is not, and how to make it so",
		Long: "Ask every node of a cluster once, over each way that there is, and say what answers, what each missing way would\n" +
			"add, and the words that make it work. It starts no nodetool and runs no sampler.\n\n" +
			"Exit codes: 0 everything answers, 3 no node is reached, 4 something is missing.",
		Example: "  partop doctor cass-a1\n  partop doctor --format json --user oncall cass-a1\n  partop doctor --grants --user oncall",
		RunE: func(cmd *cobra.Command, args []string) error {
			if grants {
				return printGrants(cmd)
			}
			return doctor(cmd, args, format, wait)
		},
	}
	addSettings(cmd, true)
	cmd.Flags().StringVar(&format, "format", "text", "text or json")
	cmd.Flags().DurationVar(&wait, "wait", wait, "how long nodes may take to answer")
	cmd.Flags().BoolVar(&grants, "grants", false, "print the least rights that partop wants, and what each adds; asks nobody")
	return cmd
}

// rung is one way to a node, as it was found.
type rung struct {
	Name   string `json:"name"`
	OK     bool   `json:"ok"`
	Detail string `json:"detail"`
	Adds   string `json:"adds,omitempty"` // what it would show, when it is missing
	Fix    string `json:"fix,omitempty"`
	// Optional: nobody asked for it, or another rung does as well.
	Optional bool `json:"optional,omitempty"`
}

type patient struct {
	Node    string `json:"node"`
	Place   string `json:"place"`
	Release string `json:"release_version"`
	Rungs   []rung `json:"rungs"`
}

// doctor watches a session until every way of every node has answered or failed.
func doctor(cmd *cobra.Command, args []string, format string, wait time.Duration) error {
	if format != "text" && format != "json" {
		return usage("--format is text or json, not %q", format)
	}
	o, err := open(cmd, args)
	if err != nil {
		return err
	}
	if o.replay {
		return errors.Join(usage("doctor looks at live clusters; %s is a file", args[0]), o.closeUnstarted())
	}
	o.Start(cmd.Context())
	v := answered(cmd.Context(), o, wait)
	patients := examine(v, o.config)
	if err := o.Close(); err != nil {
		return err
	}
	w := cmd.OutOrStdout()
	if format == "json" {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		if err := e.Encode(map[string]any{"schema": 1, "nodes": patients, "notice": v.Notice}); err != nil {
			return err
		}
	} else {
		printPatients(w, patients, v.Notice)
	}
	return verdictOf(patients, v.Notice)
}

// answered waits until nothing is open any more, or the time is up.
func answered(ctx context.Context, o *opened, wait time.Duration) *session.View {
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	known, since := 0, time.Now()
	for {
		v := o.View()
		if len(v.Nodes) != known { // the nodes come one after the other
			known, since = len(v.Nodes), time.Now()
		}
		settled := !slices.ContainsFunc(v.Nodes, func(n *cluster.NodeState) bool { return openYet(n, o.config) })
		if known > 0 && settled && time.Since(since) > settleFor {
			return v
		}
		select {
		case <-ctx.Done():
			return o.View()
		case <-o.Changed():
		}
	}
}

// settleFor is how long nothing new may come before nothing more is expected.
const settleFor = 1500 * time.Millisecond

// openYet reports whether a node's ways have all answered or failed.
func openYet(n *cluster.NodeState, c *config.Config) bool {
	asked := map[cluster.Kind]bool{cluster.NodeReached: true, cluster.NodeCapabilities: true, cluster.NodeJMX: c.JMX != "never",
		cluster.NodeDisk: c.SSH || c.Exec != ""}
	for k, open := range asked {
		if open && n.Cell(k).Last.To.IsZero() {
			return true
		}
	}
	return false
}

func examine(v *session.View, c *config.Config) []patient {
	var out []patient
	for _, n := range v.Nodes {
		p := patient{Node: n.Name()}
		if info := n.Info(); info != nil {
			p.Place, p.Release = info.DataCenter+"/"+info.Rack, info.Release
		}
		over := jmxRung(n, c)
		tool := nodetoolRung(c)
		tool.Optional = over.OK
		p.Rungs = []rung{cqlRung(n), clockRung(n), grantRung(n), hostRung(n, c), over, tool}
		out = append(out, p)
	}
	return out
}

func failed(name string, u *cluster.Unknown, adds string) rung {
	if u == nil {
		u = &cluster.Unknown{Reason: "no answer in time", Remedy: "--wait 30s"}
	}
	return rung{Name: name, Detail: u.Reason, Fix: u.Remedy, Adds: adds}
}

func cqlRung(n *cluster.NodeState) rung {
	c := n.Cell(cluster.NodeReached)
	if r := cluster.ValueOf[cluster.Reached](c); r != nil {
		return rung{Name: "CQL", OK: true, Detail: fmt.Sprintf("answers in %s", time.Duration(r.RoundTripMicros)*time.Microsecond)}
	}
	return failed("CQL", c.Last.Unknown, "everything about this node but what others say of it")
}

// skewLimit is where clocks begin to decide which of two writes wins.
const skewLimit = 100 * time.Millisecond

// clockRung compares the node's clock with ours: whichever is wrong, timestamps of reports and logs do not fit together.
func clockRung(n *cluster.NodeState) rung {
	c := n.Cell(cluster.NodeReached)
	r := cluster.ValueOf[cluster.Reached](c)
	if r == nil {
		return failed("clock", c.Last.Unknown, "whether timestamps can be compared")
	}
	ahead, within, ok := r.Skew(c.Last.To)
	if !ok {
		return failed("clock", &cluster.Unknown{Reason: "the node did not tell it"}, "whether timestamps can be compared")
	}
	where := "ahead of"
	if ahead < 0 {
		where = "behind"
	}
	detail := fmt.Sprintf("%s %s this host's, give or take %s", ahead.Abs().Round(time.Millisecond), where, within.Round(time.Millisecond))
	if ahead.Abs()-within > skewLimit {
		return rung{Name: "clock", Detail: detail, Adds: "times that agree; between nodes, the right one of two writes",
			Fix: "chronyc tracking, or timedatectl, on the node and here"}
	}
	return rung{Name: "clock", OK: true, Detail: detail}
}

func grantRung(n *cluster.NodeState) rung {
	c := n.Cell(cluster.NodeCapabilities)
	denied := map[string]string{}
	if v := cluster.ValueOf[cluster.Capabilities](c); v != nil {
		for table, grant := range v.Denied {
			denied[table] = grant
		}
	}
	for k := cluster.NodeReached; k < cluster.ClusterSchema; k++ { // what each probe was refused
		if u := n.Cell(k).Last.Unknown; u != nil && strings.HasPrefix(u.Remedy, "GRANT") {
			denied[k.String()] = u.Remedy
		}
	}
	for _, r := range n.Missing {
		if r != nil && r.Unknown != nil && strings.HasPrefix(r.Unknown.Remedy, "GRANT") {
			denied[r.Kind.String()] = r.Unknown.Remedy
		}
	}
	if len(denied) == 0 {
		if !c.Last.Known() && n.Info() != nil && probes.HasVirtualTables(n.Info().Release) {
			return failed("grants", c.Last.Unknown, "whether figures are missing for want of rights")
		}
		return rung{Name: "grants", OK: true, Detail: "nothing was denied"}
	}
	fixes := map[string]bool{}
	for _, g := range denied {
		fixes[g] = true
	}
	list := make([]string, 0, len(fixes))
	for g := range fixes {
		list = append(list, g)
	}
	slices.Sort(list)
	return rung{Name: "grants", Detail: fmt.Sprintf("%d things were denied", len(denied)), Adds: "the figures that stand as ?", Fix: strings.Join(list, " ")}
}

func jmxRung(n *cluster.NodeState, c *config.Config) rung {
	const adds = "exact times, histograms of partitions and tombstones, pending compactions by table, GC, hot keys without a JVM"
	if c.JMX == "never" {
		return rung{Name: "JMX", Detail: "switched off (--jmx never)", Adds: adds, Fix: "leave --jmx out"}
	}
	cell := n.Cell(cluster.NodeJMX)
	v := cluster.ValueOf[cluster.JMXAccess](cell)
	switch {
	case v == nil:
		return failed("JMX", cell.Last.Unknown, adds)
	case v.Tier == cluster.TierRead:
		return rung{Name: "JMX", Detail: "READ: " + v.Why, Adds: "histograms and hot keys", Fix: "a role with readwrite access, or EXECUTE on the MBeans (doctor --grants)"}
	}
	return rung{Name: "JMX", OK: true, Detail: "SAMPLE: attributes, histograms, samplers"}
}

// hostRung is about commands on the node and its files: df shows whether both are there.
func hostRung(n *cluster.NodeState, c *config.Config) rung {
	const adds = "how full its disks are; JMX that listens on its loopback alone"
	cell := n.Cell(cluster.NodeDisk)
	if v := cluster.ValueOf[cluster.Disk](cell); v != nil {
		full, _ := v.Fullest()
		return rung{Name: "host", OK: true, Detail: fmt.Sprintf("%s: %.0f%% of %s used", cell.Last.Source, full.UsedShare()*100, full.Path)}
	}
	if cell.Last.Unknown != nil {
		return failed("host", cell.Last.Unknown, adds)
	}
	if !c.SSH && c.Exec == "" {
		return rung{Name: "host", Detail: "no command runs on it from here", Adds: adds, Fix: "--ssh, --exec TEMPLATE, or partop on the node", Optional: true}
	}
	return failed("host", nil, adds)
}

func nodetoolRung(c *config.Config) rung {
	const adds = "hot keys and pending compactions where JMX does not answer"
	if c.Nodetool == config.NodetoolNever {
		return rung{Name: "nodetool", Detail: "switched off (--nodetool never)", Adds: adds, Fix: "leave --nodetool out"}
	}
	path, err := nodetool.Find(c.Nodetool, exec.LookPath, os.Getenv)
	if err != nil {
		return rung{Name: "nodetool", Detail: err.Error(), Adds: adds, Fix: "--nodetool FILE, or CASSANDRA_HOME; not needed where JMX answers"}
	}
	return rung{Name: "nodetool", OK: true, Detail: path + " (not started)"}
}

func printPatients(w io.Writer, patients []patient, notice string) {
	if len(patients) == 0 {
		fmt.Fprintln(w, cqltype.SafeText(notice))
		return
	}
	for _, p := range patients {
		fmt.Fprintf(w, "%s  %s  %s\n", cqltype.SafeText(p.Node), cqltype.SafeText(p.Place), cqltype.SafeText(p.Release))
		for _, r := range p.Rungs {
			mark := "ok"
			switch {
			case r.OK:
			case r.Optional:
				mark = " ."
			default:
				mark = "--"
			}
			fmt.Fprintf(w, "  %s %-9s %s\n", mark, r.Name, cqltype.SafeText(r.Detail))
			if r.Adds != "" {
				fmt.Fprintf(w, "               adds %s\n", r.Adds)
			}
			if r.Fix != "" {
				fmt.Fprintf(w, "               do   %s\n", cqltype.SafeText(r.Fix))
			}
		}
	}
}

// verdictOf is the exit code.
func verdictOf(patients []patient, notice string) error {
	reached, missing := 0, 0
	for _, p := range patients {
		for _, r := range p.Rungs {
			switch {
			case r.Name == "CQL" && r.OK:
				reached++
			case !r.OK && !r.Optional:
				missing++
			}
		}
	}
	switch {
	case reached == 0:
		return coded{exitUnreachable, fmt.Errorf("no node was reached: %s", notice)}
	case missing > 0:
		return coded{exitPartial, fmt.Errorf("%d ways are missing; each says what it would add and what to do", missing)}
	}
	return nil
}

// readable are the tables that Cassandra lets every role read (ClientState, READABLE_SYSTEM_RESOURCES).
var readable = regexp.MustCompile(`^system\.(local|peers|peers_v2|size_estimates|table_estimates)$|^system_(schema|virtual_schema)\.`)

var fromTable = regexp.MustCompile(`FROM ([a-z_]+\.[a-z_0-9]+)`)

// printGrants lists the least rights by what they add.
func printGrants(cmd *cobra.Command) error {
	c, err := load(cmd, "")
	if err != nil {
		return err
	}
	role := c.User
	if role == "" {
		role = "ROLE"
	}
	w := cmd.OutOrStdout()
	fmt.Fprintln(w, "-- CQL: nothing here lets the role read a user's table or change anything")
	seen := map[string]bool{}
	for _, p := range probes.Polled() {
		for _, s := range p.Statements() {
			for _, m := range fromTable.FindAllStringSubmatch(s, -1) {
				if seen[m[1]] || readable.MatchString(m[1]) {
					continue
				}
				seen[m[1]] = true
				fmt.Fprintf(w, "GRANT SELECT ON %s TO %s;   -- %s\n", m[1], cqltype.QuoteIdentifier(role), p.ID())
			}
		}
	}
	fmt.Fprint(w, `
-- JMX by password file: jmxremote.access, one of
#  `+role+` readonly     ranks tables and gives findings: counts, sizes, pending compactions, GC
#  `+role+` readwrite    and histograms and hot keys; what else it could do partop cannot send (partop calls)

-- JMX by Cassandra's own roles (cassandra.jmx.authorizer)
GRANT SELECT ON ALL MBEANS TO `+cqltype.QuoteIdentifier(role)+`;                                              -- counts, sizes, pending compactions, GC
GRANT EXECUTE ON MBEANS 'org.apache.cassandra.metrics:type=Table,*' TO `+cqltype.QuoteIdentifier(role)+`;      -- values(): histograms
GRANT EXECUTE ON MBEAN 'org.apache.cassandra.db:type=StorageService' TO `+cqltype.QuoteIdentifier(role)+`;     -- samplePartitions: hot keys
GRANT EXECUTE ON MBEANS 'org.apache.cassandra.db:type=Tables,*' TO `+cqltype.QuoteIdentifier(role)+`;          -- samplers of one table
`)
	return nil
}

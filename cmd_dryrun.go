package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/partop/partop/internal/config"
	"github.com/partop/partop/internal/reach"
	"github.com/partop/partop/internal/session"
	"github.com/partop/partop/probes"
)

// addDryRun gives a command that opens targets the flag to say what it would do instead.
func addDryRun(cmd *cobra.Command) {
	cmd.Flags().Bool("dry-run", false, "print all that would be asked in the first minute, ask nothing, and exit")
}

// dryRun reports whether the flag was given, and then prints instead of opening anything.
func dryRun(cmd *cobra.Command, args []string) (bool, error) {
	if on, err := cmd.Flags().GetBool("dry-run"); err != nil || !on {
		return false, err
	}
	targets, err := targetsOf(cmd, args)
	if err != nil {
		return true, err
	}
	w := cmd.OutOrStdout()
	if len(targets) > 0 && targets[0].Kind == config.TargetPath {
		return true, dryPaths(cmd, w, targets)
	}
	c, title, err := liveConfig(cmd, targets)
	if err != nil {
		return true, err
	}
	fmt.Fprintf(w, "# %s: what partop would do in the first minute; nothing of it has been done.\n", title)
	dryFiles(w, c)
	if err := dryWays(cmd.Context(), w, c); err != nil {
		return true, err
	}
	dryQuestions(w, c)
	return true, nil
}

// dryPaths: files are read and nothing else.
func dryPaths(cmd *cobra.Command, w io.Writer, targets []config.Target) error {
	fmt.Fprintln(w, "# no cluster is asked; what would be read:")
	for _, t := range targets {
		fmt.Fprintf(w, "%-8s %s\n", "file", t.Name)
	}
	c, err := load(cmd, "")
	if err == nil {
		dryFiles(w, c)
	}
	return err
}

func dryFiles(w io.Writer, c *config.Config) {
	fmt.Fprintln(w, "\n# files here")
	files := c.Files()
	if len(files)+len(c.Record)+len(c.PasswordCommand) == 0 {
		fmt.Fprintln(w, "none")
	}
	for _, f := range files {
		fmt.Fprintf(w, "%-8s %s\n", "read", f)
	}
	if c.Record != "" {
		fmt.Fprintf(w, "%-8s %s\n", "write", c.Record)
	}
	if len(c.PasswordCommand) > 0 {
		fmt.Fprintf(w, "%-8s %s\n", "run", strings.Join(c.PasswordCommand, " "))
	}
}

// dryWays prints the connections, and the commands of ssh that carry them.
func dryWays(ctx context.Context, w io.Writer, c *config.Config) error {
	fmt.Fprintf(w, "\n# connections: CQL to these and to every node that they name%s\n", when(c.JMX != "never", "; JMX to each of those nodes"))
	o := fleetOptions(c)
	for _, h := range c.Hosts {
		fmt.Fprintf(w, "%-8s %s port %d%s%s\n", "cql", h, c.Port, when(c.User != "", " as "+c.User), when(c.TLS, " in TLS"))
	}
	if c.JMX != "never" {
		fmt.Fprintf(w, "%-8s each node, port %d%s%s\n", "jmx", c.JMXPort, when(c.JMXUser != "", " as "+c.JMXUser), when(c.JMXTLS, " in TLS"))
	}
	commands, err := reach.Plan(o, names(c.Hosts), c.Port, c.JMXPort)
	if err != nil {
		return coded{exitUsage, err}
	}
	if len(commands) > 0 {
		fmt.Fprintln(w, "\n# commands here that carry them: a login a host, a channel a connection (at most four at once a host)")
	}
	for _, argv := range commands {
		fmt.Fprintf(w, "%-8s %s\n", "run", strings.ReplaceAll(strings.Join(argv, " "), "\n", "; "))
	}
	if o.Exec != "" || o.Each {
		fmt.Fprintln(w, "\n# on each node, once in the minute")
		for _, a := range session.HostCalls() {
			if a.Class == "free" {
				fmt.Fprintf(w, "%-8s %s\n", "run", a.Args)
			}
		}
	}
	return ctx.Err()
}

func when(is bool, text string) string {
	if is {
		return text
	}
	return ""
}

// dryQuestions prints what is asked of each node, with how often in a minute.
func dryQuestions(w io.Writer, c *config.Config) {
	scale := float64(c.Interval) / float64(session.DefaultInterval)
	fmt.Fprintln(w, "\n# times at most  statement: the first ones of one node, the others of each; consistency LOCAL_ONE, deadline 2 s")
	for _, s := range probes.DiscoverStatements() {
		fmt.Fprintf(w, "%5d    %s\n", timesAMinute(session.DiscoverEvery, 1), s)
	}
	for _, s := range probes.SchemaStatements() {
		fmt.Fprintf(w, "%5d    %s\n", 1, s) // and whenever the schema changes
	}
	for _, p := range probes.Polled() {
		for _, s := range p.Statements() {
			if s != "" {
				fmt.Fprintf(w, "%5d    %s\n", timesAMinute(p.Interval(), scale), s)
			}
		}
	}
	if c.JMX != "never" {
		fmt.Fprintln(w, "\n# times at most  JMX, of each node; a KEYSPACE.TABLE stands for all user tables, in turns where they are many, the busy first")
		for _, q := range session.JMXPolled() {
			fmt.Fprintf(w, "%5d    %s\n", timesAMinute(q.Interval, scale), q.Args)
		}
	}
	fmt.Fprintln(w, "\n# only after a key and, where it starts a program, a question: see partop calls")
}

// timesAMinute is how often a question comes in the first minute: at once, again soon if it makes rates, then at its interval.
func timesAMinute(every time.Duration, scale float64) int {
	if every <= 0 {
		return 0
	}
	every = max(time.Duration(float64(every)*scale), time.Second)
	n := 1 + int(time.Minute/every)
	if every == time.Minute {
		n-- // the second is due when the minute is over
	}
	return n
}

package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/internal/session"
	"github.com/partop/partop/probes"
)

// noLens is the whole cluster.
var noLens = cluster.Lens{}

func callsCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "calls",
		Short: "Print every statement and command that partop can ever send",
		Long: "Print every statement that partop can ever send, with the class of its cost and how often it is repeated, and\n" +
			"every nodetool command that it can start after a question, and every command that it runs on nodes.\n" +
			"Nothing else can be sent: there is no other in the program. None writes, and none reads a user's table.\n" +
			"Each answer is bounded by the number of nodes, tables, thread pools, connections or running tasks, or by a LIMIT.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			w := cmd.OutOrStdout()
			fmt.Fprintln(w, "# class  every    statement, at consistency LOCAL_ONE, on one node, with a deadline of 2 s")
			for _, s := range append(probes.DiscoverStatements(), probes.SchemaStatements()...) {
				fmt.Fprintf(w, "%-6s %-8s %s\n", probes.Free, "10s", s)
			}
			for _, p := range probes.Polled() {
				for _, s := range p.Statements() {
					if s != "" {
						fmt.Fprintf(w, "%-6s %-8s %s\n", p.Cost(), p.Interval(), s)
					}
				}
			}
			fmt.Fprintf(w, "%-6s %-8s %s\n", probes.Light, "200ms", probes.Queries().Statements()[0]+"   -- s on HotKeys without nodetool, for 10 s")
			fmt.Fprintln(w, "\n# class  every    attributes and operations over JMX, pipelined, on one connection a node")
			for _, c := range session.JMXCalls() {
				fmt.Fprintf(w, "%-6s %-8s %s\n", c.Class, c.Every, c.Args)
			}
			fmt.Fprintln(w, "\n# class  every    nodetool -h NODE -p PORT ..., started here after one question a session, killed after 20 s without an answer")
			for _, c := range session.NodetoolCalls() {
				fmt.Fprintf(w, "%-6s %-8s %s\n", probes.Light, c.Every, c.Args)
			}
			fmt.Fprintln(w, "\n# class  every    commands on a node that is this host, or is reached by --ssh or --exec, with LC_ALL=C")
			for _, c := range session.HostCalls() {
				fmt.Fprintf(w, "%-6s %-8s %s\n", c.Class, c.Every, c.Args)
			}
			return nil
		},
	}
}

package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/partop/partop/lab/cluster"
	"github.com/partop/partop/lab/node"
)

func statusCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "status",
		Short: "Show each node's process and whether it answers",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withLab(cmd, false, func(c *cluster.Cluster) error {
				o := c.Options
				cmd.Printf("Cassandra %s, %d node(s), auth %v, tls %v, heap %d MiB, compaction %d MiB/s x %d\n",
					o.Version, o.Nodes, o.Auth, o.TLS, o.HeapMiB, o.CompactionMiBs, o.Compactors)
				for _, n := range c.Nodes() {
					cmd.Println(statusLine(cmd.Context(), n))
				}
				return nil
			})
		},
	}
}

// statusLine asks the node itself: a process may run and not answer.
func statusLine(ctx context.Context, n node.Node) string {
	pid, s := n.Status()
	line := fmt.Sprintf("%-6s %-8s", n, s)
	if s == node.Stopped {
		return line
	}
	cql := "CQL answers"
	if err := n.Ping(ctx); err != nil {
		cql = "CQL silent"
	}
	return fmt.Sprintf("%s pid %-7d %s  jmx 127.0.0.1:%d  %s", line, pid, n.CQL(), n.JMXPort(), cql)
}

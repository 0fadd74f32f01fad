package main

import (
	"context"
	"fmt"
	"strconv"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/partop/partop/lab/cluster"
	"github.com/partop/partop/lab/node"
)

// nodeAction is what one per-node command does.
type nodeAction func(context.Context, *cluster.Cluster, node.Node) error

func nodeCommands() []*cobra.Command {
	return []*cobra.Command{
		nodeCommand("stop", "Stop a node (SIGTERM, it drains)", stopNode),
		nodeCommand("start", "Start a node and wait until it answers", startNode),
		nodeCommand("pause", "Freeze a node (SIGSTOP): connections stand, nothing answers", signalNode(syscall.SIGSTOP)),
		nodeCommand("resume", "Wake a paused node (SIGCONT)", signalNode(syscall.SIGCONT)),
		nodeCommand("restart", "Stop and start a node", restartNode),
	}
}

func nodeCommand(verb, short string, act nodeAction) *cobra.Command {
	return &cobra.Command{
		Use:   verb + " N",
		Short: short,
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			index, err := strconv.Atoi(args[0])
			if err != nil {
				return fmt.Errorf("%q is not the number of a node", args[0])
			}
			return withLab(cmd, true, func(c *cluster.Cluster) error {
				n, err := c.Node(index)
				if err != nil {
					return err
				}
				if err := act(cmd.Context(), c, n); err != nil {
					return err
				}
				cmd.Println(statusLine(cmd.Context(), n))
				return nil
			})
		},
	}
}

func stopNode(ctx context.Context, _ *cluster.Cluster, n node.Node) error { return n.Stop(ctx) }

func startNode(ctx context.Context, c *cluster.Cluster, n node.Node) error { return c.Revive(ctx, n) }

func restartNode(ctx context.Context, c *cluster.Cluster, n node.Node) error {
	if err := n.Stop(ctx); err != nil {
		return err
	}
	return c.Revive(ctx, n)
}

func signalNode(sig syscall.Signal) nodeAction {
	return func(_ context.Context, _ *cluster.Cluster, n node.Node) error { return n.Signal(sig) }
}

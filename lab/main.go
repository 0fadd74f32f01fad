// Command lab runs a real Cassandra for partop's tests and trials: one to three
// nodes on loopback addresses, loaded with known pathologies and kept busy by
// known traffic. It may import the packages below lab only. It writes to user
// keyspaces, which partop itself never does.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := root().ExecuteContext(ctx)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "lab:", err)
		os.Exit(1)
	}
}

func root() *cobra.Command {
	cmd := &cobra.Command{
		Use:           "lab",
		Short:         "A real Cassandra for partop's tests and trials",
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	cmd.SetOut(os.Stdout)
	cmd.AddCommand(upCommand(), downCommand(), statusCommand(), nodetoolCommand(), flushCommand(), cqlCommand(),
		loadCommand(), trafficCommand(), versionsCommand())
	cmd.AddCommand(nodeCommands()...)
	return cmd
}

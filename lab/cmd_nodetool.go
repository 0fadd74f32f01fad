package main

import (
	"strconv"

	"github.com/spf13/cobra"

	"github.com/partop/partop/lab/cluster"
)

func nodetoolCommand() *cobra.Command {
	return &cobra.Command{
		Use:                "nodetool [-n N] ARGS...",
		Short:              "Run Cassandra's nodetool against node N (1 by default)",
		DisableFlagParsing: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			index := 1
			if len(args) >= 2 && args[0] == "-n" {
				n, err := strconv.Atoi(args[1])
				if err != nil {
					return err
				}
				index, args = n, args[2:]
			}
			return withLab(cmd, false, func(c *cluster.Cluster) error {
				return c.Nodetool(cmd.Context(), index, cmd.OutOrStdout(), args...)
			})
		},
	}
}

func flushCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "flush [KEYSPACE [TABLE...]]",
		Short: "Flush memtables on every running node",
		RunE: func(cmd *cobra.Command, args []string) error {
			return withLab(cmd, false, func(c *cluster.Cluster) error {
				return c.Flush(cmd.Context(), args...)
			})
		},
	}
}

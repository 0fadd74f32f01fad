package main

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/partop/partop/lab/cluster"
	"github.com/partop/partop/lab/state"
)

func downCommand() *cobra.Command {
	var keep bool
	cmd := &cobra.Command{
		Use:   "down",
		Short: "Stop all nodes and remove their data",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			err := withLab(cmd, true, func(c *cluster.Cluster) error {
				return c.Down(cmd.Context(), keep)
			})
			if errors.Is(err, state.ErrNoLab) {
				cmd.Println("nothing is up")
				return nil
			}
			return err
		},
	}
	cmd.Flags().BoolVar(&keep, "keep", false, "keep the data for the next up")
	return cmd
}

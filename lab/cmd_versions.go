package main

import (
	"github.com/spf13/cobra"

	"github.com/partop/partop/lab/version"
)

// versionsCommand is for scripts that go through all versions.
func versionsCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "versions",
		Short: "List the versions of Cassandra that the lab can start",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			for _, v := range version.Known() {
				cmd.Println(v)
			}
			return nil
		},
	}
}

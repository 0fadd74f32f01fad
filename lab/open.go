package main

import (
	"time"

	"github.com/spf13/cobra"

	"github.com/partop/partop/lab/cluster"
	"github.com/partop/partop/lab/state"
)

// lockWait is how long a command waits for another one that changes the lab.
const lockWait = 30 * time.Second

// withLab runs f on the lab that is up; exclusive keeps other commands out.
func withLab(cmd *cobra.Command, exclusive bool, f func(*cluster.Cluster) error) error {
	dir, err := state.Locate()
	if err != nil {
		return err
	}
	if exclusive {
		release, err := dir.Lock(cmd.Context(), lockWait)
		if err != nil {
			return err
		}
		defer release()
	}
	c, err := cluster.Open(cmd.Context(), dir, cmd.OutOrStdout())
	if err != nil {
		return err
	}
	return f(c)
}

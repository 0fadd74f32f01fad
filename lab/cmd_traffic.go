package main

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/partop/partop/lab/cluster"
	"github.com/partop/partop/lab/drive"
	"github.com/partop/partop/lab/scenario"
)

func trafficCommand() *cobra.Command {
	var length time.Duration
	rate, seed := 160, uint64(defaultSeed)
	cmd := &cobra.Command{
		Use:   "traffic SCENARIO",
		Short: "Keep a loaded scenario busy; ends with the truth as JSON",
		Long:  "Scenarios:\n" + scenarioList(),
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return withLab(cmd, false, func(c *cluster.Cluster) error {
				return traffic(cmd, c, args[0], length, drive.Traffic{Rate: rate, Seed: seed})
			})
		},
	}
	cmd.Flags().DurationVar(&length, "for", 10*time.Minute, "how long, 0 until interrupted")
	cmd.Flags().IntVar(&rate, "rate", rate, "operations per second over all tables")
	cmd.Flags().Uint64Var(&seed, "seed", seed, "the same seed sends the same operations")
	return cmd
}

// traffic ends without error when interrupted: the truth up to then is printed.
func traffic(cmd *cobra.Command, c *cluster.Cluster, name string, length time.Duration, t drive.Traffic) error {
	ctx := cmd.Context()
	s, err := scenario.Lookup(name)
	if err != nil {
		return err
	}
	session, err := c.Session()
	if err != nil {
		return err
	}
	defer session.Close()
	if err := c.Throttle(ctx, s.ThrottleMiBs); err != nil {
		return err
	}
	cql := drive.CQL{Session: session, DDL: c.DDL, FlushTables: c.Flush, Addresses: c.Addresses()}
	p := scenario.Params{Seed: t.Seed, Scale: 1, Now: time.Now(), ReplicationFactor: c.ReplicationFactor()}
	if t.Streams, err = s.Traffic(ctx, p, cql); err != nil {
		return err
	}
	t.Doer, t.Out = cql, cmd.ErrOrStderr()
	if err := t.Check(); err != nil {
		return fmt.Errorf("traffic %s: %w", name, err)
	}
	if length > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, length)
		defer cancel()
	}
	enc := json.NewEncoder(cmd.OutOrStdout())
	enc.SetIndent("", " ")
	return enc.Encode(t.Run(ctx).Document())
}

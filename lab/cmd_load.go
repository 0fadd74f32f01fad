package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/partop/partop/lab/cluster"
	"github.com/partop/partop/lab/drive"
	"github.com/partop/partop/lab/scenario"
)

// defaultSeed makes two labs alike unless told otherwise.
const defaultSeed = 1

func loadCommand() *cobra.Command {
	p := scenario.Params{Seed: defaultSeed, Scale: 1}
	cmd := &cobra.Command{
		Use:   "load SCENARIO...",
		Short: "Create tables with a known pathology",
		Long:  "Scenarios:\n" + scenarioList(),
		Args:  cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if p.Scale <= 0 {
				return fmt.Errorf("--scale: %v is not above 0", p.Scale)
			}
			return withLab(cmd, false, func(c *cluster.Cluster) error {
				for _, name := range args {
					if err := load(cmd, c, name, p); err != nil {
						return err
					}
				}
				return nil
			})
		},
	}
	cmd.Flags().Uint64Var(&p.Seed, "seed", p.Seed, "the same seed loads the same rows")
	cmd.Flags().Float64Var(&p.Scale, "scale", p.Scale, "multiplies the amount of data")
	return cmd
}

// load throttles compaction before the first row, else the backlog a scenario
// wants would be worked off as it comes.
func load(cmd *cobra.Command, c *cluster.Cluster, name string, p scenario.Params) error {
	ctx, began := cmd.Context(), time.Now()
	s, err := scenario.Lookup(name)
	if err != nil {
		return err
	}
	session, err := c.Session()
	if err != nil {
		return err
	}
	defer session.Close()
	p.Now, p.ReplicationFactor = time.Now(), c.ReplicationFactor()
	cql := drive.CQL{Session: session, DDL: c.DDL, FlushTables: c.Flush, Addresses: c.Addresses()}
	if err := c.Throttle(ctx, s.ThrottleMiBs); err != nil {
		return err
	}
	if err := cql.Create(ctx, s, p); err != nil {
		return err
	}
	created := time.Since(began)
	n, err := drive.Load(ctx, s.Rows(p), cql)
	if err != nil {
		return fmt.Errorf("load %s: %w", name, err)
	}
	cmd.Printf("%s: %d statements in %.1fs (schema %.1fs)\n", name, n, time.Since(began).Seconds(), created.Seconds())
	return nil
}

func scenarioList() string {
	var b strings.Builder
	for _, s := range scenario.All() {
		fmt.Fprintf(&b, "  %-17s %s\n", s.Name, s.About)
	}
	return b.String()
}

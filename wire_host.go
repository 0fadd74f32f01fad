package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/internal/reach"
	"github.com/partop/partop/probes"
)

// hostOf makes the nodes' hosts a source, where commands can be run on them.
func hostOf(fleet *reach.Fleet) func(*cluster.NodeInfo) *probes.Host {
	return func(info *cluster.NodeInfo) *probes.Host {
		way, over := fleet.Host(info.Address)
		if way == nil {
			return nil
		}
		return &probes.Host{Over: over, Run: func(ctx context.Context, h probes.HostCommand) (probes.HostOutput, error) {
			out, err := way.Run(ctx, reach.Command{Argv: h.Argv, Env: []string{"LC_ALL=C"}, Nice: h.Nice, MaxBytes: h.MaxBytes, AsLogin: h.AsLogin})
			if errors.Is(err, reach.ErrTooMuch) {
				err = fmt.Errorf("%s: %w", h.Argv[0], probes.ErrTooMuch)
			}
			return probes.HostOutput{Stdout: string(out.Stdout), Stderr: string(out.Stderr), ExitCode: out.ExitCode}, err
		}}
	}
}

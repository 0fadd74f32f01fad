package main

import (
	"errors"
	"os"
	"runtime/debug"
	"strings"
	"time"

	"github.com/charmbracelet/colorprofile"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/partop/partop/internal/config"
	"github.com/partop/partop/themes"
	"github.com/partop/partop/ui"
)

// replayLead is how much of a recording's beginning is shown at once: enough for rates and first trends.
const replayLead = 20 * time.Second

func rootCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "partop [TARGET...]",
		Short: "top for the partitions of a Cassandra cluster",
		Long: "partop shows which table, which partition, which tombstones and which compaction hurt a Cassandra cluster.\n" +
			"It only reads. TARGET is a cluster of the configuration, a host[:port], a recording, or files and\n" +
			"folders of saved nodetool outputs; default 127.0.0.1.\n\n" +
			"Settings come from a cqlshrc, the configuration file, $PARTOP_NAME for each flag --name, and flags; later ones win.\n" +
			"The password comes from $PARTOP_PASSWORD, a file, a command or a prompt, never from a flag.",
		Example: "  partop cass-a1\n  partop --user oncall --tls --tls-ca ca.pem cass-a1 cass-a2\n  partop incident.partop\n  partop support-bundle/\n  partop demo",
		Args:    cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if done, err := dryRun(cmd, args); done || err != nil {
				return err
			}
			o, err := open(cmd, args)
			if err != nil {
				return err
			}
			return show(cmd, o)
		},
		ValidArgsFunction: completeTargets,
	}
	addSettings(cmd, true)
	addDryRun(cmd)
	cmd.AddCommand(demoCommand(), recordCommand(), replayCommand(), parseCommand(), callsCommand(), doctorCommand(), scanCommand())
	return cmd
}

func completeTargets(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	in, err := input(cmd)
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	names, err := config.Clusters(in)
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	return names, cobra.ShellCompDirectiveDefault
}

// heapGrowth is how far the heap of a screen, which stays open for hours, grows between collections, in per cent of what
// lives in it. The usual 100 costs a bastion 10 MB more than the collector's work is worth; GOGC has the last word.
const heapGrowth = 50

// show runs the terminal UI on a session and closes it.
func show(cmd *cobra.Command, o *opened) error {
	options, err := screenOptions(o.config)
	if err != nil {
		return errors.Join(err, o.closeUnstarted())
	}
	if !term.IsTerminal(int(os.Stdout.Fd())) || !term.IsTerminal(int(os.Stdin.Fd())) {
		return errors.Join(usage("partop draws on a terminal, and this is none; record to a file with: partop record"), o.closeUnstarted())
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(heapGrowth)
	}
	o.Start(cmd.Context())
	shown := ui.Run(cmd.Context(), o, options)
	closed := o.Close()
	switch {
	case errors.Is(shown, ui.ErrInterrupted):
		return coded{exitInterrupted, errors.Join(shown, closed)}
	case shown != nil:
		return errors.Join(shown, closed)
	}
	return closed
}

// closeUnstarted lets go of what a session that never started holds.
func (o *opened) closeUnstarted() error {
	var err error
	for _, c := range o.closers {
		err = errors.Join(err, c.Close())
	}
	return err
}

func screenOptions(c *config.Config) (ui.Options, error) {
	o := ui.Options{
		Theme: c.Theme, ASCII: c.ASCII, Mask: c.Mask, System: c.System, Version: version, IdleAfter: c.Idle,
		NoColor: c.Color == "never",
	}
	if c.Idle == 0 {
		o.IdleAfter = -1
	}
	profiles := map[string]colorprofile.Profile{"16": colorprofile.ANSI, "256": colorprofile.ANSI256, "true": colorprofile.TrueColor}
	o.Profile = profiles[c.Color]
	sync := map[string]ui.Sync{"auto": ui.SyncAuto, "on": ui.SyncOn, "off": ui.SyncOff}
	o.Sync = sync[c.Sync]
	if _, ok := themes.Find(c.Theme); !ok {
		return o, usage("no theme %q; there are: %s", c.Theme, strings.Join(themes.Names(), ", "))
	}
	return o, nil
}

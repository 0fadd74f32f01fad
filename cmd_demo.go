package main

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/partop/partop/internal/recording"
)

func demoCommand() *cobra.Command {
	var list, once bool
	var speed float64
	cmd := &cobra.Command{
		Use:   "demo [INCIDENT]",
		Short: "Play a recorded incident; no cluster needed",
		Long: "Play an incident that partop recorded from a real Cassandra and that is built in.\n" +
			"It plays at real speed and begins again at its end; --once stops there.",
		Example:           "  partop demo\n  partop demo --list\n  partop demo queue-and-backlog --speed 5",
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: completeIncidents,
		RunE: func(cmd *cobra.Command, args []string) error {
			if list {
				return listIncidents(cmd)
			}
			return demo(cmd, args, replayOptions{speed: speed, loop: !once})
		},
	}
	addSettings(cmd, false)
	cmd.Flags().BoolVar(&list, "list", false, "list the built-in incidents")
	addReplayFlags(cmd, &speed)
	cmd.Flags().BoolVar(&once, "once", false, "stand still at the end instead of beginning again")
	return cmd
}

func addReplayFlags(cmd *cobra.Command, speed *float64) {
	cmd.Flags().Float64Var(speed, "speed", 1, "how many times as fast as it happened; 0 as fast as possible")
}

func completeIncidents(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	all, err := recording.Incidents()
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	var out []string
	for _, i := range all {
		out = append(out, i.Name+"\t"+i.Title)
	}
	return out, cobra.ShellCompDirectiveNoFileComp
}

func listIncidents(cmd *cobra.Command) error {
	all, err := recording.Incidents()
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 4, 2, ' ', 0)
	for _, i := range all {
		fmt.Fprintf(w, "%s\t%d KiB\t%s\n", i.Name, i.Bytes>>10, i.Title)
	}
	return w.Flush()
}

// firstIncident is the one that demo shows by itself: it has a little of everything.
const firstIncident = "queue-and-backlog"

func demo(cmd *cobra.Command, args []string, r replayOptions) error {
	all, err := recording.Incidents()
	if err != nil {
		return err
	}
	name := firstIncident
	if len(args) > 0 {
		name = args[0]
	}
	store, err := recording.OpenIncident(name)
	if err != nil {
		var names []string
		for _, i := range all {
			names = append(names, i.Name)
		}
		return usage("no built-in incident %q; there are: %s", name, strings.Join(names, ", "))
	}
	c, err := load(cmd, "")
	if err != nil {
		return err
	}
	r.title = name
	o, err := openReplay(c, store, r)
	if err != nil {
		return err
	}
	return show(cmd, o)
}

func replayCommand() *cobra.Command {
	var speed float64
	var loop bool
	cmd := &cobra.Command{
		Use:     "replay FILE",
		Short:   "Play a recording",
		Example: "  partop replay incident.partop --speed 10",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o, err := openFile(cmd, args[0], replayOptions{speed: speed, loop: loop})
			if err != nil {
				return err
			}
			return show(cmd, o)
		},
	}
	addSettings(cmd, false)
	addReplayFlags(cmd, &speed)
	cmd.Flags().BoolVar(&loop, "loop", false, "begin again at the end")
	return cmd
}

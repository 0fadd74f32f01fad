package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/partop/partop/cassandra/cqltype"
	"github.com/partop/partop/internal/recording"
	"github.com/partop/partop/internal/session"
	"github.com/partop/partop/probes"
)

func recordCommand() *cobra.Command {
	var length time.Duration
	var out, title string
	var sample time.Duration
	cmd := &cobra.Command{
		Use:   "record [TARGET...]",
		Short: "Record a cluster to a file, without a screen",
		Long: "Record a cluster to a file that partop replays later, on any machine and without the cluster.\n" +
			"The file holds keys and query texts as they are (mode 0600). It opens even if it is cut off anywhere.",
		Example: "  partop record --for 30m -o incident.partop cass-a1\n  partop incident.partop",
		RunE: func(cmd *cobra.Command, args []string) error {
			if out == "" {
				out = time.Now().UTC().Format("partop-20060102-150405") + recording.Suffix
			}
			if err := cmd.Flags().Set("record", out); err != nil {
				return err
			}
			if done, err := dryRun(cmd, args); done || err != nil {
				return err
			}
			return record(cmd, args, length, title, sample)
		},
	}
	addSettings(cmd, true)
	addDryRun(cmd)
	cmd.Flags().DurationVar(&length, "for", 0, "stop after this long; 0 until interrupted")
	cmd.Flags().StringVarP(&out, "output", "o", "", "file to write (must not exist)")
	cmd.Flags().DurationVar(&sample, "sample", 0, "sample keys this often where JMX answers, for ten seconds each (light); 0 never")
	cmd.Flags().StringVar(&title, "title", "", "what the recording is of; default the target")
	return cmd
}

func record(cmd *cobra.Command, args []string, length time.Duration, title string, sample time.Duration) error {
	o, err := open(cmd, args)
	if err != nil {
		return err
	}
	if o.replay {
		return errors.Join(usage("a file cannot be recorded, it is one already; name a cluster or host:%s", args[0]), o.closeUnstarted())
	}
	if title != "" {
		o.SetTitle(title)
	}
	ctx := cmd.Context()
	if length > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, length)
		defer cancel()
	}
	o.Start(cmd.Context())
	stopSampling := sampling(ctx, o, sample)
	defer stopSampling()
	seen := watchRecording(ctx, o, cmd.ErrOrStderr())
	if err := o.Close(); err != nil {
		return err
	}
	if seen == 0 {
		return coded{exitUnreachable, fmt.Errorf("no node was reached: %s", o.View().Notice)}
	}
	info, err := os.Stat(o.config.Record)
	if err != nil {
		return fmt.Errorf("look at the recording: %w", err)
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "\n%s: %d bytes\n", o.config.Record, info.Size())
	return nil
}

// logEvery is how often a recording that nobody looks at says that it goes on.
const logEvery = time.Minute

// watchRecording says how it goes until ctx ends, on one line of a terminal or in a line a minute of a log, and returns
// how many nodes answered.
func watchRecording(ctx context.Context, o *opened, w io.Writer) (reached int) {
	before, after, every := "", "\n", logEvery
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		before, after, every = "\r", "\x1b[K", 0
	}
	began, said := time.Now(), time.Time{}
	for {
		select {
		case <-ctx.Done():
			return reached
		case <-o.Changed():
		}
		v := o.View()
		reached = len(v.Under(noLens))
		if time.Since(said) < every {
			continue
		}
		said = time.Now()
		fmt.Fprintf(w, "%srecording %s  %s  nodes %d of %d  findings %d  %s%s", before, o.config.Record,
			time.Since(began).Round(time.Second), reached, len(v.Nodes), len(v.Findings), cqltype.SafeText(v.Notice), after)
	}
}

// sampling asks for keys every so often until stopped. Where that would start a program here it needs somebody's word, and
// nobody is asked in a recording: then there are none.
func sampling(ctx context.Context, o *opened, every time.Duration) (stop func()) {
	if every <= 0 {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(max(every, 2*probes.SampleWindow))
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				_, _ = o.Submit(session.Request{Probe: session.JobSampleKeys}) // a failure is in the recording, as a Reading
			}
		}
	}()
	return func() { cancel(); <-ended }
}

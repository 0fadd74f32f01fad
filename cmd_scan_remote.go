package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/partop/partop/cassandra/cqltype"
	"github.com/partop/partop/internal/config"
	"github.com/partop/partop/internal/reach"
	"github.com/partop/partop/internal/scan"
)

// formatPartial is spoken between two partops and not in the help: see scan.Partial.
const formatPartial = "partial"

// scanReach are the settings that say how hosts are reached.
var scanReach = []string{"ssh", "via", "ssh-user", "ssh-config", "exec", "become"}

// defineReach adds their flags to scan.
func (f *scanFlags) defineReach(cmd *cobra.Command) {
	cmd.Flags().String("config", "", "configuration file (TOML)")
	for _, s := range config.Flags() {
		switch {
		case !slices.Contains(scanReach, s.Name):
		case s.Name == "ssh":
			cmd.Flags().Bool(s.Name, false, "run partop scan by ssh on the host of each HOST:/PATH, and combine what several nodes find")
		case s.Value == "":
			cmd.Flags().Bool(s.Name, false, s.Help)
		default:
			cmd.Flags().String(s.Name, "", s.Help)
		}
	}
	cmd.Flags().BoolVar(&f.push, "push", false, "copy this very partop there for the time of the scan (allow_push in the configuration file)")
}

// remote is a host and what to scan there.
type remote struct {
	host  string
	paths []string
}

// remotes reads HOST:/PATH...; of one host all paths are scanned together.
func remotes(args []string) ([]remote, error) {
	var out []remote
	for _, a := range args {
		i := strings.Index(a, ":/")
		if i <= 0 || strings.HasPrefix(a, "-") {
			return nil, usage("%q is not HOST:/PATH, as --ssh and --exec want it", a)
		}
		host, path := strings.Trim(a[:i], "[]"), a[i+1:]
		at := slices.IndexFunc(out, func(r remote) bool { return r.host == host })
		if at < 0 {
			out = append(out, remote{host: host})
			at = len(out) - 1
		}
		out[at].paths = append(out[at].paths, path)
	}
	return out, nil
}

// maxRemoteScans run at once.
const maxRemoteScans = 4

// scanRemote runs scan on hosts and combines what they send.
func scanRemote(cmd *cobra.Command, args []string, f *scanFlags, c *config.Config, o scan.Options) error {
	hosts, err := remotes(args)
	if err != nil {
		return err
	}
	program, err := f.program(c)
	if err != nil {
		return err
	}
	fleet, err := reach.NewFleet(reach.FleetOptions{Each: c.Exec == "", Via: c.Via, User: c.SSHUser, Config: c.SSHConfig, Exec: c.Exec, Become: c.Become})
	if err != nil {
		return coded{exitUsage, err}
	}
	defer fleet.Close()
	flags := forwarded(cmd.Flags(), f)
	found, errs := make([]*scan.Partial, len(hosts)), make([]error, len(hosts))
	turns := make(chan struct{}, maxRemoteScans)
	var words sync.Mutex
	var done sync.WaitGroup
	for i, h := range hosts {
		if c.Exec == "" {
			if errs[i] = fleet.Login(cmd.Context(), h.host); errs[i] != nil { // one after the other: it may ask
				continue
			}
		}
		done.Add(1)
		go func() {
			defer done.Done()
			turns <- struct{}{}
			defer func() { <-turns }()
			var said string
			found[i], said, errs[i] = program.scan(cmd.Context(), fleet.Way(h.host), h, flags)
			words.Lock()
			defer words.Unlock()
			repeat(cmd.ErrOrStderr(), h.host, said)
		}()
	}
	done.Wait()
	return combined(cmd, f, found, errs, o)
}

// forwarded are the flags that were given, for the partop there.
func forwarded(flags *pflag.FlagSet, f *scanFlags) []string {
	out := []string{"scan", "--format=" + formatPartial}
	flags.Visit(func(fl *pflag.Flag) {
		switch {
		case slices.Contains(append(scanReach, "config", "push", "format"), fl.Name):
		case fl.Name == "key":
			for _, k := range f.keys {
				out = append(out, "--key="+k)
			}
		case fl.Name == "exclude-key":
			for _, k := range f.excluded {
				out = append(out, "--exclude-key="+k)
			}
		default:
			out = append(out, "--"+fl.Name+"="+fl.Value.String())
		}
	})
	return append(out, "--")
}

// repeat passes on what a partop said about its host.
func repeat(w io.Writer, host, said string) {
	const most = 20
	for i, line := range strings.Split(strings.TrimSpace(said), "\n") {
		if line = strings.TrimSpace(strings.TrimPrefix(line, "partop:")); line != "" && i < most {
			fmt.Fprintln(w, "partop:", cqltype.SafeText(host+": "+line))
		}
	}
}

// combined prints the answer, and says which hosts are missing in it.
func combined(cmd *cobra.Command, f *scanFlags, found []*scan.Partial, errs []error, o scan.Options) error {
	nodes := slices.DeleteFunc(slices.Clone(found), func(p *scan.Partial) bool { return p == nil })
	failed := errors.Join(errs...)
	if len(nodes) == 0 {
		if cmd.Context().Err() != nil {
			return coded{exitInterrupted, context.Canceled}
		}
		return coded{exitUnreachable, failed}
	}
	r := scan.Combine(nodes, o)
	r.Complete = r.Complete && failed == nil
	if err := printScan(cmd.OutOrStdout(), f.format, &r); err != nil {
		return err
	}
	switch {
	case r.Interrupted || cmd.Context().Err() != nil:
		return coded{exitInterrupted, context.Canceled}
	case failed != nil:
		return coded{exitPartial, fmt.Errorf("%d of %d hosts are missing in the figures: %w", len(errs)-len(nodes), len(errs), failed)}
	case !r.Complete:
		return coded{exitPartial, errors.New("something is missing in the figures; each host said what")}
	}
	return nil
}

// errNoPartop says what to do where there is none.
var errNoPartop = errors.New("no partop of this version there: install it, or let --push bring it for the time of the scan (allow_push = true in the configuration file)")

// maxPartialBytes bounds what a host may send.
const maxPartialBytes = 128 << 20

// scan runs the program on a host and reads its answer. The input of the command stays open until it ends: the partop
// there stops when its input does, so that none stays behind when this one is interrupted or killed.
func (p *remoteProgram) scan(ctx context.Context, way reach.Way, h remote, flags []string) (*scan.Partial, string, error) {
	in, ours, err := os.Pipe()
	if err != nil {
		return nil, "", fmt.Errorf("%s: %w", h.host, err)
	}
	var fed sync.WaitGroup
	fed.Add(1)
	go func() {
		defer fed.Done()
		_, _ = ours.Write(p.binary) // a copy that is cut is found out by its checksum
	}()
	argv := append(append(slices.Clone(p.argv), flags...), h.paths...)
	out, err := way.Run(ctx, reach.Command{Argv: argv, Stdin: in, MaxBytes: maxPartialBytes})
	_ = in.Close()
	fed.Wait()
	_ = ours.Close()
	if err != nil {
		return nil, "", fmt.Errorf("%s: %w", h.host, err)
	}
	said := string(out.Stderr)
	partial, err := scan.ReadPartial(bytes.NewReader(out.Stdout), h.host)
	if err != nil {
		return nil, "", fmt.Errorf("%s: %w", h.host, p.explain(out, err))
	}
	return partial, said, nil
}

// explain reads why there is no answer.
func (p *remoteProgram) explain(out reach.Output, err error) error {
	lines := strings.Split(strings.TrimSpace(string(out.Stderr)), "\n")
	last := cqltype.SafeText(strings.TrimSpace(strings.TrimPrefix(lines[len(lines)-1], "partop:")))
	switch text := string(out.Stderr); {
	case len(p.binary) > 0 && out.ExitCode == pushDiffers:
		return errors.New("the copy that arrived is not this partop; it was removed")
	case len(p.binary) > 0 && out.ExitCode == 126:
		return fmt.Errorf("the copy does not run there (another system, or a temp directory without exec: set TMPDIR there): %s", last)
	case len(p.binary) > 0 && slices.Contains([]int{69, 73, 74}, out.ExitCode):
		return fmt.Errorf("partop was not copied: %s", last)
	case len(p.binary) == 0 && (out.ExitCode == 127 || strings.Contains(text, "executable file not found") ||
		strings.Contains(text, "--format is one of") || strings.Contains(text, "unknown command") || errors.Is(err, scan.ErrPartial) && len(out.Stdout) > 0):
		return fmt.Errorf("%w (%s)", errNoPartop, last)
	case last != "":
		return errors.New(last)
	}
	return err
}

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"slices"
	"strconv"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/internal/config"
	"github.com/partop/partop/internal/reach"
	"github.com/partop/partop/internal/recording"
	"github.com/partop/partop/internal/session"
	"github.com/partop/partop/internal/triage"
	"github.com/partop/partop/probes/cql"
	"github.com/partop/partop/themes"
)

// addSettings gives a command a flag for every setting that may be one; those of live clusters only where they act.
func addSettings(cmd *cobra.Command, live bool) {
	cmd.Flags().String("config", "", "configuration file (TOML)")
	for _, f := range config.Flags() {
		switch {
		case f.Live && !live:
		case f.Value == "":
			cmd.Flags().Bool(f.Name, false, f.Help)
		default:
			cmd.Flags().String(f.Name, "", f.Help)
			completeFlag(cmd, f)
		}
	}
}

func completeFlag(cmd *cobra.Command, f config.Flag) {
	words := f.Words
	if f.Name == "theme" {
		words = themes.Names()
	}
	if len(words) == 0 {
		return
	}
	if err := cmd.RegisterFlagCompletionFunc(f.Name, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)); err != nil {
		panic(err) // the flag was defined on the line before
	}
}

// load makes the configuration of a command line; cluster is a section of the file.
func load(cmd *cobra.Command, cluster string) (*config.Config, error) {
	in, err := input(cmd)
	if err != nil {
		return nil, err
	}
	in.Cluster = cluster
	c, err := config.Load(in)
	if err != nil {
		return nil, coded{exitUsage, err}
	}
	for _, w := range c.Warnings {
		fmt.Fprintln(cmd.ErrOrStderr(), "partop:", w)
	}
	return c, nil
}

func input(cmd *cobra.Command) (config.Input, error) {
	home, err := os.UserHomeDir()
	if err != nil {
		home = "" // no home, no files: flags and environment remain
	}
	in := config.Input{Home: home, Env: os.Getenv, Flags: map[string]string{}}
	if f := cmd.Flags().Lookup("config"); f != nil {
		in.File = f.Value.String()
	}
	for _, f := range config.Flags() {
		if cmd.Flags().Changed(f.Name) {
			in.Flags[f.Name] = cmd.Flags().Lookup(f.Name).Value.String()
		}
	}
	return in, nil
}

// opened is a session with what has to be closed after it.
type opened struct {
	*session.Session
	config  *config.Config
	closers []io.Closer // the file that is recorded to or replayed, a password file of our own
	replay  bool
}

// Close ends the session and then its file.
func (o *opened) Close() error {
	return errors.Join(o.Session.Close(), o.closeUnstarted())
}

// open turns targets into a session that has not started yet.
func open(cmd *cobra.Command, args []string) (*opened, error) {
	targets, err := targetsOf(cmd, args)
	if err != nil {
		return nil, err
	}
	if len(targets) > 0 && targets[0].Kind == config.TargetPath {
		return openPaths(cmd, targets)
	}
	return openLive(cmd, targets)
}

// targetsOf tells what the arguments name.
func targetsOf(cmd *cobra.Command, args []string) ([]config.Target, error) {
	in, err := input(cmd)
	if err != nil {
		return nil, err
	}
	clusters, err := config.Clusters(in)
	if err != nil {
		return nil, coded{exitUsage, err}
	}
	var targets []config.Target
	for _, a := range args {
		if slices.Contains(laterCommands, a) && !slices.Contains(clusters, a) {
			return nil, usage("partop %s is not in this version; a host of that name is host:%s", a, a)
		}
		t, err := config.ParseTarget(a, clusters)
		if err != nil {
			return nil, coded{exitUsage, err}
		}
		targets = append(targets, t)
	}
	return targets, nil
}

// laterCommands are names that the manual of a later version gives to commands: never hosts by accident.
var laterCommands = []string{"key", "bucket", "schema", "report", "check"}

func openFile(cmd *cobra.Command, path string, r replayOptions) (*opened, error) {
	c, err := load(cmd, "")
	if err != nil {
		return nil, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, coded{exitUsage, err}
	}
	info, err := f.Stat()
	if err == nil && info.IsDir() {
		err = fmt.Errorf("%s is a directory, not a recording", path)
	}
	if err != nil {
		return nil, coded{exitUsage, errors.Join(err, f.Close())}
	}
	store, err := recording.Open(f, info.Size())
	if err != nil {
		return nil, coded{exitUsage, errors.Join(fmt.Errorf("%s: %w", path, err), f.Close())}
	}
	r.title = path
	o, err := openReplay(c, store, r)
	if err != nil {
		return nil, err
	}
	o.closers = append(o.closers, f)
	return o, nil
}

type replayOptions struct {
	speed float64
	loop  bool
	title string
}

func openReplay(c *config.Config, store *recording.Store, r replayOptions) (*opened, error) {
	feed := &session.Replay{Store: store, Speed: r.speed, Loop: r.loop, Lead: replayLead}
	s, err := session.New(feed, session.Options{
		Title: r.title, Interval: c.Interval, Limits: triage.Default(), History: store, Replay: true, Speed: r.speed,
		Sources: []cluster.Source{cluster.SourceCQL},
	})
	if err != nil {
		return nil, err
	}
	return &opened{Session: s, config: c, replay: true}, nil
}

func openLive(cmd *cobra.Command, targets []config.Target) (*opened, error) {
	c, title, err := liveConfig(cmd, targets)
	if err != nil {
		return nil, err
	}
	if err := password(cmd.Context(), c); err != nil {
		return nil, err
	}
	out := &opened{config: c}
	feed, err := liveFeed(cmd.Context(), c, out)
	if err != nil {
		return nil, errors.Join(err, out.closeUnstarted())
	}
	o := session.Options{Title: title, Interval: c.Interval, Limits: triage.Default(), Sources: []cluster.Source{cluster.SourceCQL}, Jobs: feed.Jobs()}
	if c.Record != "" {
		f, err := newRecording(c.Record)
		if err != nil {
			return nil, errors.Join(err, out.closeUnstarted())
		}
		o.Record, out.closers = f, append(out.closers, f)
	}
	out.Session, err = session.New(feed, o)
	return out, err
}

// liveFeed joins the sources of a live cluster; what has to be closed with it goes to out.
func liveFeed(ctx context.Context, c *config.Config, out *opened) (*session.Live, error) {
	tlsConfig, err := c.TLSConfig()
	if err != nil {
		return nil, coded{exitUsage, err}
	}
	if err := c.ResolveJMXPassword(); err != nil {
		return nil, coded{exitUsage, err}
	}
	fleet, err := login(ctx, c, out)
	if err != nil {
		return nil, err
	}
	hosts := fleet.Addresses(ctx, c.Hosts)
	feed := &session.Live{
		Contact: c.Hosts[0], User: c.User, Port: c.Port,
		Open: func(ctx context.Context) (cql.Conn, error) {
			return cql.Open(ctx, cql.Config{Hosts: hosts, Port: c.Port, User: c.User, Password: c.PasswordText(),
				TLS: tlsConfig, Dial: fleet.Dial, Announce: "partop/" + version})
		},
	}
	if feed.JMX, err = jmxOf(c, fleet); err != nil {
		return nil, err
	}
	feed.Host, feed.LogDir = hostOf(fleet), c.LogDir
	feed.Nodetool, err = nodetoolOf(c, reach.Here{}, out)
	return feed, err
}

// login makes the ways to the nodes, and logs in where ssh may have to ask: before any screen is drawn.
func login(ctx context.Context, c *config.Config, out *opened) (*reach.Fleet, error) {
	fleet, err := reach.NewFleet(fleetOptions(c))
	if errors.Is(err, reach.ErrTemplate) {
		return nil, coded{exitUsage, err}
	}
	if err != nil {
		return nil, err
	}
	out.closers = append(out.closers, fleet)
	if err := fleet.Login(ctx, names(c.Hosts)...); err != nil {
		return nil, coded{exitUnreachable, err}
	}
	return fleet, nil
}

func fleetOptions(c *config.Config) reach.FleetOptions {
	return reach.FleetOptions{Via: c.Via, Each: c.SSH, User: c.SSHUser, Config: c.SSHConfig, Exec: c.Exec, Become: c.Become}
}

// names are hosts without their ports.
func names(hosts []string) []string {
	out := make([]string, len(hosts))
	for i, h := range hosts {
		out[i] = h
		if host, _, err := net.SplitHostPort(h); err == nil {
			out[i] = host
		}
	}
	return out
}

// liveConfig gathers the contact points: of a cluster of the configuration, of the hosts named, or the settings' own.
func liveConfig(cmd *cobra.Command, targets []config.Target) (*config.Config, string, error) {
	name := ""
	if len(targets) > 0 && targets[0].Kind == config.TargetCluster {
		name = targets[0].Name
	}
	c, err := load(cmd, name)
	if err != nil {
		return nil, "", err
	}
	var hosts []string
	for _, t := range targets {
		switch t.Kind {
		case config.TargetHost:
			if t.User != "" { // nobody names a user for anything but ssh
				c.SSH, c.SSHUser = true, t.User
			}
			host := t.Name
			if t.Port != 0 {
				host = net.JoinHostPort(t.Name, strconv.Itoa(t.Port))
			}
			hosts = append(hosts, host)
		case config.TargetPath:
			return nil, "", usage("%s is a path: recordings and saved outputs are opened without a cluster", t.Name)
		}
	}
	if len(hosts) > 0 {
		c.Hosts = hosts
	}
	if len(c.Hosts) == 0 {
		c.Hosts = []string{"127.0.0.1"}
	}
	title := name
	if title == "" {
		title = c.Hosts[0]
	}
	return c, title, nil
}

// password asks for it on the terminal when nothing else gives it, before any screen is drawn.
func password(ctx context.Context, c *config.Config) error {
	err := c.ResolvePassword(ctx)
	if !errors.Is(err, config.ErrNoPassword) {
		return err
	}
	if !term.IsTerminal(int(os.Stdin.Fd())) {
		return usage("no password for %s: set $PARTOP_PASSWORD, password_file or password_command", c.User)
	}
	fmt.Fprintf(os.Stderr, "password of %s: ", c.User)
	b, err := term.ReadPassword(int(os.Stdin.Fd()))
	fmt.Fprintln(os.Stderr)
	if err != nil {
		return fmt.Errorf("read the password: %w", err)
	}
	c.Password = config.Secret(b)
	return nil
}

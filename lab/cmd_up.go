package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/partop/partop/lab/cluster"
	"github.com/partop/partop/lab/state"
	"github.com/partop/partop/lab/version"
)

// maxNodes keeps a typo from starting more JVMs than a machine holds.
const maxNodes = 9

// upCommand repairs rather than complains: see cluster.Up.
func upCommand() *cobra.Command {
	o := state.Options{Version: version.Default}
	heap, throughput := "512M", "64MiB/s"
	cmd := &cobra.Command{
		Use:   "up",
		Short: "Start the lab, or repair one that is half there",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var err error
			if o.HeapMiB, err = parseMiB(heap); err != nil {
				return fmt.Errorf("--heap: %w", err)
			}
			if o.CompactionMiBs, err = parseMiB(strings.TrimSuffix(throughput, "/s")); err != nil {
				return fmt.Errorf("--compaction-throughput: %w", err)
			}
			if o.Nodes < 1 || o.Nodes > maxNodes {
				return fmt.Errorf("--nodes: %d is not within 1..%d", o.Nodes, maxNodes)
			}
			if o.Net < 0 || o.Net > state.MaxNet {
				return fmt.Errorf("--net: %d is not within 0..%d", o.Net, state.MaxNet)
			}
			return up(cmd, o, cmd.Flags().NFlag() == 0)
		},
	}
	f := cmd.Flags()
	f.IntVar(&o.Nodes, "nodes", 1, "number of nodes")
	f.IntVar(&o.Net, "net", defaultNet(), "addresses are 127.0.NET.x; $"+state.NetEnv+" is the default")
	f.BoolVar(&o.Auth, "auth", false, "password login and rights")
	f.BoolVar(&o.TLS, "tls", false, "encryption for clients, optional for them")
	f.BoolVar(&o.ClientAuth, "client-auth", false, "with --tls: encrypted clients must show a certificate")
	f.BoolVar(&o.JMXAuth, "jmx-auth", false, "JMX with the roles ops/ops (all) and look/look (attributes only)")
	f.BoolVar(&o.Namespaces, "namespaces", false, "a network namespace for each node, addresses 10.97.NET.x, JMX on its own loopback (root, iproute2)")
	f.StringVar(&heap, "heap", heap, "JVM heap of each node")
	f.StringVar(&throughput, "compaction-throughput", throughput, "compaction limit of each node, 0 for none")
	f.IntVar(&o.Compactors, "concurrent-compactors", 2, "compactions at once on each node")
	f.StringVar(&o.Version, "version", o.Version, "Cassandra: "+strings.Join(version.Known(), ", "))
	return cmd
}

// defaultNet is out of range for a setting that is no number, so that it is not
// mistaken for none.
func defaultNet() int {
	text := os.Getenv(state.NetEnv)
	if text == "" {
		return 0
	}
	net, err := strconv.Atoi(text)
	if err != nil {
		return -1
	}
	return net
}

// up starts a lab of shape o; bare, without a flag given, means the lab that is
// there, whatever its shape.
func up(cmd *cobra.Command, o state.Options, bare bool) error {
	dir, err := state.Locate()
	if err != nil {
		return err
	}
	release, err := dir.Lock(cmd.Context(), lockWait)
	if err != nil {
		return err
	}
	defer release()
	if old, err := dir.Load(); bare && err == nil {
		o = old
	}
	c, err := cluster.New(cmd.Context(), dir, o, cmd.OutOrStdout())
	if err != nil {
		return err
	}
	return c.Up(cmd.Context())
}

// parseMiB reads 512M, 512MiB, 1G, 1GiB or a bare number of mebibytes.
func parseMiB(s string) (int, error) {
	factor := 1
	digits := strings.TrimRight(s, "GMiB")
	switch unit := s[len(digits):]; unit {
	case "", "M", "MB", "MiB":
	case "G", "GB", "GiB":
		factor = 1024
	default:
		return 0, fmt.Errorf("unknown unit %q in %q", unit, s)
	}
	v, err := strconv.Atoi(digits)
	if err != nil || v < 0 {
		return 0, fmt.Errorf("%q is not a size such as 512M or 1G", s)
	}
	return v * factor, nil
}

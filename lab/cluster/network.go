package cluster

import (
	"context"
	"fmt"
	"os/exec"

	"github.com/partop/partop/lab/node"
)

// Bridge is the name of the switch between the namespaces of a lab; the host has address 10.97.NET.254 on it.
func Bridge(net int) string { return fmt.Sprintf("partop%d", net) }

// makeNetwork gives each node a namespace with a cable to the bridge. What is there already stays.
func (c *Cluster) makeNetwork(ctx context.Context) error {
	bridge := Bridge(c.Options.Net)
	if ip(ctx, "link", "show", bridge) != nil {
		for _, args := range [][]string{
			{"link", "add", bridge, "type", "bridge"},
			{"addr", "add", node.NamespaceAddress(c.Options.Net, 254) + "/24", "dev", bridge},
			{"link", "set", bridge, "up"},
		} {
			if err := ip(ctx, args...); err != nil {
				return err
			}
		}
	}
	for _, n := range c.Nodes() {
		if err := Plug(ctx, n.Namespace(), fmt.Sprintf("pt%dn%d", c.Options.Net, n.Index), bridge, n.Address()); err != nil {
			return err
		}
	}
	return nil
}

// Plug makes a network namespace with a cable to a bridge and an address; one that is there stays as it is.
func Plug(ctx context.Context, namespace, cable, bridge, address string) error {
	if ip(ctx, "-n", namespace, "link", "show", "eth0") == nil {
		return nil
	}
	for _, args := range [][]string{
		{"netns", "add", namespace},
		{"link", "add", cable, "type", "veth", "peer", "name", "eth0", "netns", namespace},
		{"link", "set", cable, "master", bridge, "up"},
		{"-n", namespace, "addr", "add", address + "/24", "dev", "eth0"},
		{"-n", namespace, "link", "set", "eth0", "up"},
		{"-n", namespace, "link", "set", "lo", "up"},
	} {
		if err := ip(ctx, args...); err != nil {
			return err
		}
	}
	return nil
}

// removeNetwork is best effort: what is left is found by the next one.
func (c *Cluster) removeNetwork() {
	ctx := context.Background()
	for _, n := range c.Nodes() {
		_ = ip(ctx, "netns", "del", n.Namespace())
	}
	_ = ip(ctx, "link", "del", Bridge(c.Options.Net))
}

func ip(ctx context.Context, args ...string) error {
	out, err := exec.CommandContext(ctx, "ip", args...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("ip %v: %w: %s", args, err, out)
	}
	return nil
}

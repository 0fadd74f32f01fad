// Package cluster is the lab as a whole: it brings nodes up and down, writes
// the tool wrappers, certificates and roles, and opens CQL sessions. It may
// import node, jars, jdk, state, version and the CQL driver. It promises that an
// interrupted Up leaves nothing running that it started.
package cluster

import (
	"context"
	"fmt"
	"io"
	"path/filepath"

	"github.com/partop/partop/lab/jdk"
	"github.com/partop/partop/lab/node"
	"github.com/partop/partop/lab/state"
	"github.com/partop/partop/lab/version"
)

// Cluster is one lab with its options resolved.
type Cluster struct {
	Dir     state.Dir
	Options state.Options
	Spec    version.Spec
	// Cache holds the jars.
	Cache state.Cache
	// Java is the binary that runs servers and offline tools, NodetoolJava the
	// one that runs nodetool.
	Java, NodetoolJava string
	// Out receives progress for a person.
	Out io.Writer
}

// Open returns the lab that was brought up in dir, or state.ErrNoLab.
func Open(ctx context.Context, dir state.Dir, out io.Writer) (*Cluster, error) {
	o, err := dir.Load()
	if err != nil {
		return nil, err
	}
	return New(ctx, dir, o, out)
}

// New resolves options into a lab without starting anything. It downloads a
// Java that is missing, where it can.
func New(ctx context.Context, dir state.Dir, o state.Options, out io.Writer) (*Cluster, error) {
	spec, err := version.Lookup(o.Version)
	if err != nil {
		return nil, err
	}
	cache, err := state.LocateCache(dir)
	if err != nil {
		return nil, err
	}
	c := &Cluster{Dir: dir, Options: o, Spec: spec, Cache: cache, Out: out}
	if c.Java, err = jdk.Ensure(ctx, spec.JavaMajor, cache, out); err != nil {
		return nil, err
	}
	c.NodetoolJava = c.Java
	if spec.JavaMajor != version.NodetoolJava {
		c.NodetoolJava, err = jdk.Ensure(ctx, version.NodetoolJava, cache, out)
	}
	return c, err
}

// Node returns node index, counted from 1.
func (c *Cluster) Node(index int) (node.Node, error) {
	if index < 1 || index > c.Options.Nodes {
		return node.Node{}, fmt.Errorf("no node %d: the lab has %d", index, c.Options.Nodes)
	}
	n := node.Node{
		Index: index, Dir: c.Dir.Node(index), Jars: c.Cache.Jars(c.Spec.Version),
		Java: c.Java, Spec: c.Spec, Options: c.Options,
	}
	if c.Options.TLS {
		n.TLS = &node.TLSFiles{
			Keystore:   c.tlsPath("server.p12"),
			Truststore: c.tlsPath("truststore.p12"),
			Password:   storePassword,
		}
	}
	return n, nil
}

// Nodes returns all nodes in order.
func (c *Cluster) Nodes() []node.Node {
	out := make([]node.Node, 0, c.Options.Nodes)
	for i := 1; i <= c.Options.Nodes; i++ {
		n, err := c.Node(i)
		if err != nil {
			break // cannot be: i is in range
		}
		out = append(out, n)
	}
	return out
}

// Addresses are the nodes' IP addresses in order.
func (c *Cluster) Addresses() []string {
	out := make([]string, 0, c.Options.Nodes)
	for _, n := range c.Nodes() {
		out = append(out, n.Address())
	}
	return out
}

// ReplicationFactor is the factor scenarios use: 3, or all nodes when fewer.
func (c *Cluster) ReplicationFactor() int { return min(3, c.Options.Nodes) }

func (c *Cluster) tlsPath(name string) string {
	return filepath.Join(c.Dir.Path("tls"), name)
}

func (c *Cluster) say(format string, args ...any) {
	_, _ = fmt.Fprintf(c.Out, format+"\n", args...)
}

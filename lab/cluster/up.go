package cluster

import (
	"context"
	"errors"
	"fmt"
	"syscall"
	"time"

	"github.com/partop/partop/lab/jars"
	"github.com/partop/partop/lab/node"
	"github.com/partop/partop/lab/state"
)

// ErrOtherLab is returned by Up when a lab of another shape holds the folder.
var ErrOtherLab = errors.New("a lab with other options is here: run `go run ./lab down` first")

// startLimit is how long one node may take until CQL answers.
const startLimit = 3 * time.Minute

// freeWait is how long the ports of a node may still be its last process's.
const freeWait = 2 * time.Second

// Up makes the lab be there: it fetches the jars, starts what is not running,
// wakes what is paused and waits until every node answers CQL. Nodes start one
// after another, the seed first, since Cassandra refuses two nodes joining at
// once. On error or interruption it stops the nodes it started itself.
func (c *Cluster) Up(ctx context.Context) (err error) {
	began := time.Now()
	fresh, err := c.claim()
	if err != nil {
		return err
	}
	if err := c.prepare(ctx); err != nil {
		return err
	}
	var started []node.Node
	defer func() {
		if err != nil {
			err = errors.Join(err, c.undo(started))
		}
	}()
	for _, n := range c.Nodes() {
		did, err := c.ensure(ctx, n)
		if did {
			started = append(started, n)
		}
		if err != nil {
			return err
		}
	}
	if err := c.settle(ctx, fresh); err != nil {
		return err
	}
	c.say("%d node(s) up in %s; CQL %s, JMX 127.0.0.1:%d",
		c.Options.Nodes, since(began), c.Nodes()[0].CQL(), c.Nodes()[0].JMXPort())
	return nil
}

// claim takes the folder for these options; fresh means no lab was there.
// Growing a lab is allowed: new nodes join it.
func (c *Cluster) claim() (fresh bool, err error) {
	old, err := c.Dir.Load()
	if errors.Is(err, state.ErrNoLab) {
		return true, c.Dir.Save(c.Options)
	}
	if err != nil {
		return false, err
	}
	if !compatible(old, c.Options) {
		return false, fmt.Errorf("%w (%+v)", ErrOtherLab, old)
	}
	return false, c.Dir.Save(c.Options)
}

// compatible tells whether a lab started as old may become what is wanted.
func compatible(old, want state.Options) bool {
	if want.Nodes < old.Nodes {
		return false
	}
	old.Nodes = want.Nodes
	return old == want
}

// prepare makes all that does not need a running node.
func (c *Cluster) prepare(ctx context.Context) error {
	if err := jars.Ensure(ctx, c.Spec, c.Cache, c.Out); err != nil {
		return err
	}
	if c.Options.TLS {
		if err := c.makeTLS(ctx); err != nil {
			return err
		}
	}
	if c.Options.Namespaces {
		if err := c.makeNetwork(ctx); err != nil {
			return err
		}
	}
	return c.writeTools()
}

// ensure makes one node answer CQL; did says that this call started it.
func (c *Cluster) ensure(ctx context.Context, n node.Node) (did bool, err error) {
	began := time.Now()
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	switch _, status := n.Status(); status {
	case node.Paused:
		if err := n.Signal(syscall.SIGCONT); err != nil {
			return false, err
		}
	case node.Stopped:
		if err := n.Free(ctx, freeWait); err != nil {
			return false, err
		}
		did = true
		if err := n.Start(); err != nil {
			return did, err
		}
	case node.Running:
	}
	if err := n.Ready(ctx); err != nil {
		return did, err
	}
	c.say("%s answers CQL on %s after %s", n, n.CQL(), since(began))
	return did, nil
}

// settle waits until the nodes know each other and makes the roles once.
func (c *Cluster) settle(ctx context.Context, fresh bool) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	if err := c.waitPeers(ctx); err != nil {
		return err
	}
	if !c.Options.Auth {
		return nil
	}
	return c.makeRoles(ctx, fresh)
}

// undo kills what an Up that failed had started. Data of a node that never
// joined is of no use, so there is nothing to drain.
func (c *Cluster) undo(started []node.Node) error {
	var errs error
	for _, n := range started {
		c.say("stopping %s", n)
		errs = errors.Join(errs, n.Kill())
	}
	return errs
}

// Revive starts, wakes or simply awaits one node.
func (c *Cluster) Revive(ctx context.Context, n node.Node) error {
	did, err := c.ensure(ctx, n)
	if err != nil && did {
		return errors.Join(err, n.Kill())
	}
	return err
}

func since(t time.Time) time.Duration { return time.Since(t).Round(100 * time.Millisecond) }

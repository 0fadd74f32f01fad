package cluster

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"
)

// Down stops all nodes at once, paused ones too, and removes their data unless
// keep is set; where nothing is kept there is nothing to drain, for which 4.x
// takes up to 20 s, and so it kills. Downloads stay: labs share them.
func (c *Cluster) Down(ctx context.Context, keep bool) error {
	began := time.Now()
	nodes := c.Nodes()
	errs := make([]error, len(nodes))
	var wg sync.WaitGroup
	for i, n := range nodes {
		wg.Go(func() {
			if keep {
				errs[i] = n.Stop(ctx)
			} else {
				errs[i] = n.Kill()
			}
		})
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		return err
	}
	if !keep {
		if err := c.remove(); err != nil {
			return err
		}
	}
	c.say("%d node(s) down in %s", len(nodes), since(began))
	return nil
}

// remove deletes what belongs to this lab; the options go last, so that an
// interrupted down can be repeated.
func (c *Cluster) remove() error {
	for _, n := range c.Nodes() {
		if err := os.RemoveAll(n.Dir); err != nil {
			return fmt.Errorf("remove the data of %s: %w", n, err)
		}
	}
	for _, d := range []string{"bin", "tls"} {
		if err := os.RemoveAll(c.Dir.Path(d)); err != nil {
			return fmt.Errorf("remove %s: %w", d, err)
		}
	}
	if c.Options.Namespaces {
		c.removeNetwork()
	}
	return c.Dir.Forget()
}

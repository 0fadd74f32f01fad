package jmx

import (
	"context"
	"errors"
)

// DoBoth is Do over two connections at once, a Sibling being the second: a node
// answers the calls of one connection one after the other, so a batch of
// thousands takes half as long. It is for what is asked once; what polls leaves
// the node's other cores alone.
func (c *Conn) DoBoth(ctx context.Context, sibling *Conn, calls []Call) ([]Result, error) {
	half := len(calls) / 2
	type part struct {
		results []Result
		err     error
	}
	second := make(chan part, 1)
	go func() {
		r, err := sibling.Do(ctx, calls[half:])
		second <- part{r, err}
	}()
	results, err := c.Do(ctx, calls[:half])
	other := <-second
	return append(results, other.results...), errors.Join(err, other.err)
}

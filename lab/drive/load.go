// Package drive runs scenarios against a cluster: the load that creates them
// and the paced traffic with its account of what was truly done. It may import
// scenario and the CQL driver. It promises that the account counts only
// operations the cluster acknowledged.
package drive

import (
	"context"
	"fmt"
	"iter"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/partop/partop/lab/scenario"
)

// Executor is what a load needs from a cluster.
type Executor interface {
	// Exec runs statements of one partition of one table, together.
	Exec(ctx context.Context, ops []scenario.Op) error
	// Flush writes a keyspace or keyspace.table to SSTables on every node.
	Flush(ctx context.Context, table string) error
}

const (
	// loadWorkers batches are in flight at once.
	loadWorkers = 8
	// Statements for one partition go together up to these bounds, the
	// second being below the lab's batch_size_warn_threshold.
	batchStatements = 50
	batchBytes      = 48 << 10
)

// Load runs a scenario's rows and returns how many statements it sent.
func Load(ctx context.Context, rows iter.Seq[scenario.Op], e Executor) (int, error) {
	l := &loader{ctx: ctx, e: e}
	l.begin()
	for op := range rows {
		if err := l.add(op); err != nil {
			return l.sent, err
		}
	}
	return l.sent, l.wait()
}

// loader gathers consecutive statements of a partition into batches.
type loader struct {
	ctx   context.Context
	e     Executor
	group *errgroup.Group
	gctx  context.Context
	batch []scenario.Op
	bytes int
	sent  int
}

// begin opens the next round of workers: an errgroup ends with its Wait.
func (l *loader) begin() {
	l.group, l.gctx = errgroup.WithContext(l.ctx)
	l.group.SetLimit(loadWorkers)
}

func (l *loader) add(op scenario.Op) error {
	switch op.Kind {
	case scenario.Barrier:
		return l.wait()
	case scenario.Flush:
		if err := l.wait(); err != nil {
			return err
		}
		return l.e.Flush(l.ctx, op.Table)
	case scenario.Pause:
		if err := l.wait(); err != nil {
			return err
		}
		return sleep(l.ctx, op.Wait)
	case scenario.Insert, scenario.Read, scenario.Delete:
	}
	size := argBytes(op)
	if !l.fits(op, size) {
		l.send()
	}
	l.batch, l.bytes = append(l.batch, op), l.bytes+size
	l.sent++
	if l.gctx.Err() != nil {
		return l.wait() // a batch failed: its error, not the cancellation
	}
	return nil
}

// fits tells whether op may join the batch being gathered.
func (l *loader) fits(op scenario.Op, size int) bool {
	if len(l.batch) == 0 {
		return true
	}
	last := l.batch[len(l.batch)-1]
	return last.Table == op.Table && last.Key == op.Key &&
		len(l.batch) < batchStatements && l.bytes+size <= batchBytes
}

// send hands the batch to a worker and blocks while all are busy.
func (l *loader) send() {
	if len(l.batch) == 0 {
		return
	}
	ops, ctx := l.batch, l.gctx
	l.batch, l.bytes = nil, 0
	l.group.Go(func() error {
		if err := l.e.Exec(ctx, ops); err != nil {
			return fmt.Errorf("load %s, partition %s: %w", ops[0].Table, ops[0].Key, err)
		}
		return nil
	})
}

// wait sends what is gathered and waits for all that is in flight.
func (l *loader) wait() error {
	l.send()
	err := l.group.Wait()
	l.begin()
	return err
}

// argBytes estimates a statement's size by its variable parts.
func argBytes(op scenario.Op) int {
	n := 0
	for _, a := range op.Args {
		switch v := a.(type) {
		case string:
			n += len(v)
		case []byte:
			n += len(v)
		case map[string]string:
			for k, e := range v {
				n += len(k) + len(e)
			}
		default:
			n += 8
		}
	}
	return n
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

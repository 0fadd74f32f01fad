package drive

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/partop/partop/lab/scenario"
)

const (
	// trafficWorkers operations may be in flight; when all wait for a slow
	// node the pace drops instead of queueing up.
	trafficWorkers = 24
	paceStep       = 20 * time.Millisecond
	reportEvery    = 10 * time.Second
	// opTimeout is what an application would grant; a paused node costs it.
	opTimeout = 2 * time.Second
)

// Doer runs one operation.
type Doer interface {
	Do(ctx context.Context, op scenario.Op) error
}

// Traffic is a paced mix of streams.
type Traffic struct {
	Streams []scenario.Stream
	// Rate is operations per second over all streams.
	Rate int
	Seed uint64
	Doer Doer
	// Out gets a line of truth every ten seconds.
	Out io.Writer
}

// Run keeps the traffic going until ctx is done and returns the truth. What is
// in flight at the end is finished, so the account stays exact.
func (t Traffic) Run(ctx context.Context) *Truth {
	truth := NewTruth(time.Now())
	ops := make(chan scenario.Op)
	var workers sync.WaitGroup
	for range trafficWorkers {
		workers.Go(func() {
			for op := range ops {
				t.do(ctx, op, truth)
			}
		})
	}
	t.pace(ctx, ops, truth)
	close(ops)
	workers.Wait()
	truth.Finish(time.Now())
	return truth
}

// do outlives the end of the run, so that an operation which was sent is also
// counted.
func (t Traffic) do(ctx context.Context, op scenario.Op, truth *Truth) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), opTimeout)
	defer cancel()
	truth.Count(op, t.Doer.Do(ctx, op))
}

// pace hands out operations so that Rate holds on average, in small steps;
// it waits when no worker is free.
func (t Traffic) pace(ctx context.Context, ops chan<- scenario.Op, truth *Truth) {
	mix := NewMix(t.Streams, t.Seed)
	step := time.NewTicker(paceStep)
	defer step.Stop()
	report := time.NewTicker(reportEvery)
	defer report.Stop()
	due := 0.0
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-report.C:
			_, _ = fmt.Fprintln(t.Out, truth.Line(now))
		case <-step.C:
			for due += float64(t.Rate) * paceStep.Seconds(); due >= 1; due-- {
				select {
				case ops <- mix.Next():
				case <-ctx.Done():
					return
				}
			}
		}
	}
}

// Mix draws operations from weighted streams, the same ones for the same seed.
type Mix struct {
	streams []scenario.Stream
	total   int
	rng     *rand.Rand
}

// NewMix makes a Mix; streams without weight never occur.
func NewMix(streams []scenario.Stream, seed uint64) *Mix {
	m := &Mix{streams: streams, rng: rand.New(rand.NewPCG(seed, 99))}
	for _, s := range streams {
		m.total += s.Weight
	}
	return m
}

// Next draws an operation. There must be a stream with weight.
func (m *Mix) Next() scenario.Op {
	n := m.rng.IntN(m.total)
	for _, s := range m.streams {
		if n < s.Weight {
			return s.Next(m.rng)
		}
		n -= s.Weight
	}
	return scenario.Op{} // cannot be: n is below the sum of weights
}

// ErrNoTraffic is returned for a scenario whose streams have no weight.
var ErrNoTraffic = errors.New("scenario has no traffic")

// Check tells whether the traffic can run.
func (t Traffic) Check() error {
	if NewMix(t.Streams, t.Seed).total <= 0 {
		return ErrNoTraffic
	}
	if t.Rate < 1 {
		return fmt.Errorf("rate %d: must be at least 1 operation per second", t.Rate)
	}
	return nil
}

package session

import (
	"context"
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/internal/recording"
)

// Replay is a Feed that plays a recording.
type Replay struct {
	Store *recording.Store
	Speed float64 // 1 is real time; 0 as fast as it goes
	Loop  bool
	// Lead is how much of the beginning is given at once, so that rates and trends are there from the first screen.
	Lead time.Duration
}

// loopPause is how long the last screen of a loop stands before the first comes again.
const loopPause = 5 * time.Second

// Run implements Feed.
func (r *Replay) Run(ctx context.Context, in Intake) error {
	for {
		if err := r.once(ctx, in); err != nil || !r.Loop {
			return err
		}
		in.Notice("the recording begins again")
		if err := sleep(ctx, loopPause); err != nil {
			return err
		}
		in.Restart()
		in.Notice("")
	}
}

func (r *Replay) once(ctx context.Context, in Intake) error {
	start := r.Store.Start()
	began := time.Now()
	err := r.Store.Walk(start, func(answer []cluster.Reading) bool {
		if r.Speed > 0 {
			due := began.Add(time.Duration(float64(answer[0].To.Sub(start)-r.Lead) / r.Speed))
			if sleep(ctx, time.Until(due)) != nil {
				return false
			}
		}
		held := time.Now()
		if in.Wait(ctx) != nil {
			return false
		}
		began = began.Add(time.Since(held)) // time stands still while nobody is there
		in.Emit(answer)
		return ctx.Err() == nil
	})
	if err == nil && ctx.Err() == nil && r.Store.Torn() {
		in.Notice("the recording ends in the middle: its last tick is lost")
	}
	return err
}

func sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

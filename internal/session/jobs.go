package session

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Runner does a job's work; it reports progress and ends when ctx does.
type Runner struct {
	Title string
	Cost  Cost
	// Ask says in words what a job costs whom, when the operator's word is needed first; "" when it is not, or when the
	// request brings it (Confirmed). Its error says why the job cannot be done at all. Nil: nothing is asked.
	Ask func(Request) (string, error)
	Run func(ctx context.Context, r Request, in Intake, progress func(done, of float64)) error
}

// price is what the operator has to agree to first. A heavy job that does not say asks all the same.
func (r *Runner) price(req Request) (string, error) {
	switch {
	case r.Ask != nil:
		return r.Ask(req)
	case r.Cost == Heavy:
		return "heavy", nil
	}
	return "", nil
}

// jobs keeps what operators asked for. A job has a goroutine of its own, so that heavy work never holds up polling.
type jobs struct {
	session *Session
	ctx     context.Context
	mu      sync.Mutex
	all     []*running
	next    int
	changes atomic.Int64
	done    sync.WaitGroup
}

type running struct {
	job    Job
	cancel context.CancelFunc
}

// keptJobs bounds the list of finished jobs.
const keptJobs = 20

func newJobs(s *Session) *jobs { return &jobs{session: s, ctx: context.Background()} } // Start sets the context

// Submit starts a job and returns its number.
func (s *Session) Submit(r Request) (id int, err error) {
	runner, ok := s.opts.Jobs[r.Probe]
	if !ok {
		return 0, fmt.Errorf("%s: %w", r.Probe, ErrCannot)
	}
	price, err := runner.price(r)
	switch {
	case err != nil:
		return 0, fmt.Errorf("%s: %w", runner.Title, err)
	case price != "" && !r.Confirmed:
		return 0, &NeedsConfirm{Title: runner.Title, Price: price}
	}
	return s.jobs.start(runner, r), nil
}

// Cancel ends a job that runs.
func (s *Session) Cancel(id int) { s.jobs.cancel(id) }

func (j *jobs) start(runner Runner, r Request) int {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.next++
	ctx, cancel := context.WithCancel(j.ctx)
	run := &running{job: Job{ID: j.next, Title: runner.Title, Started: j.session.opts.Clock()}, cancel: cancel}
	j.all = append(j.all, run)
	if len(j.all) > keptJobs {
		j.all = slices.DeleteFunc(j.all, func(o *running) bool { return o.job.State != JobRunning && o.job.ID <= j.next-keptJobs })
	}
	j.changes.Add(1)
	j.done.Add(1)
	go func() {
		defer j.done.Done()
		defer cancel()
		err := runner.Run(ctx, r, j.session, func(done, of float64) { j.progress(run, done, of) })
		j.finish(run, err, ctx.Err() != nil)
	}()
	return run.job.ID
}

func (j *jobs) progress(r *running, done, of float64) {
	j.mu.Lock()
	r.job.Done, r.job.Of = done, of
	j.mu.Unlock()
	j.changes.Add(1)
}

func (j *jobs) finish(r *running, err error, cancelled bool) {
	j.mu.Lock()
	switch {
	case cancelled:
		r.job.State = JobCancelled
	case err != nil:
		r.job.State, r.job.Err = JobFailed, err.Error()
	default:
		r.job.State = JobDone
	}
	j.mu.Unlock()
	j.changes.Add(1)
}

func (j *jobs) cancel(id int) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, r := range j.all {
		if r.job.ID == id {
			r.cancel()
		}
	}
}

func (j *jobs) list() []Job {
	j.mu.Lock()
	defer j.mu.Unlock()
	out := make([]Job, len(j.all))
	for i, r := range j.all {
		out[i] = r.job
	}
	return out
}

func (j *jobs) version() int64 { return j.changes.Load() }

func (j *jobs) wait() { j.done.Wait() }

// Elapsed is how long a job has been running at a time.
func (j Job) Elapsed(now time.Time) time.Duration { return now.Sub(j.Started) }

// Package session is one investigation: it knows the target, asks nodes within their budgets, folds Readings into
// State, keeps the recording, and runs jobs. The terminal UI, reports, checks and recording are its clients.
//
// It imports cluster, recording, triage and probes, and promises that a client never waits for a node, that no
// goroutine outlives Close, and that what a client gets (View, Job) never changes under its hands.
package session

import (
	"context"
	"errors"
	"time"

	"github.com/partop/partop/internal/cluster"
)

// Feed is where Readings come from: a live cluster or a recording. Run blocks until ctx ends or there is no more.
type Feed interface {
	Run(ctx context.Context, in Intake) error
}

// Intake is what a feed may tell its session.
type Intake interface {
	// Emit hands over the Readings of one answer.
	Emit([]cluster.Reading)
	// Notice puts one line of words about the session itself on screen; "" takes it away.
	Notice(string)
	// Wait blocks while nobody is there to look; it returns ctx's error.
	Wait(ctx context.Context) error
	// Interval is how often the operator wants figures renewed.
	Interval() time.Duration
	// Restart forgets everything: the recording begins again.
	Restart()
}

// Sentinels for what clients decide on.
var (
	// ErrNoJob means that no such job runs.
	ErrNoJob = errors.New("no such job")
	// ErrConfirm means that a job needs the operator's word first; the error is a *NeedsConfirm and names its price.
	ErrConfirm = errors.New("has to be confirmed")
	// ErrCannot means that this session has no source for what was asked.
	ErrCannot = errors.New("not possible with the sources of this session")
)

// NeedsConfirm is the answer to a job that costs something: what, and of whom. Submit it again with Confirmed.
type NeedsConfirm struct {
	Title string
	Price string // in words
}

// Error names the price.
func (n *NeedsConfirm) Error() string { return n.Title + ": " + n.Price + ": " + ErrConfirm.Error() }

// Unwrap is ErrConfirm.
func (n *NeedsConfirm) Unwrap() error { return ErrConfirm }

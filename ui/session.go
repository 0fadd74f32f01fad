package ui

import (
	"context"
	"errors"
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/internal/session"
)

// Session is what the UI needs of an investigation. All methods but At return at once; none is called from Update.
// It is declared here and not where it is implemented: the UI says what it needs, and tests give it just that.
type Session interface {
	// View is what is known now; nil is treated as nothing known yet.
	View() *session.View
	// Changed signals that View has something new. Signals are coalesced; a closed channel means the session ended.
	Changed() <-chan struct{}
	// At is what was known at a time in Span.
	At(ctx context.Context, t time.Time) (*session.View, error)
	// Span is the time that At can reach.
	Span() (from, to time.Time)
	// Submit asks for a job; its progress comes with the views.
	Submit(session.Request) (id int, err error)
	// Cancel ends a job.
	Cancel(id int)
	// SetInterval sets the time between refreshes.
	SetInterval(time.Duration)
	// SetPaused stops and resumes the polling.
	SetPaused(bool)
	// LookAt tells which node is under the lens, "" for none: of a large cluster not every node is asked all the time.
	LookAt(cluster.NodeID)
	// Note puts a remark into the stream of Readings.
	Note(text string)
}

// ErrInterrupted reports that the operator left with ctrl-c; the command line maps it to exit code 130.
var ErrInterrupted = errors.New("interrupted")

// ErrDumbTerminal reports a terminal that cannot show screens.
var ErrDumbTerminal = errors.New("TERM=dumb cannot show screens; partop record writes to a file")

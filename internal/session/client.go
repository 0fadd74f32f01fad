package session

import (
	"context"
	"fmt"
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/internal/recording"
	"github.com/partop/partop/internal/triage"
)

// View is the latest view; it is never nil.
func (s *Session) View() *View { return s.view.Load() }

// Changed signals after each new view; signals that nobody took are one.
func (s *Session) Changed() <-chan struct{} { return s.changed }

// history is where to look for the past.
func (s *Session) history() *recording.Store {
	if s.opts.History != nil {
		return s.opts.History
	}
	return s.writer.Store()
}

// At rebuilds the view of a time. It may take some tenths of a second: not for a UI's own goroutine.
func (s *Session) At(ctx context.Context, t time.Time) (*View, error) {
	state, err := s.history().At(t)
	if err != nil {
		return nil, fmt.Errorf("go back to %s: %w", t.UTC().Format("15:04:05Z"), err)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	snap := state.Snapshot()
	return &View{Snapshot: snap, Clock: t, Title: s.opts.Title, Mode: s.mode(), Findings: triage.Findings(snap, s.opts.Limits)}, nil
}

// Span is the time that At can go to.
func (s *Session) Span() (from, to time.Time) {
	from, to = s.history().Start(), s.View().Now
	if s.opts.History != nil {
		to = later(to, s.opts.History.End())
	}
	return from, to
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// SetInterval changes how often figures are renewed, within 1 s to 1 min.
func (s *Session) SetInterval(d time.Duration) {
	s.interval.Store(int64(min(max(d, time.Second), time.Minute)))
}

// Interval implements Intake.
func (s *Session) Interval() time.Duration { return time.Duration(s.interval.Load()) }

// SetPaused stops polling while nobody is there, and resumes it.
func (s *Session) SetPaused(paused bool) { s.gate.set(paused) }

// LookAt tells the feed which node somebody looks at, "" for none; a feed that asks every node does not mind.
func (s *Session) LookAt(id cluster.NodeID) {
	if f, ok := s.feed.(interface{ LookAt(cluster.NodeID) }); ok {
		f.LookAt(id)
	}
}

// Note puts the operator's remark into the stream and so into the recording.
func (s *Session) Note(text string) {
	now := s.opts.Clock()
	if s.opts.Replay {
		now = s.View().Now // the time of the recording: State knows no other
	}
	s.Emit([]cluster.Reading{{
		From: now, To: now, Kind: cluster.ClusterNote, Scope: cluster.WholeCluster, Source: cluster.SourceSelf,
		Value: &cluster.Note{Text: text},
	}})
}

// Emit implements Intake. It waits for room: a feed is slowed down rather than the past forgotten.
func (s *Session) Emit(answer []cluster.Reading) {
	if len(answer) > 0 {
		s.send(message{answer: answer})
	}
}

// Restart implements Intake.
func (s *Session) Restart() { s.send(message{restart: true}) }

func (s *Session) send(m message) {
	select {
	case s.in <- m:
	case <-s.jobs.ctx.Done(): // nobody folds any more
	}
}

// Notice implements Intake.
func (s *Session) Notice(text string) { s.notice.Store(&text) }

// Wait implements Intake.
func (s *Session) Wait(ctx context.Context) error { return s.gate.wait(ctx) }

// SetTitle renames what the session is of; call it before Start.
func (s *Session) SetTitle(title string) {
	s.opts.Title = title
	s.writer.SetTitle(title)
}

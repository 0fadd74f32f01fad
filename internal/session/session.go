package session

import (
	"context"
	"fmt"
	"io"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/internal/recording"
	"github.com/partop/partop/internal/triage"
)

// Options of a session.
type Options struct {
	Title    string
	Interval time.Duration // between refreshes, 0: 2 s
	Limits   triage.Limits
	Record   io.Writer        // where to record to, nil: memory only
	History  *recording.Store // what to go back in, nil: what this session keeps itself
	Replay   bool
	Saved    []string // a line for each saved output that is replayed, none for a recording
	Speed    float64  // of a replay, for its clock
	Sources  []cluster.Source
	Jobs     map[string]Runner // what Submit can start, by probe id
	Clock    func() time.Time  // nil: the wall clock
}

// Session is one investigation. Its methods are safe for concurrent use.
type Session struct {
	opts    Options
	feed    Feed
	view    atomic.Pointer[View]
	changed chan struct{}
	in      chan message
	gate    *gate
	jobs    *jobs
	cancel  context.CancelFunc
	done    sync.WaitGroup
	writer  *recording.Writer

	interval atomic.Int64
	notice   atomic.Pointer[string]
	ended    atomic.Bool
	recErr   atomic.Pointer[string]
}

type message struct {
	answer  []cluster.Reading
	restart bool
}

// DefaultInterval is between two refreshes where Options say nothing; the probes' own intervals go with it.
const DefaultInterval = 2 * time.Second

// The other defaults of Options.
const (
	keepBytes  = 24 << 20 // compressed history in memory
	hurry      = 3 * time.Second
	hurryEvery = 200 * time.Millisecond
)

// New makes a session; Start sets it going.
func New(feed Feed, o Options) (*Session, error) {
	if o.Interval <= 0 {
		o.Interval = DefaultInterval
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
	keep := keepBytes
	if o.History != nil {
		keep = 0
	}
	w, err := recording.NewWriter(o.Title, o.Record, keep)
	if err != nil {
		return nil, err
	}
	s := &Session{opts: o, feed: feed, changed: make(chan struct{}, 1), in: make(chan message, 64), writer: w, gate: newGate()}
	s.jobs = newJobs(s)
	s.interval.Store(int64(o.Interval))
	s.view.Store(&View{Snapshot: cluster.NewState().Snapshot(), Clock: o.Clock(), Title: o.Title, Mode: s.mode()})
	return s, nil
}

// Start runs the feed and the fold until ctx ends or Close is called.
func (s *Session) Start(ctx context.Context) {
	ctx, s.cancel = context.WithCancel(ctx)
	s.jobs.ctx = ctx
	s.done.Add(2)
	go func() {
		defer s.done.Done()
		s.fold(ctx)
	}()
	go func() {
		defer s.done.Done()
		if err := s.feed.Run(ctx, s); err != nil && ctx.Err() == nil {
			s.Notice(err.Error())
		}
		s.ended.Store(true)
	}()
}

// closeWithin is how long quitting waits for nodes that do not let go.
const closeWithin = 2 * time.Second

// Close cancels everything and waits, at most two seconds.
func (s *Session) Close() error {
	s.cancel()
	finished := make(chan struct{})
	go func() {
		s.done.Wait()
		s.jobs.wait()
		close(finished)
	}()
	select {
	case <-finished:
		return s.writer.Close()
	case <-time.After(closeWithin):
		return fmt.Errorf("close the session: something did not stop within %s", closeWithin)
	}
}

// fold is the one goroutine that owns State and the recording.
func (s *Session) fold(ctx context.Context) {
	state := cluster.NewState()
	born := s.opts.Clock()
	tick := time.NewTicker(hurryEvery)
	defer tick.Stop()
	dirty, last := false, time.Time{}
	var shown any
	for {
		select {
		case <-ctx.Done():
			s.drain(state)
			return
		case m := <-s.in:
			if m.restart {
				state, born = cluster.NewState(), s.opts.Clock()
			}
			s.take(state, m.answer)
			dirty = true
		case <-tick.C:
			now := s.opts.Clock()
			look := s.look()
			fresh := dirty && (now.Sub(born) < hurry || now.Sub(last) >= s.Interval()-hurryEvery/2)
			if fresh || look != shown {
				s.flush()
				s.publish(state, now)
				dirty, last, shown = false, now, look
			}
		}
	}
}

// look is what a view shows besides State; a change of it is published at once.
func (s *Session) look() any {
	notice := ""
	if n := s.notice.Load(); n != nil {
		notice = *n
	}
	return [...]any{notice, s.ended.Load(), s.gate.closed(), s.jobs.version(), s.Interval()}
}

func (s *Session) take(state *cluster.State, answer []cluster.Reading) {
	if len(answer) == 0 {
		return
	}
	if !s.opts.Replay {
		seq := state.Seq() + 1
		for i := range answer {
			answer[i].Seq = seq
		}
	}
	s.record(state, answer)
	state.Apply(answer)
}

// record keeps the answer; the first failure is shown and ends the recording, never the session.
func (s *Session) record(state *cluster.State, answer []cluster.Reading) {
	if s.opts.History != nil || s.recErr.Load() != nil {
		return
	}
	err := error(nil)
	if at := answer[0].To; s.writer.Due(at) {
		err = s.writer.Begin(at, state)
	}
	if err == nil {
		err = s.writer.Add(answer)
	}
	s.recordingFailed(err)
}

func (s *Session) flush() {
	if s.recErr.Load() == nil {
		s.recordingFailed(s.writer.Flush())
	}
}

func (s *Session) recordingFailed(err error) {
	if err != nil {
		text := "recording stopped: " + err.Error()
		s.recErr.Store(&text)
		s.Notice(text)
	}
}

// drain takes what the feed had emitted when it was told to stop, so that a recording ends with it.
func (s *Session) drain(state *cluster.State) {
	for {
		select {
		case m := <-s.in:
			s.take(state, m.answer)
		default:
			s.flush()
			return
		}
	}
}

func (s *Session) publish(state *cluster.State, now time.Time) {
	snap := state.Snapshot()
	v := &View{Snapshot: snap, Clock: now, Title: s.opts.Title, Mode: s.mode(), Jobs: s.jobs.list()}
	v.Mode.Sources = sourcesOf(snap, s.opts.Sources)
	if s.opts.Replay || v.Now.After(now) {
		v.Clock = snap.Now
	}
	v.Findings = triage.Findings(snap, s.opts.Limits)
	if n := s.notice.Load(); n != nil {
		v.Notice = *n
	}
	s.view.Store(v)
	select {
	case s.changed <- struct{}{}:
	default: // a signal waits already
	}
}

// sourcesOf adds what has told something besides: that JMX or nodetool could be asked makes them no source.
func sourcesOf(snap *cluster.Snapshot, have []cluster.Source) []cluster.Source {
	out := slices.Clone(have)
	for _, n := range snap.Nodes {
		cells := []*cluster.Cell{n.Cell(cluster.NodeJMX), n.Cell(cluster.NodePendingCompactions), n.Cell(cluster.NodeKeySamples)}
		for _, c := range cells {
			if c.Last.Known() && !slices.Contains(out, c.Last.Source) {
				out = append(out, c.Last.Source)
			}
		}
	}
	return out
}

func (s *Session) mode() Mode {
	return Mode{
		Replay: s.opts.Replay, Ended: s.opts.Replay && s.ended.Load(), Paused: s.gate.closed(), Saved: s.opts.Saved,
		Interval: s.Interval(), Speed: s.opts.Speed, Sources: s.opts.Sources,
	}
}

package session

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/internal/recording"
	"github.com/partop/partop/internal/triage"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var queue = cluster.TableID{Keyspace: "jobs", Name: "queue"}

// ticking is a feed that emits one answer a step and then waits to be told to stop.
type ticking struct {
	steps int
	every time.Duration
	err   error
	sent  atomic.Int64
}

func (f *ticking) Run(ctx context.Context, in Intake) error {
	for i := range f.steps {
		if err := in.Wait(ctx); err != nil {
			return err
		}
		now := time.Now()
		in.Emit([]cluster.Reading{{From: now.Add(-time.Second), To: now, Node: "a", Kind: cluster.NodeReached, Source: cluster.SourceCQL, Value: &cluster.Reached{RoundTripMicros: int64(i)}}})
		f.sent.Add(1)
		if err := sleep(ctx, f.every); err != nil {
			return err
		}
	}
	if f.err != nil {
		return f.err
	}
	<-ctx.Done()
	return ctx.Err()
}

func start(t *testing.T, feed Feed, o Options) *Session {
	t.Helper()
	o.Limits = triage.Default()
	s, err := New(feed, o)
	if err != nil {
		t.Fatal(err)
	}
	s.Start(context.Background())
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// eventually waits for a view that satisfies ok.
func eventually(t *testing.T, s *Session, what string, ok func(*View) bool) *View {
	t.Helper()
	deadline := time.After(5 * time.Second)
	for {
		if v := s.View(); ok(v) {
			return v
		}
		select {
		case <-s.Changed():
		case <-deadline:
			t.Fatalf("no view with %s: %+v", what, s.View())
		}
	}
}

func TestReadingsBecomeAView(t *testing.T) {
	s := start(t, &ticking{steps: 3, every: time.Millisecond}, Options{Title: "x", Interval: time.Second})
	v := eventually(t, s, "a node", func(v *View) bool { return len(v.Nodes) == 1 })
	if v.Title != "x" || v.Seq == 0 || v.Clock.IsZero() {
		t.Errorf("view %+v", v)
	}
	before := *s.View()
	s.Note("hello")
	eventually(t, s, "the note", func(v *View) bool { return len(v.Events) == 1 })
	if len(before.Events) != 0 {
		t.Error("an old view changed")
	}
}

func TestPauseHoldsTheFeed(t *testing.T) {
	feed := &ticking{steps: 1_000_000, every: time.Millisecond}
	s := start(t, feed, Options{})
	eventually(t, s, "a node", func(v *View) bool { return len(v.Nodes) == 1 })
	s.SetPaused(true)
	eventually(t, s, "the pause", func(v *View) bool { return v.Mode.Paused })
	time.Sleep(20 * time.Millisecond)
	sent := feed.sent.Load()
	time.Sleep(50 * time.Millisecond)
	if now := feed.sent.Load(); now != sent {
		t.Errorf("%d readings while paused", now-sent)
	}
	s.SetPaused(false)
	s.SetPaused(false) // twice does no harm
	eventually(t, s, "the end of the pause", func(v *View) bool { return !v.Mode.Paused })
	time.Sleep(50 * time.Millisecond)
	if feed.sent.Load() == sent {
		t.Error("nothing after the pause")
	}
}

func TestFailedFeedIsANotice(t *testing.T) {
	s := start(t, &ticking{err: errors.New("the file is gone")}, Options{})
	eventually(t, s, "the notice", func(v *View) bool { return v.Notice == "the file is gone" })
}

func TestSessionRecordsAndGoesBack(t *testing.T) {
	var file bytes.Buffer
	s, err := New(&ticking{steps: 20, every: 10 * time.Millisecond}, Options{Title: "r", Record: &file, Limits: triage.Default()})
	if err != nil {
		t.Fatal(err)
	}
	s.Start(context.Background())
	began := time.Now()
	eventually(t, s, "readings", func(v *View) bool { return v.Seq >= 19 })
	from, to := s.Span()
	if from.IsZero() || !to.After(from) {
		t.Errorf("span %s to %s", from, to)
	}
	v, err := s.At(context.Background(), to)
	if err != nil || len(v.Nodes) != 1 {
		t.Errorf("at %s: %+v, %v", to, v, err)
	}
	if _, err := s.At(context.Background(), began.Add(-time.Hour)); !errors.Is(err, recording.ErrNoHistory) {
		t.Errorf("an hour ago: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	store, err := recording.OpenBytes(file.Bytes())
	if err != nil || store.Title() != "r" || store.Torn() {
		t.Fatalf("the recording: %v", err)
	}
	replayed := start(t, &Replay{Store: store, Speed: 0}, Options{Replay: true, History: store, Title: "r"})
	end := eventually(t, replayed, "the end", func(v *View) bool { return v.Mode.Ended && v.Seq >= 19 })
	if !end.Mode.Replay || len(end.Nodes) != 1 {
		t.Errorf("replayed view %+v", end)
	}
}

func TestBrokenRecordingIsSaidAndTheSessionGoesOn(t *testing.T) {
	s, err := New(&ticking{steps: 100, every: time.Millisecond}, Options{Record: failing{}, Limits: triage.Default()})
	if err != nil {
		t.Fatal(err)
	}
	s.Start(context.Background())
	eventually(t, s, "the notice", func(v *View) bool { return v.Notice != "" && v.Seq > 5 })
	if err := s.Close(); !errors.Is(err, errFull) {
		t.Errorf("closing says %v", err)
	}
}

type failing struct{}

var errFull = errors.New("no space left on device")

func (failing) Write([]byte) (int, error) { return 0, errFull }

func TestJobs(t *testing.T) {
	release := make(chan struct{})
	jobs := map[string]Runner{
		"heavy": {Title: "heavy work", Cost: Heavy, Ask: func(Request) (string, error) { return "a JVM on each node", nil }, Run: func(context.Context, Request, Intake, func(float64, float64)) error { return nil }},
		"good": {Title: "good work", Run: func(_ context.Context, _ Request, _ Intake, progress func(float64, float64)) error {
			progress(1, 2)
			<-release
			return nil
		}},
		"bad": {Title: "bad work", Run: func(context.Context, Request, Intake, func(float64, float64)) error { return errors.New("no luck") }},
		"long": {Title: "long work", Run: func(ctx context.Context, _ Request, _ Intake, _ func(float64, float64)) error {
			<-ctx.Done()
			return ctx.Err()
		}},
	}
	s := start(t, &ticking{}, Options{Jobs: jobs})
	if _, err := s.Submit(Request{Probe: "unheard of"}); !errors.Is(err, ErrCannot) {
		t.Errorf("error %v", err)
	}
	if _, err := s.Submit(Request{Probe: "heavy"}); !errors.Is(err, ErrConfirm) || !strings.Contains(err.Error(), "a JVM on each node") {
		t.Errorf("a heavy job without a word: %v", err)
	}
	if _, err := s.Submit(Request{Probe: "heavy", Confirmed: true}); err != nil {
		t.Errorf("a confirmed one: %v", err)
	}
	delete(jobs, "heavy")
	ids := map[string]int{}
	for name := range jobs {
		id, err := s.Submit(Request{Probe: name})
		if err != nil {
			t.Fatal(err)
		}
		ids[name] = id
	}
	state := func(v *View, name string) Job {
		for _, j := range v.Jobs {
			if j.ID == ids[name] {
				return j
			}
		}
		return Job{}
	}
	eventually(t, s, "progress", func(v *View) bool { return state(v, "good").Done == 1 })
	eventually(t, s, "a failure", func(v *View) bool { j := state(v, "bad"); return j.State == JobFailed && j.Err == "no luck" })
	s.Cancel(ids["long"])
	eventually(t, s, "a cancelled job", func(v *View) bool { return state(v, "long").State == JobCancelled })
	close(release)
	eventually(t, s, "a finished job", func(v *View) bool { return state(v, "good").State == JobDone })
}

func TestIntervalIsBounded(t *testing.T) {
	s := start(t, &ticking{}, Options{})
	for in, want := range map[time.Duration]time.Duration{0: time.Second, 5 * time.Second: 5 * time.Second, time.Hour: time.Minute} {
		if s.SetInterval(in); s.Interval() != want {
			t.Errorf("%s became %s", in, s.Interval())
		}
	}
}

func TestReplayLoops(t *testing.T) {
	store := storeOf(t, 3)
	in := &counting{}
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	err := (&Replay{Store: store, Loop: true}).Run(ctx, in)
	if !errors.Is(err, context.DeadlineExceeded) || in.answers != 3 {
		t.Errorf("%d answers in the first turn, %v", in.answers, err)
	}
}

func TestReplayKeepsTime(t *testing.T) {
	store := storeOf(t, 3) // a second apart
	in := &counting{}
	start := time.Now()
	if err := (&Replay{Store: store, Speed: 20}).Run(context.Background(), in); err != nil {
		t.Fatal(err)
	}
	if d := time.Since(start); in.answers != 3 || d < 90*time.Millisecond || d > 2*time.Second {
		t.Errorf("%d answers in %s, want 3 in a tenth of a second", in.answers, d)
	}
}

type counting struct{ answers int }

func (c *counting) Emit([]cluster.Reading)         { c.answers++ }
func (c *counting) Notice(string)                  {}
func (c *counting) Wait(ctx context.Context) error { return ctx.Err() }
func (c *counting) Interval() time.Duration        { return time.Second }
func (c *counting) Restart()                       {}

func storeOf(t *testing.T, answers int) *recording.Store {
	t.Helper()
	w, err := recording.NewWriter("t", nil, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	epoch := time.Date(2026, 11, 30, 14, 0, 0, 0, time.UTC)
	if err := w.Begin(epoch, cluster.NewState()); err != nil {
		t.Fatal(err)
	}
	for i := range answers {
		at := epoch.Add(time.Duration(i) * time.Second)
		if err := w.Add([]cluster.Reading{{Seq: uint64(i + 1), From: at, To: at, Node: "a", Table: queue, Kind: cluster.TableDiskUsage,
			Source: cluster.SourceCQL, Value: &cluster.Size{Bytes: int64(i)}}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return w.Store()
}

func TestManyNodesStaySmall(t *testing.T) {
	s := cluster.NewState()
	epoch := time.Date(2026, 11, 30, 14, 0, 0, 0, time.UTC)
	for n := range 6 {
		node := cluster.NodeID(fmt.Sprint("n", n))
		var answer []cluster.Reading
		for i := range 200 {
			answer = append(answer, cluster.Reading{Seq: 1, To: epoch, Node: node, Table: cluster.TableID{Keyspace: "k", Name: fmt.Sprint(i)},
				Kind: cluster.TableLocalReadLatency, Value: &cluster.Latency{Count: 1}})
		}
		s.Apply(answer)
	}
	if rows := s.Snapshot().Tables(cluster.Lens{}, false); len(rows) != 200 {
		t.Errorf("%d rows", len(rows))
	}
}

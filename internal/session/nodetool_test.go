package session

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/nodetool"
	"github.com/partop/partop/probes/cql"
)

const profile = `Frequency of reads by partition:
   Table       Partition Count +/-
   jobs.queue  acme      500   2

`

// fakeTool stands for the program: real ones run in the end-to-end tests.
type fakeTool struct {
	mu      sync.Mutex
	calls   []string
	missing bool
	busy    atomic.Int64
	most    atomic.Int64
	answer  func(ctx context.Context, args string) (nodetool.Output, error)
}

func (f *fakeTool) source() *Nodetool {
	return &Nodetool{
		Path: func() (string, error) {
			if f.missing {
				return "", nodetool.ErrNotFound
			}
			return "nodetool", nil
		},
		Address: func(*cluster.NodeInfo) (string, int) { return "10.0.0.1", 7199 },
		Run: func(ctx context.Context, argv, _ []string) (nodetool.Output, error) {
			n := f.busy.Add(1)
			defer f.busy.Add(-1)
			f.most.Store(max(f.most.Load(), n))
			args := strings.Join(argv[5:], " ") // after nodetool -h HOST -p PORT
			f.mu.Lock()
			f.calls = append(f.calls, args)
			f.mu.Unlock()
			return f.answer(ctx, args)
		},
	}
}

func (f *fakeTool) asked() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]string(nil), f.calls...)
}

// liveTool is a session with one node of 5.0.6 and a nodetool.
func liveTool(t *testing.T, f *fakeTool) *Session {
	t.Helper()
	feed := &Live{Contact: "10.0.0.1", Port: 9042, Nodetool: f.source(), Open: func(context.Context) (cql.Conn, error) { return &node{}, nil }}
	s := start(t, feed, Options{Title: "x", Interval: time.Second, Jobs: feed.Jobs()})
	eventually(t, s, "a node", func(v *View) bool { return len(v.Nodes) == 1 })
	return s
}

// agree submits a job and gives the word that it asks for.
func agree(t *testing.T, s *Session, r Request) string {
	t.Helper()
	_, err := s.Submit(r)
	var ask *NeedsConfirm
	if !errors.As(err, &ask) {
		t.Fatalf("%s was not asked about: %v", r.Probe, err)
	}
	r.Confirmed = true
	if _, err := s.Submit(r); err != nil {
		t.Fatal(err)
	}
	return ask.Price
}

func job(v *View, state JobState) *Job {
	for i := range v.Jobs {
		if v.Jobs[i].State == state {
			return &v.Jobs[i]
		}
	}
	return nil
}

func TestKeysAreSampledAfterOneQuestion(t *testing.T) {
	f := &fakeTool{answer: func(context.Context, string) (nodetool.Output, error) {
		return nodetool.Output{Stdout: []byte(profile)}, nil
	}}
	s := liveTool(t, f)
	r := Request{Probe: JobSampleKeys, Duration: time.Second}
	price := agree(t, s, r)
	for _, part := range []string{"one node", "JVM", "20s", "no other sampler", "nodetool.history"} {
		if !strings.Contains(price, part) {
			t.Errorf("the price leaves %q out: %s", part, price)
		}
	}
	v := eventually(t, s, "samples", func(v *View) bool { return len(v.Nodes[0].Samples) == 1 })
	k := v.HotKeys(cluster.Lens{}, cluster.TableID{}, false).Lists[0].Keys[0]
	if k.Key != "acme" || k.Count != 500 || k.Error != 2 || k.PerSecond != 500 {
		t.Errorf("%+v", k)
	}
	if got := f.asked()[0]; !strings.HasPrefix(got, "profileload -k 25 -s 1024 ") || !strings.HasSuffix(got, " 1000") {
		t.Error(got)
	}
	if _, err := s.Submit(r); err != nil {
		t.Errorf("asked a second time: %v", err)
	}
	eventually(t, s, "nodetool among the sources", func(v *View) bool {
		return len(v.Mode.Sources) == 1 && v.Mode.Sources[0] == cluster.SourceNodetool && len(v.Nodes[0].Samples) == 2
	})
}

func TestNoNodetoolIsSaidBeforeAnyQuestion(t *testing.T) {
	s := liveTool(t, &fakeTool{missing: true})
	_, err := s.Submit(Request{Probe: JobSampleKeys})
	if !errors.Is(err, nodetool.ErrNotFound) || errors.Is(err, ErrConfirm) || !strings.Contains(err.Error(), "--nodetool") {
		t.Error(err)
	}
	feed := &Live{Open: func(context.Context) (cql.Conn, error) { return &node{}, nil }}
	off := start(t, feed, Options{Jobs: feed.Jobs()})
	if _, err := off.Submit(Request{Probe: JobNodetool}); !errors.Is(err, ErrCannot) {
		t.Errorf("switched off: %v", err)
	}
}

func TestARefusalIsKeptWithItsRemedy(t *testing.T) {
	f := &fakeTool{answer: func(context.Context, string) (nodetool.Output, error) {
		return nodetool.Output{ExitCode: 2, Stderr: []byte("error: Access denied! Invalid access level for requested MBeanServer operation.\n")}, nil
	}}
	s := liveTool(t, f)
	agree(t, s, Request{Probe: JobSampleKeys, Duration: time.Second})
	v := eventually(t, s, "a failed job", func(v *View) bool { return job(v, JobFailed) != nil })
	if e := job(v, JobFailed).Err; !strings.Contains(e, "only read attributes") || !strings.Contains(e, "readwrite") {
		t.Error(e)
	}
	h := eventually(t, s, "the refusal", func(v *View) bool {
		return v.Nodes[0].Cell(cluster.NodeKeySamples).Last.Unknown != nil
	}).HotKeys(cluster.Lens{}, cluster.TableID{}, false)
	if len(h.Failed) != 1 || len(h.Lists) != 0 {
		t.Errorf("%+v", h)
	}
}

func TestACancelledSampleEndsItsProgramAndSaysNothing(t *testing.T) {
	f := &fakeTool{answer: func(ctx context.Context, _ string) (nodetool.Output, error) {
		<-ctx.Done()
		return nodetool.Output{}, ctx.Err()
	}}
	s := liveTool(t, f)
	agree(t, s, Request{Probe: JobSampleKeys, Duration: time.Second})
	v := eventually(t, s, "progress", func(v *View) bool { j := job(v, JobRunning); return j != nil && j.Of > 0 })
	s.Cancel(job(v, JobRunning).ID)
	v = eventually(t, s, "a cancelled job", func(v *View) bool { return job(v, JobCancelled) != nil })
	if f.busy.Load() != 0 || !v.Nodes[0].Cell(cluster.NodeKeySamples).Last.To.IsZero() {
		t.Errorf("%d still run; %+v", f.busy.Load(), v.Nodes[0].Cell(cluster.NodeKeySamples).Last)
	}
}

func TestOneCallAtATimeANode(t *testing.T) {
	f := &fakeTool{answer: func(ctx context.Context, _ string) (nodetool.Output, error) {
		_ = sleep(ctx, 30*time.Millisecond)
		return nodetool.Output{Stdout: []byte(profile)}, nil
	}}
	s := liveTool(t, f)
	agree(t, s, Request{Probe: JobSampleKeys, Duration: time.Second})
	for range 3 {
		if _, err := s.Submit(Request{Probe: JobSampleKeys, Duration: time.Second}); err != nil {
			t.Fatal(err)
		}
	}
	eventually(t, s, "four windows", func(v *View) bool { return len(v.Nodes[0].Samples) == 4 })
	if f.most.Load() != 1 {
		t.Errorf("%d calls at once on one node", f.most.Load())
	}
}

func TestPollingAsksUntilItIsSwitchedOff(t *testing.T) {
	f := &fakeTool{answer: func(_ context.Context, args string) (nodetool.Output, error) {
		switch {
		case strings.HasPrefix(args, "compactionstats"):
			return nodetool.Output{Stdout: []byte("pending tasks: 3\n- jobs.queue: 3\n")}, nil
		case strings.HasPrefix(args, "tpstats"):
			return nodetool.Output{Stdout: []byte("Pool Name Active Pending Completed Blocked All time blocked\nReadStage 0 0 5 0 0\n\nMessage type Dropped\nREAD 4\n")}, nil
		}
		return nodetool.Output{Stdout: []byte("Keyspace : jobs\n\tRead Count: 1\n\t\tTable: queue\n\t\tSSTable count: 6\n\t\tLocal read count: 9\n")}, nil
	}}
	s := liveTool(t, f)
	agree(t, s, Request{Probe: JobNodetool})
	v := eventually(t, s, "pending, drops and SSTables", func(v *View) bool {
		rows := v.NodeRows(cluster.Lens{})
		return rows[0].Pending.Value == 3 && rows[0].Dropped.Value == 4 && v.Table(queue, cluster.Lens{}).Figures[cluster.FigSSTables].Value == 6
	})
	if p := v.Table(queue, cluster.Lens{}).Figures[cluster.FigPending]; p.Value != 3 || p.Exactness != cluster.Estimate {
		t.Errorf("%+v", p)
	}
	// CQL tells the pools of this version more often and with more in them.
	if c := v.Nodes[0].Cell(cluster.NodeThreadPools); c.Last.Source == cluster.SourceNodetool {
		t.Error("the pools of nodetool took the place of CQL's")
	}
	if got := f.asked(); len(got) != 3 || strings.Contains(strings.Join(got, "|"), "tablehistograms") {
		t.Errorf("a round is %q", got)
	}
	if _, err := s.Submit(Request{Probe: JobNoNodetool}); err != nil {
		t.Error(err)
	}
}

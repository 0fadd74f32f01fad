package uitest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/internal/session"
	"github.com/partop/partop/internal/triage"
)

// View is a view of the fixture at its end.
// The clock stands at the last reading, as in a replay: ages do not depend on when the test runs.
func View(v Variant) *session.View {
	snap := Feed(v).Snapshot()
	return &session.View{Snapshot: snap, Findings: Findings(), Clock: snap.Now, Title: "prod-eu",
		Mode: session.Mode{Interval: 2 * time.Second, Speed: 1, Sources: []cluster.Source{cluster.SourceCQL}}}
}

// Empty is a view before anything is known.
func Empty() *session.View {
	return &session.View{Snapshot: cluster.NewState().Snapshot(), Title: "prod-eu", Mode: session.Mode{Interval: 2 * time.Second}}
}

// Findings are verdicts as the rules would give them.
// They are written out and not judged: a changed rule must not change what the screens are compared with.
func Findings() []triage.Finding {
	at := Start().Add((Rounds - 1) * Every)
	return []triage.Finding{
		{Rule: "tombstone-scan", Severity: triage.High, Now: true, Table: id("jobs.queue"),
			Title:    "reads pass 9,887 tombstones (p99); node limits 1,000/100,000",
			Evidence: []triage.Evidence{{Text: "p99 at most 9,887 tombstones a read on 10.0.0.12", Source: cluster.SourceCQL, At: at}},
			Means:    "rows deleted at the head of a partition are read again until gc_grace has passed and a compaction drops them",
			Next:     []string{"read from the last position: WHERE lane = ? AND seq >= ?", "or bucket the lane by time"},
			Limits:   "tombstone_warn_threshold 1,000 (node setting)", Confidence: "high",
			Traps: "the percentile fades within minutes without reads", Settles: "JMX: TombstoneWarnings counts them exactly"},
		{Rule: "pending-growing", Severity: triage.Medium, Now: true, Table: id("orders.by_customer"), Node: A1,
			Title:    "all compaction slots are taken and tasks queue",
			Evidence: []triage.Evidence{{Text: "2 of 2 slots, 12 queued", Source: cluster.SourceCQL, At: at}},
			Means:    "SSTables pile up, so reads touch more of them", Next: []string{"look at what else compacts: nodetool compactionstats"}, Confidence: "medium"},
		{Rule: "partition-too-big", Severity: triage.Medium, Table: id("telemetry.readings"),
			Title: "a fragment of at most 3.1 GiB (limit 100 MB)", Confidence: "high"},
	}
}

// Fake is a session that tests drive by hand. Its methods may be called from any goroutine.
type Fake struct {
	mu      sync.Mutex
	view    *session.View
	changed chan struct{}
	calls   []string
	// Past answers At by time; nil answers with the fixture up to that time.
	Past func(time.Time) (*session.View, error)
	// Refuse makes Submit fail.
	Refuse bool
	// Price is asked for before a job that is not confirmed; "" for nothing.
	Price string
}

// NewFake makes a session that shows a view.
func NewFake(v *session.View) *Fake { return &Fake{view: v, changed: make(chan struct{}, 1)} }

// Show replaces the view and signals the change.
// A signal that nobody has read yet stands for this change too, as those of a session do.
func (f *Fake) Show(v *session.View) {
	f.mu.Lock()
	f.view = v
	f.mu.Unlock()
	select {
	case f.changed <- struct{}{}:
	default:
	}
}

// Calls lists what the UI asked for.
func (f *Fake) Calls() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]string(nil), f.calls...)
}

// called keeps the order of calls, which is what tests compare.
func (f *Fake) called(format string, args ...any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.calls = append(f.calls, fmt.Sprintf(format, args...))
}

// View is the view that was shown last.
func (f *Fake) View() *session.View {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.view
}

// Changed signals Show.
func (f *Fake) Changed() <-chan struct{} { return f.changed }

// At gives the fixture as it was at a time.
// Tests of errors and of slow answers put their own function in its place.
func (f *Fake) At(_ context.Context, t time.Time) (*session.View, error) {
	if f.Past != nil {
		return f.Past(t)
	}
	v := View(Variant{Until: t})
	return v, nil
}

// Span is the fixture's time.
func (f *Fake) Span() (from, to time.Time) { return Start(), Start().Add((Rounds - 1) * Every) }

// ErrRefused is what Submit answers when told to refuse.
var ErrRefused = errors.New("no node offers system_views.queries (4.1 on)")

// Submit notes a request.
func (f *Fake) Submit(r session.Request) (int, error) {
	if f.Price != "" && !r.Confirmed {
		f.called("ask %s", r.Probe)
		return 0, &session.NeedsConfirm{Title: "sample keys", Price: f.Price}
	}
	f.called("submit %s %s", r.Probe, r.Duration)
	if f.Refuse {
		return 0, ErrRefused
	}
	return 7, nil
}

// Cancel notes a request.
func (f *Fake) Cancel(id int) { f.called("cancel %d", id) }

// SetInterval notes a request.
func (f *Fake) SetInterval(d time.Duration) { f.called("interval %s", d) }

// SetPaused notes a request.
func (f *Fake) SetPaused(p bool) { f.called("paused %t", p) }

// LookAt notes which node is looked at.
func (f *Fake) LookAt(id cluster.NodeID) { f.called("look at %q", id) }

// Note notes a note.
func (f *Fake) Note(text string) { f.called("note %s", text) }

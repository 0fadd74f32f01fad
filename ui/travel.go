package ui

import (
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/partop/partop/ui/format"
)

// travel is a walk through the past.
type travel struct {
	generation uint64    // rises with every wish: answers to older ones are dropped
	target     time.Time // where the last wish goes, until its answer is there
}

// freeze holds what is on screen, or lets go.
// The session goes on underneath: what comes in meanwhile is there at once when the screen is let go, and [ ] walk
// through it. A wish that is still under way is dropped, or its answer would freeze the screen again.
func (m *Model) freeze() {
	m.travel.generation++
	m.travel.target = time.Time{}
	if m.frozen != nil {
		m.frozen = nil
		m.flash = "live again"
		if m.live.Mode.Replay {
			m.flash = "playing again" // nothing of a recording is live
		}
		m.rebuild(false)
		return
	}
	m.frozen = m.live
}

// step walks through time from what is shown, or from where the last step is still going.
// Keys come faster than answers: three presses of [ mean half a minute back from where the walk began, not three answers
// to ten seconds.
func (m *Model) step(by time.Duration) tea.Cmd {
	from := m.shown().Clock
	if !m.travel.target.IsZero() {
		from = m.travel.target
	}
	if m.frozen == nil && by > 0 {
		m.flash = "this is now; [ goes back"
		return nil
	}
	return m.travelTo(from.Add(by))
}

// travelTo asks for a moment within the recorded time; past its end it goes live.
func (m *Model) travelTo(t time.Time) tea.Cmd {
	s, ctx := m.session, m.ctx
	// Stepping past the newest data is how one walks back to live without thinking of another key.
	if !t.Before(m.live.Clock) && m.frozen != nil {
		m.freeze()
		return nil
	}
	m.travel.generation++
	m.travel.target = t
	generation := m.travel.generation
	return func() tea.Msg {
		from, to := s.Span()
		if t.Before(from) || t.After(to) {
			return atMsg{generation: generation, err: fmt.Errorf("nothing is recorded at %s; there is %s to %s",
				format.Clock(t), format.Clock(from), format.Clock(to))}
		}
		v, err := s.At(ctx, t)
		if err != nil {
			err = fmt.Errorf("going to %s: %w", format.Clock(t), err)
		}
		return atMsg{generation: generation, view: v, err: err}
	}
}

// takePast shows a moment of the past, if it is still the one that was asked for.
// An error leaves the screen as it is: to be thrown back to now would lose the place from which one more step is meant.
func (m *Model) takePast(msg atMsg) {
	if msg.generation != m.travel.generation {
		return
	}
	m.travel.target = time.Time{}
	switch {
	case msg.err != nil:
		m.flash = m.frame.Text(msg.err.Error())
	case msg.view == nil || msg.view.Snapshot == nil:
		m.flash = "that moment is not recorded; } goes forward"
	default:
		m.frozen = msg.view
		m.rebuild(false)
	}
}

// parseClock reads HH:MM, HH:MM:SS as the last such moment at or before now. It is UTC, as all times on screen are; the Z
// may be typed or not.
func parseClock(s string, now time.Time) (time.Time, bool) {
	now, s = now.UTC(), strings.TrimSuffix(strings.ToUpper(s), "Z")
	for _, layout := range []string{"15:04:05", "15:04"} {
		t, err := time.Parse(layout, s)
		if err != nil {
			continue
		}
		at := time.Date(now.Year(), now.Month(), now.Day(), t.Hour(), t.Minute(), t.Second(), 0, time.UTC)
		if at.After(now) {
			at = at.AddDate(0, 0, -1)
		}
		return at, true
	}
	return time.Time{}, false
}

package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/internal/session"
	"github.com/partop/partop/ui/screen"
)

// viewMsg brings the newest view, with its figures merged beside the loop.
type viewMsg struct {
	view *session.View
	data *screen.Data
}

// endedMsg says that the session gives no more views.
type endedMsg struct{}

// atMsg brings a view of the past; an answer to an older wish than the last is dropped.
type atMsg struct {
	generation uint64
	view       *session.View
	err        error
}

// flashMsg is the answer of a command, in words.
type flashMsg string

// settleMsg ends a hold, idleMsg asks whether anybody is there.
type (
	settleMsg struct{}
	idleMsg   struct{}
)

// fetch reads the view that there is.
// It is asked for once at the start; from then on wait brings every change.
func (m *Model) fetch() tea.Cmd {
	s, lens, system := m.session, m.place.lens, m.system
	return func() tea.Msg { return viewOf(s, lens, system) }
}

// wait waits for the next view. The lens of the moment is used for the merge; a view that comes after it was changed
// is merged again.
func (m *Model) wait() tea.Cmd {
	s, lens, system, ctx := m.session, m.place.lens, m.system, m.ctx
	return func() tea.Msg {
		select {
		case <-ctx.Done():
			return nil
		case _, ok := <-s.Changed(): // signals that came meanwhile are one: the view read below is newer than all of them
			if !ok {
				return endedMsg{}
			}
			return viewOf(s, lens, system)
		}
	}
}

// viewOf merges beside the loop: with a thousand nodes it takes longer than a key may wait.
func viewOf(s Session, lens cluster.Lens, system bool) tea.Msg {
	v := s.View()
	if v == nil || v.Snapshot == nil {
		v = nothingKnown()
	}
	return viewMsg{view: v, data: screen.Prepare(v, lens, system)}
}

// forceSync tells Bubble Tea that the terminal has synchronized output, as if the terminal had answered: it does not
// ask under ssh, and tmux answers only from 3.7 on.
func forceSync() tea.Msg {
	return tea.ModeReportMsg{Mode: ansi.ModeSynchronizedOutput, Value: ansi.ModeReset}
}

// tell calls the session beside the loop and says the words when done.
func (m *Model) tell(words string, call func(Session)) tea.Cmd {
	s := m.session
	return func() tea.Msg {
		call(s)
		if words == "" {
			return nil
		}
		return flashMsg(words)
	}
}

// after sends a message when a time is up. Bubble Tea's own timers outlive the program by as much as half an hour.
func (m *Model) after(d time.Duration, msg tea.Msg) tea.Cmd {
	ctx := m.ctx
	return func() tea.Msg {
		t := time.NewTimer(d)
		defer t.Stop()
		select {
		case <-ctx.Done():
			return nil
		case <-t.C:
			return msg
		}
	}
}

// holdFor is how long rows keep their places after a key.
const holdFor = time.Second

// keepStill starts a hold.
func (m *Model) keepStill() tea.Cmd {
	m.hold.until = m.options.Now().Add(holdFor)
	if m.hold.waiting {
		return nil
	}
	m.hold.waiting = true
	return m.after(holdFor, settleMsg{})
}

// settle lets rows go to their new places, unless a key came meanwhile.
// A key that came while waiting made the hold longer, so the rest of it is waited for instead of starting a timer for
// each key.
func (m *Model) settle() tea.Cmd {
	if left := m.hold.until.Sub(m.options.Now()); left > 0 {
		return m.after(left, settleMsg{})
	}
	m.hold.waiting = false
	m.screen().List().Settle()
	return nil
}

// holding reports whether rows must keep their places.
func (m *Model) holding() bool { return m.options.Now().Before(m.hold.until) }

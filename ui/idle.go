package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// idle tracks whether anybody is there: a screen left open in tmux must not poll a cluster for ever.
type idle struct {
	since   time.Time // the last key or change of focus
	focused bool      // the terminal says that it has the focus; many never say anything
	paused  bool
}

// idleTick asks again when the time is up at the earliest.
func (m *Model) idleTick() tea.Cmd {
	if m.options.IdleAfter < 0 {
		return nil
	}
	// Never sooner than a second, or a clock that jumps would make this a busy loop.
	left := max(time.Second, m.idle.since.Add(m.options.IdleAfter).Sub(m.options.Now()))
	return m.after(left, idleMsg{})
}

// checkIdle pauses the polling, not the program: what was read stays on screen, and one key goes on. A terminal that
// says it has the focus counts as somebody.
func (m *Model) checkIdle() tea.Cmd {
	if m.idle.focused {
		m.idle.since = m.options.Now()
	}
	if m.idle.paused || m.options.Now().Sub(m.idle.since) < m.options.IdleAfter {
		return m.idleTick()
	}
	m.idle.paused = true
	pause := m.tell("", func(s Session) { s.SetPaused(true) })
	return tea.Batch(pause, m.idleTick())
}

// present notes that somebody is there and resumes the polling.
func (m *Model) present(focus bool) tea.Cmd {
	m.idle.since = m.options.Now()
	if focus {
		m.idle.focused = true
	}
	if !m.idle.paused {
		return nil
	}
	m.idle.paused = false
	return m.tell("polling again", func(s Session) { s.SetPaused(false) })
}

package ui

import (
	tea "charm.land/bubbletea/v2"
)

// Update routes messages, then paints.
// Painting is done here and not in View: Bubble Tea calls View at its own rate, and an unchanged frame must cost nothing
// then.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	lens := m.place.lens.Node
	cmd := m.route(msg)
	if m.place.lens.Node != lens {
		m.session.LookAt(m.place.lens.Node)
	}
	m.paint()
	return m, cmd
}

// route stays a list: what a message does is elsewhere.
func (m *Model) route(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case viewMsg:
		return m.takeView(msg)
	case atMsg:
		m.takePast(msg)
	case endedMsg:
		m.flash = "the session has ended; what was read stays on screen"
	case flashMsg:
		m.flash = m.frame.Text(string(msg))
	case refusedMsg:
		m.flash = m.frame.Text(string(msg))
	case confirmMsg:
		c := confirm(msg)
		m.confirm, m.flash = &c, ""
	case settleMsg:
		return m.settle()
	case idleMsg:
		return m.checkIdle()
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
	case tea.FocusMsg:
		return m.present(true)
	// Losing the focus starts the idle time anew: a window in the background was looked at until this moment.
	case tea.BlurMsg:
		m.idle.focused = false
		m.idle.since = m.options.Now()
	case tea.PasteMsg:
		m.paste(msg.Content)
	case tea.KeyPressMsg:
		return m.key(msg)
	}
	return nil
}

// takeView takes a new view. While the screen is frozen only the age in the header moves.
// A view that was merged under another lens than the one of now is merged again by rebuild: the lens changed while it
// was under way.
func (m *Model) takeView(msg viewMsg) tea.Cmd {
	m.tellJobs(m.live.Jobs, msg.view.Jobs)
	m.live = msg.view
	if m.frozen == nil {
		if msg.data.Fits(msg.view, m.place.lens, m.system) {
			m.data = msg.data
		}
		m.rebuild(m.holding())
	}
	return m.wait()
}

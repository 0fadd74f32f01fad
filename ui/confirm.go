package ui

import (
	"errors"

	tea "charm.land/bubbletea/v2"

	"github.com/partop/partop/internal/session"
	"github.com/partop/partop/themes"
	"github.com/partop/partop/ui/widget"
)

// confirm asks for the operator's word before a job that costs something: what it costs whom stands above the question.
type confirm struct {
	title, price string
	request      session.Request
	started      string // what to say once it runs
}

// confirmMsg asks the question; the job has not been started.
type confirmMsg confirm

// refusedMsg says why a job was not started.
type refusedMsg string

// key takes a plain yes only: a key pressed by habit must not start a JVM.
func (c *confirm) key(m *Model, k tea.KeyPressMsg) tea.Cmd {
	switch k.String() {
	case "y", "Y":
		m.confirm = nil
		r := c.request
		r.Confirmed = true
		return m.submit(r, c.started)
	case "n", "N", "q", "esc", "backspace":
		m.confirm = nil
		m.flash = "not started"
	default:
		m.flash = "y starts it, n or esc leaves it"
	}
	return nil
}

// draw covers the screen: what is agreed to must be read.
func (c *confirm) draw(width int) []widget.Drawn {
	out := []widget.Drawn{{Line: widget.In(themes.Badge, " "+c.title+"? ")}, {}}
	for _, l := range widget.Wrap(c.price, min(width-2, 100)) {
		out = append(out, widget.Drawn{Line: widget.Plain(" " + l)})
	}
	return append(out, widget.Drawn{}, widget.Drawn{Line: widget.In(themes.KeyHint, " y").Add(themes.Text, " start it   ").
		Add(themes.KeyHint, "n").Add(themes.Text, " or ").Add(themes.KeyHint, "esc").Add(themes.Text, " leave it")})
}

// submit starts a job, or brings its question.
func (m *Model) submit(r session.Request, started string) tea.Cmd {
	s := m.session
	return func() tea.Msg {
		_, err := s.Submit(r)
		var ask *session.NeedsConfirm
		switch {
		case errors.As(err, &ask):
			return confirmMsg{title: ask.Title, price: ask.Price, request: r, started: started}
		case err != nil:
			return refusedMsg(err.Error())
		}
		return flashMsg(started)
	}
}

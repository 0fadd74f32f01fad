package ui

import (
	"fmt"
	"strings"

	"github.com/partop/partop/internal/session"
	"github.com/partop/partop/themes"
	"github.com/partop/partop/ui/format"
	"github.com/partop/partop/ui/widget"
)

// The least size of a screen that still reads.
const minWidth, minHeight = 60, 16

// paint makes the frame: two lines of header, the body, a line of words, a line of keys.
func (m *Model) paint() {
	if m.width <= 0 || m.height <= 0 {
		return
	}
	// Every line is painted to the full width: what a shorter one leaves behind would depend on the frame before.
	p := widget.Painter{Theme: m.theme, ASCII: m.options.ASCII}
	// Below the least size nothing is drawn at all: half a table is read as a whole one.
	if m.width < minWidth || m.height < minHeight {
		m.content = widget.Cut(fmt.Sprintf("partop: need %dx%d, have %dx%d", minWidth, minHeight, m.width, m.height), m.width)
		return
	}
	words := m.words()
	room := m.height - 3 - len(words)
	body := m.body(room)
	lines := make([]string, 0, m.height)
	lines = append(lines, p.Paint(m.header(), m.width, false), p.Paint(m.tabs(), m.width, false))
	for i := range room {
		if i < len(body) {
			lines = append(lines, p.Paint(body[i].Line, m.width, body[i].Selected))
		} else {
			lines = append(lines, p.Paint(nil, m.width, false))
		}
	}
	for _, l := range words {
		lines = append(lines, p.Paint(l, m.width, false))
	}
	lines = append(lines, p.Paint(m.keyLine(), m.width, false))
	m.content = strings.Join(lines, "\n")
}

// body is the screen, or the overlay that covers it, with a notice of the session above and suggestions below.
// It may be shorter than height; what is left stays blank, so that the words below keep their place.
func (m *Model) body(height int) []widget.Drawn {
	var out []widget.Drawn
	if n := m.shown().Notice; n != "" {
		out = m.notice(m.frame.Text(n))
	}
	// Suggestions grow upwards from the line that is typed in, over what is least important on every screen: its end.
	var below []widget.Drawn
	if m.prompt != nil && m.prompt.pal != nil {
		below = m.prompt.pal.draw(m.width, height/2)
	}
	room := height - len(out) - len(below)
	var main []widget.Drawn
	switch {
	case m.confirm != nil:
		main = m.confirm.draw(m.width)
	case m.text != nil:
		main = m.text.draw(m.width, room, m.options.ASCII)
	default:
		main = m.screen().Draw(m.width, room)
	}
	out = append(out, main[:min(len(main), room)]...)
	for len(below) > 0 && len(out) < height-len(below) {
		out = append(out, widget.Drawn{})
	}
	return append(out, below...)
}

// bannerLines is how many lines a notice may take while nothing else is known: then it is all there is to read.
const bannerLines = 4

// notice is one line beside figures, and a banner without any.
// The session's own words (reconnecting, a torn recording) stand above the figures that they put in doubt.
func (m *Model) notice(text string) []widget.Drawn {
	if len(m.data.Nodes) > 0 {
		return []widget.Drawn{{Line: widget.In(themes.Warn, " ! ").Add(themes.Text, widget.Cut(text, m.width-4))}}
	}
	var out []widget.Drawn
	for i, l := range widget.Wrap(text, m.width-4) {
		if i == bannerLines {
			break
		}
		lead := "   "
		if i == 0 {
			lead = " ! "
		}
		out = append(out, widget.Drawn{Line: widget.In(themes.Warn, lead).Add(themes.Text, l)})
	}
	return out
}

// maxWords is how many lines words may take from the body. A reason that is cut off cannot be read anywhere else; two lines
// hold most that rules and servers give and leave 11 lines of body at 60x16, and where there is room a third holds the
// remedies, which stand at the end.
func (m *Model) maxWords() int {
	if m.height >= 24 {
		return 3
	}
	return 2
}

// words is the answer to the last key, what is being typed, or what is under the cursor; at least one line.
func (m *Model) words() []widget.Line {
	l := m.screen().Words()
	switch {
	case m.prompt != nil:
		return []widget.Line{m.prompt.line(m)} // one line always: what is typed must not jump
	case m.flash != "":
		l = widget.In(themes.Strong, " "+m.flash)
	case m.text != nil || m.confirm != nil:
		return []widget.Line{nil}
	}
	if m.options.ASCII { // signs grow: what fits before may not fit afterwards
		l = l.ASCII()
	}
	return widget.WrapLine(l, m.width-1, 1, m.maxWords())
}

// keyLine shows the running job, else the keys.
// Of several jobs the first one is shown: they are light and rarely two.
func (m *Model) keyLine() widget.Line {
	for i := range m.live.Jobs {
		if j := &m.live.Jobs[i]; j.State == session.JobRunning {
			return m.jobLine(j)
		}
	}
	if m.text != nil {
		return widget.In(themes.KeyHint, " ↑↓").Add(themes.Dim, " scroll  ").Add(themes.KeyHint, "g G").Add(themes.Dim, " ends  ").
			Add(themes.KeyHint, "esc").Add(themes.Dim, " close")
	}
	return hintLine(m.place.screen, m.width, m.live.Mode.Replay)
}

// jobLine takes the place of the key hints while a job runs: they are known by then, its progress is not.
// Progress is shown as far as the job tells it; a bar that only pretends to move is worse than none.
func (m *Model) jobLine(j *session.Job) widget.Line {
	l := widget.In(themes.Strong, fmt.Sprintf(" job %d ", j.ID)).Add(themes.Text, widget.Cut(m.frame.Text(j.Title), m.width/2)+" ")
	if j.Of > 0 {
		l = l.Add(themes.Bar, widget.Bar(j.Done/j.Of, 12)).Add(themes.Text, " "+format.Share(j.Done/j.Of))
	}
	return l.Add(themes.Dim, "  :cancel ends it")
}

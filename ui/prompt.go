package ui

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"github.com/partop/partop/themes"
	"github.com/partop/partop/ui/widget"
)

// prompt is a line being typed: a filter, or a command with its suggestions.
type prompt struct {
	sign  string
	text  string
	pal   *palette // nil for a filter
	start string   // the filter before, for esc
}

// newFilter begins with the filter that is there: changing it is more common than starting over.
func newFilter(m *Model) *prompt {
	f := m.screen().List().Filter()
	return &prompt{sign: "/", text: f, start: f}
}

// maxPrompt bounds what can be typed or pasted.
const maxPrompt = 256

// key takes the editing keys of a shell; everything that carries text is typed.
// Keys of the key table mean nothing here: a q in a filter is a letter.
func (p *prompt) key(m *Model, k tea.KeyPressMsg) tea.Cmd {
	switch k.String() {
	case "esc":
		p.cancel(m)
	case "enter":
		return p.accept(m)
	case "backspace":
		p.erase(m)
	case "ctrl+u":
		p.set(m, "")
	case "ctrl+w":
		p.set(m, strings.TrimRight(p.text, " ")[:strings.LastIndexByte(" "+strings.TrimRight(p.text, " "), ' ')])
	case "tab", "right":
		p.complete(m)
	case "up", "ctrl+p":
		p.choose(-1)
	case "down", "ctrl+n":
		p.choose(1)
	default:
		if k.Text != "" {
			p.set(m, p.text+k.Text)
		}
	}
	return nil
}

// erase takes the last letter away; on an empty line it leaves, as vi does.
func (p *prompt) erase(m *Model) {
	if p.text == "" {
		p.cancel(m)
		return
	}
	_, n := utf8.DecodeLastRuneInString(p.text)
	p.set(m, p.text[:len(p.text)-n])
}

// set filters while it is typed, so that enter is only a confirmation.
// Every letter takes effect: a list that shrinks while one types tells when to stop typing.
func (p *prompt) set(m *Model, text string) {
	p.text = typed(text)
	if p.pal != nil {
		p.pal.match(p.text)
		return
	}
	m.screen().List().SetFilter(p.text)
}

// typed keeps what a person can type: one line, no control characters.
func typed(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return ' '
		case !unicode.IsPrint(r) || r == utf8.RuneError:
			return -1
		}
		return r
	}, s)
	// Cut at bytes, then mended: half a letter at the end would count as an unprintable one.
	if len(s) > maxPrompt {
		s = strings.ToValidUTF8(s[:maxPrompt], "")
	}
	return s
}

// cancel restores the filter that was there before.
func (p *prompt) cancel(m *Model) {
	if p.pal == nil {
		m.screen().List().SetFilter(p.start)
	}
	m.prompt = nil
}

// accept closes before it runs: a command may open a prompt of its own.
func (p *prompt) accept(m *Model) tea.Cmd {
	m.prompt = nil
	if p.pal == nil {
		return nil
	}
	return p.pal.run(m, p.text)
}

// complete takes the suggestion under the cursor.
// It takes the text, not the command: what follows a name may still have to be typed.
func (p *prompt) complete(m *Model) {
	if p.pal != nil {
		if c, ok := p.pal.chosen(); ok {
			p.set(m, c.text)
		}
	}
}

// choose moves among suggestions; a filter has none.
func (p *prompt) choose(by int) {
	if p.pal != nil {
		p.pal.choose(by)
	}
}

// line is the prompt as it stands in the line of words. The cursor is a block in reverse: a sign would look typed.
func (p *prompt) line(m *Model) widget.Line {
	l := widget.In(themes.KeyHint, " "+p.sign).Add(themes.Input, p.text).Add(themes.Selection, " ")
	if p.pal == nil {
		t := m.screen().List()
		return l.Add(themes.Dim, fmt.Sprintf("   %d of %d   enter keeps, esc leaves, ! turns it round", t.Len(), t.Total()))
	}
	return l.Add(themes.Dim, "   tab completes, enter runs, esc leaves")
}

// paste adds pasted text to an open prompt and is ignored otherwise: a ticket in the clipboard is no row of keys.
func (m *Model) paste(text string) {
	if m.prompt != nil {
		m.prompt.set(m, m.prompt.text+text)
	}
}

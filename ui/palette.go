package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/sahilm/fuzzy"

	"github.com/partop/partop/themes"
	"github.com/partop/partop/ui/widget"
)

// palette is the list of commands beside what is typed.
type palette struct {
	all     []suggestion
	matches []int
	at      int
}

// suggestion is a command that can be run as it stands, or one that waits for words (free).
type suggestion struct {
	text string
	says string
	free bool // text ends where the words begin
	run  func(m *Model, words string) tea.Cmd
}

// newPalette may begin with a text: n is the palette with "node " typed already, so there is one picker to learn.
func newPalette(m *Model, text string) *prompt {
	p := &palette{all: suggestions(m)}
	p.match(text)
	return &prompt{sign: ":", text: text, pal: p}
}

// match finds the suggestions for what was typed: those that begin with it first, then by likeness.
func (p *palette) match(text string) {
	p.at, p.matches = 0, p.matches[:0]
	want := strings.ToLower(strings.TrimLeft(text, " "))
	seen := map[int]bool{}
	for i, c := range p.all {
		if strings.HasPrefix(strings.ToLower(c.text), want) || c.free && strings.HasPrefix(want, c.text) {
			p.matches = append(p.matches, i)
			seen[i] = true
		}
	}
	if want == "" {
		return
	}
	texts := make([]string, len(p.all))
	for i := range p.all {
		texts[i] = p.all[i].text
	}
	// Likeness comes second: "no" means note and node before it means moNO.
	for _, f := range fuzzy.Find(want, texts) {
		if !seen[f.Index] {
			p.matches = append(p.matches, f.Index)
		}
	}
}

// choose goes round at both ends.
func (p *palette) choose(by int) {
	if n := len(p.matches); n > 0 {
		p.at = (p.at + by + n) % n
	}
}

// chosen is what tab completes and enter runs when the text itself is no command.
func (p *palette) chosen() (suggestion, bool) {
	if p.at >= len(p.matches) {
		return suggestion{}, false
	}
	return p.all[p.matches[p.at]], true
}

// run runs what was typed if it is a command, else the suggestion under the cursor.
func (p *palette) run(m *Model, text string) tea.Cmd {
	text = strings.TrimSpace(text)
	for _, c := range p.all {
		if strings.EqualFold(c.text, text) {
			return c.run(m, "")
		}
	}
	for _, c := range p.all {
		if words, ok := strings.CutPrefix(text, c.text); ok && c.free && words != "" {
			return c.run(m, strings.TrimSpace(words))
		}
	}
	if c, ok := p.chosen(); ok {
		if c.free {
			m.prompt = newPalette(m, c.text)
			return nil
		}
		return c.run(m, "")
	}
	m.flash = "no such command: " + text + "; : alone lists all"
	return nil
}

// maxSuggestions is how many are drawn.
const maxSuggestions = 8

// draw lists suggestions for the bottom of the body.
func (p *palette) draw(width, height int) []widget.Drawn {
	n := min(maxSuggestions, height, len(p.matches))
	first := max(0, min(p.at-n/2, len(p.matches)-n))
	out := make([]widget.Drawn, 0, n)
	for i := first; i < first+n; i++ {
		c := &p.all[p.matches[i]]
		l := widget.In(themes.Strong, "  "+widget.Left(c.text, min(28, width/2))).Add(themes.Dim, " "+c.says)
		out = append(out, widget.Drawn{Line: l, Selected: i == p.at})
	}
	if len(out) == 0 {
		out = append(out, widget.Drawn{Line: widget.In(themes.Dim, "  no such command")})
	}
	return out
}

package ui

import (
	"fmt"
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
// It is complete in itself, so that running one needs no second look at what was typed.
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
	// The choice returns to the first match with every letter: the one that was chosen may have gone from the list.
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
// The text wins over the cursor: a command typed in full must not become its neighbour because that sorted first.
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
	m.flash = p.unknown(text)
	return nil
}

// unknown answers a command that is none. Of one that takes a name it says which names there are: to be told only that
// "nope" is wrong means to ask again.
func (p *palette) unknown(text string) string {
	verb, word, _ := strings.Cut(text, " ")
	var names []string
	for _, c := range p.all {
		if name, ok := strings.CutPrefix(c.text, verb+" "); ok && name != "" {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return "no such command: " + text + "; : alone lists all"
	}
	more := ""
	if n := len(names) - maxSuggestions; n > 0 {
		names, more = names[:maxSuggestions], fmt.Sprintf(" and %d more", n)
	}
	return fmt.Sprintf("no %s %s; there is %s%s", verb, word, strings.Join(names, ", "), more)
}

// maxSuggestions is how many are drawn.
const maxSuggestions = 8

// draw lists suggestions for the bottom of the body.
func (p *palette) draw(width, height int) []widget.Drawn {
	// The chosen one stays in the middle of the window while there is more on either side, so that what comes next can
	// be seen.
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

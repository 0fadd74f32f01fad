package ui

import (
	"fmt"

	"github.com/partop/partop/themes"
	"github.com/partop/partop/ui/screen"
	"github.com/partop/partop/ui/widget"
)

// tabs is the second line: full names where they fit.
func (m *Model) tabs() widget.Line {
	l := m.tabLine(screen.ID.Title)
	if l.Width() <= m.width {
		return l
	}
	// Four letters tell the seven apart, and the row of tabs then fits the least width.
	return m.tabLine(func(id screen.ID) string { return id.Title()[:4] })
}

// tabLine keeps the digits in front whatever happens to the names: they are the keys.
// The count of findings stays with its tab even when names are short: it is what brings one to the other six.
func (m *Model) tabLine(name func(screen.ID) string) widget.Line {
	var l widget.Line
	for id := screen.TablesID; id <= screen.FindingsID; id++ {
		if id > screen.TablesID {
			l = l.Add(themes.Text, " ")
		}
		text := fmt.Sprintf("%d%s", id, name(id))
		if id == screen.FindingsID {
			text += m.findingCount()
		}
		role := themes.Text
		if id == m.place.screen {
			role = themes.TabActive
		}
		l = l.Add(role, text)
	}
	return l
}

// findingCount is how many findings are NOW and not acknowledged, as "2!". HYGIENE is not counted: a number that has
// stood there for weeks is no longer read, and takes the other one with it.
func (m *Model) findingCount() string {
	now := 0
	for i := range m.shown().Findings {
		if f := &m.shown().Findings[i]; f.Now && !m.acked[f.ID()] {
			now++
		}
	}
	if now == 0 {
		return ""
	}
	return fmt.Sprintf(" %d!", now)
}

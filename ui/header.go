package ui

import (
	"fmt"
	"slices"
	"strings"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/themes"
	"github.com/partop/partop/ui/format"
	"github.com/partop/partop/ui/screen"
	"github.com/partop/partop/ui/widget"
)

// header is the first line: what is looked at on the left, whether it moves on the right, where no one can miss it.
func (m *Model) header() widget.Line {
	right := m.state()
	room := m.width - right.Width() - 1
	l := widget.In(themes.Strong, " partop").Add(themes.Text, " "+m.title())
	l = addFits(l, room, m.lens())
	parts := []widget.Line{m.up(), m.reached(), m.sources()}
	if !m.place.lens.IsZero() {
		parts = parts[2:] // a lens shows some nodes only: their count would be taken for the cluster's
	}
	for _, part := range parts {
		l = addFits(l, room, part)
	}
	if w := l.Width(); w > room {
		l = widget.Plain(widget.Cut(l.Text(), room))
	}
	return append(l.Add(themes.Text, strings.Repeat(" ", max(1, m.width-l.Width()-right.Width()))), right...)
}

// addFits adds a part whole or not at all: half a number in a header would be read as a number.
func addFits(l widget.Line, room int, part widget.Line) widget.Line {
	if len(part) == 0 || l.Width()+2+part.Width() > room {
		return l
	}
	return append(l.Add(themes.Text, "  "), part...)
}

// title is what was asked for, and the releases that answered.
func (m *Model) title() string {
	v := m.shown()
	var releases []string
	for _, n := range v.Nodes {
		if info := n.Info(); info != nil && info.Release != "" && !slices.Contains(releases, info.Release) {
			releases = append(releases, info.Release)
		}
	}
	slices.Sort(releases)
	room := max(12, m.width/3)
	out := widget.CutMiddle(m.frame.Text(v.Title), room-8) // a path tells most at its end; a release takes eight cells
	switch len(releases) {
	case 0:
	case 1, 2:
		out += " " + m.frame.Text(strings.Join(releases, "+"))
	default:
		out += " " + m.frame.Text(releases[0]) + fmt.Sprintf("+%d others", len(releases)-1)
	}
	return widget.Cut(out, room)
}

// lens is a badge, because every figure on every screen means something else under it.
func (m *Model) lens() widget.Line {
	switch l := m.place.lens; {
	case l.Node != "":
		return widget.In(themes.Badge, " NODE "+m.frame.NodeName(l.Node)+" ")
	case l.DataCenter != "":
		return widget.In(themes.Badge, " DC "+m.frame.Text(l.DataCenter)+" ")
	}
	return nil
}

// up counts nodes by gossip, which is another thing than who answers us.
func (m *Model) up() widget.Line {
	up, known := 0, 0
	for _, n := range m.data.Nodes {
		if strings.HasPrefix(n.Status.Code, "?") {
			continue
		}
		known++
		if !n.Status.Down {
			up++
		}
	}
	all := len(m.data.Nodes)
	if all == 0 {
		return nil
	}
	if known == 0 {
		return widget.In(themes.Dim, fmt.Sprintf("up ?/%d", all))
	}
	role := themes.Text
	text := fmt.Sprintf("up %d/%d (gossip)", up, all)
	if up < known {
		role, text = themes.Bad, "! "+text
	}
	return widget.In(role, text)
}

// reached counts who answers us. It stands beside the count by gossip: "down" and "not reached from here" are two
// things.
func (m *Model) reached() widget.Line {
	n := 0
	if len(m.data.Nodes) == 0 {
		return nil
	}
	for _, f := range m.data.Nodes {
		if f.Silent == "" {
			n++
		}
	}
	text, role := fmt.Sprintf("reached %d", n), themes.Text
	if all := len(m.data.Nodes); n < all {
		text, role = fmt.Sprintf("! reached %d of %d", n, all), themes.Warn
	}
	return widget.In(role, text)
}

// sources names the ways that work, and JMX when it does not: it is the one that would add most.
func (m *Model) sources() widget.Line {
	var l widget.Line
	have := m.shown().Mode.Sources
	for _, s := range have {
		if s != cluster.SourceSelf {
			l = l.Add(themes.OK, m.frame.Text(strings.ToUpper(string(s)))+" ")
		}
	}
	if len(have) > 0 && !slices.Contains(have, cluster.SourceJMX) {
		l = l.Add(themes.Dim, "no JMX")
	}
	return l
}

// state says whether the screen moves. It is the one word that must not be mistaken.
func (m *Model) state() widget.Line {
	v := m.shown()
	clock := format.Clock(v.Clock)
	switch mode := m.live.Mode; {
	case m.frozen != nil:
		text := " FROZEN " + clock
		if age := m.live.Clock.Sub(v.Clock); age >= 1e9 {
			text += ", " + format.Age(age) + " ago"
		}
		return widget.In(themes.Badge, text+" ")
	case m.idle.paused || mode.Paused:
		return widget.In(themes.Badge, " PAUSED, any key goes on ")
	case mode.Ended:
		return widget.In(themes.Badge, " ENDED "+clock+" ")
	case mode.Replay:
		return widget.In(themes.Badge, " REPLAY "+format.Elapsed(v.Clock.Sub(v.Started))+" ")
	case v.Clock.IsZero():
		return widget.In(themes.Dim, "connecting ")
	case mode.Interval > 0:
		return widget.In(themes.OK, "LIVE "+format.Duration(mode.Interval)+" ")
	}
	return widget.In(themes.OK, "LIVE ")
}

// tabs is the second line: full names where they fit.
func (m *Model) tabs() widget.Line {
	l := m.tabLine(screen.ID.Title)
	if l.Width() <= m.width {
		return l
	}
	return m.tabLine(func(id screen.ID) string { return id.Title()[:4] })
}

// tabLine keeps the digits in front whatever happens to the names: they are the keys.
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

// findingCount is "(now+hygiene)" of what is not acknowledged.
func (m *Model) findingCount() string {
	now, hygiene := 0, 0
	for i := range m.shown().Findings {
		switch f := &m.shown().Findings[i]; {
		case m.acked[f.ID()]:
		case f.Now:
			now++
		default:
			hygiene++
		}
	}
	if now+hygiene == 0 {
		return ""
	}
	return fmt.Sprintf("(%d+%d)", now, hygiene)
}

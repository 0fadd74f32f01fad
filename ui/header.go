package ui

import (
	"fmt"
	"slices"
	"strings"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/themes"
	"github.com/partop/partop/ui/format"
	"github.com/partop/partop/ui/widget"
)

// leastTitle is how far a title is cut before a warning would have to go; beyond it the name tells nothing.
const leastTitle = 8

// header is the first line: what is looked at on the left, whether it moves on the right, where no one can miss it. Words
// give way in the order in which they can be missed: sources and counts that are as they should be, the title's tail, the
// length of the warnings, the name of the program. A warning itself never goes.
func (m *Model) header() widget.Line {
	right := m.state(true)
	brand, title, lens, warn := widget.In(themes.Strong, " partop "), m.title(), m.lens(longName), m.warnings(false)
	least := leastTitle
	left := func() int { return m.width - 1 - brand.Width() - lens.Width() - warn.Width() - right.Width() }
	for _, give := range []func(){
		func() { warn = m.warnings(true) },
		func() { right = m.state(false) },
		func() { brand = nil },
		func() { title, least = "", 0 },
		func() { lens = m.lens(max(1, lens.Width()-len("   NODE  ")+left())) },
	} {
		if left() >= least {
			break
		}
		give()
	}
	l := brand.Add(themes.Text, widget.Cut(title, max(0, left())))
	l = append(append(l, lens...), warn...)
	room := m.width - right.Width() - 1
	for _, part := range m.asides() {
		l = addFits(l, room, part)
	}
	return append(l.Add(themes.Text, strings.Repeat(" ", max(1, m.width-l.Width()-right.Width()))), right...)
}

// warnings are the counts that are not as they should be, of the whole cluster even under a lens: that another node is
// lost is news for whoever looks at one. The short form leaves the explaining words out.
func (m *Model) warnings(short bool) widget.Line {
	c := m.counts()
	var l widget.Line
	if m.shown().Mode.Saved != nil {
		if c.reached < c.all {
			l = l.Add(themes.Dim, fmt.Sprintf("  outputs of %d of %d nodes", c.reached, c.all))
		}
		return l
	}
	if c.up < c.told {
		text := fmt.Sprintf("  ! up %d/%d", c.up, c.all)
		if !short {
			text += " (gossip)"
		}
		l = l.Add(themes.Bad, text)
	}
	if c.reached < c.all {
		text := fmt.Sprintf("  ! reached %d of %d", c.reached, c.all)
		if short {
			text = fmt.Sprintf("  ! reached %d/%d", c.reached, c.all)
		}
		l = l.Add(themes.Warn, text)
	}
	return l
}

// asides are the parts that are shown where there is room. Under a lens the counts stay away: they would be taken for
// those of the lens.
func (m *Model) asides() []widget.Line {
	c := m.counts()
	var out []widget.Line
	if m.place.lens.IsZero() && c.all > 0 {
		switch {
		case c.told == 0:
			out = append(out, widget.In(themes.Dim, fmt.Sprintf("up ?/%d", c.all)))
		case c.up == c.told:
			out = append(out, widget.Plain(fmt.Sprintf("up %d/%d (gossip)", c.up, c.all)))
		}
		if c.reached == c.all {
			out = append(out, widget.Plain(fmt.Sprintf("reached %d", c.reached)))
		}
	}
	if t := m.shown().Turn; m.place.lens.IsZero() && t.Partial() {
		out = append(out, widget.Plain(fmt.Sprintf("tables: %d of %s nodes", t.Asked, format.Count(float64(t.Of)))))
	}
	return append(out, m.sources())
}

// addFits adds a part whole or not at all: half a number in a header would be read as a number.
func addFits(l widget.Line, room int, part widget.Line) widget.Line {
	if len(part) == 0 || l.Width()+2+part.Width() > room {
		return l
	}
	return append(l.Add(themes.Text, "  "), part...)
}

// title is what was asked for, and the releases that answered.
// A cluster that is half upgraded runs two releases, and which they are explains a good deal of what looks odd.
func (m *Model) title() string {
	v := m.shown()
	var releases []string
	for _, n := range v.Nodes {
		if info := n.Info(); info != nil && info.Release != "" && !slices.Contains(releases, info.Release) {
			releases = append(releases, info.Release)
		}
	}
	slices.Sort(releases)
	// A third of the line: what is looked at matters, but whether it moves and who answers matters more.
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

// longName is how much of a name the header shows at most: an IPv6 address would push a warning out.
const longName = 24

// lens is a badge, because every figure on every screen means something else under it.
func (m *Model) lens(room int) widget.Line {
	switch l := m.place.lens; {
	case l.Node != "":
		return widget.Plain("  ").Add(themes.Badge, " NODE "+widget.CutMiddle(m.frame.NodeName(l.Node), room)+" ")
	case l.DataCenter != "":
		return widget.Plain("  ").Add(themes.Badge, " DC "+widget.CutMiddle(m.frame.Text(l.DataCenter), room)+" ")
	}
	return nil
}

// counts are of all nodes. "Down" is for gossip to say, "reached" is between the node and us: they are two things and
// stand side by side.
type counts struct{ all, told, up, reached int }

// counts are made once a view: the header asks for them several times a frame, and StatusOf looks through the gossip of
// every node. Rows that are merged already would not do, since under a lens they are of some nodes only.
func (m *Model) counts() counts {
	v := m.shown()
	if m.tally.view == v {
		return m.tally.counts
	}
	c := counts{all: len(v.Nodes)}
	for _, n := range v.Nodes {
		if st := v.StatusOf(n.ID); !strings.HasPrefix(st.Code, "?") {
			c.told++
			if !st.Down {
				c.up++
			}
		}
	}
	c.reached = len(v.Under(cluster.Lens{}))
	m.tally.view, m.tally.counts = v, c
	return c
}

// sources names the ways that work, and JMX when it does not: it is the one that would add most. That a way was asked for
// does not make it work: only an answer does.
func (m *Model) sources() widget.Line {
	var l widget.Line
	have, role, sign := m.shown().Mode.Sources, themes.OK, " "
	if m.counts().reached == 0 {
		role, sign = themes.Dim, " ? "
	}
	for _, s := range have {
		if s != cluster.SourceSelf {
			l = l.Add(role, m.frame.Text(strings.ToUpper(string(s)))+sign)
		}
	}
	if len(have) > 0 && !slices.Contains(have, cluster.SourceJMX) && !slices.Contains(have, cluster.SourceNodetool) {
		l = l.Add(themes.Dim, "no JMX")
	}
	return l
}

// state says whether the screen moves. It is the one word that must not be mistaken. age adds how old a held screen is.
// A held screen comes before all else: whatever the session does, these figures do not move.
func (m *Model) state(age bool) widget.Line {
	v := m.shown()
	clock := format.Clock(v.Clock)
	switch mode := m.live.Mode; {
	case m.frozen != nil:
		// The time of what is shown comes first: the age says nothing to whoever reads the screen in a ticket
		// later.
		text := " FROZEN " + clock
		if since := format.Since(m.live.Clock.Sub(v.Clock)); age && since != "" {
			text += ", " + since
		}
		return widget.In(themes.Badge, text+" ")
	case m.idle.paused || mode.Paused:
		return widget.In(themes.Badge, " PAUSED, any key goes on ")
	// Before REPLAY: a recording that has come to its end does not move any more.
	case mode.Saved != nil:
		return widget.In(themes.Badge, " SAVED "+clock+" ")
	case mode.Ended:
		return widget.In(themes.Badge, " ENDED "+clock+" ")
	case mode.Replay:
		return widget.In(themes.Badge, " REPLAY "+clock+" ")
	case m.counts().reached == 0:
		return m.unreached()
	case mode.Interval > 0:
		return widget.In(themes.OK, "LIVE "+format.Duration(mode.Interval)+" ")
	}
	return widget.In(themes.OK, "LIVE ")
}

// unreached tells the first seconds, in which nothing has failed yet, from a session that reaches nobody: LIVE over
// figures that nobody renews would be a lie.
func (m *Model) unreached() widget.Line {
	v := m.shown()
	// The session's notice is "connecting to ..." until the first attempt has failed; then it says why.
	if len(v.Nodes) == 0 && (v.Notice == "" || strings.HasPrefix(v.Notice, "connecting")) {
		return widget.In(themes.Dim, "connecting ")
	}
	return widget.In(themes.Badge, " NOT REACHED ")
}

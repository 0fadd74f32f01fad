package ui

import (
	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/ui/screen"
)

// show changes the screen and keeps table and lens.
// It is no step of the history: esc would otherwise walk back through every tab that was glanced at.
func (m *Model) show(id screen.ID) {
	m.place.screen = id
	m.rebuild(false)
}

// enterPlace goes somewhere esc comes back from.
// Going where one already is adds no step: esc would seem to do nothing.
func (m *Model) enterPlace(p place) {
	if p == m.place {
		return
	}
	m.history = append(m.history, m.place)
	m.place = p
	m.rebuild(false)
}

// open goes into the row under the cursor.
// What a row is about decides, the most particular first: a key is inside a table, a table inside a node.
func (m *Model) open() {
	s := m.screen()
	// A finding opens in place: its table and node are one key further, the words are the point.
	if u, ok := s.(screen.Unfolder); ok {
		u.Unfold()
		return
	}
	t, p := s.Target(), m.place
	switch {
	case t.Key != "":
		m.text = m.whole("partition key of "+m.frame.Text(t.Table.String()), m.frame.Key(t.Key))
	case m.place.screen == screen.HotKeysID:
		if text := s.Copy(); text != "" {
			m.text = m.whole("statement", text)
		}
	case t.Node != "":
		p.lens = cluster.Lens{Node: t.Node}
		if p.screen == screen.NodesID {
			p.screen = screen.TablesID
		}
		m.enterPlace(p)
	case m.place.screen == screen.CompactionsID:
		m.openInTables(t.Table)
	case !t.Table.IsZero():
		p.table = t.Table
		if p.screen == screen.TablesID {
			p.screen = screen.TombstonesID
		}
		m.enterPlace(p)
	}
}

// openInTables puts the cursor of the tables screen on a table: whoever asks why it compacts wants its finding and its
// figures node by node, which are there. A filter that hides the table gives way.
func (m *Model) openInTables(id cluster.TableID) {
	if id.IsZero() {
		return
	}
	p := m.place
	p.screen, p.compare = screen.TablesID, false
	m.enterPlace(p)
	if l := m.screen().List(); !l.Select(id.String()) {
		l.SetFilter("")
		l.Select(id.String())
	}
}

// back undoes one step: the filter, then the last place, then lens and table however they came about.
// Each press undoes exactly one thing, in the order in which they cover each other on screen; it never quits,
// since it is pressed in a hurry.
func (m *Model) back() {
	if l := m.screen().List(); l.Filter() != "" {
		l.SetFilter("")
		return
	}
	p := m.place
	switch {
	case len(m.history) > 0:
		p = m.history[len(m.history)-1]
		m.history = m.history[:len(m.history)-1]
	case p.compare:
		p.compare = false
	case !p.lens.IsZero():
		p.lens = cluster.Lens{}
	case !p.table.IsZero():
		p.table = cluster.TableID{}
	case p.screen != screen.TablesID:
		p.screen = screen.TablesID
	default:
		m.flash = "this is the first screen; q quits"
		return
	}
	m.place = p
	m.rebuild(false)
}

// setLens looks through a lens; esc leaves it.
// Comparing ends with it: it is about one node and its peers, and means something else for the next one.
func (m *Model) setLens(l cluster.Lens) {
	p := m.place
	p.lens, p.compare = l, false
	m.enterPlace(p)
}

// compare sets one node beside the median of the others in its data centre.
func (m *Model) compare() {
	if m.place.lens.Node == "" || m.place.screen != screen.TablesID {
		m.flash = "x compares one node with its data centre, on Tables: n picks the node first"
		return
	}
	m.place.compare = !m.place.compare
	m.rebuild(false)
}

// nextUnit shows the next of the lists that a screen has.
func (m *Model) nextUnit() {
	u, ok := m.screen().(screen.Lister)
	if !ok {
		m.flash = "b chooses among the lists of HotKeys, and the unit on Partitions"
		return
	}
	u.NextList()
	m.rebuild(false)
}

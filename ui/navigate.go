package ui

import (
	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/ui/screen"
)

// show changes the screen and keeps table and lens.
func (m *Model) show(id screen.ID) {
	m.place.screen = id
	m.rebuild(false)
}

// enterPlace goes somewhere esc comes back from.
func (m *Model) enterPlace(p place) {
	if p == m.place {
		return
	}
	m.history = append(m.history, m.place)
	m.place = p
	m.rebuild(false)
}

// open goes into the row under the cursor.
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
		m.text = m.whole("statement", s.Copy())
	case t.Node != "":
		p.lens = cluster.Lens{Node: t.Node}
		if p.screen == screen.NodesID {
			p.screen = screen.TablesID
		}
		m.enterPlace(p)
	case !t.Table.IsZero():
		p.table = t.Table
		if p.screen == screen.TablesID || p.screen == screen.CompactionsID {
			p.screen = screen.TombstonesID
		}
		m.enterPlace(p)
	}
}

// back undoes one step: the filter, then the last place, then lens and table however they came about.
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
func (m *Model) setLens(l cluster.Lens) {
	p := m.place
	p.lens, p.compare = l, false
	m.enterPlace(p)
}

// compare sets one node beside the median of its data centre.
func (m *Model) compare() {
	if m.place.lens.Node == "" || m.place.screen != screen.TablesID {
		m.flash = "x compares one node with its data centre, on Tables: n picks the node first"
		return
	}
	m.place.compare = !m.place.compare
	m.rebuild(false)
}

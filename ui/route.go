package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/partop/partop/ui/screen"
)

// key gives a key to whoever is on top: a prompt, an overlay, the screen. Any key ends a pause and does nothing else.
func (m *Model) key(k tea.KeyPressMsg) tea.Cmd {
	act := m.actions[k.String()]
	// ctrl-c comes before everything: it must work in a prompt, on an overlay and while paused.
	if act == actInterrupt {
		m.interrupted = true
		return tea.Quit
	}
	wasPaused := m.idle.paused
	here := m.present(false)
	if wasPaused {
		return here
	}
	m.flash = ""
	still := m.keepStill()
	return tea.Batch(still, m.dispatch(k, act))
}

// dispatch asks from the top of the stack down: what covers the screen sees keys first.
func (m *Model) dispatch(k tea.KeyPressMsg, act action) tea.Cmd {
	switch {
	case m.prompt != nil:
		return m.prompt.key(m, k)
	case m.text != nil:
		m.text.key(m, act)
		return nil
	}
	if m.move(act) {
		return nil
	}
	if act >= actScreen1 && act <= actScreen7 {
		m.show(screen.ID(act-actScreen1) + screen.TablesID)
		return nil
	}
	if cmd, done := m.look(act); done {
		return cmd
	}
	return m.do(act)
}

// move handles the keys that move the cursor or order the list.
func (m *Model) move(act action) bool {
	l := m.screen().List()
	switch act {
	case actUp:
		l.Move(-1)
	case actDown:
		l.Move(1)
	case actPageUp:
		l.Move(-l.Page())
	case actPageDown:
		l.Move(l.Page())
	case actHalfUp:
		l.Move(-max(1, l.Page()/2))
	case actHalfDown:
		l.Move(max(1, l.Page()/2))
	case actFirst:
		l.First()
	case actLast:
		l.Last()
	case actSortNext:
		l.SortBy(1)
	case actSortPrev:
		l.SortBy(-1)
	case actInvert:
		l.Invert()
	default:
		return false
	}
	return true
}

// look handles the keys that change what is looked at.
func (m *Model) look(act action) (cmd tea.Cmd, done bool) {
	switch act {
	case actOpen:
		m.open()
	case actBack:
		m.back()
	case actNextScreen:
		m.show(m.place.screen%screen.ID(screen.Count) + 1)
	case actPrevScreen:
		m.show((m.place.screen+screen.ID(screen.Count)-2)%screen.ID(screen.Count) + 1)
	case actFilter:
		m.prompt = newFilter(m)
	case actPalette:
		m.prompt = newPalette(m, "")
	case actNode:
		m.prompt = newPalette(m, "node ")
	case actHelp:
		m.text = m.help()
	case actProvenance:
		m.provenance()
	case actFreeze:
		m.freeze()
	case actBackward:
		cmd = m.step(-10 * time.Second)
	case actForward:
		cmd = m.step(10 * time.Second)
	case actBackwardFar:
		cmd = m.step(-time.Minute)
	case actForwardFar:
		cmd = m.step(time.Minute)
	case actCompare:
		m.compare()
	default:
		return nil, false
	}
	return cmd, true
}

// do handles the keys that do something.
func (m *Model) do(act action) tea.Cmd {
	switch act {
	case actMask:
		m.toggleMask()
	case actSystem:
		m.toggleSystem()
	case actAck:
		m.acknowledge()
	case actCopy:
		return m.copyRow()
	case actExport:
		return m.export()
	case actSample:
		return m.sample()
	case actScan:
		m.flash = "a scan reads SSTables: it needs files on the node (partop scan PATH there), which this session does not have"
	case actSlower:
		return m.setInterval(1)
	case actFaster:
		return m.setInterval(-1)
	case actRedraw:
		return tea.ClearScreen
	case actSuspend:
		return tea.Suspend
	case actQuit:
		return tea.Quit
	}
	return nil
}

package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/partop/partop/ui/screen"
)

// key gives a key to whoever is on top: a prompt, an overlay, the screen. Any key ends a pause and does nothing else.
// Every key holds the rows still for a second, a key that does nothing too: the hand is on the keyboard.
func (m *Model) key(k tea.KeyPressMsg) tea.Cmd {
	act := m.actions[k.String()]
	// ctrl-c comes before everything: it must work in a prompt, on an overlay and while paused.
	if act == actInterrupt {
		m.interrupted = true
		return tea.Quit
	}
	wasPaused := m.idle.paused
	// A key that wakes the polling up does only that: whoever comes back presses anything, and must not find out
	// afterwards what it was bound to.
	here := m.present(false)
	if wasPaused {
		return here
	}
	// An answer lives until the next key, so that it can be read at leisure and never outlives its question.
	m.flash = ""
	still := m.keepStill()
	return tea.Batch(still, m.dispatch(k, act))
}

// dispatch asks from the top of the stack down: what covers the screen sees keys first.
func (m *Model) dispatch(k tea.KeyPressMsg, act action) tea.Cmd {
	switch {
	case m.confirm != nil:
		return m.confirm.key(m, k)
	case m.prompt != nil:
		return m.prompt.key(m, k)
	case m.text != nil:
		m.text.key(m, act)
		return nil
	}
	if m.move(act) {
		return nil
	}
	// Digits work from everywhere and keep table and lens: the same thing is looked at from another side.
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
// It reports whether the key was one of them. Sorting is among them since it concerns the list alone: the frame and its
// figures stay as they are.
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
// None of them reaches the cluster: they work the same in a replay, on a frozen screen and while a node hangs.
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
	// Only on Tables and under a lens, which it says itself when pressed elsewhere.
	case actCompare:
		m.compare()
	default:
		return nil, false
	}
	return cmd, true
}

// do handles the keys that do something.
// Whatever may block becomes a command: Update must never wait for a disk, a clipboard or a node.
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
		return m.sample("")
	case actUnit:
		m.nextUnit()
	case actScan:
		m.flash = "a scan of the SSTable files is not in this version"
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

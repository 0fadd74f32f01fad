package ui

import "github.com/partop/partop/ui/screen"

// action is what a key does.
type action uint8

// The actions, in the order in which help lists them: obvious relies on movement and screens standing together. They are
// actions and not functions since what a key does depends on what is on top: a prompt, an overlay, a screen.
const (
	actNone action = iota
	actUp
	actDown
	actPageUp
	actPageDown
	actHalfUp
	actHalfDown
	actFirst
	actLast
	actOpen
	actBack
	actNextScreen
	actPrevScreen
	actScreen1
	actScreen2
	actScreen3
	actScreen4
	actScreen5
	actScreen6
	actScreen7
	actFilter
	actSortNext
	actSortPrev
	actInvert
	actPalette
	actHelp
	actFreeze
	actBackward
	actForward
	actBackwardFar
	actForwardFar
	actProvenance
	actMask
	actCopy
	actExport
	actNode
	actCompare
	actAck
	actSystem
	actSample
	actUnit
	actScan
	actSlower
	actFaster
	actRedraw
	actSuspend
	actQuit
	actInterrupt
)

// binding is one line of the key table: the only place where keys are defined. Key line, help and docs/keys.md are
// made from it.
// Several keys can do one thing, since people come from vi, less, htop and from none of them.
type binding struct {
	keys  []string // as Bubble Tea names them
	act   action
	show  string // how people write the keys
	does  string // in words, for help and manual
	hint  string // for the key line, "" leaves it out
	order int    // place among the hints, lowest first
	live  bool   // means nothing in a replay: the hint is left out, the key says so
	only  []screen.ID
}

// bindings leaves alone what belongs to others: ctrl-a and ctrl-b (screen, tmux), ctrl-s and ctrl-q (flow control),
// ctrl-h/j/k/l (tmux navigators), alt, and function keys but for F1.
// Capital letters are what costs more or changes more than their small ones (S reads files, T adds rows), so
// that a slip of the finger does the lesser thing.
func bindings() []binding {
	return []binding{
		{keys: []string{"up", "k"}, act: actUp, show: "↑ k", does: "move up", hint: "↑↓ move", order: 1},
		{keys: []string{"down", "j"}, act: actDown, show: "↓ j", does: "move down"},
		{keys: []string{"pgup"}, act: actPageUp, show: "pgup", does: "a page up"},
		{keys: []string{"pgdown"}, act: actPageDown, show: "pgdn", does: "a page down"},
		{keys: []string{"ctrl+u"}, act: actHalfUp, show: "ctrl-u", does: "half a page up"},
		{keys: []string{"ctrl+d"}, act: actHalfDown, show: "ctrl-d", does: "half a page down"},
		{keys: []string{"g", "home"}, act: actFirst, show: "g home", does: "first row; the cursor then stays on the first place"},
		{keys: []string{"G", "end"}, act: actLast, show: "G end", does: "last row"},
		{keys: []string{"enter"}, act: actOpen, show: "enter", does: "open the row: a table, a node's lens, a finding", hint: "enter open", order: 2},
		{keys: []string{"esc", "backspace"}, act: actBack, show: "esc backspace", does: "one step back: filter, lens, table, screen", hint: "esc back", order: 8},
		{keys: []string{"tab", "right", "l"}, act: actNextScreen, show: "tab → l", does: "next screen"},
		{keys: []string{"shift+tab", "left", "h"}, act: actPrevScreen, show: "shift-tab ← h", does: "previous screen"},
		{keys: []string{"1"}, act: actScreen1, show: "1", does: "Tables: which table is hurting?"},
		{keys: []string{"2"}, act: actScreen2, show: "2", does: "Partitions: how big are they, which are the big ones?"},
		{keys: []string{"3"}, act: actScreen3, show: "3", does: "Hot keys: who gets the traffic?"},
		{keys: []string{"4"}, act: actScreen4, show: "4", does: "Tombstones: what do reads wade through?"},
		{keys: []string{"5"}, act: actScreen5, show: "5", does: "Compactions: is it keeping up?"},
		{keys: []string{"6"}, act: actScreen6, show: "6", does: "Nodes: is it one node?"},
		{keys: []string{"7"}, act: actScreen7, show: "7", does: "Findings: what would an expert say?"},
		{keys: []string{"/"}, act: actFilter, show: "/", does: "show only rows with a text; /! only those without", hint: "/ filter", order: 4},
		{keys: []string{">", "."}, act: actSortNext, show: ">", does: "order by the next column", hint: "<> sort", order: 5},
		{keys: []string{"<", ","}, act: actSortPrev, show: "<", does: "order by the previous column"},
		{keys: []string{"I"}, act: actInvert, show: "I", does: "turn the order round"},
		{keys: []string{":"}, act: actPalette, show: ":", does: "commands, with completion", hint: ": command", order: 10},
		{keys: []string{"?", "f1"}, act: actHelp, show: "?", does: "this help", hint: "? help", order: 0},
		{keys: []string{"space"}, act: actFreeze, show: "space", does: "freeze the screen, or go on; data keep coming in meanwhile", hint: "space freeze", order: 7},
		{keys: []string{"["}, act: actBackward, show: "[", does: "ten seconds back in time", hint: "[ ] time", order: 11},
		{keys: []string{"]"}, act: actForward, show: "]", does: "ten seconds forward"},
		{keys: []string{"{"}, act: actBackwardFar, show: "{", does: "a minute back"},
		{keys: []string{"}"}, act: actForwardFar, show: "}", does: "a minute forward"},
		{keys: []string{"i"}, act: actProvenance, show: "i", does: "where the row's figures are from: source, age, node by node", hint: "i source", order: 6, only: []screen.ID{screen.TablesID, screen.PartitionsID, screen.TombstonesID, screen.CompactionsID, screen.NodesID, screen.FindingsID}},
		{keys: []string{"m"}, act: actMask, show: "m", does: "mask partition keys, or show them", hint: "m mask", order: 12},
		{keys: []string{"y"}, act: actCopy, show: "y", does: "copy the row: a name, a key, a statement, a finding as Markdown", hint: "y copy", order: 9},
		{keys: []string{"e"}, act: actExport, show: "e", does: "write the screen as text to a file here"},
		{keys: []string{"n"}, act: actNode, show: "n", does: "see everything as one node tells it", hint: "n node", order: 6, only: []screen.ID{screen.TablesID, screen.NodesID, screen.CompactionsID}},
		{keys: []string{"x"}, act: actCompare, show: "x", does: "under a node's lens: beside the median of the others in its data centre", only: []screen.ID{screen.TablesID}},
		{keys: []string{"a"}, act: actAck, show: "a", does: "acknowledge findings, or take it back", hint: "a acknowledge", order: 9, only: []screen.ID{screen.FindingsID, screen.TablesID, screen.NodesID}},
		{keys: []string{"T"}, act: actSystem, show: "T", does: "show Cassandra's own tables, or hide them"},
		{keys: []string{"s"}, act: actSample, show: "s", does: "sample keys and running statements for ten seconds (light)", hint: "s sample", order: 3, live: true, only: []screen.ID{screen.HotKeysID, screen.TablesID}},
		{keys: []string{"b"}, act: actUnit, show: "b", does: "the next list (reads, writes, tombstones, rows, sizes, slowest, statements), or the next unit (bytes, cells)", hint: "b list/unit", order: 5, only: []screen.ID{screen.HotKeysID, screen.PartitionsID}},
		{keys: []string{"S"}, act: actScan, show: "S", does: "scan SSTables: not in this version"},
		{keys: []string{"+", "="}, act: actSlower, show: "+", does: "longer interval between refreshes"},
		{keys: []string{"-"}, act: actFaster, show: "-", does: "shorter interval"},
		{keys: []string{"ctrl+l"}, act: actRedraw, show: "ctrl-l", does: "draw the screen anew"},
		{keys: []string{"ctrl+z"}, act: actSuspend, show: "ctrl-z", does: "suspend; fg comes back"},
		{keys: []string{"q"}, act: actQuit, show: "q", does: "leave partop", hint: "q quit", order: 13},
		{keys: []string{"ctrl+c"}, act: actInterrupt, show: "ctrl-c", does: "leave at once, exit code 130"},
	}
}

// on reports whether a binding does something on a screen.
// A key that does nothing on a screen is not offered there, but it stays bound: pressed by habit it says what it wants.
func (b *binding) on(id screen.ID) bool {
	if len(b.only) == 0 {
		return true
	}
	for _, o := range b.only {
		if o == id {
			return true
		}
	}
	return false
}

// keyActions is the look-up from a key's name.
// It is made once for a model: a key must be answered within a frame, and the table is a list for the sake of its order.
func keyActions() map[string]action {
	out := map[string]action{}
	for _, b := range bindings() {
		for _, k := range b.keys {
			out[k] = b.act
		}
	}
	return out
}

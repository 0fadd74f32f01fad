package screen

import (
	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/ui/widget"
)

// ID names a screen; it is also the key that shows it.
type ID uint8

// The screens, by their digits.
const (
	TablesID ID = iota + 1
	PartitionsID
	HotKeysID
	TombstonesID
	CompactionsID
	NodesID
	FindingsID
	Count = int(FindingsID)
)

// Title is the screen's name on its tab.
func (id ID) Title() string {
	if id < TablesID || id > FindingsID {
		return "?"
	}
	return [...]string{"Tables", "Partitions", "HotKeys", "Tombstones", "Compactions", "Nodes", "Findings"}[id-1]
}

// Target is what the row under the cursor is about; fields that do not apply are zero.
type Target struct {
	Table   cluster.TableID
	Node    cluster.NodeID
	Key     string // raw, as Cassandra printed it
	Finding string // a finding's ID
}

// Screen is one of the seven. Build is called when the data or the operator's choices change, Draw for each frame.
type Screen interface {
	// Build makes rows of a frame. With hold, rows keep their places for the moment.
	Build(f *Frame, hold bool)
	// Draw returns at most height lines.
	Draw(width, height int) []widget.Drawn
	// List is the list that has the cursor.
	List() *widget.Table
	// Words says in a line what is under the cursor, and why something is not known.
	Words() widget.Line
	// Target is what is under the cursor.
	Target() Target
	// Copy is what the clipboard gets: what a person would type or paste into a ticket.
	Copy() string
	// Help explains the columns.
	Help() []widget.Line
}

// Unfolder is a screen whose rows open in place.
type Unfolder interface{ Unfold() }

// Lister is a screen that shows one of several lists at a time.
type Lister interface{ NextList() }

// New makes a screen.
func New(id ID) Screen {
	switch id {
	case PartitionsID:
		return newPartitions()
	case HotKeysID:
		return newHotKeys()
	case TombstonesID:
		return newTombstones()
	case CompactionsID:
		return newCompactions()
	case NodesID:
		return newNodes()
	case FindingsID:
		return newFindings()
	case TablesID:
		return newTables()
	}
	return newTables()
}

// base is what all screens share: the frame and a list.
type base struct {
	f    *Frame
	list widget.Table
}

// List is the list that has the cursor.
func (b *base) List() *widget.Table { return &b.list }

// use takes a new frame. Columns that differ make a new list: a sort column of the old one would mean another figure.
func (b *base) use(f *Frame, columns []widget.Column) {
	b.f = f
	if len(columns) != len(b.list.Columns) || len(columns) > 0 && columns[len(columns)-1].Title != b.list.Columns[len(columns)-1].Title {
		filter := b.list.Filter()
		b.list = widget.Table{Columns: columns}
		b.list.SetFilter(filter)
	}
}

package screen

import "github.com/partop/partop/ui/widget"

// section is a block of lines beside the list.
type section []widget.Drawn

// block makes a section that fits into room lines; one that comes back longer is left out.
type block func(room int) section

// fixed is a block that is the same in any room.
func fixed(s section) block { return func(int) section { return s } }

// stack puts a head, the list and blocks below one another in height lines. The list gets what its rows need, but
// beyond its least number of rows the blocks share the rest, the first ones first.
// It is done for each frame, since findings and keys come and go and the list takes up what they leave.
func (b *base) stack(width, height int, head section, leastRows int, below ...block) []widget.Drawn {
	head = head[:min(len(head), max(0, height-3))]
	room := height - len(head)
	want := min(b.list.Len()+1, room)
	spare := room - min(want, leastRows+1)
	var tail []widget.Drawn
	for _, build := range below {
		if spare < 2 {
			break
		}
		// One line of the spare room goes to the blank before the block; a block that fits only in part is
		// left out, since its end is as important as its beginning.
		if s := build(spare - 1); len(s) > 0 && len(s) < spare {
			tail = append(append(tail, widget.Drawn{}), s...)
			spare -= len(s) + 1
		}
	}
	listHeight := min(want, room-len(tail))
	b.list.Resize(listHeight)
	out := append([]widget.Drawn{}, head...)
	out = append(out, b.list.Draw(width, listHeight, true, b.f.ASCII)...)
	return append(out, tail...)
}

// emptyList is what a screen shows instead of a list: what would fill it, and at what cost.
// An empty screen that says nothing is read as "all is well".
func emptyList(width int, paragraphs ...string) []widget.Drawn {
	var out []widget.Drawn
	for _, p := range paragraphs {
		out = append(out, widget.Drawn{})
		for _, line := range widget.Wrap(p, max(10, width-2)) {
			out = append(out, widget.Drawn{Line: widget.Plain(" " + line)})
		}
	}
	return out
}

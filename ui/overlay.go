package ui

import (
	"fmt"

	"github.com/partop/partop/themes"
	"github.com/partop/partop/ui/widget"
)

// lineOf keeps the signatures of builders short.
type lineOf = widget.Line

// textOverlay covers the screen with lines to read: help, provenance, a whole statement. Its lines are made anew for
// each frame, so ages in it stay right.
type textOverlay struct {
	title  string
	build  func(width int) []lineOf
	top    int
	height int // lines visible at the last draw
	total  int
}

// key closes on whatever a person in a hurry presses to leave: esc, q, enter, or the key that opened it.
func (o *textOverlay) key(m *Model, act action) {
	switch act {
	case actUp:
		o.scroll(-1)
	case actDown:
		o.scroll(1)
	case actPageUp, actHalfUp:
		o.scroll(-max(1, o.height-1))
	case actPageDown, actHalfDown, actFreeze:
		o.scroll(max(1, o.height-1))
	case actFirst:
		o.top = 0
	case actLast:
		o.scroll(o.total)
	case actBack, actQuit, actHelp, actProvenance, actOpen:
		m.text = nil
	}
}

// scroll never shows less than a full page while there is one.
func (o *textOverlay) scroll(by int) { o.top = max(0, min(o.top+by, o.total-o.height)) }

// draw says how much there is: lines below the edge would otherwise not be looked for.
func (o *textOverlay) draw(width, height int, ascii bool) []widget.Drawn {
	var lines []lineOf
	for _, l := range o.build(width) {
		if ascii {
			l = l.ASCII()
		}
		lines = append(lines, widget.WrapLine(l, width-1, l.Hanging(width), 0)...)
	}
	// Kept for the keys, which come between two draws and have to know where the end is.
	o.height, o.total = height-1, len(lines)
	o.scroll(0)
	more := ""
	if o.total > o.height {
		more = fmt.Sprintf("  %d to %d of %d lines", o.top+1, min(o.top+o.height, o.total), o.total)
	}
	out := []widget.Drawn{{Line: widget.In(themes.Badge, " "+o.title+" ").Add(themes.Dim, more)}}
	return append(out, widget.Lines(lines[o.top:min(len(lines), o.top+o.height)]...)...)
}

// whole shows a long text, wrapped.
// A key or a statement can be longer than the screen is wide, and its end can be the part that matters.
func (m *Model) whole(title, text string) *textOverlay {
	return &textOverlay{title: title, build: func(width int) []lineOf {
		var out []lineOf
		for _, l := range widget.Wrap(text, max(10, width-2)) {
			out = append(out, widget.Plain(" "+l))
		}
		return out
	}}
}

package ui

import (
	"cmp"
	"slices"
	"strings"

	"github.com/partop/partop/themes"
	"github.com/partop/partop/ui/screen"
	"github.com/partop/partop/ui/widget"
)

// hintLine is the key line of a screen: as many hints as fit, the least important left out. "? help" always stays.
// It is the only help most people ever read, so it names what can be done here and not what every program has.
func hintLine(id screen.ID, width int, replay bool) widget.Line {
	all := bindings()
	var hints []binding
	for _, b := range all {
		if b.hint != "" && b.on(id) && !(replay && b.live) {
			hints = append(hints, b)
		}
	}
	slices.SortStableFunc(hints, func(a, b binding) int { return cmp.Compare(a.order, b.order) })
	// Hints are taken in order of importance as long as they fit; a shorter one further down may still find room, so the
	// line is as full as can be.
	room := width + 1 // the last hint needs no blanks after it
	kept := hints[:0]
	for _, h := range hints {
		if w := widget.Width(h.hint) + 2; w <= room {
			kept = append(kept, h)
			room -= w
		}
	}
	// Help is chosen first, so that it is never the one left out, and shown last, where it is looked for.
	if len(kept) > 1 && kept[0].order == 0 {
		kept = append(kept[1:], kept[0])
	}
	line := widget.Plain(" ")
	for i, h := range kept {
		if i > 0 {
			line = line.Add(themes.Text, "  ")
		}
		key, word, _ := strings.Cut(h.hint, " ")
		if h.hint == "[ ] time" {
			key, word = "[ ]", "time"
		}
		line = line.Add(themes.KeyHint, key).Add(themes.Dim, " "+word)
	}
	return line
}

// helpLines are the keys of a screen, in two columns where there is room. What every list has is told in two lines:
// the rest must not be looked for behind it.
func helpLines(id screen.ID, width int) []widget.Line {
	cells := []widget.Line{
		helpLine("↑↓ j k g G", "move; pgup pgdn ctrl-u ctrl-d move by pages"),
		helpLine("1-7 tab ← →", "a screen by its number on the second line, next, previous"),
		helpLine("7Findings 2!", "two findings are NOW and not acknowledged; HYGIENE is not counted"),
	}
	for _, b := range bindings() {
		if b.on(id) && !obvious(b.act) {
			cells = append(cells, helpLine(b.show, b.does))
		}
	}
	// Two columns need twice the longest line, or the second one would be cut, which is worse than to scroll.
	if width < 170 {
		return cells
	}
	half := (len(cells) + 1) / 2
	out := make([]widget.Line, half)
	for i := range out {
		out[i] = cells[i]
		if i+half < len(cells) {
			pad := strings.Repeat(" ", max(1, width/2-out[i].Width()))
			out[i] = append(out[i].Add(themes.Text, pad), cells[i+half]...)
		}
	}
	return out
}

func helpLine(keys, does string) widget.Line {
	return widget.In(themes.KeyHint, " "+widget.Left(keys, 14)).Add(themes.Text, does)
}

// obvious are the keys that helpLines tells together.
func obvious(a action) bool {
	return a >= actUp && a <= actLast || a >= actNextScreen && a <= actScreen7
}

// KeysMarkdown is the manual's page of keys and commands.
// It is made from the tables that the program itself runs on, so that it cannot promise a key that does nothing.
func KeysMarkdown() string {
	var b strings.Builder
	b.WriteString("# Keys\n\nGenerated from the program's own key table. Mouse capture is off, so plain selection works.\n\n")
	b.WriteString("| key | does | on |\n|---|---|---|\n")
	for _, k := range bindings() {
		where := "every screen"
		if len(k.only) > 0 {
			names := make([]string, len(k.only))
			for i, id := range k.only {
				names[i] = id.Title()
			}
			where = strings.Join(names, ", ")
		}
		b.WriteString("| `" + strings.ReplaceAll(k.show, " ", "` `") + "` | " + k.does + " | " + where + " |\n")
	}
	b.WriteString("\n# Commands\n\nAfter `:`, with completion: tab takes the suggestion, arrows choose, enter runs.\n\n| command | does |\n|---|---|\n")
	for _, c := range verbs() {
		b.WriteString("| `:" + c.usage() + "` | " + c.says + " |\n")
	}
	return b.String()
}

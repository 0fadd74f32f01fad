package themes

import (
	"strings"

	"charm.land/lipgloss/v2"
)

// Theme is one palette. The zero value paints nothing, like "mono" without its attributes.
type Theme struct {
	Name string
	// Says is a line for the palette's completion list.
	Says string
	open [roleCount]string
}

// reset ends every painted text; nothing may leak into the next.
const reset = "\x1b[m"

// Paint wraps a text in a role's attributes. The text must hold no escape sequences of its own.
// Colours that the terminal lacks are replaced further down, by Bubble Tea's renderer (package colorprofile), so nothing
// here depends on what it can do.
func (t *Theme) Paint(r Role, s string) string {
	if r >= roleCount || t.open[r] == "" || s == "" {
		return s
	}
	return t.open[r] + s + reset
}

// build keeps only the opening sequence of each style: a frame has hundreds of cells, and painting a cell must not
// cost a run of Lip Gloss' layout.
func build(name, says string, styles [roleCount]lipgloss.Style) *Theme {
	t := &Theme{Name: name, Says: says}
	for r := range styles {
		t.open[r], _, _ = strings.Cut(styles[r].Render("x"), "x")
	}
	return t
}

// Names lists the themes in the order of the palette's completion list.
func Names() []string { return []string{"default", "high-contrast", "colour-blind", "mono"} }

// Find returns a theme by name; ok is false, with "default", for a name that does not exist.
func Find(name string) (t *Theme, ok bool) {
	switch name {
	case "", "default":
		return defaultTheme(), true
	case "high-contrast":
		return highContrast(), true
	case "colour-blind", "color-blind":
		return colourBlind(), true
	case "mono":
		return mono(), true
	}
	return defaultTheme(), false
}

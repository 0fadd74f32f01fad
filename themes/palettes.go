package themes

import "charm.land/lipgloss/v2"

// The terminal's sixteen colours by number: what they look like is the user's choice, so contrast on a light background
// is too. Yellow is hard to read on white in many palettes, so warnings carry bold as well; blue is hard to read on
// black, so nothing is blue.
const red, green, yellow, magenta, cyan = "1", "2", "3", "5", "6"

// fg is a role in one colour, on whatever background the terminal has.
func fg(colour string) lipgloss.Style { return lipgloss.NewStyle().Foreground(lipgloss.Color(colour)) }

// base is what all themes share: attributes only, so that a screen reads without a single colour.
func base() [roleCount]lipgloss.Style {
	plain := lipgloss.NewStyle()
	var s [roleCount]lipgloss.Style
	for i := range s {
		s[i] = plain
	}
	s[Dim] = plain.Faint(true)
	s[Strong] = plain.Bold(true)
	s[Warn] = plain.Bold(true)
	s[Bad] = plain.Bold(true)
	s[Title] = plain.Bold(true)
	s[Sorted] = plain.Bold(true).Underline(true)
	// Reverse video is the one attribute that every terminal has, the Linux console and serial lines included.
	s[Selection] = plain.Reverse(true)
	s[TabActive] = plain.Reverse(true).Bold(true)
	s[Badge] = plain.Reverse(true).Bold(true)
	s[Axis] = plain.Faint(true)
	s[KeyHint] = plain.Bold(true)
	s[Input] = plain.Underline(true)
	s[Unknown] = plain.Faint(true)
	return s
}

// defaultTheme must read on light and dark terminals without asking which: six people may share one tmux session from
// different terminals, and an answer for one of them would be wrong for another.
func defaultTheme() *Theme {
	s := base()
	// Green, yellow and red only ever stand beside a sign or a word: one man in twelve cannot tell them apart.
	s[OK] = fg(green)
	s[Warn] = fg(yellow).Bold(true)
	s[Bad] = fg(red).Bold(true)
	s[Badge] = fg(magenta).Reverse(true).Bold(true)
	s[Bar] = fg(cyan)
	return build("default", "the terminal's own sixteen colours", s)
}

// highContrast uses no faint text: projectors and screen shares swallow it.
func highContrast() *Theme {
	s := base()
	plain, bold := lipgloss.NewStyle(), lipgloss.NewStyle().Bold(true)
	s[Dim], s[Axis], s[Unknown] = plain, plain, plain
	s[Text] = bold
	s[Warn] = bold.Reverse(true)
	s[Bad] = fg(red).Bold(true).Reverse(true)
	s[Bar] = bold
	s[Title] = bold.Underline(true)
	s[Sorted] = bold.Underline(true).Reverse(true)
	return build("high-contrast", "bold and reverse, nothing faint: for projectors", s)
}

// colourBlind tells by blue and amber, which all common forms of colour blindness keep apart (Okabe and Ito's set).
func colourBlind() *Theme {
	s := base()
	const amber, sky, orange = "214", "75", "208"
	s[OK] = fg(sky)
	s[Warn] = fg(amber).Bold(true)
	s[Bad] = fg(orange).Bold(true).Underline(true)
	s[Title] = fg(sky).Bold(true)
	s[Sorted] = fg(sky).Bold(true).Underline(true)
	s[Bar] = fg(sky)
	s[KeyHint] = fg(sky).Bold(true)
	return build("colour-blind", "blue and amber, never red against green", s)
}

// mono is also what every theme becomes under NO_COLOR, so it is the one that the golden screens pin down.
func mono() *Theme { return build("mono", "no colours, only bold, faint and reverse", base()) }

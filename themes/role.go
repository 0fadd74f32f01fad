package themes

// Role is what a piece of text is for.
type Role uint8

// The roles. Text is the terminal's own foreground.
const (
	Text      Role = iota
	Dim            // what matters least: hygiene signs, hints, old figures
	Strong         // what should be read first, without being good or bad
	OK             // within limits
	Warn           // beside the sign "!"
	Bad            // beside the sign "!!"
	Title          // headings of sections and columns
	Sorted         // the heading of the column that orders the rows
	Selection      // the row under the cursor
	TabActive      // the tab of the screen that is shown
	Badge          // FROZEN, PAUSED, REPLAY: words that nobody may miss
	Bar            // the filled part of a bar, a sparkline, a curve
	Axis           // the unfilled part, axes, scales
	KeyHint        // a key's name in the key line
	Input          // what the operator types
	Unknown        // "?" where a figure would stand
	// Roles and not colours are what the screens ask for: which colour a role has is the theme's alone.
	roleCount
)

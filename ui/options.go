package ui

import (
	"io"
	"time"

	"github.com/charmbracelet/colorprofile"

	"github.com/partop/partop/ui/screen"
)

// Sync says whether frames are wrapped in synchronized output (mode 2026).
type Sync uint8

// SyncAuto wraps them on every terminal but a dumb one: terminals without the mode ignore it, and Bubble Tea by itself
// leaves it off under ssh, where it matters most.
const (
	SyncAuto Sync = iota
	SyncOn
	SyncOff
)

// Options are the choices of the command line. The zero value is the default UI on the process's terminal.
type Options struct {
	Theme   string // a name of package themes; "" is default
	Profile colorprofile.Profile
	NoColor bool
	ASCII   bool
	Mask    bool // start with keys masked
	Sync    Sync
	Screen  screen.ID // the first screen, 0 is Tables
	System  bool      // show Cassandra's own tables
	Version string
	// IdleAfter is how long without a key and without focus until the polling pauses; 0 is 30 minutes, negative never.
	IdleAfter time.Duration
	Dir       string // where exports go, "" is the working directory
	// Environ is the environment, nil for the process's own.
	Environ []string
	// Input and Output replace the terminal; Width and Height are the size where Output is none.
	Input         io.Reader
	Output        io.Writer
	Width, Height int
	// Now is the clock for keys and idleness, nil for the wall clock. Ages on screen come from the data alone.
	Now func() time.Time
}

// Long enough to read through an incident without touching a key, short enough to be over before the night is.
const defaultIdle = 30 * time.Minute

// filled puts defaults where nothing was chosen, so that the rest of the package need not ask.
func (o Options) filled() Options {
	if o.IdleAfter == 0 {
		o.IdleAfter = defaultIdle
	}
	if o.Screen < screen.TablesID || o.Screen > screen.FindingsID {
		o.Screen = screen.TablesID
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return o
}

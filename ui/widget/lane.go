package widget

import (
	"strings"
	"time"

	"github.com/partop/partop/themes"
)

// Mark is something that happened, for the event lane.
type Mark struct {
	At   time.Time
	Sign string // one cell
}

// Lane draws marks under a time axis of the given width; it starts where Chart's curve starts. Of marks in one cell the
// last one shows. Marks outside the time are left out.
func Lane(marks []Mark, from, to time.Time, width int) Line {
	cells := width - axisWidth
	if cells < 1 || !to.After(from) {
		return nil
	}
	lane := make([]string, cells)
	for i := range lane {
		lane[i] = "·"
	}
	found := false
	for _, m := range marks {
		// An event just before the curve begins is no explanation of anything on it.
		if m.At.Before(from) || m.At.After(to) {
			continue
		}
		share := float64(m.At.Sub(from)) / float64(to.Sub(from))
		lane[min(cells-1, int(share*float64(cells)))] = m.Sign
		found = true
	}
	// An empty lane stays dim, so that one with events in it draws the eye.
	role := themes.Axis
	if found {
		role = themes.Text
	}
	return In(themes.Axis, Right("events ", axisWidth)).Add(role, strings.Join(lane, ""))
}

// Scale writes the two ends of the time under a lane.
func Scale(from, to string, width int) Line {
	room := width - axisWidth - Width(from) - Width(to)
	if room < 1 {
		return nil
	}
	return In(themes.Axis, spaces(axisWidth)+from+spaces(room)+to)
}

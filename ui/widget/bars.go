package widget

import (
	"math"
	"strings"
)

// eighths are the left block elements: an eighth of a cell each.
var eighths = [...]string{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"}

// Bar draws a share (0..1) as a horizontal bar of exactly width cells. Anything above zero shows at least a sliver, and
// only a full share fills the last cell: 99.9 % must not look done. A share that is no number draws nothing.
func Bar(share float64, width int) string {
	if width < 1 || math.IsNaN(share) || share <= 0 {
		return spaces(max(0, width))
	}
	// Eighths of a cell, so that a bar of ten cells tells a percent from two.
	units := int(math.Round(min(share, 1) * float64(width) * 8))
	units = max(units, 1)
	if share < 1 {
		units = min(units, width*8-1)
	}
	bar := strings.Repeat("█", units/8) + eighths[units%8]
	return bar + spaces(width-Width(bar))
}

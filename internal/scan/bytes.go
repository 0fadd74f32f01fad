package scan

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// binaryUnits are the units that sstablepartitions takes and prints.
var binaryUnits = [...]string{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"}

// ParseBytes reads a size as sstablepartitions takes it: a whole number, with B, KiB, MiB or GiB behind it, here also
// larger units (config.DataStorageSpec).
func ParseBytes(s string) (int64, error) {
	digits := strings.TrimRight(s, "BKMGTPEi")
	unit := s[len(digits):]
	n, err := strconv.ParseInt(strings.TrimSpace(digits), 10, 64)
	if err != nil || n < 0 {
		return 0, fmt.Errorf("%q is no size such as 1048576 or 10MiB", s)
	}
	if unit == "" {
		return n, nil
	}
	for i, u := range binaryUnits {
		if u == unit && n <= math.MaxInt64>>(10*i) {
			return n << (10 * i), nil
		}
	}
	return 0, fmt.Errorf("%q is no size such as 1048576 or 10MiB", s)
}

// FormatBytes writes a size for people, in the unit that leaves the fewest digits before the point.
func FormatBytes(n int64) string {
	f, unit := float64(n), 0
	// From 1023.95 on one decimal would show 1024.0.
	for f >= 1023.95 && unit < len(binaryUnits)-1 {
		f, unit = f/1024, unit+1
	}
	if unit == 0 {
		return strconv.FormatInt(n, 10) + " B"
	}
	return fmt.Sprintf("%.1f %s", f, binaryUnits[unit])
}

// formatCount writes a number with thousands apart.
func formatCount(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

package probes

import (
	"strconv"
	"strings"
)

// atLeast compares a release such as 4.1.10, 6.0-alpha2 or 5.0.6-SNAPSHOT by major and minor. A release that cannot be
// read counts as newest: new releases are more likely to be unknown to us than old ones.
func atLeast(release string, major, minor int) bool {
	parts := strings.SplitN(release, ".", 3)
	gotMajor, err := strconv.Atoi(parts[0])
	if err != nil {
		return true
	}
	gotMinor := 0
	if len(parts) > 1 {
		digits, _, _ := strings.Cut(parts[1], "-")
		gotMinor, _ = strconv.Atoi(digits) // "0~rc1" and the like count as .0
	}
	return gotMajor > major || gotMajor == major && gotMinor >= minor
}

// HasVirtualTables reports whether a release has the keyspaces that CQL's figures come from.
func HasVirtualTables(release string) bool { return atLeast(release, 4, 0) }

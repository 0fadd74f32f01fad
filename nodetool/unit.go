package nodetool

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

// unitScales are the units printed behind a number and what one of them is in the base unit. All sizes have base 1024:
// FileUtils.stringifyFileSize and FBUtilities.prettyPrintMemory both do, and so do the "KB" of versions before 3.11 and
// of ScyllaDB and the "kB" of sstablemetadata. Units that are already a base unit have scale 1.
var unitScales = map[string]float64{
	"": 1, "(bytes)": 1, "b": 1, "byte": 1, "bytes": 1,
	"kb": 1 << 10, "kib": 1 << 10, "mb": 1 << 20, "mib": 1 << 20, "gb": 1 << 30, "gib": 1 << 30,
	"tb": 1 << 40, "tib": 1 << 40, "pb": 1 << 50, "pib": 1 << 50, "eb": 1 << 60, "eib": 1 << 60,
	"ms": 1, "ms.": 1, "us": 1, "micros": 1, "microseconds": 1, "s": 1, "seconds": 1, "%": 1,
	"/second": 1, "/minute": 1, "/hour": 1, "mb/s": 1, "mib/s": 1, "x": 1,
}

// unitScale is without case: "Bytes", "kB" and "KB" all occur.
func unitScale(unit string) (float64, bool) {
	s, ok := unitScales[strings.ToLower(unit)]
	return s, ok
}

func knownUnit(unit string) bool {
	_, ok := unitScale(unit)
	return ok
}

// splitUnit cuts "28.497MiB", "254.19 KiB", "1.9 ms." or "3.57/minute" into number and unit.
func splitUnit(s string) (num, unit string) {
	i := strings.LastIndexFunc(s, func(r rune) bool { return unicode.IsDigit(r) })
	if i < 0 {
		if word, rest, ok := strings.Cut(s, " "); ok {
			return word, strings.TrimSpace(rest)
		}
		return "", s
	}
	for i++; i < len(s) && s[i]&0xc0 == 0x80; i++ { // the rest of a digit of several bytes
	}
	if i < len(s) && (s[i] == '.' || s[i] == ',') {
		i++
	}
	return s[:i], strings.TrimSpace(s[i:])
}

var clock = regexp.MustCompile(`^(\d{1,9})h(\d{2})m(\d{2})s$`)

// clockSeconds reads the "0h00m13s" of compactionstats.
func clockSeconds(s string) (float64, bool) {
	if !strings.HasSuffix(s, "s") || strings.IndexByte(s, 'h') < 1 {
		return 0, false
	}
	m := clock.FindStringSubmatch(s)
	if m == nil {
		return 0, false
	}
	total := 0.0
	for i, unit := range []float64{3600, 60, 1} {
		n, err := strconv.ParseFloat(m[i+1], 64)
		if err != nil {
			return 0, false
		}
		total += n * unit
	}
	return total, true
}

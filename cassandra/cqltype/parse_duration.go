package cqltype

import (
	"math"
	"math/bits"
	"strings"
	"time"
)

// durationUnit is a unit with what it counts in: months, days or nanoseconds.
type durationUnit struct {
	part int
	size uint64
}

// Units of Duration.STANDARD_PATTERN, in the order they must come in.
var (
	durationNames = [...]string{"y", "mo", "w", "d", "h", "m", "s", "ms", "us", "ns"}
	durationUnits = [...]durationUnit{
		{0, 12}, {0, 1}, {1, 7}, {1, 1},
		{2, uint64(time.Hour)}, {2, uint64(time.Minute)}, {2, uint64(time.Second)},
		{2, uint64(time.Millisecond)}, {2, uint64(time.Microsecond)}, {2, 1},
	}
)

// durationLimits are the largest months, days and nanoseconds.
var durationLimits = [...]uint64{math.MaxInt32, math.MaxInt32, math.MaxInt64}

// parseDuration reads 1y2mo3d4h and ISO P1Y2M3DT4H; one minus in front negates
// all (Duration.from).
func parseDuration(s string) ([]byte, error) {
	text, negative := strings.CutPrefix(s, "-")
	text = strings.ToLower(strings.ReplaceAll(text, "µ", "u"))
	if iso, ok := strings.CutPrefix(text, "p"); ok {
		text = standardForm(iso)
	}
	parts, ok := sumUnits(text)
	if !ok {
		return nil, syntax("not a duration")
	}
	d := [3]int64{int64(parts[0]), int64(parts[1]), int64(parts[2])}
	var out []byte
	for _, v := range d {
		if negative {
			v = -v
		}
		out = appendUvint(out, uint64(v)<<1^uint64(v>>63))
	}
	return out, nil
}

// standardForm rewrites the designators of ISO 8601: M before T is a month.
//
// Units stay apart because their lengths vary: a month has 28 to 31 days, a day
// 23 to 25 hours (CASSANDRA-11873). So 48h is not 2d, and the two differ in bytes.
func standardForm(iso string) string {
	date, clock, found := strings.Cut(iso, "t")
	if found && clock == "" {
		return ""
	}
	return strings.ReplaceAll(date, "m", "mo") + clock
}

// sumUnits adds up number-unit pairs; false unless all of s is such pairs, each
// unit later than the one before.
func sumUnits(s string) (parts [3]uint64, ok bool) {
	last := -1
	for s != "" {
		digits := len(s) - len(strings.TrimLeft(s, "0123456789"))
		letters := len(s) - digits - len(strings.TrimLeft(s[digits:], "adhmnosuwy"))
		unit := unitIndex(s[digits : digits+letters])
		value, fits := decimalUint(s[:digits])
		if unit <= last || !fits {
			return parts, false
		}
		u := durationUnits[unit]
		high, low := bits.Mul64(value, u.size)
		if high != 0 || low > durationLimits[u.part]-parts[u.part] {
			return parts, false
		}
		parts[u.part] += low
		last, s = unit, s[digits+letters:]
	}
	return parts, last >= 0
}

// unitIndex is the rank of a unit, -1 for none. Ranks must rise: 1h2d is
// refused (Duration.Builder.validateOrder).
func unitIndex(name string) int {
	for i, n := range durationNames {
		if n == name {
			return i
		}
	}
	return -1
}

// decimalUint reads at least one and at most 19 digits.
func decimalUint(s string) (uint64, bool) {
	if s == "" || len(s) > 19 {
		return 0, false
	}
	var v uint64
	for i := range len(s) {
		v = v*10 + uint64(s[i]-'0')
	}
	return v, true
}

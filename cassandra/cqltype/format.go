package cqltype

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// formatFloat writes as Java's Double.toString: plain from 1e-3 up to 1e7,
// scientific outside, always with a decimal point. CQL reads it back.
func formatFloat(v float64, bits int) string {
	switch {
	case math.IsNaN(v):
		return "NaN"
	case math.IsInf(v, 1):
		return "Infinity"
	case math.IsInf(v, -1):
		return "-Infinity"
	}
	if a := math.Abs(v); a == 0 || a >= 1e-3 && a < 1e7 {
		s := strconv.FormatFloat(v, 'f', -1, bits)
		if !strings.Contains(s, ".") {
			s += ".0"
		}
		return s
	}
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(v, 'e', -1, bits), "e")
	if !strings.Contains(mantissa, ".") {
		mantissa += ".0"
	}
	n, _ := strconv.Atoi(exponent)
	return mantissa + "E" + strconv.Itoa(n)
}

// String writes as BigDecimal.toString: plain while the scale is not negative
// and the exponent not below -6, else scientific.
//
// Of BigDecimal's two forms only this one keeps the scale: 1E+3 and 1000 differ
// in bytes. nodetool and the sstable tools show the other, see plainText.
func (d DecimalValue) String() string {
	digits, sign := d.Unscaled.String(), ""
	if strings.HasPrefix(digits, "-") {
		digits, sign = digits[1:], "-"
	}
	scale := int64(d.Scale)
	exponent := int64(len(digits)) - 1 - scale
	if scale < 0 || exponent < -6 {
		s := sign + digits[:1]
		if len(digits) > 1 {
			s += "." + digits[1:]
		}
		if exponent > 0 {
			return s + "E+" + strconv.FormatInt(exponent, 10)
		}
		return s + "E" + strconv.FormatInt(exponent, 10)
	}
	if scale == 0 {
		return sign + digits
	}
	// At most six zeros are missing here, because the exponent is >= -6.
	if missing := int(scale) + 1 - len(digits); missing > 0 {
		digits = strings.Repeat("0", missing) + digits
	}
	point := len(digits) - int(scale)
	return sign + digits[:point] + "." + digits[point:]
}

// plainText writes as BigDecimal.toPlainString, which nodetool and the sstable
// tools show (DecimalSerializer.toString): never an exponent. Past maxDigits it
// gives String's form, for a scale of -2^31 would be two billion zeros.
func (d DecimalValue) plainText() string {
	if d.Scale < -maxDigits || d.Scale > maxDigits {
		return d.String()
	}
	digits, sign := d.Unscaled.String(), ""
	if strings.HasPrefix(digits, "-") {
		digits, sign = digits[1:], "-"
	}
	switch {
	case d.Scale == 0 || d.Scale < 0 && digits == "0":
		return sign + digits
	case d.Scale < 0:
		return sign + digits + strings.Repeat("0", int(-d.Scale))
	}
	if missing := int(d.Scale) + 1 - len(digits); missing > 0 {
		digits = strings.Repeat("0", missing) + digits
	}
	point := len(digits) - int(d.Scale)
	return sign + digits[:point] + "." + digits[point:]
}

// String writes as Cassandra's Duration.toString, except that no duration is
// 0s where Cassandra prints nothing.
func (d DurationValue) String() string {
	var b strings.Builder
	if d.Months < 0 || d.Days < 0 || d.Nanos < 0 {
		b.WriteByte('-')
	}
	rest := appendUnit(&b, magnitude(int64(d.Months)), 12, "y")
	appendUnit(&b, rest, 1, "mo")
	appendUnit(&b, magnitude(int64(d.Days)), 1, "d")
	rest = magnitude(d.Nanos)
	for _, u := range nanoUnits {
		rest = appendUnit(&b, rest, u.nanos, u.name)
	}
	if b.Len() == 0 {
		return "0s"
	}
	return b.String()
}

// nanoUnits are the units of a duration's third part, largest first.
var nanoUnits = [...]struct {
	name  string
	nanos uint64
}{
	{"h", uint64(time.Hour)}, {"m", uint64(time.Minute)}, {"s", uint64(time.Second)},
	{"ms", uint64(time.Millisecond)}, {"us", uint64(time.Microsecond)}, {"ns", 1},
}

// magnitude is |v|, right for the smallest integer too.
func magnitude(v int64) uint64 {
	if v < 0 {
		return -uint64(v)
	}
	return uint64(v)
}

func appendUnit(b *strings.Builder, v, unit uint64, name string) uint64 {
	if v >= unit {
		b.WriteString(strconv.FormatUint(v/unit, 10) + name)
	}
	return v % unit
}

// String writes the time in UTC with milliseconds, as nodetool and the
// sstable tools do. Years outside 0..9999 have no ISO form here.
func (t TimestampMillis) String() string {
	return t.Time().Format("2006-01-02T15:04:05.000Z")
}

// String writes the ISO date.
func (d DateDays) String() string { return d.Time().Format("2006-01-02") }

// formatTime writes a time of day with 9 decimals (TimeType).
func formatTime(d time.Duration) string {
	return time.Unix(0, int64(d)).UTC().Format("15:04:05.000000000")
}

// isISOYear is true where Go and Java write the same four digits.
func isISOYear(t time.Time) bool { return t.Year() >= 0 && t.Year() <= 9999 }

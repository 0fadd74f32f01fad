package nodetool

import (
	"strconv"
	"strings"
	"unicode"
)

// A JVM prints numbers by its locale where it formats them (666,771KiB) and with a dot where it does not (1.93 ms), often
// both in one output. It never prints marks between thousands, but people who edit do.

// number is a parsed decimal: its value, how many digits stood behind the decimal mark, and the exact whole.
type number struct {
	value    float64
	decimals int
	whole    int64
	hasWhole bool
}

// parseNumber reads a decimal printed by a JVM in any locale or edited by a person: "1.5", "1,5", "1.234.567,8",
// "2.48E-4", "310.000000", "0.". A single comma before exactly three digits is a decimal mark (a latency of three
// decimals in a German locale) unless whole says that the label can only hold whole numbers.
func parseNumber(s string, whole bool) (number, bool) {
	s = asciiDigits(s)
	mantissa, exponent := s, ""
	if i := strings.IndexAny(s, "eE"); i > 0 {
		mantissa, exponent = s[:i], s[i:]
	}
	mantissa, decimals := decimalPoint(mantissa, whole)
	if !decimalDigits(mantissa) || len(s) > 64 {
		return number{}, false
	}
	if exponent == "" && !strings.Contains(mantissa, ".") {
		if n, err := strconv.ParseInt(mantissa, 10, 64); err == nil {
			return number{value: float64(n), whole: n, hasWhole: true}, true
		}
	}
	v, err := strconv.ParseFloat(mantissa+exponent, 64)
	if err != nil {
		return number{}, false
	}
	return number{value: v, decimals: decimals}, true
}

// decimalPoint rewrites the marks to one dot and says how many digits follow it.
func decimalPoint(s string, whole bool) (string, int) {
	comma, dot := strings.LastIndexByte(s, ','), strings.LastIndexByte(s, '.')
	switch {
	case comma < 0 && dot < 0:
		return s, 0
	case comma >= 0 && dot >= 0: // the last mark is the decimal one
		if comma > dot {
			s = strings.ReplaceAll(s, ".", "")
			s = strings.Replace(s, ",", ".", 1)
		} else {
			s = strings.ReplaceAll(s, ",", "")
		}
	case comma >= 0 && thousands(s, ",") && (whole || strings.Count(s, ",") > 1):
		return strings.ReplaceAll(s, ",", ""), 0
	case comma >= 0:
		s = strings.Replace(s, ",", ".", 1)
	case strings.Count(s, ".") > 1 && thousands(s, "."):
		return strings.ReplaceAll(s, ".", ""), 0
	}
	dot = strings.LastIndexByte(s, '.')
	return s, len(s) - dot - 1
}

// thousands says whether the marks cut the digits in groups of three, as a person's editing does; a JVM never prints
// them.
func thousands(s, mark string) bool {
	groups := strings.Split(strings.TrimPrefix(s, "-"), mark)
	for i, g := range groups {
		if i > 0 && len(g) != 3 || len(g) == 0 || len(g) > 3 || i == 0 && g[0] == '0' {
			return false
		}
	}
	return len(groups) > 1
}

// decimalDigits is stricter than ParseFloat, which takes "Inf", "0x1F" and "1_000".
func decimalDigits(s string) bool {
	s = strings.TrimLeft(s, "+-")
	digits := 0
	for _, c := range s {
		switch {
		case c >= '0' && c <= '9':
			digits++
		case c != '.':
			return false
		}
	}
	return digits > 0 && strings.Count(s, ".") <= 1
}

// asciiDigits maps the digits and marks that a JVM prints in other scripts, and the typographic minus of web pages.
func asciiDigits(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return strings.Map(asciiDigit, s)
		}
	}
	return s
}

func asciiDigit(r rune) rune {
	switch {
	case r < 0x80:
		return r
	case r >= 0x0660 && r <= 0x0669:
		return r - 0x0660 + '0'
	case r >= 0x06f0 && r <= 0x06f9:
		return r - 0x06f0 + '0'
	case r == 0x066b:
		return '.'
	case r == 0x2212:
		return '-'
	case unicode.IsSpace(r):
		return -1
	}
	return r
}

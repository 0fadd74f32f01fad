package nodetool

import (
	"math"
	"strconv"
	"strings"
)

// State says what a printed value is.
type State uint8

const (
	// Absent is the zero State: nothing was printed.
	Absent State = iota
	// Number is a finite number, in the base unit of its label.
	Number
	// NotANumber was printed as NaN or nan: a mean without events, an empty decaying histogram.
	NotANumber
	// NotAvailable was printed as null, N/A, n/a, ? or --.
	NotAvailable
	// Words is text: a list, a window, true or false.
	Words
)

// Figure is one printed value.
type Figure struct {
	// Text is the value as printed, without blanks around it.
	Text string
	// State says whether Value or only Text holds.
	State State
	// Value is the number in the base unit: bytes for sizes, seconds for h/m/s, else the printed unit. It is exact for
	// whole numbers to 2^53; Whole is exact beyond.
	Value float64
	// Whole is the exact value where the text is a whole number; HasWhole says so.
	Whole    int64
	HasWhole bool
	// Step is the resolution of the text in the base unit: a size of "1.04 MiB" is known to 0.01 MiB. 0 is exact.
	Step float64
	// Unit is the unit as printed: "MiB", "ms", "%", "/minute"; empty without one.
	Unit string
}

// Float returns the number, and false for anything that is not one.
func (f Figure) Float() (float64, bool) { return f.Value, f.State == Number }

// Int64 returns the number rounded, and false for anything that is not one or does not fit.
func (f Figure) Int64() (int64, bool) {
	if f.HasWhole {
		return f.Whole, f.State == Number
	}
	if f.State != Number || math.Abs(f.Value) >= 1<<63 {
		return 0, false
	}
	return int64(math.Round(f.Value)), true
}

// Printed says whether anything stood there, even if it was NaN.
func (f Figure) Printed() bool { return f.State != Absent }

// MarshalJSON writes a number in the base unit, null for an unknown value and a string for words.
func (f Figure) MarshalJSON() ([]byte, error) {
	switch {
	case f.State == Number && f.HasWhole:
		return strconv.AppendInt(nil, f.Whole, 10), nil
	case f.State == Number:
		return encode(f.Value)
	case f.State == Words:
		return encode(f.Text)
	}
	return []byte("null"), nil
}

// IsZero makes omitzero leave out what was not printed.
func (f Figure) IsZero() bool { return f.State == Absent }

// plain says whether the JSON number alone tells all that the text did.
func (f Figure) plain() bool {
	return f.State == Words || f.State == Number && f.Unit == "" && f.Step == 0
}

// figure reads a printed value: a number in any locale, with or without a unit, or one of the words for unknown. What
// is neither is Words. A value cut after its decimal point ("0.") is the number before it.
func figure(text string) Figure { return figureOf(text, false) }

// wholeFigure reads a value whose label is a count or a number of bytes, where "1,234" can only be thousands.
func wholeFigure(text string) Figure { return figureOf(text, true) }

// figureOf tries the words for unknown before numbers, and a number before words.
func figureOf(text string, whole bool) Figure {
	text = strings.TrimSpace(text)
	if n, err := strconv.ParseInt(text, 10, 64); err == nil { // most values; the rest of this function is slow
		return Figure{Text: text, State: Number, Value: float64(n), Whole: n, HasWhole: true}
	}
	switch strings.ToLower(text) {
	case "":
		return Figure{}
	case "nan", "-nan", ".nan": // Java and C++; .NaN is SnakeYAML's
		return Figure{Text: text, State: NotANumber}
	case "null", "n/a", "?", "--", "none", "<none>":
		return Figure{Text: text, State: NotAvailable}
	}
	if s, ok := clockSeconds(text); ok {
		return Figure{Text: text, State: Number, Value: s, Unit: "s"}
	}
	num, unit := splitUnit(text)
	if strings.EqualFold(num, "nan") && knownUnit(unit) {
		return Figure{Text: text, State: NotANumber, Unit: unit}
	}
	scale, ok := unitScale(unit)
	if num == "" || !ok {
		return Figure{Text: text, State: Words}
	}
	return scaled(text, num, unit, scale, whole)
}

// scaled refuses what overflows: a number that is infinite is no measurement.
func scaled(text, num, unit string, scale float64, whole bool) Figure {
	n, ok := parseNumber(num, whole && unit == "")
	if !ok || math.IsInf(n.value, 0) {
		return Figure{Text: text, State: Words}
	}
	f := Figure{Text: text, State: Number, Value: n.value * scale, Unit: unit}
	if math.IsInf(f.Value, 0) {
		return Figure{Text: text, State: Words}
	}
	if n.hasWhole && scale == 1 {
		f.Whole, f.HasWhole = n.whole, true
	}
	if scale != 1 {
		f.Step = scale * math.Pow10(-n.decimals)
	}
	return f
}

package nodetool

import (
	"encoding/json"
	"math"
	"testing"
)

func TestFigure(t *testing.T) {
	const kib, mib, gib = 1024.0, 1048576.0, 1073741824.0
	tests := []struct {
		text  string
		state State
		value float64
		unit  string
		step  float64
	}{
		{"0", Number, 0, "", 0},
		{"-1990334556", Number, -1990334556, "", 0},
		{"962624926", Number, 962624926, "", 0},
		{"9223372036854775807", Number, math.MaxInt64, "", 0},
		{"-1.0", Number, -1, "", 0},
		{"-1.", Number, -1, "", 0},
		{"0.", Number, 0, "", 0},
		{"310.000000", Number, 310, "", 0},
		{"0.95544", Number, 0.95544, "", 0},
		{"0,94959", Number, 0.94959, "", 0},
		{"2.48E-4", Number, 0.000248, "", 0},
		{"1.619946706356827E-02 ms", Number, 0.01619946706356827, "ms", 0},
		{"1,6E-4 ms", Number, 0.00016, "ms", 0},
		{"6.795214285714286 ms.", Number, 6.795214285714286, "ms.", 0},
		{"2,384 ms", Number, 2.384, "ms", 0},
		{"NaN", NotANumber, 0, "", 0},
		{"nan", NotANumber, 0, "", 0},
		{".NaN", NotANumber, 0, "", 0},
		{"NaN ms", NotANumber, 0, "ms", 0},
		{"nan ms", NotANumber, 0, "ms", 0},
		{"NaN ms.", NotANumber, 0, "ms.", 0},
		{"null", NotAvailable, 0, "", 0},
		{"N/A", NotAvailable, 0, "", 0},
		{"n/a", NotAvailable, 0, "", 0},
		{"?", NotAvailable, 0, "", 0},
		{"--", NotAvailable, 0, "", 0},
		{"", Absent, 0, "", 0},
		{"   ", Absent, 0, "", 0},
		{"0 bytes", Number, 0, "bytes", 0},
		{"0B", Number, 0, "B", 0},
		{"0 (bytes)", Number, 0, "(bytes)", 0},
		{"0.000KiB", Number, 0, "KiB", 0.001 * kib},
		{"28.497MiB", Number, 28.497 * mib, "MiB", 0.001 * mib},
		{"1,053MiB", Number, 1.053 * mib, "MiB", 0.001 * mib},
		{"666,771KiB", Number, 666.771 * kib, "KiB", 0.001 * kib},
		{"1,04 MiB", Number, 1.04 * mib, "MiB", 0.01 * mib},
		{"29 MiB", Number, 29 * mib, "MiB", mib},
		{"41.38 MB", Number, 41.38 * mib, "MB", 0.01 * mib},
		{"172.2 kB", Number, 172.2 * kib, "kB", 0.1 * kib},
		{"49.49 GB", Number, 49.49 * gib, "GB", 0.01 * gib},
		{"1.5 TiB", Number, 1.5 * 1024 * gib, "TiB", 0.1 * 1024 * gib},
		{"535 B", Number, 535, "B", 0},
		{"78.77%", Number, 78.77, "%", 0},
		{"100,0%", Number, 100, "%", 0},
		{"3.57/minute", Number, 3.57, "/minute", 0},
		{"354.50/hour", Number, 354.5, "/hour", 0},
		{"0h00m13s", Number, 13, "s", 0},
		{"12h34m56s", Number, 45296, "s", 0},
		{"1.234.567,8", Number, 1234567.8, "", 0},
		{"1,234,567.8", Number, 1234567.8, "", 0},
		{"1,234,567", Number, 1234567, "", 0},
		{"1.234.567", Number, 1234567, "", 0},
		{"1,234", Number, 1.234, "", 0},
		{"٤٢", Number, 42, "", 0},
		{"−5", Number, -5, "", 0},
		{"[1, 0, 0]", Words, 0, "", 0},
		{"1 HOURS, max duration: 19 minutes 59 seconds", Words, 0, "", 0},
		{"true", Words, 0, "", 0},
		{"1/1", Words, 0, "", 0},
		{"LZ4Compressor", Words, 0, "", 0},
		{"5 parsecs", Words, 0, "", 0},
		{"1.2.3", Words, 0, "", 0},
		{"1e999", Words, 0, "", 0},
		{"1-2", Words, 0, "", 0},
		{"9h99", Words, 0, "", 0},
	}
	for _, tt := range tests {
		f := figure(tt.text)
		if f.State != tt.state || !near(f.Value, tt.value) || f.Unit != tt.unit || !near(f.Step, tt.step) {
			t.Errorf("%q: got state %d value %v unit %q step %v", tt.text, f.State, f.Value, f.Unit, f.Step)
		}
		if v, ok := f.Float(); ok != (tt.state == Number) || ok && v != f.Value {
			t.Errorf("%q: Float %v %v", tt.text, v, ok)
		}
		if f.Printed() != (tt.state != Absent) {
			t.Errorf("%q: Printed %v", tt.text, f.Printed())
		}
	}
}

func near(a, b float64) bool { return a == b || math.Abs(a-b) <= 1e-12*math.Abs(b) }

// TestWholeFigure reads labels that can only hold whole numbers: one comma groups thousands there.
func TestWholeFigure(t *testing.T) {
	for text, want := range map[string]int64{"1,234": 1234, "1,234,567": 1234567, "12": 12, "27": 27, "-5": -5, "310.000000": 310,
		"9223372036854775807": math.MaxInt64, "0": 0, "1.00": 1} {
		if got, ok := wholeFigure(text).Int64(); !ok || got != want {
			t.Errorf("%q: got %d %v", text, got, ok)
		}
	}
	for _, text := range []string{"NaN", "", "?", "x", "1e30"} {
		if got, ok := wholeFigure(text).Int64(); ok {
			t.Errorf("%q: got %d", text, got)
		}
	}
}

func TestFigureJSON(t *testing.T) {
	for text, want := range map[string]string{"260292": "260292", "9223372036854775807": "9223372036854775807", "NaN": "null",
		"n/a": "null", "": "null", "0.5": "0.5", "1 KiB": "1024", "true": `"true"`, "a<b>": `"a<b>"`, "78.77%": "78.77"} {
		b, err := encode(figure(text))
		if err != nil || string(b) != want {
			t.Errorf("%q: got %s %v, want %s", text, b, err, want)
		}
	}
	b, err := json.Marshal(struct {
		A Figure `json:"a,omitzero"`
		B Figure `json:"b,omitzero"`
	}{B: figure("NaN")})
	if err != nil || string(b) != `{"b":null}` {
		t.Errorf("absent and unknown are not told apart: %s %v", b, err)
	}
}

func TestSplitUnit(t *testing.T) {
	for text, want := range map[string][2]string{"28.497MiB": {"28.497", "MiB"}, "254.19 KiB": {"254.19", "KiB"},
		"0.": {"0.", ""}, "1.9 ms.": {"1.9", "ms."}, "NaN ms": {"NaN", "ms"}, "words": {"", "words"}, "٤٫٥ ms": {"٤٫٥", "ms"}} {
		if num, unit := splitUnit(text); num != want[0] || unit != want[1] {
			t.Errorf("%q: got %q %q", text, num, unit)
		}
	}
}

func TestParseNumberRefuses(t *testing.T) {
	for _, s := range []string{"", "-", ".", ",", "1..2", "--1.2.3", "0x1F", "1_000", "Inf", "e5", "1,23,4.5.6"} {
		if n, ok := parseNumber(s, false); ok {
			t.Errorf("%q: got %v", s, n.value)
		}
	}
}

package cqltype

import "testing"

// Years beyond four digits have no quoted form that every version reads, so
// they go as numbers.
func TestTimestampLiterals(t *testing.T) {
	checkBothWays(t, []bothWays{
		{"timestamp", "0000000000000000", "'1970-01-01T00:00:00.000Z'"},
		{"timestamp", "ffffffffffffffff", "'1969-12-31T23:59:59.999Z'"},
		{"timestamp", "00000000000003e7", "'1970-01-01T00:00:00.999Z'"},
		{"timestamp", "0000e677d21fdbff", "'9999-12-31T23:59:59.999Z'"},
		{"timestamp", "0000e677d21fdc00", "253402300800000"},
		{"timestamp", "ffffc77cedd32800", "'0001-01-01T00:00:00.000Z'"},
		{"timestamp", "ffffc77590fba000", "'0000-01-01T00:00:00.000Z'"},
		{"timestamp", "ffffc77590fb9fff", "-62167219200001"},
		{"timestamp", "7fffffffffffffff", "9223372036854775807"},
		{"timestamp", "8000000000000000", "-9223372036854775808"},
		{"timestamp", "", "blobAsTimestamp(0x)"},
		{"'DateType'", "ffffffffffffffff", "'1969-12-31T23:59:59.999Z'"},
		{"'DateType'", "", "blobAsTimestamp(0x)"},
	})
}

// The forms of TimestampSerializer; without a zone UTC is meant here.
func TestTimestampForms(t *testing.T) {
	tests := []struct{ in, want string }{
		{"'2024-02-29'", "'2024-02-29T00:00:00.000Z'"},
		{"'2024-02-29+0200'", "'2024-02-28T22:00:00.000Z'"},
		{"'2024-02-29 01:02'", "'2024-02-29T01:02:00.000Z'"},
		{"'2024-02-29 01:02:03'", "'2024-02-29T01:02:03.000Z'"},
		{"'2024-02-29 01:02:03.4'", "'2024-02-29T01:02:03.400Z'"},
		{"'2024-02-29 01:02:03.456'", "'2024-02-29T01:02:03.456Z'"},
		{"'2024-02-29T01:02Z'", "'2024-02-29T01:02:00.000Z'"},
		{"'2024-02-29T01:02:03+01'", "'2024-02-29T00:02:03.000Z'"},
		{"'2024-02-29T01:02:03+01:30'", "'2024-02-28T23:32:03.000Z'"},
		{"'2024-02-29T01:02:03-0800'", "'2024-02-29T09:02:03.000Z'"},
		{"'2024-02-29 01:02:03 +0100'", "'2024-02-29T00:02:03.000Z'"},
		{"'2024-02-29T01:02:03.456-00:30'", "'2024-02-29T01:32:03.456Z'"},
		{"'0'", "'1970-01-01T00:00:00.000Z'"},
		{"'-1'", "'1969-12-31T23:59:59.999Z'"},
		{"-1", "'1969-12-31T23:59:59.999Z'"},
	}
	for _, tt := range tests {
		b, err := ParseLiteral(Scalar(Timestamp), tt.in)
		if err != nil {
			t.Error(err)
			continue
		}
		if got, err := Literal(Scalar(Timestamp), b); got != tt.want || err != nil {
			t.Errorf("%s: %s, %v, want %s", tt.in, got, err, tt.want)
		}
	}
}

func TestTimestampsRefused(t *testing.T) {
	for _, in := range []string{
		"''", "'now'", "'2023-02-29'", "'2024-13-01'", "'2024-02-29T24:00:00'", "'2024-02-29T01:60'",
		"'2024-02-29 01'", "'24-02-29'", "'2024/02/29'", "'2024-02-29T01:02:03.4567Z'",
		// Go's parser takes the comma, Cassandra's patterns do not.
		"'2024-02-29T01:02:03,456Z'",
		"'2024-02-29T01:02:03 CET'", "9223372036854775808", "1.5", "2024-02-29", "0x00",
	} {
		if b, err := ParseLiteral(Scalar(Timestamp), in); err == nil {
			t.Errorf("%s gave %x", in, b)
		}
	}
}

// Day 0 is 2^31 days before 1970, somewhere in the year -5877641.
func TestDateLiterals(t *testing.T) {
	checkBothWays(t, []bothWays{
		{"date", "80000000", "'1970-01-01'"},
		{"date", "7fffffff", "'1969-12-31'"},
		{"date", "80000001", "'1970-01-02'"},
		{"date", "80004d46", "'2024-02-29'"},
		{"date", "802cc0a0", "'9999-12-31'"},
		{"date", "802cc0a1", "2150416545"},
		{"date", "7ff50558", "'0000-01-01'"},
		{"date", "7ff50557", "2146764119"},
		{"date", "00000000", "0"},
		{"date", "ffffffff", "4294967295"},
		{"date", "", "blobAsDate(0x)"},
	})
	for _, in := range []string{"''", "'2023-02-29'", "'1970-1-1'", "-1", "4294967296", "1970-01-01", "'1970-01-01T00:00'"} {
		if b, err := ParseLiteral(Scalar(Date), in); err == nil {
			t.Errorf("%s gave %x", in, b)
		}
	}
}

func TestTimeLiterals(t *testing.T) {
	checkBothWays(t, []bothWays{
		{"time", "0000000000000000", "'00:00:00.000000000'"},
		{"time", "0000000000000001", "'00:00:00.000000001'"},
		{"time", "00004e94914effff", "'23:59:59.999999999'"},
		{"time", "00004e94914f0000", "blobAsTime(0x00004e94914f0000)"},
		{"time", "8000000000000000", "blobAsTime(0x8000000000000000)"},
		{"time", "", "blobAsTime(0x)"},
	})
	for _, in := range []string{
		"''", "'24:00:00'", "'12:60:00'", "'12:00:60'", "'12:00'", "'12:00:00.0000000001'", "'12:00:00,5'",
		"'-01:00:00'", "-1", "86400000000000", "12:00:00", "'12:00:00Z'",
	} {
		if b, err := ParseLiteral(Scalar(Time), in); err == nil {
			t.Errorf("%s gave %x", in, b)
		}
	}
}

// Three zigzag vints; the extremes of each part, and one sign for all.
func TestDurationLiterals(t *testing.T) {
	checkBothWays(t, []bothWays{
		{"duration", "000000", "0s"},
		{"duration", "020000", "1mo"},
		{"duration", "180000", "1y"},
		{"duration", "1a0000", "1y1mo"},
		{"duration", "000200", "1d"},
		{"duration", "000002", "1ns"},
		{"duration", "0000a710", "5us"},
		{"duration", "010101", "-1mo1d1ns"},
		{"duration", "f0fffffffe0000", "178956970y7mo"},
		{"duration", "f0fffffffd0000", "-178956970y7mo"},
		{"duration", "00f0fffffffe00", "2147483647d"},
		{"duration", "0000fffffffffffffffffe", "2562047h47m16s854ms775us807ns"},
		{"duration", "0000fffffffffffffffffd", "-2562047h47m16s854ms775us807ns"},
		// The smallest part of each kind has no positive counterpart to type.
		{"duration", "0000ffffffffffffffffff", "blobAsDuration(0x0000ffffffffffffffffff)"},
		// A vint that is longer than need be.
		{"duration", "80000000", "blobAsDuration(0x80000000)"},
		{"duration", "", "blobAsDuration(0x)"},
	})
}

func TestDurationForms(t *testing.T) {
	tests := []struct{ in, want string }{
		{"1Y2MO", "1y2mo"},
		{"13mo", "1y1mo"},
		{"2w", "14d"},
		{"1w1d", "8d"},
		{"48h", "48h"},
		{"61m", "1h1m"},
		{"1500ms", "1s500ms"},
		{"1us1ns", "1us1ns"},
		{"1µs", "1us"},
		{"-0s", "0s"},
		{"0y0mo0d", "0s"},
		{"P1Y", "1y"},
		{"p1m", "1mo"},
		{"PT1M", "1m"},
		{"P1MT1M", "1mo1m"},
		{"P3W", "21d"},
		{"-P1DT1S", "-1d1s"},
	}
	for _, tt := range tests {
		b, err := ParseLiteral(Scalar(Duration), tt.in)
		if err != nil {
			t.Error(err)
			continue
		}
		if got, err := Literal(Scalar(Duration), b); got != tt.want || err != nil {
			t.Errorf("%s: %s, %v, want %s", tt.in, got, err, tt.want)
		}
	}
}

func TestDurationsRefused(t *testing.T) {
	for _, in := range []string{
		"0", "1", "y", "1z", "1.5h", "+1h", "1h-1m", "--1h", "1m1h", "1d1d", "1d1w", "P", "PT", "P1YT", "1yT1h",
		"2147483648d", "178956971y", "9223372036854775808ns", "2562048h", "99999999999999999999h", "'1h'", "1hh",
	} {
		if b, err := ParseLiteral(Scalar(Duration), in); err == nil {
			t.Errorf("%s gave %x", in, b)
		}
	}
}

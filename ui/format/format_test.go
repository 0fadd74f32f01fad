package format

import (
	"math"
	"testing"
	"time"

	"github.com/partop/partop/internal/cluster"
)

const mib = 1 << 20

func TestSize(t *testing.T) {
	for _, c := range []struct {
		in    float64
		want  string
		words string
	}{
		{0, "0B", "0 bytes"}, {512, "512B", "512 bytes"}, {999, "999B", "999 bytes"}, {1000, "1.0K", "1.0 KiB"}, {1024, "1.0K", "1.0 KiB"},
		{10 * 1024, "10K", "10 KiB"}, {44 * mib, "44M", "44 MiB"}, {1023 * mib, "1.0G", "1.0 GiB"}, {4.1 * 1024 * mib, "4.1G", "4.1 GiB"},
		{812 * 1024 * mib, "812G", "812 GiB"}, {1.2 * 1024 * 1024 * mib, "1.2T", "1.2 TiB"}, {-5, "0B", "0 bytes"}, {math.NaN(), "0B", "0 bytes"},
		{math.MaxInt64, "8.0E", "8.0 EiB"},
	} {
		if got := Size(c.in); got != c.want || len(got) > 4 {
			t.Errorf("Size(%v) = %q, want %q", c.in, got, c.want)
		}
		if got := SizeWords(c.in); got != c.words {
			t.Errorf("SizeWords(%v) = %q, want %q", c.in, got, c.words)
		}
	}
}

func TestCounts(t *testing.T) {
	for _, c := range []struct {
		in                 float64
		count, short, rate string
	}{
		{0, "0", "0", "0"}, {0.001, "0", "0", "0.01"}, {0.04, "0", "0", "0.04"}, {0.2, "0", "0", "0.2"}, {4.1, "4", "4", "4.1"},
		{9.96, "10", "10", "10"}, {281, "281", "281", "281"}, {999.7, "1,000", "1.0k", "1.0k"}, {8240, "8,240", "8.2k", "8.2k"},
		{9887, "9,887", "9.9k", "9.9k"}, {99_999, "99,999", "100k", "100k"}, {100_000, "100k", "100k", "100k"}, {30e6, "30M", "30M", "30M"},
	} {
		if got := Count(c.in); got != c.count {
			t.Errorf("Count(%v) = %q, want %q", c.in, got, c.count)
		}
		if got := Short(c.in); got != c.short || len(got) > 4 {
			t.Errorf("Short(%v) = %q, want %q", c.in, got, c.short)
		}
		if got := Rate(c.in); got != c.rate || len(got) > 4 {
			t.Errorf("Rate(%v) = %q, want %q", c.in, got, c.rate)
		}
	}
	if Count(math.NaN()) != "?" || Rate(math.NaN()) != "0" || Thousands(-1234567) != "-1,234,567" {
		t.Error("odd numbers:", Count(math.NaN()), Rate(math.NaN()), Thousands(-1234567))
	}
}

func TestShareAndTimes(t *testing.T) {
	for in, want := range map[float64]string{0: "0%", 0.001: "<1%", 0.006: "1%", 0.614: "61%", 1: "100%", -1: "0%"} {
		if got := Share(in); got != want {
			t.Errorf("Share(%v) = %q, want %q", in, got, want)
		}
	}
	if Times(1.42) != "1.4x" || Times(30) != "30x" {
		t.Error(Times(1.42), Times(30))
	}
}

func TestMicros(t *testing.T) {
	for in, want := range map[float64]string{0: "0µs", 3: "3.0µs", 350: "350µs", 999.6: "1.0ms", 1200: "1.2ms", 38_000: "38ms",
		410_000: "410ms", 999_600: "1.0s", 1.4e6: "1.4s", 59.6e6: "1m", 125e6: "2m5s"} {
		if got := Micros(in); got != want {
			t.Errorf("Micros(%v) = %q, want %q", in, got, want)
		}
	}
}

func TestSpans(t *testing.T) {
	for _, c := range []struct {
		d             time.Duration
		age, duration string
	}{
		{-time.Second, "0s", "-1s"}, {0, "0s", "0s"}, {2*time.Second + 900*time.Millisecond, "2s", "3s"}, {59 * time.Second, "59s", "59s"},
		{292 * time.Second, "4m", "4m52s"}, {time.Hour, "1h", "1h"}, {26*time.Hour + 20*time.Minute, "26h", "26h20m"},
		{240 * time.Hour, "10d", "10d"},
	} {
		if got := Age(c.d); got != c.age {
			t.Errorf("Age(%v) = %q, want %q", c.d, got, c.age)
		}
		if got := Duration(c.d); got != c.duration {
			t.Errorf("Duration(%v) = %q, want %q", c.d, got, c.duration)
		}
	}
	if Seconds(0) != "none" || Seconds(864000) != "10d" || Seconds(3600) != "1h" {
		t.Error(Seconds(0), Seconds(864000), Seconds(3600))
	}
}

func TestTimesAreInUTC(t *testing.T) {
	east := time.FixedZone("east", 2*3600)
	for _, c := range []struct {
		t             time.Time
		clock, moment string
	}{
		{time.Time{}, "never", "never"},
		{time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), "03:04:05Z", "2026-01-02 03:04Z"},
		{time.Date(2026, 1, 2, 1, 4, 5, 0, east), "23:04:05Z", "2026-01-01 23:04Z"},
	} {
		if Clock(c.t) != c.clock || Moment(c.t) != c.moment {
			t.Errorf("%v: %q and %q, want %q and %q", c.t, Clock(c.t), Moment(c.t), c.clock, c.moment)
		}
	}
}

func TestSinceCountsWholeMinutes(t *testing.T) {
	for d, want := range map[time.Duration]string{-time.Hour: "", 0: "", 59*time.Second + 999*time.Millisecond: "", time.Minute: "1m ago",
		119 * time.Second: "1m ago", 3 * time.Hour: "3h ago"} {
		if got := Since(d); got != want {
			t.Errorf("Since(%v) = %q, want %q", d, got, want)
		}
	}
}

func TestFigure(t *testing.T) {
	for _, c := range []struct {
		name string
		f    cluster.Figure
		want string
	}{
		{"an unknown is never a number", cluster.Figure{Value: 7, Unit: cluster.UnitBytes}, "?"},
		{"nothing happened", cluster.Figure{Idle: true, Value: 7}, "-"},
		{"a border", cluster.Figure{Known: true, Value: 9887, Exactness: cluster.AtMost}, "≤9,887"},
		{"a rate is exact", cluster.Figure{Known: true, Value: 4.1, Unit: cluster.UnitPerSecond}, "4.1"},
		{"an estimated count is short", cluster.Figure{Known: true, Value: 4200, Exactness: cluster.Estimate}, "~4.2k"},
		{"a share", cluster.Figure{Known: true, Value: 0.61, Unit: cluster.UnitShare, Exactness: cluster.Estimate}, "~61%"},
		{"hardly a share", cluster.Figure{Known: true, Value: 0.001, Unit: cluster.UnitShare, Exactness: cluster.Estimate}, "<1%"},
		{"a latency below what the version prints", cluster.Figure{Known: true, Unit: cluster.UnitMicros, Exactness: cluster.AtMost}, "<1ms"},
		{"a partial sum", cluster.Figure{Known: true, Value: 2 << 40, Unit: cluster.UnitBytes, Exactness: cluster.AtLeast}, "≥2.0T"},
		{"a partial sum of nothing may still be more", cluster.Figure{Known: true, Unit: cluster.UnitBytes, Exactness: cluster.AtLeast}, "≥0B"},
		{"a partial count fits its column", cluster.Figure{Known: true, Value: 9216, Exactness: cluster.AtLeast}, "≥9.2k"},
		{"a small partial count", cluster.Figure{Known: true, Value: 7, Exactness: cluster.AtLeast}, "≥7"},
		{"a partial rate", cluster.Figure{Known: true, Value: 1400, Unit: cluster.UnitPerSecond, Exactness: cluster.AtLeast}, "≥1.4k"},
		{"idle beats a partial sum", cluster.Figure{Known: true, Idle: true, Exactness: cluster.AtLeast}, "-"},
		{"zero has no bound", cluster.Figure{Known: true, Exactness: cluster.AtMost}, "0"},
		{"whole MiB do not show in gigabytes", cluster.Figure{Known: true, Value: 4 << 30, Unit: cluster.UnitBytes, Exactness: cluster.AtMost}, "4.0G"},
		{"but in megabytes they do", cluster.Figure{Known: true, Value: 4 << 20, Unit: cluster.UnitBytes, Exactness: cluster.AtMost}, "≤4.0M"},
	} {
		if got := Figure(&c.f); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	border := cluster.Figure{Known: true, Value: 4 << 30, Unit: cluster.UnitBytes, Exactness: cluster.AtMost}
	if Bound(&border) != "≤4.0G" || Bound(&cluster.Figure{}) != "?" {
		t.Error(Bound(&border), Bound(&cluster.Figure{}))
	}
}

func TestValueFollowsItsUnit(t *testing.T) {
	for _, c := range []struct {
		unit cluster.Unit
		in   float64
		want string
	}{
		{cluster.UnitBytes, 44 * mib, "44M"}, {cluster.UnitMicros, 38_000, "38ms"}, {cluster.UnitPerSecond, 0.04, "0.04"},
		{cluster.UnitShare, 0.614, "61%"}, {cluster.UnitCount, 9887, "9,887"}, {cluster.Unit(99), 9887, "9,887"},
	} {
		if got := Value(c.unit, c.in); got != c.want {
			t.Errorf("unit %d: %q, want %q", c.unit, got, c.want)
		}
	}
}

func TestBoundKeepsItsSign(t *testing.T) {
	for _, c := range []struct {
		f    cluster.Figure
		want string
	}{
		{cluster.Figure{Known: true, Value: 4 << 30, Unit: cluster.UnitBytes, Exactness: cluster.AtMost}, "≤4.0G"},
		{cluster.Figure{Known: true, Value: 4 << 30, Unit: cluster.UnitBytes, Exactness: cluster.AtLeast}, "≥4.0G"},
		{cluster.Figure{Known: true, Unit: cluster.UnitBytes, Exactness: cluster.AtLeast}, "≥0B"},
		{cluster.Figure{Known: true, Value: 4 << 30, Unit: cluster.UnitBytes}, "4.0G"},
		{cluster.Figure{Known: true, Idle: true, Value: 4, Unit: cluster.UnitBytes}, "-"},
		{cluster.Figure{Value: 4, Unit: cluster.UnitBytes}, "?"},
		{cluster.Figure{Known: true, Value: 9887, Exactness: cluster.AtMost}, "≤9,887"},
	} {
		if got := Bound(&c.f); got != c.want {
			t.Errorf("%+v: %q, want %q", c.f, got, c.want)
		}
	}
}

package format

import (
	"strconv"
	"time"
)

// Micros writes a latency: 350µs, 1.2ms, 38ms, 1.4s, 2m.
func Micros(us float64) string {
	switch {
	case us < 999.5:
		return digits(us, us > 0 && us < 9.95) + "µs"
	case us < 999_500:
		return digits(us/1e3, true) + "ms"
	// From a minute on it is no latency any more but a wait, and reads better as one.
	case us < 59.5e6:
		return digits(us/1e6, true) + "s"
	}
	return Duration(time.Duration(us) * time.Microsecond)
}

// Age writes how long ago something was, coarsely: a figure on a still screen must not flicker. 2s, 5m, 3h, 12d.
// One unit only: whether a figure is two minutes or two minutes and ten seconds old changes nothing.
func Age(d time.Duration) string {
	switch {
	case d < 0:
		return "0s"
	case d < time.Minute:
		return strconv.Itoa(int(d/time.Second)) + "s"
	case d < time.Hour:
		return strconv.Itoa(int(d/time.Minute)) + "m"
	case d < 48*time.Hour:
		return strconv.Itoa(int(d/time.Hour)) + "h"
	}
	return strconv.Itoa(int(d/(24*time.Hour))) + "d"
}

// Duration writes a length of time with two parts: 45s, 4m52s, 3h20m, 10d.
func Duration(d time.Duration) string {
	d = d.Round(time.Second)
	switch {
	case d < time.Minute:
		return strconv.Itoa(int(d/time.Second)) + "s"
	case d < time.Hour:
		return pair(int(d/time.Minute), "m", int(d%time.Minute/time.Second), "s")
	case d < 48*time.Hour:
		return pair(int(d/time.Hour), "h", int(d%time.Hour/time.Minute), "m")
	}
	return pair(int(d/(24*time.Hour)), "d", int(d%(24*time.Hour)/time.Hour), "h")
}

// pair leaves the smaller unit out when it is zero: 10d, not 10d0h.
func pair(a int, unitA string, b int, unitB string) string {
	s := strconv.Itoa(a) + unitA
	if b > 0 {
		s += strconv.Itoa(b) + unitB
	}
	return s
}

// Seconds writes a table option in seconds, 0 as "none".
func Seconds(n int) string {
	if n <= 0 {
		return "none"
	}
	return Duration(time.Duration(n) * time.Second)
}

// Clock writes a time of day in UTC, and "never" for none. One zone for all: the nodes log in theirs, six people look on
// from theirs, and a recording is opened in another; the Z says which one it is.
func Clock(t time.Time) string {
	if t.IsZero() {
		return "never"
	}
	return t.UTC().Format("15:04:05Z")
}

// Moment writes a day and a time of day in UTC, for what may be older than a day, and "never" for none.
func Moment(t time.Time) string {
	if t.IsZero() {
		return "never"
	}
	return t.UTC().Format("2006-01-02 15:04Z")
}

// Since writes how long ago something was in whole minutes, and "" within the first: a screen that is held must not
// write to the terminal every second only to count.
func Since(d time.Duration) string {
	if d < time.Minute {
		return ""
	}
	return Age(d) + " ago"
}

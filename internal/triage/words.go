package triage

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// thousands writes a whole number with commas, as people read it.
func thousands(v float64) string {
	s := strconv.FormatInt(int64(math.Round(v)), 10)
	var b strings.Builder
	for i, c := range s {
		if i > 0 && (len(s)-i)%3 == 0 && s[i-1] != '-' {
			b.WriteByte(',')
		}
		b.WriteRune(c)
	}
	return b.String()
}

// bytesText writes a size in the binary unit that leaves it between 1 and 1,024.
func bytesText(v float64) string {
	units := [...]string{"B", "KiB", "MiB", "GiB", "TiB", "PiB"}
	i := 0
	for math.Abs(v) >= 1024 && i < len(units)-1 {
		v, i = v/1024, i+1
	}
	if i == 0 || v >= 100 || v == math.Trunc(v) {
		return fmt.Sprintf("%.0f %s", v, units[i])
	}
	return fmt.Sprintf("%.1f %s", v, units[i])
}

// microsText writes a latency.
func microsText(us float64) string {
	switch {
	case us >= 1_000_000:
		return fmt.Sprintf("%.1f s", us/1_000_000)
	case us >= 10_000:
		return fmt.Sprintf("%.0f ms", us/1000)
	case us >= 1000:
		return fmt.Sprintf("%.1f ms", us/1000)
	}
	return fmt.Sprintf("%.0f µs", us)
}

func perSecond(v float64) string {
	if v < 10 {
		return fmt.Sprintf("%.1f/s", v)
	}
	return thousands(v) + "/s"
}

func span(d time.Duration) string { return d.Round(time.Second).String() }

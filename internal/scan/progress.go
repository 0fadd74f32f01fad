package scan

import (
	"fmt"
	"time"
)

// Progress is how far a scan is.
type Progress struct {
	// DoneBytes and TotalBytes are of files as stored; the total is an estimate, see Cost.
	DoneBytes, TotalBytes int64
	Elapsed               time.Duration
}

// String is a line for a terminal: bytes, rate and the time that is left at that rate.
func (p Progress) String() string {
	seconds := p.Elapsed.Seconds()
	if seconds <= 0 || p.DoneBytes <= 0 {
		return fmt.Sprintf("0 B of %s", FormatBytes(p.TotalBytes))
	}
	rate := float64(p.DoneBytes) / seconds
	done := min(p.DoneBytes, p.TotalBytes) // the total leaves out what is only looked up
	left := float64(p.TotalBytes-done) / rate
	return fmt.Sprintf("%s of %s  %s/s  %s left", FormatBytes(done), FormatBytes(p.TotalBytes), FormatBytes(int64(rate)),
		time.Duration(left*float64(time.Second)).Round(time.Second))
}

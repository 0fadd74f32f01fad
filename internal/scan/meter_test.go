package scan

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"testing"
	"testing/fstest"
	"time"
)

// clock is time that passes only when somebody waits.
type clock struct{ at time.Time }

func (c *clock) now() time.Time { return c.at }

func (c *clock) sleep(_ context.Context, d time.Duration) error {
	c.at = c.at.Add(d)
	return nil
}

func metered(t *testing.T, size int) (*Meter, *clock, io.ReaderAt) {
	t.Helper()
	m := NewMeter(t.Context(), fstest.MapFS{"d/f": {Data: make([]byte, size)}})
	c := &clock{at: time.Unix(1e9, 0)}
	m.now, m.sleep = c.now, c.sleep
	f, err := m.Open("d/f")
	if err != nil {
		t.Fatal(err)
	}
	return m, c, f.(io.ReaderAt)
}

func TestRateLimit(t *testing.T) {
	const rate, block = 1 << 20, 64 << 10
	m, c, f := metered(t, block)
	b := make([]byte, block)
	read := func(blocks int) time.Duration {
		start := c.at
		for range blocks {
			if _, err := f.ReadAt(b, 0); err != nil {
				t.Fatal(err)
			}
		}
		return c.at.Sub(start)
	}
	if d := read(100); d != 0 {
		t.Errorf("waited %v without a limit", d)
	}
	m.Limit(rate)
	if d := read(160); d < 10*time.Second-slack || d > 10*time.Second {
		t.Errorf("10 MiB took %v", d)
	}
	c.at = c.at.Add(time.Hour) // a long pause does not buy a burst
	if d := read(160); d < 10*time.Second-slack-time.Millisecond {
		t.Errorf("10 MiB took %v after a pause", d)
	}
	if m.Bytes() != 420*block {
		t.Errorf("%d bytes counted", m.Bytes())
	}
}

func TestWaitEndsWithContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	m := NewMeter(ctx, fstest.MapFS{"f": {Data: make([]byte, 100)}})
	m.Limit(1)
	f, err := m.Open("f")
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := io.ReadAll(f); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestMeterListsFolders(t *testing.T) {
	m, _, _ := metered(t, 1)
	entries, err := fs.ReadDir(m, "d")
	if err != nil || len(entries) != 1 || m.Bytes() != 0 {
		t.Errorf("%v, %v, %d bytes", entries, err, m.Bytes())
	}
}

func TestProgress(t *testing.T) {
	for want, p := range map[string]Progress{
		"0 B of 1.0 GiB": {0, 1 << 30, time.Second},
		"256.0 MiB of 1.0 GiB  32.0 MiB/s  24s left": {256 << 20, 1 << 30, 8 * time.Second},
		"1.0 GiB of 1.0 GiB  1.0 GiB/s  0s left":     {2 << 30, 1 << 30, 2 * time.Second},
	} {
		if got := p.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

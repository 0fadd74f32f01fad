package scan

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"sync"
	"sync/atomic"
	"time"
)

// LiveBytesPerSecond is the default limit inside a live data directory: a scan there competes with the node's own reads.
const LiveBytesPerSecond = 32 << 20

// slack is how long a pause in reading is made up for by reading faster.
const slack = 100 * time.Millisecond

// Meter is a file system that counts what is read of its files, and slows reading down.
type Meter struct {
	ctx   context.Context // ends the waiting
	base  fs.FS
	bytes atomic.Int64
	leave atomic.Bool // no pages behind

	mu             sync.Mutex
	bytesPerSecond int64
	free           time.Time // when everything read so far has been paid for
	now            func() time.Time
	sleep          func(context.Context, time.Duration) error
}

// NewMeter wraps a file system whose files are io.ReaderAt. Reads fail when the context ends while they wait.
func NewMeter(ctx context.Context, base fs.FS) *Meter {
	return &Meter{ctx: ctx, base: base, now: time.Now, sleep: sleep}
}

// Limit sets the speed in bytes per second; 0 is none.
func (m *Meter) Limit(bytesPerSecond int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.bytesPerSecond = bytesPerSecond
}

// LeaveNoPages makes files that are opened from now on leave the page cache as it was (Linux; elsewhere nothing changes).
func (m *Meter) LeaveNoPages() { m.leave.Store(true) }

// Bytes is what has been read.
func (m *Meter) Bytes() int64 { return m.bytes.Load() }

// Open opens a file whose reads count.
func (m *Meter) Open(name string) (fs.File, error) {
	f, err := m.base.Open(name)
	if err != nil {
		return nil, err // it names the file, and the caller what for
	}
	if m.leave.Load() {
		f = discreet(f)
	}
	return &meteredFile{File: f, meter: m}, nil
}

// pay counts n bytes that were read, and waits until the limit allows more.
func (m *Meter) pay(n int) error {
	m.bytes.Add(int64(n))
	wait := m.due(n)
	if wait <= 0 {
		return nil
	}
	return m.sleep(m.ctx, wait)
}

func (m *Meter) due(n int) time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.bytesPerSecond <= 0 {
		return 0
	}
	now := m.now()
	if earliest := now.Add(-slack); m.free.Before(earliest) {
		m.free = earliest
	}
	m.free = m.free.Add(time.Duration(float64(n) / float64(m.bytesPerSecond) * float64(time.Second)))
	return m.free.Sub(now)
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return fmt.Errorf("wait for the rate limit: %w", ctx.Err())
	case <-t.C:
		return nil
	}
}

type meteredFile struct {
	fs.File
	meter *Meter
}

// ReadAt reads, and then waits for what it read.
func (f *meteredFile) ReadAt(b []byte, offset int64) (int, error) {
	r, ok := f.File.(io.ReaderAt)
	if !ok {
		return 0, fmt.Errorf("positioned read: %w", errors.ErrUnsupported)
	}
	n, err := r.ReadAt(b, offset)
	return f.paid(n, err)
}

// Read is ReadAt where the file stands.
func (f *meteredFile) Read(b []byte) (int, error) { return f.paid(f.File.Read(b)) }

func (f *meteredFile) paid(n int, err error) (int, error) {
	if late := f.meter.pay(n); late != nil {
		return 0, late
	}
	return n, err
}

// ReadDir lists a folder, which costs nothing.
func (f *meteredFile) ReadDir(n int) ([]fs.DirEntry, error) {
	d, ok := f.File.(fs.ReadDirFile)
	if !ok {
		return nil, fmt.Errorf("list a folder: %w", errors.ErrUnsupported)
	}
	return d.ReadDir(n)
}

package state

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// ErrBusy is returned by Lock while another lab command holds the lab.
var ErrBusy = errors.New("another lab command is at work here")

// lockPoll is the pause between two tries for the lock.
const lockPoll = 100 * time.Millisecond

// Lock takes the lab for one command and returns its release. It waits up to
// wait for another holder, then gives ErrBusy. flock is used because the kernel
// drops it with the process, so a killed command leaves no stale lock.
func (d Dir) Lock(ctx context.Context, wait time.Duration) (func(), error) {
	if err := d.Create(); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(d.Path("lock"), os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, fmt.Errorf("open the lab's lock: %w", err)
	}
	deadline := time.Now().Add(wait)
	for {
		err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		if err == nil {
			return func() { _ = f.Close() }, nil
		}
		if !errors.Is(err, unix.EWOULDBLOCK) || time.Now().After(deadline) {
			_ = f.Close()
			return nil, fmt.Errorf("%w (%s)", ErrBusy, d)
		}
		select {
		case <-ctx.Done():
			_ = f.Close()
			return nil, ctx.Err()
		case <-time.After(lockPoll):
		}
	}
}

package scan

import (
	"fmt"
	"os"
	"strconv"
	"syscall"
)

// The values of linux/ioprio.h.
const (
	ioprioWhoProcess = 1 // in fact a thread
	ioprioClassIdle  = 3
	ioprioClassShift = 13
)

// Polite gives the whole process the idle class of I/O: it reads when nobody else does (ioprio_set(2)). Threads that
// start later inherit it from those that start them. Schedulers without priorities ignore it.
func Polite() error {
	threads, err := os.ReadDir("/proc/self/task")
	if err != nil {
		return fmt.Errorf("list own threads: %w", err)
	}
	for _, t := range threads {
		id, err := strconv.Atoi(t.Name())
		if err != nil {
			continue // no thread
		}
		_, _, errno := syscall.Syscall(syscall.SYS_IOPRIO_SET, ioprioWhoProcess, uintptr(id), ioprioClassIdle<<ioprioClassShift)
		if errno != 0 && errno != syscall.ESRCH { // that one ended meanwhile
			return fmt.Errorf("set the I/O priority: %w: %w", ErrNotPolite, errno)
		}
	}
	return nil
}

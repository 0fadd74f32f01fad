package scan

import (
	"errors"
	"syscall"
	"testing"
)

// The class is what the kernel says of a thread afterwards. It stays for this process, whose tests read little.
func TestPolite(t *testing.T) {
	if err := Polite(); err != nil {
		if errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.ENOSYS) {
			t.Skipf("not allowed here: %v", err)
		}
		t.Fatal(err)
	}
	got, _, errno := syscall.Syscall(syscall.SYS_IOPRIO_GET, ioprioWhoProcess, 0, 0)
	if errno != 0 || got>>ioprioClassShift != ioprioClassIdle {
		t.Errorf("class %d, %v", got>>ioprioClassShift, errno)
	}
}

package scan

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// discreetFile leaves the page cache as it found it: pages that were not there before a read are dropped behind it, so
// that a scan does not push out what the node has there for its own reads. Pages that were there stay.
//
// The kernel's read-ahead is off, for what it brings would not be known; scans read ahead by themselves. It tells where
// pages are (mincore(2)) only to who may write the file or owns it, and to root; to others all seem to be there, and none
// is dropped.
type discreetFile struct {
	*os.File
	pageBytes int64

	mu sync.Mutex
	// own are pages that the last read brought, from page first on; they are dropped when reading has left them.
	own   []bool
	first int64
}

// discreet wraps a file of this host; others are returned as they are.
func discreet(f fs.File) fs.File {
	disk, ok := f.(*os.File)
	if !ok {
		return f
	}
	info, err := disk.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return f
	}
	if unix.Fadvise(int(disk.Fd()), 0, 0, unix.FADV_RANDOM) != nil {
		return f // no file system with a page cache of its own
	}
	return &discreetFile{File: disk, pageBytes: int64(os.Getpagesize())}
}

// ReadAt reads, and drops what the read before brought and this one has left.
func (f *discreetFile) ReadAt(b []byte, offset int64) (int, error) {
	if len(b) == 0 {
		return 0, nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	first := offset / f.pageBytes
	pages := (offset+int64(len(b))+f.pageBytes-1)/f.pageBytes - first
	own, err := f.absent(first, pages)
	if err != nil {
		return 0, err
	}
	for i := range own {
		own[i] = own[i] || f.owns(first+int64(i))
	}
	n, err := f.File.ReadAt(b, offset)
	f.drop(first, first+pages)
	f.own, f.first = own, first
	if err != nil && err != io.EOF { //nolint:errorlint // ReaderAt's own, not wrapped
		return n, fmt.Errorf("read %s: %w", f.Name(), err)
	}
	return n, err
}

func (f *discreetFile) owns(page int64) bool {
	i := page - f.first
	return i >= 0 && i < int64(len(f.own)) && f.own[i]
}

// absent tells of each page whether it is not in the page cache. Nothing is read through the mapping.
func (f *discreetFile) absent(first, pages int64) ([]bool, error) {
	m, err := unix.Mmap(int(f.Fd()), first*f.pageBytes, int(pages*f.pageBytes), unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		return nil, fmt.Errorf("map %s: %w", f.Name(), err)
	}
	resident := make([]byte, pages)
	_, _, errno := syscall.Syscall(syscall.SYS_MINCORE, uintptr(unsafe.Pointer(&m[0])), uintptr(len(m)), uintptr(unsafe.Pointer(&resident[0])))
	if err := unix.Munmap(m); err != nil {
		return nil, fmt.Errorf("unmap %s: %w", f.Name(), err)
	}
	out := make([]bool, pages)
	for i, r := range resident {
		out[i] = errno == 0 && r&1 == 0
	}
	return out, nil
}

// drop gives up own pages outside of those from keep on and before end.
func (f *discreetFile) drop(keep, end int64) {
	for i := 0; i < len(f.own); i++ {
		n := 0
		for i+n < len(f.own) && f.own[i+n] && (f.first+int64(i+n) < keep || f.first+int64(i+n) >= end) {
			n++
		}
		if n > 0 {
			// Advice only: pages that stay do no harm.
			_ = unix.Fadvise(int(f.Fd()), (f.first+int64(i))*f.pageBytes, int64(n)*f.pageBytes, unix.FADV_DONTNEED)
			i += n
		}
	}
}

// Close drops what the last read brought.
func (f *discreetFile) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.drop(0, 0)
	f.own = nil
	return f.File.Close()
}

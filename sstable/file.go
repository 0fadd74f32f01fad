package sstable

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
)

// file is an open component: positioned reads only, so that many readers share
// it. An open file outlives its deletion by a compaction.
type file struct {
	fs.File
	io.ReaderAt
	name string
	size int64
}

// openFile opens a component. A missing one keeps fs.ErrNotExist in its error:
// on a live node that means compacted away.
func openFile(fsys fs.FS, name string) (*file, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, fmt.Errorf("open SSTable component: %w", err)
	}
	info, err := f.Stat()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("stat %s: %w", name, err), f.Close())
	}
	r, ok := f.(io.ReaderAt)
	if !ok {
		return nil, errors.Join(fmt.Errorf("%s: file system without positioned reads: %w", name, errors.ErrUnsupported), f.Close())
	}
	return &file{File: f, ReaderAt: r, name: name, size: info.Size()}, nil
}

// readFull fills b from offset; the caller has checked it against the size, so
// a short read means that the file has been cut since.
func (f *file) readFull(b []byte, offset int64) error {
	n, err := f.ReadAt(b, offset)
	if n == len(b) {
		return nil
	}
	if errors.Is(err, io.EOF) {
		return &CorruptError{
			File: f.name, Offset: offset, What: "read",
			Expected: fmt.Sprintf("%d bytes", len(b)), Found: fmt.Sprint(n),
		}
	}
	return fmt.Errorf("read %s at %d: %w", f.name, offset, err)
}

// readSmall reads a whole component of bounded size.
func readSmall(fsys fs.FS, name string, limit int64) (b []byte, err error) {
	f, err := openFile(fsys, name)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if f.size > limit {
		return nil, &CorruptError{
			File: name, What: "file length", Expected: fmt.Sprintf("at most %d bytes", limit), Found: fmt.Sprint(f.size),
		}
	}
	b = make([]byte, f.size)
	return b, f.readFull(b, 0)
}

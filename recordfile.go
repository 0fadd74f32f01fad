package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// recordingFile is made with the first bytes that come: a session that reached nothing leaves nothing behind.
type recordingFile struct {
	path string
	file *os.File
}

// newRecording refuses a file that exists, before a cluster is asked for anything.
func newRecording(path string) (*recordingFile, error) {
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		if err == nil {
			err = fs.ErrExist
		}
		return nil, usage("record to %s: %w", path, err)
	}
	return &recordingFile{path: path}, nil
}

// Write makes the file, mode 0600, when it is first called.
func (r *recordingFile) Write(b []byte) (int, error) {
	if r.file == nil {
		f, err := os.OpenFile(r.path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
		if err != nil {
			return 0, fmt.Errorf("record: %w", err)
		}
		r.file = f
	}
	return r.file.Write(b)
}

// Close closes the file, if there is one.
func (r *recordingFile) Close() error {
	if r.file == nil {
		return nil
	}
	return r.file.Close()
}

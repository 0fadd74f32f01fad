package sstable

import (
	"errors"
	"fmt"
)

// ErrNotSSTable says that a file name is not one of an SSTable component.
var ErrNotSSTable = errors.New("not an SSTable component")

// ErrUnsupported says that a file is of a version, partitioner or compressor
// that this package does not read. The file itself may be sound.
var ErrUnsupported = errors.New("unsupported SSTable")

// ErrIncomplete says that components are missing: an SSTable being written, or
// half copied.
var ErrIncomplete = errors.New("incomplete SSTable")

// ErrCorrupt says that a file contradicts itself. The error is a *CorruptError.
var ErrCorrupt = errors.New("corrupt SSTable")

// CorruptError tells what is wrong in which file, and where.
type CorruptError struct {
	// File is the path of the component as it was opened.
	File string
	// Offset is in bytes: from the start of the file, or with Uncompressed
	// from the start of the uncompressed data.
	Offset       int64
	Uncompressed bool
	// What was being read.
	What string
	// Expected and Found are the values that differ, for people.
	Expected, Found string
}

// Error gives all fields on one line.
func (e *CorruptError) Error() string {
	where := "at"
	if e.Uncompressed {
		where = "at uncompressed position"
	}
	return fmt.Sprintf("%s: %s %s %d: expected %s, found %s", e.File, e.What, where, e.Offset, e.Expected, e.Found)
}

// Unwrap makes errors.Is(err, ErrCorrupt) true.
func (e *CorruptError) Unwrap() error { return ErrCorrupt }

// blame turns structural errors into ErrUnsupported when the version is newer
// than this package: then the reader is at fault, not the user's data.
func (v Version) blame(err error) error {
	if err == nil || v.known || !errors.Is(err, ErrCorrupt) {
		return err
	}
	return fmt.Errorf("version %s is newer than this reader: %w: %s", v.Name, ErrUnsupported, err.Error())
}

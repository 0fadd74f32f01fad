package sstable

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

// WalkOptions say which folders Walk enters. The zero options list one folder,
// as sstablepartitions does.
type WalkOptions struct {
	Recursive bool
	// Snapshots and Backups hold hard links to files that may be counted
	// already; without them such folders are not listed even by name.
	Snapshots, Backups bool
}

// Walk lists the SSTables of a folder, and of those below it. A folder that
// cannot be read ends up in Skipped, unless it is the first.
func Walk(fsys fs.FS, root string, o WalkOptions) (Listing, error) {
	var all Listing
	err := fs.WalkDir(fsys, root, func(dir string, e fs.DirEntry, err error) error {
		switch {
		case err != nil && dir == root:
			return fmt.Errorf("list SSTables: %w", err)
		case err != nil:
			all.Skipped = append(all.Skipped, Skipped{dir, err})
			return nil
		case !e.IsDir():
			return nil
		case dir != root && !o.Recursive:
			return fs.SkipDir
		case !o.listed(dir):
			return nil
		}
		l, err := List(fsys, dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			all.Skipped = append(all.Skipped, Skipped{dir, err})
		}
		all.SSTables = append(all.SSTables, l.SSTables...)
		all.Skipped = append(all.Skipped, l.Skipped...)
		return nil
	})
	return all, err
}

// listed applies to the files right in a folder; folders below are entered all
// the same.
func (o WalkOptions) listed(dir string) bool {
	l := Descriptor{Dir: strings.TrimPrefix(path.Clean(dir), "/")}.Location()
	return (o.Snapshots || l.Snapshot == "") && (o.Backups || !l.Backup)
}

package scan

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/partop/partop/sstable"
)

// ErrNothing says that no path holds an SSTable that may be read.
var ErrNothing = errors.New("no SSTables")

// Table is the SSTables of one table, perhaps of several data directories of a node. Snapshots and backups are tables
// of their own: they hold hard links, and what they hold would count twice.
type Table struct {
	sstable.Location
	// Dirs are the folders, sorted.
	Dirs     []string
	SSTables []sstable.Descriptor
}

// Name is keyspace.table with the index, snapshot or backup behind it; the folder where the path names no table.
func (t *Table) Name() string {
	name := t.Keyspace + "." + t.Table
	if t.TableID == "" {
		name = t.Dirs[0]
	} else if t.Index != "" {
		name += "." + t.Index
	}
	switch {
	case t.Snapshot != "":
		return name + " (snapshot " + t.Snapshot + ")"
	case t.Backup:
		return name + " (backup)"
	}
	return name
}

// InDataDirectory tells that the folder looks like one that a node works in: keyspace/table-id, no snapshot or backup.
func (t *Table) InDataDirectory() bool {
	return t.TableID != "" && t.Snapshot == "" && !t.Backup
}

// Found is what lies under some paths.
type Found struct {
	Tables []Table
	// Skipped are SSTables that are not read, with the reason.
	Skipped []sstable.Skipped
}

// Missing tells that the figures lack what a skipped SSTable holds. Those of an obsolete one are in others; in a live
// data directory, an unfinished one is a flush or compaction that is running, whose data are elsewhere still.
func Missing(s sstable.Skipped) bool {
	at := Table{Location: sstable.Descriptor{Dir: path.Dir(s.Name)}.Location()}
	unfinished := errors.Is(s.Reason, sstable.ErrIncomplete) && at.InDataDirectory()
	return !errors.Is(s.Reason, sstable.ErrObsolete) && !unfinished
}

// Find lists the tables below paths, which are slash-separated: folders are searched to the bottom, a component of an
// SSTable stands for all of it. Snapshots and backups count with the options only, or when the path itself is in one.
// It fails with ErrNothing when there is no SSTable, read or skipped.
func Find(fsys fs.FS, paths []string, o sstable.WalkOptions) (Found, error) {
	var found Found
	var all []sstable.Descriptor
	for _, p := range paths {
		l, err := list(fsys, p, o)
		if err != nil {
			return Found{}, err
		}
		all = append(all, l.SSTables...)
		found.Skipped = append(found.Skipped, l.Skipped...)
	}
	slices.SortFunc(all, sstable.Descriptor.Compare)
	all = slices.Compact(all) // paths may overlap
	found.Tables = group(all)
	if len(found.Tables) == 0 && len(found.Skipped) == 0 {
		return found, fmt.Errorf("%s: %w", strings.Join(paths, ", "), ErrNothing)
	}
	return found, nil
}

func list(fsys fs.FS, p string, o sstable.WalkOptions) (sstable.Listing, error) {
	info, err := fs.Stat(fsys, p)
	if err != nil {
		return sstable.Listing{}, fmt.Errorf("look for SSTables: %w", err)
	}
	if !info.IsDir() {
		d, _, err := sstable.ParseName(p)
		if err != nil {
			return sstable.Listing{}, fmt.Errorf("%s: %w", p, err)
		}
		return sstable.Listing{SSTables: []sstable.Descriptor{d}}, nil
	}
	at := sstable.Descriptor{Dir: path.Clean(p)}.Location()
	o.Recursive = true
	o.Snapshots = o.Snapshots || at.Snapshot != ""
	o.Backups = o.Backups || at.Backup
	return sstable.Walk(fsys, p, o)
}

// identity is what SSTables of one table have in common: their place in a data directory, or else their folder.
type identity struct {
	sstable.Location
	dir string
}

func group(all []sstable.Descriptor) []Table {
	var out []Table
	at := map[identity]int{}
	for _, d := range all {
		id := identity{Location: d.Location()}
		if id.TableID == "" {
			id.dir = d.Dir
		}
		i, ok := at[id]
		if !ok {
			i, at[id] = len(out), len(out)
			out = append(out, Table{Location: id.Location})
		}
		t := &out[i]
		t.SSTables = append(t.SSTables, d)
		if !slices.Contains(t.Dirs, d.Dir) {
			t.Dirs = append(t.Dirs, d.Dir)
		}
	}
	slices.SortStableFunc(out, func(a, b Table) int { return cmp.Compare(a.Name(), b.Name()) })
	return out
}

package sstable

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// Listing is what a folder holds.
type Listing struct {
	// SSTables are complete ones, in the order of Descriptor.Compare.
	SSTables []Descriptor
	// Skipped are those that must not be read, with the reason.
	Skipped []Skipped
}

// Skipped is an SSTable, or a file that looks like one, left out of a Listing.
type Skipped struct {
	// Name is the path without the component.
	Name string
	// Reason wraps ErrIncomplete, ErrUnsupported or ErrObsolete.
	Reason error
}

// ErrObsolete says that an SSTable has been replaced by a compaction and is
// about to be deleted: its data are in others.
var ErrObsolete = errors.New("obsolete SSTable")

// List finds the SSTables in one folder. It leaves out those being written,
// which have no Statistics.db, and what the transaction logs of flushes and
// compactions declare unfinished or replaced, so that no data counts twice.
func List(fsys fs.FS, dir string) (Listing, error) {
	entries, err := fs.ReadDir(fsys, dir)
	if err != nil {
		return Listing{}, fmt.Errorf("list SSTables: %w", err)
	}
	l := lister{tables: map[string]*listed{}}
	for _, e := range entries {
		if e.IsDir() {
			continue
		}
		if isTransactionLog(e.Name()) {
			if err := l.log(fsys, path.Join(dir, e.Name())); err != nil {
				return Listing{}, err
			}
			continue
		}
		l.file(path.Join(dir, e.Name()))
	}
	return l.result(dir), nil
}

// lister gathers components by SSTable.
type lister struct {
	tables   map[string]*listed // by prefix
	refused  []Skipped
	obsolete map[string]bool // prefixes that transaction logs rule out
}

type listed struct {
	descriptor       Descriptor
	data, statistics bool
}

func (l *lister) file(name string) {
	d, component, err := ParseName(name)
	if err != nil {
		if component := strings.HasSuffix(name, "-"+string(DataDB)); component && errors.Is(err, ErrUnsupported) {
			l.refused = append(l.refused, Skipped{strings.TrimSuffix(name, "-"+string(DataDB)), err})
		}
		return
	}
	t := l.tables[d.Prefix()]
	if t == nil {
		t = &listed{descriptor: d}
		l.tables[d.Prefix()] = t
	}
	switch component {
	case DataDB:
		t.data = true
	case StatisticsDB:
		t.statistics = true
	default:
	}
}

// log applies a transaction log; one that is gone by now has been finished.
func (l *lister) log(fsys fs.FS, name string) error {
	b, err := readSmall(fsys, name, maxSmallFileBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if l.obsolete == nil {
		l.obsolete = map[string]bool{}
	}
	for _, prefix := range parseTransactionLog(b).ruledOut() {
		l.obsolete[prefix] = true
	}
	return nil
}

func (l *lister) result(dir string) Listing {
	out := Listing{Skipped: l.refused}
	for prefix, t := range l.tables {
		name := path.Join(dir, strings.TrimSuffix(prefix, "-"))
		switch {
		case l.obsolete[prefix]:
			out.Skipped = append(out.Skipped, Skipped{name, fmt.Errorf("%s: by transaction log: %w", name, ErrObsolete)})
		case !t.data || !t.statistics:
			out.Skipped = append(out.Skipped, Skipped{name, fmt.Errorf("%s: no Data.db or no Statistics.db: %w", name, ErrIncomplete)})
		default:
			out.SSTables = append(out.SSTables, t.descriptor)
		}
	}
	slices.SortFunc(out.SSTables, Descriptor.Compare)
	slices.SortFunc(out.Skipped, func(a, b Skipped) int { return strings.Compare(a.Name, b.Name) })
	return out
}

package sstable

import (
	"strings"
)

// Location is where a node keeps an SSTable, read from its folder
// (Descriptor.fromFileWithComponent). Parts that the path does not show are
// empty.
type Location struct {
	Keyspace, Table string
	// TableID is 32 hex digits.
	TableID string
	// Index names a hidden secondary-index table, without the leading dot.
	Index string
	// Snapshot is the tag.
	Snapshot string
	Backup   bool
}

// Location reads the folder from its end:
// keyspace/table-id[/snapshots/tag|/backups][/.index].
func (d Descriptor) Location() Location {
	var l Location
	parts := strings.Split(d.Dir, "/")
	pop := func() string {
		if len(parts) == 0 {
			return ""
		}
		last := parts[len(parts)-1]
		parts = parts[:len(parts)-1]
		return last
	}
	last := pop()
	if len(last) > 1 && last[0] == '.' && last != ".." {
		l.Index = last[1:]
		last = pop()
	}
	switch {
	case len(parts) > 0 && parts[len(parts)-1] == "snapshots":
		l.Snapshot = last
		pop()
		last = pop()
	case last == "backups":
		l.Backup = true
		last = pop()
	}
	if table, id, ok := cutTableID(last); ok {
		l.Table, l.TableID, l.Keyspace = table, id, pop()
	}
	return l
}

func cutTableID(dir string) (table, id string, ok bool) {
	i := strings.LastIndexByte(dir, '-')
	if i < 1 || len(dir)-i-1 != 32 || strings.Trim(dir[i+1:], "0123456789abcdef") != "" {
		return "", "", false
	}
	return dir[:i], dir[i+1:], true
}

package sstable

import (
	"fmt"
	"path"
	"strconv"
	"strings"
)

// Component is the last part of a file name (SSTableFormat.Components).
type Component string

// The components this package reads.
const (
	DataDB            Component = "Data.db"
	CompressionInfoDB Component = "CompressionInfo.db"
	CRCDB             Component = "CRC.db"
	StatisticsDB      Component = "Statistics.db"
	IndexDB           Component = "Index.db"
	SummaryDB         Component = "Summary.db"
	PartitionsDB      Component = "Partitions.db"
	RowsDB            Component = "Rows.db"
	DigestCRC32       Component = "Digest.crc32"
	TOCTXT            Component = "TOC.txt"
)

// Descriptor names an SSTable: the folder and the first three parts of its file
// names.
type Descriptor struct {
	// Dir is the folder, slash-separated, as in io/fs.
	Dir     string
	Version Version
	// ID is the generation: a decimal number, or 28 characters of a time UUID
	// (CASSANDRA-17048). Opaque but for order, see Compare.
	ID string
}

// ParseName splits a path into the SSTable and the component it belongs to. It
// fails with ErrNotSSTable for other files and with ErrUnsupported for versions
// that are not read.
func ParseName(name string) (Descriptor, Component, error) {
	dir, base := path.Split(name)
	parts := strings.SplitN(base, "-", 4)
	if len(parts) != 4 || !isVersion(parts[0]) || !isID(parts[1]) || parts[3] == "" {
		return Descriptor{}, "", fmt.Errorf("%s: %w", base, ErrNotSSTable)
	}
	format := Big
	switch parts[2] {
	case "big":
	case "bti":
		format = BTI
	default:
		return Descriptor{}, "", fmt.Errorf("%s: format %q: %w", base, parts[2], ErrNotSSTable)
	}
	v, err := NewVersion(format, parts[0])
	if err != nil {
		return Descriptor{}, "", fmt.Errorf("%s: %w", base, err)
	}
	return Descriptor{Dir: path.Clean(dir), Version: v, ID: parts[1]}, Component(parts[3]), nil
}

func isVersion(s string) bool {
	return len(s) == 2 && s[0] >= 'a' && s[0] <= 'z' && s[1] >= 'a' && s[1] <= 'z'
}

func isID(s string) bool {
	for i := range len(s) {
		c := s[i]
		if (c < '0' || c > '9') && (c < 'a' || c > 'z') && c != '_' {
			return false
		}
	}
	return s != ""
}

// Prefix returns the common start of the component names, without the folder:
// "nb-1-big-".
func (d Descriptor) Prefix() string {
	return d.Version.Name + "-" + d.ID + "-" + d.Version.Format.String() + "-"
}

// Path returns the path of a component.
func (d Descriptor) Path(c Component) string { return path.Join(d.Dir, d.Prefix()+string(c)) }

// String returns the path of the SSTable without a component.
func (d Descriptor) String() string { return strings.TrimSuffix(d.Path(""), "-") }

// Compare orders by folder, then age: numeric ids by number and before the
// time-based ones, which sort as text.
func (d Descriptor) Compare(o Descriptor) int {
	if c := strings.Compare(d.Dir, o.Dir); c != 0 {
		return c
	}
	a, errA := strconv.ParseUint(d.ID, 10, 64)
	b, errB := strconv.ParseUint(o.ID, 10, 64)
	switch {
	case errA == nil && errB == nil && a != b:
		if a < b {
			return -1
		}
		return 1
	case (errA == nil) != (errB == nil):
		if errA == nil {
			return -1
		}
		return 1
	}
	return strings.Compare(d.Prefix(), o.Prefix())
}

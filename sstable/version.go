package sstable

import (
	"fmt"
	"slices"
)

// Format is the layout family of an SSTable.
type Format uint8

// The formats. Both share Data.db and Statistics.db; the index differs.
const (
	// Big has Index.db and Summary.db.
	Big Format = iota
	// BTI (5.0) has Partitions.db and Rows.db, tries.
	BTI
)

// String returns the word used in file names.
func (f Format) String() string {
	if f == BTI {
		return "bti"
	}
	return "big"
}

// features are what a version's files have beyond version ma
// (BigFormat.BigVersion and BtiFormat.BtiVersion).
type features uint16

const (
	commitLogLowerBound features = 1 << iota
	commitLogIntervals
	// accurateMinMax: min/max clustering can be trusted (CASSANDRA-14861).
	accurateMinMax
	// checksums in Statistics.db (CASSANDRA-13321).
	metadataChecksums
	// maxCompressedLength: incompressible chunks are stored raw (CASSANDRA-10520).
	maxCompressedLength
	// pendingRepair and isTransient (CASSANDRA-9143, CASSANDRA-14404).
	pendingRepair
	originatingHostID
	// uintDeletionTime: deletion times are unsigned and a live one takes one
	// byte (CASSANDRA-14227).
	uintDeletionTime
	// coveredSlice replaces min/max clustering (CASSANDRA-18134).
	coveredSlice
	// keyRange: first and last key and token coverage in Statistics.db.
	keyRange
	// bareUDT: writers before 3.6 name a frozen UDT as a bare UserType.
	bareUDT
	// compressionDictionary may follow the chunk offsets.
	compressionDictionary
)

const (
	featuresMB = bareUDT | commitLogLowerBound
	featuresMC = featuresMB | commitLogIntervals
	featuresMD = featuresMC | accurateMinMax
	featuresNA = featuresMD&^bareUDT | metadataChecksums | maxCompressedLength | pendingRepair
	featuresOA = featuresNA | originatingHostID | uintDeletionTime | coveredSlice | keyRange
)

type versionRow struct {
	format   Format
	name     string
	features features
}

// versions lists what is read, oldest first within a format. Note that me has
// the originating host id, na has not, and nb has it again.
var versions = []versionRow{
	{Big, "ma", bareUDT},                        // 3.0.0
	{Big, "mb", featuresMB},                     // 3.0.7
	{Big, "mc", featuresMC},                     // 3.0.8
	{Big, "md", featuresMD},                     // 3.0.18, 3.11.4
	{Big, "me", featuresMD | originatingHostID}, // 3.0.25, 3.11.11, ScyllaDB
	{Big, "ms", featuresMD | originatingHostID}, // ScyllaDB 2025.4, without Index.db
	{Big, "mt", featuresMD | originatingHostID}, // ScyllaDB 2026.2
	{Big, "na", featuresNA},                     // 4.0 betas
	{Big, "nb", featuresNA | originatingHostID}, // 4.0, and 5.0 by default
	{Big, "oa", featuresOA},                     // 5.0
	{Big, "pa", featuresOA | compressionDictionary},
	{BTI, "da", featuresOA}, // 5.0
	{BTI, "ea", featuresOA | compressionDictionary},
}

// refused are versions whose letters promise a layout they do not have: nc was
// never released, pq is ScyllaDB's Parquet.
var refused = []string{"nc", "pq"}

// Version is the version of an SSTable's files. The zero Version is none.
type Version struct {
	Format Format
	// Name is the two letters of the file name.
	Name     string
	features features
	known    bool
}

func (v Version) has(f features) bool { return v.features&f != 0 }

// Known is false for a version newer than this package, which is read as the
// newest known one before it.
func (v Version) Known() bool { return v.known }

// String returns format and name as sstablepartitions prints them: big-nb.
func (v Version) String() string { return v.Format.String() + "-" + v.Name }

// NewVersion returns the version of that format and name. It fails with
// ErrUnsupported for versions before Cassandra 3.0 and for refused ones.
func NewVersion(format Format, name string) (Version, error) {
	v := Version{Format: format, Name: name}
	for _, row := range versions {
		if row.format == format && row.name <= name {
			v.features, v.known = row.features, row.name == name
		}
	}
	if v.features == 0 || slices.Contains(refused, name) {
		return Version{}, fmt.Errorf("version %s: %w", v, ErrUnsupported)
	}
	return v, nil
}

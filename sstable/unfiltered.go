package sstable

// UnfilteredKind tells rows and markers apart.
type UnfilteredKind uint8

// What a partition is made of.
const (
	StaticRow UnfilteredKind = iota
	Row
	Marker
)

// Unfiltered is a row or a range tombstone marker (rows.Unfiltered).
type Unfiltered struct {
	Kind UnfilteredKind
	// Position and SizeBytes are in the uncompressed data, flags included.
	Position, SizeBytes int64
	// Clustering has the serialized values, nil for null, fewer than columns
	// in a marker. It is only filled with ScanOptions.Clusterings, and valid
	// until the next step.
	Clustering [][]byte

	// Liveness is a row's primary key liveness.
	Liveness Liveness
	// Deletion is that of the row, or of the range a marker opens or closes;
	// of a boundary, what it closes.
	Deletion DeletionTime
	// Bound and Opens belong to a marker; Opens is LIVE unless it is a boundary.
	Bound BoundKind
	Opens DeletionTime

	// Counts of this row or marker alone; zero for a static row, as
	// sstablepartitions has it.
	Counts Counts
	// Times of this row or marker alone.
	Times Times
}

// Liveness is LivenessInfo: when a row was inserted and when that ends. It is
// empty with NoTimestamp: the row lives by its cells.
type Liveness struct {
	Timestamp int64
	// TTLSeconds is 0 without a TTL.
	TTLSeconds int32
	// LocalExpirationTime is in seconds, NoDeletionTime without a TTL.
	LocalExpirationTime int64
}

var noLiveness = Liveness{NoTimestamp, 0, NoDeletionTime}

// Flags of an unfiltered (UnfilteredSerializer).
const (
	endOfPartition     = 0x01
	isMarker           = 0x02
	hasTimestamp       = 0x04
	hasTTL             = 0x08
	hasDeletion        = 0x10
	hasAllColumns      = 0x20
	hasComplexDeletion = 0x40
	extensionFlag      = 0x80

	// Extended flags.
	extStatic             = 0x01
	extShadowable         = 0x02
	extScyllaSecondDelete = 0x80
)

// Flags of a cell (Cell.Serializer).
const (
	cellIsDeleted       = 0x01
	cellIsExpiring      = 0x02
	cellHasEmptyValue   = 0x04
	cellUseRowTimestamp = 0x08
	cellUseRowTTL       = 0x10
)

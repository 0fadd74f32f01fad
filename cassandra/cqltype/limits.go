package cqltype

const (
	// maxTypeDepth bounds the nesting of a type and so every recursion over
	// values. Real schemas stay below ten.
	maxTypeDepth = 32
	// maxTypeText bounds a type string: a UDT with hundreds of fields stays
	// below it, and a damaged length in an SSTable header does not.
	maxTypeText = 1 << 20
	// maxDimension bounds vector<t, n>; Cassandra's own guardrail examples
	// stop at 8192.
	maxDimension = 1 << 20
	// maxFixedBytes bounds the product of nested vector dimensions, so that a
	// type string cannot make a fixed length overflow.
	maxFixedBytes = 1 << 30
	// maxNumberBytes bounds varint and decimal values: decimal conversion is
	// worse than linear in their length.
	maxNumberBytes = 1 << 14
	// maxKeyBytes is Cassandra's limit for a partition key, and for each of
	// its components (FBUtilities.MAX_UNSIGNED_SHORT).
	maxKeyBytes = 1<<16 - 1
)

package sstable

const (
	// maxChunkBytes bounds the uncompressed length of a chunk. The default is
	// 16 KiB, large ones are 1 MiB; more would only be a damaged header.
	maxChunkBytes = 64 << 20
	// maxStatisticsBytes bounds Statistics.db, read in one piece. Real ones
	// take 5 to 20 KB; covered clusterings may add two times 64 KiB a column.
	maxStatisticsBytes = 64 << 20
	// maxOptions bounds the compression options of a table.
	maxOptions = 1024
	// maxKeyBytes is FBUtilities.MAX_UNSIGNED_SHORT: keys and clustering
	// values carry 16-bit lengths wherever Cassandra writes them.
	maxKeyBytes = 1<<16 - 1
	// maxClusteringColumns bounds clustering values in a bound: a table's
	// columns are counted in 16 bits.
	maxClusteringColumns = 1 << 15
	// maxColumns bounds the columns in a header for the same reason.
	maxColumns = 1 << 16
	// maxTrieDepth bounds a walk down a trie: a byte-comparable key escapes
	// zero bytes, so it may be twice as long as the key, plus separators.
	maxTrieDepth = 4 * maxKeyBytes
	// maxSmallFileBytes bounds TOC.txt, Digest.crc32 and transaction logs.
	maxSmallFileBytes = 16 << 20
	// maxDamages bounds what a merge remembers of damages; a table damaged in
	// a thousand places is described well enough.
	maxDamages = 1000
	// readAheadBytes is read at once from Data.db by a scan, so that a
	// remote or spinning disk sees few requests.
	readAheadBytes = 256 << 10
	// plainBlockBytes is the block in which uncompressed files are read, and
	// the block of CRC.db (ChecksumWriter's default buffer).
	plainBlockBytes = 64 << 10
	// indexBlockBytes is the block in which indexes are read.
	indexBlockBytes = 16 << 10
	// offsetsAheadBytes is read at once from lists of chunk offsets and of
	// checksums, which may hold 100 million entries.
	offsetsAheadBytes = 32 << 10
)

// Package sstable reads Cassandra's SSTables, versions ma (3.0) to pa and ea
// (6.0), formats big and bti, without a JVM and without a cluster. It is for
// finding out what lies on disk: partitions, their sizes, rows, cells and
// tombstones, as the official sstablepartitions counts them, and the metadata
// that sstablemetadata prints.
//
//	<version>-<id>-<format>-Data.db             partitions in token order
//	                        CompressionInfo.db  chunk offsets (compressed tables)
//	                        CRC.db              block checksums (uncompressed ones)
//	                        Statistics.db       metadata, types, delta bases
//	                        Index.db            key -> position (big)
//	                        Partitions.db       trie -> position (bti)
//	                        Rows.db             row index (bti)
//
//	Data.db   := partition*
//	partition := u16 key length, key, deletion time, [static row],
//	             (row | range tombstone marker)*, end marker
//
// Reading costs what it must: ParseStatistics needs one file of some KiB, Index
// the index alone, Scan the data.
//
// It imports the standard library, cassandra/* and decompressors. Files come
// through io/fs, so they may lie on another host; a file must implement
// io.ReaderAt. It promises: nothing is written; no length in a file is believed
// before it is checked against what is there; memory is bounded by the chunk
// length, not by the size of a file, a partition or a value; no panics on any
// bytes; no goroutines. An SSTable may be used by several goroutines, each with
// a Scanner of its own.
package sstable

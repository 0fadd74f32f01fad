// Package scan is partop scan: it finds the SSTables of tables in files and folders, merges each table by token order
// and keeps the partitions that matter most, with the totals of the table beside them.
//
// It imports sstable and cassandra/* alone, and reads through io/fs; Disk is this host's. It promises: nothing is written; memory is bounded
// by the number of rows kept and by sstable's own bounds, not by the number of partitions; figures do not depend on how many
// goroutines read, and none outlives a scan; a context that ends leaves what was found until then; a
// damaged chunk costs the partitions that it holds some of and is named. How each figure is defined:
//
//	size        sum over the SSTables that hold the partition, of its bytes in the uncompressed data. What lies on disk
//	            exactly; an upper bound of the partition, for rows replace and tombstones cover each other
//	rows, cells,
//	tombstones  sums of what sstablepartitions counts in each SSTable: static rows are no rows and hold nothing that
//	            counts, a deletion of the partition is no tombstone, range tombstones are markers
//	live        the partition itself is not deleted
//	exact       the rows of a partition merged as a compaction of all SSTables does: merged keeps tombstones, compacted
//	            drops those that gc_grace lets go, live is what a read returns; bytes as Cassandra would write them
//	oldest,
//	newest      bounds of all write times in the partition, deletions included
package scan

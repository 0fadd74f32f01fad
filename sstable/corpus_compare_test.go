package sstable

import (
	"context"
	"encoding/hex"
	"fmt"
	"io/fs"
	"strings"
)

// compareSSTable compares one SSTable in full; want.File is relative to fsys.
func compareSSTable(fsys fs.FS, folder *corpusFolder, want *corpusSSTable, m *mismatches) {
	d, component, err := ParseName(want.File)
	if m.err("name", err) {
		return
	}
	m.equal("component", component, DataDB)
	table, err := Open(fsys, d, Options{})
	if m.err("open", err) {
		return
	}
	defer func() { m.err("close", table.Close()) }()
	m.equal("on disk", table.OnDiskBytes(), want.OnDiskLength)
	m.err("digest", table.VerifyDigest(context.Background()))

	got, err := scanAll(table, ScanOptions{NowSeconds: folder.Now})
	if m.err("scan", err) {
		return
	}
	m.equal("partitions", len(got), want.Partitions)
	comparePartitions(table, got, want, m)
	compareTotals(got, want, m)
	// Figures of the prototype are for the first time only.
	later, err := scanAll(table, ScanOptions{NowSeconds: folder.Now2})
	if !m.err("scan later", err) && want.FiguresFrom != "prototype" {
		compareLater(later, want, m)
	}
	compareRowsOnly(table, folder.Now, got, m)
	compareIndex(table, got, m)
	compareStatistics(table, got, m)
	compareMetadata(table, want, m)
	compareSummary(fsys, folder.dir, table, got, want, m)
}

func scanAll(table *SSTable, o ScanOptions) ([]PartitionSummary, error) {
	s, err := table.Scan(context.Background(), o)
	if err != nil {
		return nil, err
	}
	var all []PartitionSummary
	for s.Next() {
		var p PartitionSummary
		if !s.Summarize(&p) {
			break
		}
		p.Key = append([]byte(nil), p.Key...)
		all = append(all, p)
	}
	return all, s.Err()
}

func comparePartitions(table *SSTable, got []PartitionSummary, want *corpusSSTable, m *mismatches) {
	if len(want.PerPartition) == 0 && want.Partitions > 1000 {
		return // the largest files come with totals only
	}
	m.equal("partitions listed", len(got), len(want.PerPartition))
	for i := range min(len(got), len(want.PerPartition)) {
		g, w := &got[i], &want.PerPartition[i]
		name := "partition " + w.KeyHex
		m.equal(name, hex.EncodeToString(g.Key), w.KeyHex)
		text, err := table.KeyText(g.Key)
		m.err(name, err)
		if want.FiguresFrom != "prototype" {
			m.equal(name+" key", quoted(text), w.Key)
		}
		m.equal(name+" live", g.Live(), w.Live)
		m.equal(name+" offset", g.Position, w.Offset)
		m.equal(name+" counts", fmt.Sprintf("%+v", countsOf(g)), fmt.Sprintf("%+v", w.corpusCounts))
	}
}

// quoted: the tool's CSV quotes only keys with a blank in them, as expected.json
// has kept it.
func quoted(key string) string {
	if !strings.Contains(key, " ") {
		return key
	}
	return `"` + strings.ReplaceAll(key, `"`, `""`) + `"`
}

func compareTotals(got []PartitionSummary, want *corpusSSTable, m *mismatches) {
	var sum corpusCounts
	var notLive int64
	for i := range got {
		sum.add(countsOf(&got[i]))
		if !got[i].Live() {
			notLive++
		}
	}
	m.equal("totals", fmt.Sprintf("%+v", sum), fmt.Sprintf("%+v", want.Totals))
	m.equal("not live", notLive, want.NotLive)
}

func compareLater(got []PartitionSummary, want *corpusSSTable, m *mismatches) {
	for i := range min(len(got), len(want.PerPartition)) {
		w := &want.PerPartition[i]
		later := corpusLater{w.Tombstones, w.RowTTLExpired, w.CellTTLExpired}
		if w.AtNow2 != nil {
			later = *w.AtNow2
		}
		g := corpusLater{got[i].Tombstones(), got[i].RowTTLExpired, got[i].CellTTLExpired}
		m.equal("partition "+w.KeyHex+" at the second time", g, later)
	}
}

// compareRowsOnly: jumping over cells must not change what it still counts.
func compareRowsOnly(table *SSTable, now int64, full []PartitionSummary, m *mismatches) {
	got, err := scanAll(table, ScanOptions{NowSeconds: now, RowsOnly: true})
	if m.err("scan rows", err) {
		return
	}
	m.equal("partitions by rows", len(got), len(full))
	for i := range min(len(got), len(full)) {
		g, f := got[i], full[i]
		f.Cells, f.ComplexTombstones, f.CellTombstones, f.CellTTLExpired = 0, 0, 0, 0
		m.equal("rows only", fmt.Sprintf("%+v", countsOf(&g)), fmt.Sprintf("%+v", countsOf(&f)))
	}
}

func compareIndex(table *SSTable, full []PartitionSummary, m *mismatches) {
	ctx := context.Background()
	index, err := table.Index(ctx)
	if m.err("index", err) {
		return
	}
	n := 0
	for ; index.Next(); n++ {
		if n >= len(full) {
			continue
		}
		e, p := index.Entry(), &full[n]
		m.equal("index position", e.Position, p.Position)
		m.equal("index size", e.SizeBytes, p.SizeBytes)
		if e.Blocks > 0 {
			m.equal("index deletion", e.Deletion, p.Deletion)
		}
		if e.Key != nil {
			m.equal("index key", hex.EncodeToString(e.Key), hex.EncodeToString(p.Key))
		} else if n%97 == 0 {
			key, err := table.KeyAt(ctx, e.Position)
			m.err("key at", err)
			m.equal("key at", hex.EncodeToString(key), hex.EncodeToString(p.Key))
		}
	}
	m.err("index", index.Err())
	m.equal("partitions in the index", n, len(full))
}

// compareStatistics recounts what Statistics.db says.
func compareStatistics(table *SSTable, full []PartitionSummary, m *mismatches) {
	stats := &table.Statistics.Stats
	m.equal("partitions by histogram", stats.Partitions(), len(full))
	sizes := Histogram{Offsets: stats.PartitionSizeBytes.Offsets, Counts: make([]int64, len(stats.PartitionSizeBytes.Counts))}
	for i := range full {
		b := 0
		for b < len(sizes.Offsets) && sizes.Offsets[b] < full[i].SizeBytes {
			b++
		}
		sizes.Counts[b]++
	}
	m.equal("size histogram", sizes.Counts, stats.PartitionSizeBytes.Counts)
	_, err := stats.PartitionSizeBytes.Buckets("bytes")
	m.err("size histogram", err)
	first, last, err := table.KeyRange(context.Background())
	if m.err("key range", err) || len(full) == 0 {
		return
	}
	m.equal("first key", hex.EncodeToString(first), hex.EncodeToString(full[0].Key))
	m.equal("last key", hex.EncodeToString(last), hex.EncodeToString(full[len(full)-1].Key))
	compareTimes(stats, full, m)
}

// compareTimes: the scan sees the same times as the writer did.
func compareTimes(stats *Stats, full []PartitionSummary, m *mismatches) {
	all := NoTimes()
	for i := range full {
		all.Merge(&full[i].Times)
	}
	m.equal("minimum timestamp", all.MinTimestamp, stats.MinTimestamp)
	m.equal("maximum timestamp", all.MaxTimestamp, stats.MaxTimestamp)
	m.equal("minimum local deletion time", all.MinLocalDeletionTime, stats.MinLocalDeletionTime)
	m.equal("maximum local deletion time", all.MaxLocalDeletionTime, stats.MaxLocalDeletionTime)
}

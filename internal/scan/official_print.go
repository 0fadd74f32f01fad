package scan

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/partop/partop/cassandra/buckets"
	"github.com/partop/partop/cassandra/cqltype"
	"github.com/partop/partop/sstable"
)

// officialPrinter prints one SSTable's partitions and sums.
type officialPrinter struct {
	out     *bufio.Writer
	file    *officialFile
	options *officialOptions
	minima  officialMinima
	columns []cqltype.Column
	matches []string // keys of those that were listed, as the summary has them
	sums    *officialSums
}

func (p *officialPrinter) partition(key string, s *sstable.PartitionSummary) {
	p.matches = append(p.matches, spacedKey(key))
	if p.options.csv {
		p.row(key, s)
		return
	}
	live := "live"
	if !s.Live() {
		live = "not live"
	}
	fmt.Fprintf(p.out, "  Partition: '%s' (%x) %s, size: %s", key, s.Key, live, officialSize(s.SizeBytes))
	if !p.options.partitionsOnly {
		fmt.Fprintf(p.out, ", rows: %d, cells: %d, tombstones: %d (row:%d, range:%d, complex:%d, cell:%d, row-TTLd:%d, cell-TTLd:%d)", s.Rows, s.Cells,
			s.Tombstones(), s.RowTombstones, s.RangeTombstones, s.ComplexTombstones, s.CellTombstones, s.RowTTLExpired, s.CellTTLExpired)
	}
	fmt.Fprintln(p.out)
}

// row is a line of the tool's CSV, which quotes no quotes.
func (p *officialPrinter) row(key string, s *sstable.PartitionSummary) {
	f := p.file
	fmt.Fprintf(p.out, "\"%s\",%s,%t,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%s,%s,%s,%s,%s,%s,%s,%s,%s\n", spacedKey(key), hex.EncodeToString(s.Key), s.Live(),
		s.Position, s.SizeBytes, s.Rows, s.Cells, s.Tombstones(), s.RowTombstones, s.RangeTombstones, s.ComplexTombstones, s.CellTombstones,
		s.RowTTLExpired, s.CellTTLExpired, f.Path(sstable.DataDB), f.Keyspace, f.Table, f.Index, f.Snapshot, f.backup(), f.ID,
		f.Version.Format.String(), f.Version.Name)
}

// spacedKey quotes a key that holds a blank.
func spacedKey(key string) string {
	if !strings.Contains(key, " ") {
		return key
	}
	return `"` + strings.ReplaceAll(key, `"`, `""`) + `"`
}

func (p *officialPrinter) summary() {
	if len(p.matches) > 0 {
		fmt.Fprintf(p.out, "Summary of %s:\n  File: %s\n  %d partitions match\n  Keys: %s\n", p.file.title(), p.file.Path(sstable.DataDB), len(p.matches),
			strings.Join(p.matches, " "))
	}
	columns := p.sums.columns[:]
	if p.options.partitionsOnly {
		columns = columns[:1]
	}
	p.out.WriteString("         ")
	for i := range columns {
		if i > 0 {
			p.out.WriteString(" ")
		}
		fmt.Fprintf(p.out, "%20s", officialColumns[i])
	}
	fmt.Fprintln(p.out)
	for _, q := range []struct {
		name  string
		share float64
	}{{"~p50", 0.5}, {"~p75", 0.75}, {"~p90", 0.9}, {"~p95", 0.95}, {"~p99", 0.99}, {"~p999", 0.999}} {
		p.line(q.name, columns, func(c *officialSum) int64 { return c.h.Percentile(q.share) })
	}
	p.line("min", columns, func(c *officialSum) int64 { return c.min })
	p.line("max", columns, func(c *officialSum) int64 { return c.max })
	fmt.Fprintf(p.out, "  count  %20d\n", p.sums.columns[0].h.Count())
}

var officialColumns = [...]string{"Partition size", "Row count", "Cell count", "Tombstone count"}

func (p *officialPrinter) line(name string, columns []officialSum, value func(*officialSum) int64) {
	fmt.Fprintf(p.out, "  %-5s  %20s", name, officialSize(value(&columns[0])))
	for i := range columns[1:] {
		fmt.Fprintf(p.out, " %20d", value(&columns[i+1]))
	}
	fmt.Fprintln(p.out)
}

// officialSums are the histograms of sizes, rows, cells and tombstones.
type officialSums struct{ columns [4]officialSum }

// officialSum is one of them. The tool takes a minimum of 0 for none yet, so that a later one replaces it.
type officialSum struct {
	h        sstable.Histogram
	min, max int64
}

func newOfficialSums() *officialSums {
	s := &officialSums{}
	for i, offsets := range [...]int{155, 118, 118, 118} {
		layout := buckets.Layout{Buckets: offsets + 2, Zero: true}
		s.columns[i].h = sstable.Histogram{Offsets: layout.Offsets(), Counts: make([]int64, layout.Buckets)}
	}
	return s
}

func (s *officialSums) add(p *sstable.PartitionSummary) {
	for i, v := range [...]int64{p.SizeBytes, p.Rows, p.Cells, p.Tombstones()} {
		c := &s.columns[i]
		at, _ := slices.BinarySearch(c.h.Offsets, v)
		c.h.Counts[at]++
		if c.min == 0 || v < c.min {
			c.min = v
		}
		c.max = max(c.max, v)
	}
}

// officialMinima are the thresholds, and the clock.
type officialMinima struct {
	size, rows, cells, tombstones int64
	nowSeconds                    int64
}

func noMinima() officialMinima {
	return officialMinima{size: math.MaxInt64, rows: math.MaxInt32, cells: math.MaxInt32, tombstones: math.MaxInt32}
}

func (m *officialMinima) reached(s *sstable.PartitionSummary) bool {
	return s.SizeBytes >= m.size || s.Rows >= m.rows || s.Cells >= m.cells || s.Tombstones() >= m.tombstones
}

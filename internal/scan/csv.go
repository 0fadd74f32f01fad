package scan

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"

	"github.com/partop/partop/cassandra/cqltype"
)

// csvHeader names the columns as the JSON formats do.
var csvHeader = []string{
	"keyspace", "table", "table_id", "index", "snapshot", "backup", "directory", "rank", "key", "where", "key_hex", "token",
	"live", "size_bytes", "largest_fragment_bytes", "sstables", "rows", "cells", "tombstones", "row_tombstones",
	"range_tombstones", "complex_tombstones", "cell_tombstones", "row_ttl_expired", "cell_ttl_expired", "oldest_write",
	"newest_write",
}

// WriteCSV writes the header and a record for each partition that was kept, as RFC 4180 has it. What is not known is
// empty. Controls in keys are written as \u{NNNN}, so that a record is a line; key_hex is the key to rely on. The
// directory is the first one of the table.
func WriteCSV(w io.Writer, r *Report) error {
	out := csv.NewWriter(w)
	if err := out.Write(csvHeader); err != nil {
		return fmt.Errorf("write the CSV header: %w", err)
	}
	for i := range r.Tables {
		t := &r.Tables[i]
		for row := range t.Listed() {
			if err := out.Write(record(t, &row)); err != nil {
				return fmt.Errorf("write a partition of %s: %w", t.Name, err)
			}
		}
	}
	out.Flush()
	if err := out.Error(); err != nil {
		return fmt.Errorf("write the CSV: %w", err)
	}
	return nil
}

func record(t *TableReport, r *Row) []string {
	out := []string{
		t.Keyspace, t.Table, t.TableID, t.Index, cqltype.SafeText(t.Snapshot), strconv.FormatBool(t.Backup),
		cqltype.SafeText(t.Dirs[0]), strconv.Itoa(r.Rank), cqltype.SafeText(r.Key), cqltype.SafeText(r.Where), r.KeyHex,
		optional(r.Token, func(n int64) string { return strconv.FormatInt(n, 10) }), optional(r.Live, strconv.FormatBool),
		strconv.FormatInt(r.SizeBytes, 10), strconv.FormatInt(r.LargestFragmentBytes, 10), strconv.Itoa(r.SSTables),
	}
	out = append(out, figureFields(r.Figures)...)
	same := func(s string) string { return s }
	return append(out, optional(r.OldestWrite, same), optional(r.NewestWrite, same))
}

func figureFields(f *Figures) []string {
	out := make([]string, 9)
	if f == nil {
		return out
	}
	for i, n := range [...]int64{
		f.Rows, f.Cells, f.Tombstones, f.RowTombstones, f.RangeTombstones, f.ComplexTombstones, f.CellTombstones,
		f.RowTTLExpired, f.CellTTLExpired,
	} {
		out[i] = strconv.FormatInt(n, 10)
	}
	return out
}

func optional[T any](v *T, text func(T) string) string {
	if v == nil {
		return ""
	}
	return text(*v)
}

package scan

import (
	"encoding/hex"
	"iter"
	"time"

	"github.com/partop/partop/cassandra/cqltype"
	"github.com/partop/partop/sstable"
)

// Row is a partition as it is printed, and an object of the JSON formats. What is not known is left out: counts and
// times when only the index was read, the token with partitioners other than Murmur3.
type Row struct {
	Rank int `json:"rank"`
	// Key is the key as CQL literals, or 0x and its hex where the types are not known or the bytes are none of them.
	Key string `json:"key"`
	// Where is a condition to paste, empty where Key is hex.
	Where  string `json:"where,omitempty"`
	KeyHex string `json:"key_hex"`
	Token  *int64 `json:"token,omitempty"`
	Live   *bool  `json:"live,omitempty"`
	// SizeBytes is the sum of the fragments in the uncompressed data, at least the size of the partition.
	SizeBytes            int64 `json:"size_bytes"`
	LargestFragmentBytes int64 `json:"largest_fragment_bytes"`
	SSTables             int   `json:"sstables"`
	*Figures
	// OldestWrite and NewestWrite are RFC 3339 in UTC, absent where the timestamps are not of the years 1 to 9999.
	OldestWrite *string `json:"oldest_write,omitempty"`
	NewestWrite *string `json:"newest_write,omitempty"`
	// OldestWriteMicros and NewestWriteMicros are the timestamps as they were written.
	OldestWriteMicros *int64 `json:"oldest_write_micros,omitempty"`
	NewestWriteMicros *int64 `json:"newest_write_micros,omitempty"`
	// Exact is there when rows were merged, ExactError when that failed.
	Exact      *Exact `json:"exact,omitempty"`
	ExactError string `json:"exact_error,omitempty"`
}

// Figures are what sstablepartitions counts, as JSON.
type Figures struct {
	Rows       int64 `json:"rows"`
	Cells      int64 `json:"cells"`
	Tombstones int64 `json:"tombstones"`
	// The six kinds add up to Tombstones.
	RowTombstones     int64 `json:"row_tombstones"`
	RangeTombstones   int64 `json:"range_tombstones"`
	ComplexTombstones int64 `json:"complex_tombstones"`
	CellTombstones    int64 `json:"cell_tombstones"`
	RowTTLExpired     int64 `json:"row_ttl_expired"`
	CellTTLExpired    int64 `json:"cell_ttl_expired"`
}

func figures(c *sstable.Counts) *Figures {
	return &Figures{
		Rows: c.Rows, Cells: c.Cells, Tombstones: c.Tombstones(),
		RowTombstones: c.RowTombstones, RangeTombstones: c.RangeTombstones, ComplexTombstones: c.ComplexTombstones,
		CellTombstones: c.CellTombstones, RowTTLExpired: c.RowTTLExpired, CellTTLExpired: c.CellTTLExpired,
	}
}

// Listed describes the partitions that were kept, one at a time: a row takes several times the memory of a partition.
func (t *TableReport) Listed() iter.Seq[Row] {
	return func(yield func(Row) bool) {
		for i := range t.result.Top {
			if !yield(t.result.row(i)) {
				return
			}
		}
	}
}

func (r *Result) row(i int) Row {
	p := &r.Top[i]
	row := Row{
		Rank: i + 1, KeyHex: hex.EncodeToString(p.Key), SizeBytes: p.SizeBytes, LargestFragmentBytes: p.LargestBytes,
		SSTables: p.SSTables,
	}
	row.Key, row.Where = keyText(r.Columns, p.Key)
	if r.Murmur3 {
		token := cqltype.Token(p.Key)
		row.Token = &token
	}
	row.Exact, row.ExactError = r.exactRow(i)
	if r.PartitionsOnly && !r.TopFirst {
		return row
	}
	live := p.Deletion.IsLive()
	row.Live, row.Figures = &live, figures(&p.Counts)
	if p.MinTimestamp <= p.MaxTimestamp {
		oldest, newest := p.MinTimestamp, p.MaxTimestamp
		row.OldestWriteMicros, row.NewestWriteMicros = &oldest, &newest
		row.OldestWrite, row.NewestWrite = writeTime(oldest), writeTime(newest)
	}
	return row
}

// keyText falls back to hex for keys that are not what the header says.
func keyText(columns []cqltype.Column, key []byte) (literal, where string) {
	literal, err := cqltype.KeyLiteral(columns, key)
	if err != nil || len(columns) == 0 {
		return "0x" + hex.EncodeToString(key), ""
	}
	if where, err = cqltype.Where(columns, key); err != nil {
		where = ""
	}
	return literal, where
}

// writeTime is nil for what a client wrote that is no time: any 64-bit number may be a timestamp.
func writeTime(micros int64) *string {
	t := time.UnixMicro(micros).UTC()
	if t.Year() < 1 || t.Year() > 9999 {
		return nil
	}
	s := t.Format("2006-01-02T15:04:05.000000Z")
	return &s
}

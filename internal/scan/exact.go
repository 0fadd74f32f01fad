package scan

import (
	"context"
	"io/fs"
	"time"

	"github.com/partop/partop/cassandra/cqltype"
	"github.com/partop/partop/sstable"
)

// DefaultGCGraceSeconds is that of Cassandra's tables; no SSTable says what a table has.
const DefaultGCGraceSeconds = 864_000

// mergeTop merges the rows of the partitions that are kept. What fails is said of the partition.
func (r *Result) mergeTop(ctx context.Context, fsys fs.FS, o Options) {
	r.Exact, r.ExactErrors = map[int]sstable.ExactPartition{}, map[int]error{}
	exact, err := sstable.NewExact(ctx, fsys, r.SSTables)
	for i := range r.Top {
		var p sstable.ExactPartition
		if err == nil {
			options := sstable.ExactOptions{NowSeconds: o.NowSeconds, GCGraceSeconds: o.GCGraceSeconds, SkipChecksums: o.SkipChecksums}
			p, r.ExactErrors[i] = exact.Partition(ctx, r.Top[i].Fragments, options)
		} else {
			r.ExactErrors[i] = err
		}
		if ctx.Err() != nil {
			r.Interrupted = true
			delete(r.ExactErrors, i)
			return
		}
		if r.ExactErrors[i] == nil {
			delete(r.ExactErrors, i)
			r.Exact[i] = p
		}
	}
}

// Exact is a partition after its fragments were merged row by row.
type Exact struct {
	// Merged is what is there after replacing and deleting, with all tombstones; Compacted what a compaction of all
	// SSTables would write now; Live what a read returns. ShadowedBytes are those of the fragments without Merged.
	Merged        ExactSize `json:"merged"`
	Compacted     ExactSize `json:"compacted"`
	Live          ExactSize `json:"live"`
	ShadowedBytes int64     `json:"shadowed_bytes"`
	// GCGraceSeconds is what was assumed.
	GCGraceSeconds int64 `json:"gc_grace_seconds"`
	// DroppableNow and DroppableLater are tombstones, NextDrop and LastDrop when the first and last of the later ones may go.
	DroppableNow   int64   `json:"droppable_now"`
	DroppableLater int64   `json:"droppable_later"`
	NextDrop       *string `json:"next_drop,omitempty"`
	LastDrop       *string `json:"last_drop,omitempty"`
	// TTLs are of what has not expired.
	MinTTLSeconds int32   `json:"min_ttl_seconds,omitempty"`
	MaxTTLSeconds int32   `json:"max_ttl_seconds,omitempty"`
	LastExpiry    *string `json:"last_expiry,omitempty"`
	// Blockers hold data as old as droppable tombstones in others: they must be compacted along.
	Blockers []string `json:"blockers"`
}

// ExactSize is a partition as it would be written; all is 0 when nothing would be.
type ExactSize struct {
	SizeBytes  int64 `json:"size_bytes"`
	Rows       int64 `json:"rows"`
	Cells      int64 `json:"cells"`
	Tombstones int64 `json:"tombstones"`
}

func exactSize(o *sstable.Outcome) ExactSize {
	return ExactSize{o.SizeBytes, o.Rows, o.Cells, o.Tombstones()}
}

// exactRow describes partition i, or why its rows could not be merged.
func (r *Result) exactRow(i int) (*Exact, string) {
	if err := r.ExactErrors[i]; err != nil {
		return nil, cqltype.SafeText(err.Error())
	}
	p, ok := r.Exact[i]
	if !ok {
		return nil, ""
	}
	e := &Exact{
		Merged: exactSize(&p.Merged), Compacted: exactSize(&p.Compacted), Live: exactSize(&p.Live), ShadowedBytes: p.ShadowedBytes,
		GCGraceSeconds: r.GCGraceSeconds, DroppableNow: p.DroppableNow, DroppableLater: p.DroppableLater,
		MinTTLSeconds: p.MinTTLSeconds, MaxTTLSeconds: p.MaxTTLSeconds, Blockers: []string{},
	}
	for to, seconds := range map[**string]int64{&e.NextDrop: p.NextDropSeconds, &e.LastDrop: p.LastDropSeconds, &e.LastExpiry: p.LastExpirySeconds} {
		if seconds > 0 {
			*to = writeTime(seconds * int64(time.Second/time.Microsecond))
		}
	}
	for _, d := range p.Blockers {
		e.Blockers = append(e.Blockers, d.String())
	}
	return e, ""
}

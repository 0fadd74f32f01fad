package sstable

import (
	"context"
	"testing"
)

// A tombstone that may be dropped needs every SSTable with data as old to be compacted along, and no other.
func TestBlockers(t *testing.T) {
	files, d := onlyTable(t, "nb/z_zstd")
	gone, e := onlyTable(t, "da/ttls")
	for name, f := range gone {
		files[name] = f
	}
	for _, c := range []struct {
		d    Descriptor
		now  int64
		want int
	}{
		{d, 1796060400, 0},    // nothing is deleted
		{e, 1796060400, 0},    // gc_grace has not ended for anything
		{e, 3_000_000_000, 2}, // all has expired, and the copies are as old as each other
	} {
		all := soundPartitions(t, files, c.d)
		x, err := NewExact(context.Background(), files, []Descriptor{c.d, c.d})
		if err != nil {
			t.Fatal(err)
		}
		f := Fragment{0, all[0].Position, all[0].SizeBytes}
		g := f
		g.Table = 1
		p, err := x.Partition(context.Background(), []Fragment{f, g}, ExactOptions{NowSeconds: c.now, GCGraceSeconds: 864000})
		if err != nil || len(p.Blockers) != c.want || (p.DroppableNow > 0) != (c.want > 0) {
			t.Errorf("%s at %d: %+v, %v", c.d, c.now, p, err)
		}
		x.minimum = []int64{1 << 62, 1 << 62} // newer than any tombstone
		if p, err = x.Partition(context.Background(), []Fragment{f, g}, ExactOptions{NowSeconds: c.now, GCGraceSeconds: 864000}); err != nil || len(p.Blockers) != 0 {
			t.Errorf("%s: newer data block: %v, %v", c.d, p.Blockers, err)
		}
	}
}

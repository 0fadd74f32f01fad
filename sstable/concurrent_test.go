package sstable

import (
	"context"
	"errors"
	"sync"
	"testing"
)

// One SSTable, scanned by several goroutines at once, each over its own part.
func TestConcurrentScans(t *testing.T) {
	for _, dir := range []string{"nb/z_zstd", "nb/z_deflate", "na/z_none", "da/rts"} {
		table := testTable(t, dir)
		want, err := scanAll(table, ScanOptions{})
		if err != nil {
			t.Fatal(err)
		}
		const parts = 3
		var counts [parts]int
		var errs [parts]error
		var wg sync.WaitGroup
		for i := range parts {
			wg.Go(func() {
				o := ScanOptions{Start: want[i*len(want)/parts].Position}
				if i+1 < parts {
					o.End = want[(i+1)*len(want)/parts].Position
				}
				var got []PartitionSummary
				got, errs[i] = scanAll(table, o)
				counts[i] = len(got)
				_, _, err := table.KeyRange(context.Background())
				errs[i] = errors.Join(errs[i], err)
			})
		}
		wg.Wait()
		if err := errors.Join(errs[:]...); err != nil || counts[0]+counts[1]+counts[2] != len(want) {
			t.Errorf("%s: %v partitions of %d, %v", dir, counts, len(want), err)
		}
	}
}

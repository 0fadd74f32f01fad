package sstable

import (
	"context"
	"os"
	"testing"
)

// TestFiles runs the comparison of TestCorpus over the files kept with the code.
func TestFiles(t *testing.T) {
	fsys := os.DirFS("testdata")
	right, all := runCorpus(t, fsys, corpusFolders(t, fsys), func(s string) { t.Error(s) })
	if all < 20 || right != all {
		t.Errorf("%d of %d files right", right, all)
	}
}

// testTable opens the only SSTable of a folder of testdata.
func testTable(t testing.TB, dir string) *SSTable {
	t.Helper()
	return openFirst(t, "testdata", dir)
}

func TestUnfiltereds(t *testing.T) {
	table := testTable(t, "mc/rts")
	s, err := table.Scan(context.Background(), ScanOptions{Clusterings: true})
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[BoundKind]int{}
	for s.Next() {
		at, open := int64(0), false
		for s.NextUnfiltered() {
			u := s.Unfiltered()
			if at != 0 && u.Position != at {
				t.Fatalf("row at %d, the one before ended at %d", u.Position, at)
			}
			at = u.Position + u.SizeBytes
			if u.Kind == Row && len(u.Clustering) != len(table.Statistics.Header.Clusterings) {
				t.Fatalf("row at %d with %d clustering values", u.Position, len(u.Clustering))
			}
			if u.Kind == Marker {
				kinds[u.Bound]++
				// Every range that opens must close in its partition.
				if open == u.Bound.IsStart() {
					t.Fatalf("marker %d at %d, range open: %t", u.Bound, u.Position, open)
				}
				open = u.Bound.IsStart() || u.Bound.IsBoundary()
				if u.Opens.IsLive() == u.Bound.IsBoundary() {
					t.Errorf("marker %d opens %v", u.Bound, u.Opens)
				}
			}
		}
		if open {
			t.Errorf("a range is open at the end of the partition at %d", s.Partition().Position)
		}
	}
	if s.Err() != nil || len(kinds) < 4 {
		t.Errorf("%v, bound kinds %v", s.Err(), kinds)
	}
}

// A scan of a stretch sees the partitions that begin in it, no others.
func TestScanStretch(t *testing.T) {
	table := testTable(t, "da/rts")
	all, err := scanAll(table, ScanOptions{})
	if err != nil || len(all) < 5 {
		t.Fatal(len(all), err)
	}
	got, err := scanAll(table, ScanOptions{Start: all[2].Position, End: all[4].Position})
	if err != nil || len(got) != 2 || got[0].Position != all[2].Position || got[1].SizeBytes != all[3].SizeBytes {
		t.Errorf("%d partitions, %v", len(got), err)
	}
}

// Next passes over what was not read of a partition.
func TestNextSkips(t *testing.T) {
	for _, dir := range []string{"mc/rts", "da/rts", "ma/statics", "me/colls"} {
		table := testTable(t, dir)
		all, err := scanAll(table, ScanOptions{})
		if err != nil {
			t.Fatal(err)
		}
		s, err := table.Scan(context.Background(), ScanOptions{})
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for ; s.Next(); n++ {
			if s.Partition().Position != all[n].Position {
				t.Fatalf("%s: partition %d at %d, want %d", dir, n, s.Partition().Position, all[n].Position)
			}
			for range n % 3 {
				s.NextUnfiltered()
			}
		}
		if s.Err() != nil || n != len(all) {
			t.Errorf("%s: %d of %d partitions, %v", dir, n, len(all), s.Err())
		}
	}
}

func TestScanEndsWithContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s, err := testTable(t, "da/rts").Scan(ctx, ScanOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if s.Next() || s.Err() == nil {
		t.Errorf("a scan went on after its context ended: %v", s.Err())
	}
}

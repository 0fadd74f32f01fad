package sstable

import (
	"context"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/partop/partop/cassandra/cqltype"
)

// exactOfTables merges with the bases of the first table's header, which a writer chose, so that sizes are comparable.
func exactOfTables(t *testing.T, fsys fs.FS, tables ...Descriptor) *Exact {
	t.Helper()
	x, err := NewExact(context.Background(), fsys, tables)
	if err != nil {
		t.Fatal(err)
	}
	s, err := OpenStatistics(fsys, tables[0])
	if err != nil {
		t.Fatal(err)
	}
	x.layout.header = Header{MinTimestamp: s.Header.MinTimestamp, MinLocalDeletionTime: s.Header.MinLocalDeletionTime, MinTTLSeconds: s.Header.MinTTLSeconds}
	return x
}

// A partition merged with itself, or alone, is what the file holds: its size to the byte, and its counts. Nothing has
// expired in the year 0, and gc_grace never ends.
func TestExactIsIdentity(t *testing.T) {
	roots := []string{"testdata"}
	if shared := filepath.Join("..", "..", "shared", "corpus", "sstables"); dirExists(shared) {
		roots = append(roots, shared)
	} else {
		t.Logf("no SSTable corpus at %s", shared)
	}
	n := 0
	for _, root := range roots {
		fsys := os.DirFS(root)
		for _, dir := range corpusFolders(t, fsys) {
			l, err := List(fsys, dir)
			if err != nil || strings.HasPrefix(dir, "layout") {
				continue
			}
			for _, d := range l.SSTables {
				n += checkIdentity(t, fsys, d)
			}
		}
	}
	if n < 200 {
		t.Errorf("%d partitions", n)
	}
	t.Logf("%d partitions", n)
}

func checkIdentity(t *testing.T, fsys fs.FS, d Descriptor) (n int) {
	table, err := Open(fsys, d, Options{})
	if err != nil {
		return 0
	}
	all, err := scanAll(table, ScanOptions{NowSeconds: math.MinInt64})
	if err = errors.Join(err, table.Close()); err != nil {
		t.Fatal(err)
	}
	x := exactOfTables(t, fsys, d, d)
	for i := range all {
		if i >= 40 {
			break
		}
		p := &all[i]
		for _, tables := range [][]int{{0}, {0, 1}} {
			var fragments []Fragment
			for _, k := range tables {
				fragments = append(fragments, Fragment{k, p.Position, p.SizeBytes})
			}
			got, err := x.Partition(context.Background(), fragments, ExactOptions{NowSeconds: math.MinInt32, GCGraceSeconds: 1 << 40})
			if err != nil {
				t.Fatalf("%s: %x: %v", d, p.Key, err)
			}
			if got.Merged.SizeBytes != p.SizeBytes || got.Merged.Counts != p.Counts {
				t.Errorf("%s: %x in %d copies: %d bytes %+v, want %d bytes %+v", d, p.Key, len(tables), got.Merged.SizeBytes, got.Merged.Counts, p.SizeBytes, p.Counts)
			}
		}
		n++
	}
	return n
}

func TestReconcileCells(t *testing.T) {
	live := func(ts int64, v string) exactCell {
		return exactCell{timestamp: ts, local: NoDeletionTime, value: []byte(v)}
	}
	dead := func(ts, local int64) exactCell { return exactCell{timestamp: ts, local: local} }
	ends := func(ts, local int64, ttl int32) exactCell {
		return exactCell{timestamp: ts, local: local, ttl: ttl, value: []byte("v")}
	}
	for _, c := range []struct {
		what         string
		winner, lost exactCell
	}{
		{"later write", live(2, "a"), live(1, "z")},
		{"larger value", live(1, "b"), live(1, "a")},
		{"tombstone over live", dead(1, 5), live(1, "z")},
		{"expiring over live", ends(1, 5, 3), live(1, "z")},
		{"tombstone over expiring", dead(1, 5), ends(1, 900, 3)},
		{"later tombstone", dead(1, 6), dead(1, 5)},
		{"later expiry", ends(1, 6, 3), ends(1, 5, 3)},
		{"later live over tombstone", live(2, ""), dead(1, 9)},
	} {
		a, b := c.winner, c.lost
		if reconcileCells(&a, &b) != &a || reconcileCells(&b, &a) != &a {
			t.Errorf("%s: the other cell won", c.what)
		}
	}
}

func TestReconcileCounters(t *testing.T) {
	shard := func(id byte, clock, count byte) []byte {
		b := make([]byte, shardBytes)
		b[0], b[23], b[31] = id, clock, count
		return b
	}
	context := func(parts ...[]byte) []byte {
		b := []byte{0, byte(len(parts))}
		for i := range parts {
			b = append(b, 0x80, byte(i)) // global
		}
		for _, p := range parts {
			b = append(b, p...)
		}
		return b
	}
	a := exactCell{timestamp: 5, local: NoDeletionTime, value: context(shard(1, 3, 30), shard(2, 1, 10))}
	b := exactCell{timestamp: 9, local: NoDeletionTime, value: context(shard(2, 2, 20), shard(3, 1, 7))}
	want := context(shard(1, 3, 30), shard(2, 2, 20), shard(3, 1, 7))
	for _, got := range []*exactCell{reconcileCounters(&a, &b), reconcileCounters(&b, &a)} {
		if string(got.value) != string(want) || got.timestamp != 9 || got.valueBytes != int64(len(want)) {
			t.Errorf("got % x at %d, want % x", got.value, got.timestamp, want)
		}
	}
	dead := exactCell{timestamp: 1, local: 7}
	if reconcileCounters(&a, &dead) != &dead || reconcileCounters(&dead, &b) != &dead {
		t.Error("a counter outlived its tombstone")
	}
	if got := joinShards([]byte{9}, want); string(got) != string(want) {
		t.Errorf("no context won: % x", got)
	}
}

func TestClusteringOrder(t *testing.T) {
	down := cqltype.Scalar(cqltype.Int)
	down.Reversed = true
	l := &exactLayout{clustering: []cqltype.Type{cqltype.Scalar(cqltype.Int), down}}
	n := func(v byte) []byte { return []byte{0, 0, 0, v} }
	at := func(side int, values ...[]byte) clusteringPosition {
		return clusteringPosition{values: values, side: side}
	}
	ascending := []clusteringPosition{
		{static: true},
		at(-1),
		at(0, nil, n(1)),
		at(-1, n(1)),
		at(0, n(1), nil),
		at(-1, n(1), n(9)),
		at(0, n(1), n(9)),
		at(1, n(1), n(9)),
		at(0, n(1), n(3)),
		at(1, n(1)),
		at(0, n(2), n(5)),
		at(1),
	}
	for i := range ascending {
		for j := range ascending {
			got := l.compare(&ascending[i], &ascending[j])
			if want := i - j; (got < 0) != (want < 0) || (got > 0) != (want > 0) {
				t.Errorf("%v and %v: %d", ascending[i], ascending[j], got)
			}
		}
	}
}

func TestPurge(t *testing.T) {
	const now, gcBefore = 1000, 900
	for _, c := range []struct {
		what string
		cell exactCell
		want *exactCell
	}{
		{"live", exactCell{local: NoDeletionTime}, &exactCell{local: NoDeletionTime}},
		{"old tombstone", exactCell{local: 899}, nil},
		{"young tombstone", exactCell{local: 900}, &exactCell{local: 900}},
		{"not expired", exactCell{local: 1001, ttl: 500}, &exactCell{local: 1001, ttl: 500}},
		{"expired of late", exactCell{local: 950, ttl: 20}, &exactCell{local: 930}},
		{"written before gc_grace", exactCell{local: 950, ttl: 200}, nil},
		{"expired long ago", exactCell{local: 500, ttl: 20}, nil},
	} {
		got := c.cell.purge(now, gcBefore)
		if (got == nil) != (c.want == nil) || got != nil && (got.local != c.want.local || got.ttl != c.want.ttl) {
			t.Errorf("%s: got %+v, want %+v", c.what, got, c.want)
		}
	}
}

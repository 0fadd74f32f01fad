package sstable

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/partop/partop/cassandra/cqltype"
)

// A bare UserType that is last says nothing: the rows must show that it is
// frozen (Cassandra 3.0) or not (3.6 and later).
func TestBareUserType(t *testing.T) {
	udt, err := cqltype.ParseJava("UserType(ks,7074,78:org.apache.cassandra.db.marshal.Int32Type)")
	if err != nil {
		t.Fatal(err)
	}
	h := synthetic(0, intType, udt)
	frozen := rowOf([]byte{hasTimestamp | hasAllColumns}, 10, cellUseRowTimestamp, 0, 0, 0, 1,
		cellUseRowTimestamp, 8, 0, 0, 0, 4, 0, 0, 0, 9)
	open := rowOf([]byte{hasTimestamp | hasAllColumns}, 10, cellUseRowTimestamp, 0, 0, 0, 1,
		1, cellUseRowTimestamp, 2, 0, 0, 4, 0, 0, 0, 9)
	v := mustVersion(t, Big, "md")
	for name, data := range map[string][]byte{"frozen": partitionOf(frozen, frozen), "not frozen": partitionOf(open, open)} {
		if p, err := scanBytes(t, v, h, data, ScanOptions{}); err != nil || p.Cells != 4 || p.Rows != 2 {
			t.Errorf("%s: %+v, %v", name, p.Counts, err)
		}
	}
	// From na on the type means what it says.
	if _, err := scanBytes(t, mustVersion(t, Big, "na"), h, partitionOf(frozen), ScanOptions{}); !errors.Is(err, ErrCorrupt) {
		t.Errorf("frozen in na: %v", err)
	}
}

// Cell.decodeLocalDeletionTime, case by case.
func TestMendLocalDeletionTime(t *testing.T) {
	for _, c := range []struct {
		version string
		local   int64
		ttl     int32
		want    int64
	}{
		{"nb", 1700000000, 0, 1700000000},
		{"nb", 1700000000, 86400, 1700000000},
		{"nb", math.MaxInt32, 0, NoDeletionTime},
		{"nb", -5, 10, invalidDeletionTime},
		{"nb", 5, 10, invalidDeletionTime},
		{"nb", 5, expiredLivenessTTL, 5},
		{"oa", -1, 0, NoDeletionTime},
		{"oa", -2, 10, math.MaxUint32 - 1},
		{"oa", 3000000000, 10, 3000000000},
		{"oa", math.MaxInt32, 0, math.MaxInt32},
	} {
		s := &Scanner{version: mustVersion(t, Big, c.version)}
		if got := s.mend(c.local, c.ttl); got != c.want {
			t.Errorf("%s: ldt %d ttl %d: got %d, want %d", c.version, c.local, c.ttl, got, c.want)
		}
	}
}

// sstablepartitions compares a row's expiry with < and a cell's with <=.
func TestExpiryBounds(t *testing.T) {
	h := synthetic(0, intType, intType)
	// Row TTL 10, expiring at 100; first cell has the row's TTL, the second one 20.
	row := rowOf([]byte{hasTimestamp | hasTTL | hasAllColumns}, 10, 10, 100,
		cellUseRowTimestamp|cellUseRowTTL|cellIsExpiring, 0, 0, 0, 1,
		cellUseRowTimestamp|cellIsExpiring, 100, 20, 0, 0, 0, 2)
	v := mustVersion(t, Big, "nb")
	for now, want := range map[int64]Counts{
		99:  {Rows: 1, Cells: 2},
		100: {Rows: 1, Cells: 2, CellTTLExpired: 1},
		101: {Rows: 1, Cells: 2, CellTTLExpired: 1, RowTTLExpired: 1},
	} {
		p, err := scanBytes(t, v, h, partitionOf(row), ScanOptions{NowSeconds: now})
		if err != nil || p.Counts != want || p.Tombstones() != want.CellTTLExpired+want.RowTTLExpired {
			t.Errorf("now %d: got %+v, want %+v, %v", now, p.Counts, want, err)
		}
	}
}

// A scan allocates by table, not by row.
func TestScanAllocations(t *testing.T) {
	table := testTable(t, "da/rts")
	rows := int64(0)
	allocs := testing.AllocsPerRun(5, func() {
		s, err := table.Scan(context.Background(), ScanOptions{})
		if err != nil {
			t.Fatal(err)
		}
		rows = 0
		var p PartitionSummary
		for s.Next() && s.Summarize(&p) {
			rows += p.Rows
		}
	})
	if rows < 2000 || allocs > 40 {
		t.Errorf("%v allocations for %d rows", allocs, rows)
	}
}

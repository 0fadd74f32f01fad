package scan

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/partop/partop/sstable"
)

func names(found Found) []string {
	var out []string
	for _, t := range found.Tables {
		out = append(out, t.Name())
	}
	return out
}

// A node's data directories, with a snapshot, a backup and a hidden index.
func TestFind(t *testing.T) {
	root, dir := plantTable(t)
	second := filepath.Join(root, "disk2", "shop", "orders-"+tableID)
	snapshot, backup, index := filepath.Join(dir, "snapshots", "before"), filepath.Join(dir, "backups"), filepath.Join(dir, ".by_day")
	for _, d := range []string{second, snapshot, backup, index} {
		plant(t, d, "nb/z_zstd", "9")
	}
	const plain, indexed = "shop.orders", "shop.orders.by_day"
	const saved, backed = "shop.orders (snapshot before)", "shop.orders (backup)"
	for _, c := range []struct {
		paths []string
		o     sstable.WalkOptions
		want  []string
	}{
		{[]string{root}, sstable.WalkOptions{}, []string{plain, indexed}},
		{[]string{root, dir}, sstable.WalkOptions{Snapshots: true}, []string{plain, saved, indexed}},
		{[]string{root}, sstable.WalkOptions{Backups: true}, []string{plain, backed, indexed}},
		{[]string{snapshot}, sstable.WalkOptions{}, []string{saved}},
		{[]string{backup}, sstable.WalkOptions{}, []string{backed}},
		{[]string{filepath.Join(snapshot, "nb-9-big-Index.db")}, sstable.WalkOptions{}, []string{saved}},
	} {
		found, err := Find(Disk{}, c.paths, c.o)
		slices.Sort(c.want)
		if err != nil || !slices.Equal(names(found), c.want) {
			t.Errorf("%v %+v: %v, %v, want %v", c.paths, c.o, names(found), err, c.want)
			continue
		}
		if t0 := found.Tables[0]; t0.Name() == plain && (len(t0.SSTables) != 4 || len(t0.Dirs) != 2) {
			t.Errorf("%d SSTables in %v", len(t0.SSTables), t0.Dirs)
		}
		for _, table := range found.Tables {
			if live := table.Snapshot == "" && !table.Backup; table.InDataDirectory() != live {
				t.Errorf("%s: in a data directory: %t", table.Name(), !live)
			}
		}
	}
}

// A folder that names no table is one.
func TestFindLoneFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "support bundle.d")
	plant(t, dir, "da/ttls", "1")
	plant(t, dir, "da/rts", "2")
	table := findOne(t, dir)
	if table.Name() != dir || len(table.SSTables) != 2 || table.InDataDirectory() {
		t.Errorf("%+v", table)
	}
}

func TestFindNothing(t *testing.T) {
	dir := t.TempDir()
	notes := filepath.Join(dir, "notes.txt")
	if err := os.WriteFile(notes, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]error{
		dir: ErrNothing, notes: sstable.ErrNotSSTable, filepath.Join(dir, "none"): os.ErrNotExist,
	} {
		if _, err := Find(Disk{}, []string{path}, sstable.WalkOptions{}); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", path, err, want)
		}
	}
}

// An SSTable that is being written is named, not read.
func TestFindIncomplete(t *testing.T) {
	root, dir := plantTable(t)
	if err := os.Remove(filepath.Join(dir, "nb-2-big-Statistics.db")); err != nil {
		t.Fatal(err)
	}
	found, err := Find(Disk{}, []string{root}, sstable.WalkOptions{})
	if err != nil || len(found.Skipped) != 1 || !errors.Is(found.Skipped[0].Reason, sstable.ErrIncomplete) || len(found.Tables[0].SSTables) != 2 {
		t.Errorf("%+v, %v", found, err)
	}
}

func TestMissing(t *testing.T) {
	const live, lone = "/data/shop/orders-" + tableID, "/tmp/bundle"
	for _, c := range []struct {
		dir    string
		reason error
		want   bool
	}{
		{live, sstable.ErrObsolete, false},
		{live, sstable.ErrIncomplete, false},
		{live, sstable.ErrUnsupported, true},
		{live + "/snapshots/before", sstable.ErrIncomplete, true},
		{lone, sstable.ErrIncomplete, true},
		{lone, sstable.ErrObsolete, false},
	} {
		s := sstable.Skipped{Name: c.dir + "/nb-1-big", Reason: fmt.Errorf("wrapped: %w", c.reason)}
		if got := Missing(s); got != c.want {
			t.Errorf("%s, %v: %t", c.dir, c.reason, got)
		}
	}
}

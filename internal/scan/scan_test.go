package scan

import (
	"context"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/partop/partop/sstable"
)

// sums merges the official figures of folders by key.
func sums(t testing.TB, dirs ...string) map[string]*expectedPartition {
	t.Helper()
	out := map[string]*expectedPartition{}
	for _, dir := range dirs {
		for _, p := range expect(t, dir) {
			if out[p.KeyHex] == nil {
				out[p.KeyHex] = &expectedPartition{}
			}
			out[p.KeyHex].add(&p)
		}
	}
	return out
}

func check(t *testing.T, r *Result, want map[string]*expectedPartition) {
	t.Helper()
	var all expectedPartition
	for _, p := range want {
		all.add(p)
	}
	if r.Partitions != int64(len(want)) || len(r.Top) != len(want) || r.Matched != int64(len(want)) {
		t.Fatalf("%s: %d partitions, %d kept of %d, want %d", r.Name(), r.Partitions, len(r.Top), r.Matched, len(want))
	}
	if r.SizeBytes != all.Size || r.Rows != all.Rows || r.Cells != all.Cells || r.Tombstones() != all.Tombstones {
		t.Errorf("%s: totals %+v, want %+v", r.Name(), r.Totals, all)
	}
	for i := range r.Top {
		p := &r.Top[i]
		w := want[hex.EncodeToString(p.Key)]
		if w == nil {
			t.Errorf("%s: no such key %x", r.Name(), p.Key)
			continue
		}
		got := expectedPartition{w.KeyHex, w.Live, p.SizeBytes, p.Rows, p.Cells, p.Tombstones(), p.RowTombstones,
			p.RangeTombstones, p.ComplexTombstones, p.CellTombstones, p.RowTTLExpired, p.CellTTLExpired, p.SSTables}
		if got != *w {
			t.Errorf("%s: key %x: %+v, want %+v", r.Name(), p.Key, got, *w)
		}
	}
}

// A partition is the sum of what the official tool says of each SSTable.
func TestMergedSums(t *testing.T) {
	root, _ := plantTable(t)
	dirs := make([]string, len(compressors))
	for i, c := range compressors {
		dirs[i] = filepath.Join(realFiles, c)
	}
	want := sums(t, dirs...)
	r := scanOne(t, root, Options{Min: NoThresholds()})
	check(t, r, want)
	if r.Shared != int64(len(want)) || r.Name() != "shop.orders" || len(r.SSTables) != 3 {
		t.Errorf("%s: %d shared of %d, %d SSTables", r.Name(), r.Shared, len(want), len(r.SSTables))
	}
	sizes := scanOne(t, root, Options{Min: NoThresholds(), PartitionsOnly: true})
	if sizes.SizeBytes != r.SizeBytes || sizes.Partitions != r.Partitions || sizes.Sizes != r.Sizes {
		t.Errorf("from the index: %+v, from the data: %+v", sizes.Totals, r.Totals)
	}
}

// Every SSTable that is kept with the code, and those of the corpus, alone.
func TestAgainstOfficialFigures(t *testing.T) {
	n := 0
	for _, pattern := range []string{realFiles + "/*/*/expected.json", "../../../shared/corpus/sstables/*/*/expected.json"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		if len(names) == 0 {
			t.Logf("nothing at %s: not compared", pattern)
		}
		for _, name := range names {
			dir := filepath.Dir(name)
			l, err := sstable.List(Disk{}, dir)
			if err != nil || len(l.SSTables) != 1 {
				t.Fatal(dir, len(l.SSTables), err)
			}
			table := group(l.SSTables)[0]
			r, err := Scan(t.Context(), Disk{}, table, Options{NowSeconds: figuresNow, Min: NoThresholds(), Top: MaxKept})
			if err != nil {
				t.Fatal(err)
			}
			if r.Partitions > MaxKept {
				t.Logf("%s: %d partitions, more than are kept: not compared", dir, r.Partitions)
				continue
			}
			for _, s := range r.Skipped {
				t.Errorf("%s: %v", s.Name, s.Reason)
			}
			check(t, r, sums(t, dir))
			n++
		}
	}
	if n < 30 {
		t.Errorf("%d SSTables compared", n)
	}
}

func TestTopOrder(t *testing.T) {
	root, _ := plantTable(t)
	all := scanOne(t, root, Options{Min: NoThresholds()})
	for by := BySize; by <= BySSTables; by++ {
		r := scanOne(t, root, Options{By: by, Top: 5, Min: NoThresholds()})
		if len(r.Top) != 5 || r.Matched != all.Partitions {
			t.Fatalf("by %s: %d of %d", by, len(r.Top), r.Matched)
		}
		// The fifth is not smaller than any partition that was not kept.
		better := 0
		for i := range all.Top {
			if by.compare(&all.Top[i], &r.Top[4]) < 0 {
				better++
			}
		}
		if better != 4 || !slices.IsSortedFunc(r.Top, func(a, b sstable.MergedPartition) int { return by.compare(&a, &b) }) {
			t.Errorf("by %s: %d partitions before the fifth", by, better)
		}
	}
}

// Thresholds apply to merged sums; one that is reached is enough.
func TestThresholds(t *testing.T) {
	root, _ := plantTable(t)
	all := scanOne(t, root, Options{Min: NoThresholds()})
	first := all.Top[0]
	if first.LargestBytes >= first.SizeBytes {
		t.Fatal("a partition of one fragment shows nothing")
	}
	for _, c := range []struct {
		name string
		min  Thresholds
		want func(p *sstable.MergedPartition) bool
	}{
		{"none", NoThresholds(), func(*sstable.MergedPartition) bool { return true }},
		{"size", Thresholds{first.SizeBytes, -1, -1, -1}, func(p *sstable.MergedPartition) bool { return p.SizeBytes >= first.SizeBytes }},
		{"rows", Thresholds{-1, first.Rows, -1, -1}, func(p *sstable.MergedPartition) bool { return p.Rows >= first.Rows }},
		{"cells", Thresholds{-1, -1, first.Cells + 1, -1}, func(p *sstable.MergedPartition) bool { return p.Cells > first.Cells }},
		{"tombstones", Thresholds{-1, -1, -1, 1}, func(p *sstable.MergedPartition) bool { return p.Tombstones() > 0 }},
		{"any", Thresholds{first.SizeBytes, -1, 0, -1}, func(*sstable.MergedPartition) bool { return true }},
	} {
		r := scanOne(t, root, Options{Min: c.min})
		want := int64(0)
		for i := range all.Top {
			if c.want(&all.Top[i]) {
				want++
			}
		}
		if r.Matched != want || int64(len(r.Top)) != want || r.Partitions != all.Partitions {
			t.Errorf("%s: %d matched, %d kept, want %d", c.name, r.Matched, len(r.Top), want)
		}
	}
}

func TestKeys(t *testing.T) {
	root, _ := plantTable(t)
	all := scanOne(t, root, Options{Min: NoThresholds()})
	one := scanOne(t, root, Options{Min: NoThresholds(), Keys: []string{"5"}})
	rest := scanOne(t, root, Options{Min: NoThresholds(), ExcludedKeys: []string{"0x00000005"}})
	if one.Partitions != 1 || rest.Partitions != all.Partitions-1 || one.SizeBytes+rest.SizeBytes != all.SizeBytes {
		t.Errorf("%d and %d partitions of %d", one.Partitions, rest.Partitions, all.Partitions)
	}
	if _, err := Scan(t.Context(), Disk{}, findOne(t, root), Options{Keys: []string{"five"}}); err == nil {
		t.Error("five is no int")
	}
}

// A damaged chunk costs its SSTable's share of the partitions in it, and is named; all else counts.
func TestDamage(t *testing.T) {
	root, dir := plantTable(t)
	whole := scanOne(t, root, Options{Min: NoThresholds()})
	name := filepath.Join(dir, "nb-2-big-Data.db")
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	b[len(b)/2] ^= 0x40
	if err := os.WriteFile(name, b, 0o600); err != nil {
		t.Fatal(err)
	}
	r := scanOne(t, root, Options{Min: NoThresholds()})
	if len(r.Skipped) != 0 || len(r.Damages) != 1 || r.Damaged != 1 || !errors.Is(r.Damages[0].Reason, sstable.ErrCorrupt) {
		t.Fatalf("skipped %v, damages %v", r.Skipped, r.Damages)
	}
	fragments := func(r *Result) (n int64) {
		for i := range r.Top {
			n += int64(r.Top[i].SSTables)
		}
		return n
	}
	if lost := r.Damages[0].Partitions; lost < 1 || fragments(r) != fragments(whole)-lost {
		t.Errorf("%d fragments of %d, %d said to be lost", fragments(r), fragments(whole), lost)
	}
	d := r.Report().Damages[0]
	if d.File != name || d.Offset <= 0 || d.Expected == d.Found || d.LostTo <= d.LostFrom || !strings.Contains(d.Reason, d.Expected) {
		t.Errorf("%+v", d)
	}
	if r.Partitions != whole.Partitions || r.SizeBytes >= whole.SizeBytes || r.Rows >= whole.Rows {
		t.Errorf("%d partitions, %d bytes; whole: %d, %d", r.Partitions, r.SizeBytes, whole.Partitions, whole.SizeBytes)
	}
}

// A compaction that deletes an SSTable after it was listed is no error; a lost component is one.
func TestVanished(t *testing.T) {
	root, dir := plantTable(t)
	table := findOne(t, root)
	gone, err := filepath.Glob(filepath.Join(dir, "nb-1-big-*"))
	if err != nil || len(gone) == 0 {
		t.Fatal(gone, err)
	}
	for _, name := range append(gone, filepath.Join(dir, "nb-3-big-Data.db")) {
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
	r, err := Scan(t.Context(), Disk{}, table, Options{Min: NoThresholds()})
	if err != nil || len(r.Skipped) != 2 || r.Partitions == 0 {
		t.Fatal(r, err)
	}
	for _, s := range r.Skipped {
		if want := filepath.Base(s.Name) == "nb-1-big"; s.Vanished != want || !errors.Is(s.Reason, fs.ErrNotExist) {
			t.Errorf("%s: vanished %t, %v", s.Name, s.Vanished, s.Reason)
		}
	}
}

// A scan that is stopped keeps what it found.
func TestCancel(t *testing.T) {
	root, _ := plantTable(t)
	table := findOne(t, root)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	if r, err := Scan(ctx, Disk{}, table, Options{Min: NoThresholds()}); err != nil || r.Interrupted {
		t.Fatal(r, err)
	}
	seen := map[bool]bool{} // whether anything had been found
	for reads := range 60 {
		ctx, cancel := context.WithCancel(t.Context())
		m := NewMeter(ctx, Disk{})
		m.Limit(1)
		m.sleep = func(_ context.Context, _ time.Duration) error {
			if reads--; reads < 0 {
				cancel()
			}
			return ctx.Err()
		}
		r, err := Scan(ctx, m, table, Options{Min: NoThresholds()})
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		if r.Interrupted {
			seen[r.Partitions > 0] = true
			if len(r.Skipped) > 0 || int64(len(r.Top)) != r.Partitions {
				t.Errorf("after %d reads: %v", reads, r.Skipped)
			}
		}
	}
	if !seen[true] || !seen[false] {
		t.Errorf("scans were stopped only with partitions found: %v", seen)
	}
}

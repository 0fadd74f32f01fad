package sstable

import (
	"bytes"
	"context"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// planRanges plans as many ranges as it can, however little there is to read.
func planRanges(t testing.TB, fsys fs.FS, tables []Descriptor, o MergeOptions, ranges int) *MergePlan {
	t.Helper()
	o.RangeBytes = 1
	p, err := NewMergePlan(context.Background(), fsys, tables, o, ranges)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// inRanges goes through the ranges one after the other.
func inRanges(t testing.TB, p *MergePlan) (out []MergedPartition, damages []Damage) {
	t.Helper()
	for i := range p.Ranges() {
		m := p.Merge(context.Background(), i, 1)
		part, bad := drain(t, m)
		if len(m.Skipped()) > 0 {
			t.Fatalf("range %d: %v", i, m.Skipped())
		}
		out, damages = append(out, part...), append(damages, bad...)
	}
	return out, damages
}

func sameMerge(t *testing.T, got, want []MergedPartition) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d partitions, want %d", len(got), len(want))
	}
	for i := range got {
		g, w := &got[i], &want[i]
		if !bytes.Equal(g.Key, w.Key) || g.SizeBytes != w.SizeBytes || g.Counts != w.Counts || g.Times != w.Times ||
			g.SSTables != w.SSTables || g.Deletion != w.Deletion {
			t.Fatalf("partition %d: got %+v, want %+v", i, *g, *w)
		}
	}
}

// Any number of ranges gives the partitions of one, in the same order.
func TestRangesGiveTheSame(t *testing.T) {
	fsys := os.DirFS("testdata")
	tables := murmurTables(t, fsys)
	want, _ := mergeAll(t, fsys, tables, MergeOptions{NowSeconds: 1796060400})
	for _, ranges := range []int{2, 3, 8, 50, 400} {
		p := planRanges(t, fsys, tables, MergeOptions{NowSeconds: 1796060400}, ranges)
		if p.Ranges() < min(ranges, 30) {
			t.Errorf("%d ranges, want %d", p.Ranges(), ranges)
		}
		got, damages := inRanges(t, p)
		sameMerge(t, got, want)
		if len(damages) != 0 {
			t.Error(damages)
		}
	}
}

// Each table of the corpus alone, so that its index is what leads to the ranges.
func TestRangesOfTheCorpus(t *testing.T) {
	root := corpusRoot(t)
	fsys := os.DirFS(root)
	ranged := map[Format]int{}
	for _, dir := range corpusFolders(t, fsys) {
		l, err := List(fsys, dir)
		if err != nil || strings.HasPrefix(filepath.ToSlash(dir), "layout") {
			continue
		}
		for _, d := range l.SSTables {
			if _, err := OpenStatistics(fsys, d); err != nil {
				continue
			}
			want, _ := mergeAll(t, fsys, []Descriptor{d}, MergeOptions{NowSeconds: 1796060400})
			p := planRanges(t, fsys, []Descriptor{d}, MergeOptions{NowSeconds: 1796060400}, 7)
			got, _ := inRanges(t, p)
			sameMerge(t, got, want)
			if p.Ranges() > 1 {
				ranged[d.Version.Format]++
			}
		}
	}
	if ranged[Big] < 50 || ranged[BTI] < 20 {
		t.Errorf("tables read in ranges: %v", ranged)
	}
}

// seek finds the first partition that is not below a token, whatever the index.
func TestSeek(t *testing.T) {
	eachTable(t, func(table *SSTable) {
		order, err := newKeyOrder(table.Statistics)
		if err != nil || !order.murmur {
			return
		}
		all, err := scanAll(table, ScanOptions{})
		if err != nil {
			t.Fatal(err)
		}
		targets := []uint64{0, 1, 1 << 63, math.MaxUint64}
		for _, p := range all {
			hi := order.decorate(p.Key).hi
			targets = append(targets, hi-1, hi, hi+1)
		}
		for _, hi := range targets {
			want := start{position: table.DataLengthBytes()}
			if i := slices.IndexFunc(all, func(p PartitionSummary) bool { return order.decorate(p.Key).hi >= hi }); i >= 0 {
				want = start{all[i].Position, all[i].Key}
			}
			got, err := table.seek(context.Background(), order, hi)
			if err != nil || got.position != want.position || !bytes.Equal(got.key, want.key) {
				t.Fatalf("%s: token %x: got %+v, want %+v, %v", table, hi, got, want, err)
			}
		}
	})
}

// A damage over the border of two ranges is one, and costs the same partitions.
func TestDamageInRanges(t *testing.T) {
	files, d := onlyTable(t, "nb/z_zstd")
	damagedCopy(t, files, d, blocksOf(t, files, d)/2)
	want, whole := mergeDamaged(t, files, d, MergeOptions{})
	got, parts := inRanges(t, planRanges(t, files, []Descriptor{d}, MergeOptions{}, 16))
	sameMerge(t, got, want)
	joined := parts[:1]
	for i := range parts[1:] {
		if !joined[0].Join(&parts[i+1]) {
			t.Errorf("not joined: %v", parts[i+1])
		}
	}
	if len(whole) != 1 || joined[0].Error() != whole[0].Error() {
		t.Errorf("got %v, want %v", joined, whole)
	}
}

// Without an index there is one range, and nothing is lost.
func TestNoRangesWithoutIndex(t *testing.T) {
	files, d := onlyTable(t, "nb/z_zstd")
	want, _ := mergeAll(t, files, []Descriptor{d}, MergeOptions{})
	for _, c := range []Component{IndexDB, SummaryDB} {
		kept := files[d.Path(c)]
		delete(files, d.Path(c))
		p := planRanges(t, files, []Descriptor{d}, MergeOptions{}, 4)
		if p.Ranges() != 1 {
			t.Errorf("without %s: %d ranges", c, p.Ranges())
		}
		got, _ := inRanges(t, p)
		sameMerge(t, got, want)
		files[d.Path(c)] = kept
	}
}

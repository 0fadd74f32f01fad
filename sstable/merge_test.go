package sstable

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/partop/partop/cassandra/cqltype"
)

// murmurTables are the SSTables of testdata with text or int keys in Murmur3
// order: of different tables, which a merge does not mind.
func murmurTables(t testing.TB, fsys fs.FS) []Descriptor {
	t.Helper()
	l, err := Walk(fsys, ".", WalkOptions{Recursive: true})
	if err != nil {
		t.Fatal(err)
	}
	var out []Descriptor
	for _, d := range l.SSTables {
		s, err := OpenStatistics(fsys, d)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(s.Validation.Partitioner, "Murmur3Partitioner") {
			out = append(out, d)
		}
	}
	return out
}

// bruteMerge sums the partitions of all tables in a map.
func bruteMerge(t testing.TB, fsys fs.FS, tables []Descriptor, now int64) map[string]*MergedPartition {
	t.Helper()
	sums := map[string]*MergedPartition{}
	for _, d := range tables {
		table, err := Open(fsys, d, Options{})
		if err != nil {
			t.Fatal(err)
		}
		all, err := scanAll(table, ScanOptions{NowSeconds: now})
		if err = errors.Join(err, table.Close()); err != nil {
			t.Fatal(err)
		}
		for i := range all {
			m := sums[string(all[i].Key)]
			if m == nil {
				m = &MergedPartition{Key: all[i].Key, Times: NoTimes(), Deletion: liveDeletion}
				sums[string(all[i].Key)] = m
			}
			m.Add(&all[i])
		}
	}
	return sums
}

// mergeAll runs a merge to its end.
func mergeAll(t testing.TB, fsys fs.FS, tables []Descriptor, o MergeOptions) ([]MergedPartition, []Skipped) {
	t.Helper()
	m, err := NewMerge(context.Background(), fsys, tables, o)
	if err != nil {
		t.Fatal(err)
	}
	out, damages := drain(t, m)
	for _, d := range damages {
		t.Errorf("damage: %v", &d)
	}
	return out, m.Skipped()
}

// drain runs a merge to its end, and closes it.
func drain(t testing.TB, m *Merge) (out []MergedPartition, damages []Damage) {
	t.Helper()
	for m.Next() {
		p := *m.Partition()
		p.Key, p.Fragments = slices.Clone(p.Key), slices.Clone(p.Fragments)
		out = append(out, p)
	}
	if err := errors.Join(m.Err(), m.Close()); err != nil {
		t.Fatal(err)
	}
	damages, _ = m.Damages()
	return out, damages
}

func TestMerge(t *testing.T) {
	fsys := os.DirFS("testdata")
	tables := murmurTables(t, fsys)
	const now = 1796060400
	want := bruteMerge(t, fsys, tables, now)
	got, skipped := mergeAll(t, fsys, tables, MergeOptions{NowSeconds: now})
	if len(got) != len(want) || len(skipped) != 0 || len(got) < 50 {
		t.Fatalf("%d partitions, want %d, skipped %v", len(got), len(want), skipped)
	}
	shared, last := 0, int64(math.MinInt64)
	for _, g := range got {
		w := want[string(g.Key)]
		if w == nil || g.SizeBytes != w.SizeBytes || g.Counts != w.Counts || g.SSTables != w.SSTables ||
			g.Times != w.Times || g.Deletion != w.Deletion || g.LargestBytes != w.LargestBytes {
			t.Errorf("%x: got %+v, want %+v", g.Key, g, w)
		}
		if token := cqltype.Token(g.Key); token < last {
			t.Errorf("%x: token %d after %d", g.Key, token, last)
		} else {
			last = token
		}
		if g.SSTables > 1 {
			shared++
		}
	}
	if shared < 10 {
		t.Errorf("only %d partitions in several SSTables: the test proves little", shared)
	}
}

// All depths give the same keys and sizes.
func TestMergeDepths(t *testing.T) {
	fsys := os.DirFS("testdata")
	tables := murmurTables(t, fsys)
	full, _ := mergeAll(t, fsys, tables, MergeOptions{})
	for _, depth := range []Depth{RowDepth, SizeDepth} {
		got, skipped := mergeAll(t, fsys, tables, MergeOptions{Depth: depth})
		if len(got) != len(full) || len(skipped) != 0 {
			t.Fatalf("depth %d: %d partitions, want %d, skipped %v", depth, len(got), len(full), skipped)
		}
		for i, g := range got {
			if !bytes.Equal(g.Key, full[i].Key) || g.SizeBytes != full[i].SizeBytes || g.SSTables != full[i].SSTables {
				t.Errorf("depth %d: got %+v, want %+v", depth, g, full[i])
			}
			if depth == RowDepth && g.Rows != full[i].Rows {
				t.Errorf("%x: %d rows, want %d", g.Key, g.Rows, full[i].Rows)
			}
		}
	}
}

// countingFS counts the Data.db files that are open.
type countingFS struct {
	fs.FS
	open, most *int
}

type countedFile struct {
	fs.File
	io.ReaderAt
	open *int
}

func (f countedFile) Close() error {
	*f.open--
	return f.File.Close()
}

func (c countingFS) Open(name string) (fs.File, error) {
	f, err := c.FS.Open(name)
	if err != nil || !strings.HasSuffix(name, string(DataDB)) {
		return f, err
	}
	*c.open++
	*c.most = max(*c.most, *c.open)
	return countedFile{f, f.(io.ReaderAt), c.open}, nil
}

// overlap is the most tables whose ranges of keys share a key.
func overlap(t *testing.T, fsys fs.FS, tables []Descriptor) int {
	t.Helper()
	most := 0
	var ranges [][2]decorated
	for _, d := range tables {
		table, err := Open(fsys, d, Options{})
		if err != nil {
			t.Fatal(err)
		}
		first, last, err := table.KeyRange(context.Background())
		order, errOrder := newKeyOrder(table.Statistics)
		if err := errors.Join(err, errOrder, table.Close()); err != nil {
			t.Fatal(err)
		}
		ranges = append(ranges, [2]decorated{order.decorate(bytes.Clone(first)), order.decorate(bytes.Clone(last))})
	}
	order := keyOrder{token: murmurToken}
	for _, r := range ranges {
		n := 0
		for _, o := range ranges {
			if order.compare(o[0], r[0]) <= 0 && order.compare(r[0], o[1]) <= 0 {
				n++
			}
		}
		most = max(most, n)
	}
	return most
}

// Tables are opened at their first key and closed after their last one.
func TestMergeOpensLate(t *testing.T) {
	root := os.DirFS("testdata")
	// Tables of one or a few keys, of many types, hardly overlap.
	tables := slices.DeleteFunc(murmurTables(t, root), func(d Descriptor) bool { return !strings.Contains(d.Dir, "keys_k") })
	want := overlap(t, root, tables)
	if want >= len(tables) {
		t.Fatalf("all %d tables overlap: the test proves nothing", len(tables))
	}
	var open, most int
	fsys := countingFS{root, &open, &most}
	mergeAll(t, fsys, tables, MergeOptions{})
	if open != 0 || most > want {
		t.Errorf("%d files left open, at most %d of %d at once, want at most %d", open, most, len(tables), want)
	}
	m, err := NewMerge(context.Background(), fsys, tables, MergeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if open != 0 {
		t.Errorf("%d files open before the first partition", open)
	}
	for range 3 {
		m.Next()
	}
	if err := m.Close(); err != nil || open != 0 {
		t.Errorf("after Close: %d files open, %v", open, err)
	}
}

// A table that has gone is skipped and named; the rest is summed.
func TestMergeSkips(t *testing.T) {
	files := memoryFiles(t, "nb/z_zstd", "nb/cnt")
	tables := murmurTables(t, files)
	if len(tables) != 2 {
		t.Fatal(tables)
	}
	want := bruteMerge(t, files, tables, 0)
	gone, _, err := ParseName("nb/gone/nb-7-big-Data.db")
	if err != nil {
		t.Fatal(err)
	}
	got, skipped := mergeAll(t, files, append(tables, gone), MergeOptions{})
	if len(skipped) != 1 || skipped[0].Name != "nb/gone/nb-7-big" || !errors.Is(skipped[0].Reason, fs.ErrNotExist) {
		t.Errorf("skipped %v", skipped)
	}
	if len(got) != len(want) {
		t.Errorf("%d partitions, want %d", len(got), len(want))
	}
}

func TestMergeEndsWithContext(t *testing.T) {
	fsys := os.DirFS("testdata")
	ctx, cancel := context.WithCancel(context.Background())
	m, err := NewMerge(ctx, fsys, murmurTables(t, fsys), MergeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	for m.Next() {
	}
	if !errors.Is(m.Err(), context.Canceled) {
		t.Errorf("got %v", m.Err())
	}
	if err := m.Close(); err != nil {
		t.Error(err)
	}
}

// Tables of different partitioners have no common order.
func TestMergeRefusesMixedPartitioners(t *testing.T) {
	fsys := os.DirFS("testdata")
	l, err := Walk(fsys, "da/indexed", WalkOptions{Recursive: true})
	if err != nil || len(l.SSTables) != 2 {
		t.Fatal(l, err)
	}
	if _, err := NewMerge(context.Background(), fsys, l.SSTables, MergeOptions{}); !errors.Is(err, ErrUnsupported) {
		t.Errorf("got %v", err)
	}
	got, skipped := mergeAll(t, fsys, l.SSTables[:1], MergeOptions{})
	if len(got) == 0 || len(skipped) != 0 {
		t.Errorf("hidden index alone: %d partitions, %v", len(got), skipped)
	}
}

func TestRandomToken(t *testing.T) {
	// MD5 of "" begins with d4, so the hash is negative; of "a" with 0c.
	hi, lo := randomToken(nil)
	if hi != 0x2be2732670ff4dfb || lo != 0x167ff6671307bd82 {
		t.Errorf("token of the empty key %016x%016x", hi, lo)
	}
	if hi, lo := randomToken([]byte("a")); hi != 0x0cc175b9c0f1b6a8 || lo != 0x31c399e269772661 {
		t.Errorf("token of a %016x%016x", hi, lo)
	}
}

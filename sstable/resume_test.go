package sstable

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

// damagedCopy is the files of a folder in memory with a bit of one stored block
// flipped, in its middle. It returns the bounds of the block in the uncompressed
// data.
func damagedCopy(t testing.TB, files fstest.MapFS, d Descriptor, block int64) (from, to int64) {
	t.Helper()
	table, err := Open(files, d, Options{})
	if err != nil {
		t.Fatal(err)
	}
	src, err := table.dataSource()
	if err != nil {
		t.Fatal(err)
	}
	size := int64(src.blockBytes())
	from, to = block*size, min((block+1)*size, src.length())
	at, stored := from, int(to-from)
	if c, ok := src.(*chunkSource); ok {
		if at, stored, err = c.index.locate(block); err != nil {
			t.Fatal(err)
		}
	}
	if err := table.Close(); err != nil {
		t.Fatal(err)
	}
	data := files[d.Path(DataDB)]
	changed := *data
	changed.Data = append([]byte(nil), data.Data...)
	changed.Data[at+int64(stored)/2] ^= 0x10
	files[d.Path(DataDB)] = &changed
	return from, to
}

// blocksOf is how many blocks hold data.
func blocksOf(t testing.TB, files fs.FS, d Descriptor) int64 {
	t.Helper()
	table, err := Open(files, d, Options{})
	if err != nil {
		t.Fatal(err)
	}
	src, err := table.dataSource()
	if err = errors.Join(err, table.Close()); err != nil {
		t.Fatal(err)
	}
	return (src.length() + int64(src.blockBytes()) - 1) / int64(src.blockBytes())
}

// readFolder loads one folder below root into memory.
func readFolder(t testing.TB, root, dir string) fstest.MapFS {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(root, dir, "*-*-*-*"))
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	files := fstest.MapFS{}
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files[filepath.ToSlash(filepath.Join(dir, filepath.Base(name)))] = &fstest.MapFile{Data: b}
	}
	return files
}

// checkResumes damages one block of a table: exactly the partitions that touch
// it are lost, and all others are there with the figures of the sound file.
func checkResumes(t *testing.T, files fstest.MapFS, d Descriptor, block int64, sound []PartitionSummary) {
	t.Helper()
	kept := files[d.Path(DataDB)]
	defer func() { files[d.Path(DataDB)] = kept }()
	from, to := damagedCopy(t, files, d, block)
	m, err := NewMerge(context.Background(), files, []Descriptor{d}, MergeOptions{NowSeconds: 1796060400})
	if err != nil {
		t.Fatal(err)
	}
	got, damages := drain(t, m)
	if len(m.Skipped()) != 0 || len(damages) != 1 {
		t.Errorf("%s block %d: skipped %v, damages %v", d, block, m.Skipped(), damages)
		return
	}
	checkDamage(t, &damages[0], from, to)
	lost := int64(0)
	for i := range sound {
		p := &sound[i]
		if p.Position < to && p.Position+p.SizeBytes > from {
			lost++
			continue
		}
		if len(got) == 0 || string(got[0].Key) != string(p.Key) || got[0].SizeBytes != p.SizeBytes || got[0].Counts != p.Counts || got[0].Times != p.Times {
			t.Errorf("%s block %d: partition at %d is missing or differs", d, block, p.Position)
			return
		}
		got = got[1:]
	}
	if len(got) != 0 || damages[0].Partitions != lost {
		t.Errorf("%s block %d: %d partitions too many, %d lost, want %d", d, block, len(got), damages[0].Partitions, lost)
	}
}

func checkDamage(t *testing.T, d *Damage, from, to int64) {
	t.Helper()
	var c *CorruptError
	if !errors.As(d.Reason, &c) || !strings.HasSuffix(c.File, string(DataDB)) || !strings.HasPrefix(c.What, "checksum of ") ||
		c.Expected == c.Found || d.Start >= to || d.End < to || d.Unindexed {
		t.Errorf("blocks %d to %d: %+v", from, to, d)
	}
}

func TestDamageCostsItsPartitions(t *testing.T) {
	roots := []string{"testdata"}
	if shared := filepath.Join("..", "..", "shared", "corpus", "sstables"); dirExists(shared) {
		roots = append(roots, shared)
	} else {
		t.Logf("no SSTable corpus at %s: only the files of testdata are damaged", shared)
	}
	tables, blocks := 0, int64(0)
	for _, root := range roots {
		for _, dir := range corpusFolders(t, os.DirFS(root)) {
			if strings.Contains(dir, "layout") {
				continue
			}
			files := readFolder(t, root, dir)
			l, err := List(files, dir)
			if err != nil || len(l.SSTables) != 1 {
				continue // pairs are for other tests
			}
			d := l.SSTables[0]
			n := blocksOf(t, files, d)
			sound := soundPartitions(t, files, d)
			for i := int64(0); i < n; i += max(1, n/16) {
				checkResumes(t, files, d, i, sound)
				blocks++
			}
			tables++
		}
	}
	t.Logf("%d blocks of %d tables damaged", blocks, tables)
	if tables < 15 || blocks < 50 {
		t.Errorf("only %d blocks of %d tables were damaged", blocks, tables)
	}
}

func dirExists(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

func soundPartitions(t testing.TB, files fs.FS, d Descriptor) []PartitionSummary {
	t.Helper()
	table, err := Open(files, d, Options{})
	if err != nil {
		t.Fatal(err)
	}
	all, err := scanAll(table, ScanOptions{NowSeconds: 1796060400})
	if err = errors.Join(err, table.Close()); err != nil {
		t.Fatal(err)
	}
	return all
}

// onlyTable loads the only table of a folder of testdata.
func onlyTable(t testing.TB, dir string) (fstest.MapFS, Descriptor) {
	t.Helper()
	files := memoryFiles(t, dir)
	l, err := List(files, dir)
	if err != nil || len(l.SSTables) != 1 {
		t.Fatal(l, err)
	}
	return files, l.SSTables[0]
}

func mergeDamaged(t *testing.T, files fs.FS, d Descriptor, o MergeOptions) ([]MergedPartition, []Damage) {
	t.Helper()
	m, err := NewMerge(context.Background(), files, []Descriptor{d}, o)
	if err != nil {
		t.Fatal(err)
	}
	got, damages := drain(t, m)
	if len(m.Skipped()) != 0 {
		t.Fatal(m.Skipped())
	}
	return got, damages
}

// Without an index the rest of the table is lost, and said to be.
func TestDamageWithoutIndex(t *testing.T) {
	files, d := onlyTable(t, "nb/z_zstd")
	sound := soundPartitions(t, files, d)
	delete(files, d.Path(IndexDB))
	from, to := damagedCopy(t, files, d, blocksOf(t, files, d)/2)
	before := int64(0)
	for _, p := range sound {
		if p.Position+p.SizeBytes <= from {
			before++
		}
	}
	got, damages := mergeDamaged(t, files, d, MergeOptions{})
	if int64(len(got)) != before || before == 0 || len(damages) != 1 {
		t.Fatalf("%d partitions, want %d, %v", len(got), before, damages)
	}
	end := sound[len(sound)-1].Position + sound[len(sound)-1].SizeBytes
	x := damages[0]
	if !x.Unindexed || x.IndexError != nil || x.Partitions != int64(len(sound))-before || x.End != end || end <= to {
		t.Errorf("%+v", x)
	}
	if text := x.Error(); !strings.Contains(text, "no index") || !strings.Contains(text, d.Path(DataDB)) {
		t.Error(text)
	}
}

// A damaged index is named beside the damage that it was to help with.
func TestDamagedDataAndIndex(t *testing.T) {
	files, d := onlyTable(t, "nb/z_zstd")
	damagedCopy(t, files, d, 0)
	files[d.Path(IndexDB)] = &fstest.MapFile{Data: files[d.Path(IndexDB)].Data[:3]}
	_, damages := mergeDamaged(t, files, d, MergeOptions{})
	if len(damages) != 1 || !damages[0].Unindexed || !errors.Is(damages[0].IndexError, ErrCorrupt) {
		t.Errorf("%v", damages)
	}
}

// A file that was cut is one damage, from the cut to the end.
func TestCutFileIsOneDamage(t *testing.T) {
	files, d := onlyTable(t, "nb/z_zstd")
	sound := soundPartitions(t, files, d)
	data := files[d.Path(DataDB)].Data
	files[d.Path(DataDB)] = &fstest.MapFile{Data: data[:len(data)/2]}
	got, damages := mergeDamaged(t, files, d, MergeOptions{})
	if len(got) == 0 || len(damages) != 1 || damages[0].Partitions != int64(len(sound)-len(got)) || damages[0].Unindexed {
		t.Errorf("%d of %d partitions, %v", len(got), len(sound), damages)
	}
}

// Two damages apart are two.
func TestTwoDamages(t *testing.T) {
	files, d := onlyTable(t, "nb/z_zstd")
	n := blocksOf(t, files, d)
	damagedCopy(t, files, d, 0)
	damagedCopy(t, files, d, n-1)
	got, damages := mergeDamaged(t, files, d, MergeOptions{})
	if len(damages) != 2 || len(got) == 0 || damages[0].End > damages[1].Start {
		t.Errorf("%d partitions, %v", len(got), damages)
	}
}

// An index of another table leads to places where no such partition begins.
func TestResumeChecksTheKey(t *testing.T) {
	files, d := onlyTable(t, "nb/z_zstd")
	from, _ := damagedCopy(t, files, d, 0)
	index := append([]byte(nil), files[d.Path(IndexDB)].Data...)
	for i := 0; i+6 < len(index); i++ {
		if index[i] == 0 && index[i+1] == 4 { // the length of an int key
			index[i+5] ^= 0x55
			i += 5
		}
	}
	files[d.Path(IndexDB)] = &fstest.MapFile{Data: index}
	got, damages := mergeDamaged(t, files, d, MergeOptions{})
	if len(got) != 0 || len(damages) != 1 || from != 0 {
		t.Errorf("%d partitions, %v", len(got), damages)
	}
}

// The keys of a bti table lie in Data.db alone: one in a damaged chunk is lost,
// the sizes of all others are known.
func TestDamageBelowSizes(t *testing.T) {
	files, d := onlyTable(t, "da/types")
	sound := soundPartitions(t, files, d)
	from, to := damagedCopy(t, files, d, 0)
	got, damages := mergeDamaged(t, files, d, MergeOptions{Depth: SizeDepth})
	lost := 0
	for _, p := range sound {
		if p.Position >= from && p.Position < to {
			lost++
		}
	}
	if len(got) != len(sound)-lost || lost == 0 || len(damages) != 1 || damages[0].Partitions != int64(lost) {
		t.Errorf("%d of %d partitions, %d lost, %v", len(got), len(sound), lost, damages)
	}
}

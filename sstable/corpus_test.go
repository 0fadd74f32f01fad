package sstable

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"testing"
)

// The corpus: folders of SSTables written by real Cassandra nodes, each with an
// expected.json of what the official tools say about them.

type corpusFolder struct {
	dir      string
	Now      int64           `json:"now"`
	Now2     int64           `json:"now2"`
	SSTables []corpusSSTable `json:"sstables"`
}

type corpusSSTable struct {
	File         string                     `json:"file"`
	FiguresFrom  string                     `json:"figuresFrom"`
	OnDiskLength int64                      `json:"onDiskLength"`
	Partitions   int64                      `json:"partitions"`
	Totals       corpusCounts               `json:"totals"`
	NotLive      int64                      `json:"notLive"`
	Metadata     map[string]json.RawMessage `json:"metadata"`
	PerPartition []corpusPartition          `json:"perPartition"`
}

type corpusPartition struct {
	Key    string `json:"key"`
	KeyHex string `json:"keyHex"`
	Live   bool   `json:"live"`
	Offset int64  `json:"offset"`
	corpusCounts
	AtNow2 *corpusLater `json:"atNow2"`
}

type corpusCounts struct {
	Size              int64 `json:"size"`
	Rows              int64 `json:"rows"`
	Cells             int64 `json:"cells"`
	Tombstones        int64 `json:"tombstones"`
	RowTombstones     int64 `json:"rowTombstones"`
	RangeTombstones   int64 `json:"rangeTombstones"`
	ComplexTombstones int64 `json:"complexTombstones"`
	CellTombstones    int64 `json:"cellTombstones"`
	RowTTLExpired     int64 `json:"rowTtlExpired"`
	CellTTLExpired    int64 `json:"cellTtlExpired"`
}

type corpusLater struct {
	Tombstones     int64 `json:"tombstones"`
	RowTTLExpired  int64 `json:"rowTtlExpired"`
	CellTTLExpired int64 `json:"cellTtlExpired"`
}

func (c *corpusCounts) add(o corpusCounts) {
	c.Size += o.Size
	c.Rows += o.Rows
	c.Cells += o.Cells
	c.Tombstones += o.Tombstones
	c.RowTombstones += o.RowTombstones
	c.RangeTombstones += o.RangeTombstones
	c.ComplexTombstones += o.ComplexTombstones
	c.CellTombstones += o.CellTombstones
	c.RowTTLExpired += o.RowTTLExpired
	c.CellTTLExpired += o.CellTTLExpired
}

func countsOf(p *PartitionSummary) corpusCounts {
	return corpusCounts{
		p.SizeBytes, p.Rows, p.Cells, p.Tombstones(), p.RowTombstones, p.RangeTombstones,
		p.ComplexTombstones, p.CellTombstones, p.RowTTLExpired, p.CellTTLExpired,
	}
}

// corpusRoot finds the corpus, or skips saying where it was looked for.
func corpusRoot(t testing.TB) string {
	t.Helper()
	root, named := os.LookupEnv("PARTOP_SSTABLE_CORPUS")
	if !named {
		root = filepath.Join("..", "..", "shared", "corpus", "sstables")
	}
	_, err := os.Stat(filepath.Join(root, "MANIFEST.md"))
	switch {
	case err != nil && named:
		t.Fatalf("PARTOP_SSTABLE_CORPUS: %v", err)
	case err != nil:
		t.Skipf("no SSTable corpus: %v; set PARTOP_SSTABLE_CORPUS to a folder with MANIFEST.md", err)
	}
	return root
}

// corpusFolders returns the folders with expected figures.
func corpusFolders(t testing.TB, fsys fs.FS) []string {
	t.Helper()
	var dirs []string
	err := fs.WalkDir(fsys, ".", func(name string, _ fs.DirEntry, err error) error {
		if path.Base(name) == "expected.json" {
			dirs = append(dirs, path.Dir(name))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return dirs
}

func readCorpusFolder(t testing.TB, fsys fs.FS, dir string) corpusFolder {
	t.Helper()
	b, err := fs.ReadFile(fsys, path.Join(dir, "expected.json"))
	if err != nil {
		t.Fatal(err)
	}
	var folder corpusFolder
	if err := json.Unmarshal(b, &folder); err != nil {
		t.Fatalf("%s: %v", dir, err)
	}
	folder.dir = dir
	for i := range folder.SSTables {
		folder.SSTables[i].File = path.Join(dir, folder.SSTables[i].File)
	}
	return folder
}

// mismatches collects what differs, so that one wrong value hides no other.
type mismatches struct {
	file  string
	found []string
}

func (m *mismatches) equal(what string, got, want any) {
	if g, w := fmt.Sprint(got), fmt.Sprint(want); g != w {
		m.found = append(m.found, fmt.Sprintf("%s: %s: got %s, want %s", m.file, what, g, w))
	}
}

func (m *mismatches) err(what string, err error) bool {
	if err != nil {
		m.found = append(m.found, fmt.Sprintf("%s: %s: %v", m.file, what, err))
	}
	return err != nil
}

// runCorpus compares every figure of the folders and returns how many files are
// right, and of how many.
func runCorpus(t testing.TB, fsys fs.FS, dirs []string, report func(string)) (right, all int) {
	t.Helper()
	for _, dir := range dirs {
		folder := readCorpusFolder(t, fsys, dir)
		for i := range folder.SSTables {
			want := &folder.SSTables[i]
			m := &mismatches{file: want.File}
			compareSSTable(fsys, &folder, want, m)
			all++
			if len(m.found) == 0 {
				right++
			}
			for n, s := range m.found {
				if n == 20 {
					report(fmt.Sprintf("%s: and %d more", m.file, len(m.found)-n))
					break
				}
				report(s)
			}
		}
	}
	return right, all
}

func TestCorpus(t *testing.T) {
	fsys := os.DirFS(corpusRoot(t))
	dirs := corpusFolders(t, fsys)
	right, all := runCorpus(t, fsys, dirs, func(s string) { t.Error(s) })
	t.Logf("%d of %d files right", right, all)
	if all == 0 || right != all {
		t.Errorf("%d of %d files right", right, all)
	}
}

// A runner that cannot fail proves nothing: each kind of figure is spoilt once.
func TestCorpusRunnerFindsWrongValues(t *testing.T) {
	fsys := os.DirFS("testdata")
	dirs := corpusFolders(t, fsys)
	if len(dirs) == 0 {
		t.Fatal("no expected.json under testdata")
	}
	folder := readCorpusFolder(t, fsys, dirs[0])
	want := &folder.SSTables[0]
	spoil := map[string]func(w *corpusSSTable){
		"size":       func(w *corpusSSTable) { w.PerPartition[0].Size++ },
		"offset":     func(w *corpusSSTable) { w.PerPartition[0].Offset++ },
		"key":        func(w *corpusSSTable) { w.PerPartition[0].Key += "x" },
		"live":       func(w *corpusSSTable) { w.PerPartition[0].Live = !w.PerPartition[0].Live },
		"cells":      func(w *corpusSSTable) { w.PerPartition[0].Cells-- },
		"tombstones": func(w *corpusSSTable) { w.Totals.Tombstones++ },
		"partitions": func(w *corpusSSTable) { w.Partitions++ },
		"missing":    func(w *corpusSSTable) { w.PerPartition = w.PerPartition[1:] },
		"disk":       func(w *corpusSSTable) { w.OnDiskLength++ },
		"metadata":   func(w *corpusSSTable) { w.Metadata["totalRows"] = json.RawMessage(`"-7"`) },
		"unknown":    func(w *corpusSSTable) { w.Metadata["No such field"] = json.RawMessage(`"1"`) },
		"histogram":  func(w *corpusSSTable) { w.Metadata["Partition Size"] = json.RawMessage(`[[1,1]]`) },
	}
	for name, change := range spoil {
		folder := readCorpusFolder(t, fsys, dirs[0])
		change(&folder.SSTables[0])
		m := &mismatches{file: want.File}
		compareSSTable(fsys, &folder, &folder.SSTables[0], m)
		if len(m.found) == 0 {
			t.Errorf("a wrong %s went unnoticed", name)
		}
	}
	files := memoryFiles(t, dirs[0])
	summary := files[path.Join(dirs[0], "summary.txt")]
	summary.Data = bytes.Replace(summary.Data, []byte("max "), []byte("max 9"), 1)
	m := &mismatches{file: want.File}
	compareSSTable(files, &folder, want, m)
	if len(m.found) != 1 {
		t.Errorf("a wrong summary gave %d mismatches: %v", len(m.found), m.found)
	}
}

package scan

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/partop/partop/sstable"
)

// realFiles is where the SSTables kept with package sstable lie; the figures beside them are those of the official tool.
const realFiles = "../../sstable/testdata"

// figuresNow is the time at which the figures were taken.
const figuresNow = 1796060400

const tableID = "0123456789abcdef0123456789abcdef"

// expected is expected.json.
type expected struct {
	SSTables []struct {
		File         string
		PerPartition []expectedPartition
	}
}

type expectedPartition struct {
	KeyHex                            string
	Live                              bool
	Size, Rows, Cells, Tombstones     int64
	RowTombstones, RangeTombstones    int64
	ComplexTombstones, CellTombstones int64
	RowTTLExpired                     int64 `json:"rowTtlExpired"`
	CellTTLExpired                    int64 `json:"cellTtlExpired"`
	sstables                          int
}

func (e *expectedPartition) add(p *expectedPartition) {
	e.KeyHex, e.sstables = p.KeyHex, e.sstables+1
	for _, v := range [...]struct{ to, from *int64 }{
		{&e.Size, &p.Size}, {&e.Rows, &p.Rows}, {&e.Cells, &p.Cells}, {&e.Tombstones, &p.Tombstones},
		{&e.RowTombstones, &p.RowTombstones}, {&e.RangeTombstones, &p.RangeTombstones},
		{&e.ComplexTombstones, &p.ComplexTombstones}, {&e.CellTombstones, &p.CellTombstones},
		{&e.RowTTLExpired, &p.RowTTLExpired}, {&e.CellTTLExpired, &p.CellTTLExpired},
	} {
		*v.to += *v.from
	}
}

// expect reads the figures of a folder.
func expect(t testing.TB, dir string) []expectedPartition {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, "expected.json"))
	if err != nil {
		t.Fatal(err)
	}
	var e expected
	if err := json.Unmarshal(b, &e); err != nil {
		t.Fatal(err)
	}
	for _, s := range e.SSTables {
		if !strings.Contains(s.File, "/") { // others are of a hidden index below
			return s.PerPartition
		}
	}
	t.Fatalf("%s: no figures", dir)
	return nil
}

// plant copies the SSTable of a folder of testdata into dir, under another id, as if it were of the table there.
func plant(t testing.TB, dir, from, id string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	names, err := filepath.Glob(filepath.Join(realFiles, from, "*-*-*-*"))
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		part := strings.SplitN(filepath.Base(name), "-", 3)
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, part[0]+"-"+id+"-"+part[2]), b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// compressors are tables of one schema and the same int keys, so that they may pass for SSTables of one.
var compressors = []string{"nb/z_zstd", "nb/z_deflate", "nb/z_snappy"}

// plantTable makes a table of several SSTables, as a node lays it out.
func plantTable(t testing.TB) (root, dir string) {
	t.Helper()
	root = t.TempDir()
	dir = filepath.Join(root, "shop", "orders-"+tableID)
	for i, from := range compressors {
		plant(t, dir, from, string(rune('1'+i)))
	}
	return root, dir
}

// findOne finds the only table below a folder.
func findOne(t testing.TB, root string) Table {
	t.Helper()
	found, err := Find(Disk{}, []string{root}, sstable.WalkOptions{})
	if err != nil || len(found.Tables) != 1 {
		t.Fatalf("%d tables, %v", len(found.Tables), err)
	}
	return found.Tables[0]
}

// scanOne scans the only table below a folder.
func scanOne(t testing.TB, root string, o Options) *Result {
	t.Helper()
	if o.NowSeconds == 0 {
		o.NowSeconds = figuresNow
	}
	r, err := Scan(t.Context(), Disk{}, findOne(t, root), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

package sstable

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// emptyTable puts the components of an SSTable into a folder, without content.
func emptyTable(files fstest.MapFS, prefix string, components ...Component) {
	for _, c := range components {
		files[prefix+string(c)] = &fstest.MapFile{}
	}
}

func names(tables []Descriptor) string {
	var out []string
	for _, d := range tables {
		out = append(out, d.String())
	}
	return strings.Join(out, " ")
}

func TestList(t *testing.T) {
	files := fstest.MapFS{}
	emptyTable(files, "t/nb-10-big-", DataDB, StatisticsDB, IndexDB)
	emptyTable(files, "t/nb-9-big-", DataDB, StatisticsDB)
	emptyTable(files, "t/nb-11-big-", DataDB, IndexDB) // being written
	emptyTable(files, "t/nb-8-big-", StatisticsDB)     // being deleted: Data.db goes first
	emptyTable(files, "t/la-1-big-", DataDB, StatisticsDB)
	emptyTable(files, "t/backups/nb-1-big-", DataDB, StatisticsDB)
	files["t/manifest.json"] = &fstest.MapFile{}
	l, err := List(files, "t")
	if err != nil || names(l.SSTables) != "t/nb-9-big t/nb-10-big" {
		t.Errorf("got %s, %v", names(l.SSTables), err)
	}
	want := map[string]error{"t/nb-11-big": ErrIncomplete, "t/nb-8-big": ErrIncomplete, "t/la-1-big": ErrUnsupported}
	for _, s := range l.Skipped {
		if want[s.Name] == nil || !errors.Is(s.Reason, want[s.Name]) {
			t.Errorf("skipped %s: %v", s.Name, s.Reason)
		}
		delete(want, s.Name)
	}
	if len(want) != 0 {
		t.Errorf("not skipped: %v", want)
	}
	if _, err := List(files, "none"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing folder: %v", err)
	}
}

func TestTransactionLog(t *testing.T) {
	const records = "ADD:[/d/k,s/t-1/nb-3-big-,0,8][1480322781]\n" +
		"REMOVE:[/d/k,s/t-1/nb-1-big-,1796052948515,8][3827658700]\n" +
		"REMOVE:[/d/k,s/t-1/nb-2-big-,1796052948515,8][3827658700]\n"
	for _, c := range []struct{ what, end, tables, obsolete string }{
		{"running", "", "t/nb-1-big t/nb-2-big t/nb-4-big", "t/nb-3-big"},
		{"committed", "COMMIT:[,0,0][2613697770]\n", "t/nb-3-big t/nb-4-big", "t/nb-1-big t/nb-2-big"},
		{"aborted", "ABORT:[,0,0][2613697770]\n", "t/nb-1-big t/nb-2-big t/nb-4-big", "t/nb-3-big"},
		{"torn", "COMMIT:[,0,0", "t/nb-1-big t/nb-2-big t/nb-4-big", "t/nb-3-big"},
		{"garbage", "\x00\xff][\n:[\n", "t/nb-1-big t/nb-2-big t/nb-4-big", "t/nb-3-big"},
	} {
		files := fstest.MapFS{}
		for _, id := range []string{"1", "2", "3", "4"} {
			emptyTable(files, "t/nb-"+id+"-big-", DataDB, StatisticsDB)
		}
		files["t/nb_txn_compaction_58d43a10-ecd2-11f1-8000-02fc00000001.log"] = &fstest.MapFile{Data: []byte(records + c.end)}
		l, err := List(files, "t")
		var obsolete []string
		for _, s := range l.Skipped {
			if errors.Is(s.Reason, ErrObsolete) {
				obsolete = append(obsolete, s.Name)
			}
		}
		if err != nil || names(l.SSTables) != c.tables || strings.Join(obsolete, " ") != c.obsolete {
			t.Errorf("%s: got %s, obsolete %s, %v", c.what, names(l.SSTables), obsolete, err)
		}
	}
}

// Walk finds the same files as sstablepartitions with the same options, and
// reads the same out of their folders.
func TestWalkLayout(t *testing.T) {
	root := filepath.Join(corpusRoot(t), "layout")
	fsys := os.DirFS(root)
	for name, o := range map[string]WalkOptions{
		"expected.csv":       {},
		"expected-r.csv":     {Recursive: true},
		"expected-r-s.csv":   {Recursive: true, Snapshots: true},
		"expected-r-b.csv":   {Recursive: true, Backups: true},
		"expected-r-s-b.csv": {Recursive: true, Snapshots: true, Backups: true},
	} {
		b, err := os.ReadFile(filepath.Join(root, name))
		if err != nil && name != "expected.csv" {
			t.Fatal(err)
		}
		l, err := Walk(fsys, "data", o)
		if err != nil || len(l.Skipped) != 0 {
			t.Fatal(name, err, l.Skipped)
		}
		var got []string
		for _, d := range l.SSTables {
			at := d.Location()
			backup := map[bool]string{true: "backups"}[at.Backup]
			got = append(got, strings.Join([]string{
				d.Path(DataDB), at.Keyspace, at.Table, at.Index, at.Snapshot, backup, d.ID, d.Version.Format.String(), d.Version.Name,
			}, ","))
		}
		if want := layoutFiles(string(b)); !slices.Equal(got, want) {
			t.Errorf("%s: got\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// layoutFiles cuts the last nine columns out of the tool's output, whose keys may
// hold commas and line ends.
func layoutFiles(csv string) []string {
	var out []string
	for line := range strings.Lines(csv) {
		fields := strings.Split(strings.TrimSpace(line), ",")
		if len(fields) < 9 || fields[len(fields)-1] == "version" {
			continue
		}
		out = append(out, strings.Join(fields[len(fields)-9:], ","))
	}
	return slices.Compact(out)
}

// Folders of snapshots and backups are not read by name either.
func TestWalkOwnRoot(t *testing.T) {
	files := fstest.MapFS{}
	const dir = "ks/t-3f14b9d0ecd811f1a20e6dd766c90501/snapshots/tag"
	emptyTable(files, dir+"/nb-1-big-", DataDB, StatisticsDB)
	for o, want := range map[WalkOptions]int{{}: 0, {Backups: true}: 0, {Snapshots: true}: 1, {Recursive: true}: 0} {
		l, err := Walk(files, dir, o)
		if err != nil || len(l.SSTables) != want {
			t.Errorf("%+v: %d SSTables, %v", o, len(l.SSTables), err)
		}
	}
	if _, err := Walk(files, "none", WalkOptions{}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing root: %v", err)
	}
}

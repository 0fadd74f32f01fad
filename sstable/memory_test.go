package sstable

import (
	"bytes"
	"io/fs"
	"os"
	"testing"
	"testing/fstest"
)

// memoryFiles loads folders of testdata, to be damaged by a test.
func memoryFiles(t testing.TB, dirs ...string) fstest.MapFS {
	t.Helper()
	root, files := os.DirFS("testdata"), fstest.MapFS{}
	for _, dir := range dirs {
		err := fs.WalkDir(root, dir, func(name string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			b, err := fs.ReadFile(root, name)
			files[name] = &fstest.MapFile{Data: b}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// memoryFile is a component with the given bytes.
func memoryFile(name string, b []byte) *file {
	return &file{ReaderAt: bytes.NewReader(b), name: name, size: int64(len(b))}
}

// mustVersion returns a known version.
func mustVersion(t testing.TB, format Format, name string) Version {
	t.Helper()
	v, err := NewVersion(format, name)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// fuzzVersion picks a version by number.
func fuzzVersion(n byte) Version {
	row := versions[int(n)%len(versions)]
	return Version{row.format, row.name, row.features, true}
}

// versionNumber is the inverse of fuzzVersion.
func versionNumber(v Version) byte {
	for i, row := range versions {
		if row.format == v.Format && row.name == v.Name {
			return byte(i)
		}
	}
	return 0
}

// eachTable opens every SSTable of testdata in turn.
func eachTable(t testing.TB, use func(*SSTable)) {
	t.Helper()
	fsys := os.DirFS("testdata")
	l, err := Walk(fsys, ".", WalkOptions{Recursive: true})
	if err != nil || len(l.SSTables) == 0 {
		t.Fatal(len(l.SSTables), err)
	}
	for _, d := range l.SSTables {
		table, err := Open(fsys, d, Options{})
		if err != nil {
			t.Fatal(err)
		}
		use(table)
		if err := table.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// content returns a component of an open table.
func content(t testing.TB, table *SSTable, c Component) []byte {
	t.Helper()
	f, err := table.component(c)
	if err != nil {
		t.Fatal(err)
	}
	b := make([]byte, f.size)
	if err := f.readFull(b, 0); err != nil {
		t.Fatal(err)
	}
	return b
}

// plainData returns the data of a table.
func plainData(t testing.TB, table *SSTable) []byte {
	t.Helper()
	src, err := table.dataSource()
	if err != nil {
		t.Fatal(err)
	}
	var out []byte
	for i := int64(0); int64(len(out)) < src.length(); i++ {
		if out, err = src.appendBlock(out, i); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

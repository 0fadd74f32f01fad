package sstable

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
)

// openOnly opens the only SSTable of a folder in memory.
func openOnly(t testing.TB, files fstest.MapFS, dir string, o Options) (*SSTable, error) {
	t.Helper()
	l, err := List(files, dir)
	if err != nil || len(l.SSTables) != 1 {
		t.Fatal(l, err)
	}
	return Open(files, l.SSTables[0], o)
}

// damage changes one byte of a component.
func damage(t testing.TB, files fstest.MapFS, suffix string, at func(size int) int) {
	t.Helper()
	for name, f := range files {
		if strings.HasSuffix(name, suffix) {
			f.Data = bytes.Clone(f.Data)
			f.Data[at(len(f.Data))] ^= 0x40
			return
		}
	}
	t.Fatalf("no %s", suffix)
}

func middle(size int) int { return size / 2 }

// A flipped bit in Data.db is found by its checksum and named with its chunk.
func TestDamagedChunk(t *testing.T) {
	for _, dir := range []string{"nb/z_zstd", "nb/z_snappy", "nb/z_deflate", "nb/z_raw", "ma/ttls", "na/z_none", "da/types"} {
		files := memoryFiles(t, dir)
		damage(t, files, string(DataDB), middle)
		table, err := openOnly(t, files, dir, Options{})
		if err != nil {
			t.Fatal(err)
		}
		_, err = scanAll(table, ScanOptions{})
		var corrupt *CorruptError
		if !errors.As(err, &corrupt) {
			t.Errorf("%s: %v", dir, err)
			continue
		}
		if !strings.HasSuffix(corrupt.File, string(DataDB)) || !strings.HasPrefix(corrupt.What, "checksum") ||
			corrupt.Expected == corrupt.Found || corrupt.Offset > table.OnDiskBytes() {
			t.Errorf("%s: %+v", dir, corrupt)
		}
		if err := table.VerifyDigest(context.Background()); !errors.Is(err, ErrCorrupt) {
			t.Errorf("%s: digest: %v", dir, err)
		}
	}
}

// Without checksums a raw chunk's damage goes unseen, as asked for.
func TestSkipChecksums(t *testing.T) {
	files := memoryFiles(t, "na/z_none")
	damage(t, files, string(CRCDB), func(int) int { return 5 })
	table, err := openOnly(t, files, "na/z_none", Options{SkipChecksums: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := scanAll(table, ScanOptions{}); err != nil {
		t.Errorf("with checksums skipped: %v", err)
	}
	if table, err = openOnly(t, files, "na/z_none", Options{}); err != nil {
		t.Fatal(err)
	}
	if _, err := scanAll(table, ScanOptions{}); !errors.Is(err, ErrCorrupt) {
		t.Errorf("with checksums: %v", err)
	}
}

func TestDamagedStatistics(t *testing.T) {
	files := memoryFiles(t, "nb/cnt")
	for _, at := range []int{0, 5, 20, 60, 600} {
		damaged := memoryFiles(t, "nb/cnt")
		damage(t, damaged, string(StatisticsDB), func(int) int { return at })
		if _, err := openOnly(t, damaged, "nb/cnt", Options{}); !errors.Is(err, ErrCorrupt) {
			t.Errorf("byte %d: %v", at, err)
		}
	}
	// Cut anywhere, it must fail and not panic.
	var whole []byte
	for name, f := range files {
		if strings.HasSuffix(name, string(StatisticsDB)) {
			whole = f.Data
		}
	}
	v := mustVersion(t, Big, "nb")
	for n := range whole {
		if _, err := ParseStatistics(v, "Statistics.db", whole[:n]); !errors.Is(err, ErrCorrupt) {
			t.Fatalf("cut at %d of %d: %v", n, len(whole), err)
		}
	}
}

// Files cut at any length give errors, never a panic or a wrong success.
func TestCutData(t *testing.T) {
	for _, dir := range []string{"ma/ttls", "oa/ttls", "nb/sparse", "md/colls"} {
		table := testTable(t, dir)
		data := plainData(t, table)
		layout, err := newRowLayout(table.Version, table.Statistics.Header)
		if err != nil {
			t.Fatal(err)
		}
		ends := map[int]bool{0: true, len(data): true}
		all, err := scanAll(table, ScanOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range all {
			ends[int(p.Position)] = true
		}
		for n := range data {
			src := newPlainSource(memoryFile("Data.db", data[:n]))
			s := newScanner(context.Background(), src, table.Version, table.Statistics.Header, layout, ScanOptions{Clusterings: true})
			var p PartitionSummary
			for s.Next() && s.Summarize(&p) {
			}
			if (s.Err() == nil) != ends[n] {
				t.Fatalf("%s cut at %d of %d: %v", dir, n, len(data), s.Err())
			}
		}
	}
}

// An unknown later version is read as the newest; what does not fit is then no
// corruption.
func TestUnknownVersion(t *testing.T) {
	files, renamed := memoryFiles(t, "oa/ttls"), fstest.MapFS{}
	for name, f := range files {
		renamed[strings.Replace(name, "/oa-", "/zz-", 1)] = f
	}
	table, err := openOnly(t, renamed, "oa/ttls", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if all, err := scanAll(table, ScanOptions{}); err != nil || len(all) == 0 {
		t.Errorf("%d partitions, %v", len(all), err)
	}
	damage(t, renamed, string(StatisticsDB), middle)
	_, err = openOnly(t, renamed, "oa/ttls", Options{})
	if !errors.Is(err, ErrUnsupported) || errors.Is(err, ErrCorrupt) {
		t.Errorf("damaged: %v", err)
	}
}

func TestOpenMissing(t *testing.T) {
	for component, want := range map[Component]error{
		DataDB: fs.ErrNotExist, StatisticsDB: ErrIncomplete, CompressionInfoDB: ErrIncomplete, IndexDB: nil, TOCTXT: nil,
	} {
		files := memoryFiles(t, "nb/cnt")
		d := Descriptor{Dir: "nb/cnt", Version: mustVersion(t, Big, "nb"), ID: "1"}
		if files[d.Path(component)] == nil {
			t.Fatalf("no %s", d.Path(component))
		}
		delete(files, d.Path(component))
		table, err := Open(files, d, Options{})
		if !errors.Is(err, want) || (table == nil) != (want != nil) {
			t.Errorf("without %s: %v, %v", component, table, err)
		}
		if component == IndexDB {
			if _, err := table.Index(context.Background()); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("index of a table without: %v", err)
			}
		}
	}
}

// What a compressor cannot have made is refused before memory is set aside.
func TestHugeChunk(t *testing.T) {
	files := memoryFiles(t, "nb/cnt")
	d := Descriptor{Dir: "nb/cnt", Version: mustVersion(t, Big, "nb"), ID: "1"}
	info := bytes.Clone(files[d.Path(CompressionInfoDB)].Data)
	head, err := ParseCompressionInfo(d.Version, "", info)
	if err != nil {
		t.Fatal(err)
	}
	at := int(head.offsetsAt)
	copy(info[at-20:], []byte{0x04, 0, 0, 0})             // chunk length 64 MiB
	copy(info[at-12:], []byte{0, 0, 0, 0, 0x03, 0, 0, 0}) // data length 48 MiB
	files[d.Path(CompressionInfoDB)].Data = info
	table, err := Open(files, d, Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = scanAll(table, ScanOptions{})
	if !errors.Is(err, ErrCorrupt) || !strings.Contains(fmt.Sprint(err), "stored bytes") {
		t.Errorf("got %v", err)
	}
}

func TestReadTOC(t *testing.T) {
	d := Descriptor{Dir: "nb/cnt", Version: mustVersion(t, Big, "nb"), ID: "1"}
	toc, err := ReadTOC(memoryFiles(t, "nb/cnt"), d)
	if err != nil || len(toc) != 8 {
		t.Errorf("%q, %v", toc, err)
	}
}

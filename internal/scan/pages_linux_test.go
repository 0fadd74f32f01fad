package scan

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/sys/unix"
)

const testPages = 1024

// coldFile is a file of which a few stretches are in the page cache and the rest is not; it returns which pages are not.
func coldFile(t *testing.T) (name string, content []byte, absent []bool) {
	t.Helper()
	size := testPages * os.Getpagesize()
	r := rand.New(rand.NewPCG(1, 2))
	content = make([]byte, size)
	for i := range content {
		content[i] = byte(r.Uint32())
	}
	name = filepath.Join(t.TempDir(), "nb-1-big-Data.db")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.Write(content); err != nil {
		t.Fatal(err)
	}
	if err := f.Sync(); err != nil {
		t.Fatal(err)
	}
	if err := unix.Fadvise(int(f.Fd()), 0, 0, unix.FADV_DONTNEED); err != nil {
		t.Skipf("no page cache here: %v", err)
	}
	if err := unix.Fadvise(int(f.Fd()), 0, 0, unix.FADV_RANDOM); err != nil {
		t.Fatal(err)
	}
	for _, at := range []int{100_000, size / 2, size/2 + 500_000} {
		if _, err := f.ReadAt(make([]byte, 70_000), int64(at)); err != nil {
			t.Fatal(err)
		}
	}
	absent = absentPages(t, name)
	if n := count(absent); n == 0 || n == testPages {
		t.Skipf("%d of %d pages are not in the page cache: this file system keeps them by rules of its own", n, testPages)
	}
	return name, content, absent
}

func count(pages []bool) (n int) {
	for _, p := range pages {
		if p {
			n++
		}
	}
	return n
}

func absentPages(t *testing.T, name string) []bool {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	d := discreetFile{File: f, pageBytes: int64(os.Getpagesize())}
	out, err := d.absent(0, testPages)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// After reading a file by and large the page cache has what it had before; a file that is read without has all of it.
func TestPagesAreLeftAsTheyWere(t *testing.T) {
	name, content, before := coldFile(t)
	for _, stride := range []int{10_000, 65_536, 300_001} {
		m := NewMeter(t.Context(), Disk{})
		m.LeaveNoPages()
		readAll(t, m, name, content, stride)
		if after := absentPages(t, name); !slices.Equal(before, after) {
			t.Errorf("strides of %d: %d pages were absent, %d are", stride, count(before), count(after))
		}
	}
	readAll(t, NewMeter(t.Context(), Disk{}), name, content, 65_536)
	if n := count(absentPages(t, name)); n != 0 {
		t.Errorf("without: %d pages are absent, so the test proves nothing", n)
	}
}

func readAll(t *testing.T, m *Meter, name string, content []byte, stride int) {
	t.Helper()
	f, err := m.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	r := f.(*meteredFile)
	var got []byte
	for at := 0; at < len(content); at += stride {
		b := make([]byte, min(stride, len(content)-at))
		if _, err := r.ReadAt(b, int64(at)); err != nil {
			t.Fatal(err)
		}
		got = append(got, b...)
	}
	if err := f.Close(); err != nil || !bytes.Equal(got, content) {
		t.Fatalf("read something else, %v", err)
	}
}

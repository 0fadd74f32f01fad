package scan

import (
	"errors"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/partop/partop/sstable"
)

// sameTop compares the partitions that two scans keep.
func sameTop(t *testing.T, what string, got, want *Result) {
	t.Helper()
	if got.Partitions != want.Partitions || got.SizeBytes != want.SizeBytes || len(got.Top) != len(want.Top) || got.Matched != want.Matched {
		t.Fatalf("%s: %+v, want %+v", what, got.Totals, want.Totals)
	}
	for i := range got.Top {
		g, w := got.row(i), want.row(i)
		if !reflect.DeepEqual(g, w) {
			t.Errorf("%s: partition %d: got %+v, want %+v", what, i, g, w)
		}
	}
}

// The index leads to the partitions, and figures, of a full scan.
func TestTopFirst(t *testing.T) {
	root, _ := plantTable(t)
	for _, top := range []int{1, 3, 20} {
		o := Options{Min: NoThresholds(), Top: top}
		want := scanOne(t, root, o)
		o.TopFirst = true
		got := scanOne(t, root, o)
		sameTop(t, "planted", got, want)
		if len(got.Top) < min(top, 16) || got.Top[0].SSTables != 3 || got.Top[0].Rows == 0 || !got.PartitionsOnly {
			t.Errorf("%+v", got.Top)
		}
	}
}

func TestTopFirstOfTheCorpus(t *testing.T) {
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
			l, err := sstable.List(Disk{}, filepath.Dir(name))
			if err != nil || len(l.SSTables) != 1 {
				t.Fatal(name, err)
			}
			o := Options{NowSeconds: figuresNow, Min: NoThresholds(), Top: 7}
			want, err := Scan(t.Context(), Disk{}, group(l.SSTables)[0], o)
			o.TopFirst = true
			got, errTop := Scan(t.Context(), Disk{}, group(l.SSTables)[0], o)
			if err := errors.Join(err, errTop); err != nil {
				t.Fatal(err)
			}
			sameTop(t, name, got, want)
			n++
		}
	}
	if n < 30 {
		t.Errorf("%d tables compared", n)
	}
}

// Of the data only what is listed is read.
func TestTopFirstReadsLittle(t *testing.T) {
	root, _ := plantTable(t)
	table := findOne(t, root)
	read := func(o Options) int64 {
		m := NewMeter(t.Context(), Disk{})
		o.Min, o.Top = NoThresholds(), 1
		if _, err := Scan(t.Context(), m, table, o); err != nil {
			t.Fatal(err)
		}
		return m.Bytes()
	}
	sizes, first, all := read(Options{PartitionsOnly: true}), read(Options{TopFirst: true}), read(Options{})
	if first <= sizes || first-sizes > (all-sizes)/2 {
		t.Errorf("%d bytes read for sizes, %d with the first partition, %d for all", sizes, first, all)
	}
}

// Damage in what is read is named.
func TestTopFirstDamaged(t *testing.T) {
	root, dir := plantTable(t)
	flipBit(t, filepath.Join(dir, "nb-2-big-Data.db"))
	r := scanOne(t, root, Options{Min: NoThresholds(), Top: 20, TopFirst: true})
	full := scanOne(t, root, Options{Min: NoThresholds(), Top: 20})
	if int64(len(r.Damages)) != full.Damages[0].Partitions || !errors.Is(r.Damages[0].Reason, sstable.ErrCorrupt) || r.Rows != 0 {
		t.Errorf("%v, in a full scan %v", r.Damages, full.Damages)
	}
}

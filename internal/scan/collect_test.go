package scan

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// The report does not depend on how many goroutines read, not even of a damaged table.
func TestJobs(t *testing.T) {
	root, dir := plantTable(t)
	for _, damaged := range []bool{false, true} {
		if damaged {
			flipBit(t, filepath.Join(dir, "nb-2-big-Data.db"))
		}
		var want []byte
		for _, jobs := range []int{1, 2, 3, 8} {
			r := scanOne(t, root, Options{Min: NoThresholds(), Jobs: jobs, rangeBytes: 1})
			var got bytes.Buffer
			if err := WriteJSON(&got, &Report{Tables: []TableReport{r.Report()}}); err != nil {
				t.Fatal(err)
			}
			if want == nil {
				want = got.Bytes()
			}
			if !bytes.Equal(got.Bytes(), want) || r.Partitions < 10 || len(r.Damages) > 0 != damaged {
				t.Errorf("%d jobs, damaged %t:\n%s\nwith one:\n%s", jobs, damaged, got.Bytes(), want)
			}
		}
	}
}

func flipBit(t *testing.T, name string) {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	b[len(b)/2] ^= 0x40
	if err := os.WriteFile(name, b, 0o600); err != nil {
		t.Fatal(err)
	}
}

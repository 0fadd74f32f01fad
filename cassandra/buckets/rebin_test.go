package buckets

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestRebinKeepsEveryCountAndBorder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := record(t, layouts().Draw(t, "layout"), samples(t, "values"))
		n := rapid.IntRange(1, 40).Draw(t, "n")
		rows := h.Rebin(n)
		if len(rows) == 0 || len(rows) > n {
			t.Fatalf("%d rows, asked for %d", len(rows), n)
		}
		borders := map[int64]bool{-1: true}
		for _, o := range h.Layout().Offsets() {
			borders[o] = true
		}
		var total int64
		for i, r := range rows {
			total += r.Count
			if i > 0 && r.Bounds.Lower != rows[i-1].Bounds.Upper {
				t.Fatalf("gap before row %d: %v", i, rows)
			}
			if !borders[r.Bounds.Lower] || !r.Bounds.Unbounded && !borders[r.Bounds.Upper] {
				t.Fatalf("row %d has no border of a bucket: %v", i, r)
			}
			if lo, _ := h.CountAbove(r.Bounds.Lower); !r.Bounds.Unbounded {
				over, _ := h.CountAbove(r.Bounds.Upper)
				lo -= over
				if lo != r.Count {
					t.Fatalf("row %v should count %d", r, lo)
				}
			}
		}
		if total != h.Count() || rows[0].Count == 0 && n > 1 || rows[len(rows)-1].Count == 0 {
			t.Fatalf("rows %v of %d values", rows, h.Count())
		}
	})
}

func TestRebinDecades(t *testing.T) {
	h := record(t, testLayout, []int64{1, 5, 9, 80, 700, 9000, 70000})
	var got [][3]int64
	for _, r := range h.Rebin(6) {
		got = append(got, [3]int64{r.Bounds.Lower, r.Bounds.Upper, r.Count})
	}
	want := [][3]int64{{-1, 1, 1}, {1, 10, 2}, {10, 86, 1}, {86, 924, 1}, {924, 9887, 1}, {9887, 88148, 1}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

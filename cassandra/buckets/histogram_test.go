package buckets

import (
	"encoding/json"
	"errors"
	"math"
	"slices"
	"sort"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

var testLayout = Layout{Buckets: 156, Unit: "cells"}

// record counts samples as EstimatedHistogram.add does.
func record(t interface{ Fatal(...any) }, layout Layout, samples []int64) Histogram {
	offsets := layout.Offsets()
	counts := make([]int64, layout.Buckets)
	for _, v := range samples {
		counts[sort.Search(len(offsets), func(i int) bool { return offsets[i] >= v })]++
	}
	h, err := New(layout, counts)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func layouts() *rapid.Generator[Layout] {
	return rapid.Custom(func(t *rapid.T) Layout {
		return Layout{
			Buckets: rapid.IntRange(2, MaxBuckets).Draw(t, "buckets"),
			Zero:    rapid.Bool().Draw(t, "zero"),
			Unit:    rapid.SampledFrom([]string{"", "bytes", "cells"}).Draw(t, "unit"),
		}
	})
}

// samples mixes magnitudes: uniform 64-bit numbers would all overflow.
func samples(t *rapid.T, label string) []int64 {
	one := rapid.Custom(func(t *rapid.T) int64 {
		return rapid.Int64Range(0, int64(1)<<rapid.IntRange(0, 62).Draw(t, "bits")).Draw(t, "value")
	})
	return rapid.SliceOfN(one, 1, 60).Draw(t, label)
}

func TestNewRefuses(t *testing.T) {
	tests := []struct {
		name   string
		layout Layout
		counts []int64
	}{
		{"wrong length", Layout{Buckets: 3}, []int64{1, 2}},
		{"negative", Layout{Buckets: 3}, []int64{1, -2, 0}},
		{"sum too large", Layout{Buckets: 3}, []int64{math.MaxInt64, 1, 0}},
		{"no buckets", Layout{}, nil},
		{"too many", Layout{Buckets: MaxBuckets + 1}, make([]int64, MaxBuckets+1)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := New(tt.layout, tt.counts); !errors.Is(err, ErrInvalid) {
				t.Errorf("error %v", err)
			}
		})
	}
}

func TestMergeAndSub(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		layout := layouts().Draw(t, "layout")
		a, b := record(t, layout, samples(t, "a")), record(t, layout, samples(t, "b"))
		ab, err := Merge(a, b)
		if err != nil {
			t.Fatal(err)
		}
		ba, err := Merge(b, a)
		if err != nil || !ab.Equal(ba) {
			t.Fatalf("merge is not commutative: %v %v %v", ab, ba, err)
		}
		if ab.Count() != a.Count()+b.Count() || ab.Overflow() != a.Overflow()+b.Overflow() {
			t.Fatalf("counts %d, %d", ab.Count(), ab.Overflow())
		}
		back, reset := Sub(ab, b)
		if reset || !back.Equal(a) {
			t.Fatalf("(a+b)-b = %v, reset %t, a = %v", back, reset, a)
		}
		if after, reset := Sub(b, ab); !reset || !after.Equal(b) {
			t.Fatalf("a decrease gave %v, reset %t", after, reset)
		}
	})
}

func TestDifferentLayouts(t *testing.T) {
	a := record(t, Layout{Buckets: 151}, []int64{5})
	for _, l := range []Layout{{Buckets: 156}, {Buckets: 151, Zero: true}, {Buckets: 151, Unit: "bytes"}} {
		b := record(t, l, []int64{5})
		if _, err := Merge(a, b); !errors.Is(err, ErrLayout) {
			t.Errorf("%v: error %v", l, err)
		}
		if diff, reset := Sub(b, a); !reset || !diff.Equal(b) {
			t.Errorf("%v: %v, reset %t", l, diff, reset)
		}
	}
	if got, err := Merge(Histogram{}, a); err != nil || !got.Equal(a) {
		t.Errorf("merge into nothing: %v, %v", got, err)
	}
	if got, reset := Sub(a, Histogram{}); reset || !got.Equal(a) {
		t.Errorf("minus nothing: %v, reset %t", got, reset)
	}
}

func TestAnswersHoldTheTruth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := samples(t, "values")
		h := record(t, layouts().Draw(t, "layout"), values)
		slices.Sort(values)
		q := rapid.Float64Range(0, 1).Draw(t, "q")
		rank := max(1, int(math.Ceil(q*float64(len(values)))))
		if b, ok := h.Quantile(q); !ok || !b.Contains(values[rank-1]) {
			t.Fatalf("q %v: %v does not hold %d", q, b, values[rank-1])
		}
		var mean float64
		for _, v := range values {
			mean += float64(v) / float64(len(values))
		}
		r, ok := h.Mean()
		slack := 1e-9 * (mean + 1)
		if !ok || r.Low > mean+slack || r.High < mean-slack {
			t.Fatalf("mean %v outside %v", mean, r)
		}
		limit := rapid.SampledFrom(values).Draw(t, "limit") - rapid.Int64Range(0, 1).Draw(t, "less")
		above := int64(len(values) - sort.Search(len(values), func(i int) bool { return values[i] > limit }))
		if low, high := h.CountAbove(limit); low > above || high < above {
			t.Fatalf("%d above %d, said %d to %d", above, limit, low, high)
		}
	})
}

func TestOverflowIsNotHidden(t *testing.T) {
	h := record(t, Layout{Buckets: 5}, []int64{1, 2, 3, 100, 200})
	b, ok := h.Quantile(0.99)
	if want := (Bounds{Lower: 4, Upper: math.MaxInt64, Unbounded: true}); !ok || b != want {
		t.Errorf("p99 %v", b)
	}
	if r, _ := h.Mean(); !r.AtLeastOnly || !math.IsInf(r.High, 1) || r.Low != 3 {
		t.Errorf("mean %+v", r)
	}
	if h.Overflow() != 2 || h.Count() != 5 {
		t.Errorf("overflow %d of %d", h.Overflow(), h.Count())
	}
	low, high := h.Share(2)
	if low != 0.6 || high != 0.6 {
		t.Errorf("share above 2: %v to %v", low, high)
	}
}

func TestNoAnswers(t *testing.T) {
	var h Histogram
	if _, ok := h.Quantile(0.5); ok {
		t.Error("quantile of nothing")
	}
	if _, ok := h.Mean(); ok {
		t.Error("mean of nothing")
	}
	full := record(t, testLayout, []int64{1})
	for _, q := range []float64{-0.1, 1.1, math.NaN()} {
		if _, ok := full.Quantile(q); ok {
			t.Errorf("quantile %v", q)
		}
	}
	if low, high := h.Share(1); low != 0 || high != 0 || h.Rebin(5) != nil {
		t.Error("share or rows of nothing")
	}
}

func TestDenseRoundTrip(t *testing.T) {
	counts := []int64{0, 3, 0, 7}
	h, err := New(Layout{Buckets: 4}, counts)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(counts, h.Dense()); diff != "" {
		t.Error(diff)
	}
	var bounds []Bounds
	for b := range h.All() {
		bounds = append(bounds, b)
	}
	want := []Bounds{{Lower: 1, Upper: 2}, {Lower: 3, Upper: math.MaxInt64, Unbounded: true}}
	if diff := cmp.Diff(want, bounds); diff != "" {
		t.Error(diff)
	}
	if h.Layout() != (Layout{Buckets: 4}) {
		t.Errorf("layout %v", h.Layout())
	}
}

func TestJSON(t *testing.T) {
	const text = `{"n":156,"z":true,"b":[[12,5],[13,9]]}`
	var h Histogram
	if err := json.Unmarshal([]byte(text), &h); err != nil {
		t.Fatal(err)
	}
	if out, err := json.Marshal(h); err != nil || string(out) != text {
		t.Errorf("wrote %s, %v", out, err)
	}
	for _, bad := range []string{
		`{"n":1,"b":[]}`, `{"n":9999,"b":[]}`, `{"n":5,"b":[[5,1]]}`, `{"n":5,"b":[[-1,1]]}`,
		`{"n":5,"b":[[1]]}`, `{"n":5,"b":[[1,2,3]]}`, `{"n":5,"b":[[2,1],[1,1]]}`, `{"n":5,"b":[[2,0]]}`,
		`{"n":5,"b":[[1,9223372036854775807],[2,1]]}`, `{"b":[[1,1]]}`, `{"n":2,"b":[[0,1],[0,1],[1,1]]}`,
	} {
		if err := json.Unmarshal([]byte(bad), &h); !errors.Is(err, ErrInvalid) {
			t.Errorf("%s: error %v", bad, err)
		}
	}
}

func FuzzJSON(f *testing.F) {
	f.Add(`{"n":156,"z":true,"u":"bytes","b":[[12,5],[13,9]]}`)
	f.Add(`{"n":2,"b":[[1,1]]}`)
	f.Fuzz(func(t *testing.T, text string) {
		var h, back Histogram
		if json.Unmarshal([]byte(text), &h) != nil {
			return
		}
		out, err := json.Marshal(h)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(out, &back); err != nil || !h.Equal(back) {
			t.Fatalf("%s read back as %v, %v", out, back, err)
		}
		if rows := h.Rebin(7); len(rows) > 7 {
			t.Fatalf("%d rows", len(rows))
		}
	})
}

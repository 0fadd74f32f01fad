package sstable

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// sketchOf adds hashes as HyperLogLogPlus.encodeHash does.
func sketchOf(hashes []uint64) *Sketch {
	s := &Sketch{}
	for _, x := range hashes {
		index := uint32(x >> (64 - sketchSparseBits))
		k := index << 1
		if index<<(32-sketchSparseBits+sketchBits) == 0 {
			run := uint32(bits.LeadingZeros64(x<<sketchBits|1<<(sketchBits-1))) + 1
			k = (index<<6|(run^63))<<1 | 1
		}
		s.sparse = append(s.sparse, k)
	}
	slices.SortFunc(s.sparse, func(a, b uint32) int {
		if i, j := sparseIndex(a), sparseIndex(b); i != j {
			return int(i) - int(j)
		}
		return int(a) - int(b)
	})
	s.sparse = slices.CompactFunc(s.sparse, func(a, b uint32) bool { return sparseIndex(a) == sparseIndex(b) })
	if len(s.sparse) > sketchSparseMax {
		s.toRegisters()
	}
	return s
}

func randomHashes(n int) []uint64 {
	r := rand.New(rand.NewPCG(1, uint64(n)))
	out := make([]uint64, n)
	for i := range out {
		out[i] = r.Uint64()
	}
	return out
}

func TestSketchEstimates(t *testing.T) {
	for _, n := range []int{0, 1, 9, 1000, 6000, 7000, 10000, 25000, 40000, 42000, 100000, 1000000} {
		got := sketchOf(randomHashes(n)).Estimate()
		if diff := got - int64(n); diff*diff*1600 > int64(n)*int64(n) {
			t.Errorf("%d keys estimated as %d", n, got)
		}
	}
}

// Joining the sketches of parts gives the sketch of the whole, in any order, and
// keys in both parts count once.
func TestSketchJoin(t *testing.T) {
	for _, n := range []int{10, 5000, 9000, 60000} {
		all := randomHashes(n)
		whole := sketchOf(all)
		parts := []*Sketch{sketchOf(all[:n/3]), sketchOf(all[n/4 : n/2]), sketchOf(all[n/2:]), sketchOf(all[n/3 : n/2])}
		for _, order := range [][]int{{0, 1, 2, 3}, {3, 2, 1, 0}, {2, 0, 3, 1}} {
			var s Sketch
			for _, i := range order {
				s.Join(parts[i])
			}
			if s.Estimate() != whole.Estimate() || !slices.Equal(s.registers, whole.registers) || !slices.Equal(s.sparse, whole.sparse) {
				t.Errorf("%d keys: joined %d, whole %d", n, s.Estimate(), whole.Estimate())
			}
		}
	}
}

// Distinct partitions over real SSTables, against a merge of their keys.
func TestSketchOverTables(t *testing.T) {
	var s Sketch
	keys := map[string]bool{}
	eachTable(t, func(table *SSTable) {
		if table.Statistics.Cardinality == nil {
			t.Fatalf("%s: no sketch", table)
		}
		s.Join(table.Statistics.Cardinality)
		all, err := scanAll(table, ScanOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range all {
			keys[string(p.Key)] = true
		}
	})
	if got := s.Estimate(); got != int64(len(keys)) {
		t.Errorf("%d distinct keys estimated as %d", len(keys), got)
	}
}

// A damaged sketch leaves the statistics readable.
func TestDamagedSketch(t *testing.T) {
	for what, b := range map[string][]byte{
		"empty":           {},
		"length too long": {0, 0, 0, 9, 0xff},
		"old version":     {0, 0, 0, 8, 0, 0, 0, 1, 13, 25, 1, 0},
		"precision 14":    {0, 0, 0, 8, 0xff, 0xff, 0xff, 0xfe, 14, 25, 1, 0},
		"form 2":          {0, 0, 0, 8, 0xff, 0xff, 0xff, 0xfe, 13, 25, 2, 0},
		"registers cut":   {0, 0, 0, 9, 0xff, 0xff, 0xff, 0xfe, 13, 25, 0, 0x80, 0x10},
		"entries cut":     {0, 0, 0, 8, 0xff, 0xff, 0xff, 0xfe, 13, 25, 1, 5},
		"endless varint":  {0, 0, 0, 13, 0xff, 0xff, 0xff, 0xfe, 13, 25, 1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff},
	} {
		if s := (&decoder{b: b}).sketch(); s != nil {
			t.Errorf("%s: read as %+v", what, s)
		}
	}
	good := []byte{0, 0, 0, 10, 0xff, 0xff, 0xff, 0xfe, 13, 25, 1, 2, 4, 4}
	if s := (&decoder{b: good}).sketch(); s == nil || s.Estimate() != 2 {
		t.Errorf("two keys: %+v", s)
	}
}

package buckets

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The borders a 5.0.6 node prints, with its index of the largest ones.
func TestOffsetsEqualCassandras(t *testing.T) {
	want := []int64{
		1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 17, 20, 24, 29, 35, 42, 50, 60, 72, 86, 103, 124, 149,
		179, 215, 258, 310, 372, 446, 535, 642, 770, 924, 1109, 1331, 1597, 1916, 2299, 2759, 3311,
		3973, 4768, 5722, 6866, 8239, 9887, 11864, 14237, 17084, 20501, 24601, 29521, 35425, 42510,
		51012, 61214, 73457, 88148, 105778, 126934, 152321, 182785, 219342, 263210, 315852, 379022,
		454826, 545791, 654949, 785939, 943127, 1131752, 1358102, 1629722, 1955666, 2346799, 2816159,
		3379391, 4055269, 4866323, 5839588, 7007506, 8409007, 10090808, 12108970, 14530764, 17436917,
		20924300, 25109160, 30130992,
	}
	got := Layout{Buckets: 156}.Offsets()
	if diff := cmp.Diff(want, got[:len(want)]); diff != "" {
		t.Error(diff)
	}
	if len(got) != 155 {
		t.Errorf("%d borders for 156 buckets", len(got))
	}
	zero := Layout{Buckets: 166, Zero: true}.Offsets()
	if zero[0] != 0 || zero[1] != 1 || len(zero) != 165 {
		t.Errorf("with zero bucket: %v... of %d", zero[:3], len(zero))
	}
}

func TestOffsetsRiseUpToTheLimit(t *testing.T) {
	got := Layout{Buckets: MaxBuckets}.Offsets()
	for i := 1; i < len(got); i++ {
		if got[i] <= got[i-1] {
			t.Fatalf("border %d: %d after %d", i, got[i], got[i-1])
		}
	}
	for _, n := range []int{-1, 0, 1, MaxBuckets + 1, 1 << 30} {
		if offsets := (Layout{Buckets: n}).Offsets(); offsets != nil {
			t.Errorf("%d buckets gave %d borders", n, len(offsets))
		}
	}
}

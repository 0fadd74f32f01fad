package nodetool

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// everyText returns the outputs of our own nodes by path.
func everyText(tb testing.TB) map[string][]byte {
	tb.Helper()
	files, err := filepath.Glob("testdata/*/*.txt")
	if err != nil || len(files) == 0 {
		tb.Fatal("no testdata", err)
	}
	out := map[string][]byte{}
	for _, f := range files {
		if out[f], err = os.ReadFile(f); err != nil {
			tb.Fatal(err)
		}
	}
	return out
}

// TestWorkGrowsWithTheText: twice the lines are twice the work, counted in what is allocated; a clock would judge the machine.
func TestWorkGrowsWithTheText(t *testing.T) {
	work := func(partitions int) float64 {
		text := listing(partitions)
		return testing.AllocsPerRun(3, func() {
			if _, err := ParseAny(text); err != nil {
				t.Fatal(err)
			}
		})
	}
	if once, twice := work(500), work(1000); twice > 2.2*once {
		t.Errorf("500 partitions cost %.0f allocations, 1,000 cost %.0f", once, twice)
	}
}

// listing is what sstablepartitions prints of an SSTable.
func listing(partitions int) []byte {
	return []byte("Processing ks.t-bba4dd60ecd111f1a20e6dd766c90501 #1 (big-nb) (2.605 MiB uncompressed, 2.464 MiB on disk)\n" + strings.Repeat(
		"  Partition: 'k' (6b) live, size: 348 B, rows: 1, cells: 2, tombstones: 0 (row:0, range:0, complex:0, cell:0, row-TTLd:0, cell-TTLd:0)\n", partitions))
}

func largest(texts map[string][]byte) []byte {
	var out []byte
	for _, b := range texts {
		if len(b) > len(out) {
			out = b
		}
	}
	return out
}

func BenchmarkParseAny(b *testing.B) {
	for name, text := range map[string][]byte{"largest": largest(everyText(b)), "listed": listing(2500)} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if _, err := ParseAny(text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

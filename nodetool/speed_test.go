package nodetool

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
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

// TestSpeed holds the best of five readings of the largest output against a bound wide enough for a busy machine.
func TestSpeed(t *testing.T) {
	const bound = 100 * time.Millisecond
	text := largest(everyText(t))
	best := time.Hour
	for range 5 {
		start := time.Now()
		if _, err := ParseAny(text); err != nil {
			t.Fatal(err)
		}
		best = min(best, time.Since(start))
	}
	if best > bound {
		t.Errorf("%d bytes took %v, more than %v", len(text), best, bound)
	}
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
	listed := "Processing ks.t-bba4dd60ecd111f1a20e6dd766c90501 #1 (big-nb) (2.605 MiB uncompressed, 2.464 MiB on disk)\n" + strings.Repeat(
		"  Partition: 'k' (6b) live, size: 348 B, rows: 1, cells: 2, tombstones: 0 (row:0, range:0, complex:0, cell:0, row-TTLd:0, cell-TTLd:0)\n", 2500)
	for name, text := range map[string][]byte{"largest": largest(everyText(b)), "listed": []byte(listed)} {
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

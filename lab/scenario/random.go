package scenario

import (
	"encoding/hex"
	"math/rand/v2"
)

// noise returns n bytes that do not compress.
func noise(r *rand.Rand, n int) []byte {
	b := make([]byte, 0, n+8)
	for len(b) < n {
		v := r.Uint64()
		b = append(b, byte(v), byte(v>>8), byte(v>>16), byte(v>>24),
			byte(v>>32), byte(v>>40), byte(v>>48), byte(v>>56))
	}
	return b[:n]
}

// text returns n hexadecimal digits: data that compresses to about a half.
func text(r *rand.Rand, n int) string { return hex.EncodeToString(noise(r, n/2)) }

// chance is true in percent of 100 calls.
func chance(r *rand.Rand, percent int) bool { return r.IntN(100) < percent }

package cqltype

import (
	"math"
	"strings"
	"testing"
)

// Tokens of the DataStax drivers' own tests: the second key has five bytes
// repeated ten times, so that its tail holds bytes with the top bit set.
func TestTokenOfDriverTests(t *testing.T) {
	tests := []struct {
		key  string
		want int64
	}{
		{"123", -7468325962851647638},
		{strings.Repeat("\x00\xff\x10\xfa\x99", 10), 5837342703291459765},
		{strings.Repeat("\xfe", 8), -8927430733708461935},
		{strings.Repeat("\x10", 8), 1446172840243228796},
		{"9223372036854775807", 7162290910810015547},
	}
	for _, tt := range tests {
		if got := Token([]byte(tt.key)); got != tt.want {
			t.Errorf("%x: token %d, want %d", tt.key, got, tt.want)
		}
	}
}

// Every length of the last, partial block, with bytes whose sign Java extends:
// the standard MurmurHash3 gives other values for nearly all of these.
func TestTokenTails(t *testing.T) {
	tests := []struct {
		hex  string
		want int64
	}{
		{"ff", -4442228696663692417},
		{"ffa5", -393405465646744831},
		{"ffa5ca", -551970197464631577},
		{"ffa5cafc", 7216234119107744484},
		{"ffa5cafc14", 5946270018645741680},
		{"ffa5cafc1439", -2490748581995767245},
		{"ffa5cafc1439f9", -3626799380483948785},
		{"ffa5cafc1439f983", -650997353212424722},
		{"ffa5cafc1439f983a8", 2090001818684419366},
		{"ffa5cafc1439f983a8f6", -4897247043044874539},
		{"ffa5cafc1439f983a8f6f2", 1507062379929200732},
		{"ffa5cafc1439f983a8f6f217", 3674463985715473827},
		{"ffa5cafc1439f983a8f6f217f3", -2574431966091364617},
		{"ffa5cafc1439f983a8f6f217f361", 6931435166258680950},
		{"ffa5cafc1439f983a8f6f217f36186", -7742826195915142780},
		{"ffa5cafc1439f983a8f6f217f36186f0", 5009967190894265564},
		{"ffa5cafc1439f983a8f6f217f36186f0d0", 8153733849872595454},
		{"ffa5cafc1439f983a8f6f217f36186f0d0f5", -3130811772780870099},
		{"ffa5cafc1439f983a8f6f217f36186f0d0f5ed", -1253891892047852031},
		{"ffa5cafc1439f983a8f6f217f36186f0d0f5ed3f", -1597183226474463043},
		{"ffa5cafc1439f983a8f6f217f36186f0d0f5ed3f64", 550055611152664266},
		{"ffa5cafc1439f983a8f6f217f36186f0d0f5ed3f64ea", 4562920227462022136},
		{"ffa5cafc1439f983a8f6f217f36186f0d0f5ed3f64eaae", -2368265650616436898},
		{"ffa5cafc1439f983a8f6f217f36186f0d0f5ed3f64eaaed3", 131298605472447356},
		{"ffa5cafc1439f983a8f6f217f36186f0d0f5ed3f64eaaed3e7", -7932786107850045540},
		{"ffa5cafc1439f983a8f6f217f36186f0d0f5ed3f64eaaed3e71d", -4808397826310041038},
		{"ffa5cafc1439f983a8f6f217f36186f0d0f5ed3f64eaaed3e71d42", 4689277772660520295},
		{"ffa5cafc1439f983a8f6f217f36186f0d0f5ed3f64eaaed3e71d42e4", -8863125410966281438},
		{"ffa5cafc1439f983a8f6f217f36186f0d0f5ed3f64eaaed3e71d42e48c", 991047680767669430},
		{"ffa5cafc1439f983a8f6f217f36186f0d0f5ed3f64eaaed3e71d42e48cb1", 2457735119996876742},
		{"ffa5cafc1439f983a8f6f217f36186f0d0f5ed3f64eaaed3e71d42e48cb1e1", 1119278943735688451},
		{"ffa5cafc1439f983a8f6f217f36186f0d0f5ed3f64eaaed3e71d42e48cb1e1fb", 6016186257958066318},
		{"ffa5cafc1439f983a8f6f217f36186f0d0f5ed3f64eaaed3e71d42e48cb1e1fb20", 2581569537504513178},
	}
	for _, tt := range tests {
		if got := Token(unhexT(t, tt.hex)); got != tt.want {
			t.Errorf("%s: token %d, want %d", tt.hex, got, tt.want)
		}
	}
}

// The smallest long is the ring's minimum token, so no key may have it
// (Murmur3Partitioner.normalize). This key was found by running the hash
// backwards, which is possible for exactly one block.
func TestTokenIsNeverTheMinimum(t *testing.T) {
	key := unhexT(t, "dfe76f52023fad4c82b861c2c65c7a6b")
	if h := murmurH1(key); h != math.MinInt64 {
		t.Fatalf("hash %d, want the smallest", h)
	}
	if got := Token(key); got != math.MaxInt64 {
		t.Errorf("token %d, want the largest", got)
	}
}

// Only the empty key has the minimum token.
func TestTokenOfTheEmptyKey(t *testing.T) {
	for _, key := range [][]byte{nil, {}} {
		if got := Token(key); got != math.MinInt64 {
			t.Errorf("%#v: token %d", key, got)
		}
	}
	if got := Token([]byte{0}); got == math.MinInt64 {
		t.Error("a zero byte is not the empty key")
	}
}

package cqltype

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// Constants of MurmurHash3 x64 128.
const (
	murmurC1 = 0x87c37b91114253d5
	murmurC2 = 0x4cf5ad432745937f
)

// Token returns the Murmur3Partitioner token of a serialized partition key: the
// first half of MurmurHash3 x64 128 with seed 0, except that Cassandra
// sign-extends the bytes of the last, partial block (a Java slip kept for
// compatibility, utils.MurmurHash). The smallest long is the ring's minimum: no
// key has it but the empty one; a hash of that value becomes the largest.
func Token(key []byte) int64 {
	if len(key) == 0 {
		return math.MinInt64
	}
	h := murmurH1(key)
	if h == math.MinInt64 {
		return math.MaxInt64
	}
	return h
}

// murmurH1 is the first half of the 128-bit hash; the second only mixes in.
func murmurH1(data []byte) int64 {
	var h1, h2 uint64
	rest := data
	for len(rest) >= 16 {
		h1 ^= mixK1(binary.LittleEndian.Uint64(rest))
		h1 = (bits.RotateLeft64(h1, 27)+h2)*5 + 0x52dce729
		h2 ^= mixK2(binary.LittleEndian.Uint64(rest[8:]))
		h2 = (bits.RotateLeft64(h2, 31)+h1)*5 + 0x38495ab5
		rest = rest[16:]
	}
	if len(rest) > 8 {
		h2 ^= mixK2(signExtendedTail(rest[8:]))
		rest = rest[:8]
	}
	h1 ^= mixK1(signExtendedTail(rest))
	h1 ^= uint64(len(data))
	h2 ^= uint64(len(data))
	h1 += h2
	h2 += h1
	h1, h2 = finalMix(h1), finalMix(h2)
	return int64(h1 + h2)
}

func mixK1(k uint64) uint64 { return bits.RotateLeft64(k*murmurC1, 31) * murmurC2 }
func mixK2(k uint64) uint64 { return bits.RotateLeft64(k*murmurC2, 33) * murmurC1 }

// signExtendedTail gathers up to 8 bytes, each as Java's signed byte.
//
// The slip: MurmurHash.getBlock masks its bytes with 0xff, the switch over the
// tail does not, so a byte of 0x80 or more fills all bits above it with ones.
// Changing it would have moved every such key to another node, so it stays, and
// every driver has it too.
func signExtendedTail(b []byte) uint64 {
	var k uint64
	for i, c := range b {
		k ^= uint64(int64(int8(c))) << (8 * i)
	}
	return k
}

// finalMix is MurmurHash3's fmix64.
func finalMix(k uint64) uint64 {
	k = (k ^ k>>33) * 0xff51afd7ed558ccd
	k = (k ^ k>>33) * 0xc4ceb9fe1a85ec53
	return k ^ k>>33
}

package sstable

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"
)

// Sketch is the cardinality estimator in the component COMPACTION: a
// HyperLogLog++ of the partition keys (CompactionMetadata.cardinalityEstimator).
// One SSTable's number of partitions is known exactly without it; joined, the
// sketches of many SSTables tell how many distinct partitions they hold, with an
// error of about 1 %. The zero Sketch is empty.
type Sketch struct {
	// sparse has an entry a key, by sparse index, as encoded: index and a zero
	// bit, or index, inverted run length and a one bit.
	sparse []uint32
	// registers replace it once there are many: the longest run of zeros seen
	// by each.
	registers []uint8
}

// The precision Cassandra has always used (MetadataCollector: 13 and 25 bits).
const (
	sketchBits       = 13
	sketchSparseBits = 25
	sketchRegisters  = 1 << sketchBits
	// sketchSparseMax is where the sparse form ends: three quarters of the
	// registers (HyperLogLogPlus.sparseSetThreshold).
	sketchSparseMax = sketchRegisters * 3 / 4
	// sketchLinearMax is up to where counting empty registers is the better
	// estimate at this precision (the paper's empirical threshold).
	sketchLinearMax = 6500
)

// parseSketch reads HyperLogLogPlus.getBytes:
//
//	i32 negative version | varint p | varint sp | varint form |
//	form 0: varint bytes, i32 words of six 5-bit registers
//	form 1: varint n, n ascending differences
//
// Varints have their low bits first. Other precisions are ErrUnsupported.
func parseSketch(d *decoder) (*Sketch, error) {
	const what = "cardinality sketch"
	d.b = d.b[:d.pos+d.count(1, what)]
	version, p, sp, form := d.i32(what), d.leb128(what), d.leb128(what), d.leb128(what)
	if d.err == nil && (version >= 0 || p != sketchBits || sp != sketchSparseBits || form > 1) {
		return nil, fmt.Errorf("cardinality sketch of version %d, precision %d and %d: %w", version, p, sp, ErrUnsupported)
	}
	s := &Sketch{}
	n := int(d.leb128(what))
	switch {
	case d.err != nil:
	case form == 0 && n != 4*(sketchRegisters/6+1) || form == 1 && n > min(d.left(), sketchSparseMax):
		d.fail(what, "a size that fits", fmt.Sprint(n))
	case form == 0:
		s.unpack(d.take(n, what))
	default:
		s.sparse = make([]uint32, 0, n)
		var k uint32
		for range n {
			k += d.leb128(what)
			s.sparse = append(s.sparse, k)
		}
	}
	return s, d.err
}

// sketch reads the component, whose damage costs no more than the sketch.
func (d *decoder) sketch() *Sketch {
	c := &decoder{b: d.b}
	s, err := parseSketch(c)
	if err != nil {
		return nil
	}
	return s
}

// leb128 reads seven bits a byte, the low ones first, 32 in all.
func (d *decoder) leb128(what string) (v uint32) {
	for shift := 0; shift < 35 && d.err == nil; shift += 7 {
		b := d.u8(what)
		v |= uint32(b&0x7f) << shift
		if b < 0x80 {
			return v
		}
	}
	d.fail(what, "a varint of 5 bytes or less", "more")
	return 0
}

func (s *Sketch) unpack(b []byte) {
	if b == nil {
		return
	}
	s.registers = make([]uint8, sketchRegisters)
	for i := range s.registers {
		word := binary.BigEndian.Uint32(b[i/6*4:])
		s.registers[i] = uint8(word>>(5*(i%6))) & 31
	}
}

// sparseIndex is the first 25 bits of a key's hash.
func sparseIndex(k uint32) uint32 {
	if k&1 != 0 {
		return k >> 7
	}
	return k >> 1
}

// runLength counts the zeros behind the first 13 bits, plus one. The other bits
// of the index show them, or the run is spelt out, inverted.
func runLength(k uint32) uint8 {
	if k&1 != 0 {
		return uint8(k>>1&63) ^ 63
	}
	return uint8(bits.LeadingZeros32(k<<(sketchBits+31-sketchSparseBits))) + 1
}

// Join adds the keys of another sketch.
func (s *Sketch) Join(o *Sketch) {
	if s.registers == nil && o.registers == nil {
		s.sparse = joinSparse(s.sparse, o.sparse)
		if len(s.sparse) > sketchSparseMax {
			s.toRegisters()
		}
		return
	}
	s.toRegisters()
	for _, k := range o.sparse {
		s.raise(k)
	}
	for i, r := range o.registers {
		s.registers[i] = max(s.registers[i], r)
	}
}

// joinSparse keeps, of entries with the same index, the smaller one: its run is
// the longer.
func joinSparse(a, b []uint32) []uint32 {
	out := make([]uint32, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		i, j := sparseIndex(a[0]), sparseIndex(b[0])
		switch {
		case i == j:
			out = append(out, min(a[0], b[0]))
			a, b = a[1:], b[1:]
		case i < j:
			out, a = append(out, a[0]), a[1:]
		default:
			out, b = append(out, b[0]), b[1:]
		}
	}
	return append(append(out, a...), b...)
}

func (s *Sketch) toRegisters() {
	if s.registers != nil {
		return
	}
	s.registers = make([]uint8, sketchRegisters)
	for _, k := range s.sparse {
		s.raise(k)
	}
	s.sparse = nil
}

func (s *Sketch) raise(k uint32) {
	i := sparseIndex(k) >> (sketchSparseBits - sketchBits) % sketchRegisters
	s.registers[i] = max(s.registers[i], runLength(k))
}

// Estimate returns the number of distinct keys as Cassandra estimates it, but
// for 6,500 to 41,000 keys: there Cassandra corrects with a measured table, and
// this uses Ertl's estimator, which needs none; they agree within about 1 %.
func (s *Sketch) Estimate() int64 {
	if s.registers == nil {
		const sm = 1 << sketchSparseBits
		return round(linearCount(sm, sm-float64(len(s.sparse))))
	}
	var counts [64]float64
	sum := 0.0
	for _, r := range s.registers {
		counts[r&63]++
		sum += math.Ldexp(1, -int(r))
	}
	if h := linearCount(sketchRegisters, counts[0]); counts[0] > 0 && h < sketchLinearMax {
		return round(h)
	}
	const m = sketchRegisters
	if raw := 0.7213 / (1 + 1.079/m) * m * m / sum; raw > 5*m {
		return round(raw)
	}
	return round(ertlEstimate(&counts))
}

// round is Java's Math.round: halves go up.
func round(f float64) int64 { return int64(math.Floor(f + 0.5)) }

// linearCount estimates by the empty ones of m places.
func linearCount(m, empty float64) float64 { return m * math.Log(m/empty) }

// ertlEstimate is the improved raw estimator of O. Ertl, "New cardinality
// estimation algorithms for HyperLogLog sketches" (2017). The run lengths of 64
// bits never reach their end, so its correction for full registers is left out.
func ertlEstimate(counts *[64]float64) float64 {
	const m = sketchRegisters
	z := 0.0
	for k := len(counts) - 1; k > 0; k-- {
		z = 0.5 * (z + counts[k])
	}
	x, y := counts[0]/m, 1.0
	sigma := x
	for last := -1.0; sigma != last; y += y {
		x *= x
		last = sigma
		sigma += x * y
	}
	return m * m / (2 * math.Ln2 * (z + m*sigma))
}

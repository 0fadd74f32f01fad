package sstable

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"
)

// decoder reads a byte slice in memory. The first error sticks and every later
// read gives zero, so that a caller reads all fields and looks once.
type decoder struct {
	b    []byte
	pos  int
	file string
	// base is the file offset of b[0], for errors.
	base int64
	err  error
}

func (d *decoder) fail(what, expected, found string) {
	if d.err == nil {
		d.err = &CorruptError{File: d.file, Offset: d.base + int64(d.pos), What: what, Expected: expected, Found: found}
	}
}

func (d *decoder) left() int { return len(d.b) - d.pos }

// take returns the next n bytes, aliasing the input, or nil.
func (d *decoder) take(n int, what string) []byte {
	if d.err != nil {
		return nil
	}
	if n < 0 || n > d.left() {
		d.fail(what, fmt.Sprintf("%d bytes", n), fmt.Sprintf("%d left", d.left()))
		return nil
	}
	d.pos += n
	return d.b[d.pos-n : d.pos : d.pos]
}

func (d *decoder) u8(what string) byte {
	if b := d.take(1, what); b != nil {
		return b[0]
	}
	return 0
}

func (d *decoder) u16(what string) int {
	if b := d.take(2, what); b != nil {
		return int(binary.BigEndian.Uint16(b))
	}
	return 0
}

func (d *decoder) u32(what string) uint32 {
	if b := d.take(4, what); b != nil {
		return binary.BigEndian.Uint32(b)
	}
	return 0
}

func (d *decoder) i32(what string) int32 { return int32(d.u32(what)) }

func (d *decoder) i64(what string) int64 {
	if b := d.take(8, what); b != nil {
		return int64(binary.BigEndian.Uint64(b))
	}
	return 0
}

func (d *decoder) f64(what string) float64 { return math.Float64frombits(uint64(d.i64(what))) }

// count reads an int32 number of items of at least size bytes each, and refuses
// one that the rest of the input cannot hold.
func (d *decoder) count(size int, what string) int {
	n := int(d.i32(what))
	if d.err == nil && (n < 0 || n > d.left()/size) {
		d.fail(what, fmt.Sprintf("at most %d", d.left()/size), fmt.Sprint(n))
		return 0
	}
	return n
}

// ucount is count for a number written as a vint.
func (d *decoder) ucount(limit int, what string) int {
	n := d.uvint(what)
	if d.err == nil && n > uint64(min(limit, d.left())) {
		d.fail(what, fmt.Sprintf("at most %d", min(limit, d.left())), fmt.Sprint(n))
		return 0
	}
	return int(n)
}

// uvint reads VIntCoding's unsigned form: the leading ones of the first byte
// count the bytes that follow it.
func (d *decoder) uvint(what string) uint64 {
	first := d.u8(what)
	n := bits.LeadingZeros8(^first)
	v := uint64(first) & (0xff >> n)
	for _, b := range d.take(n, what) {
		v = v<<8 | uint64(b)
	}
	return v
}

// utf reads Java's writeUTF form, without its modified encoding of NUL, which
// no name holds.
func (d *decoder) utf(what string) string { return string(d.take(d.u16(what), what)) }

// vbytes reads bytes behind a vint length.
func (d *decoder) vbytes(what string) []byte {
	n := d.uvint(what)
	if d.err == nil && n > uint64(d.left()) {
		d.fail(what, fmt.Sprintf("%d bytes", n), fmt.Sprintf("%d left", d.left()))
		return nil
	}
	return d.take(int(n), what)
}

func (d *decoder) flag(what string) bool { return d.u8(what) != 0 }

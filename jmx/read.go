package jmx

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"
)

// reader reads the primitives of an answer. The first failure sticks: later
// reads give zeros, so a caller reads several fields and looks once.
type reader struct {
	src   *bufio.Reader
	limit int64 // bytes left to this answer
	used  int64 // bytes read of this answer
	err   error
	word  [8]byte
	kept  map[string]string // short plain texts, each of itself
}

// readBuffer is how much one read takes in.
const readBuffer = 16 << 10

func newReader(src io.Reader) *reader {
	return &reader{src: bufio.NewReaderSize(src, readBuffer)}
}

// begin starts the next answer; the failure of an earlier one stays.
func (r *reader) begin(limit int64) { r.limit, r.used = limit, 0 }

func (r *reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("offset %d: "+format, append([]any{r.used}, args...)...)
	}
}

func (r *reader) malformed(format string, args ...any) {
	r.fail("%w: "+format, append([]any{ErrMalformed}, args...)...)
}

// allow tells whether n more bytes may be read.
func (r *reader) allow(n int64) bool {
	if r.err != nil {
		return false
	}
	if n < 0 || n > r.limit-r.used {
		r.fail("%w: %d bytes more than the limit of %d", ErrTooLarge, n, r.limit)
		return false
	}
	return true
}

// fixed returns n <= 8 bytes, zeros after a failure.
func (r *reader) fixed(n int) []byte {
	b := r.word[:n]
	if p := r.peek(n); p != nil {
		copy(b, p)
		r.skip(n)
	}
	if r.err != nil {
		clear(b)
	}
	return b
}

// peek shows the next n bytes, n <= readBuffer, without taking them; nil after
// a failure. They are valid until the next read.
func (r *reader) peek(n int) []byte {
	if !r.allow(int64(n)) {
		return nil
	}
	b, err := r.src.Peek(n)
	if err != nil {
		r.fail("%w", noEOF(err))
		return nil
	}
	return b
}

// skip takes n bytes that peek has shown.
func (r *reader) skip(n int) {
	_, _ = r.src.Discard(n) // they are in the buffer
	r.used += int64(n)
}

func (r *reader) u8() byte     { return r.fixed(1)[0] }
func (r *reader) u16() int     { return int(binary.BigEndian.Uint16(r.fixed(2))) }
func (r *reader) u32() uint32  { return binary.BigEndian.Uint32(r.fixed(4)) }
func (r *reader) i32() int32   { return int32(r.u32()) }
func (r *reader) u64() uint64  { return binary.BigEndian.Uint64(r.fixed(8)) }
func (r *reader) i64() int64   { return int64(r.u64()) }
func (r *reader) f32() float32 { return math.Float32frombits(r.u32()) }
func (r *reader) f64() float64 { return math.Float64frombits(r.u64()) }

// chunk is how much is allocated ahead of the bytes that fill it, so that a
// length alone cannot take memory.
const chunk = 64 << 10

// bytes returns n bytes in a slice of their own.
func (r *reader) bytes(n int64) []byte {
	if !r.allow(n) {
		return nil
	}
	b := make([]byte, 0, min(n, chunk))
	for int64(len(b)) < n {
		old := len(b)
		step := min(int(n)-old, chunk)
		b = slices.Grow(b, step)[:old+step]
		if _, err := io.ReadFull(r.src, b[old:]); err != nil {
			r.fail("%w", noEOF(err))
			return nil
		}
		r.used += int64(step)
	}
	return b
}

// utf reads a string of modified UTF-8 with a 16 bit length.
func (r *reader) utf() string { return r.text(int64(r.u16())) }

// text reads n bytes. Names of classes and fields come with every answer, so
// short ones are kept and not made anew.
func (r *reader) text(n int64) string {
	if n <= 0 || n > longestKept {
		return r.newText(n)
	}
	b := r.peek(int(n))
	if s, ok := r.kept[string(b)]; ok && b != nil {
		r.skip(int(n))
		return s
	}
	keep := plainUTF(b)
	s := r.newText(n)
	if keep && r.err == nil && len(r.kept) < mostKept {
		if r.kept == nil {
			r.kept = map[string]string{}
		}
		r.kept[s] = s
	}
	return s
}

const (
	longestKept = 64
	mostKept    = 256
)

func (r *reader) newText(n int64) string {
	b := r.bytes(n)
	if r.err != nil {
		return ""
	}
	s, ok := decodeUTF(b)
	if !ok {
		r.malformed("string is not modified UTF-8")
	}
	return s
}

// noEOF: a stream that ends within an answer is broken, not finished.
func noEOF(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

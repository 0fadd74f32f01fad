package sstable

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/bits"
)

// window is a moving view of uncompressed data: as much as a value needs, plus
// the rest of its block. The first error sticks; later reads give zero.
//
// Values longer than limits.go allows are skipped, never held, so its memory is
// about one block and 64 KiB.
type window struct {
	ctx context.Context // of the scan that owns the window
	src blockSource

	buf   []byte
	pos   int
	start int64 // position of buf[0] in the data
	next  int64 // block that follows buf
	err   error
	// parked says that buf was given up: a seek to offset must come first.
	parked bool
	// badEnd is where the block ends that could not be read, 0 when err is
	// about what a block holds.
	badEnd int64
}

// offset is the position of the next byte in the uncompressed data.
func (w *window) offset() int64 { return w.start + int64(w.pos) }

// left is what lies between here and the end of the data.
func (w *window) left() int64 { return w.src.length() - w.offset() }

// fail keeps the first error and empties the view, so that the quick paths of
// later reads find nothing.
func (w *window) fail(err error) {
	if w.err == nil {
		w.err = err
	}
	w.start = w.offset()
	w.buf, w.pos = w.buf[:0], 0
}

func (w *window) corrupt(what, expected, found string) {
	w.fail(&CorruptError{
		File: w.src.name(), Offset: w.offset(), Uncompressed: true,
		What: what, Expected: expected, Found: found,
	})
}

// ensure makes n bytes available at pos.
func (w *window) ensure(n int, what string) bool {
	return len(w.buf)-w.pos >= n || w.fill(n, what)
}

func (w *window) fill(n int, what string) bool {
	if w.err != nil {
		return false
	}
	if int64(n) > w.left() {
		w.corrupt(what, fmt.Sprintf("%d bytes", n), fmt.Sprintf("%d left", w.left()))
		return false
	}
	if w.parked {
		w.parked = false
		at := w.offset()
		w.start = -1
		w.seek(at)
	}
	w.start += int64(w.pos)
	w.room()
	for w.err == nil && len(w.buf) < n {
		if !w.load() {
			return false
		}
	}
	return w.err == nil
}

// room moves what is left to the front, with place for a block behind it. It
// does not grow by doubling: a merge has a window for each table.
func (w *window) room() {
	left := w.buf[w.pos:]
	w.pos = 0
	if need := len(left) + w.src.blockBytes(); cap(w.buf) < need && w.src.length() > int64(need) {
		w.buf = append(make([]byte, 0, need+need/16), left...)
		return
	}
	w.buf = w.buf[:copy(w.buf, left)]
}

// park gives up the memory between two partitions, at the price of reading the
// block once more.
func (w *window) park() {
	w.start, w.pos, w.buf, w.parked = w.offset(), 0, nil, true
}

// load appends the next block.
func (w *window) load() bool {
	if err := w.ctx.Err(); err != nil {
		w.fail(fmt.Errorf("read %s: %w", w.src.name(), err))
		return false
	}
	buf, err := w.src.appendBlock(w.buf, w.next)
	w.buf = buf
	if err != nil {
		if w.err == nil {
			w.badEnd = min((w.next+1)*int64(w.src.blockBytes()), w.src.length())
		}
		w.fail(err)
		return false
	}
	w.next++
	return true
}

// seek moves to a position; blocks between are not read.
func (w *window) seek(to int64) {
	if w.err != nil {
		return
	}
	if !w.parked && to >= w.start && to <= w.start+int64(len(w.buf)) {
		w.pos = int(to - w.start)
		return
	}
	w.parked = false
	block := int64(w.src.blockBytes())
	w.next = to / block
	w.start, w.buf, w.pos = w.next*block, w.buf[:0], 0
	if n := int(to - w.start); n > 0 && w.load() {
		w.pos = n
	}
}

// forget clears an error; a seek must follow.
func (w *window) forget() {
	w.err, w.badEnd, w.parked = nil, 0, false
	w.start, w.buf, w.pos = -1, w.buf[:0], 0 // nothing at hand, so that seek loads
}

// restart goes on elsewhere after an error.
func (w *window) restart(to int64) {
	w.forget()
	w.seek(to)
}

// skip passes over n bytes.
func (w *window) skip(n uint64, what string) {
	if n <= uint64(len(w.buf)-w.pos) {
		w.pos += int(n)
		return
	}
	if w.err != nil {
		return
	}
	if n > uint64(w.left()) {
		w.corrupt(what, fmt.Sprintf("%d bytes", n), fmt.Sprintf("%d left", w.left()))
		return
	}
	w.seek(w.offset() + int64(n))
}

// take returns the next n bytes, valid until the next read. n is at most
// maxKeyBytes.
func (w *window) take(n int, what string) []byte {
	if !w.ensure(n, what) {
		return nil
	}
	w.pos += n
	return w.buf[w.pos-n : w.pos : w.pos]
}

func (w *window) u8(what string) byte {
	if w.pos >= len(w.buf) && !w.fill(1, what) {
		return 0
	}
	w.pos++
	return w.buf[w.pos-1]
}

func (w *window) u16(what string) int {
	if b := w.take(2, what); b != nil {
		return int(binary.BigEndian.Uint16(b))
	}
	return 0
}

func (w *window) u32(what string) uint32 {
	if b := w.take(4, what); b != nil {
		return binary.BigEndian.Uint32(b)
	}
	return 0
}

func (w *window) i64(what string) int64 {
	if b := w.take(8, what); b != nil {
		return int64(binary.BigEndian.Uint64(b))
	}
	return 0
}

// uvint reads an unsigned vint (decoder.uvint); most are one byte.
func (w *window) uvint(what string) uint64 {
	if w.pos < len(w.buf) {
		if b := w.buf[w.pos]; b < 0x80 {
			w.pos++
			return uint64(b)
		}
	}
	return w.uvintLong(what)
}

func (w *window) uvintLong(what string) uint64 {
	if !w.ensure(1, what) {
		return 0
	}
	first := w.buf[w.pos]
	n := bits.LeadingZeros8(^first)
	if !w.ensure(1+n, what) {
		return 0
	}
	v := uint64(first) & (0xff >> n)
	for _, b := range w.buf[w.pos+1 : w.pos+1+n] {
		v = v<<8 | uint64(b)
	}
	w.pos += 1 + n
	return v
}

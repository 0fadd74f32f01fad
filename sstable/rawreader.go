package sstable

// rawReader reads stretches of a file, with read-ahead once they follow each
// other: a lookup fetches what it needs, a scan goes in large strides.
type rawReader struct {
	file *file
	// maxAhead bounds the read-ahead, in bytes.
	maxAhead int
	// shared bounds it further, by what other readers need, and lends its
	// buffer where nothing is read ahead; nil for a reader of its own.
	shared *memory

	buf     []byte
	start   int64 // file offset of buf[0]
	ahead   int
	lastEnd int64 // where the last stretch ended
}

// limit is how much may be read ahead now.
func (r *rawReader) limit() int {
	if r.shared == nil {
		return r.maxAhead
	}
	// Lists of offsets and checksums are a thousandth of the data; with many
	// tables open a page of them lasts for a megabyte.
	const leastOfList = 512
	if r.maxAhead < readAheadBytes {
		return max(leastOfList, min(r.maxAhead, r.shared.ahead()/8))
	}
	return min(r.maxAhead, r.shared.ahead())
}

// at returns n bytes from offset, valid until the next call of this reader or of
// one that shares its memory. The caller has checked both against the size of
// the file.
func (r *rawReader) at(offset int64, n int) ([]byte, error) {
	sequential := offset == r.lastEnd && offset > 0
	r.lastEnd = offset + int64(n)
	if skip := offset - r.start; skip >= 0 && skip+int64(n) <= int64(len(r.buf)) {
		return r.buf[skip : skip+int64(n)], nil
	}
	if sequential {
		r.ahead = min(2*max(r.ahead, n), r.limit())
	} else {
		r.ahead = 0
	}
	if r.shared != nil && r.ahead <= n && n > 8 {
		return r.borrow(offset, n)
	}
	return r.load(offset, n)
}

func (r *rawReader) load(offset int64, n int) ([]byte, error) {
	want := int(min(int64(max(n, r.ahead)), max(r.file.size-offset, int64(n))))
	if cap(r.buf) < want || cap(r.buf) > 2*max(want, r.limit()) {
		r.buf = make([]byte, want)
	}
	r.buf, r.start = r.buf[:want], offset
	if err := r.file.readFull(r.buf, offset); err != nil {
		r.buf = r.buf[:0]
		return nil, err
	}
	return r.buf[:n], nil
}

// borrow reads into the shared buffer and keeps none of its own.
func (r *rawReader) borrow(offset int64, n int) ([]byte, error) {
	r.buf = nil
	if cap(r.shared.scratch) < n {
		r.shared.scratch = make([]byte, n)
	}
	b := r.shared.scratch[:n]
	return b, r.file.readFull(b, offset)
}

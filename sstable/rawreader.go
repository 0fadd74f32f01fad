package sstable

// rawReader reads stretches of a file, with read-ahead once they follow each
// other: a lookup fetches what it needs, a scan goes in large strides.
type rawReader struct {
	file *file
	// maxAhead bounds the read-ahead, in bytes.
	maxAhead int

	buf     []byte
	start   int64 // file offset of buf[0]
	ahead   int
	lastEnd int64 // where the last stretch ended
}

// at returns n bytes from offset, valid until the next call. The caller has
// checked both against the size of the file.
func (r *rawReader) at(offset int64, n int) ([]byte, error) {
	sequential := offset == r.lastEnd && offset > 0
	r.lastEnd = offset + int64(n)
	if skip := offset - r.start; skip >= 0 && skip+int64(n) <= int64(len(r.buf)) {
		return r.buf[skip : skip+int64(n)], nil
	}
	if sequential {
		r.ahead = min(2*max(r.ahead, n), r.maxAhead)
	} else {
		r.ahead = 0
	}
	return r.load(offset, n)
}

func (r *rawReader) load(offset int64, n int) ([]byte, error) {
	want := int(min(int64(max(n, r.ahead)), max(r.file.size-offset, int64(n))))
	if cap(r.buf) < want {
		r.buf = make([]byte, want)
	}
	r.buf, r.start = r.buf[:want], offset
	if err := r.file.readFull(r.buf, offset); err != nil {
		r.buf = r.buf[:0]
		return nil, err
	}
	return r.buf[:n], nil
}

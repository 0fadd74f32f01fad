package sstable

// memory is what the sources of one merge share, so that thousands of them need
// little. A merge reads one source at a time, and so may its sources. The zero
// memory has no read-ahead.
type memory struct {
	// readAheadBytes is divided among the sources that are open.
	readAheadBytes int
	// windowBytes is what the uncompressed blocks of all open sources may
	// take before they are given up between partitions.
	windowBytes int
	open        int
	// scratch holds what is read without read-ahead.
	scratch []byte
	codecs  map[string]codec
}

const (
	// mergeReadAheadBytes is shared by the read-ahead of all tables of a scan.
	mergeReadAheadBytes = 16 << 20
	// mergeWindowBytes holds the blocks of 1,000 tables of 64 KiB each, which
	// was the default until 4.0.
	mergeWindowBytes = 68 << 20
	// minReadAheadBytes is where reading ahead begins to pay for its memory.
	minReadAheadBytes = 32 << 10
)

// newMemory divides what a scan may take among merges that run side by side.
func newMemory(merges int) *memory {
	return &memory{
		readAheadBytes: mergeReadAheadBytes / max(1, merges),
		windowBytes:    mergeWindowBytes / max(1, merges),
		codecs:         map[string]codec{},
	}
}

// ahead is what each source may read ahead now.
func (m *memory) ahead() int {
	n := min(readAheadBytes, m.readAheadBytes/max(1, m.open))
	if n < minReadAheadBytes {
		return 0
	}
	return n
}

// crowded tells that the blocks of all open sources take too much, if all are as
// large as this one.
func (m *memory) crowded(blockBytes int) bool { return m.open*blockBytes > m.windowBytes }

// codec returns the one decompressor of its kind.
func (m *memory) codec(compressor string) (codec, error) {
	if c := m.codecs[compressor]; c != nil {
		return c, nil
	}
	c, err := newCodec(compressor)
	if err == nil {
		m.codecs[compressor] = c
	}
	return c, err
}

package recording

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
)

// indexEntry is where a frame begins and the time of its keyframe.
type indexEntry struct {
	AtMs   int64 `json:"at"`
	Offset int64 `json:"offset"`
}

// zstd's magic numbers (RFC 8878): frames, and skippable frames, of which the index is one.
const (
	magicFrame     = 0xFD2FB528
	magicSkippable = 0x184D2A50
	skipHeadBytes  = 8
)

// The index ends with its own length and a mark, so that it is found from the end of the file.
const (
	indexMark      = "ptix"
	indexTailBytes = 8
	maxIndexBytes  = 64 << 20
)

func encodeIndex(entries []indexEntry) ([]byte, error) {
	body, err := json.Marshal(entries)
	if err != nil {
		return nil, fmt.Errorf("encode the recording's index: %w", err)
	}
	b := binary.LittleEndian.AppendUint32(nil, magicSkippable)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(body)+indexTailBytes))
	b = append(b, body...)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(body)))
	return append(b, indexMark...), nil
}

// readIndex reads the index at the end of a file that was closed in order; ok is false for any other, whose frames have
// to be walked. Nothing in it is believed that does not fit the file.
func readIndex(r io.ReaderAt, size int64) (spans []span, ok bool) {
	var tail [indexTailBytes]byte
	if size < skipHeadBytes+indexTailBytes {
		return nil, false
	}
	if _, err := r.ReadAt(tail[:], size-indexTailBytes); err != nil || string(tail[4:]) != indexMark {
		return nil, false
	}
	length := int64(binary.LittleEndian.Uint32(tail[:]))
	end := size - indexTailBytes - length - skipHeadBytes // where the last frame ends
	if length > maxIndexBytes || end < 0 {
		return nil, false
	}
	body := make([]byte, length)
	if _, err := r.ReadAt(body, size-indexTailBytes-length); err != nil {
		return nil, false
	}
	var entries []indexEntry
	if json.Unmarshal(body, &entries) != nil || len(entries) == 0 || len(entries) > maxFrames {
		return nil, false
	}
	for i, e := range entries {
		next := end
		if i+1 < len(entries) {
			next = entries[i+1].Offset
		}
		if e.Offset < 0 || e.Offset >= next || next > end {
			return nil, false
		}
		spans = append(spans, span{e.Offset, next})
	}
	return spans, true
}

// span is one zstd frame in a file.
type span struct{ offset, end int64 }

// walk finds the frames of a file by their headers and block lengths, decompressing nothing. A last frame that ends
// early is included, up to the end of the file, and reported by torn.
func walk(r io.ReaderAt, size int64) (spans []span, torn bool, err error) {
	for at := int64(0); at < size; {
		end, skip, err := frameEnd(r, at, size)
		switch {
		case errors.Is(err, io.ErrUnexpectedEOF):
			return append(spans, span{at, size}), true, nil
		case err != nil && len(spans) > 0:
			return spans, true, nil // garbage after good frames: keep them
		case err != nil:
			return nil, false, err
		}
		if !skip {
			spans = append(spans, span{at, end})
		}
		if len(spans) > maxFrames {
			return nil, false, fmt.Errorf("more than %d frames: %w", maxFrames, ErrNotRecording)
		}
		at = end
	}
	return spans, false, nil
}

func frameEnd(r io.ReaderAt, at, size int64) (end int64, skippable bool, err error) {
	var buf [zstd.HeaderMaxSize]byte
	n, err := r.ReadAt(buf[:min(int64(len(buf)), size-at)], at)
	if err != nil && !errors.Is(err, io.EOF) {
		return 0, false, fmt.Errorf("read the recording at %d: %w", at, err)
	}
	if n < skipHeadBytes {
		return 0, false, io.ErrUnexpectedEOF
	}
	switch magic := binary.LittleEndian.Uint32(buf[:]); {
	case magic&^0xF == magicSkippable:
		end = at + skipHeadBytes + int64(binary.LittleEndian.Uint32(buf[4:]))
		if end > size {
			return 0, true, io.ErrUnexpectedEOF
		}
		return end, true, nil
	case magic != magicFrame:
		return 0, false, fmt.Errorf("at byte %d: %w", at, ErrNotRecording)
	}
	var h zstd.Header
	if err := h.Decode(buf[:n]); err != nil {
		return 0, false, io.ErrUnexpectedEOF
	}
	end, err = blocksEnd(r, at+int64(h.HeaderSize), size)
	if err == nil && h.HasCheckSum {
		end += 4
	}
	if err == nil && end > size {
		err = io.ErrUnexpectedEOF
	}
	return end, false, err
}

// blocksEnd follows the 3-byte block headers: last flag, type (2 bits), size (21 bits). A run-length block holds one
// byte whatever its size says; type 3 is reserved.
func blocksEnd(r io.ReaderAt, at, size int64) (int64, error) {
	for {
		var h [3]byte
		if at+3 > size {
			return 0, io.ErrUnexpectedEOF
		}
		if _, err := r.ReadAt(h[:], at); err != nil {
			return 0, fmt.Errorf("read the recording at %d: %w", at, err)
		}
		v := uint32(h[0]) | uint32(h[1])<<8 | uint32(h[2])<<16
		length := int64(v >> 3)
		switch v >> 1 & 3 {
		case 1:
			length = 1
		case 3:
			return 0, fmt.Errorf("bad block at byte %d: %w", at, ErrNotRecording)
		}
		at += 3 + length
		if at > size {
			return 0, io.ErrUnexpectedEOF
		}
		if v&1 == 1 {
			return at, nil
		}
	}
}

package recording

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sort"
	"time"

	"github.com/klauspost/compress/zstd"

	"github.com/partop/partop/internal/cluster"
)

// Store is a recording to read: a file, the built-in bytes, or a Writer's memory. It is safe for concurrent use.
type Store struct {
	title  string
	frames []frame
	torn   bool
}

type frame struct {
	at   time.Time
	open func() io.Reader
}

// Open finds the frames of a recording. A torn tail is no error; see Torn.
func Open(r io.ReaderAt, size int64) (*Store, error) {
	spans, whole := readIndex(r, size)
	torn, err := !whole, error(nil)
	if !whole {
		if spans, torn, err = walk(r, size); err != nil {
			return nil, fmt.Errorf("open the recording: %w", err)
		}
	}
	s := &Store{torn: torn}
	for _, sp := range spans {
		f := frame{open: func() io.Reader { return io.NewSectionReader(r, sp.offset, sp.end-sp.offset) }}
		h, err := readHead(f)
		if err != nil {
			s.torn = true // a frame without even its head: what lies before and after it still opens
			continue
		}
		if h.Partop > cluster.SchemaVersion {
			return nil, fmt.Errorf("open the recording: %w", cluster.ErrNewer)
		}
		f.at, s.title = time.UnixMilli(h.AtMs).UTC(), h.Title
		s.frames = append(s.frames, f)
	}
	if len(s.frames) == 0 {
		return nil, fmt.Errorf("open the recording: no whole frame in %d bytes: %w", size, ErrNotRecording)
	}
	return s, nil
}

// OpenBytes is Open for bytes in memory.
func OpenBytes(b []byte) (*Store, error) { return Open(bytes.NewReader(b), int64(len(b))) }

// Title is what was recorded.
func (s *Store) Title() string { return s.title }

// Torn reports whether the recording ends early or has a damaged frame.
func (s *Store) Torn() bool { return s.torn }

// Start is the time of the first keyframe.
func (s *Store) Start() time.Time {
	if len(s.frames) == 0 {
		return time.Time{}
	}
	return s.frames[0].at
}

// frameReader reads the lines of one frame.
type frameReader struct {
	dec   *zstd.Decoder
	lines *bufio.Scanner
	head  head
}

func openFrame(f frame) (*frameReader, error) {
	dec, err := zstd.NewReader(f.open(), zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
		zstd.WithDecoderMaxMemory(maxDecodeBytes), zstd.WithDecoderMaxWindow(8*windowBytes))
	if err != nil {
		return nil, fmt.Errorf("open a frame: %w", err)
	}
	fr := &frameReader{dec: dec, lines: bufio.NewScanner(dec)}
	fr.lines.Buffer(make([]byte, 0, 64<<10), maxLineBytes)
	line, err := fr.line()
	if err == nil {
		err = json.Unmarshal(line, &fr.head)
	}
	if err == nil && fr.head.Partop < 1 {
		err = ErrNotRecording
	}
	if err != nil {
		dec.Close()
		return nil, fmt.Errorf("read a frame's head: %w", err)
	}
	return fr, nil
}

func readHead(f frame) (head, error) {
	fr, err := openFrame(f)
	if err != nil {
		return head{}, err
	}
	fr.dec.Close()
	return fr.head, nil
}

// line returns the next line; io.EOF at the frame's end, ErrTorn where it stops early. A last line without its newline
// is a torn one.
func (fr *frameReader) line() ([]byte, error) {
	if fr.lines.Scan() {
		return fr.lines.Bytes(), nil
	}
	err := fr.lines.Err()
	switch {
	case err == nil:
		return nil, io.EOF
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, ErrTorn
	}
	return nil, fmt.Errorf("read a frame: %w", err)
}

// Walk gives the answers from the last keyframe at or before from on, in order, until fn returns false. Only the first
// frame's keyframe is given. A damaged frame is left at the point of damage and the next one begun with its keyframe.
func (s *Store) Walk(from time.Time, fn func([]cluster.Reading) bool) error {
	if len(s.frames) == 0 {
		return ErrNoHistory
	}
	i := sort.Search(len(s.frames), func(i int) bool { return s.frames[i].at.After(from) })
	keyframe := true
	for _, f := range s.frames[max(0, i-1):] {
		more, whole, err := walkFrame(f, keyframe, fn)
		if err != nil || !more {
			return err
		}
		keyframe = !whole
	}
	return nil
}

func walkFrame(f frame, keyframe bool, fn func([]cluster.Reading) bool) (more, whole bool, err error) {
	fr, err := openFrame(f)
	if err != nil {
		return true, false, nil
	}
	defer fr.dec.Close()
	for n := 0; ; n++ {
		line, err := fr.line()
		if errors.Is(err, io.EOF) {
			return true, true, nil
		}
		if err != nil {
			return true, false, nil
		}
		if n < fr.head.Keyframe && !keyframe {
			continue
		}
		answer, err := cluster.DecodeLine(line)
		if errors.Is(err, cluster.ErrNewer) {
			return false, false, err
		}
		if err == nil && len(answer) > 0 && !fn(answer) {
			return false, true, nil
		}
	}
}

// lookBack is how much is replayed before the time asked for, so that trends and events are there.
const lookBack = 5 * time.Minute

// At rebuilds the State as it was at a time.
func (s *Store) At(t time.Time) (*cluster.State, error) {
	if len(s.frames) == 0 || t.Before(s.frames[0].at) {
		return nil, ErrNoHistory
	}
	state := cluster.NewState()
	err := s.Walk(t.Add(-lookBack), func(answer []cluster.Reading) bool {
		if answer[0].To.After(t) {
			return false
		}
		state.Apply(answer)
		return true
	})
	return state, err
}

// End is the time of the last Reading; it reads the last frame.
func (s *Store) End() time.Time {
	if len(s.frames) == 0 {
		return time.Time{}
	}
	last := s.frames[len(s.frames)-1].at
	_ = s.Walk(last, func(answer []cluster.Reading) bool { // a failure leaves the best time known
		if to := answer[0].To; to.After(last) {
			last = to
		}
		return true
	})
	return last
}

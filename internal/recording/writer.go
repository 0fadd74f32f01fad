package recording

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/klauspost/compress/zstd"

	"github.com/partop/partop/internal/cluster"
)

// frameEvery is how often a new frame, with its keyframe, begins.
const frameEvery = time.Minute

// Writer takes Readings as they come. It keeps the newest frames in memory for going back in time, up to a bound, and
// copies everything to a file if there is one. It belongs to one goroutine, except for Store.
type Writer struct {
	title string
	file  io.Writer // nil: memory only
	keep  int       // bytes of frames kept in memory

	enc   *zstd.Encoder
	begun time.Time
	wrote int64 // to the file
	index []indexEntry

	mu     sync.Mutex
	frames []*memoryFrame
}

type memoryFrame struct {
	at   time.Time
	data bytes.Buffer
}

// NewWriter makes a Writer. Nothing is written before the first Begin.
func NewWriter(title string, file io.Writer, keepBytes int) (*Writer, error) {
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(windowBytes),
		zstd.WithEncoderLevel(zstd.SpeedDefault), zstd.WithLowerEncoderMem(true))
	if err != nil {
		return nil, fmt.Errorf("make the recording's compressor: %w", err)
	}
	return &Writer{title: title, file: file, keep: keepBytes, enc: enc}, nil
}

// Due reports whether the next Add should be preceded by a Begin.
func (w *Writer) Due(at time.Time) bool { return w.begun.IsZero() || at.Sub(w.begun) >= frameEvery }

// Begin ends the frame before and starts one with the given State, as it is before the next Add.
func (w *Writer) Begin(at time.Time, state *cluster.State) error {
	answers, keyframe := state.Keyframe()
	if err := w.endFrame(); err != nil {
		return err
	}
	w.begun = at
	w.mu.Lock()
	w.frames = append(w.frames, &memoryFrame{at: at})
	w.trim()
	w.mu.Unlock()
	w.index = append(w.index, indexEntry{AtMs: at.UnixMilli(), Offset: w.wrote})
	w.enc.Reset(sink{w})
	line, err := json.Marshal(head{Partop: cluster.SchemaVersion, AtMs: at.UnixMilli(), Title: w.title, Keyframe: answers})
	if err != nil {
		return fmt.Errorf("begin a frame: %w", err)
	}
	if err := w.writeLine(line); err != nil {
		return err
	}
	for answer := range keyframe {
		if err := w.Add(answer); err != nil {
			return err
		}
	}
	return w.Flush()
}

// trim drops the oldest frames over the bound; the newest always stays.
func (w *Writer) trim() {
	total := 0
	for i := len(w.frames) - 1; i >= 0; i-- {
		total += w.frames[i].data.Len()
		if total > w.keep && i < len(w.frames)-1 {
			w.frames = append([]*memoryFrame(nil), w.frames[i+1:]...)
			return
		}
	}
}

// Add writes the Readings of one answer.
func (w *Writer) Add(answer []cluster.Reading) error {
	line, err := cluster.EncodeLine(answer)
	if err != nil {
		return err
	}
	return w.writeLine(line)
}

func (w *Writer) writeLine(line []byte) error {
	if _, err := w.enc.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("write the recording: %w", err)
	}
	return nil
}

// Flush ends a tick: what was added is in memory and in the file from now on.
func (w *Writer) Flush() error {
	if w.begun.IsZero() {
		return nil
	}
	if err := w.enc.Flush(); err != nil {
		return fmt.Errorf("write the recording: %w", err)
	}
	return nil
}

func (w *Writer) endFrame() error {
	if w.begun.IsZero() {
		return nil
	}
	if err := w.enc.Close(); err != nil {
		return fmt.Errorf("end a frame: %w", err)
	}
	return nil
}

// Close ends the last frame and writes the index.
func (w *Writer) Close() error {
	if err := w.endFrame(); err != nil {
		return err
	}
	if w.file == nil || w.begun.IsZero() {
		return nil
	}
	b, err := encodeIndex(w.index)
	if err != nil {
		return err
	}
	if _, err := w.file.Write(b); err != nil {
		return fmt.Errorf("write the recording's index: %w", err)
	}
	return nil
}

// sink is where compressed bytes go: the newest frame in memory, and the file.
type sink struct{ w *Writer }

func (s sink) Write(b []byte) (int, error) {
	s.w.mu.Lock()
	s.w.frames[len(s.w.frames)-1].data.Write(b)
	s.w.mu.Unlock()
	if s.w.file == nil {
		return len(b), nil
	}
	n, err := s.w.file.Write(b)
	s.w.wrote += int64(n)
	return n, err
}

// Store gives what is in memory, as it is now; it stays valid while the Writer goes on.
func (w *Writer) Store() *Store {
	w.mu.Lock()
	defer w.mu.Unlock()
	s := &Store{title: w.title}
	for _, f := range w.frames {
		data := bytes.Clone(f.data.Bytes()) // the buffer may move while it grows
		s.frames = append(s.frames, frame{at: f.at, open: func() io.Reader { return bytes.NewReader(data) }})
	}
	return s
}

// SetTitle renames what is recorded; call it before the first Begin.
func (w *Writer) SetTitle(title string) { w.title = title }

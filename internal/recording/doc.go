// Package recording keeps a stream of Readings and gives it back.
//
// A recording is a row of zstd frames, one a minute, each complete in itself:
//
//	frame    = head line, keyframe lines, ticks
//	head     = {"partop":1,"at":<unix ms>,"title":"...","keyframe":<number of lines that follow>}
//	keyframe = the whole State as lines of Readings (cluster.EncodeLine)
//	tick     = lines of Readings as they came; the frame is flushed after each tick
//	index    = a skippable frame at the end: [{"at":...,"offset":...}], rebuilt from the frames when it is missing
//
// So `zstdcat FILE` shows JSON lines, any minute opens without those before it, and a file cut anywhere loses at most
// its last tick. Files are made with mode 0600: keys and queries are in them.
//
// The package imports cluster and the zstd library. It promises that reading never needs more memory than a frame's
// window and one line, and that a damaged frame costs that frame alone.
package recording

import "errors"

// Sentinels for what callers decide on.
var (
	// ErrNotRecording means that the bytes do not begin as a recording does.
	ErrNotRecording = errors.New("not a partop recording")
	// ErrTorn means that the last frame ends early; all that came before it was read.
	ErrTorn = errors.New("the recording ends in the middle of a tick")
	// ErrNoHistory means that nothing was recorded at the time asked for.
	ErrNoHistory = errors.New("nothing was recorded then")
)

// Limits on what is believed of a file.
const (
	maxLineBytes   = 64 << 20 // a schema of 20,000 tables is about 20 MiB
	windowBytes    = 1 << 20
	maxDecodeBytes = 256 << 20
	maxFrames      = 1 << 20 // two years of minutes
)

// head is the first line of a frame.
type head struct {
	Partop   int    `json:"partop"`
	AtMs     int64  `json:"at"`
	Title    string `json:"title,omitempty"`
	Keyframe int    `json:"keyframe"`
}

// Package saved opens saved outputs of nodetool, of any number of nodes, as if they were a recording: it recognises each
// text by its content, finds out whose it is and of when, and turns it into Readings.
//
// It imports cluster, nodetool and probes (which knows what an output tells), and promises: files are read only, at most
// MaxFiles of at most nodetool.MaxInputBytes each; what is not understood is named and costs nothing else.
package saved

import (
	"errors"
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/nodetool"
)

// MaxFiles is how many files are looked at below the paths named.
const MaxFiles = 20_000

var (
	// ErrNothing means that no file held an output that tells something about tables or nodes.
	ErrNothing = errors.New("no saved output of nodetool that tells about tables or nodes")
	// ErrTooMany means that there are more than MaxFiles files.
	ErrTooMany = errors.New("too many files")
)

// Bundle is what was found.
type Bundle struct {
	// Answers are in the order of their times.
	Answers [][]cluster.Reading
	Pieces  []Piece
	Nodes   int
	Release string // what most outputs look like, "" if they do not tell
}

// Piece is one output: a file, or a part of a file that holds several.
type Piece struct {
	Path   string // as it was named, with ":LINE" for a part of a file
	Node   string // whose it is, as far as the text, the name or the folder tells
	At     time.Time
	Kind   nodetool.Kind
	Reason string // why it gave nothing; "" if it did
	Result *nodetool.Result
	whose  whose
}

// Used counts the outputs that gave Readings.
func (b *Bundle) Used() int {
	n := 0
	for i := range b.Pieces {
		if b.Pieces[i].Reason == "" {
			n++
		}
	}
	return n
}

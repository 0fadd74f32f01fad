// Package logs reads what Cassandra logs of partitions: large ones as they are written, and reads that met many tombstones,
// in the words of 2.0 to 5.0 and of DSE 6.
//
// It imports the standard library and promises: any bytes may be fed, in any pieces; memory is bounded (maxRecord of an
// unfinished line); a line that is not known gives nothing. Key and Query are texts of users' data.
package logs

import (
	"bytes"
	"time"
)

// Kind is what a line tells.
type Kind string

// The kinds, by what Cassandra did.
const (
	LargePartition   Kind = "large_partition"   // it wrote one, in a compaction or a flush
	ManyTombstones   Kind = "many_tombstones"   // it wrote a partition with many of them
	TombstoneWarning Kind = "tombstone_warning" // a read beyond tombstone_warn_threshold
	TombstoneAbort   Kind = "tombstone_abort"   // a read that was ended at tombstone_failure_threshold
)

// Event is one line. What it does not tell is empty, or -1.
type Event struct {
	Kind            Kind
	At              time.Time
	Keyspace, Table string
	Key             string // as Cassandra printed it
	Query           string // cut by Cassandra at 512 characters
	Token           string // of the last partition that the read touched
	SizeBytes       int64
	Tombstones      int64
	LiveRows        int64
	// AtLeast says that Tombstones is where the count ended, or that Cassandra leaves lines of this kind out: guardrails say
	// the same thing once in ten minutes (NoSpamLogger).
	AtLeast bool
}

// maxRecord bounds a line with the lines that continue it: a query of 512 characters, a path and a key; stack traces are
// cut.
const maxRecord = 16 << 10

// Parser takes a log in pieces.
type Parser struct {
	// Zone is that of the node's clock: lines name none.
	Zone *time.Location

	record []byte // the line with its continuation, until the next one begins
	line   []byte // unfinished
}

// Feed takes the next bytes and hands over what they complete.
func (p *Parser) Feed(b []byte, emit func(Event)) {
	for len(b) > 0 {
		end := bytes.IndexByte(b, '\n')
		piece := b
		if end >= 0 {
			piece = b[:end]
		}
		room := maxRecord - len(p.line)
		p.line = append(p.line, piece[:min(len(piece), room)]...)
		if end < 0 {
			return
		}
		p.endLine(emit)
		b = b[end+1:]
	}
}

// endLine appends to the record, or ends it where a new one begins.
func (p *Parser) endLine(emit func(Event)) {
	line := bytes.TrimSuffix(p.line, []byte("\r"))
	if begins(line) {
		p.Flush(emit)
		p.record = append(p.record[:0], line...)
	} else if len(p.record) > 0 && len(p.record)+len(line) < maxRecord {
		p.record = append(append(p.record, '\n'), line...) // a newline in a literal of a query
	}
	p.line = p.line[:0]
}

// Flush takes the last complete line for whole: nothing may follow it for hours.
func (p *Parser) Flush(emit func(Event)) {
	if len(p.record) == 0 {
		return
	}
	if e, ok := p.parse(string(p.record)); ok {
		emit(e)
		p.record = p.record[:0]
	}
}

// Reset forgets what is unfinished, where a part of the log is skipped.
func (p *Parser) Reset() { p.line, p.record = p.line[:0], p.record[:0] }

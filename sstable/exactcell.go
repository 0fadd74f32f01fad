package sstable

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// exactCell is a cell with what merging needs of it.
type exactCell struct {
	path, value []byte // the value is cut at maxCapturedBytes
	valueBytes  int64
	timestamp   int64
	ttl         int32
	local       int64 // local deletion time, NoDeletionTime for one that lives for ever
}

// exactColumn is what a row has of a column.
type exactColumn struct {
	index    int // in the header of its SSTable
	deletion DeletionTime
	written  bool // the deletion, even if it is LIVE
	cells    []exactCell
}

// rowCapture keeps the cells of one row, until the next is read.
type rowCapture struct {
	liveness   Liveness
	deletion   DeletionTime
	shadowable bool
	columns    []exactColumn
	cells      int
}

const (
	// maxCapturedBytes of a value decide which of two cells with the same
	// times wins; the rest of a longer value is not looked at.
	maxCapturedBytes = 64 << 10
	// maxCapturedCells bounds the memory of a row: a collection may have any
	// number of cells.
	maxCapturedCells = 1 << 20
)

func (c *rowCapture) begin(u *Unfiltered, shadowable bool) {
	*c = rowCapture{liveness: u.Liveness, deletion: u.Deletion, shadowable: shadowable, columns: c.columns[:0]}
}

func (c *rowCapture) column(i int) {
	c.columns = append(c.columns, exactColumn{index: i, deletion: liveDeletion})
}

func (c *rowCapture) complexDeletion(d DeletionTime) {
	last := &c.columns[len(c.columns)-1]
	last.deletion, last.written = d, true
}

// captureCell reads path and value of a cell.
func (s *Scanner) captureCell(fixed int, flags byte, c exactCell) {
	if fixed == elementCell {
		c.path, _ = s.captureBytes(s.w.uvint("path length"), "cell path")
	}
	if flags&cellHasEmptyValue == 0 {
		c.value, c.valueBytes = s.captureBytes(s.cellValueLength(fixed), "cell value")
	}
	column := &s.capture.columns[len(s.capture.columns)-1]
	column.cells = append(column.cells, c)
	if s.capture.cells++; s.capture.cells > maxCapturedCells && s.w.err == nil {
		s.w.fail(fmt.Errorf("row at %d of more than %d cells: %w", s.u.Position, maxCapturedCells, ErrUnsupported))
	}
}

func (s *Scanner) captureBytes(n uint64, what string) ([]byte, int64) {
	kept := bytes.Clone(s.w.take(int(min(n, maxCapturedBytes)), what))
	s.w.skip(n-min(n, maxCapturedBytes), what)
	return kept, int64(n)
}

// reconcileCells returns the cell that survives of two for the same column and
// path (Cells.resolveRegular). With the same timestamp a tombstone or expiring
// cell beats a live one, a tombstone an expiring one, the later local deletion
// time the earlier, and at last the larger value.
func reconcileCells(a, b *exactCell) *exactCell {
	if a.timestamp != b.timestamp {
		return either(a, b, a.timestamp > b.timestamp)
	}
	aEnds, bEnds := a.local != NoDeletionTime, b.local != NoDeletionTime
	if aEnds != bEnds {
		return either(a, b, aEnds)
	}
	if aEnds {
		if aDead, bDead := a.ttl == 0, b.ttl == 0; aDead != bDead {
			return either(a, b, aDead)
		}
		if a.local != b.local {
			return either(a, b, a.local > b.local)
		}
	}
	return either(a, b, bytes.Compare(a.value, b.value) >= 0)
}

func either(a, b *exactCell, first bool) *exactCell {
	if first {
		return a
	}
	return b
}

// isTombstone tells a deleted cell; expired ones become such.
func (c *exactCell) isTombstone() bool { return c.local != NoDeletionTime && c.ttl == 0 }

// reconcileCounters merges two counter cells: a tombstone wins whatever its time
// (CASSANDRA-7346), others join their shards (Cells.resolveCounter).
func reconcileCounters(a, b *exactCell) *exactCell {
	aDead, bDead := a.isTombstone(), b.isTombstone()
	switch {
	case aDead && bDead:
		return reconcileCells(a, b)
	case aDead || bDead:
		return either(a, b, aDead)
	}
	merged := *either(a, b, a.timestamp >= b.timestamp)
	merged.value = joinShards(a.value, b.value)
	merged.valueBytes = int64(len(merged.value))
	return &merged
}

const shardBytes = 16 + 8 + 8

// shards of a counter context: i16 n, n x i16 index of a global or local shard
// (global ones as index plus the smallest short), then shards of 16-byte id,
// i64 clock, i64 count, by id (CounterContext).
type shards struct {
	header map[int]int16 // index of a shard -> as stored
	body   []byte
}

func parseShards(b []byte) (s shards, ok bool) {
	if len(b) < 2 {
		return s, false
	}
	n := int(int16(binary.BigEndian.Uint16(b)))
	if n < 0 || len(b) < 2+2*n || (len(b)-2-2*n)%shardBytes != 0 {
		return s, false
	}
	s.header, s.body = map[int]int16{}, b[2+2*n:]
	for i := range n {
		v := int16(binary.BigEndian.Uint16(b[2+2*i:]))
		index := int(v)
		if v < 0 {
			index = int(v) + 1<<15
		}
		s.header[index] = v
	}
	return s, true
}

// joinShards merges two contexts; of one id the shard with the higher clock
// stays, and a global one before others. What is no context loses to what is.
func joinShards(a, b []byte) []byte {
	x, okA := parseShards(a)
	y, okB := parseShards(b)
	if !okA || !okB {
		if okA {
			return a
		}
		return b
	}
	var head, body []byte
	i, j, n := 0, 0, 0
	for i*shardBytes < len(x.body) || j*shardBytes < len(y.body) {
		from, at := &x, i
		switch c := compareShards(x.shard(i), y.shard(j)); {
		case c < 0:
			i++
		case c > 0:
			from, at, j = &y, j, j+1
		default:
			if y.beats(j, &x, i) {
				from, at = &y, j
			}
			i, j = i+1, j+1
		}
		if v, marked := from.header[at]; marked {
			kind := v - int16(at)
			head = binary.BigEndian.AppendUint16(head, uint16(kind+int16(n)))
		}
		body = append(body, from.shard(at)...)
		n++
	}
	out := binary.BigEndian.AppendUint16(nil, uint16(len(head)/2))
	return append(append(out, head...), body...)
}

func (s *shards) shard(i int) []byte {
	if (i+1)*shardBytes > len(s.body) {
		return nil
	}
	return s.body[i*shardBytes : (i+1)*shardBytes]
}

// compareShards orders by id; the end of a context comes last.
func compareShards(a, b []byte) int {
	switch {
	case a == nil && b == nil:
		return 0
	case a == nil:
		return 1
	case b == nil:
		return -1
	}
	return bytes.Compare(a[:16], b[:16])
}

func (s *shards) beats(i int, o *shards, j int) bool {
	global := func(x *shards, k int) bool { return x.header[k] < 0 }
	if a, b := global(s, i), global(o, j); a != b {
		return a
	}
	clock := func(b []byte) int64 { return int64(binary.BigEndian.Uint64(b[16:])) }
	return clock(s.shard(i)) > clock(o.shard(j))
}

package scan

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/partop/partop/cassandra/cqltype"
	"github.com/partop/partop/sstable"
)

// PartialVersion is that of the partial format: what a partop on a node hands to the one that asked. It is of no use
// otherwise, and changes as it must: both have to have the same.
const PartialVersion = 1

// ErrPartial means that what came from a node is not a whole scan in this version of the format.
var ErrPartial = errors.New("no scan in this version of the format")

// Partial is the scan of one node: totals, and the partitions that it kept. No rows and no values are in it.
type Partial struct {
	Node     string
	Tables   []PartialTable
	End      PartialEnd
	complete bool
}

// PartialTable is a table on one node.
type PartialTable struct {
	sstable.Location
	Dirs     []string
	SSTables int
	Totals   Totals
	// Columns are the types of the partition key in CQL.
	Columns                             []string
	Murmur3, PartitionsOnly, StaticOnly bool
	Matched                             int64
	Skipped                             []SkipReport
	Top                                 []sstable.MergedPartition `json:"-"` // lines of their own
}

// PartialEnd is the last line.
type PartialEnd struct {
	Complete, Interrupted bool
	Skipped               []SkipReport
	Failed                []string
}

// partialLine is one line: the version, a table, a partition of the table before, or the end.
type partialLine struct {
	Partial   int                      `json:",omitempty"`
	Table     *PartialTable            `json:",omitempty"`
	Partition *sstable.MergedPartition `json:",omitempty"`
	End       *PartialEnd              `json:",omitempty"`
}

// WritePartial writes a scan of this host for the partop that asked; failed are tables that could not be scanned.
func WritePartial(w io.Writer, r *Report, failed []error) error {
	out := bufio.NewWriter(w)
	e := json.NewEncoder(out)
	write := func(l partialLine) {
		_ = e.Encode(l) // the buffer keeps the first error for Flush
	}
	write(partialLine{Partial: PartialVersion})
	for i := range r.Tables {
		t := &r.Tables[i]
		s := t.result
		p := PartialTable{Location: s.Location, Dirs: s.Dirs, SSTables: len(s.SSTables), Totals: s.Totals, Murmur3: s.Murmur3,
			PartitionsOnly: s.PartitionsOnly, StaticOnly: s.StaticOnly, Matched: s.Matched, Skipped: t.Skipped}
		for _, c := range s.Columns {
			p.Columns = append(p.Columns, c.Type.String())
		}
		write(partialLine{Table: &p})
		for j := range s.Top {
			write(partialLine{Partition: &s.Top[j]})
		}
	}
	end := PartialEnd{Complete: r.Complete, Interrupted: r.Interrupted, Skipped: r.Skipped}
	for _, err := range failed {
		end.Failed = append(end.Failed, err.Error())
	}
	write(partialLine{End: &end})
	if err := out.Flush(); err != nil {
		return fmt.Errorf("write the scan: %w", err)
	}
	return nil
}

const (
	// maxPartialLine bounds a line: a key of 64 KiB, or a table with its folders and what was skipped.
	maxPartialLine = 4 << 20
	// maxPartialTables is beyond what any node has.
	maxPartialTables = 20_000
	// maxPartialCount keeps sums over nodes within 63 bits.
	maxPartialCount = 1 << 52
)

// ReadPartial reads what a node sent, and takes nothing for granted.
func ReadPartial(r io.Reader, node string) (*Partial, error) {
	in := bufio.NewScanner(r)
	in.Buffer(make([]byte, 0, 64<<10), maxPartialLine)
	p := &Partial{Node: node}
	for n := 0; in.Scan(); n++ {
		var l partialLine
		if err := json.Unmarshal(in.Bytes(), &l); err != nil {
			return nil, fmt.Errorf("line %d: %w: %w", n+1, ErrPartial, err)
		}
		if n == 0 && l.Partial != PartialVersion {
			return nil, fmt.Errorf("%w: %d, not %d", ErrPartial, l.Partial, PartialVersion)
		}
		if err := p.take(&l); n > 0 && err != nil {
			return nil, fmt.Errorf("line %d: %w", n+1, err)
		}
	}
	if err := in.Err(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrPartial, err)
	}
	if !p.complete {
		return nil, fmt.Errorf("%w: it was cut", ErrPartial)
	}
	return p, nil
}

func (p *Partial) take(l *partialLine) error {
	last := len(p.Tables) - 1
	switch {
	case p.complete:
		return fmt.Errorf("%w: more behind its end", ErrPartial)
	case l.Table != nil && len(p.Tables) < maxPartialTables && l.Table.valid():
		p.Tables = append(p.Tables, *l.Table)
	case l.Partition != nil && last >= 0 && len(p.Tables[last].Top) < MaxKept && validPartition(l.Partition):
		p.Tables[last].Top = append(p.Tables[last].Top, *l.Partition)
	case l.End != nil:
		p.End, p.complete = *l.End, true
	default:
		return fmt.Errorf("%w: neither a table nor a partition of one nor the end", ErrPartial)
	}
	return nil
}

func (t *PartialTable) valid() bool {
	c := &t.Totals
	return len(t.Dirs) > 0 && sane(int64(t.SSTables), t.Matched, c.DiskBytes, c.Partitions, c.Shared, c.Deleted, c.SizeBytes) &&
		saneCounts(&c.Counts) && sane(c.Sizes[:]...)
}

func validPartition(m *sstable.MergedPartition) bool {
	return len(m.Key) <= 1<<16 && sane(int64(m.SSTables), m.SizeBytes, m.LargestBytes) && saneCounts(&m.Counts)
}

func saneCounts(c *sstable.Counts) bool {
	return sane(c.Rows, c.Cells, c.RowTombstones, c.RangeTombstones, c.ComplexTombstones, c.CellTombstones, c.RowTTLExpired, c.CellTTLExpired)
}

func sane(counts ...int64) bool {
	return !slices.ContainsFunc(counts, func(n int64) bool { return n < 0 || n > maxPartialCount })
}

// columns are the types of the key; one that is not known here, a UDT say, leaves the key in hex.
func (t *PartialTable) columns() []cqltype.Column {
	var out []cqltype.Column
	for i, text := range t.Columns {
		typ, err := cqltype.ParseCQL(text, nil)
		if err != nil {
			return nil
		}
		out = append(out, cqltype.Column{Name: fmt.Sprintf("key%d", i+1), Type: typ})
	}
	return out
}

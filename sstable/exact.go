package sstable

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"slices"
)

// TableStatistics is an SSTable with what its Statistics.db says.
type TableStatistics struct {
	Descriptor
	Statistics *Statistics
}

// Exact merges partitions row by row, as a read or a compaction does: what
// replaces what, what deletions cover, and what a compaction of all SSTables of
// the table would write. It reads Statistics.db of all of them once.
//
// Memory is bounded by the rows at one clustering, one for each SSTable.
type Exact struct {
	fsys    fs.FS
	tables  []Descriptor
	minimum []int64 // timestamp of each table
	layout  *exactLayout
}

// ExactOptions say when the merge takes place.
type ExactOptions struct {
	// NowSeconds since 1970 decides what has expired.
	NowSeconds int64
	// GCGraceSeconds is the table's, which no SSTable holds.
	GCGraceSeconds int64
	SkipChecksums  bool
}

// Outcome is a partition as it would be written.
type Outcome struct {
	// SizeBytes is uncompressed, 0 when nothing would be written.
	SizeBytes int64
	Counts
}

// ExactPartition is a partition after its fragments were merged.
type ExactPartition struct {
	// Merged is what is there: what is replaced or deleted is gone, and
	// tombstones are all kept.
	Merged Outcome
	// Compacted is what a compaction of all SSTables would leave now, when
	// gc_grace has ended for some tombstones.
	Compacted Outcome
	// Live is what a read returns: no tombstones, nothing that has expired.
	Live Outcome
	// ShadowedBytes are those of the fragments that the merge does away with.
	ShadowedBytes int64
	// DroppableNow and DroppableLater count what has a local deletion time in
	// Merged: tombstones of all kinds, both sides of range markers, what has
	// expired, and a deletion of the partition. NextDropSeconds and
	// LastDropSeconds are when the first and the last of the later ones may
	// be dropped, 0 without any.
	DroppableNow, DroppableLater     int64
	NextDropSeconds, LastDropSeconds int64
	// MinTTLSeconds and MaxTTLSeconds are of what has one and has not expired,
	// 0 when nothing has; LastExpirySeconds is when the last of it ends.
	MinTTLSeconds, MaxTTLSeconds int32
	LastExpirySeconds            int64
	// Blockers are SSTables that hold some of the partition and data as old
	// as a droppable tombstone elsewhere, or older: a compaction must include
	// them for it to go (CompactionController.getPurgeEvaluator).
	Blockers []Descriptor
}

// NewExact reads the statistics of all SSTables of a table.
func NewExact(ctx context.Context, fsys fs.FS, tables []Descriptor) (*Exact, error) {
	x := &Exact{fsys: fsys, tables: tables, minimum: make([]int64, len(tables))}
	var all []TableStatistics
	for i, d := range tables {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("read statistics: %w", err)
		}
		s, err := OpenStatistics(fsys, d)
		if errors.Is(err, fs.ErrNotExist) {
			continue // compacted away
		}
		if err != nil {
			return nil, fmt.Errorf("read statistics of %s: %w", d, err)
		}
		x.minimum[i] = s.Stats.MinTimestamp
		all = append(all, TableStatistics{d, &Statistics{Header: s.Header, Stats: Stats{
			MinTimestamp: s.Stats.MinTimestamp, MinLocalDeletionTime: s.Stats.MinLocalDeletionTime, MinTTLSeconds: s.Stats.MinTTLSeconds,
		}}})
	}
	x.layout = newExactLayout(all)
	return x, nil
}

// Partition merges the fragments of one partition, as a Merge found them.
func (x *Exact) Partition(ctx context.Context, fragments []Fragment, o ExactOptions) (p ExactPartition, err error) {
	run := newExactRun(x, o)
	defer func() { err = errors.Join(err, run.close()) }()
	for _, f := range fragments {
		if err := run.open(ctx, f); err != nil {
			return p, fmt.Errorf("merge rows of %s: %w", x.tables[f.Table], err)
		}
		p.ShadowedBytes += f.SizeBytes
	}
	if err := run.merge(); err != nil {
		return p, err
	}
	p.Merged, p.Compacted, p.Live = run.outcome(keepAll), run.outcome(collect), run.outcome(liveOnly)
	p.ShadowedBytes = max(0, p.ShadowedBytes-p.Merged.SizeBytes)
	run.drops.fill(&p, o)
	p.Blockers = run.blockers()
	return p, nil
}

// The three ways to write a merged partition.
const (
	keepAll = iota
	collect
	liveOnly
	outcomes
)

// exactRun is the merge of one partition.
type exactRun struct {
	exact    *Exact
	options  ExactOptions
	sources  []*exactSource
	deletion DeletionTime // of the partition
	sizers   [outcomes]sizer
	gcBefore [outcomes]int64
	written  [outcomes]bool
	drops    drops
	shared   *memory
}

func newExactRun(x *Exact, o ExactOptions) *exactRun {
	r := &exactRun{exact: x, options: o, deletion: liveDeletion, drops: newDrops(o), shared: newMemory(1)}
	r.gcBefore = [outcomes]int64{math.MinInt64, o.NowSeconds - o.GCGraceSeconds, math.MaxInt64}
	for i := range r.sizers {
		r.sizers[i] = sizer{layout: x.layout, now: o.NowSeconds, unset: unsetLater}
		if x.layout.version.Name < "nb" && x.layout.version.Format == Big {
			r.sizers[i].unset = unsetEarlier
		}
	}
	return r
}

// What stands for no local deletion time: versions before 5.0 write the largest
// int, which takes four bytes less than the -1 of 5.0. Both write nb, so that
// there the rows must show whose they are; 5.0 is taken where none does.
const (
	unsetEarlier = math.MaxInt32
	unsetLater   = -1
)

func (r *exactRun) learnUnset(d DeletionTime) {
	if d.IsLive() && d.LocalDeletionTime == NoDeletionTime && !r.exact.layout.version.has(uintDeletionTime) {
		for i := range r.sizers {
			r.sizers[i].unset = unsetEarlier
		}
	}
}

// exactSource is a fragment, standing at a row or marker.
type exactSource struct {
	table    int
	t        *SSTable
	scan     *Scanner
	header   *Header
	layout   *rowLayout // that places is of
	union    *exactLayout
	places   [2][]int // regular, static
	capture  rowCapture
	position clusteringPosition
	done     bool
	opens    DeletionTime // of the range that is open here
	// droppable is the latest timestamp of a tombstone that may be dropped.
	droppable int64
}

func (r *exactRun) open(ctx context.Context, f Fragment) error {
	t, err := openComponents(r.exact.fsys, r.exact.tables[f.Table], Options{SkipChecksums: r.options.SkipChecksums},
		[]Component{StatisticsDB, CompressionInfoDB, CRCDB, DataDB})
	if err != nil {
		return err
	}
	s := &exactSource{table: f.Table, t: t, union: r.exact.layout, opens: liveDeletion, droppable: NoTimestamp}
	r.sources = append(r.sources, s)
	t.shared = r.shared
	r.shared.open++
	s.scan, err = t.Scan(ctx, ScanOptions{NowSeconds: r.options.NowSeconds, Start: f.Position, End: f.Position + 1, Clusterings: true})
	if err != nil {
		return err
	}
	s.header = t.Statistics.Header
	s.scan.capture = &s.capture
	if err := s.checkSchema(); err != nil {
		return err
	}
	if !s.scan.Next() {
		return s.scan.Err()
	}
	d := s.scan.Partition().Deletion
	s.noteDeletion(d, r.gcBefore[collect])
	if d.supersedes(r.deletion) {
		r.deletion = d
	}
	return s.advance(r.gcBefore[collect])
}

// checkSchema refuses an SSTable of another table, or one whose statistics were
// not there when the layout was made.
func (s *exactSource) checkSchema() error {
	same := len(s.header.Clusterings) == len(s.union.clustering)
	for _, static := range []bool{false, true} {
		same = same && !slices.Contains(s.place(static), -1)
	}
	if !same {
		return fmt.Errorf("%s: its columns are not those of the other SSTables: %w", s.t, ErrUnsupported)
	}
	return nil
}

func (r *exactRun) close() error {
	var errs []error
	for _, s := range r.sources {
		errs = append(errs, s.t.Close())
	}
	return errors.Join(errs...)
}

func (s *exactSource) place(static bool) []int {
	if s.layout != s.scan.layout {
		s.layout = s.scan.layout
		s.places = [2][]int{places(s.union.regular, s.header.Regular, s.layout.regular), places(s.union.static, s.header.Static, s.layout.static)}
	}
	if static {
		return s.places[1]
	}
	return s.places[0]
}

func (s *exactSource) advance(gcBefore int64) error {
	if !s.scan.NextUnfiltered() {
		s.done = true
		return s.scan.Err()
	}
	u := s.scan.Unfiltered()
	s.position = positionOf(u)
	if u.Kind == Marker {
		s.noteDeletion(u.Deletion, gcBefore)
		s.noteDeletion(u.Opens, gcBefore)
		return nil
	}
	s.noteDeletion(s.capture.deletion, gcBefore)
	if l := s.capture.liveness; l.LocalExpirationTime < gcBefore {
		s.droppable = max(s.droppable, l.Timestamp)
	}
	for i := range s.capture.columns {
		c := &s.capture.columns[i]
		s.noteDeletion(c.deletion, gcBefore)
		for k := range c.cells {
			if c.cells[k].local < gcBefore {
				s.droppable = max(s.droppable, c.cells[k].timestamp)
			}
		}
	}
	return nil
}

func (s *exactSource) noteDeletion(d DeletionTime, gcBefore int64) {
	if !d.IsLive() && d.LocalDeletionTime < gcBefore {
		s.droppable = max(s.droppable, d.MarkedForDeleteAt)
	}
}

// merge goes through rows and markers in the order of their clustering.
func (r *exactRun) merge() error {
	r.begin()
	var group []*exactSource
	for {
		if group = r.lowest(group[:0]); len(group) == 0 {
			break
		}
		if group[0].scan.Unfiltered().Kind == Marker {
			r.mergeMarkers(group)
		} else {
			r.mergeRow(group)
		}
		for _, s := range group {
			if err := s.advance(r.gcBefore[collect]); err != nil {
				return err
			}
		}
	}
	return nil
}

// begin sizes head and static row.
func (r *exactRun) begin() {
	r.drops.deletion(r.deletion)
	static := mergedRow{liveness: noLiveness, deletion: liveDeletion, columns: make([]mergedCells, len(r.exact.layout.static))}
	for i := range static.columns {
		static.columns[i].deletion = liveDeletion
	}
	var rows []*exactSource
	for _, s := range r.sources {
		if !s.done && s.position.static {
			rows = append(rows, s)
		}
	}
	left := false
	if len(rows) > 0 {
		static, left = r.exact.layout.mergeRows(rows, r.deletion)
		r.drops.row(&static)
	}
	for i := range r.sizers {
		d := r.deletion.purge(r.gcBefore[i])
		r.sizers[i].begin(len(r.sources[0].scan.Partition().Key), d)
		purged, kept := static.purge(r.options.NowSeconds, r.gcBefore[i])
		r.sizers[i].static(&purged)
		r.written[i] = !d.IsLive() || kept && left
	}
}

// lowest returns the sources that stand at the first clustering.
func (r *exactRun) lowest(group []*exactSource) []*exactSource {
	for _, s := range r.sources {
		if s.done {
			continue
		}
		c := -1
		if len(group) > 0 {
			c = r.exact.layout.compare(&s.position, &group[0].position)
		}
		switch {
		case c < 0:
			group = append(group[:0], s)
		case c == 0:
			group = append(group, s)
		}
	}
	return group
}

// opened is the deletion of ranges that is open over all sources, if it is more
// than the partition's own.
func (r *exactRun) opened() DeletionTime {
	d := liveDeletion
	for _, s := range r.sources {
		if s.opens.supersedes(d) {
			d = s.opens
		}
	}
	if d.supersedes(r.deletion) {
		return d
	}
	return liveDeletion
}

func (r *exactRun) mergeRow(group []*exactSource) {
	if group[0].position.static {
		return // begin had it
	}
	active := r.deletion
	if d := r.opened(); d.supersedes(active) {
		active = d
	}
	for _, s := range group {
		for i := range s.capture.columns {
			if c := &s.capture.columns[i]; c.written {
				r.learnUnset(c.deletion)
			}
		}
	}
	row, left := r.exact.layout.mergeRows(group, active)
	if !left {
		return
	}
	r.drops.row(&row)
	for i := range r.sizers {
		if purged, left := row.purge(r.options.NowSeconds, r.gcBefore[i]); left {
			r.sizers[i].row(&purged)
			r.written[i] = true
		}
	}
}

// mergeMarkers writes a marker where what is open changes (RangeTombstoneMarker
// .Merger).
func (r *exactRun) mergeMarkers(group []*exactSource) {
	before := r.opened()
	for _, s := range group {
		u := s.scan.Unfiltered()
		switch {
		case u.Bound.IsBoundary():
			s.opens = u.Opens
		case u.Bound.IsStart():
			s.opens = u.Deletion
		default:
			s.opens = liveDeletion
		}
	}
	after := r.opened()
	if before == after {
		return
	}
	r.drops.deletion(before)
	r.drops.deletion(after)
	for i := range r.sizers {
		from, to := before.purge(r.gcBefore[i]), after.purge(r.gcBefore[i])
		if from.IsLive() && to.IsLive() {
			continue
		}
		first := from
		if from.IsLive() {
			first = to
		}
		r.sizers[i].marker(markerKind(group[0].position.side, !from.IsLive(), !to.IsLive()), group[0].position.values, first, to)
		r.written[i] = true
	}
}

func markerKind(side int, closes, opens bool) BoundKind {
	kinds := [...]BoundKind{ExclEndInclStart, ExclEnd, InclStart}
	if side > 0 {
		kinds = [...]BoundKind{InclEndExclStart, InclEnd, ExclStart}
	}
	switch {
	case closes && opens:
		return kinds[0]
	case closes:
		return kinds[1]
	}
	return kinds[2]
}

func (r *exactRun) outcome(i int) Outcome {
	if !r.written[i] {
		return Outcome{}
	}
	r.sizers[i].end()
	return Outcome{r.sizers[i].bytes, r.sizers[i].counts}
}

func (r *exactRun) blockers() (out []Descriptor) {
	for _, s := range r.sources {
		minimum := r.exact.minimum[s.table]
		if slices.ContainsFunc(r.sources, func(o *exactSource) bool {
			return o != s && o.droppable != NoTimestamp && o.droppable >= minimum
		}) {
			out = append(out, s.t.Descriptor)
		}
	}
	return out
}

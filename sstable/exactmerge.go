package sstable

// mergedRow is a row over all SSTables, by the columns of the union.
type mergedRow struct {
	static   bool
	position clusteringPosition
	liveness Liveness
	deletion DeletionTime
	// shadowable says so of the deletion: one of a view's row, which a newer
	// row of the same key undoes.
	shadowable bool
	columns    []mergedCells // by column; nothing in it: not there
}

// mergedCells is what survives of a column.
type mergedCells struct {
	deletion DeletionTime
	cells    map[string]*exactCell // by path, "" of a simple column
}

func (m *mergedCells) empty() bool { return len(m.cells) == 0 && m.deletion.IsLive() }

// supersedes is DeletionTime.supersedes.
func (t DeletionTime) supersedes(o DeletionTime) bool {
	return t.MarkedForDeleteAt > o.MarkedForDeleteAt ||
		t.MarkedForDeleteAt == o.MarkedForDeleteAt && t.LocalDeletionTime > o.LocalDeletionTime
}

func (t DeletionTime) deletes(timestamp int64) bool {
	return !t.IsLive() && timestamp <= t.MarkedForDeleteAt
}

// supersedes is LivenessInfo.supersedes: of the same time, what has expired for
// ever wins, then what expires, then what does so later.
func (l Liveness) supersedes(o Liveness) bool {
	if l.Timestamp != o.Timestamp {
		return l.Timestamp > o.Timestamp
	}
	if a, b := l.TTLSeconds == expiredLivenessTTL, o.TTLSeconds == expiredLivenessTTL; a != b {
		return a
	}
	if a, b := l.TTLSeconds != 0, o.TTLSeconds != 0; a != b {
		return a
	}
	return l.LocalExpirationTime > o.LocalExpirationTime
}

// mergeRows merges the versions of one row under the deletion that is active
// there (Row.Merger). It is false where nothing is left.
func (l *exactLayout) mergeRows(rows []*exactSource, active DeletionTime) (mergedRow, bool) {
	first := rows[0].scan.Unfiltered()
	columns := l.regular
	if first.Kind == StaticRow {
		columns = l.static
	}
	r := mergedRow{
		static: first.Kind == StaticRow, position: rows[0].position, liveness: noLiveness, deletion: liveDeletion,
		columns: make([]mergedCells, len(columns)),
	}
	for _, src := range rows {
		c := &src.capture
		if c.liveness.supersedes(r.liveness) {
			r.liveness = c.liveness
		}
		if c.deletion.supersedes(r.deletion) {
			r.deletion, r.shadowable = c.deletion, c.shadowable
		}
	}
	if r.shadowable && r.deletion.MarkedForDeleteAt < r.liveness.Timestamp {
		r.deletion = liveDeletion
	}
	if r.deletion.supersedes(active) {
		active = r.deletion
	} else {
		r.deletion = liveDeletion
	}
	if active.deletes(r.liveness.Timestamp) {
		r.liveness = noLiveness
	}
	for i := range r.columns {
		r.columns[i].deletion = liveDeletion
	}
	for _, src := range rows {
		for i := range src.capture.columns {
			c := &src.capture.columns[i]
			at := src.place(r.static)[c.index]
			r.columns[at].take(c, columns[at].counter)
		}
	}
	left := r.liveness.Timestamp != NoTimestamp || !r.deletion.IsLive()
	for i := range r.columns {
		r.columns[i].under(active)
		left = left || !r.columns[i].empty()
	}
	return r, left
}

func (m *mergedCells) take(c *exactColumn, counter bool) {
	if c.deletion.supersedes(m.deletion) {
		m.deletion = c.deletion
	}
	if m.cells == nil {
		m.cells = map[string]*exactCell{}
	}
	for i := range c.cells {
		cell := &c.cells[i]
		old := m.cells[string(cell.path)]
		switch {
		case old == nil:
			m.cells[string(cell.path)] = cell
		case counter:
			m.cells[string(cell.path)] = reconcileCounters(old, cell)
		default:
			m.cells[string(cell.path)] = reconcileCells(old, cell)
		}
	}
}

// under drops what a deletion of more than the column covers, and then what the
// column's own does.
func (m *mergedCells) under(active DeletionTime) {
	if m.deletion.supersedes(active) {
		active = m.deletion
	} else {
		m.deletion = liveDeletion
	}
	for path, c := range m.cells {
		if active.deletes(c.timestamp) {
			delete(m.cells, path)
		}
	}
}

// purge is what a compaction does at second now with what ended before gcBefore:
// expired cells become tombstones, and those are dropped (Row.purge). It is false
// where nothing is left.
func (r *mergedRow) purge(now, gcBefore int64) (mergedRow, bool) {
	out := *r
	if l := r.liveness; l.TTLSeconds != 0 && (l.TTLSeconds == expiredLivenessTTL || l.LocalExpirationTime <= now) && l.LocalExpirationTime < gcBefore {
		out.liveness = noLiveness
	}
	out.deletion = r.deletion.purge(gcBefore)
	out.columns = make([]mergedCells, len(r.columns))
	left := out.liveness.Timestamp != NoTimestamp || !out.deletion.IsLive()
	for i := range r.columns {
		out.columns[i] = r.columns[i].purge(now, gcBefore)
		left = left || !out.columns[i].empty()
	}
	return out, left
}

func (t DeletionTime) purge(gcBefore int64) DeletionTime {
	if t.LocalDeletionTime < gcBefore {
		return liveDeletion
	}
	return t
}

func (m *mergedCells) purge(now, gcBefore int64) mergedCells {
	out := mergedCells{deletion: m.deletion.purge(gcBefore)}
	for path, c := range m.cells {
		if c = c.purge(now, gcBefore); c == nil {
			continue
		}
		if out.cells == nil {
			out.cells = make(map[string]*exactCell, len(m.cells))
		}
		out.cells[path] = c
	}
	return out
}

// purge is AbstractCell.purge: an expired cell has been deleted since its TTL
// began.
func (c *exactCell) purge(now, gcBefore int64) *exactCell {
	if c.local == NoDeletionTime || c.ttl != 0 && now < c.local {
		return c
	}
	if c.local < gcBefore {
		return nil
	}
	if c.ttl == 0 {
		return c
	}
	dead := &exactCell{path: c.path, timestamp: c.timestamp, local: c.local - int64(c.ttl)}
	return dead.purge(now, gcBefore)
}

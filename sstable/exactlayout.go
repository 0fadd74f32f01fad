package sstable

import (
	"cmp"
	"slices"

	"github.com/partop/partop/cassandra/cqltype"
)

// mergedColumn is a column of the union of several headers.
type mergedColumn struct {
	name    string
	complex bool
	counter bool
	fixed   int // as column.fixed
}

// exactLayout is the table as a compaction of all its SSTables would write it.
type exactLayout struct {
	version         Version
	clustering      []cqltype.Type
	static, regular []mergedColumn
	// header has the bases of times.
	header Header
}

// newExactLayout joins the headers of the SSTables that a compaction would take
// (SerializationHeader.make).
func newExactLayout(all []TableStatistics) *exactLayout {
	l := &exactLayout{}
	minTimestamp, minLocal, minTTL := int64(NoDeletionTime), int64(NoDeletionTime), int32(expiredLivenessTTL)
	for i := range all {
		h, s := all[i].Statistics.Header, &all[i].Statistics.Stats
		if h == nil {
			continue
		}
		if all[i].Version.Name > l.version.Name {
			l.version = all[i].Version
		}
		if l.clustering == nil {
			for _, c := range h.Clusterings {
				l.clustering = append(l.clustering, c.Type)
			}
		}
		rows, err := newRowLayout(all[i].Version, h)
		if err != nil {
			continue // its rows cannot be read, and Partition says so
		}
		l.static = joinColumns(l.static, h.Static, rows.static)
		l.regular = joinColumns(l.regular, h.Regular, rows.regular)
		minTimestamp, minLocal, minTTL = min(minTimestamp, s.MinTimestamp), min(minLocal, s.MinLocalDeletionTime), min(minTTL, s.MinTTLSeconds)
	}
	// EncodingStats puts its epochs where there is nothing.
	if minTimestamp == NoTimestamp {
		minTimestamp = timestampEpoch
	}
	if minLocal == NoDeletionTime {
		minLocal = deletionTimeEpoch
	}
	l.header = Header{MinTimestamp: minTimestamp, MinLocalDeletionTime: minLocal, MinTTLSeconds: minTTL}
	sortColumns(l.static)
	sortColumns(l.regular)
	return l
}

func joinColumns(have []mergedColumn, add []HeaderColumn, rows []column) []mergedColumn {
	for i, c := range add {
		m := mergedColumn{c.Name, rows[i].complex, c.Type.Kind == cqltype.Counter, rows[i].fixed}
		if m.complex {
			m.fixed = -1
		}
		if !slices.ContainsFunc(have, func(o mergedColumn) bool { return o.name == m.name && o.complex == m.complex }) {
			have = append(have, m)
		}
	}
	return have
}

// sortColumns is the order of a header: simple columns first, then by name.
func sortColumns(cols []mergedColumn) {
	slices.SortFunc(cols, func(a, b mergedColumn) int {
		if a.complex != b.complex {
			if a.complex {
				return 1
			}
			return -1
		}
		return cmp.Compare(a.name, b.name)
	})
}

// places maps the columns of one header to those of the union.
func places(union []mergedColumn, own []HeaderColumn, layout []column) []int {
	out := make([]int, len(own))
	for i, c := range own {
		named := func(complex bool) int {
			return slices.IndexFunc(union, func(m mergedColumn) bool { return m.name == c.Name && m.complex == complex })
		}
		if out[i] = named(layout[i].complex); out[i] < 0 {
			// Only rows could tell that a UDT of 3.0 is frozen.
			if out[i] = named(!layout[i].complex); out[i] < 0 {
				continue
			}
			union[out[i]].complex, union[out[i]].fixed = layout[i].complex, layout[i].fixed
		}
	}
	return out
}

// clusteringPosition is a row or a bound among the clusterings of a partition.
type clusteringPosition struct {
	static bool
	values [][]byte
	// side is where a bound lies beside what begins with its values: -1
	// before, 1 behind; 0 for a row.
	side int
}

func positionOf(u *Unfiltered) clusteringPosition {
	p := clusteringPosition{static: u.Kind == StaticRow, values: u.Clustering}
	if u.Kind == Marker {
		p.side = u.Bound.side()
	}
	return p
}

// side is ClusteringPrefix.Kind.comparedToClustering.
func (k BoundKind) side() int {
	switch k {
	case ExclEnd, InclStart, ExclEndInclStart:
		return -1
	case InclEndExclStart, InclEnd, ExclStart:
		return 1
	case StaticClustering, PlainClustering:
	}
	return 0
}

// compare is ClusteringComparator.compare: null sorts first, whatever the order
// of the column.
func (l *exactLayout) compare(a, b *clusteringPosition) int {
	if a.static != b.static {
		if a.static {
			return -1
		}
		return 1
	}
	for i := range min(len(a.values), len(b.values)) {
		x, y := a.values[i], b.values[i]
		if x == nil || y == nil {
			if (x == nil) != (y == nil) {
				if x == nil {
					return -1
				}
				return 1
			}
			continue
		}
		if c := cqltype.Compare(l.clustering[i], x, y); c != 0 {
			return c
		}
	}
	switch {
	case len(a.values) == len(b.values):
		return cmp.Compare(a.side, b.side)
	case len(a.values) < len(b.values):
		return a.side
	default:
		return -b.side
	}
}

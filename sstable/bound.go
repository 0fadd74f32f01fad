package sstable

import (
	"fmt"

	"github.com/partop/partop/cassandra/cqltype"
)

// BoundKind is ClusteringPrefix.Kind, as stored.
type BoundKind uint8

// The kinds that files hold. A boundary ends one range and starts the next.
const (
	ExclEnd BoundKind = iota
	InclStart
	ExclEndInclStart
	StaticClustering
	PlainClustering
	InclEndExclStart
	InclEnd
	ExclStart
)

// IsBoundary tells that the kind closes one range and opens another.
func (k BoundKind) IsBoundary() bool { return k == ExclEndInclStart || k == InclEndExclStart }

// IsStart tells that the kind opens a range.
func (k BoundKind) IsStart() bool { return k == InclStart || k == ExclStart }

// isMarker tells that a range tombstone marker may have the kind.
func (k BoundKind) isMarker() bool {
	return k <= ExclStart && k != StaticClustering && k != PlainClustering
}

// Bound is an end of a range of clusterings. Values are serialized, of the first
// len(Values) clustering columns; nil is null. None means open.
type Bound struct {
	Kind   BoundKind
	Values [][]byte
}

// Slice is the range of clusterings that an SSTable holds.
type Slice struct {
	// Known is false before md, whose values cannot be trusted
	// (CASSANDRA-14861).
	Known bool
	// Start and End are in clustering order: for a DESC column the start has
	// the larger value. Before oa they are inclusive and may be cut short
	// where a range tombstone is open.
	Start, End Bound
}

// covered reads min/max clustering, or the slice that replaces them.
func (d *decoder) covered(v Version) Slice {
	if !v.has(coveredSlice) {
		s := Slice{Known: v.has(accurateMinMax)}
		s.Start = Bound{InclStart, d.clusteringValues("minimum clustering")}
		s.End = Bound{InclEnd, d.clusteringValues("maximum clustering")}
		return s
	}
	n := d.ucount(maxClusteringColumns, "clustering types")
	types := make([]cqltype.Type, 0, n)
	for range n {
		types = append(types, d.javaType("clustering type"))
	}
	return Slice{true, d.bound(types), d.bound(types)}
}

func (d *decoder) clusteringValues(what string) [][]byte {
	n := d.count(2, what)
	values := make([][]byte, 0, n)
	for range n {
		values = append(values, d.take(d.u16(what), what))
	}
	return values
}

// bound reads u8 kind, u16 number of values, values (ClusteringBoundOrBoundary
// .Serializer).
func (d *decoder) bound(types []cqltype.Type) Bound {
	b := Bound{Kind: BoundKind(d.u8("bound kind"))}
	n := d.u16("bound size")
	if n > len(types) {
		d.fail("bound size", fmt.Sprintf("at most %d", len(types)), fmt.Sprint(n))
	}
	if d.err != nil {
		return b
	}
	b.Values = d.clustering(types[:n])
	return b
}

// clustering reads values in groups of 32, each behind a vint with two bits a
// value: empty, null (ClusteringPrefix.Serializer).
func (d *decoder) clustering(types []cqltype.Type) [][]byte {
	values := make([][]byte, len(types))
	var head uint64
	for i, t := range types {
		if i%32 == 0 {
			head = d.uvint("clustering header")
		}
		switch bits := head >> (2 * (i % 32)); {
		case bits&2 != 0:
		case bits&1 != 0:
			values[i] = []byte{}
		default:
			if n, fixed := t.FixedLength(); fixed {
				values[i] = d.take(n, "clustering value")
			} else {
				values[i] = d.vbytes("clustering value")
			}
		}
	}
	return values
}

package cluster

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// ErrNewer marks a line written by a partop whose Readings this one may misread.
var ErrNewer = errors.New("written by a newer partop")

// line is the form on disk: the Readings of one answer share a head, so that a poll of 200 tables costs one head and
// 200 short items. Times are Unix milliseconds.
type line struct {
	Version   int       `json:"v"`
	Seq       uint64    `json:"seq"`
	FromMs    int64     `json:"from"`
	ToMs      int64     `json:"to"`
	Node      NodeID    `json:"node,omitempty"`
	Kind      string    `json:"kind"`
	Scope     Scope     `json:"scope,omitempty"`
	Source    Source    `json:"source"`
	Exactness Exactness `json:"exactness,omitempty"`
	Coverage  *Coverage `json:"coverage,omitempty"`
	Cost      *Cost     `json:"cost,omitempty"`
	Items     []item    `json:"items"`
}

type item struct {
	Table   *TableID        `json:"t,omitempty"`
	Value   json.RawMessage `json:"value,omitempty"`
	Unknown *Unknown        `json:"unknown,omitempty"`
}

// tableIDs travel as "keyspace.table"; CQL allows no dot in an unquoted name and nodetool prints them so too.

// MarshalText implements encoding.TextMarshaler.
func (t TableID) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (t *TableID) UnmarshalText(b []byte) error {
	if string(b) == "." { // of none, as recordings hold it where a field may be empty
		*t = TableID{}
		return nil
	}
	id, ok := ParseTableID(string(b))
	if !ok {
		return fmt.Errorf("table %q has no keyspace", b)
	}
	*t = id
	return nil
}

// EncodeLine writes the Readings of one answer as one JSON object without a newline. All must share what a line's head
// holds; the first one's is taken.
func EncodeLine(readings []Reading) ([]byte, error) {
	if len(readings) == 0 {
		return nil, errors.New("encode an empty answer")
	}
	l := headOf(&readings[0])
	l.Items = make([]item, len(readings))
	for i := range readings {
		it, err := encodeItem(&readings[i])
		if err != nil {
			return nil, err
		}
		l.Items[i] = it
	}
	return json.Marshal(l)
}

func headOf(r *Reading) line {
	l := line{
		Version: SchemaVersion, Seq: r.Seq, FromMs: r.From.UnixMilli(), ToMs: r.To.UnixMilli(), Node: r.Node,
		Kind: r.Kind.String(), Scope: r.Scope, Source: r.Source, Exactness: r.Exactness,
	}
	if r.Coverage != (Coverage{}) {
		l.Coverage = &r.Coverage
	}
	if r.Cost != (Cost{}) {
		l.Cost = &r.Cost
	}
	return l
}

func encodeItem(r *Reading) (item, error) {
	it := item{Unknown: r.Unknown}
	if !r.Table.IsZero() {
		it.Table = &r.Table
	}
	if r.Value == nil {
		return it, nil
	}
	raw, err := json.Marshal(r.Value)
	if err != nil {
		return it, fmt.Errorf("encode %s of %s: %w", r.Kind, r.Table, err)
	}
	it.Value = raw
	return it, nil
}

// DecodeLine is the reverse of EncodeLine. A kind that this release does not know gives no Readings and no error.
func DecodeLine(b []byte) ([]Reading, error) {
	var l line
	if err := json.Unmarshal(b, &l); err != nil {
		return nil, fmt.Errorf("decode a line of readings: %w", err)
	}
	if l.Version > SchemaVersion {
		return nil, fmt.Errorf("readings of version %d: %w", l.Version, ErrNewer)
	}
	kind, ok := ParseKind(l.Kind)
	if !ok {
		return nil, nil
	}
	out := make([]Reading, 0, len(l.Items))
	for i := range l.Items {
		r, err := l.reading(kind, &l.Items[i])
		if err != nil {
			return nil, fmt.Errorf("decode %s of node %s: %w", l.Kind, l.Node, err)
		}
		out = append(out, r)
	}
	return out, nil
}

func (l *line) reading(kind Kind, it *item) (Reading, error) {
	r := Reading{
		Seq: l.Seq, From: time.UnixMilli(l.FromMs).UTC(), To: time.UnixMilli(l.ToMs).UTC(), Node: l.Node, Kind: kind,
		Scope: min(l.Scope, WholeCluster), Source: l.Source, Exactness: min(l.Exactness, AtLeast), Unknown: it.Unknown,
	}
	if l.Coverage != nil {
		r.Coverage = *l.Coverage
	}
	if l.Cost != nil {
		r.Cost = *l.Cost
	}
	if it.Table != nil {
		r.Table = *it.Table
	}
	if allTables := r.Unknown != nil && r.Table.IsZero(); kind.AboutTable() == r.Table.IsZero() && !allTables {
		return r, fmt.Errorf("table %q does not fit the kind", r.Table)
	}
	if len(it.Value) == 0 || r.Unknown != nil {
		return r, nil
	}
	r.Value = kindTable[kind].zero()
	return r, json.Unmarshal(it.Value, r.Value)
}

package sstable

import (
	"fmt"

	"github.com/partop/partop/cassandra/cqltype"
)

// Epochs of EncodingStats: the minima are stored as differences to 2015-09-22.
const (
	timestampEpoch    = 1442880000000000
	deletionTimeEpoch = 1442880000
)

// Header is the serialization header: the types Data.db was written with, and
// the bases of its deltas (SerializationHeader.Component). Dropped columns are
// still here, later ones are not; key and clustering columns have no names.
type Header struct {
	// MinTimestamp (microseconds), MinLocalDeletionTime (seconds) and
	// MinTTLSeconds are lower bounds, chosen when writing began.
	MinTimestamp         int64
	MinLocalDeletionTime int64
	MinTTLSeconds        int32

	KeyType     HeaderType
	Clusterings []HeaderType
	// Static and Regular are in the order of the cells in a row.
	Static, Regular []HeaderColumn
}

// HeaderType is a type as the file names it, and as it was understood.
type HeaderType struct {
	// Text is the Java class with its arguments.
	Text string
	// Type is the zero Type when Text is not one.
	Type cqltype.Type
}

// HeaderColumn is a column of the header.
type HeaderColumn struct {
	Name string
	HeaderType
}

// KeyColumns splits the key type into its components, for cqltype.KeyText and
// the like. The names are empty: the file has none.
func (h *Header) KeyColumns() []cqltype.Column {
	if h.KeyType.Type.Kind != cqltype.Composite {
		return []cqltype.Column{{Type: h.KeyType.Type}}
	}
	cols := make([]cqltype.Column, 0, len(h.KeyType.Type.Params))
	for _, t := range h.KeyType.Type.Params {
		cols = append(cols, cqltype.Column{Type: t})
	}
	return cols
}

func (d *decoder) header() *Header {
	h := &Header{
		MinTimestamp: int64(d.uvint("minimum timestamp")) + timestampEpoch,
		// An int, sign-extended when negative.
		MinLocalDeletionTime: int64(int32(d.uvint("minimum local deletion time"))) + deletionTimeEpoch,
		MinTTLSeconds:        int32(d.uvint("minimum TTL")),
		KeyType:              d.headerType("key type"),
	}
	for range d.ucount(maxClusteringColumns, "clustering columns") {
		h.Clusterings = append(h.Clusterings, d.headerType("clustering type"))
	}
	h.Static = d.headerColumns("static columns")
	h.Regular = d.headerColumns("regular columns")
	return h
}

func (d *decoder) headerColumns(what string) []HeaderColumn {
	var cols []HeaderColumn
	for range d.ucount(maxColumns, what) {
		if d.err != nil {
			return nil
		}
		cols = append(cols, HeaderColumn{string(d.vbytes(what)), d.headerType(what)})
	}
	return cols
}

// headerType keeps a type that cannot be understood: metadata stay readable,
// and Scan refuses.
func (d *decoder) headerType(what string) HeaderType {
	text := string(d.vbytes(what))
	t, err := cqltype.ParseJava(text)
	if err != nil {
		return HeaderType{Text: text}
	}
	return HeaderType{text, t}
}

// javaType reads a type without which the following bytes have no meaning.
func (d *decoder) javaType(what string) cqltype.Type {
	t := d.headerType(what)
	if t.Type.Kind == cqltype.Invalid {
		d.fail(what, "a type", fmt.Sprintf("%q", t.Text))
	}
	return t.Type
}

package sstable

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"testing"
)

// packDistances writes distances of any width, two of 12 bits in three bytes.
func packDistances(b []byte, distances []uint64, width int) []byte {
	if width != 12 {
		for _, d := range distances {
			var v [8]byte
			binary.BigEndian.PutUint64(v[:], d)
			b = append(b, v[8-width/8:]...)
		}
		return b
	}
	at := len(b)
	b = append(b, make([]byte, (len(distances)*12+7)/8)...)
	for i, d := range distances {
		p := at + i*3/2
		if i%2 == 0 {
			b[p], b[p+1] = byte(d>>4), b[p+1]|byte(d<<4)
		} else {
			b[p], b[p+1] = b[p]|byte(d>>8), byte(d)
		}
	}
	return b
}

// trieFile puts leaves with payloads -1, -2, ... (data positions 0, 1, ...) under
// one node of a type, and ends as Partitions.db does. Dense nodes get gaps.
func trieFile(typ byte, children int, ownPayload bool) []byte {
	var b []byte
	first := 0
	if ownPayload {
		first = 1
	}
	var leaves []int
	for i := range children {
		leaves = append(leaves, len(b))
		b = append(b, 0x01, byte(^(i + first)))
	}
	root := len(b)
	t := nodeTypes[typ]
	var distances []uint64
	for i, at := range leaves {
		if t.kind == denseNode && i > 0 {
			distances = append(distances, 0)
		}
		distances = append(distances, uint64(root-at))
	}
	flags := byte(0)
	if ownPayload {
		flags = 1
	}
	switch t.kind {
	case leafNode:
		b = append(b, flags)
	case singleShort:
		d := distances[0]
		if t.bits == 12 {
			b = append(b, typ<<4|byte(d>>8), byte(d), 'x')
		} else {
			b = append(b, typ<<4|byte(d), 'x')
		}
	case singleLong:
		b = packDistances(append(b, typ<<4|flags, 'x'), distances, t.bits)
	case sparseNode:
		b = append(b, typ<<4|flags, byte(children))
		for i := range children {
			b = append(b, byte(i))
		}
		b = packDistances(b, distances, t.bits)
	case denseNode:
		b = packDistances(append(b, typ<<4|flags, 0, byte(len(distances)-1)), distances, t.bits)
	}
	if ownPayload {
		b = append(b, 0xff)
	}
	keys := len(b)
	b = append(b, 0, 1, 'a', 0, 1, 'b')
	for _, v := range []int{keys, children + first, root} {
		b = binary.BigEndian.AppendUint64(b, uint64(v))
	}
	return b
}

func walkTrie(t *testing.T, partitions, rows []byte, dataLength int64) ([]IndexEntry, error) {
	t.Helper()
	v := mustVersion(t, BTI, "da")
	src, err := openBTIIndex(context.Background(), v, memoryFile("Partitions.db", partitions), memoryFile("Rows.db", rows), nil)
	if err != nil {
		return nil, err
	}
	s := &IndexScanner{source: src, version: v, dataLength: dataLength}
	var out []IndexEntry
	for s.Next() {
		out = append(out, *s.Entry())
	}
	return out, s.Err()
}

// Every type of node, with and without a payload of its own.
func TestTrieNodes(t *testing.T) {
	for typ := range byte(16) {
		kind := nodeTypes[typ].kind
		for _, children := range []int{1, 2, 3, 7} {
			if kind == leafNode {
				children = 0
			}
			if children > 1 && (kind == singleShort || kind == singleLong) {
				continue
			}
			for _, own := range []bool{false, true} {
				if own && kind == singleShort || !own && kind == leafNode {
					continue
				}
				want := children
				if own {
					want++
				}
				b := trieFile(typ, children, own)
				got, err := walkTrie(t, b, nil, 100)
				if err != nil || len(got) != want {
					t.Errorf("type %d, %d children, own payload %t: %d entries, %v", typ, children, own, len(got), err)
					continue
				}
				for i, e := range got {
					if e.Position != int64(i) {
						t.Errorf("type %d: entry %d at %d", typ, i, e.Position)
					}
				}
			}
		}
	}
}

func TestTriePayloadWidths(t *testing.T) {
	src := &btiIndex{walk: &trieWalk{pages: triePages{file: memoryFile("Partitions.db", nil)}}}
	for _, c := range []struct {
		flags byte
		b     []byte
		want  int64
	}{
		{1, []byte{0xff}, -1},
		{2, []byte{0xff, 0x39}, -199},
		{1, []byte{0x7f}, 127},
		{3, []byte{0x80, 0, 0}, -1 << 23},
		{7, []byte{0, 0, 0, 0, 0, 1, 2}, 258},
		{8, []byte{0xaa, 0xff}, -1}, // a hash byte first
		{15, []byte{0xaa, 0x80, 0, 0, 0, 0, 0, 0, 0}, -1 << 63},
	} {
		if got, err := src.position(c.flags, c.b); got != c.want || err != nil {
			t.Errorf("%d % x: %d, want %d, %v", c.flags, c.b, got, c.want, err)
		}
	}
	if _, err := src.position(4, []byte{1, 2}); !errors.Is(err, ErrCorrupt) {
		t.Errorf("cut payload: %v", err)
	}
	if _, err := src.position(9, nil); !errors.Is(err, ErrCorrupt) {
		t.Errorf("no payload: %v", err)
	}
}

// Hostile tries end in errors: shared nodes, loops, cut nodes, lies in the footer.
func TestHostileTries(t *testing.T) {
	good := trieFile(5, 3, false)
	footer := len(good) - btiFooterBytes
	change := func(at int, v uint64) []byte {
		b := append([]byte(nil), good...)
		binary.BigEndian.PutUint64(b[at:], v)
		return b
	}
	for what, b := range map[string][]byte{
		"empty":                  {},
		"short":                  good[len(good)-10:],
		"root beyond the nodes":  change(footer+16, uint64(footer)),
		"negative root":          change(footer+16, 1<<63),
		"keys beyond the footer": change(footer, uint64(len(good))),
		"more partitions":        change(footer+8, 4),
		"fewer partitions":       change(footer+8, 2),
		"itself as a child":      {0x10, 'x', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0},
	} {
		if _, err := walkTrie(t, b, nil, 100); !errors.Is(err, ErrCorrupt) {
			t.Errorf("%s: %v", what, err)
		}
	}
	// A chain of nodes, each with the one before as both of its children: 2^60
	// paths without a payload.
	var b []byte
	b = append(b, 0x00)
	last := 0
	for range 60 {
		at := len(b)
		d := byte(at - last)
		b = append(b, 0x50, 2, 'a', 'b', d, d)
		last = at
	}
	keys := len(b)
	for _, v := range []int{keys, 1, last} {
		b = binary.BigEndian.AppendUint64(b, uint64(v))
	}
	if _, err := walkTrie(t, b, nil, 100); !errors.Is(err, ErrCorrupt) {
		t.Errorf("shared nodes: %v", err)
	}
	if _, err := walkTrie(t, trieFile(5, 3, false), nil, 2); !errors.Is(err, ErrCorrupt) {
		t.Errorf("positions beyond the data: %v", err)
	}
	// A payload that leads to a Rows.db without it.
	rows := []byte{0x01, 5}
	keys = len(rows)
	for _, v := range []int{keys, 1, 0} {
		rows = binary.BigEndian.AppendUint64(rows, uint64(v))
	}
	if _, err := walkTrie(t, rows, nil, 100); !errors.Is(err, ErrCorrupt) {
		t.Errorf("no Rows.db: %v", fmt.Sprint(err))
	}
}

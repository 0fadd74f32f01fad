package sstable

import (
	"encoding/binary"
	"fmt"
)

// Nodes of a trie (io.tries.TrieNode). The first byte is type and payload flags:
//
//	0          no children
//	1, 3       one child, 4 or 12 bits of distance, never a payload
//	2, 4       one child, 8 or 16 bits
//	5 to 9     sparse: n, n bytes, n distances of 8, 12, 16, 24, 40 bits
//	10 to 15   dense: first, n-1, n distances of 12, 16, 24, 32, 40, 64 bits
//
// A child lies before its parent by its distance; in dense nodes 0 is no child.
type nodeType struct {
	kind nodeKind
	bits int
}

type nodeKind uint8

const (
	leafNode nodeKind = iota
	singleShort
	singleLong
	sparseNode
	denseNode
)

var nodeTypes = [16]nodeType{
	{leafNode, 0},
	{singleShort, 4},
	{singleLong, 8},
	{singleShort, 12},
	{singleLong, 16},
	{sparseNode, 8},
	{sparseNode, 12},
	{sparseNode, 16},
	{sparseNode, 24},
	{sparseNode, 40},
	{denseNode, 12},
	{denseNode, 16},
	{denseNode, 24},
	{denseNode, 32},
	{denseNode, 40},
	{denseNode, 64},
}

const (
	// maxNodeBytes is above the largest node, a dense one of 256 eight-byte
	// distances, with its payload.
	maxNodeBytes = 4096
	trieBlock    = 4 << 10
	trieBlocks   = 4
)

// triePages caches stretches of a trie file. Each covers its block and the start
// of the next one, so that no node is cut.
type triePages struct {
	file  *file
	end   int64 // nodes lie before it
	pages [trieBlocks][]byte
	block [trieBlocks]int64 // number plus one, 0 for none
	next  int
}

// at returns the bytes from a position on, as far as a node may need them.
func (p *triePages) at(pos int64) ([]byte, error) {
	n := pos/trieBlock + 1
	for i, b := range p.block {
		if b == n {
			return p.pages[i][pos%trieBlock:], nil
		}
	}
	i := p.next
	p.next = (p.next + 1) % trieBlocks
	start := (n - 1) * trieBlock
	size := int(min(trieBlock+maxNodeBytes, p.end-start))
	p.block[i] = 0
	p.pages[i] = append(p.pages[i][:0], make([]byte, size)...)
	if err := p.file.readFull(p.pages[i], start); err != nil {
		return nil, err
	}
	p.block[i] = n
	return p.pages[i][pos%trieBlock:], nil
}

// trieWalk goes through the payloads of a trie in the order of its keys.
type trieWalk struct {
	pages triePages
	// stack holds the positions still to visit, the next one last.
	stack   []int64
	visited int64
	// exact tells that the child pushed last has the byte that was sought.
	exact bool
}

func newTrieWalk(f *file, root, end int64) (*trieWalk, error) {
	if root < 0 || root >= end || end > f.size {
		return nil, &CorruptError{
			File: f.name, Offset: f.size, What: "root of trie",
			Expected: fmt.Sprintf("0 to %d", end-1), Found: fmt.Sprint(root),
		}
	}
	return &trieWalk{pages: triePages{file: f, end: end}, stack: []int64{root}}, nil
}

// next returns the next payload: its four flag bits and the bytes from it on.
// Flags are 0 at the end.
func (t *trieWalk) next() (flags byte, payload []byte, err error) {
	for len(t.stack) > 0 {
		pos := t.stack[len(t.stack)-1]
		t.stack = t.stack[:len(t.stack)-1]
		// Every node takes a byte and is visited once; more visits mean
		// nodes shared by parents, and a walk without end.
		if t.visited++; t.visited > t.pages.end {
			return 0, nil, t.corrupt(pos, "visits", "each node once", "shared nodes")
		}
		b, err := t.pages.at(pos)
		if err != nil {
			return 0, nil, err
		}
		flags, payload, err = t.visit(pos, b, 0)
		if err != nil || flags != 0 {
			return flags, payload, err
		}
	}
	return 0, nil, nil
}

func (t *trieWalk) corrupt(pos int64, what, expected, found string) error {
	return &CorruptError{File: t.pages.file.name, Offset: pos, What: "trie node " + what, Expected: expected, Found: found}
}

// seek moves to the first payload whose path is not before the given one, or one
// before it that the trie does not tell apart. It must come before next.
func (t *trieWalk) seek(path []byte) error {
	for _, c := range path {
		pos := t.stack[len(t.stack)-1]
		b, err := t.pages.at(pos)
		if err != nil {
			return err
		}
		if nodeTypes[b[0]>>4].kind == leafNode {
			return nil
		}
		left := len(t.stack) - 1
		t.stack = t.stack[:left]
		if _, _, err = t.visit(pos, b, c); err != nil {
			return err
		}
		if len(t.stack) == left || !t.exact {
			return nil
		}
	}
	return nil
}

// visit pushes the children of a node from byte c on, last one first, and returns
// its payload.
func (t *trieWalk) visit(pos int64, b []byte, c byte) (flags byte, payload []byte, err error) {
	typ := nodeTypes[b[0]>>4]
	flags = b[0] & 0xf
	var n, at int // children, and where their distances begin
	switch typ.kind {
	case leafNode:
		return flags, b[1:], nil
	case singleShort:
		// The flag bits are the top of the distance.
		return 0, nil, t.pushShort(pos, b, typ.bits, c)
	case singleLong:
		n, at = 1, 2
	case sparseNode, denseNode:
		if len(b) < 3 {
			return 0, nil, t.corrupt(pos, "length", "3 bytes", fmt.Sprint(len(b)))
		}
		n, at = int(b[1]), 2+int(b[1])
		if typ.kind == denseNode {
			n, at = int(b[2])+1, 3
		}
	}
	size := (n*typ.bits + 7) / 8
	if at+size > len(b) {
		return 0, nil, t.corrupt(pos, "length", fmt.Sprintf("%d bytes", at+size), fmt.Sprint(len(b)))
	}
	for i := n - 1; i >= 0; i-- {
		d := distance(b[at:at+size], i, typ.bits)
		if d == 0 && typ.kind == denseNode {
			continue
		}
		label := int(b[1]) + i // of a dense node
		switch typ.kind {
		case singleLong:
			label = int(b[1])
		case sparseNode:
			label = int(b[2+i])
		default:
		}
		if err := t.pushFrom(c, label, pos, d); err != nil {
			return 0, nil, err
		}
	}
	return flags, b[at+size:], nil
}

// pushFrom pushes a child unless its byte is below c.
func (t *trieWalk) pushFrom(c byte, label int, pos int64, distance uint64) error {
	if label < int(c) {
		return nil
	}
	t.exact = label == int(c)
	return t.push(pos, distance)
}

func (t *trieWalk) pushShort(pos int64, b []byte, bits int, c byte) error {
	d, n := uint64(b[0]&0xf), 2
	if bits == 12 {
		n = 3
	}
	if len(b) < n {
		return t.corrupt(pos, "length", fmt.Sprintf("%d bytes", n), fmt.Sprint(len(b)))
	}
	if bits == 12 {
		d = d<<8 | uint64(b[1])
	}
	return t.pushFrom(c, int(b[n-1]), pos, d)
}

func (t *trieWalk) push(pos int64, distance uint64) error {
	if distance == 0 || distance > uint64(pos) {
		return t.corrupt(pos, "distance", fmt.Sprintf("1 to %d", pos), fmt.Sprint(distance))
	}
	if len(t.stack) > maxTrieDepth {
		return t.corrupt(pos, "depth", fmt.Sprintf("at most %d", maxTrieDepth), "more")
	}
	t.stack = append(t.stack, pos-int64(distance))
	return nil
}

// distance reads number i of packed distances. Two of 12 bits take three bytes.
func distance(b []byte, i, bits int) uint64 {
	if bits == 12 {
		v := uint64(b[i*3/2])<<8 | uint64(b[i*3/2+1])
		if i%2 == 0 {
			return v >> 4
		}
		return v & 0xfff
	}
	n := bits / 8
	var v [8]byte
	copy(v[8-n:], b[i*n:(i+1)*n])
	return binary.BigEndian.Uint64(v[:])
}

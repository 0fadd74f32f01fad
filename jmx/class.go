package jmx

// Flags of a class descriptor (java.io.ObjectStreamConstants, SC_*).
const (
	flagWriteMethod    = 0x01
	flagSerializable   = 0x02
	flagExternalizable = 0x04
	flagBlockData      = 0x08
)

// classDesc is a class as the stream describes it. Objects are read by the
// fields it lists, so classes unknown here are read just as well.
type classDesc struct {
	name   string
	flags  byte
	fields []fieldDesc
	super  *classDesc
	height int // length of the superclass chain, this one included
	done   bool
}

type fieldDesc struct {
	kind byte // B C D F I J S Z, L object, [ array
	name string
}

// is tells whether the class or a superclass has that name.
func (c *classDesc) is(name string) bool {
	for ; c != nil; c = c.super {
		if c.name == name {
			return true
		}
	}
	return false
}

// lineage is the chain from the root class down, the order of an object's data.
func (c *classDesc) lineage() []*classDesc {
	chain := make([]*classDesc, c.height)
	for i := c.height - 1; i >= 0 && c != nil; i, c = i-1, c.super {
		chain[i] = c
	}
	return chain
}

// object is an instance as read: one part for each class of its lineage.
type object struct {
	class *classDesc
	parts []part
}

type part struct {
	class      *classDesc
	fields     []any
	annotation []any // what a writeObject method wrote: block or value
}

// An annotation has no names, so which value means what is known by class only:
// see shapes.go.

// block is raw data of a writeObject method; adjacent ones are one.
type block []byte

// refArray is an array of objects or arrays; primitive arrays are Go slices.
type refArray struct {
	class string // "[Ljava.lang.String;"
	elems []any
}

// enum is a constant: its name only.
type enum string

// field finds a field by name, in subclasses first.
func (o *object) field(name string) any {
	for i := len(o.parts) - 1; i >= 0; i-- {
		p := &o.parts[i]
		for j, f := range p.class.fields {
			if f.name == name && j < len(p.fields) {
				return p.fields[j]
			}
		}
	}
	return nil
}

// annotation returns what the writeObject method of that class wrote, without
// its raw blocks, and the blocks joined.
func (o *object) annotation(class string) (values []any, raw []byte) {
	for i := range o.parts {
		if o.parts[i].class.name != class {
			continue
		}
		for _, v := range o.parts[i].annotation {
			if b, ok := v.(block); ok {
				raw = append(raw, b...)
			} else {
				values = append(values, v)
			}
		}
	}
	return values, raw
}

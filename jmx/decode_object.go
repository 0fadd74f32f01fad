package jmx

// object reads an instance: the data of each class, root first.
func (d *decoder) object() any {
	c := d.classDesc()
	if c == nil || d.in.err != nil {
		d.in.malformed("object without a class")
		return nil
	}
	o := &object{class: c}
	d.remember(o)
	for _, c := range c.lineage() {
		if d.in.err != nil {
			return nil
		}
		o.parts = append(o.parts, d.part(c))
		if c.name == "java.rmi.server.RemoteObject" && d.remote == nil {
			d.remote = o
		}
	}
	return o
}

// part reads what one class of the lineage wrote. A class without flags, such as
// Object above an enum, wrote nothing.
func (d *decoder) part(c *classDesc) part {
	p := part{class: c}
	if !d.count(1 + len(c.fields)) {
		return p
	}
	switch {
	case c.flags&flagSerializable != 0:
		p.fields = make([]any, 0, len(c.fields))
		for _, f := range c.fields {
			p.fields = append(p.fields, d.field(f.kind))
		}
		if c.flags&flagWriteMethod != 0 {
			p.annotation = d.annotation()
		}
	case c.flags&flagExternalizable != 0:
		if c.flags&flagBlockData == 0 {
			// Stream protocol 1: only the class itself knows where it ends.
			d.in.malformed("class %q has data without an end", c.name)
			return p
		}
		p.annotation = d.annotation()
	}
	return p
}

// field widens small numbers: callers ask for a number, not for a Java type.
func (d *decoder) field(kind byte) any {
	switch kind {
	case 'L', '[':
		return d.content()
	case 'B':
		return int32(int8(d.in.u8()))
	case 'C':
		return int32(d.in.u16())
	case 'S':
		return int32(int16(d.in.u16()))
	case 'I':
		return d.in.i32()
	case 'J':
		return d.in.i64()
	case 'F':
		return float64(d.in.f32())
	case 'D':
		return d.in.f64()
	case 'Z':
		return d.in.u8() != 0
	}
	d.in.malformed("field of kind %q", kind)
	return nil
}

// array reads []byte, []int32, []int64, []float64, []bool or *refArray.
func (d *decoder) array() any {
	c := d.classDesc()
	if c == nil || len(c.name) < 2 || c.name[0] != '[' {
		d.in.malformed("array without a class")
		return nil
	}
	if kind := c.name[1]; kind != 'L' && kind != '[' {
		return d.remember(d.primitives(kind))
	}
	a := &refArray{class: c.name}
	d.remember(a)
	for n := d.in.i32(); n > 0 && d.in.err == nil; n-- {
		a.elems = append(a.elems, d.content())
	}
	return a
}

func (d *decoder) primitives(kind byte) any {
	n := int(d.in.i32())
	if n < 0 {
		d.in.malformed("array of %d elements", n)
		return nil
	}
	switch kind {
	case 'B':
		return d.in.bytes(int64(n))
	case 'Z':
		return collect(d, n, func() bool { return d.in.u8() != 0 })
	case 'C':
		return collect(d, n, func() int32 { return int32(d.in.u16()) })
	case 'S':
		return collect(d, n, func() int32 { return int32(int16(d.in.u16())) })
	case 'I':
		return collect(d, n, d.in.i32)
	case 'J':
		return collect(d, n, d.in.i64)
	case 'F':
		return collect(d, n, func() float64 { return float64(d.in.f32()) })
	case 'D':
		return collect(d, n, d.in.f64)
	}
	d.in.malformed("array of kind %q", kind)
	return nil
}

// collect reads n elements; memory grows with the bytes that arrive.
func collect[T any](d *decoder, n int, read func() T) []T {
	out := make([]T, 0, min(n, 1<<10))
	for range n {
		if d.in.err != nil || !d.count(1) {
			return nil
		}
		out = append(out, read())
	}
	return out
}

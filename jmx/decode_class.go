package jmx

// classDesc reads a class descriptor, nil for the end of a superclass chain.
func (d *decoder) classDesc() *classDesc {
	switch code := d.in.u8(); code {
	case tcNull:
		return nil
	case tcReference:
		c, ok := d.reference().(*classDesc)
		// A class must not be its own superclass.
		if d.in.err == nil && (!ok || !c.done) {
			d.in.malformed("reference is not a class")
			return nil
		}
		return c
	case tcClassDesc, tcProxyDesc:
		return d.classDescOf(code)
	default:
		d.in.malformed("type code %02x instead of a class", code)
		return nil
	}
}

func (d *decoder) classDescOf(code byte) *classDesc {
	defer func() { d.depth-- }()
	if !d.enter() {
		return nil
	}
	c := &classDesc{}
	if code == tcProxyDesc {
		d.proxy(c)
	} else {
		d.plainClass(c)
	}
	d.annotation()
	c.super = d.classDesc()
	c.height = 1
	if c.super != nil {
		c.height += c.super.height
	}
	if c.height > maxClassHeight {
		d.in.fail("%w: %d superclasses", ErrTooLarge, c.height)
	}
	c.done = true
	return c
}

// plainClass reads name, flags and fields. The class has its handle before its
// fields, whose types may already refer to it.
func (d *decoder) plainClass(c *classDesc) {
	c.name = d.in.utf()
	d.in.u64() // serialVersionUID: classes are read by their fields
	d.remember(c)
	c.flags = d.in.u8()
	n := d.in.u16()
	if n > maxClassFields {
		d.in.fail("%w: class %q has %d fields", ErrTooLarge, c.name, n)
	}
	for range n {
		if !d.count(1) {
			return
		}
		f := fieldDesc{kind: d.in.u8(), name: d.in.utf()}
		if f.kind == 'L' || f.kind == '[' {
			d.content() // the field's type, a string with a handle
		}
		c.fields = append(c.fields, f)
	}
}

// proxy: a dynamic proxy has interfaces instead of a name and fields; some JVMs
// send one in place of a stub class.
func (d *decoder) proxy(c *classDesc) {
	c.name, c.flags = "java.lang.reflect.Proxy$", flagSerializable
	d.remember(c)
	n := d.in.u32()
	if n > maxClassFields {
		d.in.fail("%w: proxy of %d interfaces", ErrTooLarge, n)
	}
	for range n {
		if d.in.utf(); !d.count(1) {
			return
		}
	}
}

// annotation reads values up to the end mark. RMI writes a codebase, mostly
// null, after each class; writeObject methods write blocks and values.
func (d *decoder) annotation() []any {
	var out []any
	for d.in.err == nil {
		switch code := d.in.u8(); code {
		case tcEndBlock:
			return out
		case tcBlock:
			out = d.appendBlock(out, int64(d.in.u8()))
		case tcBlockLong:
			out = d.appendBlock(out, int64(d.in.i32()))
		default:
			out = append(out, d.value(code))
		}
	}
	return out
}

// appendBlock joins adjacent blocks: Java cuts raw data into blocks of 1,024
// bytes wherever its buffer happens to be full.
func (d *decoder) appendBlock(out []any, n int64) []any {
	b := block(d.in.bytes(n))
	if len(out) > 0 {
		if last, ok := out[len(out)-1].(block); ok {
			out[len(out)-1] = append(last, b...)
			return out
		}
	}
	if d.count(1) {
		out = append(out, b)
	}
	return out
}

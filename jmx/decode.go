package jmx

import "io"

// Type codes (java.io.ObjectStreamConstants, TC_*).
const (
	tcNull       = 0x70
	tcReference  = 0x71
	tcClassDesc  = 0x72
	tcObject     = 0x73
	tcString     = 0x74
	tcArray      = 0x75
	tcClass      = 0x76
	tcBlock      = 0x77
	tcEndBlock   = 0x78
	tcReset      = 0x79
	tcBlockLong  = 0x7A
	tcException  = 0x7B
	tcLongString = 0x7C
	tcProxyDesc  = 0x7D
	tcEnum       = 0x7E

	streamMagic   = 0xACED
	streamVersion = 5
	firstHandle   = 0x7E0000
)

// decoder reads one Java serialization stream into a graph of strings, slices,
// *object, *refArray and so on. Failures stick in in.err.
type decoder struct {
	in      *reader
	limits  Limits
	handles []any
	values  int
	depth   int
	remote  *object // the first object that carries a remote reference
}

func newDecoder(in *reader, limits Limits) *decoder {
	return &decoder{in: in, limits: limits}
}

// decodeStream reads a stream of its own: header, then one value.
func decodeStream(src io.Reader, limits Limits) (any, error) {
	d := newDecoder(newReader(src), limits)
	d.in.begin(limits.Bytes)
	d.header()
	v := d.content()
	return v, d.in.err
}

func (d *decoder) header() {
	if magic, version := d.in.u16(), d.in.u16(); magic != streamMagic || version != streamVersion {
		d.in.malformed("stream header %04x %04x", magic, version)
	}
}

// count charges n values to the answer's budget.
func (d *decoder) count(n int) bool {
	if d.in.err != nil {
		return false
	}
	if n > d.limits.Values-d.values {
		d.in.fail("%w: more than %d values", ErrTooLarge, d.limits.Values)
		return false
	}
	d.values += n
	return true
}

// enter charges one value and one level; value leaves the level again.
func (d *decoder) enter() bool {
	d.depth++
	if d.depth > d.limits.Depth {
		d.in.fail("%w: nested deeper than %d", ErrTooLarge, d.limits.Depth)
	}
	return d.count(1)
}

// content reads one value: nil, string, *object, *refArray, a primitive slice,
// *classDesc, enum. Blocks are not values. A reset is legal between the values
// of a stream, not within one.
func (d *decoder) content() any {
	code := d.in.u8()
	for code == tcReset && d.depth == 0 {
		d.handles = nil
		code = d.in.u8()
	}
	return d.value(code)
}

// value reads the value that begins with code.
func (d *decoder) value(code byte) any {
	defer func() { d.depth-- }()
	if !d.enter() {
		return nil
	}
	switch code {
	case tcNull:
		return nil
	case tcReference:
		return d.reference()
	case tcString:
		return d.remember(d.in.utf())
	case tcLongString:
		return d.remember(d.in.text(d.in.i64()))
	case tcObject:
		return d.object()
	case tcArray:
		return d.array()
	case tcEnum:
		return d.enum()
	case tcClass:
		return d.remember(d.classDesc())
	case tcClassDesc, tcProxyDesc:
		return d.classDescOf(code)
	case tcException:
		d.aborted()
	default:
		d.in.malformed("type code %02x", code)
	}
	return nil
}

// remember gives v the next handle.
func (d *decoder) remember(v any) any {
	d.handles = append(d.handles, v)
	return v
}

// reference looks a handle up. It may be an object that is still being read:
// cycles are legal here, and convert refuses them.
func (d *decoder) reference() any {
	h := d.in.u32()
	if i := int64(h) - firstHandle; d.in.err == nil && i >= 0 && i < int64(len(d.handles)) {
		return d.handles[i]
	}
	d.in.malformed("reference to %x of %d handles", h, len(d.handles))
	return nil
}

// aborted: the node failed while it wrote the answer, for instance because a
// value is not serializable; the exception follows and the stream ends.
func (d *decoder) aborted() {
	d.handles = nil
	o, _ := d.content().(*object)
	if d.in.err == nil {
		d.in.fail("the node could not write the answer: %w", remoteError(o))
	}
}

// enum: the handle of the constant comes before that of its name, which is read
// later, so the place is kept.
func (d *decoder) enum() any {
	d.classDesc()
	slot := len(d.handles)
	d.remember(nil)
	name, ok := d.content().(string)
	if !ok {
		d.in.malformed("enum without a name")
		return nil
	}
	d.handles[slot] = enum(name)
	return enum(name)
}

package jmx

import "fmt"

// converter turns the decoded graph into plain values. Each object is converted
// once and shared afterwards, so an answer full of references to references
// costs no more than its bytes.
type converter struct {
	limits Limits
	depth  int
	done   map[any]any // *object or *refArray -> value
}

// shape converts an object that is of the class, or of a subclass of it.
type shape func(c *converter, o *object, class string) (any, error)

// running marks an object whose conversion has not ended: one met again is part
// of a cycle, which no attribute of a node has.
type running struct{}

func convert(v any, limits Limits) (any, error) {
	c := &converter{limits: limits, done: map[any]any{}}
	return c.value(v)
}

func (c *converter) value(v any) (any, error) {
	switch x := v.(type) {
	case *object:
		return c.once(x, func() (any, error) { return c.object(x) })
	case *refArray:
		return c.once(x, func() (any, error) { return c.array(x) })
	case *classDesc:
		return Opaque{Class: "java.lang.Class"}, nil
	case enum:
		return string(x), nil
	case block:
		return nil, fmt.Errorf("%w: raw data in place of a value", ErrType)
	}
	return v, nil
}

// once also bounds the depth anew: references can nest values deeper than the
// stream that brought them.
func (c *converter) once(key any, convert func() (any, error)) (any, error) {
	if v, ok := c.done[key]; ok {
		if _, cycle := v.(running); cycle {
			return nil, fmt.Errorf("%w: value contains itself", ErrType)
		}
		return v, nil
	}
	if c.depth++; c.depth > c.limits.Depth {
		return nil, fmt.Errorf("%w: nested deeper than %d", ErrTooLarge, c.limits.Depth)
	}
	defer func() { c.depth-- }()
	c.done[key] = running{}
	v, err := convert()
	if err != nil {
		return nil, err
	}
	c.done[key] = v
	return v, nil
}

// object uses the shape of the nearest class that has one: AttributeList is an
// ArrayList as well, and an unknown subclass of HashMap is still a map.
func (c *converter) object(o *object) (any, error) {
	for class := o.class; class != nil; class = class.super {
		if s := shapeOf(class.name); s != nil {
			return s(c, o, class.name)
		}
	}
	return Opaque{Class: o.class.name}, nil
}

// array keeps String[] typed, which most attributes of arrays are, with "" for
// null: no attribute of Cassandra tells the two apart.
func (c *converter) array(a *refArray) (any, error) {
	if a.class != "[Ljava.lang.String;" {
		return c.list(a.elems)
	}
	out := make([]string, len(a.elems))
	for i, e := range a.elems {
		if s, ok := e.(string); ok {
			out[i] = s
		} else if e != nil {
			return nil, fmt.Errorf("%w: String[] holds a %T", ErrMalformed, e)
		}
	}
	return out, nil
}

func (c *converter) list(elems []any) ([]any, error) {
	out := make([]any, len(elems))
	for i, e := range elems {
		v, err := c.value(e)
		if err != nil {
			return nil, err
		}
		out[i] = v
	}
	return out, nil
}

package jmx

import "fmt"

// writtenList: size in a block, then elements.
func writtenList(c *converter, o *object, class string) (any, error) {
	elems, _ := o.annotation(class)
	return c.list(elems)
}

// sortedSet: a comparator, mostly null, then elements (java.util.TreeSet).
func sortedSet(c *converter, o *object, class string) (any, error) {
	elems, _ := o.annotation(class)
	return c.list(elems[min(1, len(elems)):])
}

// inner: a wrapper, and the field that holds what it wraps.
func inner(field string) shape {
	return func(c *converter, o *object, _ string) (any, error) {
		v, err := c.value(o.field(field))
		if s, ok := v.([]string); ok {
			// Arrays.asList of a String[] is a list like any other.
			list := make([]any, len(s))
			for i := range s {
				list[i] = s[i]
			}
			return list, err
		}
		return v, err
	}
}

func singleton(c *converter, o *object, _ string) (any, error) {
	return c.list([]any{o.field("element")})
}

func singletonMap(c *converter, o *object, _ string) (any, error) {
	return c.pairs([]any{o.field("k"), o.field("v")})
}

// writtenMap: sizes in a block, then key, value, key, value.
func writtenMap(c *converter, o *object, class string) (any, error) {
	kv, _ := o.annotation(class)
	return c.pairs(kv)
}

// endedMap is a writtenMap closed by nulls: two after a ConcurrentHashMap, one
// after a ConcurrentSkipListMap. Neither may hold a null key.
func endedMap(c *converter, o *object, class string) (any, error) {
	kv, _ := o.annotation(class)
	for len(kv) > 0 && kv[len(kv)-1] == nil {
		kv = kv[:len(kv)-1]
	}
	return c.pairs(kv)
}

func (c *converter) pairs(kv []any) (any, error) {
	if len(kv)%2 != 0 {
		return nil, fmt.Errorf("%w: map with a key and no value", ErrMalformed)
	}
	out := make(Map, 0, len(kv)/2)
	for i := 0; i < len(kv); i += 2 {
		k, err := c.value(kv[i])
		if err != nil {
			return nil, err
		}
		v, err := c.value(kv[i+1])
		if err != nil {
			return nil, err
		}
		out = append(out, Entry{Key: k, Value: v})
	}
	return out, nil
}

// immutable reads java.util.CollSer: tag 1 list, 2 set, 3 map.
func immutable(c *converter, o *object, class string) (any, error) {
	tag, _ := o.field("tag").(int32)
	elems, _ := o.annotation(class)
	switch tag & 0xFF {
	case 1, 2:
		return c.list(elems)
	case 3:
		return c.pairs(elems)
	}
	return nil, fmt.Errorf("%w: java.util.CollSer of tag %d", ErrMalformed, tag)
}

// guavaMap: keys and values are two arrays (Client metric Connections).
func guavaMap(c *converter, o *object, _ string) (any, error) {
	keys, okK := o.field("keys").(*refArray)
	values, okV := o.field("values").(*refArray)
	if !okK || !okV || len(keys.elems) != len(values.elems) {
		return nil, fmt.Errorf("%w: Guava map of uneven arrays", ErrMalformed)
	}
	kv := make([]any, 0, 2*len(keys.elems))
	for i := range keys.elems {
		kv = append(kv, keys.elems[i], values.elems[i])
	}
	return c.pairs(kv)
}

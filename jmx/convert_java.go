package jmx

import (
	"encoding/binary"
	"fmt"
	"net/netip"
)

// boxed: all wrapper classes, and the atomic ones, keep their number in value.
func boxed(_ *converter, o *object, _ string) (any, error) {
	switch v := o.field("value").(type) {
	case bool, int32, int64, float64:
		return v, nil
	}
	return nil, fmt.Errorf("%w: %s without a value", ErrMalformed, o.class.name)
}

// objectName: the whole name is one string written by writeObject.
func objectName(_ *converter, o *object, _ string) (any, error) {
	values, _ := o.annotation("javax.management.ObjectName")
	if len(values) > 0 {
		if s, ok := values[0].(string); ok {
			return ObjectName(s), nil
		}
	}
	return nil, fmt.Errorf("%w: ObjectName without a name", ErrMalformed)
}

// inetAddress: an Inet4Address is written as an InetAddress of four bytes in an
// int; an Inet6Address adds its 16 bytes.
func inetAddress(_ *converter, o *object, _ string) (any, error) {
	if b, ok := o.field("ipaddress").([]byte); ok && len(b) == 16 {
		return netip.AddrFrom16([16]byte(b)), nil
	}
	n, ok := o.field("address").(int32)
	if !ok {
		return nil, fmt.Errorf("%w: InetAddress without an address", ErrMalformed)
	}
	var b [4]byte
	binary.BigEndian.PutUint32(b[:], uint32(n))
	return netip.AddrFrom4(b), nil
}

// attributeList: its elements are Attributes with a name and a value.
func attributeList(c *converter, o *object, _ string) (any, error) {
	elems, _ := o.annotation("java.util.ArrayList")
	out := make(Items, 0, len(elems))
	for _, e := range elems {
		a, ok := e.(*object)
		if !ok || !a.class.is("javax.management.Attribute") {
			return nil, fmt.Errorf("%w: AttributeList holds a %T", ErrMalformed, e)
		}
		name, _ := a.field("name").(string)
		v, err := c.value(a.field("value"))
		if err != nil {
			return nil, fmt.Errorf("attribute %q: %w", name, err)
		}
		out = append(out, Item{Name: name, Value: v})
	}
	return out, nil
}

// composite: contents is a TreeMap from item name to value, null for a
// composite without items.
func composite(c *converter, o *object, _ string) (any, error) {
	out := Composite{}
	if t, ok := o.field("compositeType").(*object); ok {
		out.Type, _ = t.field("typeName").(string)
	}
	contents, ok := o.field("contents").(*object)
	if !ok {
		return nil, fmt.Errorf("%w: CompositeData without contents", ErrMalformed)
	}
	v, err := c.value(contents)
	if err != nil {
		return nil, err
	}
	m, ok := v.(Map)
	if !ok {
		return nil, fmt.Errorf("%w: contents of CompositeData are %T", ErrMalformed, v)
	}
	for _, e := range m {
		name, _ := e.Key.(string)
		out.Items = append(out.Items, Item{Name: name, Value: e.Value})
	}
	return out, nil
}

// tabular: dataMap goes from the list of index values to the row.
func tabular(c *converter, o *object, _ string) (any, error) {
	v, err := c.value(o.field("dataMap"))
	if err != nil {
		return nil, err
	}
	m, ok := v.(Map)
	if !ok {
		return nil, fmt.Errorf("%w: rows of TabularData are %T", ErrMalformed, v)
	}
	out := make(Table, 0, len(m))
	for _, e := range m {
		row, ok := e.Value.(Composite)
		if !ok {
			return nil, fmt.Errorf("%w: row of TabularData is %T", ErrMalformed, e.Value)
		}
		out = append(out, row)
	}
	return out, nil
}

// causeFields are where Java exceptions keep what caused them: Throwable,
// MBeanException, RuntimeMBeanException, RuntimeErrorException,
// RemoteException, InvocationTargetException.
func causeFields() []string {
	return []string{"exception", "runtimeException", "error", "detail", "target", "cause"}
}

// remoteError reads an exception; a Throwable without a cause names itself.
func remoteError(o *object) *RemoteError {
	if o == nil {
		return &RemoteError{Class: "java.lang.Throwable"}
	}
	var first, last *RemoteError
	for range maxCauses {
		e := &RemoteError{Class: o.class.name}
		e.Message, _ = o.field("detailMessage").(string)
		for s := o.class.super; s != nil; s = s.super {
			e.Supers = append(e.Supers, s.name)
		}
		if first == nil {
			first = e
		} else {
			last.Cause = e
		}
		last = e
		if o = causeOf(o); o == nil {
			break
		}
	}
	return first
}

// causeOf: wrappers of the JMX server come first, for theirs is the field that
// holds what the MBean threw.
func causeOf(o *object) *object {
	for _, name := range causeFields() {
		if cause, ok := o.field(name).(*object); ok && cause != o {
			return cause
		}
	}
	return nil
}

package jmx

import (
	"fmt"
	"strings"
	"time"
)

// operation finds the row of the list.
func operation(id OperationID) (Operation, error) {
	for _, o := range Operations() {
		if o.ID == id {
			return o, nil
		}
	}
	return Operation{}, fmt.Errorf("operation %d is not on the list: %w", id, ErrForbidden)
}

// allow checks MBean and arguments against the list.
func (o Operation) allow(mbean ObjectName, args []any) error {
	if !matches(o.MBean, mbean) {
		return fmt.Errorf("operation %s of %q: not an MBean of %s: %w", o.Name, mbean, o.MBean, ErrForbidden)
	}
	if len(args) != len(o.Params) {
		return fmt.Errorf("operation %s: %d arguments instead of %d: %w", o.Name, len(args), len(o.Params), ErrForbidden)
	}
	for i, p := range o.Params {
		if !p.allows(args[i]) {
			return fmt.Errorf("operation %s: argument %s is not a %s within bounds: %w", o.Name, p.Name, p.Type, ErrForbidden)
		}
	}
	return nil
}

// allows is by Go type, so nothing else than these five can reach the encoder.
func (p Param) allows(arg any) bool {
	switch v := arg.(type) {
	case nil:
		return p.Nullable
	case string:
		return p.Type == typeText
	case int:
		return p.Type == typeInt && v >= 1 && v <= p.Max
	case bool:
		return p.Type == typeBool
	case []string:
		return p.Type == typeList && len(v) >= 1 && len(v) <= p.Max
	}
	return false
}

// blocks is how long the node keeps the caller waiting by design.
func (o Operation) blocks(args []any) time.Duration {
	if o.ID != OpSamplePartitions && o.ID != OpSamplePartitionsOf {
		return 0
	}
	for i, p := range o.Params {
		if ms, ok := args[i].(int); ok && p.Name == "durationMillis" {
			return time.Duration(ms) * time.Millisecond
		}
	}
	return 0
}

// matches is stricter than Java's patterns: it refuses names that could be read
// in two ways, with quotes, stars, repeated keys or empty values.
func matches(pattern, name ObjectName) bool {
	if name.Domain() != pattern.Domain() || strings.ContainsAny(string(name), "\"*?\\\n") {
		return false
	}
	have := map[string]string{}
	for k, v := range name.properties {
		if _, twice := have[k]; twice || k == "" || v == "" {
			return false
		}
		have[k] = v
	}
	wanted := 0
	for k, v := range pattern.properties {
		got, ok := have[k]
		if !ok || v != "*" && v != got {
			return false
		}
		wanted++
	}
	return wanted == len(have) || strings.HasSuffix(string(pattern), ",*")
}

// invoke writes the arguments of RMIConnection.invoke.
func (e *encoder) invoke(mbean ObjectName, o Operation, args []any) {
	e.objectName(mbean)
	e.text(o.Name)
	if len(o.Params) == 0 {
		e.null()
		e.null()
	} else {
		e.marshalled(e.arguments(args))
		e.texts(o.Signature())
	}
	e.null() // Subject
}

// Null in place of parameters and signature is what an operation without
// parameters takes; Java's own client sends empty arrays.

// arguments is the stream within the MarshalledObject: an Object[].
func (e *encoder) arguments(args []any) []byte {
	in := encoder{}
	in.header()
	in.array("[Ljava.lang.Object;", 0x90CE589F1073296C, len(args))
	for _, a := range args {
		switch v := a.(type) {
		case string:
			in.text(v)
		case int:
			in.integer(int32(v))
		case bool:
			in.boolean(v)
		case []string:
			in.list(v)
		default:
			in.null()
		}
	}
	if e.err == nil {
		e.err = in.err
	}
	return in.buf
}

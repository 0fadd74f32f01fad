package jmx

import (
	"fmt"
	"strings"
	"time"
)

// Call is one read or operation, made by Get, GetAll, Query or Invoke. The zero
// Call is refused.
type Call struct {
	method method
	mbean  ObjectName
	names  []string // attributes
	op     OperationID
	args   []any
}

// Get reads one attribute; its answer is the attribute's value.
func Get(mbean ObjectName, attribute string) Call {
	return Call{method: methodGetAttribute, mbean: mbean, names: []string{attribute}}
}

// GetAll reads attributes of one MBean; its answer is Items, without those that
// the MBean does not have.
func GetAll(mbean ObjectName, attributes ...string) Call {
	return Call{method: methodGetAttributes, mbean: mbean, names: attributes}
}

// Query asks for the names that match a pattern; its answer is []any of
// ObjectName (see Names). The node looks at each of its MBeans, 200,000 on one
// with 1,000 tables: not for a loop.
func Query(pattern ObjectName) Call {
	return Call{method: methodQueryNames, mbean: pattern}
}

// Invoke runs an operation of Operations. Arguments are string, int, bool,
// []string, or nil where the parameter is nullable.
func Invoke(mbean ObjectName, op OperationID, args ...any) Call {
	return Call{method: methodInvoke, mbean: mbean, op: op, args: args}
}

// String is the call as a person reads it, for dry runs and errors.
func (c Call) String() string {
	switch c.method {
	case methodGetAttribute, methodGetAttributes:
		return fmt.Sprintf("get %s %s", c.mbean, strings.Join(c.names, ","))
	case methodQueryNames:
		return fmt.Sprintf("names %s", c.mbean)
	case methodInvoke:
		o, _ := operation(c.op)
		return fmt.Sprintf("invoke %s %s%v", c.mbean, o.Name, c.args)
	}
	return "no call"
}

// frame is an encoded call and what is to be known of its answer.
type frame struct {
	data   []byte
	void   bool
	blocks time.Duration
}

// encode checks the call against all rules and writes it; this and lookup,
// login, ping and close in dial.go and conn.go are all that is ever sent.
func (c Call) encode(id objID) (frame, error) {
	s := c.method.spec()
	e := encoder{codebase: true, buf: make([]byte, 0, 256)}
	e.call(id, s)
	f := frame{void: s.void}
	switch c.method {
	case methodGetAttribute, methodGetAttributes:
		if err := forbidden(c.mbean, c.names...); err != nil {
			return frame{}, err
		}
		e.objectName(c.mbean)
		if c.method == methodGetAttribute {
			e.text(c.names[0])
		} else {
			e.texts(c.names)
		}
		e.null() // Subject
	case methodQueryNames:
		e.objectName(c.mbean)
		e.null() // no query expression
		e.null()
	case methodInvoke:
		o, err := operation(c.op)
		if err == nil {
			err = o.allow(c.mbean, c.args)
		}
		if err == nil {
			err = forbidden(c.mbean)
		}
		if err != nil {
			return frame{}, err
		}
		f.blocks = o.blocks(c.args)
		e.invoke(c.mbean, o, c.args)
	default:
		return frame{}, fmt.Errorf("%s: %w", c, ErrForbidden)
	}
	f.data = e.buf
	return f, e.err
}

// Result is the answer to a Call: a value as listed in values.go, or an error.
type Result struct {
	Value any
	Err   error
}

// Int64 returns an integer answer.
func (r Result) Int64() (int64, error) {
	if r.Err != nil {
		return 0, r.Err
	}
	return Int64(r.Value)
}

// Float64 returns a numeric answer.
func (r Result) Float64() (float64, error) {
	if r.Err != nil {
		return 0, r.Err
	}
	return Float64(r.Value)
}

// Int64s returns an answer that is an array of integers.
func (r Result) Int64s() ([]int64, error) {
	if r.Err != nil {
		return nil, r.Err
	}
	return Int64s(r.Value)
}

// Names returns the answer to a Query.
func (r Result) Names() ([]ObjectName, error) {
	if r.Err != nil {
		return nil, r.Err
	}
	list, ok := r.Value.([]any)
	if !ok {
		return nil, typeError(r.Value, "a set of names")
	}
	out := make([]ObjectName, 0, len(list))
	for _, v := range list {
		n, ok := v.(ObjectName)
		if !ok {
			return nil, typeError(v, "an ObjectName")
		}
		out = append(out, n)
	}
	return out, nil
}

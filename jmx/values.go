package jmx

import (
	"fmt"
	"math"
)

// Values of answers are plain Go:
//
//	null                                nil
//	Boolean                             bool
//	Byte, Short, Integer, Character     int32
//	Long, AtomicLong                    int64
//	Float, Double                       float64
//	String                              string
//	byte[], int[], long[], double[] ..  []byte, []int32, []int64, []float64, []bool
//	String[]                            []string, null elements empty
//	other arrays, lists, sets           []any
//	maps                                Map, in the order of the stream
//	ObjectName                          ObjectName
//	InetAddress                         netip.Addr
//	CompositeData, TabularData          Composite, Table
//	AttributeList                       Items
//	enum constants                      string, the name
//	everything else                     Opaque

// Item is a named value.
type Item struct {
	Name  string
	Value any
}

// Items are named values in the order of the stream.
type Items []Item

// Get returns the value of that name.
func (s Items) Get(name string) (any, bool) {
	for i := range s {
		if s[i].Name == name {
			return s[i].Value, true
		}
	}
	return nil, false
}

// Int64 returns the integer of that name, or an ErrType.
func (s Items) Int64(name string) (int64, error) {
	v, ok := s.Get(name)
	if !ok {
		return 0, fmt.Errorf("item %q is missing: %w", name, ErrType)
	}
	n, err := Int64(v)
	if err != nil {
		return 0, fmt.Errorf("item %q: %w", name, err)
	}
	return n, nil
}

// Text returns the string of that name, or an ErrType.
func (s Items) Text(name string) (string, error) {
	v, ok := s.Get(name)
	if !ok {
		return "", fmt.Errorf("item %q is missing: %w", name, ErrType)
	}
	t, ok := v.(string)
	if !ok {
		return "", fmt.Errorf("item %q: %w", name, typeError(v, "a string"))
	}
	return t, nil
}

// Composite is a CompositeData: Items in the order of their names.
type Composite struct {
	// Type is the name of the CompositeType.
	Type string
	Items
}

// Table is a TabularData; the order of rows means nothing.
type Table []Composite

// Entry is one key and its value of a Java map.
type Entry struct{ Key, Value any }

// Map is a Java map.
type Map []Entry

// Get returns the value of a string key.
func (m Map) Get(key string) (any, bool) {
	for i := range m {
		if k, ok := m[i].Key.(string); ok && k == key {
			return m[i].Value, true
		}
	}
	return nil, false
}

// Opaque stands for an object of a class that this package does not know.
type Opaque struct{ Class string }

// Int64 accepts any integer and any float without a fraction: the type of a
// gauge differs between metrics and versions.
func Int64(v any) (int64, error) {
	switch n := v.(type) {
	case int64:
		return n, nil
	case int32:
		return int64(n), nil
	case float64:
		if n == math.Trunc(n) && math.Abs(n) < 1<<53 {
			return int64(n), nil
		}
	}
	return 0, typeError(v, "an integer")
}

// Float64 accepts any number; NaN, "no recent operations", stays NaN.
func Float64(v any) (float64, error) {
	switch n := v.(type) {
	case int64:
		return float64(n), nil
	case int32:
		return float64(n), nil
	case float64:
		return n, nil
	}
	return 0, typeError(v, "a number")
}

// Int64s accepts long[] and int[], such as the buckets of a histogram.
func Int64s(v any) ([]int64, error) {
	switch s := v.(type) {
	case []int64:
		return s, nil
	case []int32:
		out := make([]int64, len(s))
		for i, n := range s {
			out[i] = int64(n)
		}
		return out, nil
	}
	return nil, typeError(v, "an array of integers")
}

// Strings accepts String[], and lists and sets of strings.
func Strings(v any) ([]string, error) {
	switch s := v.(type) {
	case []string:
		return s, nil
	case []any:
		out := make([]string, 0, len(s))
		for _, e := range s {
			t, ok := e.(string)
			if !ok {
				return nil, typeError(e, "a string")
			}
			out = append(out, t)
		}
		return out, nil
	}
	return nil, typeError(v, "a list of strings")
}

func typeError(v any, want string) error {
	if o, ok := v.(Opaque); ok {
		return fmt.Errorf("%w: Java class %s, not %s", ErrType, o.Class, want)
	}
	return fmt.Errorf("%w: %T, not %s", ErrType, v, want)
}

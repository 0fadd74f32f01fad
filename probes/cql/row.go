package cql

import (
	"fmt"
	"math/big"
	"net"
	"time"
)

// Row is one row by column name. The getters give a zero for a column that is null or that this version lacks; Has
// tells the difference where it matters.
type Row map[string]any

// Has reports whether the column is there and not null. The driver cannot tell a null number from 0 in a map; columns
// where that matters are read as text or compared with others.
func (r Row) Has(column string) bool { return r[column] != nil }

// Text is a text, ascii, uuid or inet column in its usual spelling.
func (r Row) Text(column string) string {
	switch v := r[column].(type) {
	case nil:
		return ""
	case string:
		return v
	case net.IP:
		if v == nil {
			return ""
		}
		return v.String()
	case []byte:
		return string(v)
	case fmt.Stringer:
		return v.String()
	default:
		return fmt.Sprint(v)
	}
}

// Int is any integer column.
func (r Row) Int(column string) int64 {
	switch v := r[column].(type) {
	case int64:
		return v
	case int:
		return int64(v)
	case int32:
		return int64(v)
	case int16:
		return int64(v)
	case int8:
		return int64(v)
	case float64:
		return int64(v)
	case *big.Int:
		if v != nil && v.IsInt64() {
			return v.Int64()
		}
	}
	return 0
}

// Float is any number column.
func (r Row) Float(column string) float64 {
	switch v := r[column].(type) {
	case float64:
		return v
	case float32:
		return float64(v)
	}
	return float64(r.Int(column))
}

// Time is a timestamp column.
func (r Row) Time(column string) time.Time {
	t, _ := r[column].(time.Time)
	return t
}

// Bool is a boolean column.
func (r Row) Bool(column string) bool {
	b, _ := r[column].(bool)
	return b
}

// TextMap is a map<text, text> column.
func (r Row) TextMap(column string) map[string]string {
	m, _ := r[column].(map[string]string)
	return m
}

// Texts is a list or set of text.
func (r Row) Texts(column string) []string {
	l, _ := r[column].([]string)
	return l
}

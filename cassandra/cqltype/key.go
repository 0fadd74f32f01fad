package cqltype

import (
	"encoding/binary"
	"fmt"
	"strings"
)

// EncodeKey returns the serialized partition key: the bare value for one
// column, else u16 length + bytes + 0 for each (CompositeType). It fails when
// the number of values is not that of the columns, a value is null, or a value
// or the whole is longer than 65535 bytes (ErrTooLarge).
func EncodeKey(cols []Column, values [][]byte) ([]byte, error) {
	if len(values) != len(cols) || len(cols) == 0 {
		return nil, syntax("%d values for %d key columns", len(values), len(cols))
	}
	var key []byte
	for i, v := range values {
		switch {
		case v == nil:
			return nil, syntax("key column %s is null", QuoteIdentifier(cols[i].Name))
		case len(v) > maxKeyBytes:
			return nil, fmt.Errorf("key column %s of %d bytes: %w", QuoteIdentifier(cols[i].Name), len(v), ErrTooLarge)
		case len(cols) == 1:
			return v, nil
		}
		key = binary.BigEndian.AppendUint16(key, uint16(len(v)))
		key = append(append(key, v...), 0)
	}
	// Each column fits its own length, but the whole is what the server bounds
	// (ModificationStatement: "Key length ... is longer than maximum").
	if len(key) > maxKeyBytes {
		return nil, fmt.Errorf("partition key of %d bytes: %w", len(key), ErrTooLarge)
	}
	return key, nil
}

// SplitKey cuts a serialized partition key into the bytes of its columns, which
// share memory with it. It fails with ErrMalformed when they do not fill it.
//
// The layout of a key of several columns, as in Data.db, Index.db and the logs:
//
//	| len u16 | value | 0 | len u16 | value | 0 |
//
// A key of one column is its value without any framing, so the bytes alone do not
// tell which it is: the schema must.
func SplitKey(cols []Column, key []byte) ([][]byte, error) {
	if len(cols) == 0 {
		return nil, syntax("no key columns")
	}
	if len(cols) == 1 {
		// Never nil: an empty key is a value, not null.
		if key == nil {
			key = []byte{}
		}
		return [][]byte{key}, nil
	}
	values := make([][]byte, 0, len(cols))
	for rest := key; len(rest) > 0; {
		if len(values) == len(cols) {
			return nil, keyError("%d bytes beyond the last of %d columns", len(rest), len(cols))
		}
		if len(rest) < 2 {
			return nil, keyError("no length of column %d", len(values))
		}
		n := int(binary.BigEndian.Uint16(rest))
		if rest = rest[2:]; len(rest) < n+1 || rest[n] != 0 {
			return nil, keyError("column %d of %d bytes, %d left", len(values), n, len(rest))
		}
		values, rest = append(values, rest[:n:n]), rest[n+1:]
	}
	if len(values) != len(cols) {
		return nil, keyError("%d of %d columns", len(values), len(cols))
	}
	return values, nil
}

// keyError marks bytes that do not fit the key columns of the table.
func keyError(format string, args ...any) error {
	return fmt.Errorf("partition key: %s: %w", fmt.Sprintf(format, args...), ErrMalformed)
}

// KeyLiteral returns the key as CQL literals: 'acme', '2026-11'. Not safe for a
// terminal; see SafeText.
func KeyLiteral(cols []Column, key []byte) (string, error) {
	parts, err := keyLiterals(cols, key)
	return strings.Join(parts, ", "), err
}

// Where returns the key as a CQL condition: lane = 'jobs' AND bucket = 3, with
// identifiers quoted where CQL needs it. Not safe for a terminal; see SafeText.
func Where(cols []Column, key []byte) (string, error) {
	parts, err := keyLiterals(cols, key)
	if err != nil {
		return "", err
	}
	for i := range parts {
		parts[i] = QuoteIdentifier(cols[i].Name) + " = " + parts[i]
	}
	return strings.Join(parts, " AND "), nil
}

// keyLiterals names the column that does not decode: in a composite key the
// others may be fine, and the schema at hand may be the wrong one.
func keyLiterals(cols []Column, key []byte) ([]string, error) {
	values, err := SplitKey(cols, key)
	if err != nil {
		return nil, err
	}
	parts := make([]string, len(cols))
	for i, v := range values {
		if parts[i], err = Literal(cols[i].Type, v); err != nil {
			return nil, fmt.Errorf("key column %s: %w", QuoteIdentifier(cols[i].Name), err)
		}
	}
	return parts, nil
}

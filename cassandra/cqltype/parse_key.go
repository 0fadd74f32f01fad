package cqltype

import (
	"encoding/hex"
	"fmt"
	"strings"
)

// ParseKeyLiteral reads a partition key in any of three forms, tried in this
// order, and returns its serialized bytes:
//
//   - 0x and the hex digits of the serialized key;
//   - CQL literals with commas between columns: 'acme', 3, perhaps in
//     parentheses;
//   - the form nodetool and the sstable tools print: acme:3, a colon inside a
//     value written \:, see KeyText.
//
// What no longer parses as a valid key in one form is tried in the next, so a
// text key 0xyz is text. The error wraps those of the second and third.
func ParseKeyLiteral(cols []Column, s string) ([]byte, error) {
	if key, ok := parseHexKey(cols, strings.TrimSpace(s)); ok {
		return key, nil
	}
	key, err := parseCQLKey(cols, s)
	if err == nil {
		return key, nil
	}
	key, textErr := ParseKeyText(cols, s)
	if textErr == nil {
		return key, nil
	}
	return nil, fmt.Errorf("partition key %q: as CQL: %w; as nodetool text: %w", clip(s), err, textErr)
}

// parseHexKey takes the hex only if every column of it decodes: a text key may
// well look like hex.
//
// The order of the three forms is from the least to the most permissive: nearly
// any line is a key in nodetool's form when the column is text.
func parseHexKey(cols []Column, s string) ([]byte, bool) {
	key, err := parseHex(token{tokenWord, s})
	if err != nil || len(key) > maxKeyBytes {
		return nil, false
	}
	values, err := SplitKey(cols, key)
	for i := 0; err == nil && i < len(values); i++ {
		_, err = Decode(cols[i].Type, values[i])
	}
	return key, err == nil
}

// parseCQLKey reads one literal a column, so that a comma inside a collection
// or a text does not end a column.
func parseCQLKey(cols []Column, s string) ([]byte, error) {
	if len(cols) > 1 {
		trimmed := strings.TrimSpace(s)
		if strings.HasPrefix(trimmed, "(") && strings.HasSuffix(trimmed, ")") {
			if key, err := parseCQLKey(cols, trimmed[1:len(trimmed)-1]); err == nil {
				return key, nil
			}
		}
	}
	p := newScanner(s, false)
	values := make([][]byte, len(cols))
	for i, c := range cols {
		if i > 0 {
			if err := p.expect(","); err != nil {
				return nil, err
			}
		}
		var err error
		if values[i], err = parseValue(p, c.Type); err != nil {
			return nil, fmt.Errorf("column %s: %w", QuoteIdentifier(c.Name), err)
		}
	}
	if err := p.finish(); err != nil {
		return nil, err
	}
	return EncodeKey(cols, values)
}

// ParseKeyText reads what KeyText writes; errors wrap ErrSyntax or
// ErrMalformed.
func ParseKeyText(cols []Column, s string) ([]byte, error) {
	if len(cols) == 1 {
		v, err := parseValueText(cols[0].Type, s)
		if err != nil {
			return nil, err
		}
		return EncodeKey(cols, [][]byte{v})
	}
	parts := splitText(s)
	if len(parts) != len(cols) {
		return nil, syntax("%d parts for %d key columns", len(parts), len(cols))
	}
	values := make([][]byte, len(cols))
	for i, part := range parts {
		var err error
		if values[i], err = parseValueText(cols[i].Type, unescapePart(part)); err != nil {
			return nil, fmt.Errorf("column %s: %w", QuoteIdentifier(cols[i].Name), err)
		}
	}
	return EncodeKey(cols, values)
}

// parseValueText reads what valueText writes (AbstractType.fromString).
func parseValueText(t Type, s string) ([]byte, error) {
	switch {
	case t.Kind == Text || t.Kind == Ascii:
		return parseScalar(t, token{tokenString, s})
	case t.Kind == Tuple || t.Kind == UDT:
		return parseTupleText(t, s)
	case t.Kind == Blob || !t.Kind.isScalar():
		b, err := hex.DecodeString(strings.TrimPrefix(s, "0x"))
		if err != nil {
			return nil, syntax("hex: %v", err)
		}
		_, err = Decode(t, b)
		return b, err
	case s == "":
		return []byte{}, nil
	}
	// Dates, times and addresses carry quotes in CQL, numbers do not; this
	// form has no quotes at all.
	if b, err := parseScalar(t, token{tokenString, s}); err == nil {
		return b, nil
	}
	return parseScalar(t, token{tokenWord, s})
}

// parseTupleText is TupleType.fromString: @ is null, \: and \@ stand for
// themselves, fields left out at the end stay out.
func parseTupleText(t Type, s string) ([]byte, error) {
	parts := splitText(s)
	if s == "" {
		parts = nil
	}
	if len(parts) > len(t.Params) {
		return nil, syntax("%d fields for %s", len(parts), t)
	}
	values := make([][]byte, len(parts))
	for i, part := range parts {
		if part == "@" {
			continue
		}
		var err error
		part = strings.ReplaceAll(strings.ReplaceAll(part, `\:`, ":"), `\@`, "@")
		if values[i], err = parseValueText(t.Params[i], part); err != nil {
			return nil, err
		}
	}
	return joinTuple(values), nil
}

// splitText cuts at colons that no backslash precedes (AbstractCompositeType.split).
//
// The tools print no backslash before a backslash, so a part that ends with one
// is told from an escaped colon by the ! that escapePart adds.
func splitText(s string) []string {
	var parts []string
	start := 0
	for i := 0; i < len(s); i++ {
		if s[i] == ':' && (i == 0 || s[i-1] != '\\') {
			parts, start = append(parts, s[start:i]), i+1
		}
	}
	return append(parts, s[start:])
}

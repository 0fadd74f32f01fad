package cqltype

import (
	"encoding/hex"
	"fmt"
	"strings"
)

// ParseLiteral reads a value as typed in CQL and returns its bytes, in the very
// form Cassandra would store: sets and maps sorted and without doubles, all
// fields of a UDT present. null gives nil. Timestamps without a zone are UTC
// (cqlsh would use its own zone). blobAsInt(0x...) and its like are read for
// scalars. Errors wrap ErrSyntax, ErrMalformed or ErrTooLarge.
func ParseLiteral(t Type, s string) ([]byte, error) {
	p := newScanner(s, false)
	b, err := parseValue(p, t)
	if err == nil {
		err = p.finish()
	}
	if err != nil {
		return nil, fmt.Errorf("read %s literal %q: %w", t, clip(s), err)
	}
	return b, nil
}

func parseValue(p *scanner, t Type) ([]byte, error) {
	if p.next.kind == tokenWord && strings.EqualFold(p.next.text, "null") {
		p.take()
		return nil, p.err
	}
	switch {
	case t.Kind.isScalar():
		return parseScalarTerm(p, t)
	case t.Kind == Map:
		return parseMap(p, t)
	case t.Kind == UDT:
		return parseUDT(p, t)
	case t.Kind >= Composite || t.Kind == Invalid:
		tok := p.take()
		b, err := parseHex(tok)
		if err == nil {
			_, err = Decode(t, b)
		}
		return b, err
	default:
		return parseSequence(p, t)
	}
}

// parseScalarTerm reads one constant or one blobAs function.
func parseScalarTerm(p *scanner, t Type) ([]byte, error) {
	tok := p.take()
	if p.err != nil {
		return nil, p.err
	}
	if tok.kind != tokenWord || !p.isMark("(") {
		return parseScalar(t, tok)
	}
	// 5.0 spells the functions blob_as_int too (CASSANDRA-18037).
	name := strings.ReplaceAll(strings.ToLower(tok.text), "_", "")
	if name != "blobas"+strings.ToLower(functionName(t.Kind)) {
		return nil, syntax("function %q does not give a %s", clip(tok.text), t)
	}
	p.take()
	b, err := parseHex(p.take())
	if err != nil {
		return nil, err
	}
	if err := p.expect(")"); err != nil {
		return nil, err
	}
	_, err = decodeScalar(t, b)
	return b, err
}

// parseHex reads 0x...; no digits give an empty, not a null value.
func parseHex(tok token) ([]byte, error) {
	if tok.kind != tokenWord || len(tok.text) < 2 || !strings.EqualFold(tok.text[:2], "0x") {
		return nil, syntax("expected 0x..., not %q", clip(tok.text))
	}
	b, err := hex.DecodeString(tok.text[2:])
	if err != nil {
		return nil, syntax("hex digits: %v", err)
	}
	return b, nil
}

// parseSequence reads list, set, vector and tuple literals.
func parseSequence(p *scanner, t Type) ([]byte, error) {
	var parts [][]byte
	err := parseItems(p, t, func() error {
		if t.Kind == Tuple && len(parts) == len(t.Params) {
			return syntax("more than %d fields in %s", len(parts), t)
		}
		b, err := parseValue(p, t.elementType(len(parts)))
		if err == nil && b == nil && t.Kind != Tuple {
			err = syntax("null inside %s", t)
		}
		parts = append(parts, b)
		return err
	})
	if err != nil {
		return nil, err
	}
	switch t.Kind {
	case Tuple:
		return joinTuple(parts), nil
	case Vector:
		return joinVector(t, parts)
	case Set:
		parts = sortEntries(t, parts, 1)
	}
	return joinCollection(parts, 1), nil
}

// parseMap and the sets of parseSequence sort what they read: a frozen
// collection is stored sorted, whatever the order it was typed in.
func parseMap(p *scanner, t Type) ([]byte, error) {
	var parts [][]byte
	err := parseItems(p, t, func() error {
		key, err := parseValue(p, t.Params[0])
		if err != nil {
			return err
		}
		if err := p.expect(":"); err != nil {
			return err
		}
		value, err := parseValue(p, t.Params[1])
		if err == nil && (key == nil || value == nil) {
			err = syntax("null inside %s", t)
		}
		parts = append(parts, key, value)
		return err
	})
	if err != nil {
		return nil, err
	}
	return joinCollection(sortEntries(t, parts, 2), 2), nil
}

// parseUDT takes fields in any order; those left out are null, and are written
// (UserTypes.Literal).
func parseUDT(p *scanner, t Type) ([]byte, error) {
	parts := make([][]byte, len(t.Params))
	err := parseItems(p, t, func() error {
		i, err := fieldIndex(t, p.take())
		if err != nil {
			return err
		}
		if err := p.expect(":"); err != nil {
			return err
		}
		parts[i], err = parseValue(p, t.Params[i])
		return err
	})
	return joinTuple(parts), err
}

// fieldIndex folds the case of bare names, as CQL does for identifiers.
func fieldIndex(t Type, name token) (int, error) {
	text := name.text
	if name.kind == tokenWord {
		text = strings.ToLower(text)
	}
	for i, f := range t.Fields {
		if f == text && (name.kind == tokenWord || name.kind == tokenQuoted) {
			return i, nil
		}
	}
	return 0, syntax("%s has no field %q", t, clip(text))
}

// parseItems reads the brackets and commas around calls of item.
func parseItems(p *scanner, t Type, item func() error) error {
	open, end := brackets(t.Kind)
	if err := p.expect(open); err != nil {
		return err
	}
	if p.accept(end) {
		return nil
	}
	for {
		if err := item(); err != nil {
			return err
		}
		if !p.accept(",") {
			return p.expect(end)
		}
	}
}

package cqltype

import (
	"fmt"
	"strconv"
	"strings"
)

// ParseCQL reads a type as CQL writes it: system_schema.columns.type, CREATE
// TABLE, DESCRIBE. Names of user-defined types are looked up with udts, with an
// empty keyspace unless the name is qualified; udts may be nil. Text in single
// quotes is a Java class name. Errors wrap ErrSyntax, ErrUnknownType or
// ErrTooLarge.
func ParseCQL(s string, udts func(keyspace, name string) (Type, bool)) (Type, error) {
	if len(s) > maxTypeText {
		return Type{}, fmt.Errorf("type text of %d bytes: %w", len(s), ErrTooLarge)
	}
	p := cqlParser{scanner: newScanner(s, true), udts: udts}
	t, err := p.parse(0)
	if err == nil {
		err = p.finish()
	}
	if err != nil {
		return Type{}, fmt.Errorf("read CQL type %q: %w", clip(s), err)
	}
	return t, nil
}

// clip keeps messages about long input short.
func clip(s string) string {
	if len(s) > 100 {
		return s[:100] + "..."
	}
	return s
}

type cqlParser struct {
	*scanner
	udts func(keyspace, name string) (Type, bool)
}

// parse reads one type. The depth is checked on the way down too, or a long
// row of brackets would exhaust the stack before compound could refuse it.
func (p *cqlParser) parse(depth int) (Type, error) {
	if depth > maxTypeDepth {
		return Type{}, fmt.Errorf("type nested over %d deep: %w", maxTypeDepth, ErrTooLarge)
	}
	t := p.take()
	switch t.kind {
	case tokenString:
		return ParseJava(t.text)
	case tokenQuoted:
		return p.userType(t.text)
	case tokenWord:
		return p.named(t.text, depth)
	case tokenEnd, tokenMark:
	}
	if p.err != nil {
		return Type{}, p.err
	}
	return Type{}, syntax("expected a type before %q", t.text)
}

// named reads a type that begins with a bare word: a native one, one with
// parameters in <>, or else a user-defined type.
func (p *cqlParser) named(word string, depth int) (Type, error) {
	name := strings.ToLower(word)
	if !p.isMark("<") {
		if k, ok := nativeByCQL(name); ok && !p.isMark(".") {
			return Scalar(k), nil
		}
		return p.userType(name)
	}
	p.take()
	switch name {
	case "frozen":
		t, err := p.parse(depth + 1)
		if err != nil {
			return Type{}, err
		}
		return t.Freeze(), p.expect(">")
	case "vector":
		return p.vector(depth)
	case "list", "set", "map", "tuple":
		params, err := p.params(depth)
		if err != nil {
			return Type{}, err
		}
		return compound(Type{Kind: collectionKind(name)}, params)
	}
	return Type{}, fmt.Errorf("%s<>: %w", name, ErrUnknownType)
}

// collectionKind finds a kind with type parameters by its CQL name.
func collectionKind(name string) Kind {
	for k := List; k <= Tuple; k++ {
		if kinds[k].cql == name {
			return k
		}
	}
	return Invalid
}

// params reads types up to the closing bracket.
func (p *cqlParser) params(depth int) ([]Type, error) {
	var params []Type
	for {
		t, err := p.parse(depth + 1)
		if err != nil {
			return nil, err
		}
		params = append(params, t)
		if !p.accept(",") {
			return params, p.expect(">")
		}
	}
}

// vector reads the element and dimension of vector<t, n> (5.0).
func (p *cqlParser) vector(depth int) (Type, error) {
	elem, err := p.parse(depth + 1)
	if err != nil {
		return Type{}, err
	}
	if err := p.expect(","); err != nil {
		return Type{}, err
	}
	n, err := strconv.Atoi(p.take().text)
	if err != nil {
		return Type{}, syntax("vector dimension: %v", err)
	}
	if err := p.expect(">"); err != nil {
		return Type{}, err
	}
	return vectorOf(elem, n)
}

// userType resolves name or keyspace.name.
func (p *cqlParser) userType(name string) (Type, error) {
	keyspace := ""
	if p.accept(".") {
		t := p.take()
		keyspace = name
		switch t.kind {
		case tokenWord:
			name = strings.ToLower(t.text)
		case tokenQuoted:
			name = t.text
		default:
			return Type{}, syntax("expected a type name after %q.", keyspace)
		}
	}
	if p.udts != nil {
		if t, ok := p.udts(keyspace, name); ok {
			return t, nil
		}
	}
	return Type{}, fmt.Errorf("%q: %w", clip(name), ErrUnknownType)
}

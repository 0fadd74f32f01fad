package cqltype

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
)

// ParseJava reads a type as a Java class name with arguments, as SSTable
// headers, 2.x schema tables and custom types hold it; the package
// org.apache.cassandra.db.marshal may be left out (TypeParser). An unknown
// class is a Custom type, read as bytes, not an error. Errors wrap ErrSyntax or
// ErrTooLarge.
func ParseJava(s string) (Type, error) {
	if len(s) > maxTypeText {
		return Type{}, fmt.Errorf("class text of %d bytes: %w", len(s), ErrTooLarge)
	}
	p := javaParser{src: s}
	t, err := p.parse(0)
	p.blanks()
	if err == nil && p.pos < len(p.src) {
		err = syntax("unexpected %q", clip(p.src[p.pos:]))
	}
	if err != nil {
		return Type{}, fmt.Errorf("read class name %q: %w", clip(s), err)
	}
	return t, nil
}

type javaParser struct {
	src string
	pos int
}

// javaArg is one argument: a type with an optional label (`hex:Type`,
// `a=>Type`), or a bare word such as a number or a keyspace.
type javaArg struct {
	label, word string
	typ         Type
}

// parse reads one type from where the parser stands (TypeParser.parse).
func (p *javaParser) parse(depth int) (Type, error) {
	p.blanks()
	start := p.pos
	name := p.word()
	if name == "" {
		return Type{}, syntax("expected a class name before %q", clip(p.src[p.pos:]))
	}
	return p.build(name, start, depth)
}

// build reads the arguments of a class whose name was just read.
//
// Real headers hold lines such as these, without the package here:
//
//	ReversedType(TimestampType)
//	FrozenType(MapType(UTF8Type,Int32Type))
//	UserType(shop,61646472657373,737472656574:UTF8Type)
//	VectorType(FloatType , 3)
//	DynamicCompositeType(a=>AsciiType,i=>Int32Type)
//
// Each class reads its own arguments; the shapes are few enough to read them all
// in one way and judge afterwards.
func (p *javaParser) build(name string, start, depth int) (Type, error) {
	if depth > maxTypeDepth {
		return Type{}, fmt.Errorf("type nested over %d deep: %w", maxTypeDepth, ErrTooLarge)
	}
	// A digit first would make a class of what arg takes for a number.
	if c := name[0]; strings.IndexByte("0123456789+-.&", c) >= 0 {
		return Type{}, syntax("%q is not a class name", clip(name))
	}
	short := strings.TrimPrefix(name, marshalPackage)
	args, err := p.args(short, depth)
	if err != nil {
		return Type{}, err
	}
	switch short {
	case "ReversedType", "FrozenType":
		return wrapped(short, args)
	}
	k, ok := kindByJava(short)
	switch {
	case !ok:
		return Type{Kind: Custom, Class: strings.TrimSpace(p.src[start:p.pos]), depth: 1}, nil
	case k.isScalar():
		return Scalar(k), nil
	case k == UDT:
		return userType(args)
	case k == Vector:
		return vectorType(args)
	}
	return genericType(k, args)
}

// args reads `(a, b)`, if there is one. Blanks and commas may surround anything.
func (p *javaParser) args(class string, depth int) ([]javaArg, error) {
	p.blanks()
	if p.pos >= len(p.src) || p.src[p.pos] != '(' {
		return nil, nil
	}
	p.pos++
	var args []javaArg
	for {
		p.skip(" \t\n,")
		if p.pos >= len(p.src) {
			return nil, syntax("no closing ')' for %s", clip(class))
		}
		if p.src[p.pos] == ')' {
			p.pos++
			return args, nil
		}
		// The first two arguments of UserType are a keyspace and a hex name;
		// either may look like a class name.
		bare := class == "UserType" && len(args) < 2
		a, err := p.arg(bare, depth+1)
		if err != nil {
			return nil, err
		}
		args = append(args, a)
	}
}

// arg reads one argument. A word alone is a number if it reads as one, for
// no class name begins with a digit.
func (p *javaParser) arg(bare bool, depth int) (javaArg, error) {
	start := p.pos
	word := p.word()
	if word == "" {
		return javaArg{}, syntax("expected a name before %q", clip(p.src[p.pos:]))
	}
	if bare {
		return javaArg{word: word}, nil
	}
	p.blanks()
	rest := p.src[p.pos:]
	switch {
	case strings.HasPrefix(rest, ":"):
		p.pos++
	case strings.HasPrefix(rest, "=>"):
		p.pos += 2
	case strings.HasPrefix(rest, "="):
		// key=value arguments (AbstractType.parseDefaultParameters).
		p.pos++
		p.blanks()
		return javaArg{label: word, word: p.word()}, nil
	default:
		if _, err := strconv.Atoi(word); err == nil {
			return javaArg{word: word}, nil
		}
		t, err := p.build(word, start, depth)
		return javaArg{word: word, typ: t}, err
	}
	t, err := p.parse(depth)
	return javaArg{label: word, typ: t}, err
}

func (p *javaParser) blanks() { p.skip(" \t\n") }

func (p *javaParser) skip(set string) {
	for p.pos < len(p.src) && strings.IndexByte(set, p.src[p.pos]) >= 0 {
		p.pos++
	}
}

// word reads [0-9A-Za-z_.+-&]* (TypeParser.isIdentifierChar).
func (p *javaParser) word() string {
	start := p.pos
	for p.pos < len(p.src) && isJavaNameChar(p.src[p.pos]) {
		p.pos++
	}
	return p.src[start:p.pos]
}

func isJavaNameChar(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' ||
		strings.IndexByte("_.+-&", c) >= 0
}

// unhex decodes the names inside UserType(...).
func unhex(s string) (string, error) {
	b, err := hex.DecodeString(s)
	if err != nil {
		return "", syntax("name %q is not hex", clip(s))
	}
	return string(b), nil
}

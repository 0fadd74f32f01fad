package cqltype

import (
	"strconv"
	"strings"
)

// String returns the CQL form, as system_schema.columns shows it: inner frozen
// types are marked, custom classes quoted. Reversed does not show, for CQL has
// no word for it inside a type.
func (t Type) String() string {
	var b strings.Builder
	t.write(&b)
	return b.String()
}

// write marks frozen even where it is implied, as CQL3Type.toString does, so
// that types compare as text with what the server shows.
func (t Type) write(b *strings.Builder) {
	if t.Frozen && t.Kind.isCQL() {
		b.WriteString("frozen<")
		defer b.WriteByte('>')
	}
	switch {
	case t.Kind == UDT:
		b.WriteString(QuoteIdentifier(t.Name))
	case t.Kind == Vector:
		b.WriteString("vector<")
		t.Params[0].write(b)
		b.WriteString(", " + strconv.Itoa(t.Dimension) + ">")
	case t.Kind.isCollection() || t.Kind == Tuple:
		b.WriteString(t.Kind.String())
		writeParams(b, t.Params)
	case t.Kind >= Ascii && t.Kind <= Varint:
		b.WriteString(t.Kind.String())
	default:
		b.WriteString(quoteText(t.className()))
	}
}

// isCQL is true for the parameterised kinds that CQL can spell.
func (k Kind) isCQL() bool {
	return k.isCollection() || k == Tuple || k == UDT || k == Vector
}

func writeParams(b *strings.Builder, params []Type) {
	b.WriteByte('<')
	for i, p := range params {
		if i > 0 {
			b.WriteString(", ")
		}
		p.write(b)
	}
	b.WriteByte('>')
}

// className is the Java form, for the types CQL writes in quotes.
func (t Type) className() string {
	if t.Kind == Custom || t.Kind == Invalid || t.Kind >= kindCount {
		return t.Class
	}
	return t.Java()
}

package cqltype

import (
	"encoding/hex"
	"strconv"
	"strings"
)

// Java returns the marshal form with full class names, as SSTable headers and
// DESCRIBE of custom types hold it. ParseJava reads it back to an equal Type.
func (t Type) Java() string {
	var b strings.Builder
	t.writeJava(&b, false)
	return b.String()
}

// writeJava writes one type. inFrozen suppresses FrozenType, as inner types of
// a frozen one are not wrapped again (AbstractType.toString(ignoreFreezing)).
func (t Type) writeJava(b *strings.Builder, inFrozen bool) {
	if t.Reversed {
		b.WriteString(marshalPackage + "ReversedType(")
		defer b.WriteByte(')')
	}
	// TupleType is never wrapped: it has no other form.
	wrap := t.Frozen && !inFrozen && t.Kind != Tuple
	if wrap {
		b.WriteString(marshalPackage + "FrozenType(")
		defer b.WriteByte(')')
	}
	if t.Kind == Custom || t.Kind == Invalid || t.Kind >= kindCount {
		b.WriteString(t.Class)
		return
	}
	b.WriteString(marshalPackage + kinds[t.Kind].java)
	if t.Kind.isScalar() || t.Kind == PartitionerOrder && len(t.Params) == 0 {
		return
	}
	b.WriteByte('(')
	t.writeJavaArgs(b, inFrozen || wrap)
	b.WriteByte(')')
}

// writeJavaArgs writes what stands in the parentheses, to the blank: stringify
// methods of TypeParser put blanks around a vector's comma only, and names that
// are compared as text, such as those in SSTable headers, must agree.
func (t Type) writeJavaArgs(b *strings.Builder, inFrozen bool) {
	if t.Kind == UDT {
		b.WriteString(t.Keyspace + "," + hex.EncodeToString([]byte(t.Name)))
	}
	for i, p := range t.Params {
		if i > 0 || t.Kind == UDT {
			b.WriteByte(',')
		}
		switch t.Kind {
		case UDT:
			b.WriteString(hex.EncodeToString([]byte(t.Fields[i])) + ":")
		case DynamicComposite:
			b.WriteByte(t.Aliases[i])
			b.WriteString("=>")
		case PartitionerOrder:
			if t.Class != "" {
				b.WriteString(t.Class + ":")
			}
		}
		p.writeJava(b, inFrozen)
	}
	if t.Kind == Vector {
		b.WriteString(" , " + strconv.Itoa(t.Dimension))
	}
}

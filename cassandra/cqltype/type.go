package cqltype

import (
	"fmt"
	"slices"
)

// Type is a CQL or marshal type. It is a value: copy it freely, do not change
// its slices. Everything nested inside another type is frozen, as in Cassandra
// (AbstractType.freeze), so only the outermost type can be multi-cell.
type Type struct {
	Kind Kind
	// Frozen is set for a frozen collection or UDT, and for all tuples.
	Frozen bool
	// Reversed is set for a clustering column ORDER BY ... DESC (ReversedType):
	// same bytes, opposite order.
	Reversed bool
	// Params are element types: list and set 1, map 2 (key, value), vector 1,
	// PartitionerOrder 0 or 1, tuple, UDT and composite one a component.
	Params []Type
	// Keyspace, Name and Fields belong to a UDT; Fields[i] names Params[i].
	Keyspace, Name string
	Fields         []string
	// Dimension is the n of vector<t, n>.
	Dimension int
	// Class is the full Java class name, arguments included, of a Custom type;
	// for PartitionerOrder the partitioner's class, if named (5.0 does).
	Class string
	// Aliases are DynamicCompositeType's one-letter names, one a Params entry.
	Aliases []byte

	depth int
}

// Scalar returns the type of a kind without parameters, such as Scalar(Int).
// Other kinds give the zero Type.
func Scalar(k Kind) Type {
	if !k.isScalar() {
		return Type{}
	}
	return Type{Kind: k, depth: 1}
}

// Column is a column with its type: a component of a partition key.
type Column struct {
	Name string
	Type Type
}

// FixedLength returns the bytes a value takes on disk, and false when values
// carry their length (AbstractType.valueLengthIfFixed).
func (t Type) FixedLength() (int, bool) {
	if t.Kind == Vector {
		n, ok := t.Params[0].FixedLength()
		return n * t.Dimension, ok
	}
	if t.Kind >= kindCount || kinds[t.Kind].fixed < 0 {
		return 0, false
	}
	return kinds[t.Kind].fixed, true
}

// IsMultiCell tells whether a column of this type is stored as one cell per
// element. In files of 3.0.x a bare UserType is frozen all the same: there
// were no non-frozen UDTs before 3.6.
func (t Type) IsMultiCell() bool {
	return !t.Frozen && (t.Kind.isCollection() || t.Kind == UDT)
}

// Freeze returns the type as it is inside frozen<...>.
//
// The header of an SSTable names the type of a multi-cell column without
// FrozenType around it; that is all that tells its cells from one value.
func (t Type) Freeze() Type {
	if t.Kind.isCollection() || t.Kind == UDT || t.Kind == Tuple {
		t.Frozen = true
	}
	return t
}

// Equal compares types by meaning.
func (t Type) Equal(o Type) bool {
	return t.Kind == o.Kind && t.Frozen == o.Frozen && t.Reversed == o.Reversed &&
		t.Keyspace == o.Keyspace && t.Name == o.Name && t.Dimension == o.Dimension &&
		t.Class == o.Class && slices.Equal(t.Fields, o.Fields) &&
		slices.Equal(t.Aliases, o.Aliases) && slices.EqualFunc(t.Params, o.Params, Type.Equal)
}

// compound builds a type with parameters: freezes them and checks the limits.
func compound(t Type, params []Type) (Type, error) {
	t.Params, t.depth = make([]Type, len(params)), 1
	for i, p := range params {
		t.Params[i] = p.Freeze()
		t.depth = max(t.depth, p.depth+1)
	}
	if t.Kind == Tuple {
		t.Frozen = true
	}
	if t.depth > maxTypeDepth {
		return Type{}, fmt.Errorf("type nested %d deep, limit %d: %w", t.depth, maxTypeDepth, ErrTooLarge)
	}
	if want, ok := paramCount(t.Kind); ok && len(params) != want {
		return Type{}, syntax("%s takes %d type parameters, not %d", t.Kind, want, len(params))
	}
	return t, nil
}

func paramCount(k Kind) (int, bool) {
	switch k {
	case List, Set, Vector:
		return 1, true
	case Map:
		return 2, true
	default:
		return 0, false
	}
}

// vectorOf builds vector<elem, n>. Elements without bytes are refused: n of
// them would fit in no bytes at all.
func vectorOf(elem Type, n int) (Type, error) {
	if n < 1 || n > maxDimension {
		return Type{}, fmt.Errorf("vector dimension %d, limit %d: %w", n, maxDimension, ErrTooLarge)
	}
	if size, fixed := elem.FixedLength(); fixed && (size == 0 || size > maxFixedBytes/n) {
		return Type{}, fmt.Errorf("vector of %d elements of %d bytes: %w", n, size, ErrTooLarge)
	}
	return compound(Type{Kind: Vector, Dimension: n}, []Type{elem})
}

package cqltype

import (
	"bytes"
	"cmp"
	"strings"
)

// compareElements orders collections element by element, then by size; a map
// by key, then value (ListType.compareListOrSet, MapType.compareMaps).
func compareElements(t Type, a, b []byte) int {
	partsA, errA := elements(t, a)
	partsB, errB := elements(t, b)
	if errA != nil || errB != nil {
		return bytes.Compare(a, b)
	}
	for i := range min(len(partsA), len(partsB)) {
		if c := Compare(t.elementType(i), partsA[i], partsB[i]); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(partsA), len(partsB))
}

// compareTuples orders field by field, null first; missing fields count as
// null (TupleType.compareCustom).
func compareTuples(t Type, a, b []byte) int {
	partsA, errA := tupleElements(t, a)
	partsB, errB := tupleElements(t, b)
	if errA != nil || errB != nil {
		return bytes.Compare(a, b)
	}
	for i := range t.Params {
		x, y := field(partsA, i), field(partsB, i)
		switch {
		case x == nil && y == nil:
			continue
		case x == nil:
			return -1
		case y == nil:
			return 1
		}
		if c := Compare(t.Params[i], x, y); c != 0 {
			return c
		}
	}
	return 0
}

// field gives null for what a value written before the field was added lacks.
func field(parts [][]byte, i int) []byte {
	if i < len(parts) {
		return parts[i]
	}
	return nil
}

// compareComposites orders static names first, then component by component:
// value, then end byte, then number of components
// (AbstractCompositeType.compareCustom).
func compareComposites(t Type, a, b []byte) int {
	partsA, staticA, errA := components(t, a)
	partsB, staticB, errB := components(t, b)
	switch {
	case errA != nil || errB != nil:
		return bytes.Compare(a, b)
	case staticA && !staticB:
		return -1
	case staticB && !staticA:
		return 1
	}
	for i := range min(len(partsA), len(partsB)) {
		if c := compareComponents(partsA[i], partsB[i]); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(partsA), len(partsB))
}

// compareComponents orders components of different types by the simple name of
// their classes, then by the full one (DynamicCompositeType.getComparator); two
// reversed ones are compared by what they reverse. Types of one class with
// other arguments go by their text: Cassandra would take the left one's order,
// which is no order at all.
func compareComponents(x, y component) int {
	tx, ty := x.typ, y.typ
	if !tx.Equal(ty) {
		if tx.Reversed && ty.Reversed {
			tx.Reversed, ty.Reversed = false, false
		}
		return cmp.Or(strings.Compare(tx.simpleName(), ty.simpleName()), strings.Compare(tx.Java(), ty.Java()))
	}
	return cmp.Or(Compare(tx, x.value, y.value), cmp.Compare(x.end, y.end))
}

// simpleName is the Java class's name without package and arguments.
func (t Type) simpleName() string {
	switch {
	case t.Reversed:
		return "ReversedType"
	case t.Kind < Custom && t.Kind != Invalid:
		return kinds[t.Kind].java
	}
	name, _, _ := strings.Cut(t.Class, "(")
	return name[strings.LastIndexByte(name, '.')+1:]
}

package cqltype

// Decode reads a value's bytes; nil is null. Errors wrap ErrMalformed, or
// ErrTooLarge for a number of more digits than this package converts.
func Decode(t Type, b []byte) (Value, error) {
	if b == nil {
		return nil, nil
	}
	switch {
	case t.Kind.isScalar():
		return decodeScalar(t, b)
	case t.Kind == Composite || t.Kind == DynamicComposite:
		return decodeComposite(t, b)
	case t.Kind == Map:
		return decodeMap(t, b)
	case t.Kind == PartitionerOrder || t.Kind == Custom || t.Kind == Invalid:
		return b, nil
	default:
		return decodeElements(t, b)
	}
}

// decodeElements gives a tuple or UDT all its fields, missing ones nil.
func decodeElements(t Type, b []byte) (Value, error) {
	parts, err := elements(t, b)
	if err != nil {
		return nil, err
	}
	n := len(parts)
	if t.Kind == Tuple || t.Kind == UDT {
		n = len(t.Params)
	}
	out := make([]Value, n)
	for i, p := range parts {
		if out[i], err = Decode(t.elementType(i), p); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// decodeMap keeps the stored order, which is that of the keys.
func decodeMap(t Type, b []byte) (Value, error) {
	parts, err := elements(t, b)
	if err != nil {
		return nil, err
	}
	out := make([]MapEntry, len(parts)/2)
	for i := range out {
		if out[i].Key, err = Decode(t.Params[0], parts[2*i]); err != nil {
			return nil, err
		}
		if out[i].Value, err = Decode(t.Params[1], parts[2*i+1]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// decodeComposite drops the end bytes and the static marker: they belong to
// names of cells and bounds, not to the value.
func decodeComposite(t Type, b []byte) (Value, error) {
	parts, _, err := components(t, b)
	if err != nil {
		return nil, err
	}
	out := make([]Value, len(parts))
	for i, p := range parts {
		if out[i], err = Decode(p.typ, p.value); err != nil {
			return nil, err
		}
	}
	return out, nil
}

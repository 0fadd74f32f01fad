package cqltype

import "strconv"

// wrapped applies ReversedType or FrozenType to their argument.
func wrapped(class string, args []javaArg) (Type, error) {
	if len(args) != 1 || args[0].typ.Kind == Invalid {
		return Type{}, syntax("%s takes one type", class)
	}
	t := args[0].typ
	if class == "FrozenType" {
		return t.Freeze(), nil
	}
	// Reversed twice is not reversed; ReversedType.getInstance never nests.
	t.Reversed = !t.Reversed
	return t, nil
}

// userType builds UserType(keyspace, hexname, hexfield:type, ...).
func userType(args []javaArg) (Type, error) {
	if len(args) < 2 {
		return Type{}, syntax("UserType needs a keyspace and a name")
	}
	name, err := unhex(args[1].word)
	if err != nil {
		return Type{}, err
	}
	t := Type{Kind: UDT, Keyspace: args[0].word, Name: name}
	params := make([]Type, 0, len(args)-2)
	for _, a := range args[2:] {
		if a.label == "" || a.typ.Kind == Invalid {
			return Type{}, syntax("field of type %q has no name", clip(name))
		}
		field, err := unhex(a.label)
		if err != nil {
			return Type{}, err
		}
		t.Fields = append(t.Fields, field)
		params = append(params, a.typ)
	}
	return compound(t, params)
}

// vectorType builds VectorType(type , dimension).
func vectorType(args []javaArg) (Type, error) {
	if len(args) != 2 || args[0].typ.Kind == Invalid {
		return Type{}, syntax("VectorType takes a type and a dimension")
	}
	n, err := strconv.Atoi(args[1].word)
	if err != nil {
		return Type{}, syntax("vector dimension %q", clip(args[1].word))
	}
	return vectorOf(args[0].typ, n)
}

// genericType builds the kinds whose arguments are types only.
//
// DynamicComposite and PartitionerOrder are the two whose labels mean something;
// elsewhere a label is of no use.
func genericType(k Kind, args []javaArg) (Type, error) {
	t := Type{Kind: k}
	params := make([]Type, 0, len(args))
	for _, a := range args {
		if a.typ.Kind == Invalid {
			return Type{}, syntax("%s: %q is not a type", k, clip(a.word))
		}
		if k == DynamicComposite {
			if len(a.label) != 1 {
				return Type{}, syntax("alias %q is not one character", clip(a.label))
			}
			t.Aliases = append(t.Aliases, a.label[0])
		}
		if k == PartitionerOrder {
			t.Class = a.label
		}
		params = append(params, a.typ)
	}
	return compound(t, params)
}

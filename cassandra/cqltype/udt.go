package cqltype

// NewUDT builds a user-defined type from system_schema.types; it is not frozen.
// A ParseCQL lookup returns these. Errors wrap ErrTooLarge.
//
// A UDT is known by keyspace and name, yet its bytes can only be read with the
// fields it has now: a value may hold fewer of them, never more or others, for a
// field can be added and renamed but not dropped (ALTER TYPE).
func NewUDT(keyspace, name string, fields []Column) (Type, error) {
	t := Type{Kind: UDT, Keyspace: keyspace, Name: name}
	params := make([]Type, 0, len(fields))
	for _, f := range fields {
		t.Fields = append(t.Fields, f.Name)
		params = append(params, f.Type)
	}
	return compound(t, params)
}

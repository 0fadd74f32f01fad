package scan

import (
	"fmt"

	"github.com/partop/partop/cassandra/cqltype"
)

// filter lets partitions pass by key. The zero filter lets all pass.
type filter struct {
	only, without map[string]bool // serialized keys
}

func newFilter(columns []cqltype.Column, only, without []string) (f filter, err error) {
	if f.only, err = keySet(columns, only); err != nil {
		return f, err
	}
	f.without, err = keySet(columns, without)
	return f, err
}

func keySet(columns []cqltype.Column, keys []string) (map[string]bool, error) {
	if len(keys) == 0 {
		return nil, nil
	}
	set := map[string]bool{}
	for _, k := range keys {
		b, err := cqltype.ParseKeyLiteral(columns, k)
		if err != nil {
			return nil, fmt.Errorf("key %s: %w", k, err)
		}
		set[string(b)] = true
	}
	return set, nil
}

func (f filter) passes(key []byte) bool {
	return (f.only == nil || f.only[string(key)]) && !f.without[string(key)]
}

package scenario

import (
	"context"
	"iter"
)

// incident is a bad afternoon: a queue read through its tombstones, a leveled
// table that falls behind and a client that sticks to one node, among tables
// that are all right.
func incident() Scenario {
	return combine("incident", "healthy, sticky-client, queue-tombstones and lcs-backlog at once",
		healthy(), stickyClient(), queueTombstones(), lcsBacklog())
}

// combine makes one scenario of several; loads run one after another, streams
// side by side.
func combine(name, about string, parts ...Scenario) Scenario {
	s := Scenario{Name: name, About: about}
	for _, p := range parts {
		s.Keyspaces = append(s.Keyspaces, p.Keyspaces...)
		s.Schema = append(s.Schema, p.Schema...)
		s.ThrottleMiBs = max(s.ThrottleMiBs, p.ThrottleMiBs)
	}
	s.Rows = func(p Params) iter.Seq[Op] {
		return func(yield func(Op) bool) {
			for _, part := range parts {
				for op := range part.Rows(p) {
					if !yield(op) {
						return
					}
				}
			}
		}
	}
	s.Traffic = func(ctx context.Context, p Params, a Asker) ([]Stream, error) {
		var all []Stream
		for _, part := range parts {
			streams, err := part.Traffic(ctx, p, a)
			if err != nil {
				return nil, err
			}
			all = append(all, streams...)
		}
		return all, nil
	}
	return s
}

package main

import (
	"strings"
	"testing"
	"time"

	"github.com/partop/partop/internal/cluster"
)

func TestClocks(t *testing.T) {
	at := time.Date(2026, 11, 30, 14, 0, 0, 0, time.UTC) // the answer came; it was asked for 20 ms before
	for _, c := range []struct {
		name  string
		clock time.Time
		ok    bool
		want  string
	}{
		{"agrees", at.Add(-8 * time.Millisecond), true, "2ms ahead of"},
		{"off by less than is known", at.Add(90 * time.Millisecond), true, "100ms ahead of"},
		{"ahead", at.Add(2 * time.Second), false, "2.01s ahead of this host's, give or take 11ms"},
		{"behind", at.Add(-time.Minute), false, "59.99s behind"},
		{"not told", time.Time{}, false, "did not tell"},
	} {
		s := cluster.NewState()
		s.Apply([]cluster.Reading{{From: at.Add(-20 * time.Millisecond), To: at, Node: "a", Kind: cluster.NodeReached, Source: cluster.SourceCQL,
			Value: &cluster.Reached{RoundTripMicros: 20_000, Clock: c.clock}}})
		r := clockRung(s.Snapshot().Nodes[0])
		if r.OK != c.ok || !strings.Contains(r.Detail, c.want) || !r.OK && r.Adds == "" {
			t.Errorf("%s: %+v", c.name, r)
		}
	}
}

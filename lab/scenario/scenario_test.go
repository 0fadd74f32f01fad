package scenario

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"
)

func params(seed uint64) Params {
	return Params{Seed: seed, Scale: 0.02, Now: time.Unix(1_800_000_000, 0).UTC(), ReplicationFactor: 3}
}

func rows(s Scenario, p Params) []Op {
	var out []Op
	for op := range s.Rows(p) {
		out = append(out, op)
	}
	return out
}

func TestRowsDependOnSeedAlone(t *testing.T) {
	for _, s := range All() {
		t.Run(s.Name, func(t *testing.T) {
			first := rows(s, params(1))
			if !reflect.DeepEqual(first, rows(s, params(1))) {
				t.Error("two runs with one seed differ")
			}
			if reflect.DeepEqual(first, rows(s, params(2))) {
				t.Error("two seeds give the same rows")
			}
			if last := first[len(first)-1]; last.Kind != Flush {
				t.Errorf("the load ends with kind %d, not with a flush", last.Kind)
			}
		})
	}
}

// Every statement must go to a table of the scenario's own keyspaces, which are
// dropped by its load, and have as many values as marks.
func TestStatementsFitTheSchema(t *testing.T) {
	for _, s := range All() {
		t.Run(s.Name, func(t *testing.T) {
			for _, op := range append(rows(s, params(1)), drawn(t, s, 1)...) {
				keyspace, _, _ := strings.Cut(op.Table, ".")
				if op.Kind != Pause && !contains(s.Keyspaces, keyspace) {
					t.Fatalf("%q is not of %v", op.Table, s.Keyspaces)
				}
				if strings.Count(op.CQL, "?") != len(op.Args) {
					t.Fatalf("%s with %d values", op.CQL, len(op.Args))
				}
				if !strings.Contains(op.CQL, op.Table) && op.CQL != "" {
					t.Fatalf("%s is not about %s", op.CQL, op.Table)
				}
			}
		})
	}
}

func contains(list []string, s string) bool {
	for _, v := range list {
		if v == s {
			return true
		}
	}
	return false
}

// fixed answers as a freshly loaded queue does.
type fixed struct{ err error }

func (f fixed) Ask(_ context.Context, cql string, _ ...any) (int, bool, error) {
	if strings.Contains(cql, "DESC") {
		return badLaneDead + badLaneLive - 1, true, f.err
	}
	return badLaneDead, true, f.err
}

// drawn takes 2,000 operations from a scenario's streams.
func drawn(t *testing.T, s Scenario, seed uint64) []Op {
	t.Helper()
	streams, err := s.Traffic(t.Context(), params(seed), fixed{})
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(seed, 0))
	var out []Op
	for i := range 2000 {
		out = append(out, streams[i%len(streams)].Next(r))
	}
	return out
}

func TestTrafficDependsOnSeedAlone(t *testing.T) {
	for _, s := range All() {
		t.Run(s.Name, func(t *testing.T) {
			first := drawn(t, s, 1)
			if !reflect.DeepEqual(first, drawn(t, s, 1)) {
				t.Error("two runs with one seed differ")
			}
			if reflect.DeepEqual(first, drawn(t, s, 2)) {
				t.Error("two seeds give the same traffic")
			}
		})
	}
}

func TestKeyspacesAreNotShared(t *testing.T) {
	owner := map[string]string{}
	for _, s := range All() {
		if s.Name == "incident" {
			continue // made of others
		}
		for _, k := range s.Keyspaces {
			if owner[k] != "" {
				t.Errorf("keyspace %s belongs to %s and %s", k, owner[k], s.Name)
			}
			owner[k] = s.Name
		}
	}
}

func TestLookup(t *testing.T) {
	if s, err := Lookup("ttl-twcs"); err != nil || s.Name != "ttl-twcs" {
		t.Errorf("Lookup = %q, %v", s.Name, err)
	}
	if _, err := Lookup("nosuch"); !errors.Is(err, ErrUnknown) || !strings.Contains(err.Error(), "wide-rows") {
		t.Errorf("Lookup of an unknown name: %v", err)
	}
}

func TestQueueCountsItsTombstones(t *testing.T) {
	l := &lane{name: badLane, head: 10, tail: 100}
	if op := l.take(12); op.Kind != Delete || !reflect.DeepEqual(op.Args, []any{badLane, 10}) {
		t.Errorf("first take = %+v", op)
	}
	if op := l.read(); op.Tombstones != 11 {
		t.Errorf("a read after one more delete scans %d, want 11", op.Tombstones)
	}
	l.take(12)
	if op := l.take(12); op.Kind != Read || l.head != 12 {
		t.Errorf("take at the limit = kind %d, head %d", op.Kind, l.head)
	}
	if l.append(rand.New(rand.NewPCG(1, 1))); l.tail != 101 {
		t.Errorf("tail = %d", l.tail)
	}
}

func TestQueueTrafficNeedsData(t *testing.T) {
	boom := errors.New("boom")
	if _, err := queueTraffic(t.Context(), params(1), fixed{err: boom}); !errors.Is(err, boom) {
		t.Errorf("error of the cluster: %v", err)
	}
	if _, err := queueTraffic(t.Context(), params(1), empty{}); err == nil {
		t.Error("traffic on an empty queue has no truth to tell")
	}
}

type empty struct{}

func (empty) Ask(context.Context, string, ...any) (int, bool, error) { return 0, false, nil }

func TestTWCSBlocksWithOneRow(t *testing.T) {
	forever := 0
	for _, op := range rows(ttlTWCS(), params(1)) {
		if strings.HasSuffix(op.CQL, "TTL 0") {
			forever++
			if op.Key != blockingMetric {
				t.Errorf("row without TTL in %s", op.Key)
			}
		}
	}
	if forever != 1 {
		t.Errorf("%d rows without TTL, want 1", forever)
	}
}

func TestNoise(t *testing.T) {
	for _, n := range []int{0, 1, 7, 8, 1000} {
		if got := len(noise(rand.New(rand.NewPCG(1, 1)), n)); got != n {
			t.Errorf("noise of %d has %d bytes", n, got)
		}
	}
}

// Schemas are sent to every version of the lab: an option that came after 3.11
// would end a load there.
func TestSchemasAreOldEnough(t *testing.T) {
	late := regexp.MustCompile(`(?i)unified|\bsai\b|StorageAttachedIndex|vector|\bmemtable\s*=|read_repair\s*=|incremental_backups|allow_auto_snapshot|speculative_write`)
	for _, s := range All() {
		for _, stmt := range append(s.Schema, Params{ReplicationFactor: 3}.KeyspaceDDL("k")) {
			if found := late.FindString(stmt); found != "" {
				t.Errorf("%s: %q is not known to 3.11: %s", s.Name, found, stmt)
			}
		}
	}
}

package drive

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/partop/partop/lab/scenario"
)

// topKeys is how many keys a truth document lists for each table.
const topKeys = 10

// Truth counts what traffic really did. It is safe for concurrent use.
type Truth struct {
	mu       sync.Mutex
	from, to time.Time
	tables   map[string]*account
	// lineAt and lineOps are when the last line was made and what it counted.
	lineAt  time.Time
	lineOps map[string]int
}

type account struct {
	reads, writes, deletes, failed int
	tombstones, maxTombstones      int
	readKeys, writeKeys            map[string]int
	lastError                      string
}

// NewTruth starts an account at from.
func NewTruth(from time.Time) *Truth {
	return &Truth{from: from, lineAt: from, tables: map[string]*account{}, lineOps: map[string]int{}}
}

// Count books one finished operation; one that failed counts as failed only.
func (t *Truth) Count(op scenario.Op, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	a := t.tables[op.Table]
	if a == nil {
		a = &account{readKeys: map[string]int{}, writeKeys: map[string]int{}}
		t.tables[op.Table] = a
	}
	if err != nil {
		a.failed++
		a.lastError = err.Error()
		return
	}
	a.book(op)
}

func (a *account) book(op scenario.Op) {
	switch op.Kind {
	case scenario.Read:
		a.reads++
		a.readKeys[op.Key]++
		a.tombstones += op.Tombstones
		a.maxTombstones = max(a.maxTombstones, op.Tombstones)
	case scenario.Delete:
		a.deletes++
		a.writeKeys[op.Key]++
	case scenario.Insert:
		a.writes++
		a.writeKeys[op.Key]++
	case scenario.Flush, scenario.Barrier, scenario.Pause:
	}
}

func (a *account) ops() int { return a.reads + a.writes + a.deletes }

// Finish ends the account at to.
func (t *Truth) Finish(to time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.to = to
}

// Line sums up the time since the last line: operations per second of each
// table and its hottest key with that key's count so far.
func (t *Truth) Line(now time.Time) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	seconds := max(now.Sub(t.lineAt).Seconds(), 0.001)
	parts := []string{now.Format(time.TimeOnly)}
	for _, name := range slices.Sorted(maps.Keys(t.tables)) {
		a := t.tables[name]
		part := fmt.Sprintf("%s %.0f/s", name, float64(a.ops()-t.lineOps[name])/seconds)
		if k := top(a.readKeys, 1); len(k) == 1 {
			part += fmt.Sprintf(" hot %s=%d", k[0].Key, k[0].Count)
		}
		if a.failed > 0 {
			part += fmt.Sprintf(" failed %d (%s)", a.failed, a.lastError)
		}
		t.lineOps[name] = a.ops()
		parts = append(parts, part)
	}
	t.lineAt = now
	return strings.Join(parts, " | ")
}

// Document is the truth as it is printed at the end of a run.
type Document struct {
	From    time.Time             `json:"from"`
	To      time.Time             `json:"to"`
	Seconds float64               `json:"seconds"`
	Tables  map[string]TableTruth `json:"tables"`
}

// TableTruth is what happened to one table. Counts are operations; Tombstones
// are those expected to be scanned, summed over reads and the most in one read.
type TableTruth struct {
	Reads         int        `json:"reads"`
	Writes        int        `json:"writes"`
	Deletes       int        `json:"deletes"`
	Failed        int        `json:"failed"`
	LastError     string     `json:"last_error,omitempty"`
	Tombstones    int        `json:"tombstones_scanned"`
	MaxTombstones int        `json:"tombstones_scanned_max"`
	ReadKeys      []KeyCount `json:"read_keys"`
	WriteKeys     []KeyCount `json:"write_keys"`
}

// KeyCount is a partition key and its number of operations.
type KeyCount struct {
	Key   string `json:"key"`
	Count int    `json:"count"`
}

// Document copies the account.
func (t *Truth) Document() Document {
	t.mu.Lock()
	defer t.mu.Unlock()
	d := Document{
		From: t.from, To: t.to, Seconds: t.to.Sub(t.from).Seconds(),
		Tables: make(map[string]TableTruth, len(t.tables)),
	}
	for name, a := range t.tables {
		d.Tables[name] = TableTruth{
			Reads: a.reads, Writes: a.writes, Deletes: a.deletes,
			Failed: a.failed, LastError: a.lastError,
			Tombstones: a.tombstones, MaxTombstones: a.maxTombstones,
			ReadKeys: top(a.readKeys, topKeys), WriteKeys: top(a.writeKeys, topKeys),
		}
	}
	return d
}

// top lists the n largest counts, ties by key.
func top(counts map[string]int, n int) []KeyCount {
	all := make([]KeyCount, 0, len(counts))
	for k, c := range counts {
		all = append(all, KeyCount{k, c})
	}
	slices.SortFunc(all, func(a, b KeyCount) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Key, b.Key))
	})
	return all[:min(n, len(all))]
}

// Package triage turns a Snapshot into findings: what is wrong, where, on what evidence, how sure, and what to do next.
//
// Rules are pure functions of a Snapshot and the limits; they ask nobody and keep nothing. The package imports cluster
// and the leaf knowledge below it. It promises that missing data never make a finding and never clear one silently.
package triage

import (
	"cmp"
	"slices"
	"time"

	"github.com/partop/partop/internal/cluster"
)

// Severity orders findings.
type Severity uint8

// The four severities. Screens mark Medium with ! and High and Critical with !!.
const (
	Low Severity = iota
	Medium
	High
	Critical
)

func (s Severity) String() string { return [...]string{"low", "medium", "high", "critical"}[s&3] }

// Sign is the mark beside a row: it never depends on colour.
func (s Severity) Sign() string { return [...]string{"", "!", "!!", "!!"}[s&3] }

// Evidence is one observation that a finding rests on.
type Evidence struct {
	Text      string
	Source    cluster.Source
	Exactness cluster.Exactness
	At        time.Time // when it was observed
}

// Finding is one verdict in words, plain ones first.
type Finding struct {
	Rule       string // id, as in the documentation
	Severity   Severity
	Now        bool // it changed, or costs reads, this minute; otherwise HYGIENE
	Table      cluster.TableID
	Node       cluster.NodeID
	Title      string // a sentence without the place, which Where gives
	Evidence   []Evidence
	Means      string   // what it does to the cluster
	Next       []string // exact commands, statements or changes, most useful first
	Limits     string   // the threshold and where it comes from
	Confidence string   // high, medium, low, with the reason when not high
	Traps      string   // what was considered that could make it false
	Settles    string   // what further source would settle it
}

// ID tells findings apart over refreshes: same rule, same place.
func (f *Finding) ID() string {
	return f.Rule + "|" + f.Table.Keyspace + "." + f.Table.Name + "|" + string(f.Node)
}

// Findings runs every rule over a Snapshot; NOW first, then by severity, then by place.
func Findings(s *cluster.Snapshot, limits Limits) []Finding {
	var out []Finding
	for _, r := range Rules() {
		out = append(out, r.Judge(s, limits)...)
	}
	slices.SortStableFunc(out, func(a, b Finding) int {
		return cmp.Or(order(b.Now, a.Now), cmp.Compare(b.Severity, a.Severity),
			cmp.Compare(a.Table.String(), b.Table.String()), cmp.Compare(a.Node, b.Node))
	})
	return out
}

func order(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// Mark is the severest NOW finding and whether there is a HYGIENE one: what a row of a table or node shows.
type Mark struct {
	Now     Severity
	Hygiene bool
	Title   string // of the severest NOW finding, or of the first
}

// TableMarks collects the marks of all tables that have findings.
func TableMarks(findings []Finding) map[cluster.TableID]Mark {
	out := map[cluster.TableID]Mark{}
	for i := range findings {
		if f := &findings[i]; !f.Table.IsZero() {
			out[f.Table] = out[f.Table].with(f)
		}
	}
	return out
}

// NodeMarks collects the marks of all nodes that have findings of their own.
func NodeMarks(findings []Finding) map[cluster.NodeID]Mark {
	out := map[cluster.NodeID]Mark{}
	for i := range findings {
		if f := &findings[i]; f.Node != "" {
			out[f.Node] = out[f.Node].with(f)
		}
	}
	return out
}

func (m Mark) with(f *Finding) Mark {
	switch {
	case f.Now && f.Severity > m.Now:
		m.Now, m.Title = f.Severity, f.Title
	case !f.Now:
		m.Hygiene = true
	}
	if m.Title == "" {
		m.Title = f.Title
	}
	return m
}

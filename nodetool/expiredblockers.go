package nodetool

import (
	"regexp"
	"strings"
)

// One line for each blocker, which can be very long:
//
// 	[BigTableReader:big(path='...-Data.db') (minTS = 1, maxTS = 2, maxLDT = 3)],  blocks 2 expired sstables from getting dropped: [...], [...],

// ExpiredBlockers is the output of sstableexpiredblockers; nothing is printed when nothing is blocked.
type ExpiredBlockers struct {
	Blockers []ExpiredBlocker `json:"blockers"`
}

// ExpiredBlocker is an sstable that keeps expired ones from being dropped.
type ExpiredBlocker struct {
	Blocker DescribedSSTable `json:"blocker"`
	// Count is how many sstables the line says, Blocked those it lists.
	Count   int64              `json:"count"`
	Blocked []DescribedSSTable `json:"blocked"`
}

// DescribedSSTable is a file with the times that decide.
type DescribedSSTable struct {
	Path string `json:"path"`
	// MinTimestamp and MaxTimestamp are write times, microseconds in practice; MaxLocalDeletionTime is seconds, and
	// 2147483647 or 9223372036854775807 for data that never expires.
	MinTimestamp         int64 `json:"min_timestamp"`
	MaxTimestamp         int64 `json:"max_timestamp"`
	MaxLocalDeletionTime int64 `json:"max_local_deletion_time"`
}

var (
	blocks    = regexp.MustCompile(`^\s*\[(.*?)\],\s+blocks (\d+) expired sstables from getting dropped:(.*)$`)
	described = regexp.MustCompile(`path='([^']*)'\) \(minTS = (-?\d+), maxTS = (-?\d+), maxLDT = (-?\d+)\)`)
)

// parseBlockers takes no other line: the warnings of the offline tools go to stderr, which a terminal mixes in.
func parseBlockers(p *page, r *report) any {
	out := &ExpiredBlockers{Blockers: []ExpiredBlocker{}}
	for _, l := range p.lines {
		m := blocks.FindStringSubmatch(l.text)
		if m == nil {
			if !l.blank() && !noise(l.text) {
				r.skipped(l)
			}
			continue
		}
		first := describedAll(m[1])
		n := whole(m[2])
		if len(first) != 1 || n == nil {
			r.skipped(l)
			continue
		}
		b := ExpiredBlocker{Blocker: first[0], Count: *n, Blocked: describedAll(m[3])}
		if int64(len(b.Blocked)) != b.Count {
			r.warnf(l.no, "%d sstables are listed, %d announced", len(b.Blocked), b.Count)
			r.truncated = true
		}
		out.Blockers = append(out.Blockers, b)
	}
	if len(out.Blockers) == 0 {
		return nil
	}
	return out
}

// describedAll reads every sstable of a list; the class before the path differs by format and version.
func describedAll(s string) []DescribedSSTable {
	out := []DescribedSSTable{}
	for _, m := range described.FindAllStringSubmatch(s, -1) {
		lo, hi, ldt := whole(m[2]), whole(m[3]), whole(m[4])
		if lo != nil && hi != nil && ldt != nil {
			out = append(out, DescribedSSTable{m[1], *lo, *hi, *ldt})
		}
	}
	return out
}

func blockersKind() kindRow {
	return kindRow{kind: KindSSTableExpiredBlockers, parse: parseBlockers,
		empty: func() any { return &ExpiredBlockers{Blockers: []ExpiredBlocker{}} },
		detect: func(p *page) int {
			if _, ok := p.find(func(s string) bool { return strings.Contains(s, "expired sstables from getting dropped") }); ok {
				return 12
			}
			return 0
		}}
}

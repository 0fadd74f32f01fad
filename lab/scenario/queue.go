package scenario

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
)

// The truths of queue-tombstones: in the lane "emails" rows 0..head-1 are
// deleted one by one, so that a read from the front scans head row tombstones.
const (
	queueTable    = "jobs.queue"
	badLane       = "emails"
	badLaneDead   = 6000
	badLaneLive   = 200
	goodLaneRows  = 300
	goodLaneDead  = 5
	queueBody     = 120
	queueInsert   = "INSERT INTO jobs.queue (lane, seq, body) VALUES (?, ?, ?)"
	queueDelete   = "DELETE FROM jobs.queue WHERE lane = ? AND seq = ?"
	queueSelect   = "SELECT seq, body FROM jobs.queue WHERE lane = ? LIMIT 10"
	queueHead     = "SELECT seq FROM jobs.queue WHERE lane = ? LIMIT 1"
	queueTail     = "SELECT seq FROM jobs.queue WHERE lane = ? ORDER BY seq DESC LIMIT 1"
	workersTable  = "jobs.workers"
	resultsTable  = "jobs.results"
	workers       = 40
	resultsLoaded = 2000
	// maxDead ends the deletes in a long run: beyond it reads would fail
	// sooner or later (tombstone_failure_threshold) and the truth be lost.
	maxDead = 9000
)

// goodLanes hold mostly live rows: the same table and query, and nothing to find.
func goodLanes() []string { return []string{"webhooks", "reports", "exports"} }

func queueTombstones() Scenario {
	return Scenario{
		Name:      "queue-tombstones",
		About:     "jobs.queue: reading the lane emails from its front scans 6,000 to 9,000 row tombstones; jobs.workers and jobs.results are healthy",
		Keyspaces: []string{"jobs"},
		Schema: []string{
			"CREATE TABLE jobs.queue (lane text, seq int, body text, PRIMARY KEY (lane, seq))",
			"CREATE TABLE jobs.workers (worker text PRIMARY KEY, lane text, beat timestamp)",
			"CREATE TABLE jobs.results (job int PRIMARY KEY, outcome text)",
		},
		Rows:    queueRows,
		Traffic: queueTraffic,
	}
}

// queueRows flushes between the inserts and the deletes, so that the dead rows
// and their tombstones lie in different SSTables, as they do in a real queue;
// the flush also orders their write times.
func queueRows(p Params) iter.Seq[Op] {
	return func(yield func(Op) bool) {
		r, dead := p.rng(2), p.count(badLaneDead)
		var ops []Op
		for i := range dead + badLaneLive {
			ops = append(ops, queueAppend(r, badLane, i))
		}
		for _, lane := range goodLanes() {
			for i := range goodLaneRows {
				ops = append(ops, queueAppend(r, lane, i))
			}
		}
		ops = append(ops, siblingRows(r)...)
		ops = append(ops, Op{Kind: Flush, Table: queueTable})
		for i := range dead {
			ops = append(ops, queueRemove(badLane, i))
		}
		for _, lane := range goodLanes() {
			for i := range goodLaneDead {
				ops = append(ops, queueRemove(lane, i))
			}
		}
		ops = append(ops, Op{Kind: Flush, Table: queueTable})
		for _, op := range ops {
			if !yield(op) {
				return
			}
		}
	}
}

func siblingRows(r *rand.Rand) []Op {
	var ops []Op
	for i := range workers {
		ops = append(ops, heartbeat(i, i))
	}
	for i := range resultsLoaded {
		ops = append(ops, result(r, i))
	}
	return ops
}

func queueAppend(r *rand.Rand, lane string, seq int) Op {
	return Op{
		Kind: Insert, Table: queueTable, Key: lane, CQL: queueInsert,
		Args: []any{lane, seq, text(r, queueBody)},
	}
}

func queueRemove(lane string, seq int) Op {
	return Op{Kind: Delete, Table: queueTable, Key: lane, CQL: queueDelete, Args: []any{lane, seq}}
}

// heartbeat overwrites a worker's row: updates, no tombstones.
func heartbeat(worker, n int) Op {
	name := fmt.Sprintf("worker-%02d", worker)
	return Op{
		Kind: Insert, Table: workersTable, Key: name,
		CQL:  "INSERT INTO jobs.workers (worker, lane, beat) VALUES (?, ?, ?)",
		Args: []any{name, badLane, monthStart().UnixMilli() + int64(n)},
	}
}

func result(r *rand.Rand, job int) Op {
	return Op{
		Kind: Insert, Table: resultsTable, Key: fmt.Sprint(job),
		CQL:  "INSERT INTO jobs.results (job, outcome) VALUES (?, ?)",
		Args: []any{job, text(r, 40)},
	}
}

// lane follows where a lane's live rows begin (head) and end (tail).
type lane struct {
	name       string
	head, tail int
}

// findLane asks for both ends; since rows are deleted in order from 0, the head
// is also the number of row tombstones before it.
func findLane(ctx context.Context, name string, a Asker) (*lane, error) {
	head, found, err := a.Ask(ctx, queueHead, name)
	if err != nil {
		return nil, fmt.Errorf("find the head of lane %s: %w", name, err)
	}
	last, _, err := a.Ask(ctx, queueTail, name)
	if err != nil {
		return nil, fmt.Errorf("find the tail of lane %s: %w", name, err)
	}
	if !found {
		return nil, fmt.Errorf("lane %s of %s is empty: load queue-tombstones first", name, queueTable)
	}
	return &lane{name: name, head: head, tail: last + 1}, nil
}

func (l *lane) read() Op {
	return Op{
		Kind: Read, Table: queueTable, Key: l.name, CQL: queueSelect,
		Args: []any{l.name}, Tombstones: l.head,
	}
}

func (l *lane) append(r *rand.Rand) Op {
	op := queueAppend(r, l.name, l.tail)
	l.tail++
	return op
}

// take removes the front row, or reads when that would leave the lane nearly
// empty or the scan longer than limit.
func (l *lane) take(limit int) Op {
	if l.tail-l.head < 20 || l.head >= limit {
		return l.read()
	}
	op := queueRemove(l.name, l.head)
	l.head++
	return op
}

// queueTraffic has consumers that keep polling the lane and rarely find work
// they can take: more reads than deletes, as in case 01.
func queueTraffic(ctx context.Context, _ Params, a Asker) ([]Stream, error) {
	bad, err := findLane(ctx, badLane, a)
	if err != nil {
		return nil, err
	}
	var good []*lane
	for _, name := range goodLanes() {
		l, err := findLane(ctx, name, a)
		if err != nil {
			return nil, err
		}
		good = append(good, l)
	}
	beats := 0
	return []Stream{
		{Weight: 8, Next: func(*rand.Rand) Op { return bad.read() }},
		{Weight: 3, Next: func(*rand.Rand) Op { return bad.take(maxDead) }},
		{Weight: 3, Next: bad.append},
		{Weight: 12, Next: func(r *rand.Rand) Op { return good[r.IntN(len(good))].read() }},
		{Weight: 10, Next: func(r *rand.Rand) Op {
			beats++
			return heartbeat(r.IntN(workers), beats)
		}},
		{Weight: 14, Next: resultTraffic},
	}, nil
}

func resultTraffic(r *rand.Rand) Op {
	job := r.IntN(resultsLoaded)
	if chance(r, 30) {
		return result(r, job)
	}
	return Op{
		Kind: Read, Table: resultsTable, Key: fmt.Sprint(job),
		CQL: "SELECT outcome FROM jobs.results WHERE job = ?", Args: []any{job},
	}
}

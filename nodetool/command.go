package nodetool

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Command is one call of nodetool: its arguments after the connection, and what they print.
type Command struct {
	Kind Kind
	Args []string
	// Takes is how long the command waits by itself.
	Takes time.Duration
}

// TableStatsOf asks for the tables named ("keyspace" or "keyspace.table"), or for all. Nothing is printed when one of the
// names is unknown. It opens every Statistics.db of the tables: ask for few, and rarely.
func TableStatsOf(tables ...string) Command {
	return Command{Kind: KindTableStats, Args: append([]string{"tablestats"}, tables...)}
}

// TableHistogramsOf asks for the percentiles of one table. Without a table 4.0 and 4.1 print every table once for each
// table of its keyspace, so there is no such form here.
func TableHistogramsOf(keyspace, table string) Command {
	return Command{Kind: KindTableHistograms, Args: []string{"tablehistograms", keyspace, table}}
}

// CompactionStatsNow asks for pending and running compactions.
func CompactionStatsNow() Command {
	return Command{Kind: KindCompactionStats, Args: []string{"compactionstats"}}
}

// ThreadPoolsNow asks for pools and dropped messages.
func ThreadPoolsNow() Command { return Command{Kind: KindTPStats, Args: []string{"tpstats"}} }

// Release is a version of Cassandra, as far as the form of commands depends on it.
type Release struct{ Major, Minor int }

// ParseRelease reads "4.1.10", "5.0.6-SNAPSHOT", "6.0-alpha2"; false for anything else.
func ParseRelease(s string) (Release, bool) {
	major, rest, _ := strings.Cut(s, ".")
	minor, _, _ := strings.Cut(rest, ".")
	minor, _, _ = strings.Cut(minor, "-")
	minor, _, _ = strings.Cut(minor, "~")
	a, errA := strconv.Atoi(major)
	b, errB := strconv.Atoi(minor)
	return Release{a, b}, errA == nil && errB == nil && a >= 0 && b >= 0
}

func (r Release) atLeast(major, minor int) bool {
	return r.Major > major || r.Major == major && r.Minor >= minor
}

// WholeNode says whether this version samples all tables of a node at once.
func (r Release) WholeNode() bool { return r.atLeast(4, 0) }

// Samplers are the lists that this version keeps, by the names of -a. CAS contentions come last: they are the least
// asked for.
func (r Release) Samplers() []string {
	switch {
	case r.atLeast(5, 0):
		return []string{"READS", "WRITES", "WRITE_SIZE", "READ_ROW_COUNT", "READ_TOMBSTONE_COUNT", "READ_SSTABLE_COUNT", "LOCAL_READ_TIME", "CAS_CONTENTIONS"}
	case r.atLeast(4, 0):
		return []string{"READS", "WRITES", "WRITE_SIZE", "LOCAL_READ_TIME", "CAS_CONTENTIONS"}
	}
	return []string{"READS", "WRITES"}
}

// ErrWantsTable means that this version samples one table at a time.
var ErrWantsTable = errors.New("this version samples one table at a time")

// Sampling is how a sampler is to run.
type Sampling struct {
	Keyspace, Table string        // both empty: all tables of the node (4.0 on)
	Window          time.Duration // whole milliseconds
	Capacity        int           // -s: keys that a frequency sampler follows; its error is about events / capacity
	Top             int           // -k: keys that it prints, less than Capacity
}

// SampleKeys asks for the keys of a window, in the form of the version: toppartitions with a table everywhere,
// profileload for a whole node from 4.0 on. While it runs no other sampler of the same kind can.
func (r Release) SampleKeys(s Sampling) (Command, error) {
	options := []string{"-k", strconv.Itoa(s.Top), "-s", strconv.Itoa(s.Capacity), "-a", strings.Join(r.Samplers(), ",")}
	millis := strconv.FormatInt(s.Window.Milliseconds(), 10)
	c := Command{Kind: KindTopPartitions, Takes: s.Window}
	switch {
	case s.Top >= s.Capacity || s.Top < 1 || s.Window < time.Millisecond:
		return c, fmt.Errorf("sample keys: top %d of capacity %d for %s: %w", s.Top, s.Capacity, s.Window, ErrArguments)
	case s.Table != "":
		c.Args = append(append([]string{"toppartitions"}, options...), s.Keyspace, s.Table, millis)
	case !r.WholeNode():
		return c, ErrWantsTable
	default:
		c.Args = append(append([]string{"profileload"}, options...), millis)
	}
	return c, nil
}

package logs

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// header is that of the default logback pattern, "%-5level [%thread] %date{ISO8601} %F:%L - %msg"; 2.x has "(line N)" behind
// the file. A thread may have brackets in its name.
var header = regexp.MustCompile(`^ ?(?:TRACE|DEBUG|INFO|WARN|ERROR) +\[.{0,200}?\] (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)[,.](\d{3}) \S{1,200}(?: \(line \d+\)| -) `)

func begins(line []byte) bool {
	line = bytes.TrimPrefix(line, []byte(" "))
	for _, level := range []string{"WARN", "INFO", "ERROR", "DEBUG", "TRACE"} {
		if bytes.HasPrefix(line, []byte(level)) && len(line) > len(level) && line[len(level)] == ' ' {
			return true
		}
	}
	return false
}

// shape is a line: what must stand in it, so that most lines cost no more than a look, and what is in it. File names and
// places in them move from patch to patch, so nothing rests on them.
type shape struct {
	hint string
	text *regexp.Regexp
	read func(e *Event, m []string) bool
}

// shapes by version; see ReadCommand, TombstoneOverwhelmingException, BigTableWriter, SSTableWriter and Guardrails.
var shapes = []shape{
	{"large partition ", regexp.MustCompile(`(?s)^(?:Writing|Compacting) large partition ([^/ ]+)/([^:]+):(.*) \(([\d.,]+ ?[A-Za-z]*)\)(?: to sstable .*)?$`), largePartition},
	{"large row ", regexp.MustCompile(`(?s)^Compacting large row ([^/ ]+)/([^:]+):(.*) \(([\d.,]+ ?[A-Za-z]*)\) incrementally$`), largePartition},
	{"tombstones to ", regexp.MustCompile(`(?s)^Writing (\d+) tombstones to ([^/ ]+)/([^:]+):(.*) in sstable .*$`), writingTombstones},
	{"partition_size violated", regexp.MustCompile(`(?s)^Guardrail partition_size violated: Partition ([^. ]+)\.([^: ]+):(.*) on sstable .* has size ([\d.,]+ ?[A-Za-z]*), this exceeds the `), guardrailSize},
	{"partition_tombstones violated", regexp.MustCompile(`(?s)^Guardrail partition_tombstones violated: Partition ([^. ]+)\.([^: ]+):(.*) on sstable .* has ([\d.,]+) tombstones, this exceeds the `), guardrailTombstones},
	{" live rows and ", regexp.MustCompile(`(?s)^Read (\d+) live rows and (\d+) tombstoned? cells for query (.*?)(?:; token (\S+))? \(see tombstone_warn_threshold\)$`), readWarning},
	{" live and ", regexp.MustCompile(`(?s)^Read (\d+) live and (\d+) tombstoned? cells in ([^. ]+)\.(\S+)(?: for key: (\S+))? \(see tombstone_warn_threshold\)`), readWarning2},
	{"rows for query ", regexp.MustCompile(`(?s)^Scanned over (\d+) tombstone rows for query (.*) - more than the warning threshold \d+$`), scannedDSE},
	{"tombstones during query", regexp.MustCompile(`(?s)Scanned over (\d+) tombstones during query '(.*)' \(last scanned row (?:token was (\S+) and )?parti(?:ti)?on key was \((.*)\)\); query aborted`), readAbort},
	{"query aborted", regexp.MustCompile(`(?s)Scanned over (\d+) tombstones in ([^. ]+)\.([^; ]+); query aborted \(see tombstone_fail`), readAbort2},
	{"issued tombstone warnings", regexp.MustCompile(`(?s)^\d+ nodes scanned up to (\d+) tombstones and issued tombstone warnings for query (.*?) +\(see tombstone_warn_threshold\)$`), coordinatorWarning},
	{"aborted the query", regexp.MustCompile(`(?s)^\d+ nodes scanned over (\d+) tombstones and aborted the query (.*?) +\(see tombstone_failure_threshold\)$`), coordinatorAbort},
}

// parse reads a record.
func (p *Parser) parse(record string) (Event, bool) {
	for i := range shapes {
		s := &shapes[i]
		if !strings.Contains(record, s.hint) {
			continue
		}
		h := header.FindStringSubmatchIndex(record)
		if h == nil {
			return Event{}, false
		}
		m := s.text.FindStringSubmatch(record[h[1]:])
		if m == nil {
			continue
		}
		e := Event{SizeBytes: -1, Tombstones: -1, LiveRows: -1}
		zone := p.Zone
		if zone == nil {
			zone = time.UTC
		}
		at, err := time.ParseInLocation("2006-01-02 15:04:05.000", record[h[2]:h[3]]+"."+record[h[4]:h[5]], zone)
		if err != nil || !s.read(&e, m) {
			return Event{}, false
		}
		e.At = at
		return e, true
	}
	return Event{}, false
}

func largePartition(e *Event, m []string) (ok bool) {
	e.Kind, e.Keyspace, e.Table, e.Key = LargePartition, m[1], m[2], m[3]
	e.SizeBytes, ok = bytesOf(m[4])
	return ok
}

func guardrailSize(e *Event, m []string) bool {
	e.AtLeast = true // the next one within ten minutes is not logged
	return largePartition(e, m)
}

func writingTombstones(e *Event, m []string) (ok bool) {
	e.Kind, e.Keyspace, e.Table, e.Key = ManyTombstones, m[2], m[3], m[4]
	e.Tombstones, ok = number(m[1])
	return ok
}

func guardrailTombstones(e *Event, m []string) bool {
	e.AtLeast = true
	return writingTombstones(e, []string{m[0], m[4], m[1], m[2], m[3]})
}

func readWarning(e *Event, m []string) (ok bool) {
	e.Kind, e.Query, e.Token = TombstoneWarning, m[3], m[4]
	e.Keyspace, e.Table = tableOf(e.Query)
	e.LiveRows, ok = number(m[1])
	var all bool
	e.Tombstones, all = number(m[2])
	return ok && all
}

func readWarning2(e *Event, m []string) (ok bool) {
	e.Kind, e.Keyspace, e.Table, e.Key = TombstoneWarning, m[3], m[4], m[5]
	if e.Key != "" {
		e.Key = "0x" + e.Key // 2.x prints the key's bytes in hex
	}
	e.LiveRows, _ = number(m[1])
	e.Tombstones, ok = number(m[2])
	return ok
}

func scannedDSE(e *Event, m []string) (ok bool) {
	e.Kind, e.Query = TombstoneWarning, m[2]
	e.AtLeast = true // NoSpamLogger
	e.Keyspace, e.Table = tableOf(e.Query)
	e.Tombstones, ok = number(m[1])
	return ok
}

// readAbort is of 3.0 on: "((K), C1, ...)" since 3.11.19, "(K, C1, ...)" before. A key that holds such separators itself
// is cut at the first.
func readAbort(e *Event, m []string) (ok bool) {
	e.Kind, e.Query, e.Token, e.AtLeast = TombstoneAbort, m[2], m[3], true
	e.Keyspace, e.Table = tableOf(e.Query)
	if inner, found := strings.CutPrefix(m[4], "("); found {
		e.Key, _, found = strings.Cut(inner, "), ")
		if !found {
			e.Key = strings.TrimSuffix(inner, ")")
		}
	} else {
		e.Key, _, _ = strings.Cut(m[4], ", ")
	}
	e.Tombstones, ok = number(m[1])
	return ok
}

func readAbort2(e *Event, m []string) (ok bool) {
	e.Kind, e.Keyspace, e.Table, e.AtLeast = TombstoneAbort, m[2], m[3], true
	e.Tombstones, ok = number(m[1])
	return ok
}

func coordinatorWarning(e *Event, m []string) (ok bool) {
	e.Kind, e.Query = TombstoneWarning, m[2]
	e.Keyspace, e.Table = tableOf(e.Query)
	e.Tombstones, ok = number(m[1])
	return ok
}

func coordinatorAbort(e *Event, m []string) bool {
	ok := coordinatorWarning(e, m)
	e.Kind, e.AtLeast = TombstoneAbort, true
	return ok
}

var fromTable = regexp.MustCompile(`(?is)^SELECT .*? FROM ("(?:[^"]|"")+"|\w+)\.("(?:[^"]|"")+"|\w+)`)

// tableOf finds the table of a query as Cassandra prints it; a query that is cut before may not have one.
func tableOf(query string) (keyspace, table string) {
	m := fromTable.FindStringSubmatch(query)
	if m == nil {
		return "", ""
	}
	return identifier(m[1]), identifier(m[2])
}

func identifier(s string) string {
	if inner, quoted := strings.CutPrefix(s, `"`); quoted {
		return strings.ReplaceAll(strings.TrimSuffix(inner, `"`), `""`, `"`)
	}
	return s
}

func number(s string) (int64, bool) {
	n, err := strconv.ParseInt(strings.ReplaceAll(s, ",", ""), 10, 64)
	if err != nil {
		return -1, false
	}
	return n, true
}

// bytesOf reads "105.426MiB", "12 bytes", "12": MB of old versions are powers of 1024 too (FBUtilities).
func bytesOf(s string) (int64, bool) {
	digits := strings.TrimRight(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ ")
	shift, known := map[string]int{"": 0, "b": 0, "bytes": 0, "kib": 10, "kb": 10, "mib": 20, "mb": 20, "gib": 30, "gb": 30, "tib": 40, "tb": 40}[strings.ToLower(strings.TrimSpace(s[len(digits):]))]
	f, err := strconv.ParseFloat(strings.ReplaceAll(digits, ",", ""), 64)
	if !known || err != nil || f < 0 || f > 1<<52/float64(int64(1)<<shift)*1024 {
		return -1, false
	}
	return int64(f * float64(int64(1)<<shift)), true
}

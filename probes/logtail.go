package probes

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/internal/logs"
	"github.com/partop/partop/jmx"
)

const (
	// firstTailBytes is how far back a log is read at first, and the most that is read of it at a time.
	firstTailBytes = 4 << 20
	// maxLogEvents are kept a node, the newest.
	maxLogEvents = 200
)

// ErrNoLog means that a node's log was not found.
var ErrNoLog = errors.New("no system.log at the usual places; name its folder with log_dir, unless the node logs to its output alone, as containers do")

// LogTail follows the system.log of a node.
type LogTail struct {
	Host *Host
	// Dir is the folder of the log, "" to look for it.
	Dir string

	file   string
	inode  string
	offset int64
	parser logs.Parser
	events map[logKey]*cluster.LogEvent
	value  cluster.LogEvents
}

// logKey is what makes two lines the same.
type logKey struct {
	kind  logs.Kind
	table cluster.TableID
	key   string
	query string
}

// RuntimeArgumentsCall asks the JVM how it was started, which names the folder of its logs.
func RuntimeArgumentsCall() jmx.Call { return jmx.Get("java.lang:type=Runtime", "InputArguments") }

// LogDirectoryOf reads its answer, "" when it names none.
func LogDirectoryOf(r jmx.Result) string {
	for _, s := range append(texts(r.Value), "") {
		if m := logDir.FindStringSubmatch(s); m != nil {
			return m[1]
		}
	}
	return ""
}

// texts are the strings of a list.
func texts(v any) []string {
	if list, ok := v.([]string); ok {
		return list
	}
	var out []string
	list, _ := v.([]any)
	for _, e := range list {
		if s, ok := e.(string); ok {
			out = append(out, s)
		}
	}
	return out
}

var logDir = regexp.MustCompile(`^-Dcassandra\.logdir=(/.*)`)

// logPlaces are where packages, tarballs and images log.
func logPlaces() []string {
	return []string{"/var/log/cassandra", "/opt/cassandra/logs", "/opt/cassandra/log"}
}

// LogCommands are those that follow a log.
func LogCommands() [][]string {
	return [][]string{
		{"stat", "-L", "-c", "%i %s", "--", "LOG"},
		{"date", "+%z"},
		{"tail", "-c", strconv.Itoa(firstTailBytes), "--", "LOG"},
		{"tail", "-c", "+OFFSET", "--", "LOG"},
	}
}

// Look reads what was logged since the last look. changed is false when that was nothing of interest.
func (t *LogTail) Look(ctx context.Context) (v *cluster.LogEvents, changed bool, err error) {
	if t.events == nil {
		t.events = map[logKey]*cluster.LogEvent{}
	}
	inode, size, err := t.find(ctx)
	if err != nil {
		return nil, false, err
	}
	first := t.inode == ""
	if first {
		t.parser.Zone = t.zone(ctx)
	}
	if inode != t.inode || size < t.offset { // another file, or it was cut: from its begin
		t.parser.Flush(t.keep)
		t.parser.Reset()
		t.inode, t.offset = inode, 0
	}
	before := t.value.Forgotten
	seen := t.total()
	if err := t.read(ctx, size); err != nil {
		return nil, false, err
	}
	if !first && t.total() == seen && t.value.Forgotten == before {
		return nil, false, nil
	}
	return t.snapshot(), true, nil
}

// find names the log and its size.
func (t *LogTail) find(ctx context.Context) (inode string, size int64, err error) {
	places := []string{path.Join(t.Dir, "system.log")}
	switch {
	case t.file != "":
		places = []string{t.file}
	case t.Dir == "":
		places = places[:0]
		for _, p := range logPlaces() {
			places = append(places, path.Join(p, "system.log"))
		}
	}
	for _, p := range places {
		var text string
		if text, err = t.Host.ask(ctx, "stat", "-L", "-c", "%i %s", "--", p); err != nil {
			if ctx.Err() != nil || !strings.Contains(err.Error(), "No such file") {
				return "", 0, err
			}
			continue
		}
		var n int64
		inode, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
		if n, err = strconv.ParseInt(rest, 10, 64); err != nil || n < 0 {
			return "", 0, fmt.Errorf("stat of %s prints no size", p)
		}
		t.file, t.value.File = p, p
		return inode, n, nil
	}
	return "", 0, ErrNoLog
}

// zone is that of the host's clock; without an answer it is UTC.
func (t *LogTail) zone(ctx context.Context) *time.Location {
	text, err := t.Host.ask(ctx, "date", "+%z")
	if err != nil {
		return time.UTC
	}
	at, err := time.Parse("-0700", strings.TrimSpace(text))
	if err != nil {
		return time.UTC
	}
	return at.Location()
}

// read takes the bytes from the offset on, at most so many; those before the last of them are skipped.
func (t *LogTail) read(ctx context.Context, size int64) error {
	if size == t.offset {
		return nil
	}
	argv := []string{"tail", "-c", "+" + strconv.FormatInt(t.offset+1, 10), "--", t.file}
	if size-t.offset > firstTailBytes {
		t.parser.Reset()
		t.value.SkippedBytes += size - firstTailBytes - t.offset
		t.offset = size - firstTailBytes
		argv[2] = strconv.Itoa(firstTailBytes)
	}
	ctx, cancel := context.WithTimeout(ctx, logWait)
	defer cancel()
	out, err := t.Host.Run(ctx, HostCommand{Argv: argv, MaxBytes: firstTailBytes})
	if err != nil && !errors.Is(err, ErrTooMuch) { // what was appended meanwhile is read the next time
		return err
	}
	if err == nil && out.ExitCode != 0 {
		return fmt.Errorf("tail: %s", lastWords(out.Stderr, out.ExitCode))
	}
	t.offset += int64(len(out.Stdout))
	t.parser.Feed([]byte(out.Stdout), t.keep)
	t.parser.Flush(t.keep)
	return nil
}

// logWait is for the first megabytes over a slow line.
const logWait = 30 * time.Second

// keep collapses repeats.
func (t *LogTail) keep(e logs.Event) {
	table := cluster.TableID{Keyspace: e.Keyspace, Name: e.Table}
	k := logKey{e.Kind, table, e.Key, e.Query}
	held := t.events[k]
	if held == nil {
		if len(t.events) >= maxLogEvents {
			t.forget()
		}
		held = &cluster.LogEvent{Kind: string(e.Kind), Table: table, Key: e.Key, Query: e.Query, Bytes: cluster.UnknownCount,
			Tombstones: cluster.UnknownCount, First: e.At, Last: e.At}
		t.events[k] = held
	}
	held.Count++
	held.Token = e.Token
	held.AtLeast = held.AtLeast || e.AtLeast
	held.Bytes, held.Tombstones = max(held.Bytes, cluster.Count(e.SizeBytes)), max(held.Tombstones, cluster.Count(e.Tombstones))
	if e.At.Before(held.First) {
		held.First = e.At
	}
	if e.At.After(held.Last) {
		held.Last = e.At
	}
}

// forget lets the oldest go.
func (t *LogTail) forget() {
	var oldest logKey
	var at time.Time
	for k, e := range t.events {
		if at.IsZero() || e.Last.Before(at) {
			oldest, at = k, e.Last
		}
	}
	t.value.Forgotten += t.events[oldest].Count
	delete(t.events, oldest)
}

func (t *LogTail) total() (n int64) {
	for _, e := range t.events {
		n += e.Count
	}
	return n
}

func (t *LogTail) snapshot() *cluster.LogEvents {
	v := t.value
	v.Events = make([]cluster.LogEvent, 0, len(t.events))
	for _, e := range t.events {
		v.Events = append(v.Events, *e)
	}
	slices.SortFunc(v.Events, func(a, b cluster.LogEvent) int {
		return cmp.Or(a.Last.Compare(b.Last), cmp.Compare(a.Key, b.Key), cmp.Compare(a.Query, b.Query), cmp.Compare(a.Kind, b.Kind))
	})
	return &v
}

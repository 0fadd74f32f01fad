package nodetool

import (
	"errors"
	"regexp"
	"strings"
)

// What the exit code and the stream say of a failure, as printed by org.apache.cassandra.tools.NodeTool:
//
// 	exit 1, stdout  nodetool: Unknown keyspace: x                  bad arguments, unknown names; "See 'nodetool help'" follows
// 	exit 1, stderr  nodetool: Failed to connect to 'H:P' - X: '...'
// 	exit 2, stderr  error: Access denied! ...                      exception on the node or of JMX; "-- StackTrace --" follows
//
// The text decides here, because a saved output has neither.

// The sentinels behind a Failure, for errors.Is.
var (
	// ErrConnect means that nodetool did not reach the JMX server: node down, wrong port or host, no JMX there.
	ErrConnect = errors.New("no connection to JMX")
	// ErrCredentials means that the JMX server wants credentials or does not accept these.
	ErrCredentials = errors.New("JMX credentials missing or wrong")
	// ErrRefused means that the JMX role may not do this: a read-only role reads attributes, but status, getendpoints,
	// toppartitions and flush are operations (com.sun.jmx.remote.security.MBeanServerFileAccessController).
	ErrRefused = errors.New("refused by the JMX role")
	// ErrUnknownName means that the keyspace, table, sampler or file named does not exist.
	ErrUnknownName = errors.New("unknown keyspace, table, sampler or file")
	// ErrArguments means that this version does not take these arguments or this command.
	ErrArguments = errors.New("arguments not accepted")
	// ErrServer means an exception on the node or in the tool.
	ErrServer = errors.New("exception in the node or the tool")
)

// FailureClass says what a caller can do about a failure.
type FailureClass string

// The classes, one for each sentinel.
const (
	FailureConnect     FailureClass = "connect"
	FailureCredentials FailureClass = "credentials"
	FailureRefused     FailureClass = "refused"
	FailureUnknownName FailureClass = "unknown-name"
	FailureArguments   FailureClass = "arguments"
	FailureServer      FailureClass = "server"
)

// Failure is what a tool printed instead of, or after, its output. It is an error that unwraps to the sentinel of its
// class.
type Failure struct {
	Class FailureClass `json:"class"`
	// FirstLine is the complaint as printed.
	FirstLine string `json:"first_line"`
	// Message is the complaint without "nodetool:" or "error:".
	Message string `json:"message"`
	// Target is "host:port" of a failed connection.
	Target string `json:"target,omitempty"`
	// Exception is the Java class, as far as printed.
	Exception string `json:"exception,omitempty"`
	// StackTrace says that a stack trace followed.
	StackTrace bool `json:"stack_trace"`
	Line       int  `json:"line"`
}

// Error is the complaint without its prefix.
func (f *Failure) Error() string { return f.Message }

// Unwrap returns the sentinel of the class.
func (f *Failure) Unwrap() error {
	switch f.Class {
	case FailureConnect:
		return ErrConnect
	case FailureCredentials:
		return ErrCredentials
	case FailureRefused:
		return ErrRefused
	case FailureUnknownName:
		return ErrUnknownName
	case FailureArguments:
		return ErrArguments
	}
	return ErrServer
}

// complaints recognise the first line of a failure. NodeTool prints "nodetool: " for bad arguments (exit 1) and
// "error: " for an exception (exit 2); the others are single commands and sstable tools.
var complaints = regexp.MustCompile(`^(?:` + strings.Join([]string{
	`nodetool: `, `error: `, `error processing arguments: `, `ColumnFamilyStore for .+ not found`,
	`Argument '.*' (?:does not resolve|is not a readable)`, `Invalid threshold argument`,
	`You must supply (?:at least|exactly)`, `[Uu]sage: (?:sstable|nodetool)`, `Exception in thread "`,
	`(?:Caused by: )?(?:java|javax|com|org)\.[\w.$]+(?:Exception|Error)\b`, `Missing arguments`, `Cannot find file `,
	`Unknown keyspace/(?:table|columnFamily)`, `ERROR: `, `No sstables to query`,
	`Unable to (?:connect|locate)`, `Failed to connect to`, `Column ?[fF]amily .* not found`,
}, "|") + `)`)

// classes map the words of a complaint to its class; the first that matches holds: a login that failed is told as a
// connection that failed by 3.11.
var classes = []struct {
	words *regexp.Regexp
	class FailureClass
}{
	{regexp.MustCompile(`Authentication failed|Invalid username or password|Credentials required|FailedLogin|Failed AccessControl login`), FailureCredentials},
	{regexp.MustCompile(`Failed to connect|Connection refused|UnknownHost|Unable to connect|NoInitialContext`), FailureConnect},
	{regexp.MustCompile(`Access denied|Invalid access level|No access to|SecurityException`), FailureRefused},
	{regexp.MustCompile(`(?i)unknown (?:keyspace|table|column)|not found|sampler is not available|does not resolve|not a readable|cannot find file|no sstables to query|InstanceNotFound|Keyspace \S+ does not exist|No such file or directory`), FailureUnknownName},
	{regexp.MustCompile(`^nodetool: |^error processing|(?i)^usage|You must supply|Invalid threshold|Missing arguments`), FailureArguments},
}

var (
	connectTarget = regexp.MustCompile(`Failed to connect to '([^']{1,300})'`)
	exception     = regexp.MustCompile(`\b((?:[\w$]+\.)*[A-Z][\w$]*(?:Exception|Error))\b`)
)

// classify reads one complaint.
func classify(l line) *Failure {
	text := strings.TrimSpace(l.text)
	f := &Failure{Class: FailureServer, FirstLine: text, Line: l.no}
	for _, c := range classes {
		if c.words.MatchString(text) {
			f.Class = c.class
			break
		}
	}
	f.Message = strings.TrimPrefix(strings.TrimPrefix(text, "nodetool: "), "error: ")
	if m := connectTarget.FindStringSubmatch(text); m != nil {
		f.Target = m[1]
	}
	if m := exception.FindStringSubmatch(text); m != nil {
		f.Exception = m[1]
	}
	return f
}

// trailing are the lines that belong to the complaint above them.
var trailing = regexp.MustCompile(`^(?:-- StackTrace --|\s*at [\w.$/@]|\s*\.\.\. \d+ more|Caused by: |\s*Suppressed: |See 'nodetool help'|usage: |Usage: |[a-z]+(?:\.[\w$]+)+(?:Exception|Error)\b)`)

// complaint asks the first byte before the pattern: almost every line of an output begins with a blank.
func complaint(s string) bool {
	return s != "" && strings.IndexByte("neCAIYuUEcjoMNF", s[0]) >= 0 && complaints.MatchString(s)
}

// takeFailure finds the complaint of a page, blanks its lines and returns it with the count of lines before it that are
// neither blank nor noise; nil without one.
func takeFailure(p *page) (f *Failure, before int) {
	for i, l := range p.lines {
		if l.blank() {
			continue
		}
		if !complaint(l.text) {
			if !noise(l.text) {
				before++
			}
			continue
		}
		f = classify(l)
		p.lines[i].text = ""
		for i++; i < len(p.lines); i++ {
			t := p.lines[i].text
			if !p.lines[i].blank() && !trailing.MatchString(t) && !complaint(t) {
				break
			}
			stack := strings.Contains(t, "StackTrace") || strings.HasPrefix(strings.TrimSpace(t), "at ")
			f.StackTrace = f.StackTrace || stack
			if f.Exception == "" {
				f.Exception = exception.FindString(t)
			}
			p.lines[i].text = ""
		}
		return f, before
	}
	return nil, before
}

// noiseLine is what a JVM, a logging library or a shell prints around an output.
var noiseLine = regexp.MustCompile(`^(?:Picked up |SLF4J: |(?:OpenJDK|Java HotSpot).* warning: |WARNING: |(?:TRACE|DEBUG|INFO|WARN|ERROR) +[\[\d]|\d\d:\d\d:\d\d[.,]\d{3} |\d{4}-\d\d-\d\d[ T]\d\d:\d\d.*(?:INFO|WARN|DEBUG)|objc\[|log4j:|Warning: |Note: )`)

// noise asks the first byte before the pattern: this is asked of almost every line.
func noise(s string) bool {
	return s != "" && (s[0] >= '0' && s[0] <= '9' || strings.IndexByte("PSOJWTDIENol", s[0]) >= 0) && noiseLine.MatchString(s)
}

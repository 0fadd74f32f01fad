package nodetool

import (
	"errors"
	"strings"
	"testing"
)

func TestFailures(t *testing.T) {
	tests := []struct {
		text      string
		is        error
		message   string
		target    string
		exception string
		stack     bool
	}{
		{"nodetool: Failed to connect to '127.0.0.1:7999' - ConnectException: 'Connection refused'.\n", ErrConnect,
			"Failed to connect to '127.0.0.1:7999' - ConnectException: 'Connection refused'.", "127.0.0.1:7999", "ConnectException", false},
		{"nodetool: Failed to connect to 'no-such-host.invalid:7199' - UnknownHostException: 'no-such-host.invalid'.\n", ErrConnect,
			"Failed to connect to 'no-such-host.invalid:7199' - UnknownHostException: 'no-such-host.invalid'.", "no-such-host.invalid:7199", "UnknownHostException", false},
		{"nodetool: Failed to connect to '127.0.0.1:7199' - MalformedURLException: 'Service URL contains non-ASCII character 0x667'.\n", ErrConnect,
			"Failed to connect to '127.0.0.1:7199' - MalformedURLException: 'Service URL contains non-ASCII character 0x667'.", "127.0.0.1:7199", "MalformedURLException", false},
		{"nodetool: Failed to connect to '127.0.0.1:7199' - FailedLoginException: 'Invalid username or password'.\n", ErrCredentials, // 3.11
			"Failed to connect to '127.0.0.1:7199' - FailedLoginException: 'Invalid username or password'.", "127.0.0.1:7199", "FailedLoginException", false},
		{`error: Access denied! Invalid access level for requested MBeanServer operation.
-- StackTrace --
java.lang.SecurityException: Access denied!
	at a.b.C(Unknown Source)
`, ErrRefused,
			"Access denied! Invalid access level for requested MBeanServer operation.", "", "java.lang.SecurityException", true},
		{`error: Authentication failed! Credentials required
-- StackTrace --
java.lang.SecurityException: Authentication failed!
`, ErrCredentials,
			"Authentication failed! Credentials required", "", "java.lang.SecurityException", true},
		{"error: Invalid username or password\n", ErrCredentials, "Invalid username or password", "", "", false},
		{"nodetool: Unknown keyspace: no_such_ks\nSee 'nodetool help' or 'nodetool help <command>'.\n", ErrUnknownName, "Unknown keyspace: no_such_ks", "", "", false},
		{"nodetool: Unknown tables: [x] in keyspace: y\n", ErrUnknownName, "Unknown tables: [x] in keyspace: y", "", "", false},
		{"ColumnFamilyStore for nt_lab/nope not found.\n", ErrUnknownName, "ColumnFamilyStore for nt_lab/nope not found.", "", "", false},
		{"nodetool: 'NOPE' sampler is not available from: [READS, WRITES]\n", ErrUnknownName, "'NOPE' sampler is not available from: [READS, WRITES]", "", "", false},
		{"Argument 'nb-1-big-Data.db' does not resolve to a file or directory\nArgument 'nb-1-big-Data.db' is not a readable file or directory (check permissions)\n", ErrUnknownName,
			"Argument 'nb-1-big-Data.db' does not resolve to a file or directory", "", "", false},
		{`error: /nonexistent/pw (No such file or directory)
-- StackTrace --
java.io.FileNotFoundException: /nonexistent/pw
`, ErrUnknownName,
			"/nonexistent/pw (No such file or directory)", "", "java.io.FileNotFoundException", true},
		{"nodetool: Found unexpected parameters: [-V]\nSee 'nodetool help'\n", ErrArguments, "Found unexpected parameters: [-V]", "", "", false},
		{"nodetool: arguments for -F are json,yaml only.\n", ErrArguments, "arguments for -F are json,yaml only.", "", "", false},
		{"You must supply at least one sstable\nusage: sstablemetadata <options>\n", ErrArguments, "You must supply at least one sstable", "", "", false},
		{"Invalid threshold argument: For input string: \"4000000000\"\n", ErrArguments, "Invalid threshold argument: For input string: \"4000000000\"", "", "", false},
		{`error: For input string: "notanint"
-- StackTrace --
org.apache.cassandra.serializers.MarshalException: x
	at a.B
	... 12 more
Caused by: java.lang.NumberFormatException: y
`, ErrServer,
			"For input string: \"notanint\"", "", "org.apache.cassandra.serializers.MarshalException", true},
		{"Exception in thread \"main\" java.lang.NullPointerException\n\tat org.apache.X\n", ErrServer,
			"Exception in thread \"main\" java.lang.NullPointerException", "", "java.lang.NullPointerException", true},
		{"Picked up JAVA_TOOL_OPTIONS: -Dx\nnodetool: Unknown keyspace: k\n", ErrUnknownName, "Unknown keyspace: k", "", "", false},
	}
	for _, tt := range tests {
		f, res := read[Failure](t, KindFailure, tt.text)
		if !errors.Is(f, tt.is) || f.Message != tt.message || f.Target != tt.target || f.Exception != tt.exception || f.StackTrace != tt.stack {
			t.Errorf("%q: got %+v", tt.text, f)
		}
		if f.Error() != tt.message {
			t.Errorf("error %q", f.Error())
		}
		if kind, sure := Detect([]byte(tt.text)); kind != KindFailure || sure != 1 {
			t.Errorf("%q: detected as %s %v", tt.text, kind, sure)
		}
		got, err := Parse(KindTableStats, []byte(tt.text))
		if !errors.Is(err, tt.is) || got == nil || got.Kind != KindFailure {
			t.Errorf("%q: Parse gives %v", tt.text, err)
		}
		if res.Failure != nil {
			t.Errorf("%q: the failure is the data", tt.text)
		}
	}
}

func TestFailureAfterOutput(t *testing.T) {
	text := `Total number of tables: 5
----------------
Keyspace : k
		Table: t
		SSTable count: 1

nodetool: Unknown keyspace: x
See 'nodetool help' or 'nodetool help <command>'.
`
	d, res := read[TableStats](t, KindTableStats, text)
	wantNumber(t, "what was printed before", d.Tables["k.t"].Fields[SSTableCount], 1)
	if res.Failure == nil || !errors.Is(res.Failure, ErrUnknownName) || !res.Truncated {
		t.Errorf("%+v", res.Failure)
	}
	warned(t, res, 7)
	doc, err := Document(res)
	if err != nil || !strings.Contains(string(doc), `"failure":{"class":"unknown-name"`) {
		t.Errorf("%s %v", doc, err)
	}
}

func TestSentinels(t *testing.T) {
	for _, tt := range []struct {
		name string
		kind Kind
		text string
		want error
	}{
		{"empty", KindTableStats, "", ErrEmpty},
		{"blank", KindTableStats, ` 

	
`, ErrEmpty},
		{"only colours", KindTableStats, "\x1b[0m\n", ErrEmpty},
		{"prose", KindTableStats, "Dear all,\nplease find attached\n", ErrUnknown},
		{"another kind", KindTableStats, "ReleaseVersion: 5.0.6\n", ErrWrongKind},
		{"no such kind", "nonsense", "ReleaseVersion: 5.0.6\n", ErrNoSuchKind},
		{"binary", KindTableStats, "\x7fELF\x02\x01\x01\x00\x00", ErrUnknown},
		{"too large", KindVersion, strings.Repeat("x", MaxInputBytes+1), ErrTooLarge},
	} {
		res, err := Parse(tt.kind, []byte(tt.text))
		if !errors.Is(err, tt.want) || res != nil {
			t.Errorf("%s: got %v, %v", tt.name, res, err)
		}
	}
	for _, text := range []string{"", "hello", "{}", "[]x", "a: b\n", strings.Repeat("x", MaxInputBytes+1)} {
		if kind, sure := Detect([]byte(text)); kind != "" && text != "[]x" || sure > 1 {
			t.Errorf("%.20q: detected as %s %v", text, kind, sure)
		}
	}
	if _, err := ParseAny([]byte("hello, world")); !errors.Is(err, ErrUnknown) || !strings.Contains(err.Error(), "hello") {
		t.Errorf("got %v", err)
	}
}

// TestSilence: these commands print nothing when there is nothing to say.
func TestSilence(t *testing.T) {
	for _, kind := range Kinds() {
		res, err := Parse(kind, nil)
		switch kind {
		case KindGetSSTables, KindGetEndpoints, KindSSTableExpiredBlockers, KindTopPartitions, KindSSTablePartitions:
			if err != nil || res.Data == nil || res.Kind != kind {
				t.Errorf("%s: %v %v", kind, res, err)
			}
		default:
			if !errors.Is(err, ErrEmpty) {
				t.Errorf("%s: %v", kind, err)
			}
		}
	}
}

func TestKindOf(t *testing.T) {
	for name, want := range map[string]Kind{"cfstats": KindTableStats, "tablestats": KindTableStats, "cfhistograms": KindTableHistograms,
		"profileload": KindTopPartitions, "getsstables": KindGetSSTables} {
		if got, ok := KindOf(name); !ok || got != want {
			t.Errorf("%s: %s %v", name, got, ok)
		}
	}
	if got, ok := KindOf("drain"); ok {
		t.Errorf("drain is %s", got)
	}
	seen := map[Kind]bool{}
	for _, k := range Kinds() {
		if seen[k] {
			t.Errorf("%s twice", k)
		}
		seen[k] = true
	}
}

func TestDocument(t *testing.T) {
	res, err := ParseAny([]byte("ReleaseVersion: 5.0.6\n"))
	if err != nil {
		t.Fatal(err)
	}
	doc, err := Document(res)
	want := `{"schema":1,"kind":"version","format":"text","version_hint":"5.0.6","truncated":false,"warnings":[],"data":{"release":"5.0.6"}}`
	if err != nil || string(doc) != want {
		t.Errorf("got  %s %v\nwant %s", doc, err, want)
	}
	res.VersionHint = ""
	if doc, err = Document(res); err != nil || !strings.Contains(string(doc), `"version_hint":null`) {
		t.Errorf("got %s %v", doc, err)
	}
	if _, err := Document(&Result{Kind: "x", Data: func() {}}); err == nil {
		t.Error("a document of what is no JSON")
	}
}

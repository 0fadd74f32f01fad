package nodetool

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

const versionText = "ReleaseVersion: 5.0.6\n"

var askVersion = Command{Kind: KindVersion, Args: []string{"version"}}

func TestCallPutsCredentialsIntoNoArgument(t *testing.T) {
	dir := t.TempDir()
	file, err := WritePasswordFile(dir, "ops", "s3cret")
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(file)
	if err != nil || info.Mode().Perm() != 0o600 || filepath.Dir(file) != dir {
		t.Errorf("%s: %v, %v", file, info.Mode(), err)
	}
	b, err := os.ReadFile(file)
	if err != nil || string(b) != "ops s3cret\n" {
		t.Errorf("%q, %v", b, err)
	}
	var argv, env []string
	tool := &Tool{Path: "/opt/bin/nodetool", Host: "10.0.0.1", Port: 7199, User: "ops", PasswordFile: file,
		Run: func(_ context.Context, a, e []string) (Output, error) {
			argv, env = a, e
			return Output{Stdout: []byte(versionText)}, nil
		}}
	r, err := tool.Call(context.Background(), askVersion)
	if err != nil || r.Data.(*Version).Release != "5.0.6" {
		t.Fatalf("%+v, %v", r, err)
	}
	want := []string{"/opt/bin/nodetool", "-h", "10.0.0.1", "-p", "7199", "-u", "ops", "-pwf", file, "version"}
	if !slices.Equal(argv, want) || !slices.Contains(env, "LC_ALL=C") {
		t.Errorf("argv %q, env %q", argv, env)
	}
	if strings.Contains(strings.Join(argv, " "), "s3cret") {
		t.Error("the password stands in the arguments")
	}
}

func TestCallUnderstandsHowItEnded(t *testing.T) {
	for _, c := range []struct {
		name string
		out  Output
		want error
	}{
		{"refused", Output{ExitCode: 2, Stderr: []byte("error: Access denied! Invalid access level for requested MBeanServer operation.\n-- StackTrace --\njava.lang.SecurityException: x\n\tat a.b\n")}, ErrRefused},
		{"no connection", Output{ExitCode: 1, Stderr: []byte("nodetool: Failed to connect to '127.0.0.1:7199' - ConnectException: 'Connection refused (Connection refused)'.\n")}, ErrConnect},
		{"wrong password", Output{ExitCode: 2, Stderr: []byte("error: Authentication failed! Invalid username or password\n")}, ErrCredentials},
		{"unknown command, on stdout", Output{ExitCode: 1, Stdout: []byte("nodetool: Found unexpected parameters: [profileload]\nSee 'nodetool help' or 'nodetool help <command>'.\n")}, ErrArguments},
		{"unknown table, noise first", Output{ExitCode: 1, Stderr: []byte("Picked up JAVA_TOOL_OPTIONS: -Dx\nColumnFamilyStore for ks/t not found.\n")}, ErrUnknownName},
	} {
		tool := &Tool{Path: "nodetool", Run: func(context.Context, []string, []string) (Output, error) { return c.out, nil }}
		_, err := tool.Call(context.Background(), askVersion)
		if !errors.Is(err, c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	tool := &Tool{Path: "nodetool", Run: func(context.Context, []string, []string) (Output, error) {
		return Output{ExitCode: 137, Stderr: []byte("one\nKilled\n")}, nil
	}}
	if _, err := tool.Call(context.Background(), askVersion); err == nil || !strings.Contains(err.Error(), "137") || !strings.Contains(err.Error(), "Killed") {
		t.Errorf("an end that nothing explains: %v", err)
	}
	tool.Run = func(context.Context, []string, []string) (Output, error) { return Output{}, errors.New("no such file") }
	if _, err := tool.Call(context.Background(), askVersion); err == nil || !strings.Contains(err.Error(), "no such file") {
		t.Error(err)
	}
}

func TestCallHasADeadline(t *testing.T) {
	hang := func(ctx context.Context, _, _ []string) (Output, error) { <-ctx.Done(); return Output{}, ctx.Err() }
	tool := &Tool{Path: "nodetool", Host: "10.0.0.3", Port: 7199, Deadline: 20 * time.Millisecond, Run: hang}
	_, err := tool.Call(context.Background(), Command{Kind: KindVersion, Args: []string{"version"}, Takes: 10 * time.Millisecond})
	if !errors.Is(err, ErrDeadline) || !strings.Contains(err.Error(), "10.0.0.3:7199") || !strings.Contains(err.Error(), "30ms") {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := tool.Call(ctx, askVersion); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled by the caller: %v", err)
	}
}

func TestFindLooksWhereThePersonWould(t *testing.T) {
	have := func(paths ...string) func(string) (string, error) {
		return func(p string) (string, error) {
			if slices.Contains(paths, p) {
				return "/found/" + p, nil
			}
			return "", fmt.Errorf("%s: not found", p)
		}
	}
	env := func(string) string { return "/opt/cassandra" }
	none := func(string) string { return "" }
	for _, c := range []struct {
		named string
		look  func(string) (string, error)
		env   func(string) string
		want  string // or a part of the error
	}{
		{"/x/nodetool", have("/x/nodetool", "nodetool"), env, "/found//x/nodetool"},
		{"", have("nodetool"), env, "/found/nodetool"},
		{"", have("/opt/cassandra/bin/nodetool"), env, "/found//opt/cassandra/bin/nodetool"},
		{"", have(), env, "neither in the PATH nor in /opt/cassandra/bin"},
		{"", have(), none, "CASSANDRA_HOME is not set"},
		{"/x/nodetool", have("nodetool"), env, "/x/nodetool"},
	} {
		got, err := Find(c.named, c.look, c.env)
		if err != nil {
			if !errors.Is(err, ErrNotFound) {
				t.Errorf("%+v: %v", c, err)
			}
			got = err.Error()
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("named %q: %q, want %q", c.named, got, c.want)
		}
	}
}

func TestSamplersTakeTheFormOfTheVersion(t *testing.T) {
	table := Sampling{Keyspace: "jobs", Table: "queue", Window: 10 * time.Second, Capacity: 1024, Top: 25}
	whole := table
	whole.Keyspace, whole.Table = "", ""
	for _, c := range []struct {
		release string
		s       Sampling
		want    string
	}{
		{"3.11.19", table, "toppartitions -k 25 -s 1024 -a READS,WRITES jobs queue 10000"},
		{"4.0.18", whole, "profileload -k 25 -s 1024 -a READS,WRITES,WRITE_SIZE,LOCAL_READ_TIME,CAS_CONTENTIONS 10000"},
		{"4.1.10", table, "toppartitions -k 25 -s 1024 -a READS,WRITES,WRITE_SIZE,LOCAL_READ_TIME,CAS_CONTENTIONS jobs queue 10000"},
		{"5.0.6-SNAPSHOT", whole, "profileload -k 25 -s 1024 -a READS,WRITES,WRITE_SIZE,READ_ROW_COUNT,READ_TOMBSTONE_COUNT,READ_SSTABLE_COUNT,LOCAL_READ_TIME,CAS_CONTENTIONS 10000"},
	} {
		r, ok := ParseRelease(c.release)
		got, err := r.SampleKeys(c.s)
		if !ok || err != nil || strings.Join(got.Args, " ") != c.want || got.Kind != KindTopPartitions || got.Takes != 10*time.Second {
			t.Errorf("%s: %q, %v", c.release, got.Args, err)
		}
	}
	old, _ := ParseRelease("3.11.19")
	if _, err := old.SampleKeys(whole); !errors.Is(err, ErrWantsTable) {
		t.Errorf("3.11 without a table: %v", err)
	}
	for _, bad := range []Sampling{{Window: time.Second, Capacity: 10, Top: 10}, {Window: time.Second, Capacity: 10}, {Capacity: 10, Top: 5}} {
		if _, err := (Release{5, 0}).SampleKeys(bad); !errors.Is(err, ErrArguments) {
			t.Errorf("%+v: %v", bad, err)
		}
	}
	for text, want := range map[string]bool{"6.0-alpha2": true, "4.0~rc1": true, "": false, "five": false, "-1.0": false} {
		if r, ok := ParseRelease(text); ok != want {
			t.Errorf("%q: %+v, %t", text, r, ok)
		}
	}
}

func TestNoFormAsksForAllHistograms(t *testing.T) {
	c := TableHistogramsOf("jobs", "queue")
	if !slices.Equal(c.Args, []string{"tablehistograms", "jobs", "queue"}) {
		t.Error(c.Args)
	}
	for _, c := range []Command{TableStatsOf("jobs"), CompactionStatsNow(), ThreadPoolsNow()} {
		if kind, ok := KindOf(c.Args[0]); !ok || kind != c.Kind {
			t.Errorf("%v prints %s", c.Args, c.Kind)
		}
	}
}

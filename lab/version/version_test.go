package version

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

func TestLookup(t *testing.T) {
	if s, err := Lookup(Default); err != nil || s.Version != Default {
		t.Errorf("Lookup(%s) = %q, %v", Default, s.Version, err)
	}
	if _, err := Lookup("2.0"); !errors.Is(err, ErrUnknown) || !strings.Contains(err.Error(), Default) {
		t.Errorf("Lookup of an unknown version: %v", err)
	}
}

// A row with a hole would show only when that version is started.
func TestRowsAreComplete(t *testing.T) {
	for _, s := range table {
		if s.JavaMajor == 0 || len(s.Artifacts) == 0 || s.AgentPrefix == "" || len(s.ModuleOptions) == 0 || len(s.JMXOptions) == 0 {
			t.Errorf("%s: %+v", s.Version, s)
		}
		keys := reflect.ValueOf(s.YAML)
		for i := range keys.NumField() {
			line := fmt.Sprintf(keys.Field(i).String(), 7)
			if !strings.Contains(line, ": 7") || strings.Contains(line, "%!") {
				t.Errorf("%s: %s renders as %q", s.Version, keys.Type().Field(i).Name, line)
			}
		}
	}
}

// A version is what the jars are: the row must not name one and fetch another.
func TestArtifactsAreOfTheVersion(t *testing.T) {
	for _, s := range table {
		for _, a := range s.Artifacts {
			if a.Version != s.Version {
				t.Errorf("%s fetches %v", s.Version, a)
			}
		}
	}
	old, err := Lookup("3.11.19")
	if err != nil {
		t.Fatal(err)
	}
	if len(old.Artifacts) != 2 || old.Artifacts[1].Name != "cassandra-thrift" {
		t.Errorf("3.11 does not start without cassandra-thrift: %v", old.Artifacts)
	}
}

func TestVirtualTablesSince40(t *testing.T) {
	for v, want := range map[string]bool{"5.0.6": true, "4.1.10": true, "4.0.18": true, "3.11.19": false} {
		if s, err := Lookup(v); err != nil || s.VirtualTables != want {
			t.Errorf("%s: virtual tables %v, %v", v, s.VirtualTables, err)
		}
	}
}

func TestJMXNamesThePort(t *testing.T) {
	for _, s := range table {
		text := strings.Join(s.JMX(7299), " ")
		if !strings.Contains(text, "=7299") || strings.ContainsAny(text, "%") {
			t.Errorf("%s: %q", s.Version, text)
		}
	}
}

// java refuses to start on an option that it cannot read.
func TestModuleOptionsAreWellFormed(t *testing.T) {
	form := regexp.MustCompile(`^--add-(opens|exports)=[a-z.]+/[a-z.]+=ALL-UNNAMED$`)
	for _, s := range table {
		for _, o := range append(s.ModuleOptions, NodetoolModules()...) {
			if !form.MatchString(o) {
				t.Errorf("%s: %q", s.Version, o)
			}
		}
	}
}

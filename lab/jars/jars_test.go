package jars

import (
	"bytes"
	"encoding/xml"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/partop/partop/lab/state"
	"github.com/partop/partop/lab/version"
)

func spec(t *testing.T) version.Spec {
	t.Helper()
	s, err := version.Lookup(version.Default)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestPOMListsArtifacts(t *testing.T) {
	b, err := POM(spec(t))
	if err != nil {
		t.Fatal(err)
	}
	var p project
	if err := xml.Unmarshal(b, &p); err != nil {
		t.Fatalf("%v in %s", err, b)
	}
	want := dependency{"org.apache.cassandra", "cassandra-all", version.Default}
	if len(p.Deps) != 1 || p.Deps[0] != want || p.Model != "4.0.0" {
		t.Errorf("POM = %s", b)
	}
}

// A filled folder is taken as it is: Maven is not even looked for.
func TestEnsureKeepsWhatIsThere(t *testing.T) {
	cache := state.Cache(t.TempDir())
	dir := cache.Jars(version.Default)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := Agent(spec(t), dir); err == nil {
		t.Error("an empty folder counts as filled")
	}
	agent := filepath.Join(dir, "jamm-0.4.0.jar")
	if err := os.WriteFile(agent, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", "")
	var out bytes.Buffer
	if err := Ensure(t.Context(), spec(t), cache, &out); err != nil || out.Len() != 0 {
		t.Errorf("Ensure = %v, said %q", err, out.String())
	}
	if got, err := Agent(spec(t), dir); err != nil || got != agent {
		t.Errorf("Agent = %q, %v", got, err)
	}
}

func TestEnsureWithoutMavenLeavesNothing(t *testing.T) {
	t.Setenv("PATH", "")
	cache := state.Cache(t.TempDir())
	if err := Ensure(t.Context(), spec(t), cache, &bytes.Buffer{}); err == nil {
		t.Fatal("Ensure without Maven succeeded")
	}
	left, err := os.ReadDir(filepath.Dir(cache.Jars(version.Default)))
	if err != nil || len(left) != 0 {
		t.Errorf("left %v, %v", left, err)
	}
}

// mvn stands for Maven: it puts the agent where it is told to and writes down
// what it was called with.
const mvn = `#!/bin/sh
for a in "$@"; do case $a in -DoutputDirectory=*) out=${a#*=};; esac; done
/bin/mkdir -p "$out"
echo > "$out/jamm-0.jar"
echo "$@" > "$out/called"
/bin/cp pom.xml "$out"
`

func TestEnsureOfEachVersion(t *testing.T) {
	bin := t.TempDir()
	if err := os.WriteFile(filepath.Join(bin, "mvn"), []byte(mvn), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin)
	cache := state.Cache(t.TempDir())
	for _, v := range version.Known() {
		s, err := version.Lookup(v)
		if err != nil {
			t.Fatal(err)
		}
		if err := Ensure(t.Context(), s, cache, &bytes.Buffer{}); err != nil {
			t.Fatal(err)
		}
		called, err := os.ReadFile(filepath.Join(cache.Jars(v), "called"))
		if err != nil || !strings.Contains(string(called), "-Dmaven.repo.local="+cache.Maven()) {
			t.Errorf("%s: Maven would fill the user's home: %q, %v", v, called, err)
		}
		pom, err := os.ReadFile(filepath.Join(cache.Jars(v), "pom.xml"))
		if err != nil || strings.Count(string(pom), "<version>"+v+"</version>") != len(s.Artifacts) {
			t.Errorf("%s: %s, %v", v, pom, err)
		}
	}
}

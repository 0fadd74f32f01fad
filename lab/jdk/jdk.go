// Package jdk finds a Java of a wanted feature release, and downloads one where
// it knows how. It may import state and the standard library. It promises that
// what it returns is of that release, and that a broken download is never taken
// for a finished one.
package jdk

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"

	"github.com/partop/partop/lab/state"
)

// ErrNoJava is returned when no Java of the wanted release is found.
var ErrNoJava = errors.New("no suitable java")

// Ensure is Find, with a download into the cache when nothing is found and the
// release is one that can be had; out is told of it.
func Ensure(ctx context.Context, major int, cache state.Cache, out io.Writer) (string, error) {
	path, err := Find(ctx, major, cache)
	pkg, known := packages[major]
	if err == nil || !known {
		return path, err
	}
	_, _ = fmt.Fprintf(out, "fetching Java %d\n", major)
	if err := fetch(ctx, pkg, cache.JDK(major)); err != nil {
		return "", err
	}
	return Find(ctx, major, cache)
}

// Find returns a java binary of the feature release major, looked for in
// $PARTOP_LAB_JAVA<major> (a JDK's home), $JAVA_HOME, $PATH and the cache.
func Find(ctx context.Context, major int, cache state.Cache) (string, error) {
	own := "PARTOP_LAB_JAVA" + strconv.Itoa(major)
	var tried error
	for _, bin := range candidates(major, cache, os.Getenv(own), os.Getenv("JAVA_HOME")) {
		path, err := exec.LookPath(bin)
		if err == nil {
			err = check(ctx, path, major)
		}
		if err == nil {
			return path, nil
		}
		tried = errors.Join(tried, err)
	}
	return "", fmt.Errorf("%w: JDK %d (set %s to its home): %w", ErrNoJava, major, own, tried)
}

// candidates are the binaries to try, the caller's own choice first.
func candidates(major int, cache state.Cache, homes ...string) []string {
	var out []string
	for _, home := range homes {
		if home != "" {
			out = append(out, binary(home))
		}
	}
	out = append(out, "java")
	if pkg, known := packages[major]; known {
		out = append(out, binary(filepath.Join(cache.JDK(major), pkg.home)))
	}
	return out
}

func binary(home string) string { return filepath.Join(home, "bin", "java") }

// check asks the JDK's release file first: starting a JVM takes a while.
func check(ctx context.Context, path string, major int) error {
	if got := recorded(path); got == major {
		return nil
	}
	out, err := exec.CommandContext(ctx, path, "-version").CombinedOutput()
	if err != nil {
		return fmt.Errorf("run %s -version: %w", path, err)
	}
	if got := release(string(out)); got != major {
		return fmt.Errorf("%s is release %d", path, got)
	}
	return nil
}

// recorded is the release that the file beside a JDK's bin folder names, 0 when
// there is none; the path usually holds a link to the JDK.
func recorded(path string) int {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return 0
	}
	b, err := os.ReadFile(filepath.Join(filepath.Dir(filepath.Dir(real)), "release"))
	if err != nil {
		return 0
	}
	m := regexp.MustCompile(`(?m)^JAVA_VERSION=("[^"]*")`).FindSubmatch(b)
	if m == nil {
		return 0
	}
	return release("version " + string(m[1]))
}

// release reads the feature release from `java -version`: "17.0.15" is 17,
// and "1.8.0_392", as it was written before JDK 9, is 8. 0 when there is none.
func release(out string) int {
	m := regexp.MustCompile(`version "(?:1\.)?(\d+)`).FindStringSubmatch(out)
	if m == nil {
		return 0
	}
	v, _ := strconv.Atoi(m[1])
	return v
}

// Package jars brings Cassandra's jar files into the lab with Maven. It may
// import state, version and the standard library. It promises that a finished
// download is never repeated and a broken one never taken for finished.
package jars

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/partop/partop/lab/state"
	"github.com/partop/partop/lab/version"
)

// ErrMaven is returned when Maven could not fetch the jars.
var ErrMaven = errors.New("maven failed")

// project is the part of a pom.xml that Maven needs to resolve dependencies.
type project struct {
	XMLName xml.Name     `xml:"project"`
	NS      string       `xml:"xmlns,attr"`
	Model   string       `xml:"modelVersion"`
	Group   string       `xml:"groupId"`
	Name    string       `xml:"artifactId"`
	Version string       `xml:"version"`
	Deps    []dependency `xml:"dependencies>dependency"`
}

type dependency struct {
	Group   string `xml:"groupId"`
	Name    string `xml:"artifactId"`
	Version string `xml:"version"`
}

// POM writes the project file that lists a version's artifacts.
func POM(s version.Spec) ([]byte, error) {
	p := project{
		NS: "http://maven.apache.org/POM/4.0.0", Model: "4.0.0",
		Group: "lab", Name: "lab", Version: "1",
	}
	for _, a := range s.Artifacts {
		p.Deps = append(p.Deps, dependency(a))
	}
	return xml.MarshalIndent(p, "", "  ")
}

// Ensure fills the cache's folder with the jars of s unless it already holds all
// of them. Maven copies into a folder beside it that is renamed when complete.
func Ensure(ctx context.Context, s version.Spec, cache state.Cache, out io.Writer) error {
	dir := cache.Jars(s.Version)
	if _, err := Agent(s, dir); err == nil {
		return nil
	}
	work, err := os.MkdirTemp(mkParent(dir), "fetch-")
	if err != nil {
		return fmt.Errorf("make a folder for the jars of %s: %w", s.Version, err)
	}
	defer func() { _ = os.RemoveAll(work) }()
	_, _ = fmt.Fprintf(out, "fetching the jars of Cassandra %s\n", s.Version)
	if err := fetch(ctx, s, cache, work); err != nil {
		return err
	}
	if err := os.RemoveAll(dir); err != nil {
		return fmt.Errorf("replace %s: %w", dir, err)
	}
	return os.Rename(filepath.Join(work, "lib"), dir)
}

// Agent is the path of the jamm jar in dir, which Cassandra needs as a Java
// agent to measure its memtables. Its absence means dir is not filled.
func Agent(s version.Spec, dir string) (string, error) {
	m, err := filepath.Glob(filepath.Join(dir, s.AgentPrefix+"*.jar"))
	if err != nil || len(m) == 0 {
		return "", fmt.Errorf("no %s*.jar in %s", s.AgentPrefix, dir)
	}
	return m[0], nil
}

// mkParent makes the parent of dir; a failure shows in the next step.
func mkParent(dir string) string {
	parent := filepath.Dir(dir)
	_ = os.MkdirAll(parent, 0o755)
	return parent
}

// fetch fails when Maven succeeded but brought no agent: the version's artifacts
// are then listed wrongly.
func fetch(ctx context.Context, s version.Spec, cache state.Cache, work string) error {
	lib := filepath.Join(work, "lib")
	pom, err := POM(s)
	if err != nil {
		return fmt.Errorf("write the pom of %s: %w", s.Version, err)
	}
	if err := os.WriteFile(filepath.Join(work, "pom.xml"), pom, 0o644); err != nil {
		return fmt.Errorf("write the pom of %s: %w", s.Version, err)
	}
	cmd := exec.CommandContext(ctx, "mvn", "-q", "-B",
		"dependency:copy-dependencies", "-Dmaven.repo.local="+cache.Maven(), "-DincludeScope=runtime", "-DoutputDirectory="+lib)
	cmd.Dir = work
	var log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &log, &log
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%w for Cassandra %s: %v: %s", ErrMaven, s.Version, err, tail(log.String(), 1000))
	}
	if _, err := Agent(s, lib); err != nil {
		return fmt.Errorf("%w for Cassandra %s: %v", ErrMaven, s.Version, err)
	}
	return nil
}

func tail(s string, n int) string {
	s = strings.TrimSpace(s)
	if len(s) > n {
		s = s[len(s)-n:]
	}
	return s
}

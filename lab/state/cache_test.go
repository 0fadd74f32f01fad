package state

import (
	"os"
	"path/filepath"
	"testing"
)

// Labs in folders of their own share what was downloaded for the repository.
func TestLocateCache(t *testing.T) {
	t.Setenv(CacheEnv, "/somewhere/cache")
	if c, err := LocateCache("/lab"); err != nil || c != "/somewhere/cache" {
		t.Errorf("with %s: %s, %v", CacheEnv, c, err)
	}
	t.Setenv(CacheEnv, "")
	root := t.TempDir()
	t.Chdir(root)
	if c, err := LocateCache("/lab"); err != nil || c != "/lab" {
		t.Errorf("outside of a repository: %s, %v", c, err)
	}
	if err := os.WriteFile(filepath.Join(root, "go.mod"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	c, err := LocateCache("/lab")
	if err != nil || filepath.Base(string(c)) != ".lab" || c == "/lab" {
		t.Errorf("in a repository: %s, %v", c, err)
	}
	if got := c.Jars("5.0.6"); got != filepath.Join(string(c), "jars", "5.0.6", "lib") {
		t.Errorf("Jars = %s", got)
	}
	for _, path := range []string{c.Maven(), c.JDK(11)} {
		if filepath.Dir(path) == c.Jars("5.0.6") {
			t.Errorf("%s lies among the jars", path)
		}
	}
}

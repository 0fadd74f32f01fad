package state

import (
	"os"
	"path/filepath"
	"strconv"
)

// Cache is the root folder of what was downloaded. Labs share it, and `down`
// leaves it alone.
type Cache string

// LocateCache returns $PARTOP_LAB_CACHE, or the .lab folder of the repository
// around the working directory, or else the lab's own folder.
func LocateCache(d Dir) (Cache, error) {
	if c := os.Getenv(CacheEnv); c != "" {
		abs, err := filepath.Abs(c)
		return Cache(abs), err
	}
	if own, err := ownDir(); err == nil {
		d = own
	}
	return Cache(d), nil
}

// Jars is the folder with the jars of one Cassandra version.
func (c Cache) Jars(version string) string {
	return filepath.Join(string(c), "jars", version, "lib")
}

// Maven is the folder Maven keeps its own copies in, not the user's ~/.m2.
func (c Cache) Maven() string { return filepath.Join(string(c), "m2") }

// JDK is the folder for a downloaded Java of a feature release.
func (c Cache) JDK(major int) string {
	return filepath.Join(string(c), "jdk", strconv.Itoa(major))
}

package node

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
)

// ErrNoJava is returned when no JDK of the wanted release is found.
var ErrNoJava = errors.New("no suitable java")

// FindJava returns a java binary of the feature release major, looked for in
// $PARTOP_LAB_JAVA<major> (a JDK's home), $JAVA_HOME and $PATH.
func FindJava(ctx context.Context, major int) (string, error) {
	own := "PARTOP_LAB_JAVA" + strconv.Itoa(major)
	var tried error
	for _, home := range []string{os.Getenv(own), os.Getenv("JAVA_HOME"), ""} {
		bin := "java"
		if home != "" {
			bin = filepath.Join(home, "bin", "java")
		}
		path, err := exec.LookPath(bin)
		if err == nil {
			err = checkJava(ctx, path, major)
		}
		if err == nil {
			return path, nil
		}
		tried = errors.Join(tried, err)
	}
	return "", fmt.Errorf("%w: JDK %d (set %s to its home): %w", ErrNoJava, major, own, tried)
}

func checkJava(ctx context.Context, path string, major int) error {
	out, err := exec.CommandContext(ctx, path, "-version").CombinedOutput()
	if err != nil {
		return fmt.Errorf("run %s -version: %w", path, err)
	}
	if got := javaMajor(string(out)); got != major {
		return fmt.Errorf("%s is release %d", path, got)
	}
	return nil
}

// javaMajor reads the feature release from `java -version`: "17.0.15" is 17,
// and "1.8.0_392", as it was written before JDK 9, is 8. 0 when there is none.
func javaMajor(out string) int {
	m := regexp.MustCompile(`version "(?:1\.)?(\d+)`).FindStringSubmatch(out)
	if m == nil {
		return 0
	}
	v, _ := strconv.Atoi(m[1])
	return v
}

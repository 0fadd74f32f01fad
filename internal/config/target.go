package config

import (
	"errors"
	"fmt"
	"net"
	"os"
	"slices"
	"strconv"
	"strings"
)

// TargetKind is what a TARGET on the command line names.
type TargetKind uint8

// A cluster of the configuration, a host, or a path.
const (
	TargetCluster TargetKind = iota
	TargetHost
	TargetPath
)

// Target is one TARGET.
type Target struct {
	Kind TargetKind
	Name string // cluster name, host, or path
	Port int    // of a host, 0 if not given
	User string // the ssh user of a host
}

// ErrAmbiguous means that a TARGET can be read in two ways.
var ErrAmbiguous = errors.New("ambiguous")

// ParseTarget reads a TARGET: an explicit prefix (host:, file:), a cluster of the configuration, an existing path or
// one that looks like a path, else a host. A name that is both a cluster and a path is an error that names both.
func ParseTarget(s string, clusters []string) (Target, error) {
	switch {
	case s == "":
		return Target{}, errors.New("an empty target")
	case strings.HasPrefix(s, "file:"):
		return Target{Kind: TargetPath, Name: s[len("file:"):]}, nil
	case strings.HasPrefix(s, "host:"):
		return parseHost(s[len("host:"):])
	}
	isCluster, isPath := slices.Contains(clusters, s), looksLikePath(s)
	switch {
	case isCluster && isPath:
		return Target{}, fmt.Errorf("%q is %w: a cluster of the configuration and a path; write file:%s for the path, or host:%s", s, ErrAmbiguous, s, s)
	case isCluster:
		return Target{Kind: TargetCluster, Name: s}, nil
	case isPath:
		return Target{Kind: TargetPath, Name: s}, nil
	}
	return parseHost(s)
}

func looksLikePath(s string) bool {
	if strings.HasPrefix(s, ".") || strings.HasPrefix(s, "/") {
		return true
	}
	_, err := os.Stat(s)
	return err == nil
}

func parseHost(s string) (Target, error) {
	t := Target{Kind: TargetHost, Name: s}
	if user, host, ok := strings.Cut(s, "@"); ok {
		t.User, t.Name = user, host
	}
	if net.ParseIP(t.Name) != nil { // an IPv6 address without a port has colons too
		return t, nil
	}
	if host, port, err := net.SplitHostPort(t.Name); err == nil {
		n, err := strconv.Atoi(port)
		if err != nil || n < 1 || n > 65535 {
			return t, fmt.Errorf("target %q: %q is no port", s, port)
		}
		t.Name, t.Port = host, n
	}
	if t.Name == "" || strings.ContainsAny(t.Name, " \t\n") {
		return t, fmt.Errorf("target %q names no host", s)
	}
	return t, nil
}

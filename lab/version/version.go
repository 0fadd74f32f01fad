// Package version holds everything about the lab that differs between
// Cassandra versions: the JDK, the Maven coordinates, JVM options, names of
// keys in cassandra.yaml and classes of the offline tools. It imports only the
// standard library. It promises that adding a version is adding one Spec here
// and touches no other package.
package version

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// ErrUnknown is returned by Lookup for a version the table does not hold.
var ErrUnknown = errors.New("unknown Cassandra version")

// Default is the version `up` starts when none is asked for.
const Default = "5.0.6"

// Artifact is one Maven dependency, group:artifact:version.
type Artifact struct {
	Group, Name, Version string
}

// Spec is what the lab must know to run one Cassandra version.
type Spec struct {
	// Version is Cassandra's release version, e.g. "5.0.6".
	Version string
	// JavaMajor is the JDK feature release the server is run on.
	JavaMajor int
	// Artifacts are fetched with their runtime dependencies into the jar folder.
	Artifacts []Artifact
	// AgentPrefix starts the file name of the jamm jar given to -javaagent.
	AgentPrefix string
	// ModuleOptions open JDK internals; server and offline tools need them.
	ModuleOptions []string
	// ServerOptions are further JVM options of the server alone.
	ServerOptions []string
	// YAML names the configuration keys that were renamed between versions.
	YAML YAMLKeys
	// OptionalClientAuth says that client_encryption_options knows
	// require_client_auth: optional. 5.0.6 does not: there the field of
	// EncryptionOptions is a boolean and "optional" ends the start.
	OptionalClientAuth bool
}

// YAMLKeys are cassandra.yaml keys with the unit suffix their version expects.
// 4.1 replaced unit-bearing names by typed values (CASSANDRA-15234).
type YAMLKeys struct {
	// MemtableHeapMiB, CommitlogTotalMiB and CommitlogSegmentMiB are
	// fmt formats taking a number of mebibytes.
	MemtableHeapMiB, MemtableOffheapMiB, CommitlogTotalMiB, CommitlogSegmentMiB string
	// CommitlogPeriodMillis takes milliseconds.
	CommitlogPeriodMillis string
	// CompactionThroughput takes mebibytes per second.
	CompactionThroughput string
	// KeyCacheMiB takes mebibytes, BatchWarnKiB and BatchFailKiB kibibytes.
	KeyCacheMiB, BatchWarnKiB, BatchFailKiB string
}

// Lookup returns the Spec of a version, or ErrUnknown naming the known ones.
func Lookup(v string) (Spec, error) {
	for _, s := range table {
		if s.Version == v {
			return s, nil
		}
	}
	return Spec{}, fmt.Errorf("%w %q (known: %s)", ErrUnknown, v, strings.Join(Known(), ", "))
}

// Known lists the versions of the table, sorted as text.
func Known() []string {
	out := make([]string, 0, len(table))
	for _, s := range table {
		out = append(out, s.Version)
	}
	slices.Sort(out)
	return out
}

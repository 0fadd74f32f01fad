// Package version holds everything about the lab that differs between
// Cassandra versions: the JDK, the Maven coordinates, JVM options, names of
// keys in cassandra.yaml and what of CQL is not there yet. It imports only the
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

// NodetoolJava is the feature release that nodetool of every version is run on:
// a JMX client needs the module jdk.naming.rmi, which not every image of Java 11
// has, and nodetool of 3.11 to 5.0 works on 17 with NodetoolModules.
const NodetoolJava = 17

// NodetoolModules open JDK internals to nodetool on NodetoolJava: its history is
// written through FileUtils, which looks for the JDK's way to unmap files.
func NodetoolModules() []string { return slices.Clone(jdk17Modules) }

// Artifact is one Maven dependency, group:artifact:version.
type Artifact struct {
	Group, Name, Version string
}

// Spec is what the lab must know to run one Cassandra version.
type Spec struct {
	// Version is Cassandra's release version, e.g. "5.0.6".
	Version string
	// JavaMajor is the JDK feature release the server and its offline tools are
	// run on.
	JavaMajor int
	// Artifacts are fetched with their runtime dependencies into the jar folder.
	Artifacts []Artifact
	// AgentPrefix starts the file name of the jamm jar given to -javaagent.
	AgentPrefix string
	// ModuleOptions open JDK internals; server and offline tools need them.
	ModuleOptions []string
	// ServerOptions are further JVM options of the server alone.
	ServerOptions []string
	// JMXOptions open JMX on 127.0.0.1; %d in them is the port.
	JMXOptions []string
	// YAML names the configuration keys that were renamed between versions.
	YAML YAMLKeys
	// YAMLLines are whole lines that only this version needs or understands.
	YAMLLines []string
	// VirtualTables says that system_views and peers_v2 exist: since 4.0
	// (CASSANDRA-7622, CASSANDRA-7544).
	VirtualTables bool
	// NodetoolLauncher says that nodetool needs a configuration given to it first
	// (cluster's launcher).
	NodetoolLauncher bool
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

// JMX renders JMXOptions for a port.
func (s Spec) JMX(port int) []string {
	out := make([]string, 0, len(s.JMXOptions))
	for _, o := range s.JMXOptions {
		if strings.Contains(o, "%d") {
			o = fmt.Sprintf(o, port)
		}
		out = append(out, o)
	}
	return out
}

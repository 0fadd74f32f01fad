package node

import (
	"bytes"
	"embed"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"text/template"
)

//go:embed templates/*.tmpl
var templates embed.FS

// Sizes small enough for three nodes of 512 MiB heap on a small machine.
const (
	memtableHeapMiB    = 64
	memtableOffheapMiB = 32
	commitlogTotalMiB  = 128
	// a segment bounds a mutation to half its size: 8 MiB lets 1 MiB blobs in
	commitlogSegmentMiB   = 8
	commitlogPeriodMillis = 1000
	keyCacheMiB           = 16
	batchWarnKiB          = 64
	batchFailKiB          = 128
	// ringDelayMillis replaces the 30 s a joining node waits for gossip to
	// spread, which one machine does not need (StorageService.RING_DELAY).
	ringDelayMillis = 3000
)

// settings is what the templates are filled with.
type settings struct {
	Dir, Address, Seed, Rack                                        string
	StoragePort, CQLPort                                            int
	HeapMiB, Compactors, RingDelayMillis                            int
	CommitlogPeriod, CommitlogTotal, CommitlogSegment, MemtableHeap string
	MemtableOffheap, KeyCache, BatchWarn, BatchFail                 string
	CompactionThroughput                                            string
	Auth                                                            bool
	TLS                                                             *tlsSettings
	VersionLines, Options                                           []string
}

type tlsSettings struct {
	TLSFiles
	// ClientAuth is require_client_auth.
	ClientAuth string
}

// Files renders the node's configuration, keyed by file name within conf.
func (n Node) Files() (map[string][]byte, error) {
	t, err := template.New("").Option("missingkey=error").ParseFS(templates, "templates/*.tmpl")
	if err != nil {
		return nil, fmt.Errorf("parse the configuration templates: %w", err)
	}
	out := map[string][]byte{}
	for _, name := range []string{
		"cassandra.yaml", "logback.xml", "cassandra-rackdc.properties", "server.options",
	} {
		var b bytes.Buffer
		if err := t.ExecuteTemplate(&b, name+".tmpl", n.settings()); err != nil {
			return nil, fmt.Errorf("render %s of %s: %w", name, n, err)
		}
		out[name] = b.Bytes()
	}
	return out, nil
}

func (n Node) settings() settings {
	y := n.Spec.YAML
	s := settings{
		Dir: n.Dir, Address: n.Address(), Rack: n.Rack(),
		Seed:        Node{Index: 1, Options: n.Options}.Address(),
		StoragePort: StoragePort, CQLPort: CQLPort,
		HeapMiB: n.Options.HeapMiB, Compactors: n.Options.Compactors,
		RingDelayMillis:      ringDelayMillis,
		CommitlogPeriod:      fmt.Sprintf(y.CommitlogPeriodMillis, commitlogPeriodMillis),
		CommitlogTotal:       fmt.Sprintf(y.CommitlogTotalMiB, commitlogTotalMiB),
		CommitlogSegment:     fmt.Sprintf(y.CommitlogSegmentMiB, commitlogSegmentMiB),
		MemtableHeap:         fmt.Sprintf(y.MemtableHeapMiB, memtableHeapMiB),
		MemtableOffheap:      fmt.Sprintf(y.MemtableOffheapMiB, memtableOffheapMiB),
		KeyCache:             fmt.Sprintf(y.KeyCacheMiB, keyCacheMiB),
		BatchWarn:            fmt.Sprintf(y.BatchWarnKiB, batchWarnKiB),
		BatchFail:            fmt.Sprintf(y.BatchFailKiB, batchFailKiB),
		CompactionThroughput: fmt.Sprintf(y.CompactionThroughput, n.Options.CompactionMiBs),
		Auth:                 n.Options.Auth,
		VersionLines:         n.Spec.YAMLLines,
		Options:              slices.Concat(n.Spec.ModuleOptions, n.Spec.ServerOptions, n.Spec.JMX(n.JMXPort())),
	}
	if n.Options.JMXAuth {
		s.Options = append(s.Options, n.jmxAuth()...)
	}
	if n.TLS != nil {
		s.TLS = &tlsSettings{TLSFiles: *n.TLS, ClientAuth: n.clientAuth()}
	}
	return s
}

// The files of the roles that JMX knows; the JDK takes a password file that
// others may read for none.
const (
	jmxPasswords, jmxPasswordText = "jmxremote.password", "ops ops\nlook look\n"
	jmxAccess, jmxAccessText      = "jmxremote.access", "ops readwrite\nlook readonly\n"
	// nodetool gets a file of its own: the JDK's agent puts hashes in the place of
	// the passwords in its.
	toolPassword, toolPasswordText = "nodetool.password", "ops ops\n"
)

// jmxAuth are the options of both Cassandra's own JMX server and the JDK's
// agent; the last of two of a name holds.
func (n Node) jmxAuth() []string {
	conf := filepath.Join(n.Dir, "conf")
	return []string{
		"--add-exports=java.management/com.sun.jmx.remote.security=ALL-UNNAMED", // JMXPluggableAuthenticatorWrapper
		"-Dcom.sun.management.jmxremote.authenticate=true",
		"-Dcom.sun.management.jmxremote.password.file=" + filepath.Join(conf, jmxPasswords),
		"-Dcom.sun.management.jmxremote.access.file=" + filepath.Join(conf, jmxAccess),
	}
}

// clientAuth is require_client_auth: certificates are demanded when asked for,
// else verified when given, where the version can do that.
func (n Node) clientAuth() string {
	switch {
	case n.Options.ClientAuth:
		return "true"
	case n.Spec.OptionalClientAuth:
		return "optional"
	}
	return "false"
}

// Configure writes the configuration files and makes the node's folders.
func (n Node) Configure() error {
	files, err := n.Files()
	if err != nil {
		return err
	}
	for _, sub := range []string{"conf", "log", "tmp"} {
		if err := os.MkdirAll(filepath.Join(n.Dir, sub), 0o755); err != nil {
			return fmt.Errorf("make the folders of %s: %w", n, err)
		}
	}
	for name, b := range files {
		if err := os.WriteFile(filepath.Join(n.Dir, "conf", name), b, 0o644); err != nil {
			return fmt.Errorf("write %s of %s: %w", name, n, err)
		}
	}
	for name, text := range map[string]string{jmxPasswords: jmxPasswordText, jmxAccess: jmxAccessText, toolPassword: toolPasswordText} {
		if err := os.WriteFile(filepath.Join(n.Dir, "conf", name), []byte(text), 0o600); err != nil {
			return fmt.Errorf("write %s of %s: %w", name, n, err)
		}
	}
	return nil
}

// JMXPasswordFile is what nodetool -pwf reads.
func (n Node) JMXPasswordFile() string { return filepath.Join(n.Dir, "conf", toolPassword) }

package cluster

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"

	"github.com/partop/partop/lab/version"
)

// tool is one of Cassandra's command line programs.
type tool struct {
	name, class string
	// jmx tools talk to a server, the others read its files.
	jmx bool
}

var tools = []tool{
	{"nodetool", "org.apache.cassandra.tools.NodeTool", true},
	{"sstablepartitions", "org.apache.cassandra.tools.SSTablePartitions", false},
	{"sstablemetadata", "org.apache.cassandra.tools.SSTableMetadataViewer", false},
	{"sstabledump", "org.apache.cassandra.tools.SSTableExport", false},
	{"sstableexpiredblockers", "org.apache.cassandra.tools.SSTableExpiredBlockers", false},
}

// toolOptions keep a short-lived JVM quick: one compiler, one collector.
var toolOptions = []string{
	"-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-XX:-UsePerfData",
}

// writeTools writes the shell wrappers below bin/. They use node 1's
// configuration, whose data folders offline tools look tables up in.
func (c *Cluster) writeTools() error {
	if err := os.MkdirAll(c.Dir.Path("bin"), 0o755); err != nil {
		return fmt.Errorf("make the tools' folder: %w", err)
	}
	if err := c.writeToolLogging(); err != nil {
		return err
	}
	if err := c.writeLauncher(); err != nil {
		return err
	}
	for _, t := range tools {
		if err := os.WriteFile(c.Dir.Path("bin", t.name), []byte(c.wrapper(t)), 0o755); err != nil {
			return fmt.Errorf("write the wrapper of %s: %w", t.name, err)
		}
	}
	return nil
}

// wrapper is the shell script for t. nodetool goes to node 1 unless the caller
// gives a port of his own, as the last -p wins.
func (c *Cluster) wrapper(t tool) string {
	java := c.Java
	if t.jmx {
		java = c.NodetoolJava
	}
	words := []string{"exec", quote(java)}
	for _, a := range c.toolArgs(t) {
		words = append(words, quote(a))
	}
	if t.jmx {
		words = append(words, "-h", "127.0.0.1", "-p", strconv.Itoa(c.Nodes()[0].JMXPort()))
		return nodetoolScript(words)
	}
	return "#!/bin/sh\n" + strings.Join(words, " ") + ` "$@"` + "\n"
}

// nodetoolScript drops the default host and port when the caller gives a port:
// nodetool's parser takes an option once only.
func nodetoolScript(words []string) string {
	bare := strings.Join(words[:len(words)-4], " ")
	return "#!/bin/sh\n" +
		`case "$1" in -h|-p|--host|--port) ` + bare + ` "$@";; esac` + "\n" +
		strings.Join(words, " ") + ` "$@"` + "\n"
}

func (c *Cluster) toolArgs(t tool) []string {
	n := c.Nodes()[0]
	modules := c.Spec.ModuleOptions
	if t.jmx {
		modules = version.NodetoolModules()
	}
	args := slices.Concat(toolOptions, modules)
	conf, class := n.Dir+"/conf", t.class
	path := conf + ":" + n.Jars + "/*"
	if t.jmx && c.Spec.NodetoolLauncher {
		class, path = launcherClass, c.launcherDir()+":"+path
	}
	return append(args,
		"-Duser.home="+c.Dir.Path("bin"), // nodetool keeps a history there
		"-Dcassandra.config=file://"+conf+"/cassandra.yaml",
		"-Dcassandra.storagedir="+n.Dir,
		"-Dlogback.configurationFile=file://"+c.toolLogging(),
		"-cp", path, class)
}

// Nodetool runs nodetool against one node with its output to w.
func (c *Cluster) Nodetool(ctx context.Context, index int, w io.Writer, args ...string) error {
	n, err := c.Node(index)
	if err != nil {
		return err
	}
	full := []string{"-h", "127.0.0.1", "-p", strconv.Itoa(n.JMXPort())}
	if c.Options.JMXAuth {
		full = append(full, "-u", "ops", "-pwf", n.JMXPasswordFile())
	}
	full = append(full, args...)
	argv := append(append(n.Inside(), c.Dir.Path("bin", "nodetool")), full...)
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Stdout, cmd.Stderr = w, w
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("nodetool %s on %s: %w", strings.Join(args, " "), n, err)
	}
	return nil
}

// quote makes s one word of a POSIX shell.
func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

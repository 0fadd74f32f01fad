// Package node runs one Cassandra process: its configuration files, its start,
// its signals, its readiness. It may import state and version. It promises to
// signal only a process whose command line proves that it is this very node.
package node

import (
	"fmt"
	"net"
	"path/filepath"
	"strconv"

	"github.com/partop/partop/lab/state"
	"github.com/partop/partop/lab/version"
)

// Ports of every node; nodes differ by address, except for JMX, which
// Cassandra's local mode always binds to 127.0.0.1.
const (
	CQLPort      = 9042
	StoragePort  = 7000
	firstJMXPort = 7199
	jmxPortStep  = 100
	jmxNetStep   = 1000
)

// Node is one Cassandra of the lab.
type Node struct {
	// Index counts from 1; node 1 is the seed.
	Index int
	// Dir holds conf, data, log and the pid file.
	Dir string
	// Jars is the folder with Cassandra's jars.
	Jars string
	// Java is the path of the java binary.
	Java    string
	Spec    version.Spec
	Options state.Options
	// TLS is nil when clients connect without encryption only.
	TLS *TLSFiles
}

// TLSFiles are the stores a node shows to and checks clients with.
type TLSFiles struct {
	Keystore, Truststore, Password string
}

// Address is what the node listens on: a loopback address, or one of its own network.
func (n Node) Address() string {
	if n.Options.Namespaces {
		return NamespaceAddress(n.Options.Net, n.Index)
	}
	return Address(n.Options.Net, n.Index)
}

// NamespaceAddress is the address of node index (from 1) in a network namespace of its own. .253 and .254 are free for others.
func NamespaceAddress(net, index int) string { return fmt.Sprintf("10.97.%d.%d", net, index) }

// Namespace is the name of the node's network namespace, "" for the host's.
func (n Node) Namespace() string {
	if !n.Options.Namespaces {
		return ""
	}
	return fmt.Sprintf("partop-%d-%s", n.Options.Net, n)
}

// Address is the loopback address of node index (from 1) of the lab in a net.
func Address(net, index int) string { return fmt.Sprintf("127.0.%d.%d", net, index) }

// CQL is the node's host:port for clients.
func (n Node) CQL() string { return net.JoinHostPort(n.Address(), strconv.Itoa(CQLPort)) }

// JMXPort is the node's JMX port on 127.0.0.1; a thousand ports belong to a net.
func (n Node) JMXPort() int {
	if n.Options.Namespaces {
		return firstJMXPort
	}
	return firstJMXPort + jmxNetStep*n.Options.Net + jmxPortStep*(n.Index-1)
}

// Rack is the node's rack name, a rack of its own for each node.
func (n Node) Rack() string { return "r" + strconv.Itoa(n.Index) }

// Log is the path of Cassandra's system.log.
func (n Node) Log() string { return filepath.Join(n.Dir, "log", "system.log") }

// console is where the JVM writes what does not reach logback.
func (n Node) console() string { return filepath.Join(n.Dir, "log", "console.log") }

func (n Node) pidFile() string { return filepath.Join(n.Dir, "pid") }

// String names the node as messages do.
func (n Node) String() string { return fmt.Sprintf("node%d", n.Index) }

package node

import (
	"strings"
	"testing"

	"github.com/partop/partop/lab/version"
)

func render(t *testing.T, n Node, file string) string {
	t.Helper()
	files, err := n.Files()
	if err != nil {
		t.Fatal(err)
	}
	return string(files[file])
}

// An unknown key, and a missing one in 3.11, end the start of a node: each
// version gets its own names and none of another's.
func TestConfigurationOfEachVersion(t *testing.T) {
	for _, tc := range []struct {
		version    string
		want, lack []string
	}{
		{"5.0.6",
			[]string{"compaction_throughput: 16MiB/s\n", "memtable_heap_space: 64MiB\n", "allocate_tokens_for_local_replication_factor: 1\n"},
			[]string{"_in_mb:", "_in_kb:", "_mb_per_sec:", "start_rpc"}},
		{"4.1.10",
			[]string{"compaction_throughput: 16MiB/s\n", "commitlog_sync_period: 1000ms\n", "allocate_tokens_for_local_replication_factor: 1\n"},
			[]string{"_in_mb:", "_in_kb:", "_mb_per_sec:", "start_rpc"}},
		{"4.0.18",
			[]string{"compaction_throughput_mb_per_sec: 16\n", "commitlog_sync_period_in_ms: 1000\n", "allocate_tokens_for_local_replication_factor: 1\n"},
			[]string{"MiB", "KiB", "start_rpc"}},
		{"3.11.19",
			[]string{"compaction_throughput_mb_per_sec: 16\n", "batch_size_fail_threshold_in_kb: 128\n", "start_native_transport: true\n", "start_rpc: false\n"},
			[]string{"MiB", "KiB", "allocate_tokens"}},
	} {
		yaml := render(t, versionNode(t, tc.version, 2), "cassandra.yaml")
		for _, want := range tc.want {
			if !strings.Contains(yaml, "\n"+want) {
				t.Errorf("%s: no line %q in\n%s", tc.version, want, yaml)
			}
		}
		for _, lack := range tc.lack {
			if strings.Contains(yaml, lack) {
				t.Errorf("%s: %q in\n%s", tc.version, lack, yaml)
			}
		}
	}
}

// Cassandra refuses a file with a key in it twice.
func TestKeysAreWrittenOnce(t *testing.T) {
	for _, v := range version.Known() {
		n := versionNode(t, v, 1)
		n.Options.Auth, n.TLS = true, &TLSFiles{}
		seen := map[string]bool{}
		for l := range strings.Lines(render(t, n, "cassandra.yaml")) {
			key, _, ok := strings.Cut(l, ":")
			if !ok || strings.HasPrefix(l, " ") || strings.HasPrefix(l, "#") {
				continue
			}
			if seen[key] {
				t.Errorf("%s: %s twice", v, key)
			}
			seen[key] = true
		}
		if len(seen) < 30 {
			t.Errorf("%s: only %d keys", v, len(seen))
		}
	}
}

func TestJMXOfEachVersion(t *testing.T) {
	for v, want := range map[string][]string{
		"5.0.6":  {"-Dcassandra.jmx.local.port=7299\n"},
		"4.0.18": {"-Dcassandra.jmx.local.port=7299\n", "--add-exports=java.rmi/sun.rmi.registry=ALL-UNNAMED\n"},
		"3.11.19": {
			"-Dcom.sun.management.jmxremote.port=7299\n", "-Dcom.sun.management.jmxremote.rmi.port=7299\n",
			"-Dcom.sun.management.jmxremote.host=127.0.0.1\n",
		},
	} {
		options := render(t, versionNode(t, v, 2), "server.options")
		for _, w := range want {
			if !strings.Contains(options, w) {
				t.Errorf("%s: no %q in\n%s", v, w, options)
			}
		}
		if both := strings.Contains(options, "jmx.local.port") && strings.Contains(options, "jmxremote"); both {
			t.Errorf("%s opens JMX twice:\n%s", v, options)
		}
	}
}

// A JVM looks for the user's home: JNA unpacks its library there.
func TestHomeIsTheLabs(t *testing.T) {
	for _, v := range version.Known() {
		if o := render(t, versionNode(t, v, 1), "server.options"); !strings.Contains(o, `"-Duser.home=/lab/node/tmp"`) {
			t.Errorf("%s: the server knows the user's home:\n%s", v, o)
		}
	}
}

func TestNetsKeepApart(t *testing.T) {
	seen := map[string]bool{}
	for net := range 3 {
		for index := 1; index <= 9; index++ {
			n := testNode(t, index)
			n.Options.Net = net
			for _, what := range []string{n.CQL(), string(rune(n.JMXPort()))} {
				if seen[what] {
					t.Errorf("net %d, %s: %q is another node's", net, n, what)
				}
				seen[what] = true
			}
		}
	}
	n := testNode(t, 2)
	n.Options.Net = 7
	if yaml := render(t, n, "cassandra.yaml"); !strings.Contains(yaml, "listen_address: 127.0.7.2\n") ||
		!strings.Contains(yaml, `seeds: "127.0.7.1"`) {
		t.Errorf("node 2 of net 7:\n%s", yaml)
	}
	if n.JMXPort() != 14299 {
		t.Errorf("JMX port %d", n.JMXPort())
	}
}

package node

import (
	"strings"
	"testing"

	"github.com/partop/partop/lab/state"
	"github.com/partop/partop/lab/version"
)

func testNode(t *testing.T, index int) Node {
	t.Helper()
	return versionNode(t, version.Default, index)
}

func versionNode(t *testing.T, release string, index int) Node {
	t.Helper()
	spec, err := version.Lookup(release)
	if err != nil {
		t.Fatal(err)
	}
	return Node{
		Index: index, Dir: "/lab/node", Jars: "/lab/jars", Java: "java", Spec: spec,
		Options: state.Options{Version: spec.Version, Nodes: 3, HeapMiB: 384, CompactionMiBs: 16, Compactors: 1},
	}
}

func TestFilesOfEachNode(t *testing.T) {
	for _, tc := range []struct {
		index int
		file  string
		want  []string
	}{
		{1, "cassandra.yaml", []string{
			"listen_address: 127.0.0.1\n", `seeds: "127.0.0.1"`, "auto_snapshot: false",
			"compaction_throughput: 16MiB/s", "concurrent_compactors: 1", "commitlog_segment_size: 8MiB",
		}},
		{3, "cassandra.yaml", []string{"rpc_address: 127.0.0.3\n", `seeds: "127.0.0.1"`}},
		{2, "cassandra-rackdc.properties", []string{"dc=dc1", "rack=r2"}},
		{1, "server.options", []string{"-Xmx384m", "jmx.local.port=7199", "--add-opens=java.base/java.nio=ALL-UNNAMED"}},
		{3, "server.options", []string{"jmx.local.port=7399"}},
		{1, "logback.xml", []string{"/lab/node/log/system.log"}},
	} {
		files, err := testNode(t, tc.index).Files()
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range tc.want {
			if !strings.Contains(string(files[tc.file]), want) {
				t.Errorf("node %d: %s lacks %q:\n%s", tc.index, tc.file, want, files[tc.file])
			}
		}
	}
}

func TestAuthAndTLSOnlyWhenAsked(t *testing.T) {
	n := testNode(t, 1)
	yaml := func() string {
		files, err := n.Files()
		if err != nil {
			t.Fatal(err)
		}
		return string(files["cassandra.yaml"])
	}
	for _, key := range []string{"authenticator", "client_encryption_options"} {
		if strings.Contains(yaml(), key) {
			t.Errorf("%s in the plain configuration", key)
		}
	}
	n.Options.Auth = true
	n.TLS = &TLSFiles{Keystore: "/k.p12", Truststore: "/t.p12", Password: "secret"}
	for _, want := range []string{
		"authenticator: PasswordAuthenticator\n", "authorizer: CassandraAuthorizer\n",
		"  optional: true\n", `  keystore: "/k.p12"`, "  require_client_auth: false\n",
	} {
		if !strings.Contains(yaml(), want) {
			t.Errorf("configuration lacks %q:\n%s", want, yaml())
		}
	}
	n.Spec.OptionalClientAuth = true
	if !strings.Contains(yaml(), "  require_client_auth: optional\n") {
		t.Error("a version that can verify client certificates when given must do so")
	}
	n.Options.ClientAuth = true
	if !strings.Contains(yaml(), "  require_client_auth: true\n") {
		t.Error("client certificates are not demanded")
	}
}

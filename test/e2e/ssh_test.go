package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/internal/recording"
)

// sshServer is a real OpenSSH server on a port of its own, with its own keys, in front of the lab's nodes.
type sshServer struct {
	config string // of the client: its key, its known hosts
	known  string
	port   int
}

const sshPort = 22022

// startSSH starts a server with more lines in its configuration.
func startSSH(t *testing.T, port int, more ...string) *sshServer {
	t.Helper()
	sshd, err := exec.LookPath("/usr/sbin/sshd")
	if err != nil {
		t.Skip("skipped: no sshd here (openssh-server)")
	}
	dir := t.TempDir()
	for _, key := range []string{"host", "client"} {
		if out, err := exec.Command("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", filepath.Join(dir, key)).CombinedOutput(); err != nil {
			t.Fatalf("ssh-keygen: %v\n%s", err, out)
		}
	}
	if err := os.MkdirAll("/run/sshd", 0o755); err != nil {
		t.Skipf("skipped: sshd needs /run/sshd: %v", err)
	}
	write(t, filepath.Join(dir, "sshd_config"), strings.Join(append([]string{
		fmt.Sprintf("Port %d", port), "ListenAddress 0.0.0.0", "HostKey " + filepath.Join(dir, "host"),
		"AuthorizedKeysFile " + filepath.Join(dir, "client.pub"), "StrictModes no", "PermitRootLogin yes", "UsePAM no",
		"PasswordAuthentication no", "PidFile none"}, more...), "\n")+"\n")
	cmd := exec.Command(sshd, "-D", "-e", "-f", filepath.Join(dir, "sshd_config"))
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	s := &sshServer{config: filepath.Join(dir, "config"), known: filepath.Join(dir, "known_hosts"), port: port}
	s.know(t, filepath.Join(dir, "host.pub"))
	me, err := user.Current()
	if err != nil {
		t.Fatal(err)
	}
	write(t, s.config, fmt.Sprintf("Host cass-a1\n  HostName %s\nHost *\n  Port %d\n  User %s\n  IdentityFile %s\n  IdentitiesOnly yes\n  UserKnownHostsFile %s\n  StrictHostKeyChecking yes\n",
		nodeAddress(1), port, me.Username, filepath.Join(dir, "client"), s.known))
	if _, ok := eventually(t, 10*time.Second, func() bool {
		return exec.Command("ssh", "-F", s.config, nodeAddress(1), "true").Run() == nil
	}); !ok {
		t.Fatal("sshd does not let us in")
	}
	return s
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// know writes the key of every node into known_hosts.
func (s *sshServer) know(t *testing.T, key string) {
	t.Helper()
	b, err := os.ReadFile(key)
	if err != nil {
		t.Fatal(err)
	}
	var lines strings.Builder
	for i := range 3 {
		fmt.Fprintf(&lines, "[%s]:%d %s", nodeAddress(i+1), s.port, b)
	}
	write(t, s.known, lines.String())
}

// TestLogsOverSSH records a session while a read meets tombstones, and finds the node's own warning in the recording.
func TestLogsOverSSH(t *testing.T) {
	server := startSSH(t, sshPort+5)
	lab(t, "cql", "-n", "1", "SELECT DISTINCT lane FROM jobs.queue")
	file := filepath.Join(t.TempDir(), "logs.partop")
	cmd := exec.Command(partop, "record", "--ssh", "--for", "20s", "--output", file, "cass-a1")
	cmd.Env = append(os.Environ(), server.env(t)...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	store, err := recording.Open(f, info.Size())
	if err != nil {
		t.Fatal(err)
	}
	state, err := store.At(store.End())
	if err != nil {
		t.Fatal(err)
	}
	warnings := int64(0)
	for _, n := range state.Snapshot().Nodes {
		c := n.Cell(cluster.NodeLog)
		v := cluster.ValueOf[cluster.LogEvents](c)
		if v == nil || c.Last.Source != "log over ssh" {
			t.Errorf("%s: no log: %+v", n.Name(), c.Last)
			continue
		}
		for _, e := range v.Events {
			if e.Kind == "tombstone_warning" && e.Table.String() == "jobs.queue" && e.Tombstones > 1000 && e.Query != "" && time.Since(e.Last) < 24*time.Hour {
				warnings += e.Count
			}
		}
		if d := cluster.ValueOf[cluster.Disk](n.Cell(cluster.NodeDisk)); d == nil || len(d.Directories) != 1 {
			t.Errorf("%s: no df: %+v", n.Name(), n.Cell(cluster.NodeDisk).Last)
		}
	}
	t.Logf("%d warnings in the logs of three nodes", warnings)
	if warnings == 0 {
		t.Error("no log tells of the tombstones in jobs.queue")
	}
}

func (s *sshServer) env(t *testing.T) []string {
	return append(overJMX(t), "PARTOP_SSH_CONFIG="+s.config)
}

// TestEachNodeBySSH reaches every node by an ssh of its own, by the name that ssh knows, CQL and JMX through channels.
func TestEachNodeBySSH(t *testing.T) {
	server := startSSH(t, sshPort)
	s := open(t, 120, 30, server.env(t), partop, "--ssh", "cass-a1")
	_, took := s.see(20*time.Second, "reached 3", "CQL JMX")
	t.Logf("all nodes by ssh, CQL and JMX, after %s", took)
	s.keys("5")
	s.see(20*time.Second, "pending on 3 of 3 nodes", "FREE")
	s.keys("6", "i")
	text, _ := s.see(20*time.Second, "DISK free", "df over ssh")
	t.Log(line(text, "df over ssh"))
	s.keys("Escape")
	out, err := exec.Command("pgrep", "-fc", "ssh .*-M .*-N").Output()
	if got := strings.TrimSpace(string(out)); err != nil || got != "3" {
		t.Errorf("%s masters, want one a node (%v)", got, err)
	}
	s.keys("q")
	if code := s.code(5 * time.Second); code != "0" {
		t.Errorf("exit code %s", code)
	}
	if _, ok := eventually(t, 5*time.Second, func() bool { return exec.Command("pgrep", "-f", "partop-ssh-").Run() != nil }); !ok {
		t.Error("an ssh stayed behind")
	}
}

// TestThroughABastion sends all connections through one login.
func TestThroughABastion(t *testing.T) {
	server := startSSH(t, sshPort+1)
	s := open(t, 120, 30, append(server.env(t), "PARTOP_JMX=never"), partop, "--via", nodeAddress(1), nodeAddress(2))
	_, took := s.see(20*time.Second, "reached 3")
	t.Logf("all nodes through the bastion after %s", took)
}

// TestSSHRefusalsAreSaid meets a changed host key, a server that forwards nothing, and a login that is not ours.
func TestSSHRefusalsAreSaid(t *testing.T) {
	server := startSSH(t, sshPort+2)
	other := t.TempDir()
	if out, err := exec.Command("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", filepath.Join(other, "changed")).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	server.know(t, filepath.Join(other, "changed.pub"))
	s := open(t, 120, 30, server.env(t), partop, "--ssh", "cass-a1")
	text, _ := s.see(20*time.Second, "does not accept the host's key")
	t.Log(line(text, "host's key"))
	if code := s.code(5 * time.Second); code != "3" {
		t.Errorf("exit code %s", code)
	}

	// Nothing is forwarded, and nothing there could take its place.
	bare := t.TempDir()
	if err := os.Symlink("/bin/sh", filepath.Join(bare, "sh")); err != nil {
		t.Fatal(err)
	}
	closed := startSSH(t, sshPort+3, "AllowTcpForwarding no", "SetEnv PATH="+bare)
	s = open(t, 120, 30, closed.env(t), partop, "--ssh", "cass-a1")
	text, _ = s.see(30*time.Second, "AllowTcpForwarding", "netcat-openbsd", "in its sshd_config")
	t.Log(line(text, "AllowTcpForwarding"))
}

// TestSSHWithoutForwarding goes by netcats, or bash, where the server forwards nothing.
func TestSSHWithoutForwarding(t *testing.T) {
	server := startSSH(t, sshPort+4, "AllowTcpForwarding no")
	s := open(t, 120, 30, server.env(t), partop, "--ssh", "cass-a1")
	_, took := s.see(20*time.Second, "reached 3", "CQL JMX")
	t.Logf("all nodes without forwarding, CQL and JMX, after %s", took)
	s.keys("5")
	s.see(20*time.Second, "pending on 3 of 3 nodes")
	s.keys("q")
	if code := s.code(5 * time.Second); code != "0" {
		t.Errorf("exit code %s", code)
	}
	if _, ok := eventually(t, 5*time.Second, func() bool { return exec.Command("pgrep", "-f", "/dev/tcp/|nc -N 127").Run() != nil }); !ok {
		t.Error("a netcat stayed behind")
	}
}

// TestEachNodeByATemplate reaches nodes by a command as docker's: names that only it knows, each with an address of its own.
func TestEachNodeByATemplate(t *testing.T) {
	docker := filepath.Join(t.TempDir(), "docker")
	script := "#!/bin/sh\n[ \"$1 $2\" = 'exec -i' ] || exit 64\ncase \"$3\" in\n"
	for i := range 3 {
		script += fmt.Sprintf("cass-%d) a=%s;;\n", i+1, nodeAddress(i+1))
	}
	script += "*) echo \"No such container: $3\" >&2; exit 1;;\nesac\nshift 3\n[ \"$1\" = hostname ] && { echo $a; exit; }\nexec \"$@\"\n"
	write(t, docker, script)
	if err := os.Chmod(docker, 0o700); err != nil {
		t.Fatal(err)
	}
	template := docker + " exec -i cass-{host} {command}"
	s := open(t, 120, 30, overJMX(t), partop, "--exec", template, "1", "2", "3")
	_, took := s.see(20*time.Second, "reached 3", "CQL JMX")
	t.Logf("all nodes by a template, CQL and JMX, after %s", took)
	s.keys("5")
	s.see(20*time.Second, "pending on 3 of 3 nodes")
	s.keys("q")
	if code := s.code(5 * time.Second); code != "0" {
		t.Errorf("exit code %s", code)
	}
	if _, ok := eventually(t, 5*time.Second, func() bool { return exec.Command("pgrep", "-f", "/dev/tcp/").Run() != nil }); !ok {
		t.Error("a helper stayed behind")
	}
	s = open(t, 120, 30, overJMX(t), partop, "--exec", template, "4")
	text, _ := s.see(20*time.Second, "look for a program to connect with", "No such co")
	t.Log(line(text, "No such"))
	if code := s.code(5 * time.Second); code != "3" {
		t.Errorf("exit code %s", code)
	}
}

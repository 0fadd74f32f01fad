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
	s.see(20*time.Second, "pending on 3 of 3 nodes")
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

	closed := startSSH(t, sshPort+3, "AllowTcpForwarding no")
	s = open(t, 120, 30, closed.env(t), partop, "--ssh", "cass-a1")
	text, _ = s.see(30*time.Second, "forwards no connections")
	t.Log(line(text, "forwards"))
}

package e2e

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/partop/partop/lab/cluster"
	"github.com/partop/partop/lab/node"
	"github.com/partop/partop/lab/state"
)

// site is a cluster as operators meet it: each node in a network of its own with an ssh server, and a bastion that alone is seen
// from where partop runs.
type site struct {
	t        *testing.T
	net      int
	dir      string
	bastion  string // namespaces
	operator string
	config   string // of ssh
	known    string
}

func newSite(t *testing.T, up state.Options) *site {
	s := &site{t: t, net: up.Net, dir: t.TempDir(), bastion: fmt.Sprintf("partop-%d-bastion", up.Net), operator: fmt.Sprintf("partop-%d-operator", up.Net)}
	s.config, s.known = filepath.Join(s.dir, "config"), filepath.Join(s.dir, "known_hosts")
	t.Cleanup(func() {
		for _, ns := range []string{s.operator, s.bastion} {
			_ = exec.Command("ip", "netns", "del", ns).Run()
		}
	})
	if err := cluster.Plug(t.Context(), s.bastion, fmt.Sprintf("pt%db", s.net), cluster.Bridge(s.net), node.NamespaceAddress(s.net, 253)); err != nil {
		t.Fatal(err)
	}
	for _, args := range []string{
		"netns add " + s.operator,
		"-n " + s.bastion + " link add out type veth peer name eth0 netns " + s.operator,
		"-n " + s.bastion + " addr add " + bastionAddress + "/30 dev out", "-n " + s.bastion + " link set out up",
		"-n " + s.operator + " addr add 10.96.0.2/30 dev eth0", "-n " + s.operator + " link set eth0 up", "-n " + s.operator + " link set lo up",
	} {
		s.run("ip", strings.Fields(args)...)
	}
	s.keys()
	s.serve(s.bastion, "bastion")
	for i := range up.Nodes {
		s.serve(node.Node{Index: i + 1, Options: up}.Namespace(), fmt.Sprintf("node%d", i+1))
	}
	return s
}

const bastionAddress = "10.96.0.1"

func (s *site) run(name string, args ...string) string {
	s.t.Helper()
	out, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		s.t.Fatalf("%s %v: %v\n%s", name, args, err, out)
	}
	return string(out)
}

// keys makes a key for each host and for the operator, and what the operator's ssh knows of them.
func (s *site) keys() {
	known := ""
	for name, address := range map[string]string{"client": "", "bastion": bastionAddress, "node1": node.NamespaceAddress(s.net, 1),
		"node2": node.NamespaceAddress(s.net, 2), "node3": node.NamespaceAddress(s.net, 3)} {
		file := filepath.Join(s.dir, name)
		s.run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", file)
		b, err := os.ReadFile(file + ".pub")
		if err != nil {
			s.t.Fatal(err)
		}
		if address != "" {
			known += address + " " + string(b)
		}
	}
	write(s.t, s.known, known)
	write(s.t, s.config, fmt.Sprintf("Host bastion\n  HostName %s\nHost *\n  User root\n  IdentityFile %s\n  IdentitiesOnly yes\n  UserKnownHostsFile %s\n  StrictHostKeyChecking yes\n",
		bastionAddress, filepath.Join(s.dir, "client"), s.known))
}

// serve starts a real sshd in a namespace.
func (s *site) serve(namespace, name string) {
	s.t.Helper()
	if err := os.MkdirAll("/run/sshd", 0o755); err != nil {
		s.t.Skipf("skipped: sshd needs /run/sshd: %v", err)
	}
	file := filepath.Join(s.dir, name+".sshd")
	write(s.t, file, strings.Join([]string{"Port 22", "HostKey " + filepath.Join(s.dir, name), "AuthorizedKeysFile " + filepath.Join(s.dir, "client.pub"),
		"StrictModes no", "PermitRootLogin yes", "UsePAM no", "PasswordAuthentication no", "PidFile none"}, "\n")+"\n")
	cmd := exec.Command("ip", "netns", "exec", namespace, "/usr/sbin/sshd", "-D", "-e", "-f", file)
	if err := cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
}

// there is a command as the operator runs it.
func (s *site) there(args ...string) []string {
	return append([]string{"ip", "netns", "exec", s.operator}, args...)
}

// TestNamespaces watches three nodes from where only the bastion is seen.
func TestNamespaces(t *testing.T) {
	dir, err := state.Locate()
	if err != nil {
		t.Fatal(err)
	}
	up, err := dir.Load()
	if errors.Is(err, state.ErrNoLab) || err == nil && !up.Namespaces {
		t.Skip("skipped: the lab that is up has no namespaces; scripts/namespaces runs this")
	} else if err != nil {
		t.Fatal(err)
	}
	site := newSite(t, up)
	first := node.NamespaceAddress(up.Net, 1)
	direct := site.there(partop, "doctor", "--wait", "3s", first)
	if out, err := exec.Command(direct[0], direct[1:]...).CombinedOutput(); err == nil || !strings.Contains(string(out), "no route to it") {
		t.Errorf("the node is reached without the bastion: %v\n%s", err, out)
	}

	through := site.there(partop, "--ssh", "--via", "bastion", "--ssh-config", site.config, first)
	s := open(t, 120, 30, nil, through...)
	_, took := s.see(40*time.Second, "reached 3", "CQL JMX")
	t.Logf("three nodes through a bastion, CQL and JMX on their loopbacks, after %s", took)
	s.keys("5")
	s.see(20*time.Second, "pending on 3 of 3 nodes")

	lab(t, "stop", "3")
	_, took = s.see(30*time.Second, "reached 2 of 3")
	t.Logf("a stopped node is said after %s", took)
	lab(t, "pause", "2")
	_, took = s.see(30*time.Second, "reached 1 of 3")
	t.Logf("a frozen node is said after %s", took)
	s.keys("6")
	s.seeMatch(10*time.Second, first+` .*\d`) // the one that is left goes on
	lab(t, "resume", "2")
	lab(t, "start", "3")
	_, took = s.see(90*time.Second, "reached 3")
	t.Logf("both were back %s after the second had started", took)
	s.kill()

	known, err := os.ReadFile(site.known)
	if err != nil {
		t.Fatal(err)
	}
	other, err := os.ReadFile(filepath.Join(site.dir, "client.pub"))
	if err != nil {
		t.Fatal(err)
	}
	var changed strings.Builder // node 2's key is another one than it was
	for line := range strings.Lines(string(known)) {
		if address, _, _ := strings.Cut(line, " "); address == node.NamespaceAddress(up.Net, 2) {
			line = address + " " + string(other)
		}
		changed.WriteString(line)
	}
	write(t, site.known, changed.String())
	s = open(t, 120, 30, nil, through...)
	s.see(40*time.Second, "reached 2 of 3")
	s.keys("6")
	text, _ := s.see(20*time.Second, "does not accept the host's key")
	t.Log(line(text, "host's key"))
}

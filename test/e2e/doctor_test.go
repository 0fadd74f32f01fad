package e2e

import (
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"
)

func doctor(t *testing.T, env []string, args ...string) (out string, code int) {
	t.Helper()
	cmd := exec.Command(partop, append([]string{"doctor"}, args...)...)
	cmd.Env = append(os.Environ(), env...)
	b, err := cmd.CombinedOutput()
	if err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return string(b), cmd.ProcessState.ExitCode()
}

// TestDoctorSaysWhatIsMissing asks with everything there, with few rights, and where nobody is.
func TestDoctorSaysWhatIsMissing(t *testing.T) {
	out, code := doctor(t, overJMX(t), nodeAddress(1))
	if code != 0 || strings.Count(out, "ok CQL") != 3 || strings.Count(out, "ok clock") != 3 || strings.Count(out, "SAMPLE") != 3 || strings.Count(out, "ok nodetool") != 3 {
		t.Errorf("code %d:\n%s", code, out)
	}
	out, code = doctor(t, []string{"PARTOP_USER=plain", "PARTOP_PASSWORD=plain", "PARTOP_JMX=never"}, "--format", "json", nodeAddress(1))
	var doc struct {
		Schema int `json:"schema"`
		Nodes  []struct {
			Rungs []struct {
				Name string `json:"name"`
				OK   bool   `json:"ok"`
				Fix  string `json:"fix"`
			} `json:"rungs"`
		} `json:"nodes"`
	}
	if err := json.NewDecoder(strings.NewReader(out)).Decode(&doc); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if code != 4 || doc.Schema != 1 || len(doc.Nodes) != 3 || doc.Nodes[0].Rungs[2].Name != "grants" ||
		doc.Nodes[0].Rungs[2].OK || !strings.Contains(doc.Nodes[0].Rungs[2].Fix, "GRANT SELECT ON") {
		t.Errorf("code %d: %+v", code, doc)
	}
	out, code = doctor(t, nil, "--wait", "2s", "127.0.0.1:1")
	if code != 3 || !strings.Contains(out, "connection refused") {
		t.Errorf("code %d:\n%s", code, out)
	}
}

package e2e

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/partop/partop/internal/scan"
)

// labData is the folder of a keyspace on each node, as HOST:/PATH and as a path here.
func labData(t *testing.T, keyspace string) (remote, local []string) {
	t.Helper()
	lab(t, "flush")
	dir := os.Getenv("PARTOP_LAB_DIR")
	if dir == "" {
		dir = filepath.Join(repository, ".lab")
	}
	for i := range 3 {
		path, err := filepath.Abs(filepath.Join(dir, fmt.Sprint("node", i+1), "data", keyspace))
		if err != nil {
			t.Fatal(err)
		}
		local = append(local, path)
		remote = append(remote, nodeAddress(i+1)+":"+path)
	}
	return remote, local
}

func runScan(t *testing.T, env []string, args ...string) (r scan.Report, stderr string, code int) {
	t.Helper()
	var out, errs bytes.Buffer
	cmd := exec.Command(partop, append([]string{"scan", "--format", "json"}, args...)...)
	cmd.Env, cmd.Stdout, cmd.Stderr = append(os.Environ(), env...), &out, &errs
	err := cmd.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		code = exit.ExitCode()
	} else if err != nil {
		t.Fatal(err)
	}
	if out.Len() > 0 {
		if err := json.Unmarshal(out.Bytes(), &r); err != nil {
			t.Fatalf("%v\n%s", err, out.String())
		}
	}
	return r, errs.String(), code
}

// programs is a folder with the programs named and what a host has anyway.
func programs(t *testing.T, more map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"sh", "mktemp", "head", "sha256sum", "rm", "chmod", "cat", "true"} {
		path, err := exec.LookPath(name)
		if err != nil {
			t.Skipf("skipped: no %s here", name)
		}
		more[name] = path
	}
	for name, path := range more {
		if err := os.Symlink(path, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// wantLargest compares a combined scan with those of the nodes one by one.
func wantLargest(t *testing.T, got scan.Report, local []string) {
	t.Helper()
	largest, partitions := map[string]int64{}, map[string]int64{}
	for _, path := range local {
		one, errs, code := runScan(t, nil, path)
		if code != 0 || len(one.Tables) == 0 {
			t.Fatalf("%s: exit code %d, %s", path, code, errs)
		}
		for i := range one.Tables {
			table := &one.Tables[i]
			partitions[table.Name] += table.Partitions
			for _, row := range table.Top {
				largest[table.Name+" "+row.Key] = max(largest[table.Name+" "+row.Key], row.SizeBytes)
			}
		}
	}
	keys := 0
	for i := range got.Tables {
		table := &got.Tables[i]
		if table.Partitions != partitions[table.Name] {
			t.Errorf("%s: %d partitions, the nodes have %d", table.Name, table.Partitions, partitions[table.Name])
		}
		for _, row := range table.Top {
			keys++
			if want := largest[table.Name+" "+row.Key]; row.SizeBytes != want || want == 0 {
				t.Errorf("%s %s: %d bytes, the largest replica has %d", table.Name, row.Key, row.SizeBytes, want)
			}
		}
	}
	if len(got.Tables) != len(partitions) || keys == 0 || len(got.Nodes) != len(local) {
		t.Errorf("%d tables, %d keys, nodes %v", len(got.Tables), keys, got.Nodes)
	}
	t.Logf("%d keys, %v partitions on %d nodes", keys, partitions, len(local))
}

// TestScanOverSSH scans the nodes where they are, with a partop that is there.
func TestScanOverSSH(t *testing.T) {
	remote, local := labData(t, "jobs")
	server := startSSH(t, sshPort+6, "SetEnv PATH="+programs(t, map[string]string{"partop": partop}))
	config := []string{"PARTOP_SSH_CONFIG=" + server.config}
	start := time.Now()
	r, errs, code := runScan(t, config, append([]string{"--ssh"}, remote...)...)
	if code != 0 || !r.Complete {
		t.Fatalf("exit code %d, %s", code, errs)
	}
	t.Logf("three nodes in %s", time.Since(start))
	wantLargest(t, r, local)
	if r, errs, code = runScan(t, config, "--ssh", remote[0], nodeAddress(2)+":/nowhere"); code != 4 || len(r.Nodes) != 1 || r.Complete {
		t.Errorf("one host has nothing: exit code %d, %+v, %s", code, r.Nodes, errs)
	}
	t.Log(errs)
}

// TestScanPushesPartop needs a word in the configuration file, and leaves nothing behind.
func TestScanPushesPartop(t *testing.T) {
	remote, local := labData(t, "jobs")
	tmp := t.TempDir()
	server := startSSH(t, sshPort+7, "SetEnv PATH="+programs(t, map[string]string{})+" TMPDIR="+tmp)
	config := []string{"PARTOP_SSH_CONFIG=" + server.config}
	_, errs, code := runScan(t, config, "--ssh", remote[0])
	if code != 3 || !bytes.Contains([]byte(errs), []byte("--push")) {
		t.Errorf("without a partop there: exit code %d, %s", code, errs)
	}
	t.Log(errs)
	if _, errs, code = runScan(t, config, "--ssh", "--push", remote[0]); code != 2 || !bytes.Contains([]byte(errs), []byte("allow_push = true")) {
		t.Errorf("without a word in the file: exit code %d, %s", code, errs)
	}
	file := filepath.Join(t.TempDir(), "config.toml")
	write(t, file, "allow_push = true\n")
	start := time.Now()
	r, errs, code := runScan(t, config, append([]string{"--config", file, "--ssh", "--push"}, remote...)...)
	if code != 0 || !r.Complete {
		t.Fatalf("exit code %d, %s", code, errs)
	}
	t.Logf("pushed to three nodes and scanned in %s", time.Since(start))
	wantLargest(t, r, local)
	if left, err := os.ReadDir(tmp); err != nil || len(left) != 0 {
		t.Errorf("%v stayed on the node, %v", left, err)
	}

	// Killed in the middle, it stops there and takes its copy along: a fifo never ends by itself.
	if out, err := exec.Command("mkfifo", filepath.Join(tmp, "nb-1-big-Data.db")).CombinedOutput(); err != nil {
		t.Skipf("skipped the rest: mkfifo: %v %s", err, out)
	}
	for _, c := range []string{"Statistics.db", "TOC.txt", "Index.db", "CompressionInfo.db"} {
		if out, err := exec.Command("mkfifo", filepath.Join(tmp, "nb-1-big-"+c)).CombinedOutput(); err != nil {
			t.Fatalf("mkfifo: %v %s", err, out)
		}
	}
	kept := len(entries(t, tmp))
	cmd := exec.Command(partop, "scan", "--config", file, "--ssh", "--push", nodeAddress(1)+":"+tmp)
	cmd.Env = append(os.Environ(), config...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, ok := eventually(t, 10*time.Second, func() bool { return len(entries(t, tmp)) > kept }); !ok {
		t.Error("nothing was copied")
	}
	time.Sleep(500 * time.Millisecond)
	_ = cmd.Process.Kill() // it may have ended by itself
	_ = cmd.Wait()
	if took, ok := eventually(t, 10*time.Second, func() bool { return len(entries(t, tmp)) == kept }); !ok {
		t.Errorf("a copy stayed behind: %v", entries(t, tmp))
	} else {
		t.Logf("the copy is gone %s after kill -9", took)
	}
	if _, ok := eventually(t, 5*time.Second, func() bool { return exec.Command("pgrep", "-f", "ssh -F "+server.config).Run() != nil }); !ok {
		t.Error("an ssh stayed behind")
	}
}

func entries(t *testing.T, dir string) []os.DirEntry {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

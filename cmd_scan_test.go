package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/partop/partop/internal/scan"
)

// runScanCommand runs the command line in this process.
func runScanCommand(ctx context.Context, t *testing.T, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	var out, errs bytes.Buffer
	cmd := rootCommand()
	cmd.SetArgs(append([]string{"scan"}, args...))
	cmd.SetOut(&out)
	cmd.SetErr(&errs)
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	err := cmd.ExecuteContext(ctx)
	return out.String(), errs.String(), exitCode(ctx, err)
}

// dataDirectory lays a real SSTable out as a node does, and damages it if told.
func dataDirectory(t *testing.T, damaged bool) string {
	t.Helper()
	root := t.TempDir()
	dir := filepath.Join(root, "shop", "orders-0123456789abcdef0123456789abcdef")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	names, err := filepath.Glob(filepath.Join("sstable", "testdata", "nb", "z_zstd", "nb-*"))
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if damaged && strings.HasSuffix(name, "-Data.db") {
			b[len(b)*3/4] ^= 1
		}
		if err := os.WriteFile(filepath.Join(dir, filepath.Base(name)), b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestScanCommand(t *testing.T) {
	out, errs, code := runScanCommand(t.Context(), t, "--format", "json", "--top", "3", "--by", "rows", dataDirectory(t, false))
	var r scan.Report
	if err := json.Unmarshal([]byte(out), &r); err != nil || code != exitDone || errs != "" {
		t.Fatalf("exit code %d, %v, %s", code, err, errs)
	}
	if !r.Complete || len(r.Tables) != 1 || len(r.Tables[0].Top) != 3 || r.Tables[0].Rows != 1920 || r.Tables[0].Partitions != 16 {
		t.Errorf("%+v", r)
	}
}

// With a threshold all partitions that reach it are listed, unless --top says otherwise.
func TestScanCommandThreshold(t *testing.T) {
	root := dataDirectory(t, false)
	for _, c := range []struct {
		args  []string
		lines int
	}{
		{[]string{"--format", "csv", "-w", "1"}, 17},
		{[]string{"--format", "csv", "-w", "1", "--top", "2"}, 3},
		{[]string{"--format", "csv", "-t", "1GiB"}, 1},
		{[]string{"--format", "csv", "-y"}, 17},
		{[]string{"--format", "csv", "-k", "5", "-k", "6"}, 3},
		{[]string{"--format", "csv", "-x", "5", "--no-checksums"}, 16},
	} {
		out, errs, code := runScanCommand(t.Context(), t, append(c.args, root)...)
		records, err := csv.NewReader(strings.NewReader(out)).ReadAll()
		if err != nil || code != exitDone || len(records) != c.lines {
			t.Errorf("%v: exit code %d, %d records, want %d; %v %s", c.args, code, len(records), c.lines, err, errs)
		}
	}
}

// What can be read of a damaged SSTable is printed, and what is missing is named.
func TestScanCommandDamaged(t *testing.T) {
	out, errs, code := runScanCommand(t.Context(), t, dataDirectory(t, true))
	if code != exitPartial || !strings.Contains(errs, "nb-2-big-Data.db") || !strings.Contains(out, "key1 = ") {
		t.Errorf("exit code %d\n%s\n%s", code, out, errs)
	}
	out, errs, code = runScanCommand(t.Context(), t, "--format", "json", dataDirectory(t, true))
	var r scan.Report
	if err := json.Unmarshal([]byte(out), &r); err != nil || code != exitPartial || r.Complete {
		t.Fatalf("exit code %d, %v, %s", code, err, errs)
	}
	if d := r.Tables[0].Damages; len(d) != 1 || d[0].LostPartitions != 16-r.Tables[0].Partitions || d[0].LostPartitions == 16 {
		t.Errorf("%d partitions, %+v", r.Tables[0].Partitions, d)
	}
}

// What was found until ctrl-c is printed, in a form that says so.
func TestScanCommandInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	out, errs, code := runScanCommand(ctx, t, "--format", "json", dataDirectory(t, false))
	var r scan.Report
	if err := json.Unmarshal([]byte(out), &r); err != nil || code != exitInterrupted || !r.Interrupted || r.Complete {
		t.Errorf("exit code %d, %v, %+v", code, err, r)
	}
	if !strings.Contains(errs, "interrupted: ") {
		t.Errorf("nothing is said about it: %s", errs)
	}
}

package probes

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/partop/partop/internal/cluster"
)

func TestParseDF(t *testing.T) {
	got := ParseDF(`Filesystem     1024-blocks      Used Available Capacity Mounted on
/dev/nvme0n1p1   103081248  72000000  25000000      75% /
//nas/my share      200000    100000    100000      50% /mnt/my data
tmpfs                    0         0         0       -  /run/x
/dev/full             1000      1050       -50     105% /full
df: no file
`)
	want := []cluster.DataDirectory{
		{FileSystem: "/dev/nvme0n1p1", Mount: "/", TotalBytes: 103081248 << 10, UsedBytes: 72000000 << 10, FreeBytes: 25000000 << 10},
		{FileSystem: "//nas/my share", Mount: "/mnt/my data", TotalBytes: 200000 << 10, UsedBytes: 100000 << 10, FreeBytes: 100000 << 10},
		{FileSystem: "tmpfs", Mount: "/run/x"},
		{FileSystem: "/dev/full", Mount: "/full", TotalBytes: 1000 << 10, UsedBytes: 1050 << 10},
	}
	if !slices.Equal(got, want) {
		t.Errorf("%+v", got)
	}
}

func FuzzParseDF(f *testing.F) {
	f.Add("/dev/a 10 5 5 50% /\n", "4\t/d/ks/t-1\n")
	f.Fuzz(func(t *testing.T, df, du string) {
		for _, d := range ParseDF(df) {
			if d.TotalBytes < 0 || d.FreeBytes < 0 || d.UsedShare() < 0 || d.UsedShare() > 1 {
				t.Fatalf("%+v", d)
			}
		}
		sizes := ParseDU(du, "/d")
		u := usageOf("/d", sizes, sizes)
		if live, held := u.Sums(); live < 0 || held < 0 {
			t.Skip("beyond 63 bits together")
		}
	})
}

func TestParseDataDirectories(t *testing.T) {
	for text, want := range map[string][]string{
		"a: b\ndata_file_directories:\n    - /data/a   # fast\n\n  # more\n  - \"/data/b/\"\nsaved: /x\n- /no\n": {"/data/a", "/data/b"},
		"data_file_directories: [ '/a', /b ]\n": {"/a", "/b"},
		"# data_file_directories:\n#  - /a\n":   nil,
		"data_file_directories:\n- relative\n":  nil,
	} {
		if got := ParseDataDirectories(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q", text, got)
		}
	}
	ps := "sh\n/usr/bin/java -Dcassandra.storagedir=/var/lib/cassandra -cp x org.apache.cassandra.service.CassandraDaemon\n"
	if got := storageDirectory(ps); !slices.Equal(got, []string{"/var/lib/cassandra/data"}) {
		t.Errorf("%q", got)
	}
	if got := storageDirectory(ps + ps); got != nil {
		t.Errorf("of two it is not known which: %q", got)
	}
}

// thisHost runs commands here.
func thisHost() *Host {
	return &Host{Over: "here", Run: func(ctx context.Context, c HostCommand) (HostOutput, error) {
		argv := append(slices.Clone(c.Nice), c.Argv...)
		cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
		cmd.Env = append(os.Environ(), "LC_ALL=C")
		var stdout, stderr strings.Builder
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		err := cmd.Run()
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			err = nil
		}
		code := -1
		if cmd.ProcessState != nil {
			code = cmd.ProcessState.ExitCode()
		}
		return HostOutput{Stdout: stdout.String(), Stderr: stderr.String(), ExitCode: code}, err
	}}
}

// A snapshot is links: it costs nothing until the table's file is gone.
func TestDUTellsWhatSnapshotsHold(t *testing.T) {
	if _, err := exec.LookPath("du"); err != nil {
		t.Skip("skipped: no du here")
	}
	dir := t.TempDir()
	table := filepath.Join(dir, "shop", "orders-0123456789abcdef0123456789abcdef")
	snapshot := filepath.Join(table, "snapshots", "before")
	if err := os.MkdirAll(snapshot, 0o755); err != nil {
		t.Fatal(err)
	}
	for i, name := range []string{"nb-1-big-Data.db", "nb-2-big-Data.db"} {
		if err := os.WriteFile(filepath.Join(table, name), make([]byte, (i+1)<<20), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Link(filepath.Join(table, name), filepath.Join(snapshot, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Remove(filepath.Join(table, "nb-2-big-Data.db")); err != nil { // compacted away
		t.Fatal(err)
	}
	v, err := thisHost().DU(context.Background(), []string{dir})
	if err != nil || len(v.Directories) != 1 || len(v.Directories[0].Tables) != 1 {
		t.Fatalf("%+v, %v", v, err)
	}
	got := v.Directories[0].Tables[0]
	mib := func(n int64) int64 { return (n + 1<<19) >> 20 } // folders have bytes of their own
	if got.Table != (cluster.TableID{Keyspace: "shop", Name: "orders"}) || mib(got.LiveBytes) != 1 || mib(got.HeldBytes) != 2 ||
		len(got.Snapshots) != 1 || got.Snapshots[0].Name != "before" || mib(got.Snapshots[0].Bytes) != 3 {
		t.Errorf("%+v", got)
	}
}

func TestDFOfThisHost(t *testing.T) {
	if _, err := exec.LookPath("df"); err != nil {
		t.Skip("skipped: no df here")
	}
	dir := t.TempDir()
	v, err := thisHost().DF(context.Background(), []string{dir, filepath.Join(dir, "missing")})
	if err != nil || len(v.Directories) != 1 || v.Directories[0].Path != dir || v.Directories[0].TotalBytes <= 0 || v.FreeBytes() <= 0 {
		t.Errorf("%+v, %v", v, err)
	}
	if _, err := thisHost().DF(context.Background(), []string{filepath.Join(dir, "missing")}); err == nil || !strings.Contains(err.Error(), "No such file") {
		t.Errorf("a missing directory: %v", err)
	}
}

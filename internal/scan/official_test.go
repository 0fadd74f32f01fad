package scan

import (
	"bytes"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func runOfficial(t *testing.T, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	var out, errs bytes.Buffer
	tool := &Official{Files: Disk{}, Absolute: filepath.Abs, Stdout: &out, Stderr: &errs, NowSeconds: 1_764_000_000}
	code = tool.Run(t.Context(), args)
	return out.String(), errs.String(), code
}

// TestOfficialCSV compares with what the tool printed of a folder with snapshots, backups and indexes.
func TestOfficialCSV(t *testing.T) {
	root, err := filepath.Abs("../../../shared/corpus/sstables/layout")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(root); err != nil {
		t.Skipf("skipped: %v", err)
	}
	for _, flags := range []string{"", "-r", "-r-b", "-r-s", "-r-s-b"} {
		args := []string{path.Join(root, "data"), "-m", "-t", "0"}
		for _, f := range strings.Split(flags, "-")[1:] {
			args = append(args, "-"+f)
		}
		if flags == "" {
			args = []string{path.Join(root, "data"), "-m", "-t", "0"}
		}
		want, err := os.ReadFile(path.Join(root, "expected"+flags+".csv"))
		if err != nil {
			t.Fatal(err)
		}
		got, stderr, code := runOfficial(t, args...)
		if got = strings.ReplaceAll(got, root+"/", ""); got != string(want) || code != 0 || stderr != "" {
			t.Errorf("%v: code %d, %s\n%s\nwant\n%s", args, code, stderr, got, want)
		}
	}
}

func TestOfficialArguments(t *testing.T) {
	for _, c := range []struct {
		args []string
		want func(*officialOptions) bool
	}{
		{[]string{"a", "-ry", "b"}, func(o *officialOptions) bool {
			return o.recursive && o.partitionsOnly && slices.Equal(o.paths, []string{"a", "b"})
		}},
		{[]string{"-t10MiB", "--min-rows=7", "a"}, func(o *officialOptions) bool { return *o.size == "10MiB" && *o.rows == "7" && len(o.paths) == 1 }},
		{[]string{"a", "-k", "1", "2", "-m", "-x", "-5"}, func(o *officialOptions) bool {
			return slices.Equal(o.keys, []string{"1", "2"}) && slices.Equal(o.excluded, []string{"-5"}) && o.csv
		}},
		{[]string{"-s", "--", "-r"}, func(o *officialOptions) bool {
			return o.snapshots && !o.recursive && slices.Equal(o.paths, []string{"-r"})
		}},
	} {
		o, err := parseOfficial(c.args)
		if err != nil || !c.want(o) {
			t.Errorf("%v: %+v, %v", c.args, o, err)
		}
	}
	for args, want := range map[string]string{
		"-z": "Unrecognized option: -z", "a -t": "Missing argument for option: t", "": "You must supply at least one sstable or directory",
		"a -t -5": "Negative values are not allowed", "a -w x": `Invalid threshold argument: For input string: "x"`, "/nowhere/at/all": "does not resolve to a file or directory",
	} {
		if _, stderr, code := runOfficial(t, strings.Fields(args)...); code != 1 || !strings.Contains(stderr, want) {
			t.Errorf("%q: code %d, %s", args, code, stderr)
		}
	}
}

func TestOfficialSizes(t *testing.T) {
	for n, want := range map[int64]string{0: "0 B", 1023: "1023 B", 1024: "1.000 KiB", 13120: "12.813 KiB", 1048575: "1023.999 KiB", 1 << 20: "1.000 MiB",
		365_759: "357.187 KiB", 1<<63 - 1: "8.000 EiB", 3 << 40: "3.000 TiB"} {
		if got := officialSize(n); got != want {
			t.Errorf("%d is %s, want %s", n, got, want)
		}
	}
}

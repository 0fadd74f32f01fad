package nodetool

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// sharedCases are outputs of our own nodes that were taken for other reasons than testing parsers.
const sharedCases = "../../shared/cases"

// ofTool is a file named after the command that printed it.
var ofTool = regexp.MustCompile(`^(tablestats|tablehistograms|sstablemetadata|sstablepartitions|sstableexpiredblockers|compactionstats|toppartitions)\b.*\.(txt|json|csv)$`)

// TestCases reads every such output and wants the kind of the file's name, without a warning.
func TestCases(t *testing.T) {
	if _, err := os.Stat(sharedCases); err != nil {
		t.Skipf("no %s beside this repository", sharedCases)
	}
	files, err := filepath.Glob(sharedCases + "/*/outputs/*")
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, f := range files {
		m := ofTool.FindStringSubmatch(filepath.Base(f))
		if m == nil {
			continue
		}
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(text, []byte("client counted")) { // the loader's own line among the samplers
			text = regexp.MustCompile(`(?m)^client counted.*$`).ReplaceAll(text, nil)
		}
		res, err := ParseAny(text)
		if errors.Is(err, ErrEmpty) && strings.HasPrefix(m[1], "sstableexpired") {
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", f, err)
			continue
		}
		want, _ := KindOf(m[1])
		if !sameKind(res.Kind, want) || len(res.Warnings) > 0 {
			t.Errorf("%s: %s, warnings %v", f, res.Kind, res.Warnings)
		}
		checked++
	}
	if checked < 50 {
		t.Errorf("only %d outputs", checked)
	}
}

// TestCaseOfTraps holds the readings of the case about tool texts.
func TestCaseOfTraps(t *testing.T) {
	dir := sharedCases + "/18-tool-text-traps/inputs/"
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no %s beside this repository", dir)
	}
	parse := func(name string) *Result {
		text, err := os.ReadFile(dir + name)
		if err != nil {
			t.Fatal(err)
		}
		res, err := ParseAny(text)
		if err != nil {
			t.Fatal(name, err)
		}
		return res
	}
	tables := func(name string) map[string]*Table { return parse(name).Data.(*TableStats).Tables }

	new := tables("tablestats-5.0.6.txt")
	if len(new) != 5 || !new["case_18.accounts.accounts_region_idx"].IsIndex {
		t.Errorf("%d tables", len(new))
	}
	if l := new["case_18.accounts"].Levels; len(l) == 0 || l[0] != (Level{7, 4}) {
		t.Errorf("levels %v", l)
	}
	if _, ok := new["case_18.empty_one"].Fields.Number(LocalReadLatencyMs); ok {
		t.Error("the latency of an idle table")
	}
	old := tables("cfstats-2.1-style.txt")
	wantNumber(t, "live", old["metering.readings.readings_site_idx"].Fields[SpaceUsedLive], 16584359)
	wantNumber(t, "mean", tables("cfstats-pre-2.0-style.txt")["metering.readings"].Fields[CompactedPartitionMean], 210)
	wantNumber(t, "live", tables("tablestats-scylla-6.0-invalid.json")["keyspace_a.plain"].Fields[SpaceUsedLive], 440867363)
	cut := parse("cfstats-scylla-0.x-truncated.txt")
	if !cut.Truncated || cut.Failure == nil {
		t.Errorf("truncated %v, failure %v", cut.Truncated, cut.Failure)
	}
	wantNumber(t, "live", cut.Data.(*TableStats).Tables["keyspace_a.plain"].Fields[SpaceUsedLive], 440867363)
	for name, want := range map[string]int64{"company_binaries": 43390075, "exfil_detect": 53139482870, "file_change": 464225567} {
		if got, _ := tables("tablestats-scylla-human-2.0.txt")["sensors."+name].Fields[CompactedPartitionMaximum].Int64(); got != want {
			t.Errorf("%s: %d, want %d", name, got, want)
		}
	}
	keys := map[string]bool{}
	for _, r := range parse("sstablepartitions-5.0.6.csv").Data.(*PartitionCSV).Records {
		if r.Words["table"] == "texts" {
			keys[r.KeyHex] = true
		}
	}
	for _, hex := range []string{"2773696e676c6527", "6c696e650a627265616b", "77697468202271756f74657322", "636f6d6d612c73656d693b636f6c6f6e3a"} {
		if !keys[hex] {
			t.Errorf("no key %s", hex)
		}
	}
	if len(keys) < 11 {
		t.Errorf("%d keys of texts", len(keys))
	}
}

package nodetool

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"
)

// corpusEnv names another directory of the corpus' layout: product-version/command.variant.{txt,stderr.txt,expect.json}.
const corpusEnv = "PARTOP_NODETOOL_CORPUS"

// sharedCorpus is the default, from this folder; testdata holds the outputs of our own nodes.
const sharedCorpus = "../../shared/corpus/nodetool"

// expectation is one .expect.json.
type expectation struct {
	Command  string         `json:"command"`
	Origin   string         `json:"origin"`
	Complete bool           `json:"complete"`
	Argv     any            `json:"argv"`
	Exit     *int           `json:"exit"`
	Expect   map[string]any `json:"expect"`
}

func TestCorpus(t *testing.T) {
	dirs := []string{"testdata"}
	if d := os.Getenv(corpusEnv); d != "" {
		if _, err := os.Stat(d); err != nil && !filepath.IsAbs(d) {
			d = filepath.Join("..", d) // as seen from the repository's root
		}
		dirs = []string{d}
	} else if _, err := os.Stat(sharedCorpus); err == nil {
		dirs = append(dirs, sharedCorpus)
	} else {
		t.Logf("no %s beside this repository: only testdata is checked; %s names another directory", sharedCorpus, corpusEnv)
	}
	for _, dir := range dirs {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			right, all := runCorpus(dir, func(s string) { t.Error(s) })
			for _, x := range errata {
				t.Logf("erratum: %s: sampler %d, %s: %s", x.file, x.sampler, x.key, x.why)
			}
			t.Logf("%s: %d of %d files right", dir, right, all)
			if all == 0 {
				t.Errorf("%s holds no .expect.json", dir)
			}
		})
	}
}

// runCorpus checks every value of every .expect.json below dir and says each mismatch.
func runCorpus(dir string, complain func(string)) (right, all int) {
	var files []string
	err := filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		if strings.HasSuffix(path, ".expect.json") {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		complain(err.Error())
	}
	sort.Strings(files)
	for _, f := range files {
		bad := checkFile(f)
		for _, b := range bad {
			complain(f + ": " + b)
		}
		if all++; len(bad) == 0 {
			right++
		}
	}
	return right, all
}

// checkFile returns the mismatches of one file.
func checkFile(path string) []string {
	var e expectation
	raw, err := os.ReadFile(path)
	if err != nil {
		return []string{err.Error()}
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if err := d.Decode(&e); err != nil {
		return []string{err.Error()}
	}
	if len(e.Expect) == 0 {
		return []string{"nothing is expected"}
	}
	base := strings.TrimSuffix(path, ".expect.json")
	text, err := os.ReadFile(base + ".txt")
	if err != nil {
		return []string{err.Error()}
	}
	correct(path, &e)
	if e.Expect["error"] == true {
		return checkFailure(e, base, text)
	}
	return checkOutput(e, text)
}

// checkFailure wants the complaint to be known as such, whatever the kind that was asked for.
func checkFailure(e expectation, base string, text []byte) []string {
	if e.Expect["stream"] == "stderr" {
		var err error
		if text, err = os.ReadFile(base + ".stderr.txt"); err != nil && !os.IsNotExist(err) {
			return []string{err.Error()}
		}
	}
	want := e.Expect["first_line"]
	res, err := ParseAny(text)
	if want == "" {
		if !errors.Is(err, ErrEmpty) {
			return []string{fmt.Sprintf("want no text, got %v", err)}
		}
		return nil
	}
	if err != nil {
		return []string{err.Error()}
	}
	f, ok := res.Data.(*Failure)
	if !ok {
		return []string{fmt.Sprintf("want a failure, got %s", res.Kind)}
	}
	if kind, ok := kindOf(e); ok {
		var again *Failure
		if _, err := Parse(kind, text); !errors.As(err, &again) {
			return []string{fmt.Sprintf("read as %s: want a failure, got %v", kind, err)}
		}
	}
	return same("first_line", want, f.FirstLine)
}

// kindOf tells the kind by the command, or for the files of errors by the command line.
func kindOf(e expectation) (Kind, bool) {
	if kind, ok := KindOf(e.Command); ok {
		return kind, true
	}
	for _, word := range strings.FieldsFunc(fmt.Sprint(e.Argv), func(r rune) bool { return strings.ContainsRune(" []", r) }) {
		if kind, ok := KindOf(word); ok {
			return kind, true
		}
	}
	return "", false
}

func checkOutput(e expectation, text []byte) []string {
	kind, ok := kindOf(e)
	if !ok {
		return []string{"no kind for command " + e.Command}
	}
	var res *Result
	var err error
	if len(bytes.TrimSpace(text)) == 0 {
		res, err = Parse(kind, text)
	} else if res, err = ParseAny(text); err == nil && !sameKind(res.Kind, kind) {
		return []string{fmt.Sprintf("recognised as %s, not %s", res.Kind, kind)}
	}
	if err != nil {
		return []string{err.Error()}
	}
	var bad []string
	if e.Origin == "live" && e.Complete && e.Exit != nil && *e.Exit == 0 && len(res.Warnings) > 0 {
		bad = append(bad, fmt.Sprintf("warnings on a whole output: %v", res.Warnings))
	}
	v, err := viewOf(res, string(text))
	if err != nil {
		return append(bad, err.Error())
	}
	for _, section := range sorted(e.Expect) {
		bad = append(bad, v.check(section, e.Expect[section])...)
	}
	return bad
}

// sameKind allows for the forms that a command has by its options.
func sameKind(got, want Kind) bool {
	return got == want || want == KindSSTablePartitions && got == KindSSTablePartitionsCSV ||
		want == KindTopPartitions && got == KindSamplingList
}

func sorted(m map[string]any) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	sort.Strings(out)
	return out
}

// TestRunnerFindsWrongValues changes one value after another of real expectations and wants each to be found.
func TestRunnerFindsWrongValues(t *testing.T) {
	files, err := filepath.Glob("testdata/*/*.expect.json")
	if err != nil || len(files) == 0 {
		t.Fatal("no testdata", err)
	}
	changed := 0
	for i := 0; i < len(files); i += 17 {
		raw, err := os.ReadFile(files[i])
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(strings.TrimSuffix(files[i], ".expect.json") + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		var doc map[string]any
		if err := json.Unmarshal(raw, &doc); err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		expect, ok := doc["expect"].(map[string]any)
		if !ok || expect["error"] == true {
			continue
		}
		for n := 0; n < 400; n++ {
			left := n
			doc["expect"] = spoil(expect, &left)
			if left >= 0 {
				break
			}
			changed++
			writeCase(t, dir, doc, text)
			if right, all := runCorpus(dir, func(string) {}); right != 0 || all != 1 {
				t.Errorf("%s: wrong value %d was not found", files[i], n)
			}
		}
	}
	if changed < 200 {
		t.Errorf("only %d values changed", changed)
	}
}

func writeCase(t *testing.T, dir string, doc map[string]any, text []byte) {
	t.Helper()
	raw, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	for name, b := range map[string][]byte{"x.expect.json": raw, "x.txt": text} {
		if err := os.WriteFile(filepath.Join(dir, name), b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// spoil copies a value with its n-th leaf made wrong; n is negative after that.
func spoil(v any, n *int) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for _, k := range sorted(v) {
			out[k] = spoil(v[k], n)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = spoil(v[i], n)
		}
		return out
	}
	*n--
	if *n != -1 {
		return v
	}
	switch v := v.(type) {
	case float64:
		return v + 1
	case bool:
		return !v
	case string:
		return v + "x"
	}
	return 4711.0
}

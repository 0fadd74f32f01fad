package nodetool

import (
	"bytes"
	"encoding/json"
	"sort"
	"strings"
	"testing"
)

// The tests here hold every output of our own nodes against what happens to texts on their way: noise, quoting, line
// ends, cuts and damage.

func paths(texts map[string][]byte) []string {
	var out []string
	for p := range texts {
		out = append(out, p)
	}
	sort.Strings(out)
	return out
}

// dataOf is the JSON of the data alone.
func dataOf(t *testing.T, res *Result) string {
	t.Helper()
	b, err := json.Marshal(res.Data)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// largestVaried keeps these tests quick: the larger outputs have more of the same.
const largestVaried = 12_000

// eachOutput calls f for every output that is neither empty nor a complaint nor very long.
func eachOutput(t *testing.T, f func(t *testing.T, text string, want *Result)) {
	t.Helper()
	texts := everyText(t)
	n := 0
	for _, path := range paths(texts) {
		if len(texts[path]) > largestVaried || len(bytes.TrimSpace(texts[path])) == 0 || strings.HasSuffix(path, ".stderr.txt") {
			continue
		}
		res, err := ParseAny(texts[path])
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		if res.Kind == KindFailure {
			continue
		}
		n++
		t.Run(path, func(t *testing.T) { f(t, string(texts[path]), res) })
	}
	if n < 200 {
		t.Errorf("only %d outputs", n)
	}
}

func TestTextOnItsWay(t *testing.T) {
	ways := []struct {
		name   string
		change func(string) string
	}{
		{"JVM option line on top", func(s string) string { return "Picked up JAVA_TOOL_OPTIONS: -Dfile.encoding=UTF-8\n" + s }},
		{"JVM warning on top", func(s string) string {
			return "OpenJDK 64-Bit Server VM warning: Options -Xverify:none and -noverify were deprecated in JDK 13.\n" + s
		}},
		{"logback on top", func(s string) string {
			return "INFO  [main] 2026-11-30 16:21:44,844 YamlConfigurationLoader.java:100 - " + strings.Repeat("x", 15000) + "\n" +
				"WARN  16:21:44,851 Max sstable size of 4MB is configured for k.t\n" + s
		}},
		{"SLF4J on top", func(s string) string { return "SLF4J: Class path contains multiple SLF4J bindings.\n" + s }},
		{"prompt on top", func(s string) string { return "admin@node1:~$ nodetool -h 127.0.0.1 something\n" + s }},
		{"root prompt on top", func(s string) string { return "[root@node1 bin]# ./nodetool something | head\n" + s }},
		{"code fence", func(s string) string { return "```\n" + strings.TrimRight(s, "\n") + "\n```\n" }},
		{"Windows line ends", func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }},
		{"byte order mark", func(s string) string { return "\xef\xbb\xbf" + s }},
	}
	for _, w := range ways {
		t.Run(w.name, func(t *testing.T) {
			eachOutput(t, func(t *testing.T, text string, want *Result) {
				got, err := ParseAny([]byte(w.change(text)))
				if err != nil {
					t.Fatal(err)
				}
				if got.Kind != want.Kind || dataOf(t, got) != dataOf(t, want) {
					t.Errorf("%s differs:\n%.300s\n%.300s", got.Kind, dataOf(t, got), dataOf(t, want))
				}
			})
		})
	}
}

func TestQuotedMail(t *testing.T) {
	eachOutput(t, func(t *testing.T, text string, want *Result) {
		if strings.Count(strings.TrimSpace(text), "\n") < leastPrefixed {
			return
		}
		for _, mark := range []string{"> ", "node1: ", "[node1] ", "10.0.0.1:7199: "} {
			quoted := mark + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n"+mark) + "\n"
			got, err := ParseAny([]byte(quoted))
			if err != nil {
				t.Fatal(mark, err)
			}
			if got.Kind != want.Kind || dataOf(t, got) != dataOf(t, want) {
				t.Errorf("%q: %s differs:\n%.300s\n%.300s", mark, got.Kind, dataOf(t, got), dataOf(t, want))
			}
		}
	})
}

// TestDamagedLine puts a line of rubbish in the middle: it costs a warning with its number and nothing else.
func TestDamagedLine(t *testing.T) {
	const rubbish = "\x01~~~ \x02 ~~~"
	// A line break is part of a key there, so that rubbish cannot be told from the end of one; a list of tokens or
	// paths takes any line; one line is the whole output; and a column of a table takes any word.
	exempt := map[Kind]string{KindTopPartitions: "keys", KindSSTablePartitions: "keys", KindSSTablePartitionsCSV: "keys",
		KindRangeKeySample: "tokens", KindDataPaths: "paths", KindConcurrentCompactors: "one value", KindGetTimeout: "one value",
		KindVersion: "one value", KindClientStats: "free text", KindGCStats: "one value", KindSSTableDump: "json",
		KindRing: "a lone word ends a ring", KindSamplingList: "one line"}
	checked := map[Kind]bool{}
	eachOutput(t, func(t *testing.T, text string, want *Result) {
		if _, ok := exempt[want.Kind]; ok {
			return
		}
		lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
		if len(lines) < 4 {
			return
		}
		at := len(lines) / 2
		damaged := append(append(append([]string{}, lines[:at]...), rubbish), lines[at:]...)
		got, err := ParseAny([]byte(strings.Join(damaged, "\n") + "\n"))
		if err != nil {
			t.Fatal(err)
		}
		if dataOf(t, got) != dataOf(t, want) {
			t.Errorf("the damaged line cost more than itself:\n%.400s\n%.400s", dataOf(t, got), dataOf(t, want))
		}
		for _, w := range got.Warnings {
			if w.Line == at+1 {
				checked[want.Kind] = true
				return
			}
		}
		t.Errorf("no warning for line %d: %v", at+1, got.Warnings)
	})
	for _, kind := range []Kind{KindTableStats, KindTableHistograms, KindCompactionStats, KindCompactionHistory, KindTPStats,
		KindInfo, KindStatus, KindNetStats, KindSSTableMetadata, KindListSnapshots, KindProxyHistograms} {
		if !checked[kind] {
			t.Errorf("%s was not damaged", kind)
		}
	}
}

// TestCutAnywhere ends every output after each of its lines and in the middle of each: what was read before stays.
func TestCutAnywhere(t *testing.T) {
	eachOutput(t, func(t *testing.T, text string, want *Result) {
		step := max(1, len(text)/15)
		for end := 1; end < len(text); end += step {
			res, err := ParseAny([]byte(text[:end]))
			if err != nil {
				continue // not enough to be recognised
			}
			if _, err := Document(res); err != nil {
				t.Fatalf("cut at %d: %v", end, err)
			}
		}
	})
}

func TestCutTableStatsKeepsTables(t *testing.T) {
	text := string(everyText(t)["testdata/cassandra-5.0.6/tablestats.ks.txt"])
	whole, err := ParseAny([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	all := whole.Data.(*TableStats)
	for end := len(text) / 10; end < len(text)-100; end += 997 {
		res, err := ParseAny([]byte(text[:end]))
		if err != nil {
			t.Fatal(err)
		}
		got := res.Data.(*TableStats)
		for i, key := range got.Order[:max(0, len(got.Order)-1)] {
			if key != all.Order[i] || len(got.Tables[key].Fields) != len(all.Tables[key].Fields) {
				t.Errorf("cut at %d: table %s has %d figures", end, key, len(got.Tables[key].Fields))
			}
		}
	}
}

// TestEveryKindIsSeen wants each kind to be detected in the outputs of our own nodes with full confidence.
func TestEveryKindIsSeen(t *testing.T) {
	seen := map[Kind]Confidence{}
	eachOutput(t, func(t *testing.T, text string, want *Result) {
		kind, sure := Detect([]byte(text))
		if kind != want.Kind {
			t.Errorf("Detect says %s, ParseAny %s", kind, want.Kind)
		}
		seen[kind] = max(seen[kind], sure)
	})
	for _, kind := range Kinds() {
		if kind == KindLargeData { // no node of ours is ScyllaDB; its own test detects it
			continue
		}
		if seen[kind] < 0.8 {
			t.Errorf("%s: confidence %v", kind, seen[kind])
		}
	}
}

// TestOtherKindsRefuse reads every output as every other kind: it is an error or holds nothing of the other kind.
func TestOtherKindsRefuse(t *testing.T) {
	related := map[[2]Kind]bool{
		{KindTableHistograms, KindProxyHistograms}: true, {KindProxyHistograms, KindTableHistograms}: true,
		{KindDataPaths, KindTableStats}: true, {KindTableStats, KindDataPaths}: true, // both name keyspaces and tables
	}
	wrong := 0
	eachOutput(t, func(t *testing.T, text string, want *Result) {
		for _, kind := range Kinds() {
			if kind == want.Kind || related[[2]Kind{want.Kind, kind}] {
				continue
			}
			if res, err := Parse(kind, []byte(text)); err == nil && len(res.Warnings) == 0 && !res.Truncated {
				wrong++
				t.Errorf("%s reads as %s without a complaint: %.200s", want.Kind, kind, dataOf(t, res))
			}
		}
	})
}

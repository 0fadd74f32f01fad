package nodetool

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// The targets: one for each kind and one for texts of no known kind. Each begins with the outputs of our own nodes and
// wants, for any bytes: no panic, a document that is JSON, a warning's number within the text, an error that is one of
// the sentinels.

func FuzzParseAny(f *testing.F) {
	seed(f, "")
	f.Fuzz(func(t *testing.T, text []byte) {
		res, err := ParseAny(text)
		sound(t, text, res, err)
		kind, sure := Detect(text)
		if err == nil && res.Kind != KindFailure && (kind != res.Kind || sure <= 0) {
			t.Errorf("Detect says %q (%v), ParseAny %s", kind, sure, res.Kind)
		}
	})
}

// fuzzKind reads any bytes as one kind.
func fuzzKind(f *testing.F, kind Kind) {
	seed(f, kind)
	f.Fuzz(func(t *testing.T, text []byte) {
		res, err := Parse(kind, text)
		sound(t, text, res, err)
	})
}

// largestSeed keeps the mutations of a seed quick.
const largestSeed = 1500

// seed adds the outputs of one kind, or of all, cut to the first part of large ones, and the traps of the tests.
func seed(f *testing.F, kind Kind) {
	f.Helper()
	for _, text := range seeds()[kind] {
		f.Add(text)
	}
	for _, text := range traps {
		f.Add([]byte(text))
	}
}

// seeds are the outputs by kind, and all of them under no kind.
var seeds = sync.OnceValue(func() map[Kind][][]byte {
	out := map[Kind][][]byte{}
	files, _ := filepath.Glob("testdata/*/*.txt")
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			continue // everyText fails on it
		}
		text = text[:min(len(text), largestSeed)]
		kind, _ := Detect(text)
		out[""] = append(out[""], text)
		if kind != "" {
			out[kind] = append(out[kind], text)
		}
	}
	return out
})

// traps are small texts that lead into the corners of the readers.
var traps = []string{
	"", "\n\n", "{", "[", `{"a":`, `{"a":,"b":nan}`, `[[["k"]`, `a:
- b: c
  d:
  - e
`, "\x1b[34mSSTable\x1b[0m: x\r\rSize: 1",
	`Keyspace : k
	Table: t
	SSTables in each level: [1, 2/4
`, "Percentile  SSTables\n50%  1,00\n",
	"nodetool: Unknown keyspace: x\nSee 'nodetool help'\n", "\xff\xfeP\x00o\x00", `> a
> b
> c
`,
	`READS Sampler:
  Cardinality: ~1 (2 capacity)
	Partition  Count  +/-
	a

	b 1 2
`,
}

func sound(t *testing.T, text []byte, res *Result, err error) {
	t.Helper()
	if err != nil {
		var failure *Failure
		known := errors.As(err, &failure)
		for _, sentinel := range []error{ErrUnknown, ErrEmpty, ErrTooLarge, ErrSideBySide, ErrWrongKind} {
			known = known || errors.Is(err, sentinel)
		}
		if !known || res != nil && res.Kind != KindFailure {
			t.Fatalf("result %v with error %v", res, err)
		}
		return
	}
	doc, err := Document(res)
	if err != nil || !json.Valid(doc) {
		t.Fatalf("no document: %v %s", err, doc)
	}
	lines := strings.Count(string(decode(text)), "\n") + 1
	for _, w := range res.Warnings {
		if w.Line < 0 || w.Line > lines || w.Text == "" {
			t.Fatalf("warning %+v in a text of %d lines", w, lines)
		}
	}
	if len(res.Warnings) > maxWarnings+1 {
		t.Fatalf("%d warnings", len(res.Warnings))
	}
}

func FuzzTableStats(f *testing.F)             { fuzzKind(f, KindTableStats) }
func FuzzTableHistograms(f *testing.F)        { fuzzKind(f, KindTableHistograms) }
func FuzzProxyHistograms(f *testing.F)        { fuzzKind(f, KindProxyHistograms) }
func FuzzCompactionStats(f *testing.F)        { fuzzKind(f, KindCompactionStats) }
func FuzzCompactionHistory(f *testing.F)      { fuzzKind(f, KindCompactionHistory) }
func FuzzTPStats(f *testing.F)                { fuzzKind(f, KindTPStats) }
func FuzzLargeData(f *testing.F)              { fuzzKind(f, KindLargeData) }
func FuzzTopPartitions(f *testing.F)          { fuzzKind(f, KindTopPartitions) }
func FuzzSamplingList(f *testing.F)           { fuzzKind(f, KindSamplingList) }
func FuzzInfo(f *testing.F)                   { fuzzKind(f, KindInfo) }
func FuzzStatus(f *testing.F)                 { fuzzKind(f, KindStatus) }
func FuzzRing(f *testing.F)                   { fuzzKind(f, KindRing) }
func FuzzDescribeCluster(f *testing.F)        { fuzzKind(f, KindDescribeCluster) }
func FuzzDescribeRing(f *testing.F)           { fuzzKind(f, KindDescribeRing) }
func FuzzGetEndpoints(f *testing.F)           { fuzzKind(f, KindGetEndpoints) }
func FuzzGetSSTables(f *testing.F)            { fuzzKind(f, KindGetSSTables) }
func FuzzListSnapshots(f *testing.F)          { fuzzKind(f, KindListSnapshots) }
func FuzzNetStats(f *testing.F)               { fuzzKind(f, KindNetStats) }
func FuzzGCStats(f *testing.F)                { fuzzKind(f, KindGCStats) }
func FuzzGetTimeout(f *testing.F)             { fuzzKind(f, KindGetTimeout) }
func FuzzCompactionThroughput(f *testing.F)   { fuzzKind(f, KindCompactionThroughput) }
func FuzzConcurrentCompactors(f *testing.F)   { fuzzKind(f, KindConcurrentCompactors) }
func FuzzVersion(f *testing.F)                { fuzzKind(f, KindVersion) }
func FuzzDataPaths(f *testing.F)              { fuzzKind(f, KindDataPaths) }
func FuzzClientStats(f *testing.F)            { fuzzKind(f, KindClientStats) }
func FuzzGossipInfo(f *testing.F)             { fuzzKind(f, KindGossipInfo) }
func FuzzFailureDetector(f *testing.F)        { fuzzKind(f, KindFailureDetector) }
func FuzzAutoCompaction(f *testing.F)         { fuzzKind(f, KindAutoCompaction) }
func FuzzRangeKeySample(f *testing.F)         { fuzzKind(f, KindRangeKeySample) }
func FuzzSSTablePartitions(f *testing.F)      { fuzzKind(f, KindSSTablePartitions) }
func FuzzSSTablePartitionsCSV(f *testing.F)   { fuzzKind(f, KindSSTablePartitionsCSV) }
func FuzzSSTableMetadata(f *testing.F)        { fuzzKind(f, KindSSTableMetadata) }
func FuzzSSTableExpiredBlockers(f *testing.F) { fuzzKind(f, KindSSTableExpiredBlockers) }
func FuzzSSTableDump(f *testing.F)            { fuzzKind(f, KindSSTableDump) }

package sstable

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/partop/partop/cassandra/cqltype"
)

// metadataField says how a line of sstablemetadata follows from our values.
// Dates and units, which the tool adds for people, are cut from both sides.
type metadataField func(t *SSTable, s *Stats) string

var parenthesized = regexp.MustCompile(`\((-?\d+)\)$`)

var metadataFields = map[string]metadataField{
	"Partitioner":                        func(t *SSTable, _ *Stats) string { return t.Statistics.Validation.Partitioner },
	"Bloom Filter FP chance":             func(t *SSTable, _ *Stats) string { return javaDouble(t.Statistics.Validation.BloomFilterFPChance) },
	"Minimum timestamp":                  func(_ *SSTable, s *Stats) string { return fmt.Sprint(s.MinTimestamp) },
	"Maximum timestamp":                  func(_ *SSTable, s *Stats) string { return fmt.Sprint(s.MaxTimestamp) },
	"Duration":                           func(_ *SSTable, s *Stats) string { return duration(s.MaxTimestamp - s.MinTimestamp) },
	"SSTable min local deletion time":    func(_ *SSTable, s *Stats) string { return fmt.Sprint(s.MinLocalDeletionTime) },
	"SSTable max local deletion time":    func(_ *SSTable, s *Stats) string { return fmt.Sprint(s.MaxLocalDeletionTime) },
	"Compressor":                         compressorName,
	"Compression ratio":                  func(_ *SSTable, s *Stats) string { return javaDouble(s.CompressionRatio) },
	"TTL min":                            func(_ *SSTable, s *Stats) string { return fmt.Sprint(s.MinTTLSeconds) },
	"TTL max":                            func(_ *SSTable, s *Stats) string { return fmt.Sprint(s.MaxTTLSeconds) },
	"First token":                        func(t *SSTable, _ *Stats) string { return tokenText(t, false) },
	"Last token":                         func(t *SSTable, _ *Stats) string { return tokenText(t, true) },
	"Covered clusterings":                coveredText,
	"SSTable Level":                      func(_ *SSTable, s *Stats) string { return fmt.Sprint(s.Level) },
	"Repaired at":                        func(_ *SSTable, s *Stats) string { return fmt.Sprint(s.RepairedAtMillis) },
	"Originating host id":                func(_ *SSTable, s *Stats) string { return uuidText(s.OriginatingHost) },
	"Pending repair":                     func(_ *SSTable, s *Stats) string { return uuidText(s.PendingRepair) },
	"IsTransient":                        func(_ *SSTable, s *Stats) string { return fmt.Sprint(s.IsTransient) },
	"Replay positions covered":           replayText,
	"totalColumnsSet":                    func(_ *SSTable, s *Stats) string { return fmt.Sprint(s.TotalColumnsSet) },
	"totalRows":                          func(_ *SSTable, s *Stats) string { return fmt.Sprint(s.TotalRows) },
	"Partition Size":                     func(_ *SSTable, s *Stats) string { return histogramText(s.PartitionSizeBytes) },
	"Column Count":                       func(_ *SSTable, s *Stats) string { return histogramText(s.CellsPerPartition) },
	"Estimated tombstone drop times":     dropTimesText,
	"Local token space coverage":         func(t *SSTable, s *Stats) string { return coverage(t, s) },
	"EncodingStats minTTL":               func(t *SSTable, _ *Stats) string { return fmt.Sprint(t.Statistics.Header.MinTTLSeconds) },
	"EncodingStats minLocalDeletionTime": func(t *SSTable, _ *Stats) string { return localText(t.Statistics.Header.MinLocalDeletionTime) },
	"EncodingStats minTimestamp":         func(t *SSTable, _ *Stats) string { return fmt.Sprint(t.Statistics.Header.MinTimestamp) },
	"Estimated cardinality":              cardinalityText,
	"KeyType":                            func(t *SSTable, _ *Stats) string { return t.Statistics.Header.KeyType.Text },
	"ClusteringTypes":                    clusteringTypes,
	"StaticColumns":                      func(t *SSTable, _ *Stats) string { return columnTexts(t.Statistics.Header.Static) },
	"RegularColumns":                     func(t *SSTable, _ *Stats) string { return columnTexts(t.Statistics.Header.Regular) },
}

func compareMetadata(table *SSTable, want *corpusSSTable, m *mismatches) {
	for name, raw := range want.Metadata {
		field := metadataFields[name]
		if field == nil {
			m.equal(name, "no such field", string(raw))
			continue
		}
		m.equal(name, field(table, &table.Statistics.Stats), plainValue(name, raw))
	}
}

// plainValue cuts what the tool adds: dates before a number in parentheses, and
// words behind a TTL.
func plainValue(name string, raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) != nil {
		return strings.Join(strings.Fields(string(raw)), "")
	}
	if strings.HasPrefix(name, "TTL") || name == "EncodingStats minTTL" {
		text, _, _ = strings.Cut(text, " ")
		return text
	}
	if strings.HasSuffix(name, "Columns") {
		parts := topLevel(text)
		slices.Sort(parts)
		return strings.Join(parts, ", ")
	}
	if strings.HasPrefix(name, "First") || strings.HasPrefix(name, "Last") {
		return text
	}
	if in := parenthesized.FindStringSubmatch(text); in != nil {
		return in[1]
	}
	return text
}

// topLevel splits at commas outside parentheses.
func topLevel(text string) []string {
	depth := 0
	parts := strings.FieldsFunc(text, func(r rune) bool {
		depth += strings.Count("(", string(r)) - strings.Count(")", string(r))
		return r == ',' && depth == 0
	})
	for i, p := range parts {
		parts[i] = strings.TrimSpace(p)
	}
	return parts
}

// javaDouble prints as Double.toString for the values met here.
func javaDouble(f float64) string {
	if math.IsNaN(f) {
		return "NaN"
	}
	s := strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

func duration(micros int64) string {
	seconds := micros / 1e6
	return fmt.Sprintf("Days: %d Hours: %d Minutes: %d Seconds: %d", seconds/86400, seconds/3600%24, seconds/60%60, seconds%60)
}

func localText(seconds int64) string { return fmt.Sprint(seconds) }

func compressorName(t *SSTable, _ *Stats) string {
	if t.Compression == nil {
		return "-"
	}
	return "org.apache.cassandra.io.compress." + t.Compression.Compressor
}

func tokenText(t *SSTable, last bool) string {
	first, end, err := t.KeyRange(context.Background())
	if err != nil {
		return err.Error()
	}
	if last {
		first = end
	}
	text, err := t.KeyText(first)
	if err != nil {
		return err.Error()
	}
	switch t.Statistics.Validation.Partitioner {
	case "org.apache.cassandra.dht.LocalPartitioner":
		return text + " (" + text + ")"
	case "org.apache.cassandra.dht.ByteOrderedPartitioner":
		return fmt.Sprintf("%x (%s)", first, text)
	}
	return fmt.Sprintf("%d (%s)", cqltype.Token(first), text)
}

func uuidText(id cqltype.UUIDValue) string {
	if id == (cqltype.UUIDValue{}) {
		return "--"
	}
	return fmt.Sprintf("%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:])
}

func replayText(_ *SSTable, s *Stats) string {
	var parts []string
	for _, i := range s.CommitLogIntervals {
		parts = append(parts, fmt.Sprintf("CommitLogPosition(segmentId=%d, position=%d)=CommitLogPosition(segmentId=%d, position=%d)",
			i.From.Segment, i.From.Position, i.To.Segment, i.To.Position))
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

func histogramText(h Histogram) string {
	pairs := [][2]int64{}
	for i, n := range h.Counts {
		if n > 0 && i < len(h.Offsets) {
			pairs = append(pairs, [2]int64{h.Offsets[i], n})
		}
	}
	b, _ := json.Marshal(pairs)
	return string(b)
}

// dropTimesText: the tool caps points at the largest int but one.
func dropTimesText(_ *SSTable, s *Stats) string {
	pairs := [][2]int64{}
	for i, p := range s.DropTimes.Points {
		pairs = append(pairs, [2]int64{min(p, liveBin), s.DropTimes.Counts[i]})
	}
	b, _ := json.Marshal(pairs)
	return string(b)
}

func cardinalityText(t *SSTable, _ *Stats) string {
	if t.Statistics.Cardinality == nil {
		return "no sketch"
	}
	return fmt.Sprint(t.Statistics.Cardinality.Estimate())
}

func coverage(t *SSTable, s *Stats) string {
	if !t.Version.has(keyRange) {
		return "NaN"
	}
	return javaDouble(s.TokenSpaceCoverage)
}

func clusteringTypes(t *SSTable, _ *Stats) string {
	var parts []string
	for _, c := range t.Statistics.Header.Clusterings {
		parts = append(parts, c.Text)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

func columnTexts(cols []HeaderColumn) string {
	var parts []string
	for _, c := range cols {
		parts = append(parts, c.Name+":"+c.Text)
	}
	// The tool prints them in the order of a hash table.
	slices.Sort(parts)
	return strings.Join(parts, ", ")
}

func coveredText(t *SSTable, s *Stats) string {
	// The tool says ALL for an open slice that it made itself, and prints the
	// two empty bounds of one that it read.
	open := len(s.Covered.Start.Values)+len(s.Covered.End.Values) == 0
	if !s.Covered.Known || open && !t.Version.has(coveredSlice) {
		return "ALL"
	}
	return "[" + boundText(t, s.Covered.Start) + ", " + boundText(t, s.Covered.End) + "]"
}

func boundText(t *SSTable, b Bound) string {
	var parts []string
	for i, v := range b.Values {
		col := cqltype.Column{Type: t.Statistics.Header.Clusterings[i].Type}
		text, err := cqltype.KeyText([]cqltype.Column{col}, v)
		if err != nil {
			text = err.Error()
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ":")
}

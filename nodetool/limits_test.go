package nodetool

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

// TestHostileTexts are large texts made to cost: each has to be read, or refused, in the time of its size.
func TestHostileTexts(t *testing.T) {
	const size = 1 << 20
	repeat := func(s string) string { return strings.Repeat(s, size/len(s)) }
	tests := []struct{ name, text string }{
		{"line ends", repeat("\n")},
		{"short lines", repeat("x\n")},
		{"one long line", repeat("x")},
		{"open brackets", repeat("[")},
		{"open braces", repeat(`{"a":`)},
		{"empty lists", "[" + repeat("[],")},
		{"a deep list of YAML", repeat("- ")},
		{"a header of many columns", "Snapshot Details: \nSnapshot name " + strings.Repeat("c  ", 100_000) + "\n" + strings.Repeat("a 1 2 3\n", 10_000)},
		{"tasks under a wide header", "pending tasks: 1\nid compaction type keyspace progress " + strings.Repeat("c  ", 100_000) + "\n" + strings.Repeat("a 1 2 3\n", 10_000)},
		{"rows without their numbers", "Frequency of reads by partition:\n   Table Partition Count +/-\n" + repeat("   k.t never ends here\n")},
		{"records without their end", csvHeader + repeat("\"a,b,c\n")},
		{"partitions without their end", scanText5[:130] + "\n" + repeat("  Partition: 'a\n")},
		{"tables", "Keyspace : k\n" + repeat("Table: t\nSSTable count: 1\n")},
		{"labels without values", "Keyspace : k\nTable: t\n" + repeat("SSTable count:\n")},
		{"colour codes", repeat("\x1b[1m")},
		{"carriage returns", repeat("\r")},
		{"quotes", repeat("> ")},
		{"braces of a row", "id keyspace_name columnfamily_name compacted_at bytes_in bytes_out rows_merged\n" + repeat("{ ")},
		{"complaints", repeat("nodetool: x\n")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			start := time.Now()
			res, err := ParseAny([]byte(tt.text))
			if took := time.Since(start); took > 20*time.Second {
				t.Errorf("%d bytes took %v", len(tt.text), took)
			}
			if err == nil && len(res.Warnings) > maxWarnings+1 {
				t.Errorf("%d warnings", len(res.Warnings))
			}
		})
	}
}

func TestTooManyLines(t *testing.T) {
	r := &report{}
	p := newPage(bytes.Repeat([]byte("\n"), maxLines+10), r)
	if len(p.lines) != maxLines || !r.truncated || len(r.warnings) != 1 {
		t.Errorf("%d lines, warnings %v", len(p.lines), r.warnings)
	}
}

func TestTooManyColumns(t *testing.T) {
	if n := len(columns(strings.Repeat("a  ", 1000), nil)); n != maxColumns {
		t.Errorf("%d columns", n)
	}
}
